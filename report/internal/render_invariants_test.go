package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// Two cases in two trials: adds_up holds in one of two, then in both; shape is of no limit,
// and cannot be judged once.
func TestInvariants(t *testing.T) {
	const text = `{"type":"run","schema":"extracteval/v1","repetition":1,"start":"2026-11-20T10:00:00Z","versions":{}}
{"type":"dataset","name":"invoices","trials":2,"invariants":["shape","adds_up"],"gate":{"limits":[{"metric":"rule adds_up","is":"at_least","value":0.8},{"metric":"rule adds_up","slice":"vendor=acme","is":"at_least","value":0.5,"bound":"low"}],"max_errors":1}}
{"type":"case","id":"a","trial":1,"status":"ok","verdict":"fail","unlabelled":true,"invariants":[{"name":"shape","state":"holds"},{"name":"adds_up","state":"broken","note":"1 < 2"}]}
{"type":"case","id":"b","trial":1,"status":"ok","verdict":"fail","unlabelled":true,"invariants":[{"name":"shape","state":"errored"},{"name":"adds_up","state":"holds"}]}
{"type":"case","id":"a","trial":2,"status":"ok","verdict":"pass","unlabelled":true,"invariants":[{"name":"shape","state":"holds"},{"name":"adds_up","state":"holds"}]}
{"type":"case","id":"b","trial":2,"status":"ok","verdict":"pass","unlabelled":true,"invariants":[{"name":"shape","state":"holds"},{"name":"adds_up","state":"holds"}]}
{"type":"end","cases":4}
`
	reporttest.RequireValid(t, []byte(text))
	r, err := render.Load([]artifact.Source{reporttest.Source("invoices.jsonl", text)}, render.Options{})
	require.NoError(t, err)
	set := r.Sets[0]
	assert.True(t, set.NoTruth())
	assert.Equal(t, "2 pass, 2 fail; labelled 0 of 4", render.CaseText(set.Summary.Cases()))
	assert.Equal(t, `
| invariant | holds | broken | not applicable | errored | rate | interval | over trials | limit |
|---|--:|--:|--:|--:|--:|--:|--:|---|
`+"| `shape` | 1.5 | 0 | 0 | 0.5 | 1.000 |  | 1.000–1.000 | not gated |\n"+
		"| `adds_up` | 1.5 | 0.5 | 0 | 0 | ❌ **0.750** | "+set.Number(report.RuleMetric("adds_up")).Interval()+" | 0.500–1.000 | `at least 0.800, lower end at least 0.500 where vendor=acme` not kept |\n",
		view.Markdown(set.Invariants()), "1.5 documents are too few for an interval")
	assert.Empty(t, set.Invariants().Rows[0].Tone)
	assert.Equal(t, view.Bad, set.Invariants().Rows[1].Tone, "a limit is not kept")
	assert.Equal(t, verdict.NotEvaluable, set.Judgement.Verdict, "nobody is of acme")
}
