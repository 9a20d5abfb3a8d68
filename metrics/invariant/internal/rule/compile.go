package rule

import (
	"errors"
	"fmt"
	"regexp"
	regexpsyntax "regexp/syntax"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/invariant/internal/syntax"
)

// node is a compiled expression.
type node struct {
	op   op
	sign string // of an operator, the name of a function
	args []*node
	kind kind   // raw where it depends on the document
	text string // as the rule writes it, for notes
	at   int

	lit     value
	row     bool // a place within the row, not the document
	path    document.Path
	place   int    // the index of its attribute
	items   string // the attribute of the items of a list, "" for none
	pattern *regexp.Regexp
	size    int // of the pattern, in instructions
	digits  int32
}

type op uint8

const (
	opLiteral op = iota
	opPlace
	opArray // a literal one
	opAnd
	opOr
	opNot
	opNegate
	opCompare   // == != < <= > >=
	opIn        // in
	opCalculate // + - * / %
	opText      // contains startsWith endsWith
	opMatches
	opElse   // ??
	opChoose // ?:
	opCheck  // iban, luhn, ean, vat
	opEach   // all, any, none, one
	opCount
	opSum
	opFilter
	opMap
	opExtreme // min, max
	opAbs
	opRound
	opHas
	opLen
	opCase // lower, upper, trim
	opDate
)

// Parse reads a rule. The error is an [*Error].
func Parse(source string) (rule *Rule, err error) {
	if strings.TrimSpace(source) == "" {
		return nil, &Error{Problem: "the rule is empty"}
	}
	if len(source) > MaxLength {
		return nil, &Error{Problem: fmt.Sprintf("the rule has %d bytes, more than the %d that one may have", len(source), MaxLength)}
	}
	defer func() {
		if r := recover(); r != nil { // a rule must not end the program
			rule, err = nil, &Error{Problem: "the rule cannot be read"}
		}
	}()
	tree, err := syntax.Parse(source)
	if e := (*Error)(nil); errors.As(err, &e) && e.Call != "" && functions[e.Call] == [2]int{} {
		return nil, &Error{Offset: e.CallOffset, Problem: unknownFunction(e.Call)} // nothing is said of rows outside of those that are known
	}
	if err != nil {
		return nil, err
	}
	c := &compiler{source: []rune(source), known: map[string]int{}}
	root := c.node(tree)
	if calculated := root.op == opCalculate || root.op == opExtreme; calculated || root.kind != yesNo && root.kind != raw {
		what := root.kind.String()
		if calculated {
			what = "a number or a date"
		}
		c.fail(tree, "the rule is %s, want yes or no, such as total == net + tax", what)
	}
	if c.err != nil {
		return nil, c.err
	}
	return &Rule{root: root, places: c.places, tolerant: c.tolerant}, nil
}

// compiler makes nodes; err is the first mistake.
type compiler struct {
	source   []rune
	err      *Error
	places   []Place
	known    map[string]int // places by attribute
	rows     []string       // the attributes of the items that predicates are about, innermost last
	tolerant bool
}

// fail notes a mistake.
func (c *compiler) fail(n *syntax.Node, format string, args ...any) *node {
	if c.err == nil {
		c.err = &Error{Offset: n.From, Problem: fmt.Sprintf(format, args...)}
	}
	return &node{}
}

func (c *compiler) node(n *syntax.Node) *node {
	if c.err != nil {
		return &node{}
	}
	made := c.make(n)
	made.at = n.From
	return made
}

func (c *compiler) make(n *syntax.Node) *node {
	switch n.Kind {
	case syntax.Integer, syntax.Float:
		return c.number(n)
	case syntax.Text:
		return &node{op: opLiteral, kind: text, lit: value{kind: text, text: n.Text}}
	case syntax.Bool:
		return &node{op: opLiteral, kind: yesNo, lit: value{kind: yesNo, yes: n.Text == "true"}}
	case syntax.Name, syntax.Row, syntax.Member, syntax.Chain:
		return c.place(n)
	case syntax.List:
		made := &node{op: opArray, kind: list}
		for _, item := range n.Args {
			made.args = append(made.args, c.node(item))
		}
		return made
	case syntax.Unary:
		return c.unary(n)
	case syntax.Binary:
		return c.binary(n)
	case syntax.Choice:
		made := &node{op: opChoose, args: []*node{c.want(n.Args[0], yesNo), c.node(n.Args[1]), c.node(n.Args[2])}}
		if made.args[1].kind == made.args[2].kind {
			made.kind = made.args[1].kind
		}
		return made
	case syntax.Call:
		return c.call(n, n.Text, n.Args)
	case syntax.Method:
		return c.fail(n, "values have no methods; functions are written round(x, 2)")
	case syntax.Nil:
		return c.fail(n, "nil is not a value of a rule; has(x) says whether x is there, and x ?? 0 what to take where it is not")
	}
	return c.fail(n, "this is not part of a rule")
}

// number reads the literal as the rule writes it, so that no digit is lost.
func (c *compiler) number(n *syntax.Node) *node {
	if n.From < 0 || n.To > len(c.source) || n.From >= n.To {
		return c.fail(n, "the number cannot be read")
	}
	written := strings.ReplaceAll(string(c.source[n.From:n.To]), "_", "")
	if strings.HasSuffix(written, ".") {
		written += "0"
	}
	d, ok := decimal(written)
	if !ok {
		return c.fail(n, "%s is not a decimal number of at most %d digits", written, maxDigits)
	}
	return &node{op: opLiteral, kind: number, lit: value{kind: number, num: d}}
}

