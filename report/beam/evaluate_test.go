package beam

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/redact"
)

// Each worker is a process with a random key of its own: theirs travels to them.
func TestWorkersHaveOneKey(t *testing.T) {
	fn := evaluateFn{Spec: []byte("{}"), Options: report.CaseOptions{Redaction: keyed(redact.Redaction{Mode: redact.Hash})}}
	text, err := json.Marshal(fn) // as Beam does
	require.NoError(t, err)
	var worker evaluateFn
	require.NoError(t, json.Unmarshal(text, &worker))
	require.NoError(t, worker.Setup())
	assert.Len(t, worker.Options.Redaction.Key, 32)
	assert.Equal(t, fn.Options.Redaction.Key, worker.Options.Redaction.Key)

	assert.NotEqual(t, fn.Options.Redaction.Key, keyed(redact.Redaction{}).Key, "another run")
	assert.Equal(t, []byte("own"), keyed(redact.Redaction{Key: []byte("own")}).Key)
}

// A usage that a line states in other words is a dead letter beside the record.
func TestAUsageThatCannotBeReadIsADeadLetter(t *testing.T) {
	fn := evaluateFn{Spec: []byte("{}")}
	require.NoError(t, fn.Setup())
	var records []Record
	var letters []DeadLetter
	pair := Pair{ID: "a", Answered: true, Want: Line{Text: []byte(`{"id":"a","want":{"n":1}}`)},
		Got: Line{File: "got.jsonl", Number: 7, Text: []byte(`{"id":"a","got":{"n":1},"usage":{"calls":1,"prompt_tokens":5}}`)}}
	require.NoError(t, fn.ProcessElement(t.Context(), pair, func(r Record) { records = append(records, r) }, func(d DeadLetter) { letters = append(letters, d) }))
	require.Len(t, records, 1)
	assert.Equal(t, map[string]float64{"calls": 1}, records[0].Case.Cost)
	require.Len(t, letters, 1)
	assert.Equal(t, malformedUsage, letters[0].Kind)
	assert.Equal(t, 7, letters[0].Line)
	assert.Contains(t, letters[0].Reason, `unknown key "prompt_tokens"; did you mean "input_tokens"?`)
}
