package diff

import (
	"cmp"
	"math"
	"slices"

	"github.com/extracteval/extracteval/metrics"
)

// order returns the attributes in the order of rows.
func (p *paired) order() []int {
	all := p.rows.fields
	declared := make([]int, len(all.names)) // its place
	for a := range declared {
		declared[a] = math.MaxInt // nowhere
	}
	place := 0
	declare := func(key string) {
		if a, known := all.ids[key]; known && declared[a] > place {
			declared[a] = place
		}
		place++
	}
	for _, l := range []*ledger{p.sides[1], p.sides[0]} {
		for _, name := range l.dataset.Attributes {
			declare(name)
		}
		for _, name := range l.dataset.Invariants {
			declare(ruleKey(name))
		}
	}
	order := make([]int, len(all.names))
	for a := range order {
		order[a] = a
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(
			cmp.Compare(rank(all.rules[a]), rank(all.rules[b])),
			cmp.Compare(rank(all.names[a] == metrics.InventedAttribute), rank(all.names[b] == metrics.InventedAttribute)),
			cmp.Compare(declared[a], declared[b]),
			cmp.Compare(all.names[a], all.names[b]),
		)
	})
	return order
}

func rank(last bool) int {
	if last {
		return 1
	}
	return 0
}
