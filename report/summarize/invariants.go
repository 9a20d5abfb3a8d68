package summarize

import (
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// ruleCounts returns the counts of an invariant in a trial.
func (s *Summarizer) ruleCounts(t *trialSums, name string) *report.InvariantCounts {
	if counts := t.rules[name]; counts != nil {
		return counts
	}
	if t.rules == nil {
		t.rules = map[string]*report.InvariantCounts{}
	}
	name = strings.Clone(name) // else the whole line stays in memory
	s.rules[name] = struct{}{}
	counts := new(report.InvariantCounts)
	t.rules[name] = counts
	return counts
}

func (s *Summarizer) mergeInvariants(t, source *trialSums) {
	for name, counts := range source.rules {
		sum := s.ruleCounts(t, name)
		*sum = plusInvariants(*sum, *counts)
	}
}

// putInvariants adds the counts and the rates of the invariants: the invariants of the options in their order, then others
// by name.
//
// The interval of the mean over trials is Wilson's, over the mean number of documents to which the invariant applies in
// a trial: a further trial of a document is no further document. Cases of one unit count once, as if they were all
// alike.
func (s *Summarizer) putInvariants(sum *report.Summary, e estimator) {
	for _, name := range s.invariants() {
		row := report.Invariant{Name: name, Optional: slices.Contains(s.o.OptionalInvariants, name)}
		applies, n := 0.0, float64(len(e.trials))
		rates := make([]report.Ratio, len(e.trials))
		for i, t := range e.trials {
			var counts report.InvariantCounts
			if c := t.sums.rules[name]; c != nil {
				counts = *c
			}
			sum.Trials[i].Invariants = append(sum.Trials[i].Invariants, counts)
			row.Holds += float64(counts.Holds) / n
			row.Broken += float64(counts.Broken) / n
			row.NotApplicable += float64(counts.NotApplicable) / n
			row.Errored += float64(counts.Errored) / n
			applies += float64(counts.Holds+counts.Broken) / n
			rates[i] = report.RatioOf(float64(counts.Holds)/float64(max(counts.Holds+counts.Broken, 1)), counts.Holds+counts.Broken > 0)
		}
		rate := report.Number{Name: report.RuleMetric(name), Kind: report.KindInvariant, Support: applies, Unit: "answers"}
		rate.Value, rate.Min, rate.Max = overTrials(rates)
		if !rate.Value.Defined {
			rate.Reason = whyNotApplicable(sum)
		}
		applies *= e.evidence.share
		if rate.Value.Defined && applies >= 2 && s.o.Resamples > 0 {
			interval, ok := stats.Wilson(rate.Value.Value, applies, s.o.Level)
			rate.Low, rate.High = report.RatioOf(interval.Low, ok), report.RatioOf(interval.High, ok)
			rate.Approximate = ok && applies < estimate.FewDocuments
		}
		sum.Invariants, sum.Numbers = append(sum.Invariants, row), append(sum.Numbers, rate)
	}
}

// invariants returns the names of all declared or counted invariants, in order.
func (s *Summarizer) invariants() []string {
	others := slices.DeleteFunc(slices.Sorted(maps.Keys(s.rules)), func(name string) bool { return slices.Contains(s.o.Invariants, name) })
	return slices.Concat(s.o.Invariants, others)
}

// overTrials returns the mean of a ratio, undefined if the ratio is undefined in any trial. If there are several
// trials, it also returns the lowest and the highest value.
func overTrials(all []report.Ratio) (mean, lowest, highest report.Ratio) {
	sum, defined := 0.0, 0
	for _, r := range all {
		if !r.Defined {
			continue
		}
		if defined == 0 {
			lowest, highest = r, r
		}
		lowest.Value, highest.Value = min(lowest.Value, r.Value), max(highest.Value, r.Value)
		sum += r.Value
		defined++
	}
	if len(all) < 2 {
		lowest, highest = report.Ratio{}, report.Ratio{}
	}
	return report.RatioOf(sum/float64(max(defined, 1)), defined > 0 && defined == len(all)), lowest, highest
}

// plusInvariants returns the sum of c and d.
func plusInvariants(c, d report.InvariantCounts) report.InvariantCounts {
	return report.InvariantCounts{
		Holds: c.Holds + d.Holds, Broken: c.Broken + d.Broken,
		NotApplicable: c.NotApplicable + d.NotApplicable, Errored: c.Errored + d.Errored,
	}
}

// countInvariant counts an answer.
func countInvariant(c *report.InvariantCounts, s eval.InvariantState) {
	switch s {
	case eval.Holds:
		c.Holds++
	case eval.Broken:
		c.Broken++
	case eval.NotApplicable:
		c.NotApplicable++
	case invariant.Errored:
		c.Errored++
	}
}
