package invariant

import (
	"fmt"
	"regexp"
	regexpsyntax "regexp/syntax"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"
	"github.com/expr-lang/expr/ast"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// node is a compiled expression.
type node struct {
	op   op
	sign string // of an operator, the name of a function
	args []*node
	kind kind // raw where it depends on the document
	tree ast.Node

	lit     value
	row     bool // a place within the row, not the document
	path    document.Path
	place   int    // the index of its attribute
	items   string // the attribute of the items of a list
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

// compile makes a rule of a tree and of the text that it was read from.
func compile(source string, tree ast.Node) (*rule, error) {
	c := &compiler{source: []rune(source), slots: map[string]int{}}
	root := c.compileNode(tree)
	if calculated := root.op == opCalculate || root.op == opExtreme; calculated || root.kind != yesNo && root.kind != raw {
		kind := root.kind.String()
		if calculated {
			kind = "a number or a date"
		}
		c.failf(tree, "the rule is %s, want yes or no, such as total == net + tax", kind)
	}
	if c.err != nil {
		return nil, c.err
	}
	return &rule{root: root, places: c.places, tolerant: c.tolerant}, nil
}

// compiler makes nodes; err is the first mistake.
type compiler struct {
	source   []rune
	err      *RuleError
	places   []string
	slots    map[string]int // places by attribute
	rows     []string       // the attributes of the items that predicates are about, innermost last
	tolerant bool
}

// failf notes a mistake, the first of them.
func (c *compiler) failf(n ast.Node, format string, args ...any) *node {
	if c.err == nil {
		c.err = &RuleError{Offset: n.Location().From, Problem: fmt.Sprintf(format, args...)}
	}
	return &node{}
}

func (c *compiler) compileNode(n ast.Node) *node {
	if c.err != nil {
		return &node{}
	}
	made := c.makeNode(n)
	made.tree = n
	return made
}

func (c *compiler) makeNode(n ast.Node) *node {
	switch n := n.(type) {
	case *ast.IntegerNode, *ast.FloatNode:
		return c.number(n)
	case *ast.StringNode:
		return &node{op: opLiteral, kind: text, lit: value{kind: text, text: n.Value}}
	case *ast.BoolNode:
		return &node{op: opLiteral, kind: yesNo, lit: value{kind: yesNo, yes: n.Value}}
	case *ast.IdentifierNode, *ast.PointerNode, *ast.MemberNode, *ast.ChainNode, *ast.SliceNode:
		return c.place(n)
	case *ast.ArrayNode:
		return &node{op: opArray, kind: list, args: arithmetic.Each(n.Nodes, c.compileNode)}
	case *ast.UnaryNode:
		return c.unary(n)
	case *ast.BinaryNode:
		return c.binary(n)
	case *ast.ConditionalNode:
		made := &node{op: opChoose, args: []*node{c.wantKind(n.Cond, yesNo), c.compileNode(n.Exp1), c.compileNode(n.Exp2)}}
		if made.args[1].kind == made.args[2].kind {
			made.kind = made.args[1].kind
		}
		return made
	case *ast.BuiltinNode:
		return c.compileCall(n, n.Name, n.Arguments)
	case *ast.CallNode:
		if name, ok := n.Callee.(*ast.IdentifierNode); ok {
			return c.compileCall(n, name.Value, n.Arguments)
		}
		return c.failf(n, "values have no methods; functions are written round(x, 2)")
	case *ast.NilNode:
		return c.failf(n, "nil is not a value of a rule; has(x) says whether x is there, and x ?? 0 what to take where it is not")
	case *ast.SequenceNode, *ast.VariableDeclaratorNode:
		return c.failf(n, oneExpression)
	}
	return c.failf(n, "this is not part of a rule")
}

// number reads a literal from the text of the rule: the parser made a float of it.
func (c *compiler) number(n ast.Node) *node {
	location := n.Location()
	written := strings.ReplaceAll(string(c.source[location.From:location.To]), "_", "")
	d, ok := decimal(written)
	if !ok {
		return c.failf(n, "%s is not a decimal number of at most %d digits", written, maxDigits)
	}
	return &node{op: opLiteral, kind: number, lit: value{kind: number, num: d}}
}

// wantKind compiles an expression. It fails if the kind of the expression is known and is not one of kinds. The kind of a
// value of the document is not known before a document is checked.
func (c *compiler) wantKind(n ast.Node, kinds ...kind) *node {
	made := c.compileNode(n)
	if c.err != nil || made.kind == raw || len(kinds) == 0 {
		return made
	}
	if slices.Contains(kinds, made.kind) {
		return made
	}
	return c.failf(n, "%s is %s, want %s", excerpt(n), made.kind, oneOf(kinds))
}

func oneOf(kinds []kind) string {
	names := arithmetic.Each(kinds, kind.String)
	return strings.Join(names, " or ")
}

func excerpt(n ast.Node) string { return words.Excerpt(n.String(), 60) }

func (c *compiler) unary(n *ast.UnaryNode) *node {
	switch n.Operator {
	case "not", "!":
		return &node{op: opNot, kind: yesNo, args: []*node{c.wantKind(n.Node, yesNo)}}
	case "-":
		made := c.wantKind(n.Node, number)
		if made.op == opLiteral && made.kind == number {
			made.lit.num = new(apd.Decimal).Neg(made.lit.num)
			return made
		}
		return &node{op: opNegate, kind: number, args: []*node{made}}
	}
	return c.wantKind(n.Node, number)
}

func (c *compiler) binary(n *ast.BinaryNode) *node {
	both := func(o op, k kind, kinds ...kind) *node {
		return &node{op: o, sign: n.Operator, kind: k, args: []*node{c.wantKind(n.Left, kinds...), c.wantKind(n.Right, kinds...)}}
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
		if l, r := made.args[0].kind, made.args[1].kind; (n.Operator == "+" || n.Operator == "-") && (l != number || r != number) {
			made.kind = raw // a date, perhaps
		}
		return made
	case "in":
		return &node{op: opIn, sign: n.Operator, kind: yesNo, args: []*node{c.wantKind(n.Left, number, date, text, yesNo), c.wantKind(n.Right, list)}}
	case "contains", "startsWith", "endsWith":
		return both(opText, yesNo, text)
	case "matches":
		return c.matches(n)
	case "??":
		made := &node{op: opElse, args: []*node{c.compileNode(n.Left), c.compileNode(n.Right)}}
		if made.args[0].kind == made.args[1].kind {
			made.kind = made.args[0].kind
		}
		made.items = made.args[0].items
		return made
	case "..":
		return c.failf(n, "a rule has no ranges; write x >= 1 and x <= 10")
	case "**", "^":
		return c.failf(n, "a rule has no powers; write x * x")
	}
	return c.failf(n, "%s is not an operator of a rule", n.Operator)
}

// comparison checks that the sides may be alike.
func (c *compiler) comparison(n *ast.BinaryNode, made *node) *node {
	l, r := made.args[0].kind, made.args[1].kind
	fits := l == r || l == raw || r == raw || l == text && r == date || l == date && r == text
	if c.err == nil && !fits {
		return c.failf(n, "%s is %s and %s is %s; they are never equal", excerpt(n.Left), l, excerpt(n.Right), r)
	}
	if n.Operator != "<" && n.Operator != ">" {
		c.tolerant = true
	}
	return made
}

func (c *compiler) matches(n *ast.BinaryNode) *node {
	made := &node{op: opMatches, sign: n.Operator, kind: yesNo, args: []*node{c.wantKind(n.Left, text), c.wantKind(n.Right, text)}}
	if c.err != nil {
		return made
	}
	if made.args[1].op != opLiteral {
		return c.failf(n.Right, "the pattern of matches has to be written out, in quotes")
	}
	parsed, err := regexpsyntax.Parse(made.args[1].lit.text, regexpsyntax.Perl)
	if err != nil {
		return c.failf(n.Right, "the pattern of matches: %s", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	program, err := regexpsyntax.Compile(parsed.Simplify())
	if err == nil {
		made.pattern, err = regexp.Compile(made.args[1].lit.text)
	}
	if err != nil {
		return c.failf(n.Right, "the pattern of matches: %v", err)
	}
	made.size = len(program.Inst)
	return made
}

// place compiles the name of a value: a path from the document or from the row.
func (c *compiler) place(n ast.Node) *node {
	made := &node{op: opPlace}
	attribute := c.compilePath(n, made)
	if c.err != nil {
		return made
	}
	made.items = attribute + "[]"
	index, seen := c.slots[attribute]
	if !seen {
		index = len(c.places)
		c.slots[attribute] = index
		c.places = append(c.places, attribute)
	}
	made.place = index
	return made
}

// compilePath adds the steps of an expression to a place. It returns the attribute so far, which is meaningless after a
// mistake.
func (c *compiler) compilePath(n ast.Node, target *node) (attribute string) {
	switch n := n.(type) {
	case *ast.ChainNode:
		return c.compilePath(n.Node, target)
	case *ast.IdentifierNode:
		if strings.HasPrefix(n.Value, "$") {
			c.failf(n, "%s is not a value of the document", n.Value)
		}
		return c.member("", n.Value, target)
	case *ast.PointerNode:
		if n.Name != "" || len(c.rows) == 0 {
			c.failf(n, "#%s is not part of a rule; # is the row, .amount a value in it", n.Name)
			return ""
		}
		target.row = true
		return c.rows[len(c.rows)-1]
	case *ast.MemberNode:
		parent := c.compilePath(n.Node, target)
		switch property := n.Property.(type) {
		case *ast.StringNode:
			return c.member(parent, property.Value, target)
		case *ast.IntegerNode:
			target.path = append(target.path, document.Item(property.Value))
			return parent + "[]"
		}
		c.failf(n, "an index is a number from 0 on, a key a text in quotes")
		return ""
	case *ast.SliceNode:
		c.failf(n, "a rule does not cut lists or texts; filter(lines, …) chooses rows")
		return ""
	case *ast.BuiltinNode:
		if n.Name == "get" {
			return c.compileGet(n, target)
		}
	}
	c.failf(n, "%s is not a place of the document", excerpt(n))
	return ""
}

// member adds the step to a key, and returns the attribute.
func (c *compiler) member(parent, key string, target *node) string {
	step := document.Path{document.Step{Key: key, Index: -1}}
	target.path = append(target.path, step...)
	return paths.Join(parent, step.String())
}

// compileGet adds the steps of the path in a text: get("a-b"), get(#, "a-b").
func (c *compiler) compileGet(n *ast.BuiltinNode, target *node) (attribute string) {
	if len(n.Arguments) != 1 && len(n.Arguments) != 2 {
		c.failf(n, "get takes %s, not %d", arguments(1, 2), len(n.Arguments))
		return ""
	}
	last := n.Arguments[len(n.Arguments)-1]
	if len(n.Arguments) == 2 {
		attribute = c.compilePath(n.Arguments[0], target)
	}
	text, ok := last.(*ast.StringNode)
	if !ok {
		c.failf(last, "get takes a path in quotes: get(\"unit-price\")")
		return ""
	}
	path, err := document.ParsePath(text.Value)
	if err != nil {
		c.failf(last, "%v", err)
	}
	for _, step := range path {
		target.path = append(target.path, step)
		if step.Bracket {
			attribute += "[]"
			continue
		}
		attribute = paths.Join(attribute, document.Path{step}.String())
	}
	return attribute
}
