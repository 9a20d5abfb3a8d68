package invariant

import (
	"cmp"
	"fmt"
)

// explain explains why an expression has the value is, by the operands that decided it: both sides of a comparison, the row
// of a list, each side of an "or".
func (m *machine) explain(n *node, wanted bool) string {
	return noteOf(try(func() string { return m.explainNode(n, wanted) }))
}

// noteOf returns a note, or the error that ended it.
func noteOf(note string, err error) string {
	if err != nil {
		return err.Error()
	}
	return note
}

func (m *machine) explainNode(n *node, wanted bool) string {
	switch n.op {
	case opNot:
		return m.explain(n.args[0], !wanted)
	case opAnd, opOr:
		if wanted == (n.op == opAnd) { // both sides are so
			return bothOf(m.explain(n.args[0], wanted), m.explain(n.args[1], wanted))
		}
		for _, side := range n.args {
			if v, err := m.probe(side); err != nil || v == wanted {
				return m.explain(side, wanted)
			}
		}
	case opChoose:
		if must(m.probe(n.args[0])) {
			return m.explain(n.args[1], wanted)
		}
		return m.explain(n.args[2], wanted)
	case opElse:
		if v, err := m.probe(n.args[0]); err == nil && v == wanted {
			return m.explain(n.args[0], wanted)
		}
		return m.explain(n.args[1], wanted)
	case opCompare, opIn, opText, opMatches:
		return m.sides(n, wanted)
	case opEach:
		return m.rowsOf(n, wanted)
	case opCheck:
		v := m.evalNode(n.args[0])
		fault := cmp.Or(m.faultOf(n.sign, v), "passes the check "+n.sign)
		return n.args[0].label() + " " + formatValue(v) + " " + fault
	case opHas:
		v := m.evalNode(n.args[0])
		m.noteValue(v)
		if wanted {
			return n.args[0].label() + " " + formatValue(v)
		}
		return n.args[0].label() + " is empty"
	}
	return m.shown(n)
}

// probe evaluates an expression without noting the values that it looks at: the result
// decides which part of the rule the note is about.
func (m *machine) probe(n *node) (bool, error) {
	m.watch = false
	defer func() { m.watch = true }()
	return try(func() bool { return m.evalYesNo(n) })
}

func bothOf(a, b string) string {
	if a == "" || b == "" || a == b {
		return max(a, b)
	}
	return a + "; " + b
}

// sides shows both sides of a comparison. A side that is a literal is shown as the wanted value.
func (m *machine) sides(n *node, wanted bool) string {
	l, r := n.args[0], n.args[1]
	sign := n.sign
	if wanted { // it holds, and should not
		sign = "not " + sign
	}
	if l.op == opLiteral {
		return m.shown(r) + ", want " + formatValue(l.lit) + " " + sign + " it"
	}
	if r.op == opLiteral || r.op == opArray {
		want := r.label()
		if r.op == opLiteral {
			want = formatValue(r.lit)
		}
		if sign != "==" {
			want = sign + " " + want
		}
		return m.shown(l) + ", want " + want
	}
	return m.shown(l) + ", " + m.shown(r)
}

// shown returns an expression and its value: "net + tax 118.00".
func (m *machine) shown(n *node) string {
	return noteOf(try(func() string {
		v := m.evalNode(n)
		if v.kind == raw && !vacant(v.doc) {
			if read, err := try(func() value { return m.scalar(v) }); err == nil {
				v = read
			}
		}
		label, text := n.label(), formatValue(v)
		if label != text {
			return label + " " + text
		}
		return text
	}))
}

// rowsOf shows the row that decided an "all", "any" or "none". If no single row decided, and for "one", it counts the
// rows.
func (m *machine) rowsOf(n *node, wanted bool) string {
	collection := m.evalNode(n.args[0])
	items := m.readList(collection)
	single := n.sign == "all" && !wanted || n.sign == "none" && !wanted || n.sign == "any" && wanted
	decides := n.sign != "all" // the result for the row that decides
	found := 0
	for _, item := range items {
		v := m.ofRow(n, item)
		if v.yes {
			found++
		}
		if !single || v.yes != decides {
			continue
		}
		m.seen = nil // of the rows before
		m.rows = append(m.rows, item)
		note := m.explain(n.args[1], decides)
		m.rows = m.rows[:len(m.rows)-1]
		if item.spot == nil {
			return formatValue(item) + ": " + note
		}
		return item.spot.String() + ": " + note
	}
	m.seen = nil
	m.noteValue(collection)
	return fmt.Sprintf("%s: %d of %d with %s", n.args[0].label(), found, len(items), n.args[1].label())
}

// label is the name of an expression in a note: the text of the rule in its shortest form.
func (n *node) label() string { return excerpt(n.tree) }
