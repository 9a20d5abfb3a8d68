package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// gate returns the table of the limits of the gate, and what the baseline says.
func (s Sections) gate() []view.Block {
	gate := s.Set.Judgement.Gate
	if gate == nil {
		return nil
	}
	t := view.TableOf([][]string{{"limit on", "value", "limit", "kept?", "interval"}}).Left("kept?")
	t.Columns[4].Optional = true
	for _, c := range gate.Checks {
		t.Rows = append(t.Rows, s.limitRow(c))
	}
	t, more := s.FirstRows(t, "limit", "that are not kept", func(i int) bool { return !gate.Checks[i].Passed })
	t.Class = "gate"
	if gate.Baseline != nil && gate.Baseline.NotEvaluable == "" {
		t.Rows = append(t.Rows, baselineRow(gate.Baseline))
	}
	blocks := []view.Block{t, more}
	if slices.ContainsFunc(t.Rows, func(r view.Row) bool { return !r.Cells[4].Empty() }) {
		blocks = append(blocks, view.Note("Where an interval is given, the limit lies within it: other documents could fail."))
	}
	if lines := s.Set.Judgement.Baseline(); len(lines) > 1 || len(lines) == 1 && gate.Baseline.NotEvaluable != "" { // more than the row says
		blocks = append(blocks, view.Note(lines[0]), view.Quotes("", lines[1:]))
	}
	return view.Section(s.title("Gate", "of", ""), blocks...)
}

// limitRow is the row of a limit.
func (s Sections) limitRow(c report.Check) view.Row {
	measure := func(n report.Number) bool { return n.Count && terminal.IsMeasure(n) }
	count := measure(s.Set.Number(c.Metric)) || measure(s.Set.Number("measure "+c.Metric))
	value, limit, margin := terminal.Amount(c.Value, count), terminal.Amount(report.RatioOf(c.Limit, true), count), ""
	switch quantity := usage.QuantityOf(c.Metric); {
	case c.Metric == words.Errors:
		value, limit = strconv.Itoa(int(c.Value.Value)), "at most "+strconv.Itoa(int(c.Limit))
	case quantity != "":
		limit = quantity.Text(c.Limit)
		if c.Value.Defined {
			value, margin = quantity.Text(c.Value.Value), quantity.Text(c.Value.Value-c.Limit)
		}
	case c.Value.Defined:
		margin = fmt.Sprintf("%+.3f", c.Value.Value-c.Limit)
	}
	if c.AtMost {
		limit = "at most " + limit
	}
	row := keptRow(view.Quote(c.Name()), value, limit, c.Passed)
	basis := verdict.BasisOf(c).Of(s.Set.Judgement.Gate.Cases, "")
	row.Cells[1].Text = row.Cells[1].Text.With(view.Span{Text: strings.TrimPrefix(basis, " "), Tone: view.Dim})
	row.Cells[3].Text = row.Cells[3].Text.With(view.Span{Text: margin, Tone: view.Dim})
	if c.WithinChance() && c.Passed {
		row.Cells[4].Text = view.Text{{Text: report.Estimate{Low: c.Low, High: c.High, Approximate: c.Approximate}.Interval(), Tone: view.Dim}}
	}
	return row
}

// baselineRow is the row of a baseline in the table of limits.
func baselineRow(b *report.Baseline) view.Row {
	value, limit := "no worse", "no fall beyond chance"
	if b.MaxFall > 0 {
		limit += fmt.Sprintf(", nor of more than %g and noise", b.MaxFall)
	}
	if !b.Passed() {
		value = "worse"
	}
	return keptRow(view.Plain("no worse than").With(view.Quote(b.File)...), value, limit, b.Passed())
}

// keptRow returns a row of the table of limits, which says whether the limit is kept.
func keptRow(name view.Text, value, limit string, kept bool) view.Row {
	row := view.Row{Cells: append([]view.Cell{{Text: name}}, view.Cells(value, limit, "kept", "")...)}
	row.Cells[3].Text[0].Tone = view.Good
	if !kept {
		row.Tone, row.Cells[1].Text[0].Tone, row.Cells[3].Text = view.Bad, view.Missed, view.Text{{Text: "not kept", Tone: view.Bad}}
	}
	return row
}
