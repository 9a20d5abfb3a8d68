package syntax

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/parser/lexer"
	"github.com/expr-lang/expr/parser/utils"
)

// operand reads a value with all that is behind it, and the signs before it.
func (p *parser) operand() *Node {
	t := p.token
	if tight, ok := unary[t.Value]; ok && t.Is(lexer.Operator) {
		p.next()
		return p.behind(at(t, Unary, t.Value, p.expression(tight)))
	}
	switch {
	case p.skip("("):
		n := p.whole()
		p.expect(")")
		return p.behind(n)
	case p.rows > 0 && p.skip("#"):
		n := at(t, Row, "")
		if p.token.Is(lexer.Identifier) {
			n.Text = p.token.Value
			p.next()
		}
		return p.behind(n)
	case p.rows > 0 && p.is("."):
		return p.behind(at(t, Row, ""))
	case p.skip("::"):
		return p.behind(p.call(p.name()))
	case p.skip("["):
		return p.behind(at(t, List, "", p.list("]")...))
	case p.is("{"):
		p.fail(t.From, "this is not part of a rule")
	}
	switch t.Kind {
	case lexer.Number:
		p.next()
		return p.number(t)
	case lexer.String:
		p.next()
		return p.behind(at(t, Text, t.Value))
	case lexer.Bytes:
		p.fail(t.From, "this is not part of a rule")
	case lexer.Identifier:
		p.next()
		switch {
		case t.Value == "true" || t.Value == "false":
			return at(t, Bool, t.Value)
		case t.Value == "nil":
			return at(t, Nil, "")
		case p.is("("):
			return p.behind(p.call(t))
		}
		return p.behind(at(t, Name, t.Value))
	}
	p.unexpected()
	return nil
}

func (p *parser) number(t lexer.Token) *Node {
	written := strings.ToLower(strings.ReplaceAll(t.Value, "_", ""))
	based := len(written) > 1 && written[0] == '0' && strings.Contains("xbo", written[1:2])
	var err error
	var n *Node
	if hex := strings.HasPrefix(written, "0x"); !hex && strings.ContainsAny(written, ".e") {
		var f float64
		f, err = strconv.ParseFloat(written, 64)
		n = at(t, Float, fmt.Sprint(f))
	} else {
		base := 10
		if based {
			base = 0
		}
		var i int64
		i, err = strconv.ParseInt(written, base, strconv.IntSize)
		n = at(t, Integer, strconv.FormatInt(i, 10))
		n.Index = int(i)
	}
	if err != nil {
		p.fail(p.token.From, "the number is too large")
	}
	return n
}

// list reads expressions with commas between them, and what ends them.
func (p *parser) list(end string) (all []*Node) {
	for !p.is(end) {
		if len(all) > 0 {
			p.expect(",")
			if p.is(end) {
				break
			}
		}
		all = append(all, p.expression(0))
	}
	p.expect(end)
	return all
}

// rowsFunction says of a function of a list whether it needs a second argument, which is
// said of each row, and whether there is a third one, an expression again.
type rowsFunction struct{ needed, third bool }

var overRows = map[string]rowsFunction{
	"all": {needed: true}, "none": {needed: true}, "any": {needed: true}, "one": {needed: true}, "filter": {needed: true},
	"map": {needed: true}, "count": {}, "sum": {}, "find": {needed: true}, "findIndex": {needed: true}, "findLast": {needed: true},
	"findLastIndex": {needed: true}, "groupBy": {needed: true}, "sortBy": {needed: true, third: true}, "reduce": {needed: true, third: true},
}

// call reads the arguments of a function. The first of them may stand before it: a | f().
func (p *parser) call(name lexer.Token, first ...*Node) *Node {
	p.calls = append(p.calls, name)
	p.expect("(")
	n := at(name, Call, name.Value, first...)
	if f, rows := overRows[name.Value]; rows {
		p.overRows(n, f)
	} else {
		n.Args = append(n.Args, p.list(")")...)
	}
	p.calls = p.calls[:len(p.calls)-1]
	return n
}

// overRows reads the arguments of a function of a list, and what ends them.
func (p *parser) overRows(n *Node, f rowsFunction) {
	most := 2
	if f.third {
		most = 3
	}
	missing := most - len(n.Args)
	for i := 0; len(n.Args) < most; i++ {
		if p.is(")") {
			if len(n.Args) == 0 || len(n.Args) == 1 && f.needed {
				p.fail(p.token.From, "expected at least %d arguments", missing)
			}
			break
		}
		if i > 0 {
			p.expect(",")
		}
		if len(n.Args) == 1 {
			n.Args = append(n.Args, p.each())
		} else {
			n.Args = append(n.Args, p.expression(0))
		}
	}
	p.skip(",")
	p.expect(")")
}

// each reads what is said of each row.
func (p *parser) each() (n *Node) {
	t := p.token
	p.rows++
	if p.is("{") {
		n = p.block()
	} else if n = p.expression(0); p.is(";") {
		p.fail(p.token.From, "wrap predicate with brackets { and }")
	}
	p.rows--
	return at(t, Each, "", n)
}

// behind reads .member, [index] and calls of methods behind a value.
func (p *parser) behind(n *Node) *Node {
	for {
		t := p.token
		optional := p.is("?.")
		switch {
		case p.is(".") || optional:
			p.next()
			if t = p.token; optional && p.is("[") {
				n = p.index(n, t, true)
				continue
			}
			p.next()
			if t.Kind != lexer.Identifier && (t.Kind != lexer.Operator || !utils.IsValidIdentifier(t.Value)) {
				p.fail(p.token.From, "expected name")
			}
			chained := n.Kind == Chain
			if chained {
				n = n.Args[0]
			}
			n = at(t, Member, "", n, at(t, Text, t.Value))
			n.Optional = optional
			if p.skip("(") {
				n = at(t, Method, "", append([]*Node{n}, p.list(")")...)...)
			}
			if chained || optional {
				n = at(t, Chain, "", n)
			}
		case p.is("["):
			n = p.index(n, t, false)
		default:
			return n
		}
	}
}

func (p *parser) index(n *Node, t lexer.Token, optional bool) *Node {
	p.next()
	if p.is(":") {
		p.sliced(t)
	}
	n = at(t, Member, "", n, p.expression(0))
	n.Optional = optional
	if p.is(":") {
		p.sliced(t)
	}
	p.expect("]")
	if optional {
		n = at(t, Chain, "", n)
	}
	return n
}

func (p *parser) sliced(t lexer.Token) {
	p.fail(t.From, "a rule does not cut lists or texts; filter(lines, …) chooses rows")
}
