package invariant

import (
	"unicode/utf8"

	"github.com/cockroachdb/apd/v3"

	"github.com/extracteval/extracteval/metrics/document"
)

// evalLoop evaluates a function of a list.
func (m *machine) evalLoop(n *node) value {
	collection := m.evalNode(n.args[0])
	if n.op == opCount && collection.lacksItems() {
		return count(0)
	}
	items := m.readList(collection)
	if len(items) == 0 && n.op != opCount && n.op != opFilter && n.op != opMap {
		panic(halt{&emptyError{list: n.args[0]}})
	}
	if len(n.args) == 1 && n.op == opCount {
		return count(len(items))
	}
	output := value{kind: list}
	sum, found := new(apd.Decimal), 0
	for _, item := range items {
		v := m.ofRow(n, item)
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
				return truthValue(false)
			}
			continue
		}
		found++
		if n.op == opFilter {
			output.items = append(output.items, item)
		}
		if n.op == opEach && (n.sign == "any" || n.sign == "none") {
			return truthValue(n.sign == "any")
		}
	}
	switch n.op {
	case opSum:
		return n.result(sum, nil)
	case opCount:
		return count(found)
	case opEach:
		return truthValue(n.sign == "all" || n.sign == "none" || n.sign == "one" && found == 1)
	}
	return output
}

// ofRow evaluates the second argument for one item; without one it returns the item itself.
func (m *machine) ofRow(n *node, item value) value {
	m.countSteps(4)
	v := item
	if len(n.args) > 1 {
		m.rows = append(m.rows, item)
		defer func() { m.rows = m.rows[:len(m.rows)-1] }()
		if n.op == opEach || n.op == opCount || n.op == opFilter {
			return truthValue(m.evalYesNo(n.args[1]))
		}
		v = m.evalNode(n.args[1])
	}
	if n.op == opSum {
		return m.asNumber(v)
	}
	return v
}

func (m *machine) extreme(n *node, args []value) value {
	if len(args) == 1 {
		if args = m.readList(args[0]); len(args) == 0 {
			panic(halt{&emptyError{list: n.args[0]}})
		}
	}
	best := m.operand(args[0])
	for _, v := range args[1:] {
		m.countSteps(1)
		if v = m.operand(v); v.kind != best.kind {
			panic(errUnlike(best, v))
		}
		if c := m.compareValues(v, best, false); c < 0 && n.sign == "min" || c > 0 && n.sign == "max" {
			best = v
		}
	}
	return best
}

// length counts the characters of a text, the items of a list or the members of an
// object. An empty value has the length 0.
func (m *machine) length(v value) value {
	switch {
	case v.kind == list:
		return count(len(v.items))
	case v.kind == raw && (v.doc.Kind() == document.Array || v.doc.Kind() == document.Object):
		m.noteValue(v)
		m.countSteps(len(v.doc.RawText()) / 64)
		return count(v.doc.Len())
	case v.kind == raw && v.doc.Empty():
		m.noteValue(v)
		return count(0)
	}
	return count(utf8.RuneCountInString(m.asText(v)))
}
