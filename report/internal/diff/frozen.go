package diff

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// Merges is the number of runs against one baseline for which [FrozenLevel] holds. In so many runs of an unchanged
// extractor, the chance that any is worse beyond chance is at most 2.5 %. The chance that any falls by more than MaxFall
// and noise is also at most 2.5 %.
const Merges = 100

// FrozenLevel is the level of the tests against a baseline. They are two-sided, and only a fall counts.
const FrozenLevel = 1 - 0.05/Merges

// A number of fewer than LeastValues values needs a bound for the values that come and go by chance, since nothing else shows
// how many do. An average has MostFlips. A field has as many as an extractor changes that changes one value in 200.
const (
	LeastValues = 100
	MostFlips   = 2
)

// copyParts is a common multiple of the usual numbers of copies of a document.
const copyParts = 5040

// flips returns the greatest number of values that come and go, with a confidence of 1-alpha, if each does so with a chance of
// one in 200. Their number is Poisson distributed.
func flips(values, alpha float64) (n float64) {
	mean := values / 200
	chance := math.Exp(-mean) // of n
	for beyond := 1 - chance; beyond > alpha; beyond -= chance {
		n++
		chance *= mean / n
	}
	return n
}

// Frozen says how a run is compared with a baseline, and what the comparison left out of the numbers of a data set.
type Frozen struct {
	MaxFall   float64 // the limit, none if it is below 0
	Intervals bool    // rows have intervals, which take most of the time

	Documents int          // cases with another document
	LeftOut   runs.Altered // these cases
	Fields    []string     // attributes and classes whose own rule has changed
	// Attributes is how many of Fields are not classes.
	Attributes int
}

// CompareFrozen compares a run with a baseline. It differs from [Compare] in what follows. Truths and rules are those of the
// new run, whenever it began. Tests have the [FrozenLevel], and measures are also tested. Cases with another document are
// left out. So are attributes whose own rule has changed, if the baseline has no answers. A case that is missing, and more
// than a tenth of the cases left out, are not evaluable. A fall by more than MaxFall and by more than noise is marked as
// [Change].Below.
func CompareFrozen(old, new []artifact.Source, o Options, f Frozen) (Report, error) {
	return compareBoth(old, new, comparison{o: o, level: FrozenLevel, frozen: &f})
}

// names are the names of the runs in sentences.
func (c *comparison) names() []string {
	if c.frozen != nil {
		return []string{"the baseline", "this run"}
	}
	return []string{"the old run", "the new run"}
}

// newest returns the index of the run whose truths and rules judge both.
func (p *pair) newest() int {
	if p.frozen != nil {
		return 1
	}
	return runs.Newest(p.sides[:])
}

// leaveOut leaves out the cases with another document, and finds the attributes with another rule.
func (p *pair) leaveOut() {
	if p.frozen == nil {
		return
	}
	left := &Frozen{}
	p.set.Frozen = left
	if p.truth.Apart != "" {
		p.changedRules = words.ChangedRules(p.sides[1].Dataset.Spec, p.sides[0].Dataset.Spec)
	}
	unlabelled := 0 // cases whose truth was removed: of these, invariants are compared
	p.truth.Numbers = slices.DeleteFunc(p.truth.Numbers, func(n int32) bool {
		old, new := p.sides[0].Entries(n)[0], p.sides[1].Entries(n)[0]
		if old.Input == 0 || new.Input == 0 || old.Input == new.Input {
			if new.Unlabelled && !old.Unlabelled {
				unlabelled++
			}
			return false
		}
		left.LeftOut.Add(p.sides[0].Name(n))
		left.Documents++
		return true
	})
	gone := len(p.truth.LeftOut) + left.Documents + unlabelled
	cases := len(p.truth.Numbers) + gone - unlabelled
	var reason string
	switch missing := p.set.Disappeared; {
	case cases == 0 && missing.Total() > 0 && p.set.Appeared.Total() > 0:
		reason = fmt.Sprintf("no case is in both: the baseline has %s (%s), this run has %s (%s): is it the baseline of other documents?",
			words.Plural(missing.Total(), "case"), missing, words.Plural(p.set.Appeared.Total(), "case"), p.set.Appeared)
	case missing.Total() > 0:
		reason = fmt.Sprintf("%s of the baseline %s missing (%s)", words.Plural(missing.Total(), "case"), agreeing(missing.Total(), "is", "are"), missing)
		if n := p.set.Appeared.Total(); n > 0 {
			reason += fmt.Sprintf(", and %d new (%s)", n, p.set.Appeared)
		}
	case float64(gone) > 0.1*float64(cases):
		reason = fmt.Sprintf("truth or document has changed in %d of %s", gone, words.Plural(cases, "case"))
	}
	if p.set.NotEvaluable != "" && p.set.Disappeared.Total() > 0 {
		p.set.NotEvaluable += "; " + reason
	}
	p.set.NotEvaluable = cmp.Or(p.set.NotEvaluable, reason)
}

// agreeing returns the verb that fits a number.
func agreeing(n int, singular, several string) string {
	if n == 1 {
		return singular
	}
	return several
}

// String names the first cases.
func (n Names) String() string {
	text := strings.Join(n.Names, ", ")
	if n.More > 0 {
		text += fmt.Sprintf(" and %d more", n.More)
	}
	return text
}

