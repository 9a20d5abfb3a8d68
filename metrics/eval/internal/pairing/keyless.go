package pairing

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// warnKeyless warns when items on both sides have no match field, so that only
// equal ones are paired.
func (m *matcher) warnKeyless() {
	keyless := func(s *Sheet, ops []operand) int {
		n := len(m.keys)
	items:
		for i := range s.Items {
			for k := range n {
				if !ops[i*n+k].empty {
					continue items
				}
			}
			return i
		}
		return -1
	}
	g, w := keyless(m.got, m.gotOps), keyless(m.want, m.wantOps)
	if g < 0 || w < 0 || m.list.Assign == InOrder {
		return
	}
	var names, present []string
	keys := m.keys
	if len(keys) == 0 {
		keys = m.list.Scored // which no item has on both sides
	}
	for i := range keys {
		names = append(names, strconv.Quote(keys[i].Text))
	}
	for key := range m.want.Items[w].LastMembers() {
		present = append(present, strconv.Quote(key))
	}
	for key := range m.got.Items[g].LastMembers() {
		if q := strconv.Quote(key); !slices.Contains(present, q) {
			present = append(present, q)
		}
	}
	m.warn("field %q: items without any match field (%s) are paired only if they are equal; they have %s: name some of these in By",
		m.list.Name, briefly(names, "none is given"), briefly(present, "no keys"))
}

func briefly(names []string, none string) string {
	const most = 10
	switch {
	case len(names) == 0:
		return none
	case len(names) > most:
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}
