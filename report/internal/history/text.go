package history

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
)

const (
	nameWidth  = 32
	maxColumns = 40 // runs in a line of bars, the newest
)

const change = "change point"

// tables returns one table of the fields and one of the invariants; a table without rows is left out.
func (r Report) tables(s *Set) (all []view.Table) {
	const recent = "over the last runs"
	for _, rules := range []bool{false, true} {
		t := view.TableOf([][]string{{"F1", "first", "newest", "people", "runs", recent, change}}).Left("runs", recent, change).
			Spared([]string{change}, []string{"first"}, []string{"people"}, []string{recent}, []string{"runs"})
		t.Columns[3].Optional = true
		if rules { // people
			t.Columns[0].Name = "invariant"
		}
		for i := range s.Rows {
			row := &s.Rows[i]
			if (row.Kind == report.KindInvariant) != rules {
				continue
			}
			people := ""
			if row.People.Value.Defined {
				people = row.People.Value.String()
			}
			cells := append([]view.Cell{terminal.FieldName(report.Attribute{Attribute: row.Name, Items: row.Items})},
				view.Cells(row.first().String(), row.newest().String(), people, bars(row.Values), row.RecentText(), r.ChangeText(row))...)
			if c := row.Recent; c != nil {
				cells[5].Text[0].Tone = c.Verdict.Tone()
			}
			t.Rows = append(t.Rows, view.Row{Cells: cells})
		}
		all = append(all, t)
	}
	return slices.DeleteFunc(all, func(t view.Table) bool { return len(t.Rows) == 0 })
}

// WriteText prints a report for people: first the lines of [Report.Heading], which explain the exit status of the
// command, then a table of the fields and a table of the invariants. The height of a bar is F1, or the rate at which an
// invariant holds. The scale goes from the least to the greatest value of the row, and spans at least 0.1. "·" is a run
// without the field.
//
// If a page is too narrow, change points are printed below their table; if it is still too narrow, columns are left out.
func WriteText(w io.Writer, r Report, screen view.Screen) error {
	p := view.Page{Blocks: r.blocks(func(t view.Table) []view.Block { return narrow(t, screen) })}
	return p.Write(w, screen)
}

// WriteMarkdown prints the same as Markdown.
func WriteMarkdown(w io.Writer, r Report) error {
	blocks := r.blocks(func(t view.Table) []view.Block { return []view.Block{t} })
	_, err := io.WriteString(w, strings.TrimPrefix(view.Markdown(blocks...), "\n"))
	return err
}

// blocks returns the page of a report; show returns what a surface shows of a table.
func (r Report) blocks(show func(view.Table) []view.Block) (blocks []view.Block) {
	for i, line := range r.Heading() {
		sentence := view.Sentence{Text: view.Plain(terminal.LineStart(line))}
		if i == 0 {
			sentence.Tone = view.Strong
		}
		blocks = append(blocks, sentence)
	}
	return append(blocks, r.Body(func(s *Set) (fields []view.Block) {
		for _, t := range r.tables(s) {
			fields = slices.Concat(fields, []view.Block{view.Sentence{}}, show(t), terminal.Footnotes(t.Has("people"), false))
		}
		return fields
	})...)
}

// Body returns a report below its heading; fields returns what a surface shows of the fields of a data set.
func (r Report) Body(fields func(*Set) []view.Block) (blocks []view.Block) {
	for i := range r.Sets {
		s := &r.Sets[i]
		heading := view.Heading{Level: 3, Text: view.Code(s.Dataset)}
		if slices.ContainsFunc(r.Sets, func(other Set) bool { return other.Dataset == s.Dataset && other.Package != s.Package }) {
			heading.Text = heading.Text.With(view.Span{Text: "in"}, view.Span{Text: s.Package, Code: true})
		}
		if r.System != "" {
			system := view.Code(r.System)
			system[0].Tail = ":"
			heading.Text = system.With(heading.Text...)
		}
		blocks = append(blocks, view.Part{Heading: heading, Blocks: slices.Concat(fields(s), view.Apart(s.NumberTable()), view.Apart(view.Quotes("", r.LabelChanges(s))))})
	}
	return append(blocks, view.Apart(view.Note(r.Method()+"."))...)
}

// narrow returns a table. If the page is too narrow for the change points, they follow below the table.
func narrow(t view.Table, screen view.Screen) []view.Block {
	leftOut, _ := t.LeftOut(screen)
	t.Quiet = true
	p := view.Page{Blocks: []view.Block{t}}
	if len(leftOut) == 0 {
		return p.Blocks
	}
	if leftOut[0] == change {
		leftOut = leftOut[1:]
	}
	if text := screen.TooNarrow(leftOut); text != "" {
		p.Line("%s", text)
	}
	for i, row := range t.Rows {
		if text := t.Cell(i, change).String(); strings.Contains(text, "→") {
			p.Line("%s: %s %s", change, row.Cells[0], text)
		}
	}
	return p.Blocks
}

