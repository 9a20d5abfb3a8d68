package quality_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/quality"
)

func TestUnreadableAnswer(t *testing.T) {
	r := measure(t, quality.Config{}, `{"a": 1`, `{"a": 1}`)
	assert.NotEmpty(t, r.Unreadable)
	assert.Equal(t, []string{"a"}, in(r, "missing"))
	type answer struct {
		A chan int `json:"a"`
	}
	assert.NotEmpty(t, measure(t, quality.Config{}, answer{}, `{"a": 1}`).Unreadable, "a Go value that has no JSON")
}

// TestUnreadableIsWorst: the truth has two values, so that RQS with DefaultWeights is
// .45·accuracy + .25·completeness + .15 − .15·hallucination.
func TestUnreadableIsWorst(t *testing.T) {
	const want = `{"a":1,"b":2}`
	for _, tt := range []struct {
		name string
		got  any
		rqs  float64
	}{
		{"right", want, 0.85},
		{"every value wrong", `{"a":2,"b":1}`, 0.40},
		{"every value wrong, and two made up", `{"a":2,"b":1,"c":3,"d":4}`, 0.325},
		{"blank", " ", 0.60},
		{"null", `null`, 0.60},
		{"no member", `{}`, 0.60},
		{"the missing Value", document.Value{}, 0.60},
		{"not JSON", `{"a":1`, 0},
		{"prose", `I could not find any.`, 0},
		{"a list", `[{"a":1,"b":2}]`, 0},
		{"an empty list", `[]`, 0},
		{"a text", `"a: 1"`, 0},
		{"a failure", errors.New("timeout"), 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, leaves := range []bool{false, true} {
				r := measure(t, quality.Config{Leaves: leaves}, tt.got, want)
				assert.InDelta(t, tt.rqs, value(t, r.RQS), 1e-12)
				assert.Equal(t, tt.rqs == 0, r.Unreadable != "", r.Unreadable)
				if r.Unreadable != "" {
					assert.Zero(t, value(t, r.Accuracy))
				}
			}
		})
	}
	t.Run("whatever the weights", func(t *testing.T) {
		c := quality.Config{Weights: quality.Weights{Safety: 1}}
		assert.Zero(t, value(t, measure(t, c, `{`, want).RQS))
	})
	t.Run("none is zero", func(t *testing.T) {
		r := measure(t, quality.Config{NoneIsZero: true}, `{}`, want)
		assert.InDelta(t, 0.15, value(t, r.RQS), 1e-12)
	})
	t.Run("of a truth without values every kind may be empty", func(t *testing.T) {
		assert.Empty(t, measure(t, quality.Config{}, `[1]`, `null`).Unreadable)
		assert.NotEmpty(t, measure(t, quality.Config{Leaves: true}, `{"a":1}`, `[1]`).Unreadable)
		assert.NotEmpty(t, measure(t, quality.Config{Leaves: true}, `[1]`, `3`).Unreadable)
	})
}
