package ledger

import (
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// Records visits the kept part of the records of a case, by its number, in all of its trials that were not skipped.
// This is enough for a summarize.Summarizer: status, whether the verdict is pass (it is fail otherwise), counts,
// invariants, measures, spending, and whether the case was taken from an earlier run. A record is valid until visit
// returns; an error of visit ends the visits. Records of one data set share their memory: Records must not be called
// concurrently on the same Cases.
func (c *Cases) Records(number int32, visit func(*report.Case) error) error {
	for _, e := range c.Entries(nil, number) {
		c.restore(number, e)
		at := c.place(number, e)
		c.record.Measures = c.measures.appendTo(c.record.Measures[:0], at)
		if len(c.spent) > 0 || c.Replayed > 0 {
			c.restoreSpent(at, e)
		}
		if err := visit(&c.record); err != nil {
			return err
		}
	}
	return nil
}

// place returns the number of an entry of a case.
func (c *Cases) place(number int32, e *Entry) int32 {
	for at, other := range c.all(number) {
		if other == e {
			return at
		}
	}
	return -1
}

// earlier stands for the file of an earlier run, whose name is not kept.
const earlier = "an earlier run"

// restore makes the record of an entry, without its measures and spending.
func (c *Cases) restore(number int32, e *Entry) {
	to := &c.record
	cost := to.Cost
	if cost == nil {
		cost = map[string]float64{}
	}
	clear(cost)
	*to = report.Case{
		ID: c.Name(number), Trial: int(e.Trial), Status: report.OK, Verdict: eval.Fail, Unlabelled: e.Unlabelled(),
		Counts: to.Counts[:0], Invariants: to.Invariants[:0], Measures: to.Measures, Cost: cost,
	}
	if e.Passed {
		to.Verdict = eval.Pass
	}
	if e.Failed {
		to.Status = report.Error
	}
	if e.is&taken != 0 {
		to.Taken = earlier
	}
	for a, counts := range c.runs.Counts(e) {
		if name := c.runs.Names[a]; !c.runs.Rules[a] {
			to.Counts = append(to.Counts, metrics.Row{Attribute: name, Items: c.runs.Items[a], Counts: counts})
		} else {
			to.Invariants = append(to.Invariants, invariant.Result{Name: strings.TrimPrefix(name, report.RuleMetric("")), State: stateOf(counts)})
		}
	}
}

// stateOf is the inverse of outcomeOf.
func stateOf(c metrics.Counts) invariant.State {
	switch {
	case c.Wrong > 0:
		return invariant.Broken
	case c.Errored > 0:
		return invariant.Errored
	}
	return invariant.Holds
}

// restoreSpent sets the spending of the case in the trial of an entry.
func (c *Cases) restoreSpent(at int32, e *Entry) {
	to := &c.record
	to.Replayed = e.is&replayed != 0
	if int(at) >= len(c.spent) {
		return
	}
	for i, v := range c.spent[at] {
		if v = max(v, -v); v == 0 {
			continue
		}
		switch took := Quantities[i].Amount(float64(v - 1)); Quantities[i].Quantity {
		case usage.Cost:
			to.Cost[usage.Cost.Unit()] = took
		case usage.Tokens:
			to.Cost[usage.InputTokens.Unit()] = took
		case usage.Latency:
			to.Duration = time.Duration(took * float64(time.Second))
		}
	}
	to.TimedOut = e.Failed && to.Duration > 0 // other failures have no time
}