// Heading sums up the report in lines: the runs; for each data set the rows that fell and have not risen again,
// "fallen: total 0.930 → 0.740 since run-6"; then the lines of [diff.Report.Headline], without [diff.NoChange] if a row
// fell; then warnings about drafts and changed truths.
func (r Report) Heading() []string {
	oldest, newest := r.Runs[len(r.Runs)-r.Last], r.Runs[len(r.Runs)-1]
	system := ""
	if r.System != "" {
		system = r.System + ": "
	}
	lines := []string{system + fmt.Sprintf("%d runs; over the last %d, from %s to %s:", len(r.Runs), r.Last, oldest.Label(), newest.Label())}
	all := r.fallen()
	for i := range r.Sets {
		rows := all[&r.Sets[i]]
		if len(rows) == 0 {
			continue
		}
		var parts []string
		for _, row := range rows {
			parts = append(parts, row.Name+" "+r.changed(row.Change))
		}
		text := words.List(parts, maxFallen, "%d more")
		if len(r.Sets) > 1 {
			text = r.Sets[i].Dataset + ": " + text
		}
		lines = append(lines, "fallen: "+text)
	}
	recent := r.Recent.Headline()
	if len(all) > 0 && recent[0] == diff.NoChange {
		recent = recent[1:]
	}
	return slices.Concat(lines, recent, r.doubtful())
}

// doubtful says, for each data set, how many truths of the last runs are drafts, and how many have changed since.
func (r Report) doubtful() (lines []string) {
	for i := range r.Recent.Sets {
		s := &r.Recent.Sets[i]
		for _, w := range s.Warnings {
			if w.Kind != diff.Moved && (w.Kind != diff.Drafted || s.NotEvaluable != "") {
				continue // the reason why it is not evaluable names the drafts
			}
			if len(r.Recent.Sets) > 1 {
				w.Message = s.Dataset + ": " + w.Message
			}
			lines = append(lines, w.Message)
		}
	}
	return lines
}

const maxFallen = 5 // rows of a data set in the heading

// Method returns the sentence that ends a report: a bound on the chance of a false fall.
func (r Report) Method() string {
	return fmt.Sprintf("read after every run: where nothing changes, the chance that any of %d reads in a row finds a fall is at most %s %%, all fields and data sets together",
		reads, strconv.FormatFloat(math.Round(1e6*(1-r.Level))/1e4, 'f', -1, 64))
}

// Label returns the name of a run, its day, its labels, the versions of its data and its number of repetitions: "run-6
// (2026-11-06, prompt=v3, data 2026-11)".
func (r Run) Label() string {
	var parts []string
	if !r.Start.IsZero() {
		parts = append(parts, r.Start.UTC().Format(time.DateOnly))
	}
	if text := words.Labels(r.Labels); text != "" {
		parts = append(parts, text)
	}
	for _, v := range r.Versions {
		parts = append(parts, terminal.DataVersion(v))
	}
	if r.Repetitions > 1 {
		parts = append(parts, words.Plural(r.Repetitions, "repetition"))
	}
	if len(parts) == 0 {
		return r.Name
	}
	return r.Name + " (" + strings.Join(parts, ", ") + ")"
}

// RecentText returns the change over the last runs: "regressed -0.200 (p 0.016)", "~ -0.012" for a change that is
// not significant, "" where F1 is the same.
func (r *Row) RecentText() string {
	c := r.Recent
	switch {
	case c == nil:
		return ""
	case c.Verdict == diff.Disappeared || c.Verdict == diff.Appeared:
		return string(c.Verdict)
	case c.Verdict != diff.Same:
		p, _ := c.P()
		return fmt.Sprintf("%s %+.3f (p %s)", c.Verdict, c.Delta.Value, words.PValue(p))
	case c.Delta.Value != 0:
		return fmt.Sprintf("~ %+.3f", c.Delta.Value)
	}
	return ""
}

// ChangeText returns the change point of a row: "0.930 → 0.740 since run-6 (2026-11-06) (p 0.024)", "0.950 → 0.850
// little by little (p 0.024)", with "not the newest runs" where the change no longer stands, "none", or "too few runs"
// where the row is not tested.
func (r Report) ChangeText(row *Row) string {
	switch c := row.Change; {
	case c == nil && !row.longEnough():
		return "too few runs"
	case c == nil:
		return "none"
	case !c.Stands:
		return fmt.Sprintf("%s (p %s), not the newest runs", r.changed(c), words.PValue(c.P))
	default:
		return fmt.Sprintf("%s (p %s)", r.changed(c), words.PValue(c.P))
	}
}

// changed says how F1 changed and since when: "0.930 → 0.740 since run-6".
func (r Report) changed(c *Change) string {
	if c.Gradual {
		return fmt.Sprintf("%s → %s little by little", c.Before, c.After)
	}
	return fmt.Sprintf("%s → %s since %s", c.Before, c.After, words.Clip(words.Visible(r.Runs[c.Run].Label()), nameWidth))
}

// longEnough reports whether enough runs have the row for a test.
func (r *Row) longEnough() bool {
	n := 0
	for _, v := range r.tested {
		if !math.IsNaN(v) {
			n++
		}
	}
	return n >= leastRuns
}

// bars draws the newest values, one character each.
func bars(values []report.Estimate) string {
	values = values[max(0, len(values)-maxColumns):]
	low, high := 1.0, 0.0
	for _, e := range values {
		if v := e.Value; v.Defined {
			low, high = min(low, v.Value), max(high, v.Value)
		}
	}
	low = min(low, high-0.1)
	levels := []rune("▁▂▃▄▅▆▇█")
	var b strings.Builder
	for _, e := range values {
		v := e.Value
		if !v.Defined {
			b.WriteRune('·')
			continue
		}
		b.WriteRune(levels[int((v.Value-low)/(high-low)*float64(len(levels)-1)+0.5)])
	}
	return b.String()
}
