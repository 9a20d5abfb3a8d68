package diff

import (
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/words"
)

const (
	// maxUnits is how many units are resampled: documents, or groups of them.
	maxUnits = 1 << 13
	// maxSums bounds the sums that are resampled: 8 bytes for each and resample.
	maxSums = 6000
)

// groupDocuments makes groups of documents the units of resampling, where there are
// very many.
func (p *paired) groupDocuments() {
	if len(p.documents) <= maxUnits {
		return
	}
	for i := range p.documents {
		d := &p.documents[i]
		d.unit = d.unit * 0x9e3779b97f4a7c15 >> 51 // the best bits of a multiplicative hash: Knuth, TAOCP 6.4
	}
}

// startResamples makes room for the sums of the fields, unless there are too many.
func (p *paired) startResamples() {
	if len(p.totals) > maxSums {
		p.warnings.add(Bounded, "%d fields in %d trials are too many for intervals and tests of F1: only the test of McNemar is made", len(p.fields), p.layout.trials[0]+p.layout.trials[1])
		return
	}
	p.resamples, _ = p.o.bootstrap().Accumulator(len(p.totals)) // the options were checked
}

func (p *paired) judgeFields() {
	for i, f := range p.fields {
		block := of(p.layout, p.totals, i)
		f.Old = report.RatioOf(p.layout.score(block, 0, strict))
		f.New = report.RatioOf(p.layout.score(block, 1, strict))
		f.Delta = report.RatioOf(p.layout.delta(block))
		f.Right = Rates{Old: p.rate(f.right[0], f.Cases), New: p.rate(f.right[1], f.Cases)}
		if changed := f.Broken + f.Fixed; changed > 0 {
			v, _ := stats.McNemar(f.Fixed, f.Broken)
			f.Tests = append(f.Tests, Test{Method: McNemar, Delta: float64(f.Fixed-f.Broken) / float64(f.Cases), P: v, least: leastP(changed)})
		}
		if p.resamples == nil {
			continue
		}
		columns := make([]int, p.layout.block())
		for k := range columns {
			columns[k] = i*len(columns) + k
		}
		p.judge(f.Row, f.evidence, p.resamples.Select(columns), p.layout.delta)
		if f.unknown > 0 {
			p.warnings.add(Errored, "%s: in %s a comparison errored: left out of the test of McNemar", f.Field, words.Plural(f.unknown, "case"))
		}
	}
}

func (p *paired) judgeAverages() {
	micro, macro := &p.set.Micro, &p.set.Macro
	last := len(p.fields)
	block := of(p.layout, p.totals, last)
	micro.Old = report.RatioOf(p.layout.score(block, 0, strict))
	micro.New = report.RatioOf(p.layout.score(block, 1, strict))
	micro.Delta = report.RatioOf(p.layout.delta(block))

	var fields []int
	for i, f := range p.fields {
		if !f.Items && f.Field != metrics.InventedAttribute {
			fields = append(fields, i)
		}
	}
	each := counted
	if p.sides[1].dataset.SkipUndefined {
		each = strict
	}
	delta := func(sums []int64) (float64, bool) {
		old, ok := p.layout.macro(sums, 0, fields, each)
		new, alsoOK := p.layout.macro(sums, 1, fields, each)
		return new - old, ok && alsoOK
	}
	macro.Old = report.RatioOf(p.layout.macro(p.totals, 0, fields, each))
	macro.New = report.RatioOf(p.layout.macro(p.totals, 1, fields, each))
	macro.Delta = report.RatioOf(delta(p.totals))

	if p.resamples != nil {
		p.average.beyond = true // there is no other test of an average
		p.judge(micro, p.average, p.resamples, func(sums []int64) (float64, bool) { return p.layout.delta(of(p.layout, sums, last)) })
		p.judge(macro, p.average, p.resamples, delta)
	}
}

// judge gives a row its interval, and the test of ΔF1 where there is evidence that
// needs it.
func (p *paired) judge(row *Row, e evidence, sums *stats.Accumulator, delta func([]int64) (float64, bool)) {
	interval, ok := sums.Interval(delta)
	row.Low, row.High = report.RatioOf(interval.Low, ok), report.RatioOf(interval.High, ok)
	if !e.beyond || e.changed == 0 {
		return
	}
	if v, ok := sums.PValue(delta); ok {
		// The bootstrap is too sure of itself for few changed documents: of five that
		// all got worse a resample lacks all with a chance of only e^-5. So it is not
		// believed beyond what an exact test could say.
		least := leastP(e.changed)
		row.Tests = append(row.Tests, Test{Method: Bootstrap, Delta: row.Delta.Value, P: max(v, least), least: least})
	}
}
