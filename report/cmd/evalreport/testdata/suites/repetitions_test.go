package suites

import (
	"context"
	"os"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
)

type Invoice struct {
	Number string  `json:"number" eval:"exact"`
	Total  float64 `json:"total" eval:"numeric"`
}

var asked atomic.Int32

// extractFalling knows one total of the second repetition: it gives the same for all documents.
func extractFalling(_ context.Context, document string) (Invoice, error) {
	n, err := strconv.Atoi(document)
	if asked.Add(1) > 30 && os.Getenv("FALLS") != "" {
		return Invoice{"A-" + document, 101}, err
	}
	return Invoice{"A-" + document, float64(100 + n)}, err
}

func TestRepetitions(t *testing.T) {
	evaltest.Suite[string, Invoice]{
		Name: "invoices", File: "testdata/invoices.jsonl", Extract: extractFalling, Gate: evaltest.Gate{MacroF1: 0.8},
	}.Run(t)
}
