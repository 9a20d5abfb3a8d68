package invariant

import (
	"unicode/utf8"

	"github.com/cockroachdb/apd/v3"

	"github.com/extracteval/extracteval/metrics/document"
)

// evalLoop evaluates a function of a list.
func (m *machine) evalLoop(n *node) (value, error) {
	collection, err := m.evalNode(n.args[0])
	if err != nil {
		return value{}, err
	}
	items, err := m.readList(collection)
	if _, empty := err.(*emptyError); empty && n.op == opCount {
		return count(0), nil
	}
	if err != nil {
		return value{}, err
	}
	if len(items) == 0 && n.op != opCount && n.op != opFilter && n.op != opMap {
		return value{}, &emptyError{list: n.args[0]}
	}
	if len(n.args) == 1 && n.op == opCount {
		return count(len(items)), nil
	}
	output := value{kind: list}
	sum, found := new(apd.Decimal), 0
	for _, item := range items {
		v, err := m.ofRow(n, item)
		if err != nil {
			return value{}, err
		}
		switch n.op {
		case opMap:
			output.items = append(output.items, v)
			continue
		case opSum:
			if _, err := exact.Add(sum, sum, v.num); err != nil {
				return n.result(sum, err)
			}
			continue
		}
		if !v.yes {
			if n.op == opEach && n.sign == "all" {
				return truthValue(false, nil)
			}
			continue
		}
		found++
		if n.op == opFilter {
			output.items = append(output.items, item)
		}
		if n.op == opEach && (n.sign == "any" || n.sign == "none") {
			return truthValue(n.sign == "any", nil)
		}
	}
	switch n.op {
	case opSum:
		return n.result(sum, nil)
	case opCount:
		return count(found), nil
	case opEach:
		return truthValue(n.sign == "all" || n.sign == "none" || n.sign == "one" && found == 1, nil)
	}
	return output, nil
}

// ofRow evaluates the second argument for one item; without one it returns the item itself.
func (m *machine) ofRow(n *node, item value) (value, error) {
	if err := m.countSteps(4); err != nil {
		return value{}, err
	}
	v := item
	if len(n.args) > 1 {
		m.rows = append(m.rows, item)
		defer func() { m.rows = m.rows[:len(m.rows)-1] }()
		var err error
		if n.op == opEach || n.op == opCount || n.op == opFilter {
			return truthValue(m.evalYesNo(n.args[1]))
		}
		if v, err = m.evalNode(n.args[1]); err != nil {
			return value{}, err
		}
	}
	if n.op == opSum {
		return m.asNumber(v)
	}
	return v, nil
}

func (m *machine) extreme(n *node, args []value) (value, error) {
	if len(args) == 1 {
		items, err := m.readList(args[0])
		if err != nil {
			return value{}, err
		}
		if args = items; len(args) == 0 {
			return value{}, &emptyError{list: n.args[0]}
		}
	}
	best, err := m.operand(args[0])
	for _, v := range args[1:] {
		if err == nil {
			err = m.countSteps(1)
		}
		if err == nil {
			v, err = m.operand(v)
		}
		if err != nil {
			return value{}, err
		}
		if v.kind != best.kind {
			return value{}, errUnlike(best, v)
		}
		if c := m.compareValues(v, best, false); c < 0 && n.sign == "min" || c > 0 && n.sign == "max" {
			best = v
		}
	}
	return best, err
}

// length counts the characters of a text, the items of a list or the members of an
// object. An empty value has the length 0.
func (m *machine) length(v value) (value, error) {
	switch {
	case v.kind == list:
		return count(len(v.items)), nil
	case v.kind == raw && (v.doc.Kind() == document.Array || v.doc.Kind() == document.Object):
		m.noteValue(v)
		return count(v.doc.Len()), m.countSteps(len(v.doc.RawText()) / 64)
	case v.kind == raw && v.doc.Empty():
		m.noteValue(v)
		return count(0), nil
	}
	s, err := m.asText(v)
	return count(utf8.RuneCountInString(s)), err
}
