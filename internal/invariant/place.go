package invariant

import (
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/document"
)

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