// want compiles an expression that has to be of a kind, as far as that is known.
func (c *compiler) want(n *syntax.Node, kinds ...kind) *node {
	made := c.node(n)
	if c.err != nil || made.kind == raw || len(kinds) == 0 {
		return made
	}
	if slices.Contains(kinds, made.kind) {
		return made
	}
	return c.fail(n, "%s is %s, want %s", excerpt(n), made.kind, oneOf(kinds))
}

func oneOf(kinds []kind) string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.String()
	}
	return strings.Join(names, " or ")
}

func excerpt(n *syntax.Node) string { return document.Excerpt(n.String(), 60) }

func (c *compiler) unary(n *syntax.Node) *node {
	switch n.Text {
	case "not", "!":
		return &node{op: opNot, kind: yesNo, args: []*node{c.want(n.Args[0], yesNo)}}
	case "-":
		made := c.want(n.Args[0], number)
		if made.op == opLiteral && made.kind == number {
			made.lit.num = new(apd.Decimal).Neg(made.lit.num)
			return made
		}
		return &node{op: opNegate, kind: number, args: []*node{made}}
	}
	return c.want(n.Args[0], number)
}

func (c *compiler) binary(n *syntax.Node) *node {
	both := func(o op, k kind, kinds ...kind) *node {
		return &node{op: o, sign: n.Text, kind: k, args: []*node{c.want(n.Args[0], kinds...), c.want(n.Args[1], kinds...)}}
	}
	switch n.Text {
	case "and", "&&":
		return both(opAnd, yesNo, yesNo)
	case "or", "||":
		return both(opOr, yesNo, yesNo)
	case "==", "!=":
		return c.comparison(n, both(opCompare, yesNo, number, date, text, yesNo))
	case "<", "<=", ">", ">=":
		return c.comparison(n, both(opCompare, yesNo, number, date, text))
	case "+", "-", "*", "/", "%":
		made := both(opCalculate, number, number, date)
		made.text = excerpt(n)
		if l, r := made.args[0].kind, made.args[1].kind; (n.Text == "+" || n.Text == "-") && (l != number || r != number) {
			made.kind = raw // a date, perhaps
		}
		return made
	case "in":
		made := &node{op: opIn, kind: yesNo, args: []*node{c.want(n.Args[0], number, date, text, yesNo), c.want(n.Args[1], list)}}
		return c.worded(n, made)
	case "contains", "startsWith", "endsWith":
		return c.worded(n, both(opText, yesNo, text))
	case "matches":
		return c.matches(n)
	case "??":
		made := &node{op: opElse, args: []*node{c.node(n.Args[0]), c.node(n.Args[1])}}
		if made.args[0].kind == made.args[1].kind {
			made.kind = made.args[0].kind
		}
		made.items = made.args[0].items
		return made
	case "..":
		return c.fail(n, "a rule has no ranges; write x >= 1 and x <= 10")
	case "**", "^":
		return c.fail(n, "a rule has no powers; write x * x")
	}
	return c.fail(n, "%s is not an operator of a rule", n.Text)
}

// comparison checks that the sides may be alike.
func (c *compiler) comparison(n *syntax.Node, made *node) *node {
	l, r := made.args[0].kind, made.args[1].kind
	fits := l == r || l == raw || r == raw || l == text && r == date || l == date && r == text
	if c.err == nil && !fits {
		return c.fail(n, "%s is %s and %s is %s; they are never equal", excerpt(n.Args[0]), l, excerpt(n.Args[1]), r)
	}
	if n.Text != "<" && n.Text != ">" {
		c.tolerant = true
	}
	return c.worded(n, made)
}

// worded keeps how the rule writes an operator and its sides.
func (c *compiler) worded(n *syntax.Node, made *node) *node {
	made.sign = n.Text
	for i, side := range n.Args {
		c.word(made.args[i], side)
	}
	return made
}

// word keeps how the rule writes an expression, for notes.
func (c *compiler) word(made *node, n *syntax.Node) {
	if made.text == "" && c.err == nil {
		made.text = excerpt(n)
	}
}

func (c *compiler) matches(n *syntax.Node) *node {
	made := &node{op: opMatches, kind: yesNo, args: []*node{c.want(n.Args[0], text), c.want(n.Args[1], text)}}
	if c.err != nil {
		return made
	}
	if made.args[1].op != opLiteral {
		return c.fail(n.Args[1], "the pattern of matches has to be written out, in quotes")
	}
	parsed, err := regexpsyntax.Parse(made.args[1].lit.text, regexpsyntax.Perl)
	if err != nil {
		return c.fail(n.Args[1], "the pattern of matches: %s", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	program, err := regexpsyntax.Compile(parsed.Simplify())
	if err == nil {
		made.pattern, err = regexp.Compile(made.args[1].lit.text)
	}
	if err != nil {
		return c.fail(n.Args[1], "the pattern of matches: %v", err)
	}
	made.size = len(program.Inst)
	return c.worded(n, made)
}
