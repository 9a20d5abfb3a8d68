package diff

import (
	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

const (
	// maxUnits is how many units are resampled: documents, or groups of them.
	maxUnits = 1 << 13
	// maxSums bounds the sums that are resampled: each takes 8 bytes for each resample.
	maxSums = 6000
)

// groupDocuments makes groups of documents the units of resampling if there are more than maxUnits documents.
func (p *pair) groupDocuments() {
	if len(p.documents) <= maxUnits {
		return
	}
	for i := range p.documents {
		d := &p.documents[i]
		d.unit = d.unit * 0x9e3779b97f4a7c15 >> 51 // the best bits of a multiplicative hash: Knuth, TAOCP 6.4
	}
}

// startResamples makes room for the sums of the fields, unless there are too many.
func (p *pair) startResamples() {
	if len(p.totals) > maxSums {
		p.warnings.add(Bounded, "%d fields in %d trials are too many for intervals: changes are tested only", len(p.fields), p.layout.Trials[0]+p.layout.Trials[1])
		return
	}
	p.resamples, _ = p.o.bootstrap().Accumulator(len(p.totals)) // the options were checked
}

func (p *pair) judgeFields() {
	for i, f := range p.fields {
		block := p.layout.Of(p.totals, i)
		each := estimate.F1(metrics.Confusion.F1)
		if f.Rule { // a rate, which is 0 for an invariant that never holds
			each = metrics.Confusion.Precision
		}
		f.Old = report.RatioOf(p.layout.Score(block, 0, each))
		f.New = report.RatioOf(p.layout.Score(block, 1, each))
		f.Delta = report.RatioOf(p.layout.Delta(block))
		f.Right, f.Flips = p.rates(&f.right), p.rates(&f.flips)
		p.test(f.Row, &f.Evidence)
		// It is the test of McNemar if each case has one value in one trial, and all changes count the same.
		if len(f.Tests) == 1 && p.layout.Trials == [2]int{1, 1} && !f.several && f.AllAlike() && !p.units.Several() && f.Changes == f.Broken+f.Fixed {
			f.Tests[0].Method = McNemar
		}
		if f.unknown > 0 {
			p.warnings.add(Errored, "%s: in %s a comparison errored: left out of its test", f.Field, words.Plural(f.unknown, "case"))
		}
	}
}

// test adds the sign-flip test of a row. If ΔF1 and the sum of the test have opposite signs, P is 1: the row cannot say
// which way it went. This may happen if cases that broke weigh less in F1 than cases that were fixed.
func (p *pair) test(row *Row, e *estimate.Evidence) {
	if e.Changes == 0 {
		return
	}
	v, possible, ok := e.Test()
	if !ok {
		return
	}
	sum := e.Sum()
	t := Test{Method: SignFlip, Delta: sum, P: v, possible: possible}
	if row.Delta.Defined && row.Delta.Value != 0 {
		t.Delta = row.Delta.Value
	}
	if row.Delta.Value*sum < 0 {
		t.P = 1
	}
	row.Tests = append(row.Tests, t)
}

func (p *pair) judgeAverages() {
	micro, macro := &p.set.Micro, &p.set.Macro
	last := len(p.fields)
	block := p.layout.Of(p.totals, last)
	micro.Old = report.RatioOf(p.layout.Score(block, 0, metrics.Confusion.F1))
	micro.New = report.RatioOf(p.layout.Score(block, 1, metrics.Confusion.F1))
	micro.Delta = report.RatioOf(p.layout.Delta(block))

	var fields []int
	for i, f := range p.fields {
		if p.macroHas(f) {
			fields = append(fields, i)
		}
	}
	each := estimate.F1(estimate.Counted)
	if p.sides[1].Dataset.SkipUndefined {
		each = metrics.Confusion.F1
	}
	delta := func(sums []int64) (float64, bool) {
		old, ok := p.layout.Macro(sums, 0, fields, each)
		new, alsoOK := p.layout.Macro(sums, 1, fields, each)
		return new - old, ok && alsoOK
	}
	macro.Old = report.RatioOf(p.layout.Macro(p.totals, 0, fields, each))
	macro.New = report.RatioOf(p.layout.Macro(p.totals, 1, fields, each))
	macro.Delta = report.RatioOf(delta(p.totals))

	p.test(micro, &p.micro)
	p.test(macro, &p.macro)
	p.soleField()
	if p.resamples != nil {
		p.intervals(delta, fields)
	}
}

// intervals sets the intervals of all rows. macro returns the change of the macro average over fields.
func (p *pair) intervals(macro func(sums []int64) (float64, bool), fields []int) {
	last, width := len(p.fields), p.layout.Block()
	estimate.Abreast(last+1, func(i int) {
		row, changed := &p.set.Micro, p.fieldsChanged.n
		if i < last {
			row, changed = p.fields[i].Row, p.fields[i].changed.n
		}
		columns := make([]int, width)
		for k := range columns {
			columns[k] = i*width + k
		}
		p.interval(row, p.resamples.Select(columns), estimate.Change{Score: p.layout.Delta, Values: p.layout.Values, Changed: changed, Units: p.resampled()})
	})
	p.interval(&p.set.Macro, p.resamples, estimate.Change{
		Score:  macro,
		Values: func(sums []int64) int64 { return p.layout.Values(p.layout.Of(sums, last)) }, Changed: p.fieldsChanged.n, Units: p.resampled(),
	})
	p.widenMacro(fields)
}

// widenMacro makes the change of the macro average as uncertain as the changes of its fields (see
// [estimate.MeanInterval]). The resamples of the average have a field only in its documents, which may be few.
func (p *pair) widenMacro(fields []int) {
	macro := &p.set.Macro
	var each []estimate.Estimated
	for _, i := range fields {
		row := p.fields[i].Row
		if !row.Delta.Defined { // the field has only absent values, and is not in the average
			continue
		}
		e := estimate.Estimated{Value: row.Delta.Value, Interval: stats.Interval{Low: -1, High: 1}}
		if row.Low.Defined {
			e.Interval = stats.Interval{Low: row.Low.Value, High: row.High.Value}
		}
		each = append(each, e)
		macro.Approximate = macro.Approximate || macro.Low.Defined && row.Approximate
	}
	if of, ok := estimate.MeanInterval(each); ok && macro.Low.Defined {
		of = estimate.Hull(of, stats.Interval{Low: macro.Low.Value, High: macro.High.Value})
		macro.Low, macro.High = report.RatioOf(of.Low, true), report.RatioOf(of.High, true)
	}
}

// soleField gives the averages of a data set with one field the test of this field, and also the pass rate if it has
// the same p-value: they are no hypotheses of their own.
func (p *pair) soleField() {
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
	same := []*Row{&p.set.Micro, &p.set.Macro}
	if pass := p.set.PassRate.Tests; len(pass) == 1 && pass[0].P == sole.Tests[0].P {
		same = append(same, &p.set.PassRate)
	}
	for _, average := range same {
		for i := range average.Tests {
			t := &average.Tests[i]
			t.Method, t.P, t.sole = sole.Tests[0].Method, sole.Tests[0].P, true
		}
	}
}

// interval sets the interval of a row by itself, which [Adjust] makes agree with the test. The percentile interval is
// too narrow if few cases changed, and a point if none did: see [estimate.Change.Interval].
func (p *pair) interval(row *Row, sums *stats.Accumulator, change estimate.Change) {
	interval, documents, ok := change.Interval(sums)
	if !ok {
		return
	}
	row.Low, row.High = report.RatioOf(interval.Low, true), report.RatioOf(interval.High, true)
	row.Approximate = documents < estimate.FewDocuments
}
