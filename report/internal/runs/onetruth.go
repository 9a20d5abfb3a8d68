package runs

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
)

// OneTruth is one data set of several runs, judged by one truth and one spec even if labels and rules have changed
// between the runs.
//
// The truths come from the run that began last. If an earlier run has another truth of a case, the answer that its
// record keeps is evaluated again under the spec of its own run, so that only the truth differs. A case is left out,
// and counted, if its answers cannot be judged in this way. Reasons are: the record has no answer or no truth (they
// were too long, or EVALTEST_ANSWERS=off); values are redacted; a comparator that is a Go function has not compared
// these values; rules have changed since. If more than a tenth of the cases is left out, a conclusion is impossible.
//
// Then the answers of the runs with other rules are evaluated under the spec of one run, by these truths. Invariants that
// are functions of Go, or read the text of a document, keep their recorded results. A case whose answers cannot be judged
// in this way is left out. If these are more than a tenth of the cases of any run, each run keeps its own rules.
//
// The effect of the labels is a number of its own, see [LabelChange].
//
// The hashes in the ledger tell which truths differ. Only the records of these cases are read a second time, in one
// pass over the files for each 65,536 of them. The new results replace the recorded ones in the data sets.
type OneTruth struct {
	// Sides has the data set of each run. Newest is the index of the run whose truths judge all.
	Sides  []*Cases
	Newest int
	// Numbers are the cases that are compared.
	Numbers []int32
	// Changes are the effects of changed labels on each run, nil for no effect. The newest run has none.
	Changes []*LabelChange
	// LeftOut has the numbers of the cases that are in no number of the comparison.
	LeftOut map[int32]bool
	// NotEvaluable says why nothing can be concluded, "" if something can.
	NotEvaluable string
	// Emptied names the fields that too many truths of the newest run lack and truths of an earlier run have, "" for
	// none. Too many are more than a tenth of the cases, or five cases or more that are more than a tenth of the cases
	// that had the field. That no more mistakes are found there is no conclusion.
	Emptied string
	// Rules has, for each run, its rules that differ from the rules of the run whose spec judges all runs. Apart says
	// why not all runs can be judged by this spec, "" if they are. Each run then keeps its own rules.
	Rules [][]string
	Apart string
	// Notes are sentences about changed labels, and RuleNotes about changed rules, with the names of the cases.
	Notes, RuleNotes []string

	names           []string
	truths, results []judgement // by run: after the truths, and after the rules
}

// mostLeftOut is the share of the cases that may be left out.
const mostLeftOut = 0.1

// Remedy is the advice if a conclusion is impossible.
const Remedy = "run the earlier state again on today's labels"

// withoutTruth is the reason for leaving out a case whose truth was removed.
const withoutTruth = "their truth was removed"

// Newest returns the index of the run that began last. Of several that began at the same time, or do not say when, it
// returns the last one.
func Newest(sides []*Cases) int {
	newest := 0
	for i, c := range sides {
		if !c.Set.Run.Start.Before(sides[newest].Set.Run.Start) {
			newest = i
		}
	}
	return newest
}

// OtherRules returns the rules of a run that differ from those of another one, as [words.OtherRules]; It returns none if
// one run is the other run under a changed spec, as evalreport rescore makes it: such runs differ in nothing else.
func OtherRules(c, other *Cases) []string {
	run, earlier := &c.Set.Run, &other.Set.Run
	if run.Rescored != earlier.Rescored && !run.Start.IsZero() && run.Start.Equal(earlier.Start) && run.PID == earlier.PID {
		return nil
	}
	return words.OtherRules(c.Dataset.Spec, other.Dataset.Spec)
}

