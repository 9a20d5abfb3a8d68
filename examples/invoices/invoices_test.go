package invoices

import (
	"testing"

	"github.com/extracteval/extracteval/evaltest"
)

// TestInvoices runs the extractor over the corpus, which is in testdata at the root of
// the repository as others read it, too, and gates on the whole of it. A service of
// your own has its documents in testdata beside the test.
//
// To see the gate fail, raise a limit: "total" to 0.90, say, or MacroF1 to 0.95.
// Or break the extractor: drop a label from labels.go.
func TestInvoices(t *testing.T) {
	evaltest.Suite[[]byte, Invoice]{
		Name:    "invoices",
		File:    "../../testdata/invoices",
		Extract: Extract,
		Gate: evaltest.Gate{
			MacroF1: 0.80,
			FieldF1: map[string]float64{"currency": 0.95, "date": 0.85, "total": 0.80},
		},
	}.Run(t)
}

func TestMain(m *testing.M) { evaltest.Main(m) }
