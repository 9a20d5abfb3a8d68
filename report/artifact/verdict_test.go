package artifact_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

func TestJudge(t *testing.T) {
	const (
		gated  = `,"gate":{"micro_f1":0.6}`
		right  = `{"type":"case","id":"a","trial":1,"status":"ok","verdict":"pass","counts":[{"attribute":"x","counts":{"match":1}}]}` + "\n"
		wrong  = `{"type":"case","id":"b","trial":1,"status":"ok","verdict":"fail","counts":[{"attribute":"x","counts":{"wrong":1}}]}` + "\n"
		failed = `{"type":"case","id":"c","trial":1,"status":"error","error":"no","verdict":"fail","counts":[{"attribute":"x","counts":{"missing":1}}]}` + "\n"
		// A limit on a number that the test alone knows: nothing can judge it again.
		own     = `{"type":"gate","dataset":"x","passed":false,"cases":1,"trials":1,"checks":[{"metric":"pages per second","value":2,"limit":3,"passed":false}]}` + "\n"
		passed  = `{"type":"gate","dataset":"x","passed":true,"cases":1,"trials":1}` + "\n"
		unknown = `{"type":"gate","dataset":"x","passed":false,"not_evaluable":"1 of 2 cases were scored","cases":1,"trials":1}` + "\n"
		same    = `,"baseline":{"file":"b.jsonl","cases":1}`
		worse   = `,"baseline":{"file":"b.jsonl","cases":1,"worse":[{"name":"x","old":1,"new":0.5,"broken":1}]}`
		frozen  = `,"gate":{"no_worse_than":"b.jsonl"}`
		end1    = `{"type":"end","cases":1}` + "\n"
		end2    = `{"type":"end","cases":2}` + "\n"
	)
	head := func(rest string) string {
		return runLine + `{"type":"dataset","name":"x"` + rest + "}\n"
	}
	laxer := &verdict.GateFile{Name: "gates.yaml"}
	laxer.Add("x", 1, report.Gate{MicroF1: 0.4})
	for _, tt := range []struct {
		name, text string
		limits     *verdict.GateFile
		want       verdict.Verdict
		line       string
	}{
		{"passed", head(gated) + right + passed + end1, nil, verdict.Passed, "x: gate passed over 1 case"},
		{"a recorded failure stays one", head(gated) + right + own + end1, nil, verdict.Failed, "x: pages per second 2.000 is below 3.000, over 1 case; the recorded verdict differs: by the cases and limits of the record, the gate passed"},
		{"a recorded gate of a data set that has none", head("") + right + own + end1, nil, verdict.Failed, "x: pages per second 2.000 is below 3.000, over 1 case"},
		{"passed, in spite of a check that failed", head("") + right + strings.Replace(own, `"passed":false`, `"passed":true`, 1) + end1, nil, verdict.Failed, "x: pages per second 2.000 is below 3.000, over 1 case"},
		{"not evaluable, as recorded", head(gated) + right + unknown + end1, nil, verdict.NotEvaluable, "x: gate not evaluable: 1 of 2 cases were scored"},
		{"no record of the gate", head(gated) + right + wrong + end2, nil, verdict.Failed, "x: micro F1 0.500 is below 0.600, over 2 cases; look first at x (F1 0.500)"},
		{"a gate from outside goes before the recorded one", head(gated) + right + own + end1, laxer, verdict.Passed, "x: gate passed over 1 case"},
		{"a gate from outside where there is none", head("") + right + wrong + end2, laxer, verdict.Passed, "x: gate passed over 2 cases; within the interval, where other documents could fail: micro F1"},
		{"broken, whatever is recorded", head(gated) + right + passed, nil, verdict.NotEvaluable, `x: gate not evaluable: f: data set "x" has no end record: its run broke off`},
		{"broken, without a gate", head("") + right, nil, verdict.NotEvaluable, `x: not evaluable: f: data set "x" has no end record: its run broke off`},
		{"partial, whatever is recorded", head(gated) + right + passed + `{"type":"end","cases":1,"partial":true}`, nil, verdict.NotEvaluable, "x: gate not evaluable: it is of a partial run: not all of its cases were scored"},
		{"partial, for a reason that the test knows", head(gated) + right + unknown + `{"type":"end","cases":1,"partial":true}`, nil, verdict.NotEvaluable, "x: gate not evaluable: 1 of 2 cases were scored"},
		{"no gate, all pass", head("") + right + end1, nil, verdict.NoGate, "x: no gate: the only case passes"},
		{"no gate, some do not", head("") + right + wrong + end2, nil, verdict.NoGate, "x: no gate: 1 of 2 cases does not pass"},
		{"no gate, with an error", head("") + failed + wrong + end2, nil, verdict.NoGate, "x: no gate: 2 of 2 cases do not pass, 1 error in the extractor"},
		{"no case", head(gated) + `{"type":"end","cases":0}`, nil, verdict.NotEvaluable, "x: gate not evaluable: no case was scored"},
		{"no case, no gate", head("") + `{"type":"end","cases":0}`, nil, verdict.NotEvaluable, "x: not evaluable: no case was scored"},
		{"passed, and a check that did not", head(gated) + right + strings.Replace(passed, `"trials":1`, `"trials":1,"checks":[{"metric":"micro F1","value":0.2,"limit":0.6,"passed":false}]`, 1) + end1, nil,
			verdict.Failed, "x: micro F1 0.200 is below 0.600, over 1 case; the recorded verdict differs: by the cases and limits of the record, the gate passed"},
		{"no second record takes a failure back", head(gated) + right + own + passed + end1, nil, verdict.Failed, "x: pages per second 2.000 is below 3.000, over 1 case; the recorded verdict differs: by the cases and limits of the record, the gate passed"},
		{"passed was written over failed", head(gated) + right + wrong + passed + end2, nil, verdict.Failed, "x: micro F1 0.500 is below 0.600, over 2 cases; look first at x (F1 0.500); the recorded verdict differs: it says that the gate passed"},
		{"failed, for no reason that is recorded", head(gated) + right + strings.Replace(passed, "true", "false", 1) + end1, nil, verdict.Failed, "x: the recorded verdict differs: by the cases and limits of the record, the gate passed"},
		{"failed, as the cases say", head(gated) + right + wrong + strings.Replace(passed, "true", "false", 1) + end2, nil, verdict.Failed, "x: micro F1 0.500 is below 0.600, over 2 cases; look first at x (F1 0.500)"},
		{"passed, by a limit on nothing", head(`,"gate":{"field_f1":{"y":0.6}}`) + right + passed + end1, nil, verdict.NotEvaluable, `x: gate not evaluable: data set "x" has no field "y" (there is "x"); the recorded verdict differs: it says that the gate passed`},
		{"passed, over no case", head("") + passed + `{"type":"end","cases":0}`, nil, verdict.NotEvaluable, "x: gate not evaluable: no case was scored"},
		{"lines that were taken out, with the end changed to fit", head(`,"cases":2`+gated) + right + passed + end1, nil, verdict.NotEvaluable, "x: gate not evaluable: it is of a partial run: not all of its cases were scored"},
		{"no worse than a baseline, as recorded", head(frozen) + right + strings.Replace(passed, `"trials":1`, `"trials":1`+same, 1) + end1, nil, verdict.Passed, "x: gate passed over 1 case; no worse than the baseline b.jsonl over 1 case"},
		{"worse than a baseline, as recorded", head(frozen) + right + strings.Replace(passed, `true,"cases":1,"trials":1`, `false,"cases":1,"trials":1`+worse, 1) + end1, nil, verdict.Failed, "x: worse than the baseline b.jsonl over 1 case; x 1.000 → 0.500 (-0.500), a fall of more than 0 and of more than noise: 1 broken, 0 fixed"},
		{"compared with no baseline", head(frozen) + right + end1, nil, verdict.NotEvaluable, "x: gate not evaluable: this run was not compared with b.jsonl: evalreport check -baseline FILE compares it"},
		{"a limit on nothing", head(`,"gate":{"field_f1":{"y":0.6}}`) + right + end1, nil, verdict.NotEvaluable, `x: gate not evaluable: data set "x" has no field "y" (there is "x")`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := summarize.Merge{Limits: tt.limits}
			require.NoError(t, m.Read(reporttest.Source("f", tt.text)))
			j := m.Sets()[0].Judge()
			assert.Equal(t, tt.want, j.Verdict)
			assert.Equal(t, tt.line, j.String())
			assert.Equal(t, tt.want == verdict.NotEvaluable, j.Why != "")
		})
	}
}

