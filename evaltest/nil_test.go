package evaltest

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// An extractor that returns nil without an error has no values, and the line of the case says so.
func TestANilAnswerIsCalledNil(t *testing.T) {
	type invoice struct {
		Total float64 `json:"total"`
	}
	suite := func(answer *invoice, truth string) string {
		withMain(t)
		_, printed := inner(t, "TestX", Suite[string, *invoice]{
			Cases: []Case[string]{{ID: "a", Want: truth}}, Gate: Gate{Accuracy: 0.1},
			Extract: func(context.Context, string) (*invoice, error) { return answer, nil },
		}.Run)
		return printed
	}
	assert.Contains(t, suite(nil, `{"total":1}`), `case "a": 0/1 fields matched; the answer is nil, score 0.000 (fail): total (required, missing)`)
	assert.NotContains(t, suite(&invoice{}, `{"total":1}`), "nil")
	assert.NotContains(t, suite(nil, `{"total":null}`), "nil", "nothing is right")
	for _, tt := range []struct {
		got any
		nil bool
	}{{nil, true}, {(*invoice)(nil), true}, {map[string]any(nil), true}, {json.RawMessage(nil), true}, {invoice{}, false}, {"", false}, {`{}`, false}, {map[string]any{}, false}} {
		withMain(t)
		_, printed := inner(t, "TestX", func(t *testing.T) { FieldAccuracy(t, tt.got, `{"total":1}`, Config{}) })
		assert.Equal(t, tt.nil, strings.Contains(printed, "; the answer is nil, score"), "%T: %s", tt.got, printed)
	}
}
