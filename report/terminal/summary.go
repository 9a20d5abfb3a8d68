package terminal

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/report/summarize"
)

// TextOptions say how much of a summary is printed. The zero value is what a
// failing test shows.
type Options struct {
	// WorstFields and WorstCases bound what is listed below the table. Default 5
	// each; none when negative.
	WorstFields, WorstCases int
	// NameWidth is the widest that a field name may be, in cells; longer ones are
	// cut in the middle. Default 32.
	NameWidth int
}

const (
	defaultWorst     = 5
	defaultNameWidth = 32
	valueWidth       = 32 // cells for got in the list of worst cases
)

// WriteText prints a summary as a table for people: attributes in order with
// support, counts, P, R, F1 and interval, the averages, accuracy and mean score
// beside their null floors (what an extractor that returns nothing would have),
// further metrics, how far several trials agree, then the worst fields and the
// worst cases. Undefined numbers are "-", zero counts "·"; columns of counts that
// are all zero are left out. Below the table stands a warning when intervals are of
// fewer than 30 cases, or not there for too many fields and trials, and which fields
// have no value in any truth or answer.
//
// Text from documents is made visible (see [Visible]); widths are those of
// terminals; there are no colours; no line can be taken for one of go test's.
func WriteText(w io.Writer, s report.Summary, o Options) error {
	o = o.withDefaults()
	p := &textPage{s: s, o: o}
	p.heading()
	p.table()
	p.footnotes()
	p.scores()
	p.metrics()
	p.stability()
	p.worstFields()
	p.worstCases()
	_, err := io.WriteString(w, p.String())
	if err != nil {
		return fmt.Errorf("report: printing the summary of %q: %w", s.Dataset, err)
	}
	return nil
}

func (o Options) withDefaults() Options {
	if o.WorstFields == 0 {
		o.WorstFields = defaultWorst
	}
	if o.WorstCases == 0 {
		o.WorstCases = defaultWorst
	}
	if o.NameWidth <= 0 {
		o.NameWidth = defaultNameWidth
	}
	o.WorstFields, o.WorstCases = max(o.WorstFields, 0), max(o.WorstCases, 0)
	return o
}

type textPage struct {
	strings.Builder
	s report.Summary
	o Options
}

func (p *textPage) line(format string, args ...any) {
	p.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " "))
	p.WriteByte('\n')
}

// heading prints "invoices: 60 cases: 41 pass, 17 partial, 2 fail".
func (p *textPage) heading() {
	if len(p.s.Trials) > 1 {
		p.line("%s: %d trials, every number is their mean", p.name(), len(p.s.Trials))
		for _, t := range p.s.Trials {
			p.line("  trial %d: %s", t.Trial, describeCases(t.Cases))
		}
		return
	}
	p.line("%s: %s", p.name(), describeCases(p.s.Cases()))
}

// name is that of the data set, cut where it would fill lines.
func (p *textPage) name() string {
	const most = 80
	return Fit(LineStart(p.s.Dataset), most)
}

func describeCases(c report.CaseCount) string {
	var parts []string
	for _, part := range []struct {
		n    int
		name string
	}{{c.Pass, "pass"}, {c.Partial, "partial"}, {c.Fail, "fail"}, {c.Skipped, "skipped"}} {
		if part.n > 0 {
			parts = append(parts, strconv.Itoa(part.n)+" "+part.name)
		}
	}
	text := Plural(c.Total(), "case")
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, ", ")
	}
	if c.Error > 0 {
		text += fmt.Sprintf("; %s in the extractor", Plural(c.Error, "error"))
	}
	return text
}

// column is one column of numbers.
type column struct {
	title string
	of    func(i int) string // of attribute i
	width int                // of the widest cell
}

func (p *textPage) table() {
	if len(p.s.Attributes) == 0 {
		p.line("  no field was scored")
		return
	}
	names := make([]string, len(p.s.Attributes))
	nameWidth := Width("field")
	for i, a := range p.s.Attributes {
		names[i] = Fit(LineStart(a.Attribute), p.o.NameWidth)
		if a.Items {
			names[i] += " items"
		}
		nameWidth = max(nameWidth, Width(names[i]))
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
			b.WriteString(strings.Repeat(" ", 2+c.width-Width(text)))
			b.WriteString(text)
		}
	}
	p.line("%s", b.String())
}

