// Package verdict judges data sets: passed, failed, not evaluable or without a gate, with the reasons ([Judge]).
// [GateFile.Gate] returns the gate that a file of limits has for a data set.
//
// [Outcomes] and [OutcomesParser] write and read the lines of a baseline: how one case ended, in all of its trials, in
// one line that reads well in a review. A line has the outcomes of each attribute by name, and no value of the document:
//
//	{"type":"outcomes","id":"inv-001","truth":"5b0c…","input":"91fe…","trials":[{"verdict":"pass","score":1,"fields":{"total":1,"lines[].amount":4}}]}
//	{"type":"outcomes","id":"inv-002","truth":"77d1…","input":"0d3a…","trials":[{"verdict":"fail","score":0.8,"fields":{"total":"wrong","lines[].amount":"3 match, 1 missing"}}]}
//
// A number counts values that match. In words, a count of one is left out if it is all there is, and "absent" is a correct
// absence. A score has four digits.
package verdict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// Verdict is the judgement on a data set in one word. Every output shows the same word.
type Verdict string

const (
	Passed       Verdict = "passed"        // the gate passed, over all of the data set
	Failed       Verdict = "failed"        // a limit failed
	NotEvaluable Verdict = "not evaluable" // the data set cannot be judged: see Judgement.Why
	NoGate       Verdict = "no gate"       // the data set has no limits
)

// ByUrgency lists the verdicts, the most urgent first.
var ByUrgency = []Verdict{Failed, NotEvaluable, NoGate, Passed}

// Judgement is the verdict on a data set with its reasons.
type Judgement struct {
	Verdict Verdict
	// Why says in one sentence why the data set is NotEvaluable.
	Why string
	// Gate is the result of the gate, nil without a gate, or if Why was known before the gate.
	Gate *report.GateResult
	// Differs says in words that the recorded result of the gate is another than the cases and limits beside it give,
	// "" if both agree.
	Differs string
	// Gated says that the data set has a gate, or the recorded result of a gate.
	Gated bool
	Cases report.CaseCount

	dataset string
	trials  int
}

// Judge returns the verdict on a data set with the given summary of its cases:
//
//   - NotEvaluable if reason is not empty, or if no case was scored and no result is recorded, or one that passed;
//   - the result of the gate over the summary, if there is a gate. A recorded result cannot make it better: where it
//     says that the gate could not judge, this stands, and where one of both passed and the other did not, the data set
//     has Failed, or is NotEvaluable if the gate cannot judge the summary;
//   - the recorded result, if only that is there;
//   - NoGate otherwise.
//
// A recorded comparison with a baseline is a part of the result, or else compared, nil for none. If the gate names a baseline,
// and there is neither, the data set is NotEvaluable.
func Judge(ds *report.Dataset, recorded *report.GateResult, reason string, summary report.Summary, compared *report.Baseline) Judgement {
	j := Judgement{
		Verdict: NoGate, Why: reason, Gated: recorded != nil || ds.Gate != nil || compared != nil, Cases: summary.Cases(),
		dataset: ds.Name, trials: len(summary.Trials),
	}
	if j.Why == "" && (recorded == nil || passed(recorded)) && j.Cases.Scored() == 0 {
		j.Why = "no case was scored"
	}
	if j.Why != "" {
		j.Verdict = NotEvaluable
		return j
	}
	var result report.GateResult
	switch {
	case !j.Gated:
		return j
	case recorded != nil && (ds.Gate == nil || recorded.NotEvaluable != ""):
		result = *recorded
		result.Passed = passed(recorded)
	default:
		var err error
		var gate report.Gate
		if ds.Gate != nil {
			gate = *ds.Gate
		}
		if result, err = gate.Check(summary); err != nil {
			result.NotEvaluable = words.GateProblems(err)
		}
		if recorded != nil {
			result.Add(recorded.Baseline)
		}
		switch {
		case recorded == nil || passed(recorded) == result.Passed:
		case result.Passed: // a number of the test's own, which nothing can judge again, may have failed
			result, j.Differs = *recorded, "the recorded verdict differs: by the cases and limits of the record, the gate passed"
			result.Passed = false
		default:
			j.Differs = "the recorded verdict differs: it says that the gate passed"
		}
	}
	addBaseline(&result, ds.Gate, compared)
	judged := Of(result)
	j.Verdict, j.Why, j.Gate = judged.Verdict, judged.Why, judged.Gate
	return j
}

