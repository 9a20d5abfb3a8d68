package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/internal/score"
	"github.com/extracteval/extracteval/testdata/conformance"
)

// TestMeasuresOfVectors holds the measures that are made of the counts.
func TestMeasuresOfVectors(t *testing.T) {
	rows, err := conformance.Rows()
	require.NoError(t, err)
	var measured []conformance.Row
	var results []conformance.Result
	for _, row := range rows {
		if row.Measures == nil {
			continue
		}
		result, err := score.EvaluateVector(t.Context(), row)
		require.NoError(t, err)
		measured, results = append(measured, row), append(results, result)
	}
	require.GreaterOrEqual(t, len(measured), 15)
	for _, f := range conformance.Check(measured, results) {
		assert.Equal(t, conformance.Passed, f.Status, "%s: %v", f.Row.ID, f.Differences)
		assert.Empty(t, f.NotGiven, f.Row.ID)
	}
}
