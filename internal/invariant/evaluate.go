package invariant

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/cockroachdb/apd/v3"

	"github.com/extracteval/extracteval/internal/arithmetic"
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

// The functions and operators of texts.
var (
	textTests   = map[string]func(text, part string) bool{"contains": strings.Contains, "startsWith": strings.HasPrefix, "endsWith": strings.HasSuffix}
	textChanges = map[string]func(string) string{"lower": strings.ToLower, "upper": strings.ToUpper, "trim": strings.TrimSpace}
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

// halt is the panic that ends an evaluation. Only try recovers it.
type halt struct{ error }

// try returns the result of an evaluation, or the error that ended it.
func try[T any](evaluate func() T) (v T, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case halt:
			err = r.error
		default:
			panic(r)
		}
	}()
	return evaluate(), nil
}

// must returns v. It ends the evaluation if there is an error.
func must[T any](v T, err error) T {
	if err != nil {
		panic(halt{err})
	}
	return v
}

// countSteps counts work, and ends a rule that takes too much or whose time is over.
func (m *machine) countSteps(n int) {
	m.left -= n
	m.tick++
	if m.left < 0 {
		panic(halt{fmt.Errorf("the rule takes more than %d steps on this document", m.limit)})
	}
	if err := m.ctx.Err(); m.tick%256 == 0 && err != nil {
		panic(halt{err})
	}
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

func (m *machine) evalYesNo(n *node) bool {
	v := m.scalar(m.evalNode(n))
	if v.kind != yesNo {
		panic(unread(v, "is neither true nor false"))
	}
	return v.yes
}

func truthValue(v bool) value { return value{kind: yesNo, yes: v} }

func count(n int) value { return value{kind: number, num: apd.New(int64(n), 0)} }

// evalNode returns the value of an expression. It and the methods that it calls end the evaluation by a [halt] if there is
// none.
func (m *machine) evalNode(n *node) value {
	m.countSteps(1)
	switch n.op {
	case opLiteral:
		return n.lit
	case opPlace:
		return m.findField(n)
	case opArray:
		return value{kind: list, items: arithmetic.Each(n.args, m.evalNode)}
	case opAnd:
		return truthValue(m.evalYesNo(n.args[0]) && m.evalYesNo(n.args[1]))
	case opOr:
		return truthValue(m.evalYesNo(n.args[0]) || m.evalYesNo(n.args[1]))
	case opNot:
		return truthValue(!m.evalYesNo(n.args[0]))
	case opElse:
		return m.orElse(n)
	case opChoose:
		if m.evalYesNo(n.args[0]) {
			return m.evalNode(n.args[1])
		}
		return m.evalNode(n.args[2])
	case opEach, opCount, opSum, opFilter, opMap:
		return m.evalLoop(n)
	case opHas:
		v := m.evalNode(n.args[0])
		m.noteValue(v)
		return truthValue(v.kind != raw || !m.empty(v))
	}
	args := make([]value, len(n.args))
	for i := range n.args {
		args[i] = m.evalNode(n.args[i])
		if n.op == opCompare || n.op == opCalculate || n.op == opIn && i == 0 {
			args[i] = m.scalar(args[i]) // so that an empty left operand is reported first
		}
	}
	return m.apply(n, args)
}

// apply evaluates an operator or function that needs all its operands.
func (m *machine) apply(n *node, args []value) value {
	switch n.op {
	case opCompare:
		return truthValue(m.compare(n, args[0], args[1]))
	case opCalculate:
		return m.calculate(n, args[0], args[1])
	case opIn:
		return truthValue(m.contains(args[0], args[1]))
	case opText:
		return truthValue(textTests[n.sign](m.asText(args[0]), m.asText(args[1])))
	case opMatches:
		l := m.asText(args[0])
		m.countSteps(int(min(int64(len(l))*int64(n.size)/64, math.MaxInt32)))
		return truthValue(n.pattern.MatchString(l))
	case opCheck:
		return truthValue(m.faultOf(n.sign, args[0]) == "")
	case opExtreme:
		return m.extreme(n, args)
	case opLen:
		return m.length(args[0])
	case opCase:
		return value{kind: text, text: textChanges[n.sign](m.asText(args[0]))}
	case opDate:
		return m.asDate(args[0])
	}
	v, err := m.asNumber(args[0]), error(nil)
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
func (m *machine) findField(n *node) value {
	v := value{doc: m.doc, place: n.place}
	if n.row {
		v = m.rows[len(m.rows)-1]
		if len(n.path) == 0 {
			if v.kind == raw && v.place < 0 {
				v.place = n.place
			}
			return v
		}
		if v.kind != raw {
			panic(unread(v, "has no %s", n.path))
		}
		v.place = n.place
	}
	for _, s := range n.path {
		m.countSteps(1 + len(v.doc.RawText())/64)
		v.doc = v.doc.Step(s)
	}
	v.spot = &spot{owner: v.spot, name: suffix(n.path)}
	return v
}

// suffix is the text of a path after the path of a row.
func suffix(p document.Path) string {
	text := p.String()
	if strings.HasPrefix(text, "[") {
		return text
	}
	return "." + text
}

// orElse returns the left side, or the right side when a value in the left one is empty.
func (m *machine) orElse(n *node) value {
	v, err := try(func() value { return m.evalNode(n.args[0]) })
	if err == nil && v.kind == raw && m.empty(v) {
		m.noteValue(v)
		return m.evalNode(n.args[1])
	}
	if _, empty := err.(*emptyError); empty {
		return m.evalNode(n.args[1])
	}
	return must(v, err)
}

func (m *machine) compare(n *node, l, r value) bool {
	l, r = m.likes(l, r, n.sign != "==" && n.sign != "!=")
	c := m.compareValues(l, r, n.sign != "<" && n.sign != ">")
	equal := strings.HasSuffix(n.sign, "=")
	switch n.sign[0] {
	case '=':
		return c == 0
	case '!':
		return c != 0
	case '<':
		return c < 0 || c == 0 && equal
	}
	return c > 0 || c == 0 && equal
}

// contains reports whether a value equals an item of a list, without tolerance. It passes over
// empty items.
func (m *machine) contains(v, collection value) bool {
	v = m.scalar(v)
	for _, item := range m.readList(collection) {
		m.countSteps(1)
		if item.kind == raw && item.doc.Empty() {
			continue
		}
		equal, err := try(func() bool {
			l, r := m.likes(v, item, false)
			return m.compareValues(l, r, false) == 0
		})
		if _, unlike := err.(*unreadError); !unlike && must(equal, err) {
			return true
		}
	}
	return false
}
