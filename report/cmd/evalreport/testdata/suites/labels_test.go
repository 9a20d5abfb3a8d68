package suites

import (
	"context"
	"os"
	"strconv"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
)

type labelledInvoice struct {
	Number string   `json:"number" eval:"exact"`
	Total  *float64 `json:"total" eval:"numeric"`
}

func extractLabelled(_ context.Context, document string) (labelledInvoice, error) {
	n, err := strconv.Atoi(document)
	total := float64(100 + n)
	if os.Getenv("BROKEN") != "" && n > 20 && n <= 32 {
		return labelledInvoice{Number: "A-" + document}, err
	}
	return labelledInvoice{"A-" + document, &total}, err
}

func TestLabels(t *testing.T) {
	evaltest.Suite[string, labelledInvoice]{
		Name: "invoices", File: "testdata/invoices.jsonl", Extract: extractLabelled, Gate: evaltest.Gate{MacroF1: 0.8},
	}.Run(t)
}
