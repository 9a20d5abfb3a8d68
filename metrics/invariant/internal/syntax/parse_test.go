package syntax_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/invariant/internal/syntax"
)

// texts are what people write, and each part of the grammar.
var texts = []string{
	`total == net + tax`, `total == sum(lines, .amount)`, `all(lines, any(lines, .a == #.b))`, `due - date <= 30 and date + 1e9 > due`,
	`a * a * a * a > 1e99`, `1 / a == 0.1e-99`, `a % b == -a`, `round(a / 3, 30) != abs(-b)`, `x ?? y ?? (z ?? 1)`, `(((((a)))))`, `a ? b : c ? d : e`,
	`lower(upper(trim(a))) matches "(a*)*b"`, `min(max(map(filter(lines, .a > 1), .b))) < 3`, `"" in [a, b, [c]]`, `has(a.b["c d"][0]) or iban(#)`,
	`len(filter(a, filter(#, # == 1) == 2)) == 1`, `get("a.b[0]") == get(get("a"), "b")`, "a == `b`", `let x = 1; x`, `all(lines, {.a; .b})`,
	`all(lines, {.a})`, `a | b() | c()`, `::now()`, `#`, `a?.b?.[0]`, `a?.b.c[1].d`, `a?.b[0]?.c`, `a[b]`, `not not not a`, `- - - 1 == 1`, `1_0.0_1e+1 == 1`,
	`if a { b } else { c }`, `if a { b } else if c { d } else { e }`, `a not in [1, 2,]`, `a not contains "b" and c not startsWith "d"`, `0 < a <= 1 < b`,
	`a ?: b`, `(a ? b : c) ? (d ? e : f) : g`, `not (a in b) or !c`, `not a == b`, `(a or b) and c or d`, `a && b || c`, `-a ** b ** c`, `(-a) * b`, `-(a * b)`,
	`a ^ b % c`, `1..3`, `a.not`, `a.b(c).d`, `a?.b(c)`, `a.matches(b)`, `(a + b).c`, `(a + b)[0]`, `"a"[0]`, `[a][0]`, `a[1:2]`, `a[:]`, `{a: 1}`, `{"a": b}.a`,
	`b"x"`, `nil == a`, `nil.a`, `true.a`, `1.a`, `0x1f`, `0b11`, `0o17`, `010`, `1e999`, `99999999999999999999`, `0x`, `0b2`, `1e`, `1.`, `.5`, `1..`, `a;`, `(a;)`, `a; b`,
	`sum(a)`, `sum(a, )`, `sum(a, .b,)`, `count()`, `all()`, `all(a)`, `a | all(.x)`, `a | sum()`, `a | sum`, `a | 1`, `reduce(a, #acc + #, 0)`, `sortBy(a, .b, "desc")`,
	`sum(a, #x.y)`, `sum(a, {.b}) > 1`, `sum(a, .b; .c)`, `a = b`, `a == `, `a b`, `(a`, `a)`, `[a`, `f(a`, `f(,)`, `f(a,)`, `"abc`, `a @ b`, `a ?? b + c`, `a + b ?? c`, `(a ?? b) + c`,
	`a ?? b | f()`, `a ?? b ? c : d`, `a.`, `a..b`, `a?.`, `a?.1`, `a.1`, `a.in.and`, `not`, `not in`, `a not`, `a not b`, `a not == b`, `a + b not in c`, `-a not in b`, `a or b not in c`,
	`let`, `let a`, `if`, `if a`, `if a {b}`, `if a {b} else c`, `else`, `#x`, `.a`, `$env`, `_a`, `ä == ö`, `"ä" == 'ö' and b`, `a // comment`, `a /* b */ + c`, `a # b`, ``, ` `, `;`, `,`,
	`a ? b`, `a ? : b`, `a ? b :`, `a in b in c`, `a == b == c`, `a < b == c < d`, `a - b - c`, `a - (b - c)`, `a / (b * c)`, `(a == b) == c`, `a == (b == c)`, `(a ** b) ** c`, `!a.b`, `-a.b[0]`, `(-a).b`,
	`(a ? b : c) + d`, `d * (a ? b : c)`, `-(a ? b : c)`, `[a ? b : c]`, `(a ?? b) in c`, `a in (b ?? c)`, `(a and b) or (c and d)`, `a and (b or c)`, `1e21`, `1e20`, `0.00001`, `1_000`,
}

// TestAgainstExpr holds what is read against the parser of expr: the same trees that print
// alike, and refused is what that refuses and what no rule may say.
func TestAgainstExpr(t *testing.T) {
	for _, text := range texts {
		same(t, text)
	}
	words := strings.Fields(`a b lines total .x .y # #.z "s" 1 2.5 ( ) ( ) [ ] { } , , ? : ?. ?? + - * / % ** == != < <= > >= and or not ! && || in contains matches .. | ; if else let = nil true sum( all( count( f( ::`)
	r := rand.New(rand.NewPCG(1, 2))
	good := 0
	for range 30_000 { // mostly nonsense
		parts := make([]string, 1+r.IntN(8))
		for i := range parts {
			parts[i] = words[r.IntN(len(words))]
		}
		if same(t, strings.Join(parts, " ")) {
			good++
		}
	}
	assert.Greater(t, good, 300)
	for range 3000 { // all of it sense
		assert.True(t, same(t, expression(r, 4, false)))
	}
}