// Judge judges the answers of several runs by the truths of the run newest, and by the spec of the run rules. sides has
// the data set of each run; a case has the same number in all data sets. numbers are the cases to judge, which all runs
// asked for. names are the names of the runs in sentences. If values are redacted with different keys, it is unknown
// which truths changed, and a conclusion is impossible.
func Judge(sides []*Cases, names []string, numbers []int32, newest, rules int) *OneTruth {
	t := &OneTruth{
		Sides: sides, Newest: newest, Changes: make([]*LabelChange, len(sides)), LeftOut: map[int32]bool{}, Rules: make([][]string, len(sides)),
		names: names, truths: make([]judgement, len(sides)), results: make([]judgement, len(sides)),
	}
	t.judgeByTruths(numbers)
	t.judgeByRules(rules, numbers)
	t.Numbers = slices.DeleteFunc(slices.Clone(numbers), func(n int32) bool { return t.LeftOut[n] })
	return t
}

// Units are the units of evidence of the compared cases, by the records of the newest run.
func (t *OneTruth) Units() *Units { return t.Sides[t.Newest].Units(t.Numbers) }

func (t *OneTruth) judgeByTruths(numbers []int32) {
	removed, failures := make([]map[int32]bool, len(t.Sides)), make([]error, len(t.Sides))
	for i, c := range t.Sides {
		if i == t.Newest {
			continue
		}
		var cases []int32
		if cases, removed[i] = t.findChanged(c, numbers); len(cases)+len(removed[i]) == 0 {
			continue
		}
		if t.truths[i], failures[i] = t.judgeCases(c, c, cases); failures[i] != nil {
			continue
		}
		t.truths[i].replace(c, cases, c.Rejudge)
		for _, n := range cases {
			switch _, lost := t.truths[i].lost[n]; {
			case !lost:
				c.SetTruth(n, t.Sides[t.Newest].Entries(n)[0].Truth)
			case c.Entries(n)[0].Unlabelled: // its invariants are compared, as ever
				delete(t.truths[i].lost, n)
			default:
				t.LeftOut[n] = true
			}
		}
	}
	excluded := maps.Clone(t.LeftOut)
	for i := range t.Sides {
		maps.Copy(excluded, removed[i])
		t.conclude(i, numbers, len(removed[i]))
		if fields := t.emptiedFields(i, numbers); fields != "" {
			t.Emptied = fields + ": mistakes there count no longer; " + Remedy
		}
	}
	switch err := cmp.Or(failures...); {
	case err != nil:
		t.NotEvaluable = fmt.Sprintf("labels changed, and their effect is unknown: %v", err)
	case float64(len(excluded)) > mostLeftOut*float64(len(numbers)):
		var reasons []string
		for _, c := range t.Changes {
			if c != nil && c.LeftOut > 0 && !slices.Contains(reasons, c.Why) {
				reasons = append(reasons, c.Why)
			}
		}
		for i, reason := 0, strings.Join(reasons, "; "); i < len(t.Notes); i++ {
			t.Notes[i] = strings.TrimSuffix(t.Notes[i], ", as "+reason) // it is said once
		}
		t.NotEvaluable = fmt.Sprintf("labels changed in %s of %d that cannot be judged by one truth: %s; %s",
			words.Plural(len(excluded), "case"), len(numbers), strings.Join(reasons, "; "), Remedy)
	}
}

// findChanged compares the truths of an earlier run and of the newest run. It returns two groups of cases: those whose
// truth in the earlier run is missing or different, and those that have a truth only in the earlier run.
func (t *OneTruth) findChanged(c *Cases, numbers []int32) (cases []int32, removed map[int32]bool) {
	newest := t.Sides[t.Newest]
	removed = map[int32]bool{}
	changed := false
	for _, n := range numbers {
		switch previous, newer := c.Entries(n)[0], newest.Entries(n)[0]; {
		case newer.Unlabelled:
			if !previous.Unlabelled {
				removed[n] = true
			}
			continue
		case previous.Unlabelled:
			cases = append(cases, n)
			continue
		case previous.Truth != newer.Truth:
			cases = append(cases, n)
			changed = true
		}
	}
	if reason := hashesDiffer(c, newest); changed && reason != "" {
		t.NotEvaluable = reason + ", so it is unknown whether labels have changed: redact both runs alike, with one EVALTEST_REDACT_KEY"
		return nil, nil
	}
	return cases, removed
}

