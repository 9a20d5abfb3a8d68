package render

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// WriteCase prints the whole record of a case: got and want of its fields in full, and the pairs of list items. traits
// is the text of the computed slices that have the case, "" for none. It breaks lines that are wider than the screen.
func WriteCase(w io.Writer, c *report.Case, traits string, screen view.Screen) error {
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
		p.fact("score", fmt.Sprintf("%s  %s  (empty answer %s)", c.Score, c.Verdict, c.NullScore))
	}
	if c.Unlabelled {
		judged := string(c.Verdict)
		if c.Unjudged() {
			judged = "nothing judged it: no invariant applies"
		}
		p.fact("score", "none, since the case has no truth  "+judged)
	}
	if c.Label != nil {
		p.fact("truth", c.Label.String())
	}
	p.fact("reasoning", c.Reasoning)
	if c.Duration > 0 {
		p.fact("duration", c.Duration.Round(time.Microsecond).String())
	}
	for _, key := range slices.Sorted(maps.Keys(c.Tags)) {
		p.fact("tag", key+"="+c.Tags[key])
	}
	p.fact("traits", traits)
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
		text := terminal.Invariant(r)
		if len(r.Paths) > 0 {
			text += "  (" + strings.Join(r.Paths, ", ") + ")"
		}
		p.fact("invariant", text)
	}
	p.packets(c, screen.Width)
	p.fields(c)
	p.alignments(c)
	return p.Write(w, screen)
}

type casePage struct{ view.Page }

// fact prints a name and a text of one or several lines. It skips an empty text.
func (p *casePage) fact(name, text string) {
	if text == "" {
		return
	}
	text = strings.ReplaceAll(terminal.VisibleLines(text), "\n", "\n             ")
	p.Line("  %-9s  %s", name, text)
}

// packets prints how truth and answer divide each packet, in lines that fit a page.
func (p *casePage) packets(c *report.Case, width int) {
	for _, packet := range traits.PacketsOf(c) {
		p.Lines("  pages of " + terminal.Visible(packet.Path))
		for _, line := range packet.Lines(max(width-len("    "), 0)) {
			p.Line("    %s", line)
		}
	}
}

func (p *casePage) fields(c *report.Case) {
	if len(c.Fields) == 0 {
		return
	}
	rows := [][]string{{"field", "outcome", "score", "similarity", "weight"}}
	for i := range c.Fields {
		f := &c.Fields[i]
		rows = append(rows, []string{terminal.LineStart(f.Path), f.Outcome.String(), Decimals(f.Score), Decimals(f.Similarity), Decimals(f.Weight)})
		rows = append(rows, values(f)...)
	}
	p.Line("")
	p.Aligned(2, rows)
	if c.MoreFields > 0 {
		p.Line("  … and %d more, which the record does not hold", c.MoreFields)
	}
}

// values returns got and want of a field in full, each in a row of one cell.
func values(f *report.Field) (rows [][]string) {
	line := func(name, text string) {
		if text != "" {
			rows = append(rows, []string{fmt.Sprintf("  %-10s %s", name, terminal.Visible(text))})
		}
	}
	cut := ""
	if f.Cut {
		cut = "  (cut in the record)"
	}
	noGot, noWant := f.Withheld()
	got, want := indices(f.GotIndex), indices(f.WantIndex)
	if strings.Contains(f.Attribute, paths.Members) { // the path has the keys of the truth
		got, want = "", ""
		if len(f.GotKeys) > 0 {
			got = terminal.Visible(fmt.Sprintf("%q", f.GotKeys))
		}
	}
	line("got"+got, valueText(f.Got, noGot))
	line("want"+want, valueText(f.Want, noWant)+cut)
	line("tag", f.Tag)
	line("note", f.Note)
	line("class", f.ErrorClass)
	line("origin", source.Origin(f.Origin).String())
	if f.Confidence.Defined {
		line("confidence", f.Confidence.String())
	}
	line("details", words.Unescape(string(f.Details)))
	return rows
}

