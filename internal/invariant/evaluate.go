package invariant

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/cockroachdb/apd/v3"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// machine evaluates one rule on one document.
type machine struct {
	ctx   context.Context
	rule  *rule
	doc   document.Value
	rows  []value // that predicates are about, innermost last
	left  int     // steps
	limit int
	tick  int

	watch bool // note the places of the values that the rule looks at
	seen  []string
}

// The comparators that read a text which has to be a number or a date, whatever its field.
var (
	numeric = preparedOnce(compare.Numeric{})
	dates   = preparedOnce(compare.Date{})
)

// preparedOnce prepares a comparator when it is first asked for.
func preparedOnce(c compare.Comparator) func() compare.Comparator {
	return sync.OnceValue(func() compare.Comparator {
		p, err := compare.Prepare(c)
		if err != nil {
			panic(err) // its own defaults
		}
		return p
	})
}

func newMachine(ctx context.Context, r *rule, doc document.Value) *machine {
	limit := maxSteps + len(doc.RawText())
	return &machine{ctx: ctx, rule: r, doc: doc, left: limit, limit: limit}
}

// countSteps counts work, and ends a rule that takes too much or whose time is over.
func (m *machine) countSteps(n int) error {
	m.left -= n
	m.tick++
	if m.left < 0 {
		return fmt.Errorf("the rule takes more than %d steps on this document", m.limit)
	}
	if m.tick%256 == 0 {
		return m.ctx.Err()
	}
	return nil
}

// noteValue notes the place of a value.
func (m *machine) noteValue(v value) {
	const most = 20
	if !m.watch || v.spot == nil || len(m.seen) == most {
		return
	}
	if path := v.spot.String(); !slices.Contains(m.seen, path) {
		m.seen = append(m.seen, path)
	}
}

func (m *machine) evalYesNo(n *node) (bool, error) {
	v, err := m.evalNode(n)
	if err == nil {
		v, err = m.scalar(v)
	}
	if err != nil {
		return false, err
	}
	if v.kind != yesNo {
		return false, unread(v, "is neither true nor false")
	}
	return v.yes, nil
}

func truthValue(v bool, err error) (value, error) { return value{kind: yesNo, yes: v}, err }

func count(n int) value { return value{kind: number, num: apd.New(int64(n), 0)} }

func (m *machine) evalNode(n *node) (value, error) {
	if err := m.countSteps(1); err != nil {
		return value{}, err
	}
	switch n.op {
	case opLiteral:
		return n.lit, nil
	case opPlace:
		return m.findField(n)
	case opArray:
		return m.array(n)
	case opAnd, opOr:
		l, err := m.evalYesNo(n.args[0])
		if err != nil || l == (n.op == opOr) {
			return truthValue(l, err)
		}
		return truthValue(m.evalYesNo(n.args[1]))
	case opNot:
		v, err := m.evalYesNo(n.args[0])
		return truthValue(!v, err)
	case opElse:
		return m.orElse(n)
	case opChoose:
		c, err := m.evalYesNo(n.args[0])
		switch {
		case err != nil:
			return value{}, err
		case c:
			return m.evalNode(n.args[1])
		}
		return m.evalNode(n.args[2])
	case opEach, opCount, opSum, opFilter, opMap:
		return m.evalLoop(n)
	case opHas:
		v, err := m.evalNode(n.args[0])
		m.noteValue(v)
		return truthValue(v.kind != raw || !m.empty(v), err)
	}
	args := make([]value, len(n.args))
	for i := range n.args {
		v, err := m.evalNode(n.args[i])
		if err == nil && (n.op == opCompare || n.op == opCalculate || n.op == opIn && i == 0) {
			v, err = m.scalar(v) // so that an empty left operand is reported first
		}
		if err != nil {
			return value{}, err
		}
		args[i] = v
	}
	return m.apply(n, args)
}

