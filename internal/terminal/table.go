package terminal

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
)

// column is one column of numbers.
type column struct {
	title string
	of    func(i int) string // of attribute i
	width int                // of the widest cell
	// average is the cell of an average, nil for a count.
	average func(precision, recall, f1 report.Estimate) string
}

// spare are the columns that a narrow table goes without, the first ones first.
var spare = [][]string{{"P", "R"}, {"match"}, {"min–max"}, {"support"}}

// leastName is how narrow names become before columns are left out.
const leastName = 20

func (p *textPage) table() {
	if len(p.s.Attributes) == 0 {
		if c := p.s.Cases(); c.Unlabelled > 0 && c.Labelled() == 0 {
			p.line("  no case has a truth: the invariants are all that is known")
			return
		}
		p.line("  no field was scored")
		return
	}
	counts := p.measured(p.countColumns())
	ratios := p.measured(p.ratioColumns())
	p.fit(counts, ratios)
	counts, ratios = p.kept(counts), p.kept(ratios)
	nameWidth := p.nameWidth()

	p.WriteByte('\n')
	p.row(pad("field", nameWidth), counts, ratios, func(c column) string { return c.title })
	for i, a := range p.s.Attributes {
		p.row(pad(p.name(a), nameWidth), counts, ratios, func(c column) string { return c.of(i) })
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

// fit makes the names narrower, and then leaves out columns, until the table fits.
func (p *textPage) fit(columns ...[]column) {
	if p.o.Width <= 0 {
		return
	}
	room := p.o.Width
	for _, c := range slices.Concat(columns...) {
		room -= 2 + c.width
	}
	least := min(p.nameWidth(), leastName)
	for _, titles := range spare {
		if room >= least {
			break
		}
		for _, c := range slices.Concat(columns...) {
			if title := strings.TrimSpace(c.title); slices.Contains(titles, title) {
				room += 2 + c.width
				p.leftOut = append(p.leftOut, title)
			}
		}
	}
	for cells := min(p.o.NameWidth, room); p.nameWidth() > room && cells >= 8; cells-- {
		p.shorten(cells)
	}
}

// nameWidth returns the width of the first column.
func (p *textPage) nameWidth() int {
	width := words.Width("field")
	for _, a := range p.s.Attributes {
		width = max(width, words.Width(p.name(a)))
	}
	return width
}

// name returns what stands in the first column.
func (p *textPage) name(a report.Attribute) string {
	if a.Items {
		return p.short(a.Attribute) + " items"
	}
	return p.short(a.Attribute)
}

// kept returns the columns that are not left out.
func (p *textPage) kept(columns []column) []column {
	return slices.DeleteFunc(columns, func(c column) bool { return slices.Contains(p.leftOut, strings.TrimSpace(c.title)) })
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
		{title: "P", of: func(i int) string { return a[i].Precision.Value.String() },
			average: func(precision, _, _ report.Estimate) string { return blank(precision.Value) }},
		{title: "R", of: func(i int) string { return a[i].Recall.Value.String() },
			average: func(_, recall, _ report.Estimate) string { return blank(recall.Value) }},
		{title: "F1", of: func(i int) string { return a[i].F1.Value.String() },
			average: func(_, _, f1 report.Estimate) string { return f1.Value.String() }},
		{title: p.level() + " interval", of: func(i int) string { return a[i].F1.Interval() },
			average: func(_, _, f1 report.Estimate) string { return f1.Interval() }},
	}
	if len(p.s.Trials) > 1 {
		columns = append(columns, column{title: "min–max", of: func(i int) string { return report.Between(a[i].F1.Min, a[i].F1.Max) },
			average: func(_, _, f1 report.Estimate) string { return report.Between(f1.Min, f1.Max) }})
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
	for _, c := range ratios {
		cell := c.average(precision, recall, f1)
		b.WriteString(strings.Repeat(" ", max(2+c.width-words.Width(cell), 1)))
		b.WriteString(cell)
	}
	p.line("%s", b.String())
}

func blank(r report.Ratio) string {
	if !r.Defined {
		return ""
	}
	return r.String()
}
