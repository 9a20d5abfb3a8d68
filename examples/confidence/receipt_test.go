package confidence

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
)

// TestReceipts needs no word about confidences: they stand beside the values.
func TestReceipts(t *testing.T) {
	evaltest.Suite[Page, Receipt]{
		Name:    "receipts",
		File:    "testdata/receipts.jsonl",
		Spec:    evaltest.SpecFile(t, "testdata/spec.yaml"),
		Extract: Extract,
		Gate:    evaltest.Gate{MacroF1: 0.85},
	}.Run(t)
}

// TestCautious is about an extractor that does not show how sure it is in its answer:
// a function says it.
func TestCautious(t *testing.T) {
	type cautious struct {
		Total float64 `json:"total" eval:"numeric"`
		sure  map[string]float64
	}
	evaltest.Suite[string, cautious]{
		Cases: []evaltest.Case[string]{{ID: "bill", Input: "12.50", Want: `{"total": 12.50}`}},
		Extract: func(_ context.Context, text string) (cautious, error) {
			a := cautious{sure: map[string]float64{"total": 0.8}}
			_, err := fmt.Sscan(text, &a.Total)
			return a, err
		},
		Confidence: func(a cautious, path string) (confidence float64, ok bool) {
			confidence, ok = a.sure[path]
			return confidence, ok
		},
	}.Run(t)
}

func TestMain(m *testing.M) { evaltest.Main(m) }

func ExampleExtract() {
	r, _ := Extract(context.Background(), Page{Words: []Word{
		{1, "Café", 0.99}, {1, "Milano", 0.95}, {2, "Datum", 0.9}, {2, "01.02.2025", 0.87}, {3, "TOTAL", 0.99}, {3, "12.50", 0.91},
	}})
	text, _ := json.MarshalIndent(r, "", "  ")
	fmt.Println(string(text))
	// Output:
	// {
	//   "vendor": {
	//     "value": "Café Milano",
	//     "confidence": 0.95
	//   },
	//   "date": {
	//     "value": "01.02.2025",
	//     "confidence": 0.87
	//   },
	//   "total": {
	//     "value": "12.50",
	//     "confidence": 0.91
	//   }
	// }
}
