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
		p.warnings.add(Bounded, "%d fields in %d trials are too many for intervals: changes are tested only", len(p.fields), p.layout.trials[0]+p.layout.trials[1])
		return
	}
	p.resamples, _ = p.o.bootstrap().Accumulator(len(p.totals)) // the options were checked
}

func (p *paired) judgeFields() {
	for i, f := range p.fields {
		block := of(p.layout, p.totals, i)
		each := f1(strict)
		if f.Rule { // a rate: an invariant that never holds has 0
			each = metrics.Confusion.Precision
		}
		f.Old = report.RatioOf(p.layout.score(block, 0, each))
		f.New = report.RatioOf(p.layout.score(block, 1, each))
		f.Delta = report.RatioOf(p.layout.delta(block))
		f.Right, f.Flips = p.rates(&f.right), p.rates(&f.flips)
		p.test(f.Row, &f.evidence)
		f.name(p.layout.trials)
		if p.resamples != nil {
			columns := make([]int, p.layout.block())
			for k := range columns {
				columns[k] = i*len(columns) + k
			}
			p.interval(f.Row, p.resamples.Select(columns), stats.Change{Score: p.layout.delta, Values: p.layout.values, Changed: f.Broken + f.Fixed})
		}
		if f.unknown > 0 {
			p.warnings.add(Errored, "%s: in %s a comparison errored: left out of its test", f.Field, words.Plural(f.unknown, "case"))
		}
	}
}

// test adds the sign-flip test of a row.
func (p *paired) test(row *Row, e *evidence) {
	if e.changed == 0 {
		return
	}
	v, least, ok := e.test()
	if !ok {
		return
	}
	sum := e.sum()
	t := Test{Method: SignFlip, Delta: sum, P: v, least: least, attains: e.attains()}
	if row.Delta.Defined && row.Delta.Value != 0 {
		t.Delta = row.Delta.Value
	}
	row.test(t, sum)
}

// name calls the test of a field by the name of McNemar where it is his: each case has one value in one trial, and
// all changes count the same.
func (f *field) name(trials [2]int) {
	if len(f.Tests) == 1 && trials == [2]int{1, 1} && !f.several && len(f.changes.all()) == 1 && f.changed == f.Broken+f.Fixed {
		f.Tests[0].Method = McNemar
	}
}

// test adds a test, whose statistic has the sign of change. Where F1 went the other way,
// as it may when cases that broke weigh less in F1 than those that were fixed, nothing
// is said: a row has one direction.
func (r *Row) test(t Test, change float64) {
	if r.Delta.Value*change < 0 {
		t.P = 1
	}
	r.Tests = append(r.Tests, t)
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
		if p.macroHas(f) {
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

	p.test(micro, &p.micro)
	p.test(macro, &p.macro)
	p.soleField()
	if p.resamples != nil {
		changed := p.fieldsChanged[broken] + p.fieldsChanged[fixed]
		values := func(sums []int64) int64 { return p.layout.values(of(p.layout, sums, last)) }
		p.interval(micro, p.resamples, stats.Change{
			Score:  func(sums []int64) (float64, bool) { return p.layout.delta(of(p.layout, sums, last)) },
			Values: values, Changed: changed,
		})
		p.interval(macro, p.resamples, stats.Change{Score: delta, Values: values, Changed: changed})
	}
}

// soleField gives the averages of a data set with one field the test of that field: they
// are not hypotheses of their own.
func (p *paired) soleField() {
	var sole *field
	for _, f := range p.fields {
		switch {
		case !f.averaged():
		case sole != nil || !p.macroHas(f):
			return
		default:
			sole = f
		}
	}
	if sole == nil || len(sole.Tests) != 1 {
		return
	}
	for _, average := range []*Row{&p.set.Micro, &p.set.Macro} {
		for i := range average.Tests {
			t := &average.Tests[i]
			t.Method, t.P, t.sole = sole.Tests[0].Method, sole.Tests[0].P, true
		}
	}
}

// interval gives a row its interval.
//
// Of few changed cases the percentile interval is too narrow, and of none a point: see
// [stats.Accumulator.ChangeInterval]. And of five that all got worse
// a resample lacks all with a chance of only e^-5, and it says that 0 is out of the
// question, while the exact test says p = 1/16. Where the two disagree about 0, the test
// is right, and the end that lies at 0 is that of the interval that belongs to the test
// (Miettinen 1976).
func (p *paired) interval(row *Row, sums *stats.Accumulator, change stats.Change) {
	interval, documents, ok := sums.ChangeInterval(change)
	if !ok {
		return
	}
	v := 1.0
	for _, t := range row.Tests {
		v = t.P
	}
	interval = interval.Agreeing(row.Delta.Value, v, p.o.Level)
	row.Low, row.High = report.RatioOf(interval.Low, true), report.RatioOf(interval.High, true)
	row.Approximate = documents < stats.FewDocuments
}
