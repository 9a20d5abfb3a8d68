package invariants

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// line is a line of the data set, or the answer of the model on an invoice.
type line struct {
	ID   string          `json:"id"`
	Text string          `json:"text"`
	Want json.RawMessage `json:"want"`
	Got  json.RawMessage `json:"got"`
}

func lines(t *testing.T, file string) (all []line) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	for one := range strings.Lines(string(text)) {
		var l line
		require.NoError(t, json.Unmarshal([]byte(one), &l), "%s: %s", file, one)
		all = append(all, l)
	}
	return all
}

// TestInvoices is the suite that a team runs: ten invoices have a truth, and the
// invariants must hold for all thirty.
func TestInvoices(t *testing.T) {
	said := make(map[string]json.RawMessage)
	for _, l := range lines(t, "testdata/answers.jsonl") {
		said[l.ID+".pdf"] = l.Got
	}
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
				{Metric: "rule found", Is: report.AtLeast, Value: 0.90},
			},
		},
	}.Run(t)
}

// TestFindings checks the rules on three labels that were changed by hand, and on five wrong
// answers.
func TestFindings(t *testing.T) {
	e, err := evaltest.SpecFile(t, "testdata/spec.yaml").Compile()
	require.NoError(t, err)
	broken := func(answer json.RawMessage, text string) (names []string) {
		result, err := e.EvaluateDocument(t.Context(), eval.Document{Got: answer, Text: text})
		require.NoError(t, err)
		for _, r := range result.Invariants {
			if r.State == eval.Broken {
				names = append(names, r.Name)
			}
		}
		return names
	}
	labels, labelled := map[string][]string{}, 0
	for _, c := range lines(t, "testdata/invoices.jsonl") {
		if c.Want == nil {
			continue
		}
		labelled++
		if names := broken(c.Want, c.Text); names != nil {
			labels[c.ID] = names
		}
	}
	assert.Equal(t, 10, labelled)
	assert.Equal(t, map[string][]string{
		"inv-03": {"adds_up", "found"},   // 1685.52 for 1865.52
		"inv-06": {"due_later", "found"}, // 2023-04-14 for 2024-04-14
		"inv-09": {"found"},              // INV-05514 for INV-05541
	}, labels)

	wrong := map[string][]string{}
	for _, c := range lines(t, "testdata/answers.jsonl") {
		if names := broken(c.Got, c.Text); names != nil {
			wrong[c.ID] = names
		}
	}
	assert.Equal(t, map[string][]string{
		"inv-05": {"adds_up"},          // a row is left out
		"inv-12": {"adds_up", "found"}, // 1257.47 for 1857.47
		"inv-17": {"found"},            // made up, with check digits that are right
		"inv-21": {"due_later"},        // the day of the order
		"inv-26": {"shape"},            // a text for a number
	}, wrong)
}

func TestMain(m *testing.M) { evaltest.Main(m) }
