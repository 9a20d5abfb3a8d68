package eval_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Where null is among the accepted values, an empty answer is right.
func TestOneOfWithNull(t *testing.T) {
	spec, err := eval.ParseSpec([]byte("fields: [{path: currency, match: one_of, aliases: {EUR: [\"€\"]}}]"), nil)
	require.NoError(t, err)
	for _, tt := range []struct {
		name, got, want string
		outcome         metrics.Outcome
		score           float64
		verdict         eval.Verdict
		null            float64 // the score of an empty answer
	}{
		{"absent", `{}`, `{"currency":["EUR",null]}`, metrics.CorrectAbsence, 1, eval.Pass, 1},
		{"null", `{"currency":null}`, `{"currency":["EUR",null]}`, metrics.CorrectAbsence, 1, eval.Pass, 1},
		{"blank", `{"currency":" "}`, `{"currency":[null,"EUR"]}`, metrics.CorrectAbsence, 1, eval.Pass, 1},
		{"a blank text among the values", `{}`, `{"currency":["","EUR"]}`, metrics.CorrectAbsence, 1, eval.Pass, 1},
		{"the value", `{"currency":"EUR"}`, `{"currency":[null,"EUR"]}`, metrics.Match, 1, eval.Pass, 1},
		{"an alias", `{"currency":"€"}`, `{"currency":["EUR",null]}`, metrics.Match, 1, eval.Pass, 1},
		{"another value", `{"currency":"USD"}`, `{"currency":["EUR",null]}`, metrics.Wrong, 0, eval.Fail, 1},
		{"absence that is not accepted", `{}`, `{"currency":["EUR","USD"]}`, metrics.Missing, 0, eval.Fail, 0},
		{"a truth that is a text", `{}`, `{"currency":"EUR"}`, metrics.Missing, 0, eval.Fail, 0},
		{"no truth", `{}`, `{"currency":null}`, metrics.CorrectAbsence, 1, eval.Pass, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := evaluate(t, spec, tt.got, tt.want)
			require.Len(t, r.Fields, 1)
			assert.Equal(t, tt.outcome, r.Fields[0].Outcome)
			assert.Equal(t, tt.score, r.Score)
			assert.Equal(t, tt.verdict, r.Verdict)
			assert.Equal(t, tt.null, r.NullScore)
		})
	}
}
