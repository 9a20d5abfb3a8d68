package diff

import (
	"math"
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/terminal"
)

// MeasureRow is one measure in both runs. Beside the fields it is no further hypothesis: it
// has an interval, and no verdict is made of it. A gate may limit it.
type MeasureRow struct {
	Measure      string `json:"measure"`
	LessIsBetter bool   `json:"less_is_better,omitzero"`
	Count        bool   `json:"count,omitzero"` // a number of things, not a ratio in [0,1]
	// Cases is how many cases have it in both runs, and Old and New are of these: of each
	// case the means over its trials, and of these Σ sum / Σ weight. Of a measure over trials, which
	// no case has, Cases is 0 and Old and New are those of the recorded summaries.
	Cases int          `json:"cases,omitzero"`
	Old   report.Ratio `json:"old,omitzero"`
	New   report.Ratio `json:"new,omitzero"`
	// Delta is New less Old, with the interval of a bootstrap over cases, paired:
	// undefined with fewer than two cases, and where none changed. Approximate: there are fewer than
	// [stats.FewDocuments].
	Delta       report.Ratio `json:"delta,omitzero"`
	Low         report.Ratio `json:"low,omitzero"`
	High        report.Ratio `json:"high,omitzero"`
	Approximate bool         `json:"approximate,omitzero"`
}

// contribution is what one trial of a case adds to a measure, with a sum of -1 where its
// record does not say it.
type contribution struct{ sum, weight float64 }

var notMeasured = contribution{sum: -1}

// measured are the contributions of the entries of a ledger, those of an entry side by side.
type measured struct {
	names    []string
	values   []contribution // those behind the last one that says any left out
	recorded []report.Metric
	adopted  int // summaries
}

// adopt takes what a recorded summary says. Of several, as of shards, there is no value.
func (m *measured) adopt(recorded []report.Metric) {
	if m.adopted++; m.adopted > 1 {
		recorded = nil
	}
	m.recorded = recorded
}

// newMeasured is for the measures of which cases have records.
func newMeasured(all []report.Measure) measured {
	var m measured
	for _, one := range all {
		if !one.OverTrials {
			m.names = append(m.names, one.Name)
		}
	}
	return m
}

// add notes what the entry of that number contributes.
func (m *measured) add(entry int32, all []report.Measured) {
	if len(m.names) == 0 || len(all) == 0 {
		return
	}
	for len(m.values) < (int(entry)+1)*len(m.names) {
		m.values = append(m.values, notMeasured)
	}
	own := m.values[int(entry)*len(m.names):]
	for i, one := range all {
		if i >= len(m.names) || m.names[i] != one.Name { // mostly in the order of the declaration
			i = slices.Index(m.names, one.Name)
		}
		if i >= 0 {
			own[i] = contribution{one.Sum, one.Weight}
		}
	}
}

// forget forgets what an entry contributes.
func (m *measured) forget(entry int32) {
	for i := range m.names {
		if at := int(entry)*len(m.names) + i; at < len(m.values) {
			m.values[at] = notMeasured
		}
	}
}

// of returns what an entry contributes to a measure, by its place among the names.
func (m *measured) of(entry int32, name int) contribution {
	if at := int(entry)*len(m.names) + name; name >= 0 && at < len(m.values) {
		return m.values[at]
	}
	return notMeasured
}

// appendTo appends what an entry contributes to each measure of which its record says anything.
func (m *measured) appendTo(all []report.Measured, entry int32) []report.Measured {
	for i, name := range m.names {
		if c := m.of(entry, i); c.sum >= 0 {
			all = append(all, report.Measured{Name: name, Sum: c.sum, Weight: c.weight})
		}
	}
	return all
}

// measuredIn returns the means over the trials of a case.
func (l *ledger) measuredIn(number int32, name int) contribution {
	var mean contribution
	n := 0.0
	for at := l.last(number); at >= 0; at = l.book.at(at).previous {
		if c := l.measures.of(at, name); c.sum >= 0 && !l.book.at(at).skipped {
			mean.sum, mean.weight = mean.sum+c.sum, mean.weight+c.weight
			n++
		}
	}
	if n == 0 {
		return notMeasured
	}
	return contribution{mean.sum / n, mean.weight / n}
}

// recordedMetric returns the value of a measure over trials, which stands in the summary alone.
func (l *ledger) recordedMetric(name string) report.Ratio {
	for _, m := range l.measures.recorded {
		if m.Name == name {
			return m.Value
		}
	}
	return report.Ratio{}
}