// measured returns columns with their widths.
func (p *textPage) measured(columns []column) []column {
	for k := range columns {
		c := &columns[k]
		c.width = Width(c.title)
		for i := range p.s.Attributes {
			c.width = max(c.width, Width(c.of(i)))
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
		{title: p.level() + " interval", of: func(i int) string { return report.Between(p.s.Interval(a[i].F1)) }},
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
	if short, _, _ := strings.Cut(name, ":"); Width(name) > left {
		name = short
	}
	b.WriteString(pad(name, left))
	cells := []string{blank(precision.Value), blank(recall.Value), f1.Value.String(), report.Between(p.s.Interval(f1)), report.Between(f1.Min, f1.Max)}
	for i, c := range ratios {
		b.WriteString(strings.Repeat(" ", max(2+c.width-Width(cells[i]), 1)))
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

const maxWithoutValues = 10 // names

// footnotes prints what the table does not show: how far its intervals can be
// believed, and which fields are right because nothing is there.
func (p *textPage) footnotes() {
	var notes []string
	if p.s.FewCases() {
		notes = append(notes, "fewer than 30 cases: intervals are too narrow")
	}
	if p.s.Resamples == 0 && len(p.s.Attributes)*len(p.s.Trials) > summarize.MaxRows {
		notes = append(notes, "too many fields and trials for intervals")
	}
	var names []string
	all := p.s.WithoutValues()
	for _, name := range all[:min(len(all), maxWithoutValues)] {
		names = append(names, Fit(LineStart(name), p.o.NameWidth))
	}
	if more := len(all) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	if len(names) > 0 {
		notes = append(notes, "no value in any truth or answer: "+strings.Join(names, ", "))
	}
	if len(notes) > 0 {
		p.line("")
	}
	for _, note := range notes {
		p.line("%s", note)
	}
}

// scores prints accuracy and mean score with their floors: what an extractor that
// returns nothing would have.
func (p *textPage) scores() {
	p.WriteByte('\n')
	p.score("accuracy", p.s.Accuracy, p.s.NullAccuracy)
	p.score("mean score", p.s.MeanScore, p.s.MeanNullScore)
}

func (p *textPage) score(name string, e, null report.Estimate) {
	text := fmt.Sprintf("%-10s  %5s", name, e.Value)
	if len(p.s.Trials) > 1 && e.Min.Defined {
		text += fmt.Sprintf("  (%s over trials)", report.Between(e.Min, e.Max))
	}
	p.line("%s  null floor %s", text, null.Value)
}

func (p *textPage) worstFields() {
	worst := p.s.WorstFields(p.o.WorstFields)
	if len(worst) == 0 {
		return
	}
	p.line("")
	p.line("worst fields")
	nameWidth := 0
	for _, a := range worst {
		nameWidth = max(nameWidth, Width(Fit(LineStart(a.Attribute), p.o.NameWidth)))
	}
	for _, a := range worst {
		name := pad(Fit(LineStart(a.Attribute), p.o.NameWidth), nameWidth)
		if !a.F1.Value.Defined {
			p.line("  %s  %s: %s", name, p.noMatch(), p.mistakes(a.Attribute))
			continue
		}
		p.line("  %s  F1 %s  %s", name, a.F1.Value, p.mistakes(a.Attribute))
	}
}

// noMatch stands for an F1 that is undefined though there are mistakes; "-" would
// read as if there were no data.
func (p *textPage) noMatch() string {
	if len(p.s.Trials) > 1 {
		return "no match in a trial"
	}
	return "no match"
}

// mistakes returns "3 wrong, 1 missing" of an attribute.
func (p *textPage) mistakes(name string) string {
	var parts []string
	for i, a := range p.s.Attributes {
		if a.Attribute != name {
			continue
		}
		for _, o := range []metrics.Outcome{metrics.Wrong, metrics.Missing, metrics.Hallucinated, metrics.Invented, metrics.Errored} {
			if n := p.count(i, o); n > 0 {
				parts = append(parts, p.mean(n)+" "+o.String())
			}
		}
	}
	return strings.Join(parts, ", ")
}

func (p *textPage) worstCases() {
	worst := p.s.WorstCases[:min(len(p.s.WorstCases), p.o.WorstCases)]
	if len(worst) == 0 {
		return
	}
	p.line("")
	p.line("worst cases")
	for _, c := range worst {
		p.worstCase(c)
	}
}

func (p *textPage) worstCase(c report.WorstCase) {
	id := Clip(LineStart(c.ID), 2*p.o.NameWidth)
	if len(p.s.Trials) > 1 {
		id += " (" + p.inTrials(c) + ")"
	}
	judged := string(c.Verdict)
	if c.Status == report.Error {
		judged = "error: " + Clip(Visible(c.Error), 3*valueWidth)
	}
	p.line("  %s  score %s  %s", id, report.RatioOf(c.Score, true), judged)
	nameWidth, gotWidth := 0, 0
	for _, m := range c.Misses {
		if hasValue(m) {
			nameWidth = max(nameWidth, Width(p.miss(m)))
			gotWidth = max(gotWidth, Width(p.got(m)))
		}
	}
	for _, m := range c.Misses {
		if !hasValue(m) {
			p.line("    %s", p.miss(m))
			continue
		}
		p.line("    %s  %s  want %s", pad(p.miss(m), nameWidth), pad(p.got(m), gotWidth), valueText(m.Want, m.WantWithheld))
	}
	if c.MoreMisses > 0 {
		p.line("    … and %d more", c.MoreMisses)
	}
}

// inTrials says in how many trials a case is no pass, which only the stability
// knows, and else which trial is shown.
func (p *textPage) inTrials(c report.WorstCase) string {
	s, n := p.s.Stability, len(p.s.Trials)
	if s != nil {
		for _, f := range s.Flaky {
			if f.ID == c.ID {
				return fmt.Sprintf("%d of %d trials", f.Failed, f.Trials)
			}
		}
		// A case with all of its trials that is not flaky is no pass in any of them.
		if s.Trials == n && s.FlakyCases == len(s.Flaky) && s.Cases*n == p.s.Cases().Total() {
			return fmt.Sprintf("%d of %d trials", n, n)
		}
	}
	return fmt.Sprintf("trial %d", c.Trial)
}

func (p *textPage) miss(m report.Miss) string { return Clip(LineStart(m.Miss), 2*p.o.NameWidth) }

func (p *textPage) got(m report.Miss) string { return "got " + valueText(m.Got, m.GotWithheld) }

// hasValue reports whether there was a value on either side.
func hasValue(m report.Miss) bool {
	return m.Got != "" || m.Want != "" || m.GotWithheld || m.WantWithheld
}

// valueText prints one value. A hash says nothing to a reader.
func valueText(json string, withheld bool) string {
	switch {
	case withheld || redact.IsHash([]byte(json)):
		return "(redacted)"
	case json == "":
		return "nothing"
	}
	return Clip(Visible(json), valueWidth)
}
