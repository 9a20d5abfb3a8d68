package invariants

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/report"
)

// answers reads what the model said of each invoice, by the name of its file.
func answers(t *testing.T) map[string]json.RawMessage {
	t.Helper()
	const file = "testdata/answers.jsonl"
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	all := make(map[string]json.RawMessage)
	for line := range strings.Lines(string(text)) {
		var answer struct {
			ID  string          `json:"id"`
			Got json.RawMessage `json:"got"`
		}
		require.NoError(t, json.Unmarshal([]byte(line), &answer), "%s: %s", file, line)
		all[answer.ID+".pdf"] = answer.Got
	}
	return all
}

// TestInvoices is the suite that a team runs: ten invoices have a truth, and what must
// hold is asked of all thirty.
func TestInvoices(t *testing.T) {
	said := answers(t)
	evaltest.Suite[string, json.RawMessage]{
		File:           "testdata/invoices.jsonl",
		ExpectCases:    30,
		PartlyLabelled: true,
		Spec:           evaltest.SpecFile(t, "testdata/spec.yaml"),
		Extract: func(_ context.Context, file string) (json.RawMessage, error) {
			return said[file], nil
		},
		Gate: evaltest.Gate{
			MicroF1: 0.95,
			Limits: []evaltest.Limit{
				{Metric: "rule adds_up", Is: report.AtLeast, Value: 0.90},
				{Metric: "rule due_later", Is: report.AtLeast, Value: 0.95},
				{Metric: "rule iban", Is: report.AtLeast, Value: 0.95},
				{Metric: "rule shape", Is: report.AtLeast, Value: 0.95},
			},
		},
	}.Run(t)
}

func TestMain(m *testing.M) { evaltest.Main(m) }
