package summarize_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/report/summarize"
)

// recorded returns the records of 60 cases of 50 documents, of which every third has no due date, and the last five are letters,
// which have a vendor only. known sets what is known of a document beside its truth.
func recorded(t *testing.T, o report.CaseOptions, known func(seen *report.Observation, document int)) (all []report.Case) {
	e, err := eval.Spec{Fields: []eval.Field{{Path: "number"}, {Path: "vendor"}, {Path: "total"}, {Path: "due"}}}.Compile()
	require.NoError(t, err)
	for i := range 60 {
		document := i % 50
		due := any(fmt.Sprintf("2026-01-%02d", document%28+1))
		if document%3 == 0 {
			due = nil
		}
		answer := map[string]any{"number": fmt.Sprint("R", document), "vendor": fmt.Sprint("vendor ", document%9), "total": document * 7, "due": due}
		if document >= 45 {
			answer = map[string]any{"number": nil, "vendor": "letter", "total": nil, "due": ""}
		}
		truth, err := json.Marshal(answer)
		require.NoError(t, err)
		if i%4 == 1 {
			answer["total"] = 3
		}
		if i%7 == 2 {
			answer["vendor"] = nil
		}
		result, err := e.Evaluate(context.Background(), answer, truth)
		require.NoError(t, err)
		seen := report.Observation{ID: fmt.Sprint("case ", i), Result: &result, Want: truth}
		known(&seen, document)
		all = append(all, report.NewCase(seen, o))
	}
	return all
}

// The numbers, the intervals and the documents of a run do not depend on what its records redact, nor on the key of the hashes.
func TestRedactionChangesNoNumber(t *testing.T) {
	inputs := func(seen *report.Observation, document int) { seen.Input = fmt.Append(nil, "input ", document) }
	for _, tt := range []struct {
		name    string
		cluster string
		known   func(seen *report.Observation, document int)
		units   int  // documents or clusters
		told    bool // by truths that Omit does not tell from others
	}{
		{"ids", "", func(seen *report.Observation, document int) { seen.Input = []byte(seen.ID) }, 60, false},
		{"inputs", "", inputs, 50, false},
		{"equal inputs with other truths", "", func(seen *report.Observation, document int) { seen.Input = fmt.Append(nil, "input ", document%20) }, 50, false},
		{"texts", "", func(seen *report.Observation, document int) { seen.Text = fmt.Sprint("text ", document) }, 50, false},
		{"truths", "", func(*report.Observation, int) {}, 50, true},
		{"truths beside empty inputs", "", func(seen *report.Observation, document int) { seen.Input, seen.InputEmpty = []byte("{}"), true }, 50, true},
		{"a key of the truths", "vendor", inputs, 10, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			summary := func(r redact.Redaction) report.Summary {
				all := recorded(t, report.CaseOptions{Redaction: r, Cluster: tt.cluster}, tt.known)
				rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
				s := summaryOf(t, summarize.Options{Cluster: tt.cluster}, all)
				s.DataHash, s.WorstCases = "", nil // which are redacted
				return s
			}
			plain := summary(redact.Redaction{})
			if tt.units < 60 {
				require.NotNil(t, plain.Documents)
				units := plain.Documents.Distinct
				if tt.cluster != "" {
					units = plain.Documents.Clusters
				}
				assert.Equal(t, tt.units, units)
			}
			for name, r := range map[string]redact.Redaction{
				"hash": {Mode: redact.Hash, Key: []byte("one")}, "another key": {Mode: redact.Hash, Key: []byte("two")},
				"omit": {Mode: redact.Omit}, "a field": {Paths: map[string]redact.Mode{"total": redact.Hash}},
			} {
				if r.Omits() && tt.told {
					continue
				}
				assert.Equal(t, plain, summary(r), name)
			}
		})
	}
}

// Omit keeps no hash by which equal truths could be told: a truth that an empty input goes with has none.
func TestOmitKeepsNoHashOfATruth(t *testing.T) {
	all := recorded(t, report.CaseOptions{Redaction: redact.Redaction{Mode: redact.Omit}}, func(seen *report.Observation, _ int) {
		seen.Input, seen.InputEmpty = []byte("{}"), true
	})
	assert.Equal(t, []string{"", "", ""}, []string{all[0].TruthHash, all[0].DocumentHash, all[0].InputHash})
}
