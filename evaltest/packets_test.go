package evaltest

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// An answer that states every division at once, and extractors that fail or find nothing, keep no section apart.
func TestSilenceAndEveryDivisionFailALimitOnOverSplitting(t *testing.T) {
	const letter = `{"class":"letter","pages":"1-2","sender":"Ann"}`
	want := json.RawMessage(`{"packet":[` + letter + `]}`)
	s := Suite[string, json.RawMessage]{
		Spec:    eval.Spec{Fields: []eval.Field{{Path: "packet", Sections: &eval.Sections{Classes: map[string][]eval.Field{"letter": {{Path: "sender"}}}}}}},
		Cases:   []Case[string]{{ID: "every", Input: `{"packet":[` + letter + `,{"class":"letter","pages":1},{"class":"letter","pages":2}]}`, Want: want}},
		Extract: func(_ context.Context, in string) (json.RawMessage, error) { return json.RawMessage(in), nil },
		Gate:    Gate{MaxErrors: 1, Limits: []report.Limit{{Metric: "measure packet over-split", Is: "at_most", Value: 0.05}}},
	}
	_, printed, passed := summaryOf(t, s)
	assert.False(t, passed)
	assert.Contains(t, printed, "measure packet over-split 1.000 is above 0.050")
	assert.Contains(t, printed, `field "packet": page 1 is in sections [0] and [1] of got, 1 other page in several, too; want each page in one section`)

	s.Cases = []Case[string]{{ID: "right", Input: string(want), Want: want}, {ID: "empty", Input: `{"packet":[]}`, Want: want}, {ID: "failed", Want: want}}
	s.Extract = func(_ context.Context, in string) (json.RawMessage, error) {
		if in == "" {
			return nil, errors.New("timeout")
		}
		return json.RawMessage(in), nil
	}
	_, printed, passed = summaryOf(t, s)
	assert.False(t, passed)
	assert.Contains(t, printed, "measure packet over-split 0.667 is above 0.050")
}

// One line is a gate on over-splitting: a service that cuts a section fails it, and the table shows the measure.
func TestGateOnOverSplitting(t *testing.T) {
	s := Suite[string, json.RawMessage]{
		Spec: eval.Spec{Fields: []eval.Field{{Path: "packet", Sections: &eval.Sections{Classes: map[string][]eval.Field{"letter": {{Path: "sender"}}}}}}},
		Cases: []Case[string]{
			{ID: "cut", Input: `{"packet":[{"class":"letter","pages":1,"sender":"Ann"},{"class":"letter","pages":2}]}`, Want: json.RawMessage(`{"packet":[{"class":"letter","pages":"1-2","sender":"Ann"}]}`)},
			{ID: "right", Input: `{"packet":[{"class":"letter","pages":3,"sender":"Bob"}]}`, Want: json.RawMessage(`{"packet":[{"class":"letter","pages":3,"sender":"Bob"}]}`)},
		},
		Extract: func(_ context.Context, in string) (json.RawMessage, error) { return json.RawMessage(in), nil },
		Gate:    Gate{Limits: []report.Limit{{Metric: "measure packet over-split", Is: "at_most", Value: 0.05}}},
	}
	summary, printed, passed := summaryOf(t, s)
	assert.False(t, passed)
	assert.Contains(t, printed, "measure packet over-split 0.500 is above 0.050")
	assert.Equal(t, is(0.5), summary.Number("measure packet over-split").Value)

	s.Measures = []Measure[string]{{Name: "packet right", Answer: func(context.Context, Case[string], document.Value) (float64, float64, error) { return 1, 1, nil }}}
	passed, printed = inner(t, "TestTrials", s.Run)
	assert.False(t, passed)
	assert.Contains(t, printed, `measure "packet right": the spec has a packet with a measure of this name; rename yours`)
}