func valueText(value json.RawMessage, withheld bool) string {
	switch {
	case withheld:
		return "(redacted)"
	case len(value) == 0:
		return "-"
	}
	return words.Unescape(string(value))
}

// indices returns the indices of an item, such as [1 0] in a list of lists.
func indices(positions []int) string {
	if len(positions) == 0 {
		return ""
	}
	return fmt.Sprint(positions)
}

func (p *casePage) alignments(c *report.Case) {
	for i := range c.Alignments {
		a := &c.Alignments[i]
		head := fmt.Sprintf("  items of %s: %d paired, %d only got, %d only want", terminal.Visible(a.Path), a.Paired, a.OnlyGot, a.OnlyWant)
		if a.Ambiguous {
			head += "; another pairing scores the same"
		}
		p.Lines(head)
		for _, pair := range a.Pairs {
			p.Line("    got %s  want %s  similarity %s%s", ItemName(a, "got", pair.Got), ItemName(a, "want", pair.Want), Decimals(pair.Similarity), terminal.Visible(LeftOver(pair)))
		}
		if len(a.UnmatchedGot) > 0 {
			p.Line("    only got  %s", itemNames(a, "got", a.UnmatchedGot))
		}
		if len(a.UnmatchedWant) > 0 {
			p.Line("    only want %s", itemNames(a, "want", a.UnmatchedWant))
		}
		for _, n := range a.NearestToGot {
			p.Line("    got %s: %s", ItemName(a, "got", n.Got), terminal.Visible(n.Note(true)))
		}
		for _, n := range a.NearestToWant {
			p.Line("    want %s: %s", ItemName(a, "want", n.Want), terminal.Visible(n.Note(false)))
		}
	}
}

// LeftOver names the fields by which two items that were left over are paired, after a semicolon. It is "" for other pairs.
func LeftOver(p eval.Pair) string {
	if len(p.Agreeing) == 0 {
		return ""
	}
	return "; left over, and paired by " + strings.Join(p.Agreeing, ", ")
}

// ItemName returns the index of an item of got or want, or its key if it is in a map.
func ItemName(a *report.Alignment, side string, index int) string {
	if a != nil {
		keys := a.WantKeys
		if side == "got" {
			keys = a.GotKeys
		}
		if key, ok := keys[index]; ok {
			return terminal.Visible(strconv.Quote(key))
		}
	}
	return strconv.Itoa(index)
}

func itemNames(a *report.Alignment, side string, indices []int) string {
	var names []string
	for _, i := range indices {
		names = append(names, ItemName(a, side, i))
	}
	return "[" + strings.Join(names, " ") + "]"
}

// Rank orders cases by their [Status]: 0 for an error, 1 for a case that did not pass, 2 for a case that passed, 3 for
// a case that was skipped or not judged.
func Rank(status string) int {
	switch status {
	case "error":
		return 0
	case "pass":
		return 2
	case notJudged, "skipped":
		return 3
	}
	return 1
}

// notJudged is the status of a case that nothing judged; see [report.Case.Unjudged].
const notJudged = "not judged"

// Status returns the outcome of a case in one or two fixed words, whatever the record says.
func Status(c *report.Case) string {
	switch {
	case c.Status == report.Error:
		return "error"
	case c.Status == report.Skipped:
		return "skipped"
	case c.Unjudged():
		return notJudged
	case c.Verdict == eval.Pass && len(c.Broken()) > 0:
		return "broken" // its fields are right, and an invariant is broken
	case c.Verdict == eval.Pass:
		return "pass"
	case c.Verdict == eval.Partial:
		return "partial"
	}
	return "fail"
}

// Score returns the score of a case in words: "score 0.750", "not labelled".
func Score(c *report.Case) string {
	if c.Unlabelled {
		return "not labelled"
	}
	return "score " + c.Score.String()
}
