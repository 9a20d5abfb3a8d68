package compare

import (
	"context"

	"github.com/extracteval/extracteval/metrics/document"
)

// Ignore leaves a field out: package eval neither compares nor counts it. Compare matches any two values.
type Ignore struct{}

func (Ignore) name() string { return "ignore" }

func (Ignore) pairing() Pairing { return PairByMatch }

func (Ignore) sentence() string { return "not compared" }

// validate returns nil.
func (Ignore) validate() error { return nil }

// Compare implements [Comparator].
func (Ignore) Compare(context.Context, document.Value, document.Value) (Comparison, error) {
	return Binary(true), nil
}
