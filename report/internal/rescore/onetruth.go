package rescore

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/internal/ledger"
)

// OneTruth is several runs over the same cases, judged by one truth even if labels have changed between them.
//
// The truths come from the run that began last. If an earlier run has another truth of a case, the answer that its
// record keeps is evaluated again under the spec of its own run, so that only the truth differs. A case is left out,
// and counted, if its answers cannot be judged in this way: the record has no answer or no truth (they were too long,
// EVALTEST_ANSWERS=off), values are redacted, a comparator that is a function of Go has not compared these values, or
// rules have changed since. If more than a tenth of the cases is left out, a conclusion is impossible.
//
// The effect of the labels is a number of its own, see [LabelChange].
//
// The hashes in the ledger tell which truths differ. Only the records of these cases are read a second time, in one
// pass over the files for each 65,536 of them.
type OneTruth struct {
	// Changes are the effects of changed labels on each run, nil for no effect. The newest run has none.
	Changes []*LabelChange
	// LeftOut has the numbers of the cases that are in no number of the comparison.
	LeftOut map[int32]bool
	// NotEvaluable says why nothing can be concluded, "" if something can.
	NotEvaluable string
	// Emptied says which fields the truths of the newest run lack in more than a tenth of the cases, or in five cases or
	// more and more than a tenth of the cases that had the field, where those of an earlier run had one, "" for none.
	// That no more mistakes are found there is no conclusion.
	Emptied string
	// Notes are sentences about the changed labels, with the names of the cases.
	Notes []string

	newest int // the index of the run whose truths judge all
	names  []string
	of     []*ledger.Cases
	judged []judged // by run
	ruled  []judged // by run, after ByRulesOf
}

// mostLeftOut is the share of the cases that may be left out.
const mostLeftOut = 0.1

// Remedy is the advice if a conclusion is impossible.
const Remedy = "run the earlier state again on today's labels"

// withoutTruth is the reason for leaving out a case whose truth was removed.
const withoutTruth = "their truth was removed"

// Newest returns the index of the run that began last. Of several that began at the same time, or do not say when, it
// returns the last one.
func Newest(of []*ledger.Cases) int {
	newest := 0
	for i, c := range of {
		if !c.Set.Run.Start.Before(of[newest].Set.Run.Start) {
			newest = i
		}
	}
	return newest
}

// ByTruthsOf judges the answers of several runs by the truths of the newest. of has the data set of each run; in all of
// them, a case has the same number. numbers are the cases to judge: cases that all runs asked for. The new results
// replace the old ones in the data sets. If values are redacted with different keys, it is unknown which truths
// changed, and a conclusion is impossible.
func ByTruthsOf(newest int, names []string, of []*ledger.Cases, numbers []int32) OneTruth {
	t := OneTruth{
		Changes: make([]*LabelChange, len(of)), LeftOut: map[int32]bool{},
		newest: newest, names: names, of: of, judged: make([]judged, len(of)),
	}
	removed, broken := make([]map[int32]bool, len(of)), make([]error, len(of))
	for i, c := range of {
		if i == newest {
			continue
		}
		var cases []int32
		if cases, removed[i] = t.changed(c, numbers); len(cases)+len(removed[i]) == 0 {
			continue
		}
		t.judged[i], broken[i] = judgeBy(of[newest], c, cases)
		for n := range t.judged[i].lost {
			if c.Entries(n)[0].Unlabelled { // its invariants are compared, as ever
				delete(t.judged[i].lost, n)
				continue
			}
			t.LeftOut[n] = true
		}
	}
	out := maps.Clone(t.LeftOut)
	for i := range of {
		maps.Copy(out, removed[i])
		t.conclude(i, numbers, len(removed[i]))
		if fields := t.fallen(i, numbers); fields != "" {
			t.Emptied = fields + ": mistakes there count no longer; " + Remedy
		}
	}
	switch err := cmp.Or(broken...); {
	case err != nil:
		t.NotEvaluable = fmt.Sprintf("labels changed, and their effect is unknown: %v", err)
	case float64(len(out)) > mostLeftOut*float64(len(numbers)):
		var why []string
		for _, c := range t.Changes {
			if c != nil && c.LeftOut > 0 && !slices.Contains(why, c.Why) {
				why = append(why, c.Why)
			}
		}
		t.NotEvaluable = fmt.Sprintf("labels changed in %s of %d that cannot be judged by one truth: %s; %s",
			words.Plural(len(out), "case"), len(numbers), strings.Join(why, "; "), Remedy)
	}
	return t
}

// changed returns two groups of cases: cases whose truth in an earlier run is missing or differs from that in the
// newest run, and cases that have a truth only in the earlier run.
func (t *OneTruth) changed(of *ledger.Cases, numbers []int32) (cases []int32, removed map[int32]bool) {
	newest := t.of[t.newest]
	removed = map[int32]bool{}
	labelled, others := 0, 0
	for _, n := range numbers {
		switch before, now := of.Entries(n)[0], newest.Entries(n)[0]; {
		case now.Unlabelled:
			if !before.Unlabelled {
				removed[n] = true
			}
			continue
		case before.Unlabelled:
			cases = append(cases, n)
			continue
		case before.Truth != now.Truth:
			cases = append(cases, n)
			others++
		}
		labelled++
	}
	if ledger.OtherKeys(others, labelled, of, newest) {
		t.NotEvaluable = "values are redacted with another key in each run, so it is unknown whether labels have changed: set the same EVALTEST_REDACT_KEY in both"
		return nil, nil
	}
	return cases, removed
}

// conclude sets the effect of changed labels on run i. removed is how many of its truths were removed.
func (t *OneTruth) conclude(i int, numbers []int32, removed int) {
	j, of, name, truths := t.judged[i], t.of[i], t.names[i], t.names[t.newest]
	c := LabelChange{Truths: truths, LeftOut: len(j.lost) + removed, Why: why(j.lost)}
	var changed, lost ledger.Altered
	for _, n := range numbers {
		if _, ok := j.lost[n]; ok {
			lost.Add(of.Name(n))
		}
		if _, ok := j.was[n]; ok && !t.LeftOut[n] {
			c.Cases++
			changed.Add(of.Name(n))
		}
	}
	if c.Cases > 0 {
		c.MicroF1, c.MacroF1 = t.effect(i, numbers)
		t.Notes = append(t.Notes, fmt.Sprintf("%s is judged by the truths of %s in %s, where they have changed", name, truths, changed))
	}
	if len(j.lost) > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%s cannot be judged by the truths of %s in %s, where they have changed: left out, as %s", name, truths, lost, c.Why))
	}
	if v := of.Dataset.Version; v != "" && v == t.of[t.newest].Dataset.Version && c.Cases+c.LeftOut > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%s and %s call their data version %s, and their truths differ: give changed truths another version", name, truths, v))
	}
	if removed > 0 {
		c.Why = strings.TrimPrefix(c.Why+"; "+withoutTruth, "; ")
	}
	if c.Cases+c.LeftOut > 0 {
		t.Changes[i] = &c
	}
}

// why says why cases were lost, with the number of cases if there are several reasons.
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