// expression draws one.
func expression(r *rand.Rand, deep int, row bool) string {
	sub := func() string { return expression(r, deep-1, row) }
	leaves := []string{"a", "b.c", `d["e f"]`, "g[0].h", "1", "2.5", `"s"`, "true", "i?.j"}
	if row {
		leaves = append(leaves, "#", ".k", "#.l")
	}
	if deep == 0 || r.IntN(6) == 0 {
		return leaves[r.IntN(len(leaves))]
	}
	signs := strings.Fields("or || and && == != < <= > >= in matches contains startsWith endsWith .. + - * / % ** ^ ??")
	switch r.IntN(8) {
	case 0:
		return []string{"not ", "!", "-", "+"}[r.IntN(4)] + "(" + sub() + ")"
	case 1:
		return []string{"not ", "!", "-"}[r.IntN(3)] + leaves[r.IntN(len(leaves))]
	case 2:
		return "(" + sub() + ") ? (" + sub() + ") : (" + sub() + ")"
	case 3:
		return "sum(" + sub() + ", " + expression(r, deep-1, true) + ")"
	case 4:
		return "[" + sub() + ", " + sub() + "]"
	case 5:
		return "(" + sub() + ") not in (" + sub() + ")"
	}
	sign := signs[r.IntN(len(signs))]
	if sign == "??" { // not beside others
		return "((" + sub() + ") ?? (" + sub() + "))"
	}
	side := func() string {
		if s := sub(); r.IntN(2) == 0 && !strings.ContainsAny(s, "?") {
			return s
		} else {
			return "(" + s + ")"
		}
	}
	return side() + " " + sign + " " + side()
}

func FuzzParse(f *testing.F) {
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) < 4096 {
			same(t, text)
		}
	})
}

// same reports whether a text is an expression, and fails t where expr says otherwise.
func same(t *testing.T, text string) bool {
	t.Helper()
	tree, theirs := theirParse(text)
	got, err := syntax.Parse(text)
	if err != nil {
		var e *syntax.Error
		require.ErrorAs(t, err, &e)
		if theirs == nil && !unsaid(tree) {
			t.Errorf("%q: %v, where expr reads %s", text, err, tree)
		}
		return false
	}
	if theirs != nil {
		t.Errorf("%q: read as %s, where expr says %v", text, got, theirs)
		return false
	}
	if unsaid(tree) {
		t.Errorf("%q: read as %s, want an error", text, got)
		return false
	}
	if want := convert(tree); !assert.Equal(t, want, got, "%q", text) {
		return false
	}
	return assert.Equal(t, tree.String(), got.String(), "%q", text)
}

func theirParse(text string) (n ast.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	tree, err := parser.Parse(text)
	if err == nil && tree.Node == nil {
		err = errors.New("nothing")
	}
	return tree.Node, err
}

// unsaid reports whether a tree has what no rule may say.
func unsaid(n ast.Node) bool {
	v := &finder{}
	ast.Walk(&n, v)
	return v.found
}

type finder struct{ found bool }

func (f *finder) Visit(n *ast.Node) {
	switch (*n).(type) {
	case *ast.BytesNode, *ast.SliceNode, *ast.MapNode, *ast.PairNode, *ast.SequenceNode, *ast.VariableDeclaratorNode:
		f.found = true
	}
}

// convert makes our tree of theirs.
func convert(n ast.Node) *syntax.Node {
	to := &syntax.Node{From: n.Location().From, To: n.Location().To}
	add := func(kind syntax.Kind, text string, args ...ast.Node) {
		to.Kind, to.Text = kind, text
		for _, a := range args {
			to.Args = append(to.Args, convert(a))
		}
	}
	switch n := n.(type) {
	case *ast.IntegerNode:
		add(syntax.Integer, n.String())
		to.Index = n.Value
	case *ast.FloatNode:
		add(syntax.Float, n.String())
	case *ast.StringNode:
		add(syntax.Text, n.Value)
	case *ast.BoolNode:
		add(syntax.Bool, n.String())
	case *ast.NilNode:
		add(syntax.Nil, "")
	case *ast.IdentifierNode:
		add(syntax.Name, n.Value)
	case *ast.PointerNode:
		add(syntax.Row, n.Name)
	case *ast.MemberNode:
		add(syntax.Member, "", n.Node, n.Property)
		to.Optional = n.Optional
	case *ast.ChainNode:
		add(syntax.Chain, "", n.Node)
	case *ast.ArrayNode:
		add(syntax.List, "", n.Nodes...)
	case *ast.UnaryNode:
		add(syntax.Unary, n.Operator, n.Node)
	case *ast.BinaryNode:
		add(syntax.Binary, n.Operator, n.Left, n.Right)
	case *ast.ConditionalNode:
		add(syntax.Choice, "", n.Cond, n.Exp1, n.Exp2)
		to.If = !n.Ternary
	case *ast.BuiltinNode:
		add(syntax.Call, n.Name, n.Arguments...)
	case *ast.CallNode:
		if name, ok := n.Callee.(*ast.IdentifierNode); ok {
			add(syntax.Call, name.Value, n.Arguments...)
			break
		}
		add(syntax.Method, "", append([]ast.Node{n.Callee}, n.Arguments...)...)
	case *ast.PredicateNode:
		add(syntax.Each, "", n.Node)
	default:
		panic(fmt.Sprintf("%T", n))
	}
	return to
}
