package rule

import (
	"strings"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/invariant/internal/syntax"
)

// place compiles the name of a value: a path from the document or from the row.
func (c *compiler) place(n *syntax.Node) *node {
	made := &node{op: opPlace}
	attribute := c.path(n, made)
	if c.err != nil {
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
func start(n *syntax.Node) int {
	for n.Kind == syntax.Member || n.Kind == syntax.Chain {
		n = n.Args[0]
	}
	return n.From
}

// path adds to a place what an expression says, and returns the attribute so far, which
// means nothing once there is a mistake.
func (c *compiler) path(n *syntax.Node, to *node) (attribute string) {
	switch n.Kind {
	case syntax.Chain:
		return c.path(n.Args[0], to)
	case syntax.Name:
		if strings.HasPrefix(n.Text, "$") {
			c.fail(n, "%s is not a value of the document", n.Text)
		}
		return c.member("", n.Text, to)
	case syntax.Row:
		if n.Text != "" || len(c.rows) == 0 {
			c.fail(n, "#%s is not part of a rule; # is the row, .amount a value in it", n.Text)
			return ""
		}
		to.row = true
		return c.rows[len(c.rows)-1]
	case syntax.Member:
		before := c.path(n.Args[0], to)
		switch which := n.Args[1]; which.Kind {
		case syntax.Text:
			return c.member(before, which.Text, to)
		case syntax.Integer:
			to.path = append(to.path, document.Item(which.Index))
			return before + "[]"
		}
		c.fail(n, "an index is a number from 0 on, a key a text in quotes")
	case syntax.Call:
		if n.Text == "get" {
			return c.get(n, to)
		}
		fallthrough
	default:
		c.fail(n, "%s is not a place of the document", excerpt(n))
	}
	return ""
}

// member adds the step to a key.
func (c *compiler) member(before, key string, to *node) string {
	step := document.Path{document.Step{Key: key, Index: -1}}
	to.path = append(to.path, step...)
	return Join(before, step.String())
}

// Join appends the text of a path to an attribute.
func Join(before, path string) string {
	if before == "" || strings.HasPrefix(path, "[") {
		return before + path
	}
	return before + "." + path
}

// get adds the path that a text gives: get("a-b"), get(#, "a-b").
func (c *compiler) get(n *syntax.Node, to *node) (attribute string) {
	if len(n.Args) != 1 && len(n.Args) != 2 {
		c.fail(n, "get takes %s, not %d", arguments(1, 2), len(n.Args))
		return ""
	}
	last := n.Args[len(n.Args)-1]
	if len(n.Args) == 2 {
		attribute = c.path(n.Args[0], to)
	}
	if last.Kind != syntax.Text {
		c.fail(last, "get takes a path in quotes: get(\"unit-price\")")
		return ""
	}
	path, err := document.ParsePath(last.Text)
	if err != nil {
		c.fail(last, "%v", err)
	}
	for _, step := range path {
		to.path = append(to.path, step)
		if step.Bracket {
			attribute += "[]"
			continue
		}
		attribute = Join(attribute, document.Path{step}.String())
	}
	return attribute
}
