package invariant

import (
	"fmt"

	"github.com/expr-lang/expr/ast"

	"github.com/extracteval/extracteval/internal/words"
)

// functions are the functions of a rule, with the least and the most arguments of each.
var functions = map[string][2]int{
	"abs": {1, 1}, "all": {2, 2}, "any": {2, 2}, "count": {1, 2}, "date": {1, 1}, "ean": {1, 1}, "filter": {2, 2}, "get": {1, 2},
	"has": {1, 1}, "iban": {1, 1}, "len": {1, 1}, "lower": {1, 1}, "luhn": {1, 1}, "map": {2, 2}, "max": {1, 100}, "min": {1, 100},
	"none": {2, 2}, "one": {2, 2}, "round": {1, 2}, "sum": {1, 2}, "trim": {1, 1}, "upper": {1, 1}, "vat": {1, 1},
}

func (c *compiler) compileCall(n ast.Node, name string, args []ast.Node) *node {
	many := functions[name]
	if len(args) < many[0] || len(args) > many[1] {
		return c.failf(n, "%s takes %s, not %d", name, arguments(many[0], many[1]), len(args))
	}
	unary := func(o op, k kind, kinds ...kind) *node {
		return &node{op: o, sign: name, kind: k, args: []*node{c.wantKind(args[0], kinds...)}}
	}
	switch name {
	case "get":
		return c.place(n)
	case "all", "any", "none", "one":
		made := c.compileLoop(opEach, yesNo, args, yesNo)
		made.sign = name
		return made
	case "count":
		return c.compileLoop(opCount, number, args, yesNo)
	case "sum":
		return c.compileLoop(opSum, number, args, number)
	case "filter":
		made := c.compileLoop(opFilter, list, args, yesNo)
		made.items = made.args[0].items
		return made
	case "map":
		made := c.compileLoop(opMap, list, args, number, date, text, yesNo)
		if c.err == nil && made.args[1].op == opPlace {
			made.items = c.places[made.args[1].place]
		}
		return made
	case "min", "max":
		made := &node{op: opExtreme, sign: name}
		if len(args) == 1 {
			made.args = []*node{c.wantKind(args[0], list)}
			return made
		}
		made.kind = number
		for _, a := range args {
			arg := c.wantKind(a, number, date)
			made.args = append(made.args, arg)
			if arg.kind != number {
				made.kind = raw
			}
		}
		return made
	case "abs":
		return unary(opAbs, number, number)
	case "round":
		return c.round(n, args)
	case "has":
		made := unary(opHas, yesNo)
		if made.args[0].op != opPlace && c.err == nil {
			return c.failf(args[0], "has takes a value of the document, such as has(tax)")
		}
		return made
	case "len":
		return unary(opLen, number, text, list)
	case "lower", "upper", "trim":
		return unary(opCase, text, text)
	case "date":
		made := unary(opDate, date, text, date)
		if lit := made.args[0]; lit.op == opLiteral && c.err == nil {
			day, ok := dayOf(lit.lit.text)
			if !ok || len(lit.lit.text) != len("2024-03-01") {
				return c.failf(args[0], "%q is not a date such as \"2024-03-01\"", lit.lit.text)
			}
			return &node{op: opLiteral, kind: date, lit: value{kind: date, day: day}}
		}
		return made
	}
	return unary(opCheck, yesNo)
}

func arguments(few, many int) string {
	if few == many {
		return words.Plural(few, "argument")
	}
	return fmt.Sprintf("%d to %d arguments", few, many)
}

func (c *compiler) round(n ast.Node, args []ast.Node) *node {
	made := &node{op: opRound, kind: number, args: []*node{c.wantKind(args[0], number)}}
	if len(args) == 1 || c.err != nil {
		return made
	}
	digits := c.wantKind(args[1], number)
	if c.err != nil {
		return made
	}
	const most = 30
	whole := int64(most + 1)
	if digits.op == opLiteral {
		if i, err := digits.lit.num.Int64(); err == nil {
			whole = i
		}
	}
	if whole < 0 || whole > most {
		return c.failf(n, "round takes the number of decimals, 0 to %d, as its second argument", most)
	}
	made.digits = int32(whole)
	return made
}

// compileLoop compiles a function of a list. Its second argument is an expression about each item.
func (c *compiler) compileLoop(o op, k kind, args []ast.Node, body ...kind) *node {
	items := c.wantKind(args[0], list)
	made := &node{op: o, kind: k, args: []*node{items}}
	if len(args) == 1 || c.err != nil {
		return made
	}
	c.rows = append(c.rows, items.items)
	made.args = append(made.args, c.wantKind(args[1].(*ast.PredicateNode).Node, body...))
	c.rows = c.rows[:len(c.rows)-1]
	return made
}
