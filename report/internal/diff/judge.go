package diff

import (
	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/paired"
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
	if len(p.sample.Totals) > maxSums {
		p.warnings.add(Bounded, "%d fields in %d trials are too many for intervals: changes are tested only", len(p.fields), p.set.Trials[0]+p.set.Trials[1])
		return
	}
	p.resamples, _ = p.o.bootstrap().Accumulator(len(p.sample.Totals)) // the options were checked
}

func (p *pair) judgeFields() {
	for i, f := range p.fields {
		block := p.sample.Block(i)
		each := estimate.F1(metrics.Confusion.F1)
		if f.Rule { // a rate, which is 0 for an invariant that never holds
			each = metrics.Confusion.Precision
		}
		f.Old = report.RatioOf(p.sample.Layout.Score(block, 0, each))
		f.New = report.RatioOf(p.sample.Layout.Score(block, 1, each))
		f.Delta = report.RatioOf(p.sample.Layout.Delta(block))
		f.Right, f.Flips = p.rates(&f.right), p.rates(&f.flips)
		f.Row.test(&f.influence.Evidence)
		// It is the test of McNemar if each case has one value in one trial, and all changes count the same.
		if len(f.Tests) == 1 && p.set.Trials == [2]int{1, 1} && !f.several && f.influence.AllAlike() && !p.units.Several() && f.influence.Changes == f.Broken+f.Fixed {
			f.Tests[0].Method = McNemar
		}
		if f.unknown > 0 {
			p.warnings.add(Errored, "%s: in %s a comparison errored: left out of its test", f.Field, words.Plural(f.unknown, "case"))
		}
	}
}

// test adds the test of a row.
func (r *Row) test(e *estimate.Evidence) {
	if t, ok := paired.NewTest(e, r.Delta.Value, r.Delta.Defined); ok {
		r.Tests = append(r.Tests, t)
	}
}

func (p *pair) judgeAverages() {
	micro, macro := &p.set.Micro, &p.set.Macro
	block := p.sample.MicroBlock()
	micro.Old = report.RatioOf(p.sample.Layout.Score(block, 0, metrics.Confusion.F1))
	micro.New = report.RatioOf(p.sample.Layout.Score(block, 1, metrics.Confusion.F1))
	micro.Delta = report.RatioOf(p.sample.Layout.Delta(block))

	macro.Old = report.RatioOf(p.sample.MacroScore(p.sample.Totals, 0))
	macro.New = report.RatioOf(p.sample.MacroScore(p.sample.Totals, 1))
	macro.Delta = report.RatioOf(p.sample.MacroDelta(p.sample.Totals))

	micro.test(&p.sample.Micro)
	macro.test(&p.sample.Macro)
	p.soleField()
	if p.resamples != nil {
		p.intervals()
	}
}

// intervals sets the intervals of all rows.
func (p *pair) intervals() {
	layout := p.sample.Layout
	last, width := len(p.fields), layout.Block()
	estimate.Abreast(last+1, func(i int) {
		row, changed := &p.set.Micro, p.fieldsChanged.n
		if i < last {
			row, changed = p.fields[i].Row, p.fields[i].changed.n
		}
		columns := make([]int, width)
		for k := range columns {
			columns[k] = i*width + k
		}
		p.interval(row, p.resamples.Select(columns), estimate.Change{Score: layout.Delta, Values: layout.Values, Changed: changed, Units: p.resampled()})
	})
	p.interval(&p.set.Macro, p.resamples, estimate.Change{
		Score:  p.sample.MacroDelta,
		Values: func(sums []int64) int64 { return layout.Values(layout.Of(sums, last)) }, Changed: p.fieldsChanged.n, Units: p.resampled(),
	})
	p.widenMacro()
}

// widenMacro makes the change of the macro average as uncertain as the changes of its fields (see
// [estimate.MeanInterval]). The resamples of the average have a field only in its documents, which may be few.
func (p *pair) widenMacro() {
	macro := &p.set.Macro
	var each []estimate.Estimated
	for _, f := range p.fields {
		row := f.Row
		if !f.influence.InMacro || !row.Delta.Defined { // a field that has only absent values is not in the average
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
	i := p.sample.Sole()
	if i < 0 || len(p.fields[i].Tests) != 1 {
		return
	}
	sole := p.fields[i].Tests[0]
	same := []*Row{&p.set.Micro, &p.set.Macro}
	if pass := p.set.PassRate.Tests; len(pass) == 1 && pass[0].P == sole.P {
		same = append(same, &p.set.PassRate)
	}
	for _, average := range same {
		for i := range average.Tests {
			average.Tests[i].Repeat(sole)
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
