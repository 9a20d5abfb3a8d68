package rule

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"

	"github.com/cockroachdb/apd/v3"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"

	"github.com/extracteval/extracteval/metrics/document"
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
		if r := recover(); r != nil { // of the parser; a rule must not end the program
			rule, err = nil, &Error{Problem: "the rule cannot be read"}
		}
	}()
	tree, err := parser.Parse(source)
	if err != nil {
		return nil, parseError([]rune(source), err)
	}
	c := &compiler{source: []rune(source), known: map[string]int{}}
	root := c.node(tree.Node)
	if calculated := root.op == opCalculate || root.op == opExtreme; calculated || root.kind != yesNo && root.kind != raw {
		what := root.kind.String()
		if calculated {
			what = "a number or a date"
		}
		c.fail(tree.Node, "the rule is %s, want yes or no, such as total == net + tax", what)
	}
	if c.err != nil {
		return nil, c.err
	}
	return &Rule{root: root, places: c.places, tolerant: c.tolerant}, nil
}

// parseError says in our words what the parser says.
func parseError(source []rune, err error) error {
	var e *file.Error
	if !errors.As(err, &e) {
		return &Error{Problem: err.Error()}
	}
	problem := e.Message
	if strings.Contains(problem, `Operator(".")`) || strings.Contains(problem, `Operator("#")`) {
		if at, name := called(source, e.From); name != "" && !slices.Contains(functions, name) {
			return &Error{Offset: at, Problem: unknownFunction(name)} // nothing is said of rows outside of those that are known
		}
	}
	switch {
	case strings.Contains(problem, "token EOF"), strings.Contains(problem, "unexpected end of expression"):
		problem = "the rule ends where a value or a bracket is still to come"
	case strings.Contains(problem, `Operator("=")`):
		problem = "= is not an operator; write == to compare"
	case strings.Contains(problem, "cannot be mixed"):
		problem = "?? binds tighter than it looks; put brackets around it: (tax ?? 0) + net"
	case strings.Contains(problem, "literal: strconv"), strings.Contains(problem, "literal is too large"):
		problem = "the number is too large"
	default:
		problem = strings.NewReplacer("unexpected token Operator", "unexpected ", "unexpected token Identifier", "unexpected ",
			"unexpected token Bracket", "unexpected ", "unexpected token Number", "unexpected ", "unexpected token String", "unexpected ", "compilation failed: ", "").Replace(problem)
	}
	return &Error{Offset: e.From, Problem: problem}
}

