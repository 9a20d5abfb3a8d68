package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/lines"
	"github.com/extracteval/extracteval/report/internal/words"
	"github.com/extracteval/extracteval/report/terminal"
)

// showCase prints the records of one case.
func (c *cli) showCase(id string, inputs []artifact.Source) (int, error) {
	found := 0
	for _, in := range inputs {
		hits, err := findCase(in, id)
		if err != nil {
			return 0, err
		}
		if err := eachLine(in, hits, func(h hit, line []byte) error {
			var record report.Case
			if err := json.Unmarshal(line, &record); err != nil {
				return fmt.Errorf("%s:%d: %w", in.Name, h.line, err)
			}
			if found > 0 {
				fmt.Fprintln(c.stdout)
			}
			found++
			fmt.Fprintf(c.stdout, "%s:%d\n%s, data set %s\n", terminal.LineStart(in.Name), h.line, heading(h.run), terminal.Visible(h.dataset))
			return writeCase(c.stdout, &record)
		}); err != nil {
			return 0, err
		}
	}
	if found == 0 {
		c.say("no case has the id %q", id)
		return exitFound, nil
	}
	return exitOK, nil
}

// hit is where a case stands.
type hit struct {
	run     report.Run
	dataset string
	line    int
}

// findCase finds all records of a case without decoding the others.
func findCase(in artifact.Source, id string) (hits []hit, err error) {
	_, err = artifact.Walk(in, artifact.Visitor{
		Brief: true,
		Case: func(s *artifact.Section, c *report.Case, at artifact.Place) error {
			if c.ID == id {
				hits = append(hits, hit{s.Run, s.Dataset.Name, at.Line})
			}
			return nil
		},
	})
	return hits, err
}

// eachLine calls do with the lines of hits.
func eachLine(in artifact.Source, hits []hit, do func(h hit, line []byte) error) error {
	if len(hits) == 0 {
		return nil
	}
	f, err := in.Open()
	if err != nil {
		return err
	}
	defer f.Close()
	from := lines.New(f)
	for _, h := range hits {
		line, err := from.At(h.line)
		if err != nil {
			return fmt.Errorf("%s:%d: reading it again: %w", in.Name, h.line, err)
		}
		if err := do(h, line); err != nil {
			return err
		}
	}
	return nil
}

// writeCase prints everything that a record has.
func writeCase(w io.Writer, c *report.Case) error {
	p := &casePage{}
	p.fact("case", terminal.LineStart(c.ID))
	if c.Trial > 1 {
		p.fact("trial", strconv.Itoa(c.Trial))
	}
	status := string(c.Status)
	if c.Error != "" {
		status += ": " + c.Error
	}
	p.fact("status", status)
	if c.Score.Defined {
		p.fact("score", fmt.Sprintf("%s  %s  (null floor %s)", c.Score, c.Verdict, c.NullScore))
	}
	if c.Unlabelled {
		p.fact("score", "none, since the case has no truth  "+string(c.Verdict))
	}
	p.fact("reasoning", c.Reasoning)
	if c.Duration > 0 {
		p.fact("duration", c.Duration.Round(time.Microsecond).String())
	}
	for _, key := range slices.Sorted(maps.Keys(c.Tags)) {
		p.fact("tag", key+"="+c.Tags[key])
	}
	for _, unit := range slices.Sorted(maps.Keys(c.Cost)) {
		p.fact("cost", strconv.FormatFloat(c.Cost[unit], 'g', -1, 64)+" "+unit)
	}
	for _, warning := range c.Warnings {
		p.fact("warning", warning)
	}
	if c.Verdict != eval.Pass {
		for _, miss := range c.Misses {
			p.fact("miss", miss)
		}
		if c.MoreMisses > 0 {
			p.fact("miss", fmt.Sprintf("… and %d more", c.MoreMisses))
		}
	}
	for _, r := range c.Invariants {
		text := report.WordsOfInvariant(r)
		if len(r.Paths) > 0 {
			text += "  (" + strings.Join(r.Paths, ", ") + ")"
		}
		p.fact("invariant", text)
	}
	p.fields(c)
	p.alignments(c)
	_, err := io.WriteString(w, p.String())
	return err
}

