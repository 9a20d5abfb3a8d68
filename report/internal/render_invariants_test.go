package internal_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// Two cases in two trials: adds_up holds in one of two, then in both; shape is of no limit,
// and cannot be judged once.
func TestInvariants(t *testing.T) {
	const record = `{"type":"run","schema":"extracteval/v1","repetition":1,"start":"2026-11-20T10:00:00Z","versions":{}}
{"type":"dataset","name":"invoices","trials":2,"invariants":["shape","adds_up"],"gate":{"limits":[{"metric":"rule adds_up","is":"at_least","value":0.8},{"metric":"rule adds_up","slice":"vendor=acme","is":"at_least","value":0.5,"bound":"low"}],"max_errors":1}}
{"type":"case","id":"a","trial":1,"status":"ok","verdict":"fail","unlabelled":true,"invariants":[{"name":"shape","state":"holds"},{"name":"adds_up","state":"broken","note":"1 < 2"}]}
{"type":"case","id":"b","trial":1,"status":"ok","verdict":"fail","unlabelled":true,"invariants":[{"name":"shape","state":"errored"},{"name":"adds_up","state":"holds"}]}
{"type":"case","id":"a","trial":2,"status":"ok","verdict":"pass","unlabelled":true,"invariants":[{"name":"shape","state":"holds"},{"name":"adds_up","state":"holds"}]}
{"type":"case","id":"b","trial":2,"status":"ok","verdict":"pass","unlabelled":true,"invariants":[{"name":"shape","state":"holds"},{"name":"adds_up","state":"holds"}]}
{"type":"end","cases":4}
`
	reporttest.RequireValid(t, []byte(record))
	r, err := render.Load([]artifact.Source{reporttest.Source("invoices.jsonl", record)}, render.Options{})
	require.NoError(t, err)
	set := r.Sets[0]
	assert.True(t, terminal.NoTruth(set.Summary))
	assert.Equal(t, "2 pass, 2 fail; labelled 0 of 4", render.CaseText(set.Summary.Cases()))
	var text strings.Builder
	require.NoError(t, render.WriteMarkdown(&text, r, render.MarkdownOptions{}))
	assert.Contains(t, text.String(), `
| invariant | rate | 95% interval | over trials | holds | broken | not applicable | errored | limit of the gate |
|---|--:|--:|--:|--:|--:|--:|--:|---|
`+"| `shape` | 1.000 |  | 1.000–1.000 | 1.5 | 0 | 0 | 0.5 | not gated |\n"+
		"| `adds_up` | ❌ **0.750** | "+set.Number(report.RuleMetric("adds_up")).Interval()+" | 0.500–1.000 | 1.5 | 0.5 | 0 | 0 | `at least 0.800, lower end at least 0.500 where vendor=acme` not kept |\n",
		"1.5 documents are too few for an interval")
	assert.Equal(t, verdict.NotEvaluable, set.Judgement.Verdict, "nobody is of acme")
}