func TestJoinedPartsAreJudgedAgain(t *testing.T) {
	part := func(id string, n metrics.Counts, verdict eval.Verdict, shard string) string {
		c := reporttest.Counted(id, 1, 1, reporttest.Row("x", n))
		c.Verdict = verdict
		return runLine + `{"type":"dataset","name":"x","cases":2,"gate":{"micro_f1":0.6},` + shard + "}\n" + reporttest.Line(t, c) + `{"type":"end","cases":1}` + "\n"
	}
	var m summarize.Merge
	require.NoError(t, m.Read(reporttest.Source("1", part("a", metrics.Counts{Match: 1}, eval.Pass, `"shard":1,"shards":2`))))
	assert.Equal(t, `x: gate not evaluable: report: data set "x": 1 of 2 shards are there, missing 2`, m.Sets()[0].Judge().String())
	require.NoError(t, m.Read(reporttest.Source("2", part("b", metrics.Counts{Wrong: 1}, eval.Fail, `"shard":2,"shards":2`))))
	assert.Equal(t, "x: micro F1 0.500 is below 0.600, over 2 cases; look first at x (F1 0.500)", m.Sets()[0].Judge().String())
}

// A package that died before it recorded anything is seen by the file of limits.
func TestAGateOfNoArtifactIsNotEvaluable(t *testing.T) {
	limits := &verdict.GateFile{Name: "gates.yaml"}
	limits.Add("p.x", 1, report.Gate{MicroF1: 0.5})
	limits.Add("gone", 3, report.Gate{MicroF1: 0.5})
	m := summarize.Merge{Limits: limits}
	require.NoError(t, m.Read(reporttest.Source("f", `{"type":"run","schema":"extracteval/v1","package":"p"}`+"\n"+`{"type":"dataset","name":"x"}`+"\n"+caseLine+endLine)))
	sets := m.Sets()
	require.Len(t, sets, 2)
	assert.Equal(t, verdict.Passed, sets[0].Judge().Verdict)
	assert.Equal(t, "gone: gate not evaluable: no artifact has this data set (gates.yaml:3)", sets[1].Judge().String())
}

