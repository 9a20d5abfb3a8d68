package diff

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/runs"
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
	if p.frozen != nil && !p.frozen.Intervals {
		return
	}
	if len(p.sample.Totals) > maxSums {
		p.warnings.addWarning(Bounded, "%d fields in %d trials are too many for intervals: changes are tested only", len(p.fields), p.set.Trials[0]+p.set.Trials[1])
		return
	}
	p.resamples, _ = p.o.bootstrap().Accumulator(len(p.sample.Totals)) // the options were checked
}

func (p *pair) judgeFields() {
	for i, f := range p.fields {
		block := p.sample.Block(i)
		each := estimate.F1(metrics.Confusion.F1)
		if f.Kind == report.KindInvariant { // a rate, which is 0 for an invariant that never holds
			each = metrics.Confusion.Precision
		}
		f.Values = runs.Values(report.RatioOf(p.sample.Layout.Score(block, 0, each)), report.RatioOf(p.sample.Layout.Score(block, 1, each)))
		f.Delta = report.RatioOf(p.sample.Layout.Delta(block))
		f.Right, f.Flips = p.rates(&f.right), p.rates(&f.flips)
		f.Row.addTest(&f.influence.Evidence)
		// It is the test of McNemar if each case has one value in one trial, and all changes count the same.
		if len(f.Tests) == 1 && p.set.Trials == [2]int{1, 1} && !f.several && f.influence.AllAlike() && !p.units.Several() && f.influence.Changes == f.Broken+f.Fixed {
			f.Tests[0].Method = McNemar
		}
		if f.unknown > 0 {
			p.warnings.addWarning(Errored, "%s: in %s a comparison errored: left out of its test", f.Name, words.Plural(f.unknown, "case"))
		}
	}
}

// addTest adds the test of a row.
func (r *Row) addTest(e *estimate.Evidence) {
	if t, ok := estimate.NewTest(e, r.Delta.Value, r.Delta.Defined); ok {
		r.Tests = append(r.Tests, t)
	}
}

func (p *pair) judgeAverages() {
	micro, macro := &p.set.Micro, &p.set.Macro
	block := p.sample.MicroBlock()
	micro.Values = runs.Values(report.RatioOf(p.sample.Layout.Score(block, 0, metrics.Confusion.F1)), report.RatioOf(p.sample.Layout.Score(block, 1, metrics.Confusion.F1)))
	micro.Delta = report.RatioOf(p.sample.Layout.Delta(block))

	macro.Values = runs.Values(report.RatioOf(p.sample.MacroScore(p.sample.Totals, 0)), report.RatioOf(p.sample.MacroScore(p.sample.Totals, 1)))
	macro.Delta = report.RatioOf(p.sample.MacroDelta(p.sample.Totals))

	micro.addTest(&p.sample.Micro)
	macro.addTest(&p.sample.Macro)
	p.soleField()
	if p.resamples != nil {
		p.intervals()
	}
}

// intervals sets the intervals of all rows by themselves, which [estimate.Adjust] makes agree with the tests.
func (p *pair) intervals() {
	changed := make([]int, len(p.fields))
	for i, f := range p.fields {
		changed[i] = f.changed.n
	}
	fields, micro, macro := p.sample.Intervals(p.resamples, changed, p.fieldsChanged.n, p.resampled())
	for i, f := range p.fields {
		f.Row.setInterval(fields[i])
	}
	p.set.Micro.setInterval(micro)
	p.set.Macro.setInterval(macro)
}

func (r *Row) setInterval(i estimate.Interval) {
	if i.Defined {
		r.Low, r.High, r.Approximate = report.RatioOf(i.Low, true), report.RatioOf(i.High, true), i.Approximate
	}
}

// soleField changes a data set with one field: the averages get the test of this field, and so does the pass rate if it
// has the same p-value. They are no hypotheses of their own then.
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