// Of returns the judgement that the result of a gate is, without the counts of the cases.
func Of(result report.GateResult) Judgement {
	j := Judgement{Verdict: Failed, Why: result.NotEvaluable, Gate: &result, Gated: true, dataset: result.Dataset}
	switch {
	case j.Why != "":
		j.Verdict = NotEvaluable
	case result.Passed:
		j.Verdict = Passed
	}
	return j
}

// EndsWell reports whether the gate passed or, without a gate, every judged case passes, as in a suite.
func (j Judgement) EndsWell() bool {
	return j.Verdict == Passed || j.Verdict == NoGate && j.Cases.Passing() == j.Cases.Scored()-j.Cases.Unjudged
}

// Add adds the comparison with a baseline to a result. A run that fails a limit cannot be written as a baseline: no command
// that writes one follows, or the limits that fail stand beside it.
func Add(result *report.GateResult, compared *report.Baseline) {
	if b := *compared; len(result.Failed()) > 0 {
		const update = "EVALTEST_UPDATE="
		switch {
		case b.NotEvaluable != "" && strings.Contains(b.NotEvaluable+b.Next, update):
			b.NotEvaluable += "; it is not written while " + Refusal(*result)
		case strings.Contains(b.Next, update):
			b.Next = ""
		}
		compared = &b
	}
	result.Add(compared)
}

// addBaseline adds a comparison with the baseline to a result without one.
func addBaseline(result *report.GateResult, gate *report.Gate, compared *report.Baseline) {
	switch {
	case compared != nil:
		Add(result, compared)
	case result.Baseline != nil:
	case gate != nil && gate.NoWorseThan != "":
		result.Add(&report.Baseline{File: gate.NoWorseThan, NotEvaluable: fmt.Sprintf("this run was not compared with %s: evalreport check -baseline FILE compares it", gate.NoWorseThan)})
	}
}

// passed reports whether a recorded gate has passed, by all that it says.
func passed(r *report.GateResult) bool {
	return r.Passed && r.NotEvaluable == "" && len(r.Failed()) == 0
}

// Result returns the judgement as the record of a gate. It reports false if there is nothing to record: the verdict is
// NoGate.
func (j Judgement) Result() (report.GateResult, bool) {
	if j.Gate != nil {
		return *j.Gate, true
	}
	return report.GateResult{Dataset: j.dataset, NotEvaluable: j.Why}, j.Verdict == NotEvaluable
}

// String returns the judgement in one line, which begins with the name of the data set. The command that shows more of a
// comparison with the baseline ends it.
func (j Judgement) String() string {
	j, command := j.withoutCommand()
	if command == "" {
		return j.text()
	}
	return j.text() + "; next: " + command
}

// withoutCommand returns the judgement without the command at the end of its comparison with the baseline, and the command.
func (j Judgement) withoutCommand() (rest Judgement, command string) {
	if j.Gate == nil || j.Gate.Baseline == nil || j.Gate.Baseline.Next == "" {
		return j, ""
	}
	gate, baseline := *j.Gate, *j.Gate.Baseline
	command, baseline.Next = words.Visible(baseline.Next), ""
	gate.Baseline, j.Gate = &baseline, &gate
	gate.NotEvaluable = strings.TrimSuffix(gate.NotEvaluable, "; next: "+command) // the reason of the comparison
	return j, command
}

func (j Judgement) text() string {
	switch {
	case j.Differs != "" && j.Why == "" && len(j.Gate.Failed()) == 0 && !j.worse(): // the record has no reason
		return words.Visible(j.dataset) + ": " + j.Differs
	case j.Differs != "":
		return j.Gate.String() + "; " + j.Differs
	case j.Gate != nil:
		return j.Gate.String()
	case j.Verdict == NotEvaluable && j.Gated:
		result, _ := j.Result()
		return result.String()
	case j.Verdict == NotEvaluable:
		return words.Visible(j.dataset) + ": not evaluable: " + j.Why
	}
	return words.Visible(j.dataset) + ": no gate: " + j.Passing()
}