// Without a gate, the cases are counted in words.
func TestPassingCases(t *testing.T) {
	for want, cases := range map[string]report.CaseCount{
		"the only case passes":                                            {OK: 1, Pass: 1},
		"all 8 cases pass":                                                {OK: 8, Pass: 8},
		"1 of 8 cases does not pass":                                      {OK: 8, Pass: 7, Fail: 1},
		"2 of 8 cases do not pass, 1 error in the extractor":              {OK: 7, Pass: 6, Error: 1, Fail: 2},
		"2 of 8 cases do not pass, 2 answers could not be read":           {OK: 8, Pass: 6, Unreadable: 2, Fail: 2},
		"all 5 cases pass, nothing judged 3 more":                         {OK: 8, Pass: 5, Unlabelled: 3, Unjudged: 3},
		"2 of 8 cases do not pass, 2 of them only for a broken invariant": {OK: 8, Pass: 8, Broken: 2},
	} {
		summary := report.Summary{Trials: []report.Trial{{Cases: cases}}}
		j := verdict.Judge(&report.Dataset{Name: "x"}, nil, "", summary, nil)
		assert.Equal(t, "x: no gate: "+want, j.String())
		_, recorded := j.Result()
		assert.False(t, recorded)
	}
	two := report.Summary{Trials: []report.Trial{{Cases: report.CaseCount{OK: 1, Pass: 1}}, {Cases: report.CaseCount{OK: 1, Pass: 1}}}}
	assert.Equal(t, "x: no gate: all 2 cases in 2 trials pass", verdict.Judge(&report.Dataset{Name: "x"}, nil, "", two, nil).String())
	result, recorded := verdict.Judge(&report.Dataset{Name: "x"}, nil, "it broke off", two, nil).Result()
	assert.Equal(t, report.GateResult{Dataset: "x", NotEvaluable: "it broke off"}, result)
	assert.True(t, recorded)
}