type casePage struct{ strings.Builder }

// fact prints a name and a text of one or several lines, nothing for "".
func (p *casePage) fact(name, text string) {
	if text == "" {
		return
	}
	text = strings.ReplaceAll(terminal.VisibleLines(text), "\n", "\n             ")
	fmt.Fprintf(p, "  %-9s  %s\n", name, text)
}

func (p *casePage) fields(c *report.Case) {
	if len(c.Fields) == 0 {
		return
	}
	rows := [][]string{{"field", "outcome", "score", "similarity", "weight"}}
	for i := range c.Fields {
		f := &c.Fields[i]
		rows = append(rows, []string{terminal.LineStart(f.Path), f.Outcome.String(), number(f.Score), number(f.Similarity), number(f.Weight)})
	}
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], words.Width(cell))
		}
	}
	p.WriteByte('\n')
	for i, row := range rows {
		var b strings.Builder
		for k, cell := range row {
			b.WriteString("  " + cell + strings.Repeat(" ", widths[k]-words.Width(cell)))
		}
		p.WriteString(strings.TrimRight(b.String(), " ") + "\n")
		if i > 0 {
			p.values(&c.Fields[i-1])
		}
	}
	if c.MoreFields > 0 {
		fmt.Fprintf(p, "  … and %d more, which the record does not hold\n", c.MoreFields)
	}
}

// values prints what a field had on both sides, in full.
func (p *casePage) values(f *report.Field) {
	line := func(name, text string) {
		if text != "" {
			fmt.Fprintf(p, "    %-10s %s\n", name, terminal.Visible(text))
		}
	}
	cut := ""
	if f.Cut {
		cut = "  (cut in the record)"
	}
	noGot, noWant := f.Withheld()
	line("got"+indices(f.GotIndex), valueText(f.Got, noGot))
	line("want"+indices(f.WantIndex), valueText(f.Want, noWant)+cut)
	line("tag", f.Tag)
	line("note", f.Note)
	line("class", f.ErrorClass)
	if f.Confidence.Defined {
		line("confidence", f.Confidence.String())
	}
	line("details", document.Unescape(string(f.Details)))
}

func valueText(value json.RawMessage, withheld bool) string {
	switch {
	case withheld:
		return "(redacted)"
	case len(value) == 0:
		return "-"
	}
	return document.Unescape(string(value))
}

// indices prints [1 0] of a list in a list.
func indices(at []int) string {
	if len(at) == 0 {
		return ""
	}
	return fmt.Sprint(at)
}

func (p *casePage) alignments(c *report.Case) {
	for i := range c.Alignments {
		a := &c.Alignments[i]
		fmt.Fprintf(p, "\n  items of %s: %d paired, %d only got, %d only want", terminal.Visible(a.Path), a.Paired, a.OnlyGot, a.OnlyWant)
		if a.Ambiguous {
			p.WriteString("; another pairing scores the same")
		}
		p.WriteByte('\n')
		for _, pair := range a.Pairs {
			fmt.Fprintf(p, "    got %d  want %d  similarity %s\n", pair.Got, pair.Want, number(pair.Similarity))
		}
		if len(a.UnmatchedGot) > 0 {
			fmt.Fprintf(p, "    only got  %v\n", a.UnmatchedGot)
		}
		if len(a.UnmatchedWant) > 0 {
			fmt.Fprintf(p, "    only want %v\n", a.UnmatchedWant)
		}
		for _, n := range a.NearestToGot {
			fmt.Fprintf(p, "    got %d: %s\n", n.Got, terminal.Visible(n.Note(true)))
		}
		for _, n := range a.NearestToWant {
			fmt.Fprintf(p, "    want %d: %s\n", n.Want, terminal.Visible(n.Note(false)))
		}
	}
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', 3, 64) }
