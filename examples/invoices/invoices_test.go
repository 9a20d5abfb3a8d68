package invoices

import (
	"testing"

	"github.com/extracteval/extracteval/evaltest"
)

// TestInvoices runs the extractor over the corpus, which is in testdata at the root of
// the repository as others read it, too. It fails if the extractor is worse than when
// testdata/invoices.baseline.jsonl was written, or below a limit. A service of your own
// has its documents in testdata beside the test.
//
// To see the gate fail, break the extractor: drop a label from labels.go. Or raise a
// limit: "total" to 0.90, say.
func TestInvoices(t *testing.T) {
	evaltest.Suite[[]byte, Invoice]{
		Name:    "invoices",
		File:    "../../testdata/invoices",
		Extract: Extract,
		Gate: evaltest.Gate{
			NoWorseThan: "testdata/invoices.baseline.jsonl",
			FieldF1:     map[string]float64{"currency": 0.95, "date": 0.85, "total": 0.80},
		},
	}.Run(t)
}

func TestMain(m *testing.M) { evaltest.Main(m) }
