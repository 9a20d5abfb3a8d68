package evaltest

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// A finding gives its advice as the user writes the spec, in the record, too.
func TestAdviceIsInTheNotationOfTheSpec(t *testing.T) {
	type receipt struct {
		Date string `json:"date" eval:"date"`
	}
	file := filepath.Join(t.TempDir(), "spec.yaml")
	require.NoError(t, os.WriteFile(file, []byte("fields: [{path: date, match: date}]"), 0o600))
	const text = `"date": 4 truths are ambiguous and not read by `
	for _, tt := range []struct {
		name, want, record string
		spec               func(*testing.T) eval.Spec
	}{
		{"tags", text + `order=dmy, as 9 of 9 unambiguous ones have to be; write eval:"date,order=dmy"`, `"notation":"tags"`,
			func(t *testing.T) eval.Spec { return SpecOf[receipt](t) }},
		{"Go", text + `Order: "dmy", as 9 of 9 unambiguous ones have to be; write compare.Date{Order: "dmy"}`, `"notation":"go"`,
			func(*testing.T) eval.Spec {
				return eval.Spec{Fields: []eval.Field{{Path: "date", Match: compare.Date{}}}}
			}},
		{"YAML", text + `order: dmy, as 9 of 9 unambiguous ones have to be; write order: dmy`, `"preflight":{"truths":13,`,
			func(t *testing.T) eval.Spec { return SpecFile(t, file) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := withMain(t)
			_, printed := inner(t, "TestX", func(t *testing.T) {
				c := Collect(t, Config{Dataset: "set", Spec: tt.spec(t), Gate: Gate{Accuracy: 0.1}, Cases: 13})
				for _, row := range printedReceipts(9) {
					t.Run(row.ID, func(t *testing.T) { c.FieldAccuracy(t, row.Input, row.Want) })
				}
				t.Run("gate", c.Gate)
			})
			assert.Contains(t, printed, tt.want+"\n")
			_, written := readArtifact(t, dir)
			assert.Contains(t, written, tt.record)
		})
	}
}

func TestAdviceToTypesOfEmptyFields(t *testing.T) {
	type receipt struct {
		Total float64 `json:"total"`
		Tip   float64 `json:"tip,omitempty"`
	}
	withMain(t)
	_, printed := inner(t, "TestX", Suite[string, receipt]{Name: "set", Cases: []Case[string]{{ID: "a", Want: `{"total":1}`}},
		Extract: func(context.Context, string) (receipt, error) { return receipt{Total: 1}, nil }, Gate: Gate{Accuracy: 0.1}}.Run)
	assert.Contains(t, printed, `no truth has "tip"; if that is right, say so with eval:"absent"`+"\n")
}
