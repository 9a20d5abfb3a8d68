package diff

import (
	"cmp"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
)

// order returns the attributes in the order of rows.
func (p *paired) order() []int {
	declared := map[string]int{}
	for _, l := range []*ledger{p.sides[1], p.sides[0]} {
		for _, name := range l.dataset.Attributes {
			if _, known := declared[name]; !known {
				declared[name] = len(declared) - 1<<30 // before 0
			}
		}
	}
	for _, l := range []*ledger{p.sides[1], p.sides[0]} {
		for _, name := range l.dataset.Invariants {
			if key := "\x00" + name; declared[key] == 0 {
				declared[key] = len(declared) - 1<<30
			}
		}
	}
	names, rules := p.rows.fields.names, p.rows.fields.rules
	key := func(a int) string {
		if name, ok := strings.CutPrefix(names[a], report.RuleMetric("")); ok && rules[a] {
			return "\x00" + name
		}
		return names[a]
	}
	order := make([]int, len(names))
	for a := range order {
		order[a] = a
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(
			cmp.Compare(rank(rules[a]), rank(rules[b])),
			cmp.Compare(rank(names[a] == metrics.InventedAttribute), rank(names[b] == metrics.InventedAttribute)),
			cmp.Compare(declared[key(a)], declared[key(b)]),
			cmp.Compare(names[a], names[b]),
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
