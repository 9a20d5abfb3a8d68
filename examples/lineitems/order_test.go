package lineitems

import (
	"context"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
)

func TestOrders(t *testing.T) {
	evaltest.Suite[Order, Order]{
		Name:    "orders",
		File:    "testdata/orders.jsonl",
		Extract: func(_ context.Context, recorded Order) (Order, error) { return recorded, nil },
		// A merged and a missing row cost recall, a duplicate costs precision.
		Gate: evaltest.Gate{FieldF1: map[string]float64{"lines[].amount": 0.75, "number": 1}},
	}.Run(t)
}

func TestMain(m *testing.M) { evaltest.Main(m) }
