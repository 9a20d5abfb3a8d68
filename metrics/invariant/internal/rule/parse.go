package rule

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/parser/lexer"

	"github.com/extracteval/extracteval/internal/nearest"
)

// MaxLength is the length of the longest rule, in bytes. It bounds the depth of the tree.
const MaxLength = 4096

// maxNodes is the size of the largest tree. A text of MaxLength has fewer nodes, but for
// those that the parser hangs into the tree twice: x in a < x < b, and a in a ?: b. Nested
// in each other, thirty of these make a thousand million.
const maxNodes = 10_000

// Error is a mistake in the text of a rule.
type Error struct {
	Offset  int // where, in code points from the beginning
	Problem string
}

// Error returns the column and the problem in one line.
func (e *Error) Error() string { return fmt.Sprintf("column %d: %s", e.Offset+1, e.Problem) }

// Parse reads a rule. The error is an [*Error], the first mistake.
func Parse(source string) (rule *Rule, err error) {
	if strings.TrimSpace(source) == "" {
		return nil, &Error{Problem: "the rule is empty"}
	}
	if len(source) > MaxLength {
		return nil, &Error{Problem: fmt.Sprintf("the rule has %d bytes, more than the %d that one may have", len(source), MaxLength)}
	}
	unreadable := &Error{Problem: "the rule cannot be read"}
	defer func() {
		if r := recover(); r != nil { // a panic of the parser must not end the program
			e, ours := r.(*Error)
			if !ours {
				e = unreadable
			}
			rule, err = nil, e
		}
	}()
	if e := checkCalls(source); e != nil {
		return nil, e
	}
	tree, err := parser.Parse(source)
	switch e := (*file.Error)(nil); {
	case errors.As(err, &e):
		return nil, &Error{Offset: e.From, Problem: problem(e.Message)}
	case err != nil || tree.Node == nil:
		return nil, unreadable
	}
	ast.Walk(&tree.Node, new(nodeCount))
	return compile(source, tree.Node)
}

// nodeCount counts the nodes of a tree, and panics with an [*Error] beyond maxNodes.
type nodeCount int

func (n *nodeCount) Visit(*ast.Node) {
	if *n++; *n > maxNodes {
		panic(&Error{Problem: "the rule is too deeply nested; make several invariants of it"})
	}
}

// checkCalls checks the name of each function before the parser runs. The parser takes a
// misspelt sum(lines, .amount) for a function without rows, and complains of the dot.
func checkCalls(source string) *Error {
	tokens, err := lexer.Lex(file.NewSource(source))
	if err != nil {
		return nil // the parser reports it
	}
	for i, t := range tokens {
		called := t.Is(lexer.Identifier) && i+1 < len(tokens) && tokens[i+1].Is(lexer.Bracket, "(")
		method := i > 0 && tokens[i-1].Is(lexer.Operator, ".", "?.")
		if !called || method {
			continue
		}
		switch t.Value {
		case "now", "today", "duration", "timezone":
			return &Error{t.From, "a rule has no clock: it would hold of an answer today and not tomorrow; compare dates of the document"}
		}
		if _, known := functions[t.Value]; !known {
			valid := slices.Sorted(maps.Keys(functions))
			return &Error{t.From, fmt.Sprintf("unknown function %q; valid are %s%s", t.Value, strings.Join(valid, ", "), nearest.Hint(t.Value, valid))}
		}
	}
	return nil
}

const oneExpression = "a rule is one expression, without let and semicolons"

// problem explains a message of the parser to a reader who may not know expr.
func problem(message string) string {
	token, unexpected := strings.CutPrefix(message, "unexpected token ")
	switch {
	case token == "EOF", message == "unexpected end of expression":
		return "the rule ends where a value or a bracket is still to come"
	case token == `Operator("=")`:
		return "= is not an operator; write == to compare"
	case token == `Operator(";")`, strings.HasPrefix(message, "wrap predicate"):
		return oneExpression
	case unexpected:
		return "unexpected " + token[strings.IndexByte(token, '('):]
	case strings.Contains(message, "coalesce expressions (??)"):
		return "?? binds tighter than it looks; put brackets around it: (tax ?? 0) + net"
	case strings.HasPrefix(message, "a map key must be"):
		return "this is not part of a rule"
	case strings.HasPrefix(message, "invalid") && strings.Contains(message, " literal: "):
		return "the number is too large"
	}
	return message
}
