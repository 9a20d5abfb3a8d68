package second

import (
	"context"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
)

// A data set of the same name as another package has.
func TestInvoices(t *testing.T) {
	evaltest.Suite[string, string]{
		Name:    "invoices",
		Cases:   []evaltest.Case[string]{{ID: "second", Input: `{"a":1}`, Want: `{"a":1}`}},
		Extract: func(_ context.Context, text string) (string, error) { return text, nil },
		Gate:    evaltest.Gate{MicroF1: 1},
	}.Run(t)
}