// apply evaluates an operator or function that needs all its operands.
func (m *machine) apply(n *node, args []value) (value, error) {
	switch n.op {
	case opCompare:
		return truthValue(m.compare(n, args[0], args[1]))
	case opCalculate:
		return m.calculate(n, args[0], args[1])
	case opIn:
		return truthValue(m.contains(args[0], args[1]))
	case opText:
		l, err := m.asText(args[0])
		if err != nil {
			return value{}, err
		}
		r, err := m.asText(args[1])
		switch n.sign {
		case "startsWith":
			return truthValue(strings.HasPrefix(l, r), err)
		case "endsWith":
			return truthValue(strings.HasSuffix(l, r), err)
		}
		return truthValue(strings.Contains(l, r), err)
	case opMatches:
		l, err := m.asText(args[0])
		if err == nil {
			err = m.countSteps(len(l) * n.size / 64)
		}
		if err != nil {
			return value{}, err
		}
		return truthValue(n.pattern.MatchString(l), nil)
	case opCheck:
		fault, err := m.faultOf(n.sign, args[0])
		return truthValue(fault == "", err)
	case opExtreme:
		return m.extreme(n, args)
	case opLen:
		return m.length(args[0])
	case opCase:
		s, err := m.asText(args[0])
		return value{kind: text, text: map[string]func(string) string{"lower": strings.ToLower, "upper": strings.ToUpper, "trim": strings.TrimSpace}[n.sign](s)}, err
	case opDate:
		return m.asDate(args[0])
	}
	v, err := m.asNumber(args[0])
	if err != nil {
		return value{}, err
	}
	d := new(apd.Decimal)
	switch n.op {
	case opNegate:
		d.Neg(v.num)
	case opAbs:
		d.Abs(v.num)
	case opRound:
		_, err = quantizer.Quantize(d, v.num, -n.digits)
	}
	return n.result(d, err)
}

// findField returns the value at a place, which may be empty.
func (m *machine) findField(n *node) (value, error) {
	v := value{doc: m.doc, place: n.place}
	if n.row {
		v = m.rows[len(m.rows)-1]
		if len(n.path) == 0 {
			if v.kind == raw && v.place < 0 {
				v.place = n.place
			}
			return v, nil
		}
		if v.kind != raw {
			return value{}, unread(v, "has no %s", n.path)
		}
		v.place = n.place
	}
	for _, s := range n.path {
		if err := m.countSteps(1 + len(v.doc.RawText())/64); err != nil {
			return value{}, err
		}
		v.doc = v.doc.Step(s)
	}
	v.spot = &spot{owner: v.spot, name: suffix(n.path)}
	return v, nil
}

// suffix is the text of a path after the path of a row.
func suffix(p document.Path) string {
	text := p.String()
	if strings.HasPrefix(text, "[") {
		return text
	}
	return "." + text
}

func (m *machine) array(n *node) (value, error) {
	v := value{kind: list}
	for _, arg := range n.args {
		item, err := m.evalNode(arg)
		if err != nil {
			return value{}, err
		}
		v.items = append(v.items, item)
	}
	return v, nil
}

// orElse returns the left side, or the right side when a value in the left one is empty.
func (m *machine) orElse(n *node) (value, error) {
	v, err := m.evalNode(n.args[0])
	if err == nil && v.kind == raw && m.empty(v) {
		m.noteValue(v)
		return m.evalNode(n.args[1])
	}
	if _, empty := err.(*emptyError); empty {
		return m.evalNode(n.args[1])
	}
	return v, err
}

func (m *machine) compare(n *node, l, r value) (bool, error) {
	ordered := n.sign != "==" && n.sign != "!="
	l, r, err := m.likes(l, r, ordered)
	if err != nil {
		return false, err
	}
	switch c := m.compareValues(l, r, n.sign != "<" && n.sign != ">"); n.sign {
	case "==":
		return c == 0, nil
	case "!=":
		return c != 0, nil
	case "<":
		return c < 0, nil
	case "<=":
		return c <= 0, nil
	case ">":
		return c > 0, nil
	default:
		return c >= 0, nil
	}
}

// contains reports whether a value equals an item of a list, without tolerance. It passes over
// empty items.
func (m *machine) contains(v, collection value) (bool, error) {
	v, err := m.scalar(v)
	if err != nil {
		return false, err
	}
	items, err := m.readList(collection)
	if err != nil {
		return false, err
	}
	for _, item := range items {
		if err := m.countSteps(1); err != nil {
			return false, err
		}
		if item.kind == raw && item.doc.Empty() {
			continue
		}
		l, r, err := m.likes(v, item, false)
		if _, unlike := err.(*unreadError); unlike {
			continue
		}
		if err != nil {
			return false, err
		}
		if m.compareValues(l, r, false) == 0 {
			return true, nil
		}
	}
	return false, nil
}
