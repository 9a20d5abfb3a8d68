package pairing

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/metrics/assign"
	"github.com/extracteval/extracteval/metrics/document"
)

// warnKeyless warns if items of both sides have no match field. Such items are paired only if they are equal, or if their nested
// lists share enough values (see chanceWithin).
func (m *matcher) warnKeyless(pairs []assign.Pair) {
	partner, paired := Partners(pairs, m.got, m.want)
	keyless := func(s *Sheet, ops []operand, isPaired func(item int) bool) int {
		n := len(m.keys)
	items:
		for i := range s.Items {
			for k := range n {
				if op := &ops[i*n+k]; !op.empty && !op.mayLack {
					continue items
				}
			}
			for k, v := range s.Row(i) {
				if isPaired(i) && m.list.Fields[k].nested() && !Valueless(v, document.Value.Empty) {
					continue items
				}
			}
			return i
		}
		return -1
	}
	g := keyless(m.got, m.gotOps, func(i int) bool { return paired[i] })
	w := keyless(m.want, m.wantOps, func(j int) bool { return partner[j] >= 0 })
	if g < 0 || w < 0 || m.list.Assign == InOrder {
		return
	}
	var names, present []string
	keys := m.keys
	if len(keys) == 0 {
		keys = m.list.Scored // no item on either side has them
	}
	for i := range keys {
		names = append(names, strconv.Quote(keys[i].Text))
	}
	for _, item := range []document.Value{m.want.Items[w], m.got.Items[g]} {
		for key, v := range item.LastMembers() {
			if q := strconv.Quote(key); v.Kind() != document.Array && !slices.Contains(present, q) {
				present = append(present, q)
			}
		}
	}
	advice := briefly(present, "") + ": name some of these in By"
	if len(present) == 0 {
		advice = "no key with a single value, which By could name"
	}
	m.warnf("field %q: items without any match field (%s) are paired only if they are equal; they have %s",
		m.list.Name, briefly(names, "none is given"), advice)
}

// warnListed warns if a match field is an array in the truth, such as a list of accepted values, and a single value or
// an array of fewer dimensions in got: their texts are never equal.
func (m *matcher) warnListed() {
	for k := range m.keys {
		listed, plain := 0, -1 // the most dimensions in the truth, the least in got
		absent := false        // got may rightly lack the key
		for i := k; i < len(m.wantOps); i += len(m.keys) {
			if op := &m.wantOps[i]; !op.empty {
				listed = max(listed, dimensions(op.value))
				absent = absent || op.mayLack
			}
		}
		for i := k; i < len(m.gotOps) && listed > 0; i += len(m.keys) {
			if op := &m.gotOps[i]; !op.empty || absent {
				if n := dimensions(op.value); plain < 0 || n < plain {
					plain = n
				}
			}
		}
		if plain >= 0 && plain < listed {
			m.warnf("field %q: by_key pairs equal texts, and %q is an array in the truth, of which got has single values; pair by similarity instead", m.list.Name, m.keys[k].Text)
		}
	}
}

// dimensions returns the depth of nested arrays, 0 for other values.
func dimensions(v document.Value) int {
	if v.Kind() != document.Array {
		return 0
	}
	most := 0
	for _, item := range v.Items() {
		most = max(most, dimensions(item))
	}
	return most + 1
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
