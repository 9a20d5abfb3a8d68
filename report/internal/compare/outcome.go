package compare

import (
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// Mark says how a case did in one attribute or invariant, over its trials.
type Mark uint8

const (
	NoValue Mark = iota // nothing was compared there
	Right               // every value is right in every trial
	Mistaken
	Unknown // a comparison errored in a trial
)

// outcome is the outcome of a case in one run.
type outcome struct {
	// marks has a mark for each attribute. The mark is NoValue for items of lists, whose values have attributes of
	// their own, and for classes.
	marks []Mark
	// passed is the number of trials in which the case passed, failed the number in which the extractor failed.
	passed, failed, trials int
}

// outcome sets *to to the outcome of a case by its entries, one for each trial.
func (c *comparison) outcome(o *outcome, entries []runs.Entry) {
	*o = outcome{marks: append(o.marks[:0], make([]Mark, len(c.ledger.Attributes))...), trials: len(entries)}
	for _, e := range entries {
		if e.Passed {
			o.passed++
		}
		if e.Failed {
			o.failed++
		}
		for i, n := range c.ledger.Counts(e.Row) {
			if a := &c.ledger.Attributes[i]; a.Averaged() || a.Kind == report.KindInvariant {
				o.marks[i] = max(o.marks[i], markOf(n))
			}
		}
	}
}

// markOf returns the mark of an attribute in one trial. The greatest mark of several trials counts.
func markOf(n metrics.Counts) Mark {
	switch {
	case n.Errored > 0:
		return Unknown
	case n.Mistakes() > 0:
		return Mistaken
	}
	return Right
}

// answer returns the answer of a compared run, without its error.
func (o *outcome) answer() Answer {
	return Answer{Compared: true, Passed: o.passed, Failed: o.failed, Trials: o.trials}
}

// alike reports whether a case has the same counts, truth and input in all trials of several runs, and passes and fails
// alike: then the runs have the same outcome.
func alike(all [][]runs.Entry) bool {
	first := &all[0][0]
	for _, entries := range all {
		for i := range entries {
			if e := &entries[i]; e.Row != first.Row || e.Passed != first.Passed || e.Failed != first.Failed || e.Truth != first.Truth || e.Input != first.Input {
				return false
			}
		}
	}
	return true
}
