package terminal

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/words"
)

// column is one column of numbers.
type column struct {
	title string
	of    func(i int) string // of attribute i
	width int                // of the widest cell
}

func (p *textPage) table() {
	if len(p.s.Attributes) == 0 {
		if c := p.s.Cases(); c.Unlabelled > 0 && c.Labelled() == 0 {
			p.line("  no case has a truth: the invariants are all that is known")
			return
		}
		p.line("  no field was scored")
		return
	}
	names := make([]string, len(p.s.Attributes))
	nameWidth := words.Width("field")
	for i, a := range p.s.Attributes {
		names[i] = words.Fit(LineStart(a.Attribute), p.o.NameWidth)
		if a.Items {
			names[i] += " items"
		}
		nameWidth = max(nameWidth, words.Width(names[i]))
	}
	counts := p.measured(p.countColumns())
	ratios := p.measured(p.ratioColumns())

	p.WriteByte('\n')
	p.row(pad("field", nameWidth), counts, ratios, func(c column) string { return c.title })
	for i := range names {
		p.row(pad(names[i], nameWidth), counts, ratios, func(c column) string { return c.of(i) })
	}
	p.WriteByte('\n')
	left := nameWidth
	for _, c := range counts {
		left += 2 + c.width
	}
	p.average("micro average: every value has the same say", left, ratios, p.s.MicroPrecision, p.s.MicroRecall, p.s.MicroF1)
	p.average("macro average: every field has the same say", left, ratios, report.Estimate{}, report.Estimate{}, p.s.MacroF1)
	p.average("weighted average: every field by its support", left, ratios, report.Estimate{}, report.Estimate{}, p.s.WeightedF1)
}

func (p *textPage) row(name string, counts, ratios []column, cell func(column) string) {
	var b strings.Builder
	b.WriteString(name)
	for _, columns := range [][]column{counts, ratios} {
		for _, c := range columns {
			text := cell(c)
			b.WriteString(strings.Repeat(" ", 2+c.width-words.Width(text)))
			b.WriteString(text)
		}
	}
	p.line("%s", b.String())
}

// measured returns columns with their widths.
func (p *textPage) measured(columns []column) []column {
	for k := range columns {
		c := &columns[k]
		c.width = words.Width(c.title)
		for i := range p.s.Attributes {
			c.width = max(c.width, words.Width(c.of(i)))
		}
	}
	return columns
}

// countColumns returns support and the counts that are not all zero.
func (p *textPage) countColumns() []column {
	columns := []column{{title: "support", of: func(i int) string { return p.mean(p.s.Attributes[i].Support) }}}
	for _, c := range []struct {
		title   string
		outcome metrics.Outcome
		always  bool
	}{
		{"match", metrics.Match, true},
		{"wrong", metrics.Wrong, true},
		{"missing", metrics.Missing, true},
		{"halluc.", metrics.Hallucinated, false},
		{"invented", metrics.Invented, false},
		{"errored", metrics.Errored, false},
	} {
		any := c.always
		for i := range p.s.Attributes {
			any = any || p.count(i, c.outcome) > 0
		}
		if any {
			columns = append(columns, column{title: c.title, of: func(i int) string { return p.mean(p.count(i, c.outcome)) }})
		}
	}
	return columns
}

// count returns the mean over trials of how often an outcome occurred.
func (p *textPage) count(i int, o metrics.Outcome) float64 {
	n := 0
	for _, t := range p.s.Trials {
		if i < len(t.Counts) {
			n += t.Counts[i].Counts.Of(o)
		}
	}
	return float64(n) / float64(max(len(p.s.Trials), 1))
}

// mean prints a count, or a mean of counts with one decimal where it needs one.
func (p *textPage) mean(n float64) string {
	switch {
	case n == 0:
		return "·"
	case n == float64(int64(n)):
		return strconv.FormatInt(int64(n), 10)
	}
	return strconv.FormatFloat(n, 'f', 1, 64)
}

func (p *textPage) ratioColumns() []column {
	a := p.s.Attributes
	columns := []column{
		{title: "P", of: func(i int) string { return a[i].Precision.Value.String() }},
		{title: "R", of: func(i int) string { return a[i].Recall.Value.String() }},
		{title: "F1", of: func(i int) string { return a[i].F1.Value.String() }},
		{title: p.level() + " interval", of: func(i int) string { return a[i].F1.Interval() }},
	}
	if len(p.s.Trials) > 1 {
		columns = append(columns, column{title: "min–max", of: func(i int) string { return report.Between(a[i].F1.Min, a[i].F1.Max) }})
	}
	for i := range columns[:3] {
		of := columns[i].of
		columns[i].title = fmt.Sprintf("%5s", columns[i].title)
		columns[i].of = func(i int) string { return fmt.Sprintf("%5s", of(i)) }
	}
	return columns
}

func (p *textPage) level() string {
	return strconv.FormatFloat(100*p.s.Level, 'f', -1, 64) + "%"
}

// average prints a line whose name may reach over the counts up to the ratios.
func (p *textPage) average(name string, left int, ratios []column, precision, recall, f1 report.Estimate) {
	var b strings.Builder
	if short, _, _ := strings.Cut(name, ":"); words.Width(name) > left {
		name = short
	}
	b.WriteString(pad(name, left))
	cells := []string{blank(precision.Value), blank(recall.Value), f1.Value.String(), f1.Interval(), report.Between(f1.Min, f1.Max)}
	for i, c := range ratios {
		b.WriteString(strings.Repeat(" ", max(2+c.width-words.Width(cells[i]), 1)))
		b.WriteString(cells[i])
	}
	p.line("%s", b.String())
}

func blank(r report.Ratio) string {
	if !r.Defined {
		return ""
	}
	return r.String()
}
