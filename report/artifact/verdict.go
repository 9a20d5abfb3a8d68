package artifact

import (
	"errors"
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// Verdict is the judgement on a data set in one word. Every output shows the same one.
type Verdict string

const (
	Passed       Verdict = "passed"        // the gate passed, over all of the data set
	Failed       Verdict = "failed"        // a limit was not kept
	NotEvaluable Verdict = "not evaluable" // nothing can be said: see Judgement.Why
	NoGate       Verdict = "no gate"       // nobody has set a limit
)

// Judgement is the verdict on a data set with its reasons.
type Judgement struct {
	Verdict Verdict
	// Why says in one sentence why the data set is NotEvaluable.
	Why string
	// Gate is the result of the gate, nil where there is no gate or the data set is not Whole.
	Gate *report.GateResult

	dataset string
	gated   bool
	cases   report.CaseCount
	trials  int
}

// Judge returns the verdict on a data set whose cases come to a summary:
//
//   - NotEvaluable when it is not Whole, when the numbers mean nothing (see
//     [report.Summary.Nonsense]), or when no case was scored;
//   - the result of the gate, where there is one: the recorded result for one section with the gate of its test, else
//     the result over all sections;
//   - NoGate.
func (s *Set) Judge(summary report.Summary) Judgement {
	j := Judgement{
		Verdict: NoGate, dataset: s.Dataset.Name, gated: s.Gate != nil || s.Dataset.Gate != nil,
		cases: summary.Cases(), trials: len(summary.Trials),
	}
	if j.Why = s.Why(); s.Gate == nil && (j.Why == "" || s.State() == Partial && len(preflight.Errors(summary.Findings())) > 0) {
		j.Why = summary.Nonsense() // which is also why a test ran no case
	}
	if j.Why == "" && s.Gate == nil && j.cases.Scored() == 0 {
		j.Why = "no case was scored"
	}
	if j.Why != "" {
		j.Verdict = NotEvaluable
		return j
	}
	var result report.GateResult
	switch {
	case s.Gate != nil:
		result = *s.Gate
		result.Passed = result.Passed && len(result.Failed()) == 0
	case !j.gated:
		return j
	default:
		var err error
		if result, err = s.Dataset.Gate.Check(summary); err != nil {
			result.NotEvaluable = words.GateProblems(err)
		}
	}
	j.Gate = &result
	switch {
	case result.NotEvaluable != "":
		j.Verdict, j.Why = NotEvaluable, result.NotEvaluable
	case result.Passed:
		j.Verdict = Passed
	default:
		j.Verdict = Failed
	}
	return j
}

// Result returns the judgement as the record of a gate, false when there is none to
// write: without a gate nothing was judged.
func (j Judgement) Result() (report.GateResult, bool) {
	if j.Gate != nil {
		return *j.Gate, true
	}
	return report.GateResult{Dataset: j.dataset, NotEvaluable: j.Why}, j.Verdict == NotEvaluable
}

// String returns the judgement in one line, which begins with the name of the data set.
func (j Judgement) String() string {
	switch {
	case j.Gate != nil:
		return j.Gate.String()
	case j.Verdict == NotEvaluable && j.gated:
		result, _ := j.Result()
		return result.String()
	case j.Verdict == NotEvaluable:
		return words.Visible(j.dataset) + ": not evaluable: " + j.Why
	}
	return words.Visible(j.dataset) + ": no gate: " + j.Passing()
}

// Passing says how many cases pass and break no invariant: "243 of 300 cases do not pass", "all 8 cases pass".
func (j Judgement) Passing() string {
	n := j.cases.Scored() - j.cases.Unjudged
	text := fmt.Sprintf("%d of %s", n-j.cases.Passing(), words.Plural(n, "case"))
	verb := " do not pass"
	switch bad := n - j.cases.Passing(); {
	case bad == 0 && n == 1:
		text, verb = "the only case", " passes"
	case bad == 0:
		text, verb = "all "+words.Plural(n, "case"), " pass"
	case bad == 1:
		verb = " does not pass"
	}
	if j.trials > 1 {
		text += fmt.Sprintf(" in %d trials", j.trials)
	}
	if n := j.cases.Error; n > 0 {
		verb += ", " + words.Plural(n, "error") + " in the extractor"
	}
	if n := j.cases.Unjudged; n > 0 {
		verb += fmt.Sprintf(", nothing judged %d more", n)
	}
	if n := j.cases.Broken; n > 0 {
		verb += fmt.Sprintf(", %d of them for a broken invariant alone", n)
	}
	return text + verb
}

// absent returns data sets that Limits name and no source has.
func (j *Joiner) absent() (all []*Set) {
	if j.Limits == nil {
		return nil
	}
	var names []string
	for k := range j.sets {
		names = append(names, k.Dataset, k.Package+"."+k.Dataset)
	}
	slices.Sort(names)
	for _, unused := range j.Limits.Unused() {
		set := &Set{
			Key:     Key{Dataset: unused.Dataset, Repetition: 1},
			Dataset: report.Dataset{Name: unused.Dataset, Gate: new(report.Gate)},
		}
		set.Problems.add(errors.New(unused.Why + words.Hint(unused.Dataset, names)))
		all = append(all, set)
	}
	return all
}
