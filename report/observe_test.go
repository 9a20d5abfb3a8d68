package report_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/extracteval/extracteval/metrics/compare/source"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/testdata/conformance"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A result and a record whose memory was used for other cases before have nothing of them:
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
	var again eval.Result
	var record report.Case
	var kept []report.Case // by NewCase, of the result whose memory is used again
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
		text := source.New(row.Text)
		fresh, wantErr := e.EvaluateText(t.Context(), row.Answer(), []byte(row.Want), text)
		err = e.EvaluateInto(t.Context(), &again, row.Answer(), []byte(row.Want), text)
		require.Equal(t, wantErr, err, row.ID)
		if err != nil {
			continue
		}
		assert.Equal(t, len(fresh.Hits), len(again.Hits), row.ID)
		seen := report.Observation{ID: row.ID, Result: &fresh, Want: row.Want}
		o := options[n%len(options)]
		if n%7 == 0 {
			seen.Err = errors.New("the extractor failed")
		}
		if n%5 == 0 {
			seen.Confidence = func(path string) (float64, bool) { return float64(len(path)) / 10, true }
		}
		want := recordLine(t, report.NewCase(seen, o))
		seen.Result = &again
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
