package beam

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/testdata/conformance"
)

// TestConformance compares the records that a worker makes of pairs with the vectors: the spec as
// it travels, the lines of the files, and the record as it travels back.
func TestConformance(t *testing.T) {
	rows, err := conformance.Rows()
	require.NoError(t, err)
	results := make([]conformance.Result, len(rows))
	for i, row := range rows {
		results[i] = conform(t, row)
	}
	kept := slices.ContainsFunc(results, func(r conformance.Result) bool { return r.Invariants != nil }) // by the records
	findings := conformance.Check(rows, results)
	for _, f := range findings {
		if f.Status == conformance.Failed {
			t.Errorf("%s: %s\n%v", f.Row.ID, f.Row.Why, f.Differences)
		}
		for _, key := range f.NotGiven { // a record keeps counts
			if key == "invariants" && !kept {
				continue
			}
			assert.Contains(t, f.Row.Measures, key, f.Row.ID)
		}
	}
	tally := conformance.Tally(findings)
	t.Logf("%d rows: %d passed, %d pending", len(rows), tally[conformance.Passed], tally[conformance.Pending])
}

func conform(t *testing.T, row conformance.Row) conformance.Result {
	t.Helper()
	refused := func(what string) conformance.Result {
		return conformance.Result{ID: row.ID, Expected: conformance.Expected{Error: what}}
	}
	spec, err := eval.ParseSpec(row.Spec, nil)
	if err != nil {
		return refused("spec")
	}
	if _, err := spec.Compile(); err != nil {
		return refused("spec")
	}
	text, err := json.Marshal(spec)
	require.NoError(t, err)
	fn := evaluateFn{Spec: text}
	require.NoError(t, fn.Setup())

	want, got := row.ScoreLines()
	pair := Pair{ID: row.ID, Want: Line{Text: want}, Got: Line{Text: got}, Answered: true}
	result := refused("truth") // unless a record comes of it
	err = fn.ProcessElement(t.Context(), pair, func(r Record) {
		line, err := encodeRecord(r)
		require.NoError(t, err)
		back, err := decodeRecord(line)
		require.NoError(t, err)
		line, err = encodeRecord(back)
		require.NoError(t, err)
		result, err = conformance.OfRecord(line)
		require.NoError(t, err)
	}, func(DeadLetter) {})
	require.NoError(t, err)
	return result
}
