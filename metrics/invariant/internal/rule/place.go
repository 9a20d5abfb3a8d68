package rule

import (
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/extracteval/extracteval/metrics/document"
)

// place compiles the name of a value: a path from the document or from the row.
func (c *compiler) place(n ast.Node) *node {
	made := &node{op: opPlace}
	attribute, ok := c.path(n, made)
	if !ok || c.err != nil {
		return made
	}
	made.items = attribute + "[]"
	index, seen := c.known[attribute]
	if !seen {
		index = len(c.places)
		c.known[attribute] = index
		c.places = append(c.places, Place{attribute, start(n)})
	}
	made.place = index
	return made
}

// start is where a path begins.
func start(n ast.Node) int {
	switch n := n.(type) {
	case *ast.MemberNode:
		return start(n.Node)
	case *ast.ChainNode:
		return start(n.Node)
	}
	return n.Location().From
}

// path adds to a place what an expression says, and returns the attribute so far.
func (c *compiler) path(n ast.Node, to *node) (attribute string, ok bool) {
	switch n := n.(type) {
	case *ast.ChainNode:
		return c.path(n.Node, to)
	case *ast.IdentifierNode:
		if strings.HasPrefix(n.Value, "$") {
			c.fail(n, "%s is not a value of the document", n.Value)
			return "", false
		}
		return c.member(n, "", n.Value, to), true
	case *ast.PointerNode:
		if n.Name != "" || len(c.rows) == 0 {
			c.fail(n, "#%s is not part of a rule; # is the row, .amount a value in it", n.Name)
			return "", false
		}
		to.row = true
		return c.rows[len(c.rows)-1], true
	case *ast.MemberNode:
		before, ok := c.path(n.Node, to)
		if !ok {
			return "", false
		}
		switch p := n.Property.(type) {
		case *ast.StringNode:
			return c.member(p, before, p.Value, to), true
		case *ast.IntegerNode:
			if p.Value >= 0 {
				to.path = append(to.path, document.Item(p.Value))
				return before + "[]", true
			}
		}
		c.fail(n, "an index is a number from 0 on, a key a text in quotes")
		return "", false
	case *ast.BuiltinNode:
		if n.Name == "get" {
			return c.get(n, to)
		}
	}
	c.fail(n, "%s is not a place of the document", excerpt(n))
	return "", false
}

// member adds the step to a key.
func (c *compiler) member(n ast.Node, before, key string, to *node) string {
	step := document.Path{document.Step{Key: key, Index: -1}}
	to.path = append(to.path, step...)
	return join(before, step.String())
}

// join appends the text of a path to an attribute.
func join(before, path string) string {
	if before == "" || strings.HasPrefix(path, "[") {
		return before + path
	}
	return before + "." + path
}

// get adds the path that a text gives: get("a-b"), get(#, "a-b").
func (c *compiler) get(n *ast.BuiltinNode, to *node) (attribute string, ok bool) {
	last := n.Arguments[len(n.Arguments)-1]
	if len(n.Arguments) == 2 {
		if attribute, ok = c.path(n.Arguments[0], to); !ok {
			return "", false
		}
	}
	written, isText := last.(*ast.StringNode)
	if !isText {
		c.fail(last, "get takes a path in quotes: get(\"unit-price\")")
		return "", false
	}
	path, err := document.ParsePath(written.Value)
	if err != nil {
		c.fail(last, "%v", err)
		return "", false
	}
	for _, step := range path {
		to.path = append(to.path, step)
		if step.Bracket {
			attribute += "[]"
			continue
		}
		attribute = join(attribute, document.Path{step}.String())
	}
	return attribute, true
}
