package internal_test

import (
	"bytes"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/internal/specs"
)

// corpora are all data sets with truths in this repository.
func corpora(t *testing.T) map[string][]string {
	t.Helper()
	const root = "../../"
	all := make(map[string][]string)
	wants, err := filepath.Glob(root + "testdata/invoices/*.want.json")
	require.NoError(t, err)
	require.NotEmpty(t, wants)
	for _, file := range wants {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		all["invoices"] = append(all["invoices"], string(text))
	}
	for name, file := range map[string]string{
		"anylanguage": "examples/anylanguage/testdata/truths.jsonl",
		"packets":     "examples/packets/testdata/packets.jsonl",
		"proto":       "evaltest/proto/testdata/shipments.jsonl",
		"invariants":  "examples/invariants/testdata/invoices.jsonl",
		"shipments":   "examples/shipments/testdata/shipments.jsonl",
		"confidence":  "examples/confidence/testdata/receipts.jsonl",
		"layout":      "examples/layout/testdata/layout.jsonl",
		"lineitems":   "examples/lineitems/testdata/orders.jsonl",
		"receipts":    "examples/receipts/testdata/receipts.jsonl",
		"service":     "evaltest/testdata/service/testdata/invoices.jsonl",
		"score":       "report/cmd/evalreport/testdata/want.jsonl",
	} {
		text, err := os.ReadFile(root + file)
		require.NoError(t, err)
		for line := range bytes.Lines(bytes.TrimSpace(text)) {
			v, err := document.Parse(line)
			require.NoError(t, err)
			if want := v.Member("want"); want.Exists() {
				all[name] = append(all[name], want.RawText())
			}
		}
	}
	return all
}

// truths iterates over texts of JSON.
func truths(t require.TestingT, texts ...string) iter.Seq2[string, document.Value] {
	return func(yield func(string, document.Value) bool) {
		for i, text := range texts {
			v, err := document.Parse([]byte(text))
			require.NoError(t, err)
			if !yield("set.jsonl:"+strconv.Itoa(i+1), v) {
				return
			}
		}
	}
}

// planted are the findings that stay: two labels of the receipts are mistyped on purpose.
var specsPlanted = map[string][]string{"receipts": {
	`"date": date cannot read 1 of 30 truths, such as "31/06/2024" (set.jsonl:30): "31/06/2024" is not a date: June has 30 days`,
	`"total": numeric cannot read 1 of 30 truths, such as "12,9O" (set.jsonl:30): "12,9O" is not a number: unexpected "O" after the digits`,
}}

// The proposed spec of every corpus is written, read back, and held against the truths as lint
// does: lint finds only planted mistakes, and each truth as its own answer has all.
func TestProposalsOfAllCorpora(t *testing.T) {
	for name, texts := range corpora(t) {
		t.Run(name, func(t *testing.T) {
			p, err := specs.Propose(truths(t, texts...), nil)
			require.NoError(t, err)
			var yaml bytes.Buffer
			require.NoError(t, specs.WriteYAML(&yaml, p.Spec, p.Why))
			t.Logf("\n%s", &yaml)
			spec, err := eval.ParseSpec(yaml.Bytes(), nil)
			require.NoError(t, err)
			assert.Equal(t, p.Spec, spec, "what is written is what was proposed")

			e, err := spec.Compile()
			require.NoError(t, err)
			check, err := preflight.New(e, preflight.Options{})
			require.NoError(t, err)
			check.Part(1)
			for where, truth := range truths(t, texts...) {
				require.NoError(t, check.Add(where, truth))
				r, err := e.Evaluate(t.Context(), truth, truth)
				require.NoError(t, err)
				assert.EqualValues(t, 1, r.Score, where)
				assert.Empty(t, r.Warnings, "every value is compared")
			}
			evidence := check.Evidence()
			var found []string
			for _, f := range evidence.Findings() {
				found = append(found, f.Text)
			}
			assert.Equal(t, specsPlanted[name], found)
			assert.Empty(t, evidence.Unnamed, "every key is named")
			accuracy, score, ok := evidence.Ceiling()
			if assert.True(t, ok) && len(found) == 0 {
				assert.EqualValues(t, 1, accuracy)
				assert.EqualValues(t, 1, score)
			}
		})
	}
}
