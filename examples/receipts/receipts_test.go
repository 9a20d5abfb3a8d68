package receipts

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// answer is the answer of the model on one receipt. All of them are right.
type answer struct {
	ID  string          `json:"id"`
	Got json.RawMessage `json:"got"`
}

// truth is a line of the data set, as the labels were typed.
type truth struct {
	ID    string          `json:"id"`
	Input string          `json:"input"`
	Want  json.RawMessage `json:"want"`
}

func lines[T any](t *testing.T, file string) (all []T) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		var v T
		require.NoError(t, json.Unmarshal([]byte(line), &v), "%s: %s", file, line)
		all = append(all, v)
	}
	return all
}

// TestReceipts is the suite that a team runs, with the repaired spec.
func TestReceipts(t *testing.T) {
	answers := make(map[string]json.RawMessage)
	for _, a := range lines[answer](t, "testdata/answers.jsonl") {
		answers[a.ID+".jpg"] = a.Got
	}
	evaltest.Suite[string, json.RawMessage]{
		File: "testdata/receipts.jsonl",
		Spec: evaltest.SpecFile(t, "testdata/after.yaml"),
		Extract: func(_ context.Context, image string) (json.RawMessage, error) {
			return answers[image], nil
		},
		Gate: evaltest.Gate{MacroF1: 0.95, FieldF1: map[string]float64{"date": 0.95, "total": 0.95}},
	}.Run(t)
}

// TestBeforeAndAfter counts the same answers under two specs. Of the dates,
// 8 have a day of at most 12 after their month by the default order, and of the totals
// 5 a single point that groups; one more of each was typed wrongly.
func TestBeforeAndAfter(t *testing.T) {
	for _, tt := range []struct {
		spec               string
		shop, dates, total metrics.Counts
	}{
		{"before", metrics.Counts{Match: 30}, metrics.Counts{Match: 21, Wrong: 9}, metrics.Counts{Match: 24, Wrong: 6}},
		{"after", metrics.Counts{Match: 30}, metrics.Counts{Match: 29, Wrong: 1}, metrics.Counts{Match: 29, Wrong: 1}},
	} {
		t.Run(tt.spec, func(t *testing.T) {
			e, err := evaltest.SpecFile(t, "testdata/"+tt.spec+".yaml").Compile()
			require.NoError(t, err)
			answers := lines[answer](t, "testdata/answers.jsonl")
			var table metrics.Table
			for i, r := range lines[truth](t, "testdata/receipts.jsonl") {
				require.Equal(t, r.ID, answers[i].ID)
				result, err := e.Evaluate(t.Context(), answers[i].Got, r.Want)
				require.NoError(t, err)
				for _, f := range result.Fields {
					table.Add(f.Attribute, f.Outcome)
				}
			}
			for attribute, want := range map[string]metrics.Counts{"shop": tt.shop, "date": tt.dates, "total": tt.total} {
				got, _ := table.Counts(attribute)
				assert.Equal(t, want, got, attribute)
			}
		})
	}
}

// TestFindings checks the truths without an extractor: which values cannot be read, which are
// ambiguous, and which option would settle them, since no unambiguous truth contradicts it.
func TestFindings(t *testing.T) {
	for _, tt := range []struct {
		path       string
		match      compare.Comparator
		unreadable []string // the truths, with why
		ambiguous  int
		settles    []string // the options that all readable truths in question allow
	}{
		{"date", compare.Date{}, []string{`"31/06/2024" is not a date: June has 30 days`}, 8, []string{"order: dmy"}},
		{"date", compare.Date{Order: "dmy"}, []string{`"31/06/2024" is not a date: June has 30 days`}, 0, []string{"order: dmy"}},
		{"total", compare.Numeric{}, []string{`"12,9O" is not a number: unexpected "O" after the digits`}, 5, []string{"format: eu"}},
		{"total", compare.Numeric{Format: "eu"}, []string{`"12,9O" is not a number: unexpected "O" after the digits`}, 0, []string{"format: eu"}},
	} {
		t.Run(fmt.Sprintf("%s %+v", tt.path, tt.match), func(t *testing.T) {
			var unreadable, settles []string
			ambiguous := 0
			for _, r := range lines[truth](t, "testdata/receipts.jsonl") {
				v, err := document.Parse(r.Want)
				require.NoError(t, err)
				reading, ok := compare.Read(tt.match, v.Member(tt.path))
				require.True(t, ok)
				switch {
				case !reading.OK:
					unreadable = append(unreadable, reading.Why)
					continue
				case reading.Ambiguous:
					ambiguous++
				}
				switch {
				case len(reading.Fits) == 0:
				case settles == nil:
					settles = reading.Fits
				default:
					settles = slices.DeleteFunc(settles, func(option string) bool { return !slices.Contains(reading.Fits, option) })
				}
			}
			assert.Equal(t, tt.unreadable, unreadable)
			assert.Equal(t, tt.ambiguous, ambiguous)
			assert.Equal(t, tt.settles, settles)
		})
	}
}