// conclude sets the effect of changed labels on run i. removed is how many of its truths were removed.
func (t *OneTruth) conclude(i int, numbers []int32, removed int) {
	j, c, name, truths := &t.truths[i], t.Sides[i], t.names[i], t.names[t.Newest]
	change := LabelChange{Truths: truths, LeftOut: len(j.lost) + removed, Why: j.reasons()}
	var changed Altered
	for _, n := range numbers {
		if _, ok := j.former[n]; ok && !t.LeftOut[n] {
			change.Cases++
			changed.Add(c.Name(n))
		}
	}
	if change.Cases > 0 {
		change.MicroF1, change.MacroF1 = t.effect(i, numbers)
		t.Notes = append(t.Notes, fmt.Sprintf("%s is judged by the truths of %s in %s, where they have changed", name, truths, changed))
	}
	if len(j.lost) > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%s cannot be judged by the truths of %s in %s, where they have changed: left out, as %s", name, truths, j.lostCases(c), change.Why))
	}
	if v := c.Dataset.Version; v != "" && v == t.Sides[t.Newest].Dataset.Version && change.Cases+change.LeftOut > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%s and %s call their data version %s, and their truths differ: give changed truths another version", name, truths, v))
	}
	if removed > 0 {
		change.Why = strings.TrimPrefix(change.Why+"; "+withoutTruth, "; ")
	}
	if change.Cases+change.LeftOut > 0 {
		t.Changes[i] = &change
	}
}

// judgeByRules judges the answers under the spec of one run, so that neither labels nor rules differ.
func (t *OneTruth) judgeByRules(rules int, numbers []int32) {
	results, cases := make([]judgement, len(t.Sides)), make([][]int32, len(t.Sides))
	for i, c := range t.Sides {
		if t.Rules[i] = OtherRules(t.Sides[rules], c); i == rules || len(t.Rules[i]) == 0 || t.Apart != "" {
			continue
		}
		for _, n := range numbers {
			if !t.LeftOut[n] && !c.Entries(n)[0].Unlabelled && !t.Sides[t.Newest].Entries(n)[0].Unlabelled {
				cases[i] = append(cases[i], n)
			}
		}
		var err error
		switch results[i], err = t.judgeCases(c, t.Sides[rules], cases[i]); {
		case err != nil:
			t.Apart = err.Error()
		case results[i].refusal != "":
			t.Apart = results[i].refusal
		case float64(len(results[i].lost)) > mostLeftOut*float64(len(cases[i])):
			t.Apart = results[i].reasons()
		}
	}
	if t.Apart != "" {
		return
	}
	for i, c := range t.Sides {
		results[i].replace(c, cases[i], c.Replace)
		for n := range results[i].lost {
			t.LeftOut[n] = true
		}
		if len(results[i].lost) > 0 {
			t.RuleNotes = append(t.RuleNotes, fmt.Sprintf("%s cannot be judged by the rules of %s in %s: left out, as %s", t.names[i], t.names[rules], results[i].lostCases(c), results[i].reasons()))
		}
	}
	t.results = results
}

// lastJudgement returns the judgement that a case of a run got last.
func (t *OneTruth) lastJudgement(run int, number int32) *judgement {
	if len(t.results[run].former[number]) > 0 {
		return &t.results[run]
	}
	return &t.truths[run]
}

// OwnRow returns the row of counts of a case in the kth of its trials under the spec of its own run. row is its present
// row. It may be called for nil.
func (t *OneTruth) OwnRow(run int, number int32, k int, row uint32) uint32 {
	if t != nil {
		if former := t.results[run].former[number]; k < len(former) {
			return former[k].Row
		}
	}
	return row
}