// measures compares what both runs have measured, in the order of the new one.
func (p *paired) measures() {
	for _, m := range p.sides[1].dataset.Measures {
		old := slices.IndexFunc(p.sides[0].dataset.Measures, func(o report.Measure) bool { return o.Name == m.Name && o.OverTrials == m.OverTrials })
		if old < 0 {
			continue
		}
		r := MeasureRow{Measure: m.Name, LessIsBetter: m.LessIsBetter, Count: m.Count}
		if m.OverTrials {
			r.Old, r.New = p.sides[0].recordedMetric(m.Name), p.sides[1].recordedMetric(m.Name)
		} else if p.measure(&r, [2]report.Ratio{p.sides[0].dataset.Measures[old].Empty, m.Empty}); r.Cases == 0 {
			continue
		}
		r.Delta = report.RatioOf(nine(r.New.Value-r.Old.Value), r.Old.Defined && r.New.Defined)
		p.set.Measures = append(p.set.Measures, r)
	}
}

// measure compares one measure of which cases have records; empty is its value where all
// weights are 0.
func (p *paired) measure(r *MeasureRow, empty [2]report.Ratio) {
	var names [2]int
	for side, l := range p.sides {
		names[side] = slices.Index(l.measures.names, r.Measure)
	}
	pair := func(d document) (both [2]contribution, ok bool) {
		for side, l := range p.sides {
			both[side] = l.measuredIn(d.cases[side], names[side])
		}
		return both, both[0].sum >= 0 && both[1].sum >= 0
	}
	var total [2]contribution
	changed := false
	for _, d := range p.documents {
		if both, ok := pair(d); ok {
			r.Cases++
			changed = changed || both[0] != both[1]
			for side, c := range both {
				total[side].sum += c.sum
				total[side].weight += c.weight
			}
		}
	}
	values := [2]*report.Ratio{&r.Old, &r.New}
	for side, c := range total {
		if *values[side] = empty[side]; c.weight > 0 {
			*values[side] = report.RatioOf(nine(c.sum/c.weight), true)
		}
	}
	if !changed || r.Cases < 2 || total[0].weight <= 0 || total[1].weight <= 0 {
		return
	}
	// The resamples add up integers: sums and weights in units of which there are 2^40 in
	// all, so that their ratio is known to nine digits.
	const units = 1 << 40
	scaled := func(v, all float64) int {
		return int(math.Round(v / math.Max(all, math.SmallestNonzeroFloat64) * units))
	}
	sums, weights := math.Max(total[0].sum, total[1].sum), math.Max(total[0].weight, total[1].weight)
	b := stats.Bootstrap{Seed: p.o.Seed, Resamples: min(p.o.Resamples, stats.DefaultResamples), Level: p.o.Level}
	changes, err := b.Accumulator(4)
	if err != nil { // the options were checked
		return
	}
	for _, d := range p.documents {
		if both, ok := pair(d); ok {
			_ = changes.Add(d.unit, []int{
				scaled(both[0].sum, sums), scaled(both[0].weight, weights), scaled(both[1].sum, sums), scaled(both[1].weight, weights),
			}) // as many counts as columns: no error
		}
	}
	interval, ok := changes.Interval(func(n []int64) (float64, bool) {
		if n[1] <= 0 || n[3] <= 0 {
			return 0, false
		}
		return (float64(n[2])/float64(n[3]) - float64(n[0])/float64(n[1])) * sums / weights, true
	})
	r.Low, r.High = report.RatioOf(nine(interval.Low), ok), report.RatioOf(nine(interval.High), ok)
	r.Approximate = ok && r.Cases < stats.FewDocuments
}

// nine rounds to nine digits behind the point: what the order of trials changes is beyond.
func nine(v float64) float64 { return math.Round(v*1e9) / 1e9 }

// Texts returns the row for people: old, new, change, interval and number of cases.
func (r MeasureRow) Texts() []string {
	text := func(v report.Ratio) string {
		if r.Count && v.Defined && v.Value == math.Trunc(v.Value) {
			return strconv.FormatFloat(v.Value, 'f', 0, 64)
		}
		return v.String()
	}
	interval, cases := "", "over trials"
	if r.Low.Defined {
		interval = signed(r.Low) + " to " + signed(r.High)
		if r.Approximate {
			interval = "≈ " + interval
		}
	}
	if r.Cases > 0 {
		cases = strconv.Itoa(r.Cases)
	}
	return []string{text(r.Old), text(r.New), signed(r.Delta), interval, cases}
}

// measures prints what is measured beside the fields.
func (p *textPage) measures(s *Set) {
	if len(s.Measures) == 0 {
		return
	}
	rows := [][]string{{"measure", "old", "new", "delta", p.level() + " interval", "n"}}
	for _, r := range s.Measures {
		rows = append(rows, append([]string{terminal.LineStart(r.Measure)}, r.Texts()...))
	}
	p.WriteByte('\n')
	p.columns(terminal.Table{Rows: rows, Spare: [][]string{{"n"}, {p.level() + " interval"}}})
}
