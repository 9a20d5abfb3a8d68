package tabletest

import (
	"testing"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// spec says how a receipt is compared. A table that states it in Go needs the
// packages compare and eval; evaltest.SpecFile reads the same from YAML.
var spec = eval.Spec{Fields: []eval.Field{
	{Path: "shop", Match: compare.Fuzzy{Threshold: 0.9}},
	{Path: "date", Match: compare.Date{Formats: []string{"YYYY-MM-DD", "DD.MM.YYYY", "DD/MM/YYYY"}}},
	{Path: "total", Match: compare.Numeric{Tolerance: 0.01}, Weight: 2},
}}

func TestReceipts(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"bakery", "Bäckerei Sonne\n03.05.2024\n2 Brezeln 2,40\nSumme 2,40 EUR", `{"shop":"Bäckerei Sonne","date":"2024-05-03","total":2.40}`},
		{"kiosk", "KIOSK AM TOR\nZeitung 3,10\nGesamt: 3,10", `{"shop":"Kiosk am Tor","date":null,"total":3.10}`},
		{"hardware", "Miller & Sons Hardware\n2024-04-30\nSubtotal 17.00\nTotal 18.19", `{"shop":"Miller & Sons Hardware","date":"2024-04-30","total":18.19}`},
		{"handwritten", "thank you!\nCafé Lune 12/03/2024 total 9.5O", `{"shop":"Café Lune","date":"2024-03-12","total":9.50}`},
	}
	c := evaltest.Collect(t, evaltest.Config{
		Dataset: "receipts", Spec: spec, Cases: len(tests),
		// Three of four shops are right. At 0.95 the gate fails and names the field.
		Gate: evaltest.Gate{MacroF1: 0.80},
	})
	t.Run("case", func(t *testing.T) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				t.Parallel()
				c.FieldAccuracy(t, Read(tt.text), tt.want)
			})
		}
	})
	t.Run("gate", c.Gate)
}

// TestOneReceipt needs no data set: FieldAccuracy by itself is an assertion, which
// fails unless every field is right.
func TestOneReceipt(t *testing.T) {
	got := Read("Corner Shop\n01/02/2024\nTotal 4.00")
	evaltest.FieldAccuracy(t, got, `{"shop":"Corner Shop","date":"2024-02-01","total":4}`, evaltest.Config{Dataset: "single receipts", Spec: spec})
}

func TestMain(m *testing.M) { evaltest.Main(m) }