// Lines returns the judgement as String does, but if the run is worse than the baseline with a line for each number that is
// worse, and with the command apart.
func (j Judgement) Lines() (lines []string, command string) {
	if !j.worse() {
		return []string{j.String()}, ""
	}
	j, command = j.withoutCommand()
	compared := j.Gate.Baseline.Lines()
	return strings.Split(strings.Replace(j.text(), strings.Join(compared, "; "), strings.Join(compared, "\n    "), 1), "\n"), command
}

func (j Judgement) worse() bool {
	return j.Gate != nil && j.Gate.Baseline != nil && j.Gate.Baseline.NotEvaluable == "" && !j.Gate.Baseline.Passed()
}

// TooManyErrors reports whether there are more errors than the gate allows.
func (j Judgement) TooManyErrors() bool {
	return j.Gate != nil && slices.ContainsFunc(j.Gate.Failed(), func(c report.Check) bool { return c.Metric == words.Errors })
}

// OfAnswers reports whether mistakes in answers can be a cause of the judgement. They cannot where a limit or the baseline
// could not be judged, and where only limits on drafts and on the usage of the extractor failed.
func (j Judgement) OfAnswers() bool {
	if j.Why != "" {
		return j.Gate == nil || len(j.Gate.Checks) == 0 && j.Gate.Baseline == nil
	}
	return j.Verdict == NoGate || j.Differs != "" || slices.ContainsFunc(j.failed(), func(metric string) bool {
		return usage.QuantityOf(metric) == "" && metric != dataset.DraftsMetric && metric != dataset.OwnDraftsMetric
	})
}

// OfField reports whether mistakes in a field can be a cause of the judgement: without a gate, and where a number of the
// field or an average over fields failed its limit or is worse than the baseline.
func (j Judgement) OfField(attribute string) bool {
	return j.Verdict == NoGate || slices.ContainsFunc(j.failed(), func(metric string) bool {
		field, ok := words.MetricField(metric)
		return ok && field == "" || words.MetricNames(metric, attribute)
	})
}

// failed returns the metrics that failed a limit or are worse than the baseline.
func (j Judgement) failed() (metrics []string) {
	if j.Gate == nil {
		return nil
	}
	for _, c := range j.Gate.Failed() {
		metrics = append(metrics, c.Metric)
	}
	if !j.worse() {
		return metrics
	}
	for _, fall := range j.Gate.Baseline.Worse {
		name := fall.Name
		if _, average := words.MetricField(name); !average && !strings.HasPrefix(name, "rule ") {
			name = "F1 of " + name // a field, a class or a measure
		}
		metrics = append(metrics, name)
	}
	return metrics
}

// Refusal says why a run that failed is no baseline: the limits that it does not keep.
func Refusal(result report.GateResult) string {
	return "the run fails a limit: " + strings.Join(arithmetic.Each(result.Failed(), report.Check.String), "; ")
}

// Passing says how many cases do not pass or break an invariant, or that there are none: "243 of 300 cases do not
// pass", "all 8 cases pass".
func (j Judgement) Passing() string {
	n := j.Cases.Scored() - j.Cases.Unjudged
	text := fmt.Sprintf("%d of %s", n-j.Cases.Passing(), words.Plural(n, "case"))
	verb := " do not pass"
	switch bad := n - j.Cases.Passing(); {
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
	if n := j.Cases.Error; n > 0 {
		verb += ", " + words.Plural(n, "error") + " in the extractor"
	}
	if n := j.Cases.Unreadable; n > 0 {
		verb += ", " + words.Unread(n)
	}
	if n := j.Cases.Unjudged; n > 0 {
		verb += fmt.Sprintf(", nothing judged %d more", n)
	}
	if n := j.Cases.Broken; n > 0 {
		verb += fmt.Sprintf(", %d of them only for a broken invariant", n)
	}
	return text + verb
}