// called returns the function in whose brackets something stands, and where it is named; ""
// for none.
func called(source []rune, at int) (start int, name string) {
	depth := 0
	for at = min(at, len(source)) - 1; at >= 0; at-- {
		switch source[at] {
		case ')':
			depth++
		case '(':
			depth--
		}
		if depth < 0 {
			break
		}
	}
	if at < 0 {
		return 0, ""
	}
	for start = at; start > 0 && (unicode.IsLetter(source[start-1]) || unicode.IsDigit(source[start-1]) || source[start-1] == '_'); {
		start--
	}
	return start, string(source[start:at])
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
func (c *compiler) fail(n ast.Node, format string, args ...any) *node {
	if c.err == nil {
		c.err = &Error{Offset: n.Location().From, Problem: fmt.Sprintf(format, args...)}
	}
	return &node{}
}

func (c *compiler) node(n ast.Node) *node {
	if c.err != nil || n == nil {
		if c.err == nil {
			c.err = &Error{Problem: "the rule cannot be read"}
		}
		return &node{}
	}
	made := c.make(n)
	made.at = n.Location().From
	return made
}

func (c *compiler) make(n ast.Node) *node {
	switch n := n.(type) {
	case *ast.IntegerNode:
		return c.number(n)
	case *ast.FloatNode:
		return c.number(n)
	case *ast.StringNode:
		return &node{op: opLiteral, kind: text, lit: value{kind: text, text: n.Value}}
	case *ast.BoolNode:
		return &node{op: opLiteral, kind: yesNo, lit: value{kind: yesNo, yes: n.Value}}
	case *ast.IdentifierNode, *ast.PointerNode, *ast.MemberNode, *ast.ChainNode:
		return c.place(n)
	case *ast.ArrayNode:
		made := &node{op: opArray, kind: list}
		for _, item := range n.Nodes {
			made.args = append(made.args, c.node(item))
		}
		return made
	case *ast.UnaryNode:
		return c.unary(n)
	case *ast.BinaryNode:
		return c.binary(n)
	case *ast.ConditionalNode:
		made := &node{op: opChoose, args: []*node{c.want(n.Cond, yesNo), c.node(n.Exp1), c.node(n.Exp2)}}
		if made.args[1].kind == made.args[2].kind {
			made.kind = made.args[1].kind
		}
		return made
	case *ast.BuiltinNode:
		return c.call(n, n.Name, n.Arguments)
	case *ast.CallNode:
		if f, ok := n.Callee.(*ast.IdentifierNode); ok {
			return c.call(n, f.Value, n.Arguments)
		}
		return c.fail(n, "values have no methods; functions are written round(x, 2)")
	case *ast.NilNode:
		return c.fail(n, "nil is not a value of a rule; has(x) says whether x is there, and x ?? 0 what to take where it is not")
	case *ast.VariableDeclaratorNode, *ast.SequenceNode:
		return c.fail(n, "a rule is one expression, without let and semicolons")
	case *ast.SliceNode:
		return c.fail(n, "a rule does not cut lists or texts; filter(lines, …) chooses rows")
	}
	return c.fail(n, "this is not part of a rule")
}

// number reads the literal as the rule writes it, so that no digit is lost.
func (c *compiler) number(n ast.Node) *node {
	at := n.Location()
	if at.From < 0 || at.To > len(c.source) || at.From >= at.To {
		return c.fail(n, "the number cannot be read")
	}
	written := strings.ReplaceAll(string(c.source[at.From:at.To]), "_", "")
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
func (c *compiler) want(n ast.Node, kinds ...kind) *node {
	made := c.node(n)
	if c.err != nil || made.kind == raw || len(kinds) == 0 {
		return made
	}
	for _, k := range kinds {
		if made.kind == k {
			return made
		}
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

func excerpt(n ast.Node) string { return document.Excerpt(n.String(), 60) }

func (c *compiler) unary(n *ast.UnaryNode) *node {
	switch n.Operator {
	case "not", "!":
		return &node{op: opNot, kind: yesNo, args: []*node{c.want(n.Node, yesNo)}}
	case "-":
		made := c.want(n.Node, number)
		if made.op == opLiteral && made.kind == number {
			made.lit.num = new(apd.Decimal).Neg(made.lit.num)
			return made
		}
		return &node{op: opNegate, kind: number, args: []*node{made}}
	}
	return c.want(n.Node, number)
}

func (c *compiler) binary(n *ast.BinaryNode) *node {
	both := func(o op, k kind, kinds ...kind) *node {
		return &node{op: o, sign: n.Operator, kind: k, args: []*node{c.want(n.Left, kinds...), c.want(n.Right, kinds...)}}
	}
	switch n.Operator {
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
		if l, r := made.args[0].kind, made.args[1].kind; (n.Operator == "+" || n.Operator == "-") && (l != number || r != number) {
			made.kind = raw // a date, perhaps
		}
		return made
	case "in":
		made := &node{op: opIn, kind: yesNo, args: []*node{c.want(n.Left, number, date, text, yesNo), c.want(n.Right, list)}}
		return c.worded(n, made)
	case "contains", "startsWith", "endsWith":
		return c.worded(n, both(opText, yesNo, text))
	case "matches":
		return c.matches(n)
	case "??":
		made := &node{op: opElse, args: []*node{c.node(n.Left), c.node(n.Right)}}
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
	return c.fail(n, "%s is not an operator of a rule", n.Operator)
}

// comparison checks that the sides may be alike.
func (c *compiler) comparison(n *ast.BinaryNode, made *node) *node {
	l, r := made.args[0].kind, made.args[1].kind
	fits := l == r || l == raw || r == raw || l == text && r == date || l == date && r == text
	if c.err == nil && !fits {
		return c.fail(n, "%s is %s and %s is %s; they are never equal", excerpt(n.Left), l, excerpt(n.Right), r)
	}
	if n.Operator != "<" && n.Operator != ">" {
		c.tolerant = true
	}
	return c.worded(n, made)
}

// worded keeps how the rule writes an operator and its sides.
func (c *compiler) worded(n *ast.BinaryNode, made *node) *node {
	made.sign = n.Operator
	for i, side := range []ast.Node{n.Left, n.Right} {
		c.word(made.args[i], side)
	}
	return made
}

// word keeps how the rule writes an expression, for notes.
func (c *compiler) word(made *node, n ast.Node) {
	if made.text == "" && c.err == nil {
		made.text = excerpt(n)
	}
}

func (c *compiler) matches(n *ast.BinaryNode) *node {
	made := &node{op: opMatches, kind: yesNo, args: []*node{c.want(n.Left, text), c.want(n.Right, text)}}
	if c.err != nil {
		return made
	}
	if made.args[1].op != opLiteral {
		return c.fail(n.Right, "the pattern of matches has to be written out, in quotes")
	}
	parsed, err := syntax.Parse(made.args[1].lit.text, syntax.Perl)
	if err != nil {
		return c.fail(n.Right, "the pattern of matches: %s", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err == nil {
		made.pattern, err = regexp.Compile(made.args[1].lit.text)
	}
	if err != nil {
		return c.fail(n.Right, "the pattern of matches: %v", err)
	}
	made.size = len(program.Inst)
	return c.worded(n, made)
}
