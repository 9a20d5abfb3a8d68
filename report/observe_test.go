package report_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/testdata/conformance"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A record whose memory was used for other cases before has nothing of them:
// every row of the conformance vectors, behind the row before it and behind the one that
// follows. A record of NewCase stays what it is.
func TestMemoryUsedAgain(t *testing.T) {
	rows, err := conformance.Rows()
	require.NoError(t, err)
	backwards := slices.Clone(rows)
	slices.Reverse(backwards)
	options := []report.CaseOptions{
		{}, {MaxFields: 2, MaxExamples: 1, MaxValueBytes: 10}, {MaxExamples: -1, MaxAnswerBytes: -1},
		{Redaction: redact.Redaction{Mode: redact.Hash, Key: []byte("a key of 16 bytes")}},
	}
	var record report.Case
	var kept []report.Case // by NewCase
	var lines []string
	n := 0
	for _, row := range slices.Concat(rows, backwards) {
		spec, err := eval.ParseSpec(row.Spec, nil)
		if err != nil {
			continue
		}
		e, err := spec.Compile()
		if err != nil {
			continue
		}
		result, err := e.EvaluateDocument(t.Context(), eval.Document{Got: row.Answer(), Want: []byte(row.Want), Text: row.Text})
		if err != nil {
			continue
		}
		seen := report.Observation{ID: row.ID, Result: &result, Want: row.Want}
		o := options[n%len(options)]
		if n%7 == 0 {
			seen.Err = errors.New("the extractor failed")
		}
		if n%5 == 0 {
			seen.Confidence = func(path string) (float64, bool) { return float64(len(path)) / 10, true }
		}
		want := recordLine(t, report.NewCase(seen, o))
		record.Observe(&seen, o)
		assert.Equal(t, want, recordLine(t, record), row.ID)
		kept, lines = append(kept, report.NewCase(seen, o)), append(lines, want)
		n++
	}
	assert.Greater(t, n, 600)
	for i := range kept {
		assert.Equal(t, lines[i], recordLine(t, kept[i]), "a record that is kept")
	}
	record.Observe(&report.Observation{ID: "none"}, report.CaseOptions{})
	assert.Equal(t, report.NewCase(report.Observation{ID: "none"}, report.CaseOptions{}), record)
}

func recordLine(t *testing.T, c report.Case) string {
	t.Helper()
	line, err := artifact.AppendRecord(nil, c)
	require.NoError(t, err)
	return string(line)
}
