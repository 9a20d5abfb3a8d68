package diff

import (
	"math"
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// MeasureRow is one measure, or another number beside the fields, in both runs. It is no hypothesis: it has an interval,
// but no verdict. A gate may limit it.
type MeasureRow struct {
	Measure      string `json:"measure"`
	LessIsBetter bool   `json:"less_is_better,omitzero"`
	Count        bool   `json:"count,omitzero"` // a number of things, not a ratio in [0,1]
	// Cases is how many cases have the measure in both runs. Old and New are over these cases: Σ sum / Σ weight of the
	// means of each case over its trials. A measure over trials belongs to no case: Cases is then 0, and Old and New
	// come from the recorded summaries.
	Cases int          `json:"cases,omitzero"`
	Old   report.Ratio `json:"old,omitzero"`
	New   report.Ratio `json:"new,omitzero"`
	// Delta is New minus Old. Its interval is over the paired contributions of the cases, and allows for a few large
	// ones. The interval is undefined with fewer than two cases, and if no case changed. Approximate says that there
	// are fewer than [estimate.FewDocuments] documents, or that very few contribute most.
	Delta       report.Ratio `json:"delta,omitzero"`
	Low         report.Ratio `json:"low,omitzero"`
	High        report.Ratio `json:"high,omitzero"`
	Approximate bool         `json:"approximate,omitzero"`
}

// measures compares the measures of both runs, in the order of the new one, and then the other numbers that only their
// summaries have.
func (p *pair) measures() {
	before, now := p.sides[0].Recorded(), p.sides[1].Recorded()
	for _, m := range p.sides[1].Dataset.Measures {
		old := slices.IndexFunc(p.sides[0].Dataset.Measures, func(o report.Measure) bool { return o.Name == m.Name && o.OverTrials == m.OverTrials })
		if old < 0 {
			continue
		}
		r := MeasureRow{Measure: m.Name, LessIsBetter: m.LessIsBetter, Count: m.Count}
		if m.OverTrials {
			name := "measure " + m.Name
			r.Old, r.New = before.Number(name).Value, now.Number(name).Value
		} else if p.measure(&r, [2]report.Ratio{p.sides[0].Dataset.Measures[old].Empty, m.Empty}); r.Cases == 0 {
			continue
		}
		p.addMeasure(r)
	}
	for _, n := range now.Numbers {
		if old := before.Number(n.Name); n.Kind != report.KindMeasure && !n.Secondary && old.Name != "" {
			p.addMeasure(MeasureRow{Measure: n.Name, LessIsBetter: n.Better == "less", Count: n.Count, Old: old.Value, New: n.Value})
		}
	}
}

func (p *pair) addMeasure(r MeasureRow) {
	r.Delta = report.RatioOf(nine(r.New.Value-r.Old.Value), r.Old.Defined && r.New.Defined)
	p.set.Measures = append(p.set.Measures, r)
}

// measure compares one measure that the records of cases have. empty is its value in each run if all weights are 0.
func (p *pair) measure(r *MeasureRow, empty [2]report.Ratio) {
	old, new := p.sides[0].Measure(r.Measure), p.sides[1].Measure(r.Measure)
	of, cases := p.ratios(func(number int32) (was, is runs.Contribution) {
		return p.sides[0].Measured(number, old), p.sides[1].Measured(number, new)
	})
	r.Cases = cases
	r.Old, r.New = empty[0], empty[1]
	if of.OldDefined {
		r.Old = report.RatioOf(nine(of.Old), true)
	}
	if of.NewDefined {
		r.New = report.RatioOf(nine(of.New), true)
	}
	r.Low, r.High = report.RatioOf(nine(of.Change.Low), of.Defined), report.RatioOf(nine(of.Change.High), of.Defined)
	r.Approximate = of.Defined && of.Approximate
	if !r.Count { // the measure is from 0 to 1
		r.Low.Value, r.High.Value = max(r.Low.Value, -1), min(r.High.Value, 1)
	}
}

// ratios compares the contributions of the documents that have one in both runs, and returns the number of these
// documents.
func (p *pair) ratios(of func(number int32) (was, is runs.Contribution)) (estimate.Ratios, int) {
	var all []estimate.Measured
	for _, d := range p.documents {
		if was, is := of(d.number); was.Weight >= 0 && is.Weight >= 0 {
			all = append(all, estimate.Measured{Unit: d.unit, Sums: [2]float64{was.Sum, is.Sum}, Weights: [2]float64{was.Weight, is.Weight}})
		}
	}
	return estimate.CompareRatios(all, p.o.Level), len(all)
}

// nine rounds to nine digits after the point: the order of trials changes only digits beyond.
func nine(v float64) float64 { return math.Round(v*1e9) / 1e9 }

// Texts returns the row for people: old, new, change, interval and number of cases.
func (r MeasureRow) Texts() []string {
	cases := "over trials"
	if r.Cases > 0 {
		cases = strconv.Itoa(r.Cases)
	}
	return []string{terminal.Amount(r.Old, r.Count), terminal.Amount(r.New, r.Count), signed(r.Delta), intervalText(r.Low, r.High, r.Approximate), cases}
}

// measures prints the measures beside the fields.
func (p *textPage) measures(s *Set) {
	var rows [][]string
	for _, r := range s.Measures {
		rows = append(rows, append([]string{terminal.LineStart(r.Measure)}, r.Texts()...))
	}
	p.besides("measure", rows)
}

// besides prints a comparison beside the fields, without a verdict.
func (p *textPage) besides(title string, rows [][]string) {
	if len(rows) > 0 {
		interval := p.level() + " interval"
		rows = append([][]string{{title, "old", "new", "delta", interval, "n"}}, rows...)
		p.columns(terminal.Table{Rows: rows, Spare: [][]string{{"n"}, {interval}}})
	}
}
