package syntax

import (
	"errors"
	"fmt"
	"io"

	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser/lexer"
)

// Error is what is wrong with a text.
type Error struct {
	Offset  int // where, in code points from the beginning
	Problem string
	// Call is the function in whose brackets something is said of a row where there are
	// none, and CallOffset where it is named.
	Call       string
	CallOffset int
}

// Error gives both in one line.
func (e *Error) Error() string { return fmt.Sprintf("column %d: %s", e.Offset+1, e.Problem) }

// Parse reads one expression. The error is an [*Error], the first mistake.
func Parse(text string) (n *Node, err error) {
	p := parser{lexer: lexer.New()}
	p.lexer.Reset(file.NewSource(text))
	defer func() {
		if r := recover(); r != nil {
			e, ours := r.(*Error)
			if !ours { // the lexer's; a rule must not end the program
				e = &Error{Problem: "the rule cannot be read"}
			}
			n, err = nil, e
		}
	}()
	p.next()
	n = p.whole()
	if !p.token.Is(lexer.EOF) {
		p.unexpected()
	}
	return n, nil
}

// parser reads by how tightly operators bind (Pratt 1973). It panics with an [*Error].
type parser struct {
	lexer *lexer.Lexer
	token lexer.Token  // the next one
	later *lexer.Token // the one behind it, when that was looked at
	rows  int          // how many predicates are open
	calls []lexer.Token
}

func (p *parser) fail(at int, format string, args ...any) {
	panic(&Error{Offset: at, Problem: fmt.Sprintf(format, args...)})
}

func (p *parser) next() {
	if p.later != nil {
		p.token, p.later = *p.later, nil
		return
	}
	t, err := p.lexer.Next()
	var e *file.Error
	switch {
	case err == nil:
		p.token = t
	case errors.As(err, &e):
		p.fail(e.From, "%s", e.Message)
	case errors.Is(err, io.EOF):
		p.ends()
	default:
		p.fail(p.token.From, "%v", err)
	}
}

func (p *parser) ends() {
	p.fail(p.token.From, "the rule ends where a value or a bracket is still to come")
}

// unexpected refuses the next token.
func (p *parser) unexpected() {
	switch {
	case p.token.Is(lexer.EOF):
		p.ends()
	case p.is("="):
		p.fail(p.token.From, "= is not an operator; write == to compare")
	case p.is(";"):
		p.fail(p.token.From, oneExpression)
	}
	e := &Error{Offset: p.token.From, Problem: fmt.Sprintf("unexpected (%#v)", p.token.Value)}
	if n := len(p.calls); n > 0 && (p.is(".") || p.is("#")) {
		e.Call, e.CallOffset = p.calls[n-1].Value, p.calls[n-1].From
	}
	panic(e)
}

const oneExpression = "a rule is one expression, without let and semicolons"

// is reports whether an operator or a bracket comes next.
func (p *parser) is(sign string) bool {
	return p.token.Value == sign && (p.token.Kind == lexer.Operator || p.token.Kind == lexer.Bracket)
}

// skip reports whether an operator or a bracket comes next, and steps over it.
func (p *parser) skip(sign string) bool {
	is := p.is(sign)
	if is {
		p.next()
	}
	return is
}

func (p *parser) expect(sign string) {
	if !p.skip(sign) {
		p.unexpected()
	}
}

// name steps over a name.
func (p *parser) name() lexer.Token {
	t := p.token
	if !t.Is(lexer.Identifier) {
		p.unexpected()
	}
	p.next()
	return t
}

func at(t lexer.Token, k Kind, text string, args ...*Node) *Node {
	return &Node{Kind: k, From: t.From, To: t.To, Text: text, Args: args}
}

// whole reads an expression where several might stand, with semicolons between them.
func (p *parser) whole() *Node {
	n := p.expression(0)
	if p.is(";") {
		p.next()
		if !p.token.Is(lexer.EOF) {
			p.fail(n.From, oneExpression)
		}
	}
	return n
}

// expression reads what binds at least so tightly.
func (p *parser) expression(tight int) *Node {
	if tight == 0 {
		switch {
		case p.skip("let"):
			p.fail(p.token.From, oneExpression)
		case p.is("if"):
			return p.choiceByIf()
		}
	}
	n := p.operand()
	before := "" // the operator
	for p.token.Is(lexer.Operator) {
		sign := p.token
		not := sign.Value == "not" // in, contains and so on
		if not {
			p.next()
			switch p.token.Value {
			case "in", "contains", "matches", "startsWith", "endsWith":
			default:
				p.unexpected()
			}
			if binary[p.token.Value].tight < tight {
				behind := p.token
				p.token, p.later = sign, &behind
				break
			}
			sign = p.token
		}
		if sign.Value == pipe && tight == 0 {
			p.next()
			n = p.call(p.name(), n)
			before = pipe
			continue
		}
		own, ok := binary[sign.Value]
		if !ok || own.tight < tight {
			break
		}
		p.next()
		if before == "??" && sign.Value != "??" {
			p.fail(sign.From, "?? binds tighter than it looks; put brackets around it: (tax ?? 0) + net")
		}
		switch {
		case compares(sign.Value):
			n = p.comparison(n, sign, own.tight+1)
		case own.right:
			n = at(sign, Binary, sign.Value, n, p.expression(own.tight))
		default:
			n = at(sign, Binary, sign.Value, n, p.expression(own.tight+1))
		}
		if not {
			n = at(sign, Unary, "not", n)
		}
		before = sign.Value
	}
	for tight == 0 && p.skip("?") {
		a, b := n, (*Node)(nil)
		if !p.skip(":") {
			a = p.expression(0)
			p.expect(":")
		}
		b = p.expression(0)
		n = at(p.token, Choice, "", n, a, b)
	}
	return n
}

// comparison reads a < b and, as a < b and b <= c, a < b <= c.
func (p *parser) comparison(left *Node, sign lexer.Token, tight int) (all *Node) {
	for {
		right := p.expression(tight)
		one := at(sign, Binary, sign.Value, left, right)
		if all == nil {
			all = one
		} else {
			all = at(sign, Binary, "&&", all, one)
		}
		if !p.token.Is(lexer.Operator) || !compares(p.token.Value) {
			return all
		}
		left, sign = right, p.token
		p.next()
	}
}

func (p *parser) choiceByIf() *Node {
	p.next()
	n := &Node{Kind: Choice, If: true, Args: []*Node{p.expression(0), p.block()}}
	if !p.is("else") {
		p.unexpected()
	}
	p.next()
	if p.is("if") {
		n.Args = append(n.Args, p.choiceByIf())
	} else {
		n.Args = append(n.Args, p.block())
	}
	return n
}

func (p *parser) block() *Node {
	p.expect("{")
	n := p.whole()
	p.expect("}")
	return n
}
