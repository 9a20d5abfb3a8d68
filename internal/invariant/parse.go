package invariant

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

	"github.com/extracteval/extracteval/internal/words"
)

// maxLength is the length of the longest rule, in bytes. It bounds the depth of the tree.
const maxLength = 4096

// maxNodes is the size of the largest tree. A text of maxLength has fewer nodes, unless the parser puts a node into the
// tree twice, as it does with b in "a < b < c" and with a in "a ?: b". Thirty of these, nested, make a thousand million
// nodes.
const maxNodes = 10_000

// parseRule reads a rule. The error is a [*RuleError], the first mistake.
func parseRule(source string) (r *rule, err error) {
	if strings.TrimSpace(source) == "" {
		return nil, &RuleError{Problem: "the rule is empty"}
	}
	if len(source) > maxLength {
		return nil, &RuleError{Problem: fmt.Sprintf("the rule has %d bytes, want at most %d", len(source), maxLength)}
	}
	unreadable := &RuleError{Problem: "the rule cannot be read"}
	defer func() {
		if panicked := recover(); panicked != nil { // a panic of the parser must not end the program
			e, ours := panicked.(*RuleError)
			if !ours {
				e = unreadable
			}
			r, err = nil, e
		}
	}()
	if e := checkCalls(source); e != nil {
		return nil, e
	}
	tree, err := parser.Parse(source)
	switch e := (*file.Error)(nil); {
	case errors.As(err, &e):
		return nil, &RuleError{Offset: e.From, Problem: problem(e.Message)}
	case err != nil || tree.Node == nil:
		return nil, unreadable
	}
	ast.Walk(&tree.Node, new(nodeCount))
	return compile(source, tree.Node)
}

// nodeCount counts the nodes of a tree, and panics with a [*RuleError] beyond maxNodes.
type nodeCount int

func (n *nodeCount) Visit(*ast.Node) {
	if *n++; *n > maxNodes {
		panic(&RuleError{Problem: "the rule is too deeply nested; make several invariants of it"})
	}
}

// checkCalls checks the name of each function before the parser runs. The parser would take a misspelt sum(lines,
// .amount) for a function without rows, and complain about the dot.
func checkCalls(source string) *RuleError {
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
			return &RuleError{t.From, "a rule has no clock: it would hold of an answer today and not tomorrow; compare dates of the document"}
		}
		if _, found := functions[t.Value]; !found {
			valid := slices.Sorted(maps.Keys(functions))
			return &RuleError{t.From, fmt.Sprintf("unknown function %q; valid are %s%s", t.Value, strings.Join(valid, ", "), words.Hint(t.Value, valid))}
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
		return "the rule ends where a value or a bracket is missing"
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