// keepsRule reports whether an attribute is judged by one rule in both runs. If not, the attribute is left out.
func (p *pair) keepsRule(attribute *runs.Attribute) bool {
	changed := words.RuledBy(attribute.Name, p.changedRules)
	if changed {
		p.set.Frozen.Fields = append(p.set.Frozen.Fields, attribute.Name)
		if attribute.Kind == report.KindField {
			p.set.Frozen.Attributes++
		}
	}
	return !changed
}

// judgeFrozen marks the numbers that lie below the baseline, or above it, by more than the limit and by more than noise.
//
// Noise has a standard deviation σ. With several trials in a run, σ² follows from the differences between the trials of each
// case. Else σ² is twice the sum of the squared changes in the opposite direction: for the better, if a number fell. In an
// unchanged extractor, changes in both directions are equally large. A field with few of them has at least the rate per value
// of all fields. What is beyond noise is z·σ + w·(z²-1)/6, where w is the weight of one value: the second term is for the
// skewness of few changes (Cornish and Fisher 1938). z is such that all numbers together, in [Merges] runs, exceed it by
// chance with 2.5 %. The values of copies of a document come and go together. So copies count as one where values are
// counted, and the fall must also be beyond the limit if copies count as one.
func (p *pair) judgeFrozen() {
	if p.frozen == nil || p.frozen.MaxFall < 0 {
		return
	}
	totals, parts := p.sample.Totals, 1.0
	if p.distinct != nil {
		totals, parts = p.distinct, copyParts
	}
	micro := p.sample.Layout.Of(totals, len(p.fields))
	all := []frozenNumber{
		{row: &p.set.Micro, evidence: &p.sample.Micro, block: micro, average: true},
		{row: &p.set.Macro, evidence: &p.sample.Macro, block: micro, average: true},
	}
	for i, f := range p.fields {
		if f.influence.InMacro {
			all = append(all, frozenNumber{row: f.Row, evidence: &f.influence.Evidence, block: p.sample.Layout.Of(totals, i)})
		}
	}
	var variance [2]float64 // of all fields, of a fall and of a rise
	values := 0.0
	for i := range all {
		n := &all[i]
		n.values = p.sample.Layout.Truths(n.block) / parts
		n.variance = n.noise(p.sample.Several())
		if !n.average {
			variance[0], variance[1], values = variance[0]+n.variance[0], variance[1]+n.variance[1], values+n.values
		}
	}
	alpha := (1 - FrozenLevel) / float64(len(all)) // on both sides
	z := stats.Normal(1 - alpha)
	const averages = 2
	alone := len(all) == averages+1 // the only field stands for the averages
	for _, n := range all {
		if !n.row.Delta.Defined {
			continue
		}
		var limits [2]float64
		for k, noise := range n.variance {
			if !n.average {
				noise = max(noise, variance[k]*n.values/values)
			}
			limits[k] = p.frozen.MaxFall
			if noise > 0 {
				limits[k] = max(limits[k], n.evidence.Weight.Value()*(z*math.Sqrt(noise)+(z*z-1)/6))
			}
		}
		least := math.Inf(-1) // this many values are too few to be below or above the baseline
		switch {
		case n.values >= LeastValues:
		case n.average || alone:
			least = MostFlips
		default:
			places := max(n.values, float64(p.units.Count())) // an answer may have a value where the truth has none
			least = flips(places, alpha/2)
		}
		lost, gained := p.sample.Layout.Changed(n.block)
		delta, once := n.row.Delta.Value, n.row.Delta.Value // and with copies counted once
		if p.distinct != nil {
			once, _ = p.sample.Layout.Delta(n.block)
			if n.row == &p.set.Macro {
				once, _ = p.sample.MacroDelta(totals)
			}
		}
		n.row.Below = max(delta, once) < -limits[0]-compare.Slack && lost/parts > least
		n.row.Above = min(delta, once) > limits[1]+compare.Slack && gained/parts > least
	}
}

// frozenNumber is a number with a limit for its fall.
type frozenNumber struct {
	row      *Row
	evidence *estimate.Evidence
	block    []int64
	average  bool
	values   float64
	variance [2]float64 // of a fall and of a rise by noise, in values
}

// noise returns the variances of noise.
func (n *frozenNumber) noise(trials bool) (variance [2]float64) {
	w := n.evidence.Weight.Value()
	switch rises := n.evidence.Rises(); {
	case w == 0:
		return variance
	case trials:
		variance = [2]float64{n.evidence.Spread, n.evidence.Spread}
	default:
		variance = [2]float64{2 * rises, 2 * (n.evidence.Squares() - rises)}
	}
	for k := range variance {
		variance[k] /= w * w
	}
	return variance
}

// judgeMeasure tests a measure by its interval, at a level that holds for all measures together.
func (p *pair) judgeMeasure(r *Row, all []estimate.Measured) {
	if p.frozen == nil || r.Kind != report.KindMeasure {
		return
	}
	ratios := estimate.CompareRatios(all, 1-(1-FrozenLevel)/float64(max(len(p.sides[1].Dataset.Measures), 1)))
	switch low, high := ratios.Change.Low, ratios.Change.High; {
	case !ratios.Defined:
	case r.Less && low > 0, !r.Less && high < 0:
		r.Verdict = Regressed
	case r.Less && high < 0, !r.Less && low > 0:
		r.Verdict = Improved
	}
}
