// Package syntax reads the text of a rule into a tree.
//
// The grammar is that of github.com/expr-lang/expr, whose lexer is used. Its parser is
// not: with it come the interpreter, its functions and calls of methods by names that are
// not known before, because of which the linker keeps every exported method of every type,
// a quarter of a test binary. A test holds the trees of both against each other. What no
// rule may say (let, semicolons, slices, maps, bytes) is refused here.
package syntax

import (
	"strconv"
	"strings"

	"github.com/expr-lang/expr/parser/utils"
)

// Kind says what a [Node] is.
type Kind uint8

const (
	Integer Kind = iota + 1 // Text is how it prints, Index its value
	Float                   // Text is how it prints
	Text                    // "…": Text
	Bool                    // true, false: Text
	Nil                     // nil
	Name                    // total: Text
	Row                     // #, and #name, which has the Text name
	Member                  // Args are of what and which, a Text where a name stands behind a dot
	Chain                   // Args is a member or a method within which ?. stands
	List                    // [a, b]: Args
	Unary                   // Text is the operator, Args the operand
	Binary                  // Text is the operator, Args the operands
	Choice                  // a ? b : c, or if a { b } else { c }: Args
	Call                    // sum(a): Text is the name
	Method                  // a.b(c): Args are the member and the arguments
	Each                    // what is said of each row: Args
)

// Node is an expression.
type Node struct {
	Kind     Kind
	From, To int // where it stands, or its operator, in code points
	Text     string
	Index    int
	Args     []*Node
	Optional bool // a Member by ?.
	If       bool // a Choice by if
}

// operator is how tightly an operator binds, 0 for none, and on which side first.
type operator struct {
	tight int
	right bool
}

const pipe = "|" // binds least

var binary = map[string]operator{
	"or": {10, false}, "||": {10, false}, "and": {15, false}, "&&": {15, false},
	"==": {20, false}, "!=": {20, false}, "<": {20, false}, "<=": {20, false}, ">": {20, false}, ">=": {20, false},
	"in": {20, false}, "matches": {20, false}, "contains": {20, false}, "startsWith": {20, false}, "endsWith": {20, false},
	"..": {25, false}, "+": {30, false}, "-": {30, false}, "*": {60, false}, "/": {60, false}, "%": {60, false},
	"**": {100, true}, "^": {100, true}, "??": {500, false},
}

var unary = map[string]int{"not": 50, "!": 50, "-": 90, "+": 90}

func logical(sign string) bool {
	return sign == "and" || sign == "&&" || sign == "or" || sign == "||"
}

func compares(sign string) bool {
	return sign == "<" || sign == "<=" || sign == ">" || sign == ">="
}

// String returns the expression in its shortest form: with single blanks, and brackets
// where they are needed or help.
func (n *Node) String() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n *Node) write(b *strings.Builder) {
	switch n.Kind {
	case Text:
		b.WriteString(strconv.Quote(n.Text))
	case Nil:
		b.WriteString("nil")
	case Row:
		b.WriteString("#" + n.Text)
	case Member:
		n.writeMember(b)
	case Chain, Each:
		n.Args[0].write(b)
	case List:
		writeList(b, "[", n.Args, "]")
	case Call:
		writeList(b, n.Text+"(", n.Args, ")")
	case Method:
		n.Args[0].write(b)
		writeList(b, "(", n.Args[1:], ")")
	case Unary:
		b.WriteString(n.Text)
		if n.Text == "not" {
			b.WriteByte(' ')
		}
		of := n.Args[0]
		of.writeIn(b, of.Kind == Choice || of.Kind == Binary && binary[of.Text].tight < unary[n.Text])
	case Binary:
		left, right := n.Args[0], n.Args[1]
		left.writeIn(b, n.brackets(left, true))
		if n.Text == ".." {
			b.WriteString(n.Text)
		} else {
			b.WriteString(" " + n.Text + " ")
		}
		right.writeIn(b, n.brackets(right, false))
	case Choice:
		n.writeChoice(b)
	default:
		b.WriteString(n.Text)
	}
}

func (n *Node) writeIn(b *strings.Builder, brackets bool) {
	if brackets {
		b.WriteByte('(')
	}
	n.write(b)
	if brackets {
		b.WriteByte(')')
	}
}

func writeList(b *strings.Builder, open string, items []*Node, end string) {
	b.WriteString(open)
	for i, item := range items {
		if i > 0 {
			b.WriteString(", ")
		}
		item.write(b)
	}
	b.WriteString(end)
}

// brackets reports whether a side of an operator is written in brackets.
func (n *Node) brackets(side *Node, left bool) bool {
	own := binary[n.Text]
	switch side.Kind {
	case Choice:
		return n.Text != ".."
	case Unary:
		return left && n.Text != ".." && unary[side.Text] < own.tight
	case Binary:
		its := binary[side.Text].tight
		return n.Text != ".." && (its < own.tight || its == own.tight && left == own.right ||
			left && side.Text == "??" || logical(side.Text) && side.Text != n.Text)
	}
	return false
}

func (n *Node) writeMember(b *strings.Builder) {
	of, which := n.Args[0], n.Args[1]
	named := which.Kind == Text && utils.IsValidIdentifier(which.Text)
	if !named || n.Optional || of.Kind != Row {
		of.writeIn(b, of.Kind == Binary)
	}
	switch {
	case n.Optional && named:
		b.WriteString("?." + which.Text)
	case named:
		b.WriteString("." + which.Text)
	default:
		if n.Optional {
			b.WriteString("?.")
		}
		writeList(b, "[", n.Args[1:], "]")
	}
}

func (n *Node) writeChoice(b *strings.Builder) {
	if !n.If {
		for i, mark := range [...]string{"", " ? ", " : "} {
			b.WriteString(mark)
			n.Args[i].writeIn(b, n.Args[i].Kind == Choice)
		}
		return
	}
	b.WriteString("if ")
	n.Args[0].write(b)
	b.WriteString(" { ")
	n.Args[1].write(b)
	b.WriteString(" } else ")
	if otherwise := n.Args[2]; otherwise.Kind == Choice && otherwise.If {
		otherwise.write(b)
		return
	}
	b.WriteString("{ ")
	n.Args[2].write(b)
	b.WriteString(" }")
}
