package relabel

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/internal/ledger"
)

// Runs are several runs that were judged by one truth.
type Runs struct {
	// Newest is the index of the run by whose truths all are judged.
	Newest int
	// Changes are the effects of changed labels on each run, nil for no effect, as on the newest.
	Changes []*Change
	// LeftOut has the numbers of the cases that are in no number of the comparison.
	LeftOut map[int32]bool
	// NotEvaluable says why nothing can be concluded, "" where something can.
	NotEvaluable string
	// Notes name the cases.
	Notes []string

	of     []*ledger.Cases
	judged []judged
}

// mostLeftOut is the share of the cases that may be left out.
const mostLeftOut = 0.1

// Remedy is the advice where a conclusion is impossible.
const Remedy = "run the earlier state again on today's labels"

// withoutTruth is the reason for leaving out a case whose truth was removed.
const withoutTruth = "they have no truth any more"

// Newest returns the index of the run that began last. Of several that began at the same time, or do not say when, it
// is the last one.
func Newest(of []*ledger.Cases) int {
	newest := 0
	for i, c := range of {
		if !c.Set.Run.Start.Before(of[newest].Set.Run.Start) {
			newest = i
		}
	}
	return newest
}

// Judge judges the answers of data sets of several runs, which share their numbers of cases, by the truths of one of
// them. numbers are the cases to judge, which all runs were asked for. The new results replace the old ones
// in the data sets. Where values are redacted with other keys it is unknown which truths changed, and a conclusion is impossible.
func Judge(runs *ledger.Runs, newest int, names []string, of []*ledger.Cases, numbers []int32) Runs {
	r := Runs{Newest: newest, Changes: make([]*Change, len(of)), LeftOut: map[int32]bool{}, of: of, judged: make([]judged, len(of))}
	removed, broken := make([]map[int32]bool, len(of)), make([]error, len(of))
	for i, c := range of {
		if i == r.Newest {
			continue
		}
		var cases []int32
		if cases, removed[i] = r.changed(c, numbers); len(cases)+len(removed[i]) == 0 {
			continue
		}
		r.judged[i], broken[i] = judge(c, of[r.Newest], cases)
		for n := range r.judged[i].lost {
			if c.Entries(nil, n)[0].Unlabelled() { // its invariants are compared, as ever
				delete(r.judged[i].lost, n)
				continue
			}
			r.LeftOut[n] = true
		}
	}
	out := maps.Clone(r.LeftOut)
	for i := range of {
		maps.Copy(out, removed[i])
		r.conclude(i, names, numbers, removed[i], runs)
	}
	switch err := cmp.Or(broken...); {
	case err != nil:
		r.NotEvaluable = fmt.Sprintf("labels changed, and it cannot be said what for: %v", err)
	case float64(len(out)) > mostLeftOut*float64(len(numbers)):
		var why []string
		for _, c := range r.Changes {
			if c != nil && c.LeftOut > 0 && !slices.Contains(why, c.Why) {
				why = append(why, c.Why)
			}
		}
		r.NotEvaluable = fmt.Sprintf("labels changed in %s of %d that cannot be judged by one truth: %s; %s",
			words.Plural(len(out), "case"), len(numbers), strings.Join(why, "; "), Remedy)
	}
	return r
}

// changed returns two groups of cases: those whose truth in an earlier run differs from the newest run's or is
// missing there, and those that have a truth in the earlier run only.
func (r *Runs) changed(of *ledger.Cases, numbers []int32) (cases []int32, removed map[int32]bool) {
	newest := r.of[r.Newest]
	removed = map[int32]bool{}
	labelled, others := 0, 0
	var was, is []*ledger.Entry
	for _, n := range numbers {
		was, is = of.Entries(was[:0], n), newest.Entries(is[:0], n)
		switch before, now := was[0], is[0]; {
		case now.Unlabelled():
			if !before.Unlabelled() {
				removed[n] = true
			}
			continue
		case before.Unlabelled():
			cases = append(cases, n)
			continue
		case before.Truth != now.Truth:
			cases = append(cases, n)
			others++
		}
		labelled++
	}
	if ledger.OtherKeys(others, labelled, of, newest) {
		r.NotEvaluable = "values are redacted with another key in each run, so that nobody can tell whether labels have changed: set EVALTEST_REDACT_KEY in both"
		return nil, nil
	}
	return cases, removed
}

// conclude sets the effect of changed labels on a run.
func (r *Runs) conclude(i int, names []string, numbers []int32, removed map[int32]bool, runs *ledger.Runs) {
	j, of, truths := r.judged[i], r.of[i], names[r.Newest]
	c := Change{Truths: truths, LeftOut: len(j.lost) + len(removed), Why: why(j.lost)}
	var changed, lost ledger.Altered
	for _, n := range numbers {
		if _, ok := j.lost[n]; ok {
			lost.Add(of.Name(n))
		}
		if _, ok := j.was[n]; ok && !r.LeftOut[n] {
			c.Cases++
			changed.Add(of.Name(n))
		}
	}
	if c.Cases > 0 {
		c.MicroF1, c.MacroF1 = r.effect(i, numbers, runs)
		r.Notes = append(r.Notes, fmt.Sprintf("%s is judged by the truths of %s in %s, where they have changed", names[i], truths, changed))
	}
	if len(j.lost) > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%s cannot be judged by the truths of %s in %s, where they have changed: left out, as %s", names[i], truths, lost, c.Why))
	}
	if len(removed) > 0 {
		c.Why = strings.TrimPrefix(c.Why+"; "+withoutTruth, "; ")
	}
	if c.Cases+c.LeftOut > 0 {
		r.Changes[i] = &c
	}
}

// why says why cases were lost, in as many cases as there are of each of several reasons.
func why(lost map[int32]string) string {
	times := map[string]int{}
	for _, reason := range lost {
		times[reason]++
	}
	var parts []string
	for _, reason := range slices.Sorted(maps.Keys(times)) {
		text := reason
		if len(times) > 1 {
			text += fmt.Sprintf(" (%s)", words.Plural(times[reason], "case"))
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}
