package eval_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/testdata/conformance"
)

// TestConformance holds the package against the vectors, the rules as data. A row
// that is marked pending must differ: the mark of one that passes is removed. The
// measures of the rows, which package metrics makes of the counts, are held against
// them by the tests of evalreport.
func TestConformance(t *testing.T) {
	rows, err := conformance.Rows()
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(rows), 300)
	results := make([]conformance.Result, len(rows))
	for i, row := range rows {
		results[i] = conform(t, row)
	}
	findings := conformance.Check(rows, results)
	for _, f := range findings {
		switch f.Status {
		case conformance.Pending:
			t.Logf("%s: pending: %s", f.Row.ID, f.Row.Pending)
		case conformance.Early:
			t.Errorf("%s: passes, and is marked pending (%s): remove the mark", f.Row.ID, f.Row.Pending)
		case conformance.Failed:
			var lines []string
			for _, d := range f.Differences {
				lines = append(lines, d.String())
			}
			t.Errorf("%s: %s\n\t%s", f.Row.ID, f.Row.Why, strings.Join(lines, "\n\t"))
		}
		for _, key := range f.NotGiven {
			assert.Contains(t, f.Row.Measures, key, f.Row.ID)
		}
	}
	tally := conformance.Tally(findings)
	t.Logf("%d rows: %d passed, %d pending", len(rows), tally[conformance.Passed], tally[conformance.Pending])
}

// conform evaluates a row.
func conform(t *testing.T, row conformance.Row) conformance.Result {
	t.Helper()
	result := conformance.Result{ID: row.ID}
	spec, err := eval.ParseSpec(row.Spec, nil)
	var e *eval.Evaluator
	if err == nil {
		e, err = spec.Compile()
	}
	if err != nil {
		result.Error = "spec"
		return result
	}
	r, err := e.EvaluateDocument(t.Context(), eval.Document{Got: row.Answer(), Want: []byte(row.Want), Text: row.Text})
	if err != nil {
		result.Error = "truth"
		return result
	}
	verdict := string(r.Verdict)
	result.Score, result.Verdict, result.Misses = &r.Score, &verdict, []string{}
	for _, m := range r.Misses {
		result.Misses = append(result.Misses, fmt.Sprint(m))
	}
	result.Outcomes = make(map[string]conformance.Outcomes)
	result.Origins = make(map[string]string)
	for _, f := range r.Fields {
		result.Outcomes[f.Path] = append(result.Outcomes[f.Path], f.Outcome.String())
		if f.Origin != "" {
			result.Origins[f.Path] = string(f.Origin)
		}
	}
	result.Invariants = make(map[string]string)
	for _, one := range r.Invariants {
		result.Invariants[one.Name] = string(one.State)
	}
	result.Counts = make(map[string]map[string]int)
	for _, a := range r.Table.Attributes {
		counts := make(map[string]int)
		for _, o := range metrics.Outcomes() {
			counts[o.String()] = a.Counts.Of(o)
		}
		result.Counts[a.Attribute] = counts
	}
	return result
}