// A comparison that comes with the verdict is a part of it, and each number that is worse has a line.
func TestJudgedByABaseline(t *testing.T) {
	summary := report.Summary{Dataset: "x", Trials: []report.Trial{{Cases: report.CaseCount{OK: 1, Pass: 1}}}}
	fall := report.Fall{Name: "total", Old: report.RatioOf(1, true), New: report.RatioOf(0.5, true), Broken: 3}
	for _, tt := range []struct {
		compared report.Baseline
		want     verdict.Verdict
		lines    int
	}{
		{report.Baseline{File: "b.jsonl", Cases: 1}, verdict.Passed, 1},
		{report.Baseline{File: "b.jsonl", Cases: 1, Worse: []report.Fall{fall, fall}}, verdict.Failed, 3},
		{report.Baseline{File: "b.jsonl", NotEvaluable: "no baseline yet"}, verdict.NotEvaluable, 1},
	} {
		j := verdict.Judge(&report.Dataset{Name: "x"}, nil, "", summary, &tt.compared)
		assert.Equal(t, tt.want, j.Verdict)
		result, recorded := j.Result()
		assert.True(t, recorded && result.Baseline != nil && result.Passed == (tt.want == verdict.Passed))
		lines, command := j.Lines()
		assert.Len(t, lines, tt.lines)
		assert.Empty(t, command)
	}
	lines, _ := verdict.Judge(&report.Dataset{Name: "x"}, nil, "", summary, nil).Lines()
	assert.Equal(t, []string{"x: no gate: the only case passes"}, lines)
	gated := report.Dataset{Name: "x", Gate: &report.Gate{NoWorseThan: "b.jsonl"}}
	assert.Equal(t, "b.jsonl", verdict.Judge(&gated, nil, "", summary, nil).Gate.Baseline.File)
}

// The command that shows more ends the line, so that it can be copied, and stands apart from the lines.
func TestTheCommandOfABaselineIsLast(t *testing.T) {
	fall := report.Fall{Name: "total", Old: report.RatioOf(1, true), New: report.RatioOf(0.5, true)}
	compared := report.Baseline{File: "b.jsonl", Cases: 4, Worse: []report.Fall{fall}, Next: "evalreport diff b.jsonl _evaltest"}
	const next = "; next: evalreport diff b.jsonl _evaltest"

	result := report.GateResult{Dataset: "x", Cases: 4, Passed: true, Unreadable: 3}
	result.Add(&compared)
	j := verdict.Of(result)
	assert.Equal(t, "x: 3 answers could not be read; worse than the baseline b.jsonl over 4 cases; total 1.000 → 0.500 (-0.500), a fall of more than 0 and of more than noise"+next, j.String())
	lines, command := j.Lines()
	assert.Equal(t, []string{"x: 3 answers could not be read; worse than the baseline b.jsonl over 4 cases", "    total 1.000 → 0.500 (-0.500), a fall of more than 0 and of more than noise"}, lines)
	assert.Equal(t, "evalreport diff b.jsonl _evaltest", command)

	result.Checks = []report.Check{{Metric: "F1 of total", Value: report.RatioOf(0.5, true), Limit: 0.9}}
	assert.True(t, strings.HasSuffix(verdict.Of(result).String(), next), "%s", verdict.Of(result))
	assert.Contains(t, verdict.Of(result).String(), "over 4 cases; 3 answers could not be read; worse than")

	better := report.Baseline{File: "b.jsonl", Cases: 4, Better: []report.Fall{fall}, Next: "evalreport check"}
	result = report.GateResult{Dataset: "x", Cases: 4, Passed: true, Unreadable: 3}
	result.Add(&better)
	assert.Equal(t, "x: gate passed over 4 cases; 3 answers could not be read; no worse than the baseline b.jsonl over 4 cases; better: total 1.000 → 0.500 (-0.500); next: evalreport check", result.String())

	j.Differs = "the recorded verdict differs"
	assert.True(t, strings.HasSuffix(j.String(), "more than noise; the recorded verdict differs"+next), "%s", j)
}