// adjust adjusts the tests of all rows of data sets as one family, see [estimate.Adjust]: the averages and the fields are
// its parts. It sets the Reason of rows that are not significant. Intervals have a level of their own, and agree with the
// tests at that level. So a change has one interval, whatever the level of the tests.
func adjust(sets []Set, level, intervals float64) {
	families := make([]*estimate.Family, len(sets))
	for i := range sets {
		families[i] = sets[i].family()
	}
	estimate.Adjust(families, intervals)
	for i := range sets {
		for _, r := range sets[i].Rows() {
			if r.Low.Defined {
				interval := estimate.Agree(stats.Interval{Low: r.Low.Value, High: r.High.Value}, r.Delta.Value, r.Tests, intervals)
				r.Low, r.High = report.RatioOf(interval.Low, true), report.RatioOf(interval.High, true)
			}
		}
	}
	if level != intervals {
		estimate.Adjust(families, level)
	}
	for i, f := range families {
		if f.Tested {
			sets[i].P = report.RatioOf(f.P, true)
			sets[i].Tests += f.Tests
		}
		for _, r := range sets[i].Rows() {
			for _, t := range r.Tests {
				r.Reason = t.Reason
			}
		}
	}
}

// family returns the tests of the rows.
func (s *Set) family() *estimate.Family {
	f := &estimate.Family{}
	for _, r := range s.Rows() {
		for j := range r.Tests {
			switch t := &r.Tests[j]; {
			case t.Sole:
				f.Repeated = append(f.Repeated, t)
			case r.Kind == report.KindAverage:
				f.Averages = append(f.Averages, t)
			default:
				f.Fields = append(f.Fields, t)
			}
		}
	}
	return f
}

// addInfluences adds the influence of every changed case to the evidence, once the sums are known.
func (p *pair) addInfluences() {
	p.sample.Weigh()
	changed := p.changedDocuments()
	for i, d := range changed {
		if i == 0 || d.cluster == 0 || changed[i-1].cluster != d.cluster {
			p.sample.StartUnit()
		}
		entries := p.entries(d)
		p.sample.StartDocument([2]int{len(entries[0]), len(entries[1])})
		for side, all := range entries {
			for t, e := range all {
				for k, n := range p.counts(d, e) {
					p.sample.Add(k, side, t, p.confusion(p.fields[k], n), n.Errored > 0)
				}
			}
		}
		if i+1 == len(changed) || d.cluster == 0 || changed[i+1].cluster != d.cluster {
			p.sample.EndUnit()
		}
	}
}

// changedDocuments returns the documents whose trials differ, with documents of one unit next to each other.
func (p *pair) changedDocuments() []document {
	all := slices.DeleteFunc(slices.Clone(p.documents), func(d document) bool { return alike(p.entries(d)) })
	slices.SortStableFunc(all, func(a, b document) int { return cmp.Compare(a.cluster, b.cluster) })
	return all
}

// alike reports whether all trials of a case have the same counts.
func alike(entries [2][]runs.Entry) bool {
	for _, side := range entries {
		for _, e := range side {
			if e.Row != entries[0][0].Row {
				return false
			}
		}
	}
	return true
}

// Noise is how much of a difference between two runs comes from the model's own noise: how far trials over the same
// cases differ, if a run has several.
type Noise struct {
	// Trials is the standard deviation of micro F1 between trials of one run, pooled over
	// both runs.
	Trials float64 `json:"trials"`
	// Runs is the standard deviation of the difference of the two means if the extractor is the same: Trials·√(1/old
	// trials + 1/new trials).
	Runs float64 `json:"runs"`
	// Share is Runs² as a share of the squared difference of micro F1, at most 1; undefined if there is no difference.
	Share report.Ratio `json:"share,omitzero"`
}

