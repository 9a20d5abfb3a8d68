package summarize

import (
	"cmp"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/metrics"
)

// place is the place of an attribute in one case: the case with the smallest id of all cases that have the attribute.
// It does not depend on the order in which cases come.
type place struct {
	ID  string `json:"first_id"`
	Row int    `json:"first_row"`
}

func (s *Summarizer) placed(attribute, id string, row int) {
	p, ok := s.order[attribute]
	if !ok {
		attribute = strings.Clone(attribute) // else the whole line stays in memory
	} else if id > p.ID || id == p.ID && row >= p.Row {
		return
	}
	s.order[attribute] = place{strings.Clone(id), row}
}

// attributes returns the names of all rows in order: before the first case, those that the options declare.
func (s *Summarizer) attributes() []string {
	if len(s.trials) == 0 {
		return s.o.Attributes
	}
	declared := make(map[string]int, len(s.o.Attributes))
	for i, name := range s.o.Attributes {
		declared[name] = i + 1
	}
	names := slices.Sorted(maps.Keys(s.order))
	sort.SliceStable(names, func(i, j int) bool {
		a, b := names[i], names[j]
		return cmp.Or(
			arithmetic.TrueFirst(a != metrics.InventedAttribute, b != metrics.InventedAttribute),
			arithmetic.TrueFirst(declared[a] != 0, declared[b] != 0),
			cmp.Compare(declared[a], declared[b]),
			cmp.Compare(s.order[a].ID, s.order[b].ID),
			cmp.Compare(s.order[a].Row, s.order[b].Row),
		) < 0
	})
	return names
}
