package accept

import (
	"context"
	"fmt"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// equal returns the function that reports whether two values of a field, as compact JSON, are equal by its comparator;
// "" equals only itself.
func (r *ReadingRules) equal(attribute string) (func(a, b string) bool, error) {
	spec := eval.Spec{Fields: []eval.Field{{Path: "v", Match: comparatorOf(r.Spec, attribute)}}, EmptyCollections: r.Spec.EmptyCollections}
	if order := r.Spec.DateOrders[attribute]; order != "" {
		spec.DateOrders = map[string]string{"v": order}
	}
	e, err := spec.Compile()
	if err != nil {
		return nil, fmt.Errorf("field %q: %w", attribute, err)
	}
	return func(a, b string) bool {
		if a == b || a == "" || b == "" {
			return a == b
		}
		result, err := e.Evaluate(context.Background(), `{"v":`+a+"}", `{"v":`+b+"}")
		return err == nil && len(Differing(result)) == 0
	}, nil
}

// comparatorOf returns the comparator of an attribute, or [compare.Auto] if the spec names none.
func comparatorOf(spec eval.Spec, attribute string) compare.Comparator {
	for name, match := range spec.Leaves() {
		if name == attribute && match != nil {
			return match
		}
	}
	return compare.Auto{}
}