// setNoise compares the variance between trials with the difference between runs.
func (p *pair) setNoise() {
	block := p.sample.MicroBlock()
	sum, free, ok := p.sample.Layout.Variance(block)
	if !ok || free < 1 {
		return
	}
	factor := 1/float64(p.sample.Layout.Trials[0]) + 1/float64(p.sample.Layout.Trials[1])
	n := &Noise{Trials: math.Sqrt(sum / float64(free))}
	n.Runs = n.Trials * math.Sqrt(factor)
	if d := p.set.Micro.Delta; d.Value != 0 {
		n.Share = report.RatioOf(min(1, n.Runs*n.Runs/(d.Value*d.Value)), d.Defined)
	}
	p.set.Noise = n
}

// noise returns the Noise as one sentence, "" if no run has several trials.
func (s *Set) noise() string {
	n := s.Noise
	if n == nil {
		return ""
	}
	text := fmt.Sprintf("between trials of a run micro F1 varies by %s points, so runs of %d and %s differ by %s points without any change",
		points(n.Trials), s.Trials[0], words.Plural(s.Trials[1], "trial"), points(n.Runs))
	if n.Share.Defined {
		text += fmt.Sprintf("; these differ by %s", points(math.Abs(s.Micro.Delta.Value)))
	}
	return text
}

const maxFlaky = 5 // fields that are named

// flaky names the fields that are right in some trials of a case and not in others, the fields with the highest flip
// rate first; "" for none.
func (s *Set) flaky() string {
	var fields []*Row
	for i := range s.Fields {
		if f := &s.Fields[i]; f.Flips.highest() > 0 {
			fields = append(fields, f)
		}
	}
	slices.SortStableFunc(fields, func(a, b *Row) int { return cmp.Compare(b.Flips.highest(), a.Flips.highest()) })
	var parts []string
	for _, f := range fields {
		var rates []string
		for side, rate := range []Rate{f.Flips.Old, f.Flips.New} {
			if rate.Of > 0 {
				rates = append(rates, fmt.Sprintf("%.0f of %d %s", rate.Count, rate.Of, [...]string{"before", "now"}[side]))
			}
		}
		parts = append(parts, fmt.Sprintf("%s (%s)", words.Fit(terminal.LineStart(f.Name), nameWidth), strings.Join(rates, ", ")))
	}
	if len(parts) == 0 {
		return ""
	}
	return "flaky fields, right in some trials of a case and not in others: " + words.List(parts, maxFlaky, "and %d more")
}

// highest is the higher of both rates.
func (r Rates) highest() float64 {
	return max(r.Old.Count/float64(max(r.Old.Of, 1)), r.New.Count/float64(max(r.New.Of, 1)))
}

// setDetectable sets the least drop that each row finds, at the level of its part of the family.
func (p *pair) setDetectable() {
	alpha := 1 - p.o.Level
	var tests []estimate.Possible
	for _, f := range p.fields {
		for k := range f.Tests {
			tests = append(tests, f.Tests[k].Possible)
		}
	}
	for _, t := range p.set.PassRate.Tests {
		tests = append(tests, t.Possible)
	}
	level := estimate.Level((1-estimate.AveragesShare)*alpha, len(p.fields)+1, tests)
	for _, f := range p.fields {
		f.Row.Detectable = report.RatioOf(f.influence.Detectable(level))
	}
	p.set.PassRate.Detectable = report.RatioOf(p.pass.Detectable(level))
	p.set.Micro.Detectable = report.RatioOf(p.sample.Micro.Detectable(estimate.AveragesShare * alpha))
	p.set.Macro.Detectable = report.RatioOf(p.sample.Macro.Detectable(estimate.AveragesShare * alpha))
}

// detectableText returns the least drop that is found, "none" if not even the loss of everything is found.
func (r *Row) detectableText() string {
	switch {
	case r.Detectable.Defined && r.Detectable.Value >= 1:
		return "none"
	case r.Detectable.Defined && r.Detectable.Value < 0.0005:
		return "<0.001"
	}
	return r.Detectable.String()
}

// points prints a difference of F1 in points.
func points(v float64) string { return fmt.Sprintf("%.1f", 100*v) }
