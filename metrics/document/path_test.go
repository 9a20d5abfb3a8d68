package document_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/document"
)

func TestPathsResolve(t *testing.T) {
	doc := parse(t, `{
		"invoice": {"vendor": {"name": "Acme"}, "line_items": [{"amount": 10}, {"amount": 20}]},
		"a.b": {"c": 1}, "": {"": 2}, "0": {"1": 3}, "x y": 4, "q\"q": 5, "br[0]": 6, "matrix": [[1,2],[3,4]]
	}`)
	for _, tt := range []struct{ path, want string }{
		{"invoice.vendor.name", `"Acme"`},
		{"invoice.line_items[0].amount", "10"},
		{"invoice.line_items.1.amount", "20"},
		{`["invoice"].vendor["name"]`, `"Acme"`},
		{`invoice.["vendor"].name`, `"Acme"`},
		{`["a.b"].c`, "1"},
		{`[""][""]`, "2"},
		{"0.1", "3"},
		{"x y", "4"},
		{`["q\"q"]`, "5"},
		{`["br[0]"]`, "6"},
		{"matrix[1][0]", "3"},
		{"matrix.1.0", "3"},
		{"invoice.nothing", ""},
		{"invoice.vendor.name.first", ""},
		{"invoice.line_items[2]", ""},
		{"invoice.line_items.x", ""},
		{"invoice.line_items[01]", ""}, // no path: resolves to missing
		{"[0].1", ""},                  // the top level is an object
		{"invoice..vendor", ""},
	} {
		t.Run(tt.path, func(t *testing.T) {
			assert.Equal(t, tt.want, doc.Get(tt.path).RawText())
		})
	}
	assert.Equal(t, "7", parse(t, `[{"amount":7}]`).Get("[0].amount").RawText())
	assert.Equal(t, "7", parse(t, `[{"amount":7}]`).Get("0.amount").RawText())
}

func TestPathErrors(t *testing.T) {
	for _, tt := range []struct{ path, want string }{
		{"", `document: path "", at offset 0: it is empty; name a member, such as "total"`},
		{"invoice..total", `document: path "invoice..total", at offset 8: a name is missing before the dot; write a.b, or [""] for an empty key`},
		{".a", `document: path ".a", at offset 0: a name is missing before the dot; write a.b, or [""] for an empty key`},
		{"a.", `document: path "a.", at offset 2: a name is missing after the dot; write a.b`},
		{"a[", `document: path "a[", at offset 1: the bracket is not closed; write lines[0]`},
		{"a[-1]", `document: path "a[-1]", at offset 2: "-1" is not an index; write a number from 0, or a quoted name such as ["a.b"]`},
		{"a[01]", `document: path "a[01]", at offset 2: "01" is not an index; write a number from 0, or a quoted name such as ["a.b"]`},
		{"a[99999999999]", `document: path "a[99999999999]", at offset 2: "99999999999" is not an index; write a number from 0, or a quoted name such as ["a.b"]`},
		{"lines[].amount", `document: path "lines[].amount", at offset 5: [] names all items, not one; evaluate items with a list on the path before it, or write an index such as [0]`},
		{"a]", `document: path "a]", at offset 1: a dot or a bracket must follow, not "]"; write a.b or a[0]`},
		{"]", `document: path "]", at offset 0: the bracket was never opened; write lines[0], or ["a]b"] for a key with a bracket`},
		{"a[0]b", `document: path "a[0]b", at offset 4: a dot or a bracket must follow, not "b"; write a.b or a[0]`},
		{"a.[0]", `document: path "a.[0]", at offset 2: a name is missing between the dot and the bracket; write a[0]`},
		{`["a`, `document: path "[\"a", at offset 0: the quoted name is not closed; write ["a.b"]`},
		{`["a"x]`, `document: path "[\"a\"x]", at offset 0: the quoted name is not closed; write ["a.b"]`},
		{"rates{}.amount", `document: path "rates{}.amount", at offset 5: {} names all members, not one; evaluate members with a map on the path before it, or write the key ["a{}"]`},
		{`["\x"]`, `document: path "[\"\\x\"]", at offset 0: the quoted name is not a JSON string; write ["a.b"]`},
	} {
		t.Run(tt.path, func(t *testing.T) {
			_, err := document.ParsePath(tt.path)
			assert.EqualError(t, err, tt.want)
		})
	}
	_, err := document.ParsePath(strings.Repeat("a.", 1<<20))
	assert.ErrorContains(t, err, "at offset 65536: it is too long; at most 65536 bytes")
	assert.Less(t, len(err.Error()), 400, "a long path is shortened in its error")
}

func TestSteps(t *testing.T) {
	p, err := document.ParsePath("lines[2].amount")
	require.NoError(t, err)
	assert.Equal(t, document.Path{document.Key("lines"), document.Item(2), document.Key("amount")}, p)
	assert.Equal(t, "lines[2].amount", p.String())
	assert.Equal(t, `["(document)"].x(y)`, document.Path{document.Key("(document)"), document.Key("x(y)")}.String())
	assert.Equal(t, `["a.b"][""].x`, document.Path{document.Key("a.b"), document.Key(""), document.Key("x")}.String())
}

func TestAttributes(t *testing.T) {
	all := document.Step{Index: -1, Bracket: true}
	members := document.Step{Key: "{}", Index: -1, Bracket: true}
	for _, tt := range []struct {
		name string
		want document.Path
	}{
		{"total", document.Path{document.Key("total")}},
		{"lines[].amount", document.Path{document.Key("lines"), all, document.Key("amount")}},
		{"[].amount", document.Path{all, document.Key("amount")}},
		{"rows[][0]", document.Path{document.Key("rows"), all, document.Item(0)}},
		{`["a[]"][]`, document.Path{document.Key("a[]"), all}},
		{"rates{}.amount", document.Path{document.Key("rates"), members, document.Key("amount")}},
		{"{}[]", document.Path{members, all}},
		{"lines[]{}{}.x", document.Path{document.Key("lines"), all, members, members, document.Key("x")}},
		{`["rates{}"]{}`, document.Path{document.Key("rates{}"), members}},
		{"{a}.b}", document.Path{document.Key("{a}"), document.Key("b}")}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := document.ParseAttribute(tt.name)
			require.NoError(t, err)
			assert.Equal(t, tt.want, p)
			assert.Equal(t, tt.name, p.String())
			assert.False(t, parse(t, `{"lines":[{"amount":1}],"total":{}}`).At(p[:len(p):len(p)]).Step(all).Exists(), "[] leads nowhere")
			for _, step := range p {
				assert.False(t, parse(t, `{"{}":1,"rates":{"{}":2}}`).Step(document.Key("rates")).Step(step).Exists(), "{} leads nowhere")
			}
		})
	}
	for _, tt := range []struct{ name, want string }{
		{"lines[].", `document: path "lines[].", at offset 8: a name is missing after the dot; write a.b`},
		{"lines[]sku", `document: path "lines[]sku", at offset 7: a dot or a bracket must follow, not "s"; write a.b or a[0]`},
		{"rates{}x", `document: path "rates{}x", at offset 7: a dot or a bracket must follow, not "x"; write a.b or a[0]`},
		{"rates.{}", `document: path "rates.{}", at offset 6: a name is missing between the dot and {}; write rates{}`},
		{"lines.[]", `document: path "lines.[]", at offset 6: a name is missing between the dot and the bracket; write a[0]`},
		{"", `document: path "", at offset 0: it is empty; name a member, such as "total"`},
	} {
		_, err := document.ParseAttribute(tt.name)
		assert.EqualError(t, err, tt.want)
	}
}

// FuzzPath checks that a text that parses prints as a path that parses to the same steps, and that
// resolving never panics.
func FuzzPath(f *testing.F) {
	for _, s := range []string{"a.b[0].c", `["a.b"].c`, "[0][1]", "a..b", "a[][].b", "lines[].x", "a{}.b", "{}[]{}", `["a{}"]`, `[""]`, "0.1", `["\u0041"]`, `a["b"]c`, "\xff.a", `"x".y`} {
		f.Add(s)
	}
	doc, err := document.Parse([]byte(`{"a":[{"b":{"a.b":1}}],"0":[1],"":2}`))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, s string) {
		attribute, notOne := document.ParseAttribute(s)
		p, err := document.ParsePath(s)
		if err == nil {
			assert.NoError(t, notOne)
			assert.Equal(t, p, attribute, "a path is an attribute")
		} else if notOne == nil {
			again, err := document.ParseAttribute(attribute.String())
			assert.NoError(t, err)
			assert.Equal(t, attribute, again)
		}
		if err != nil {
			if doc.Get(s).Exists() {
				t.Fatalf("an invalid path resolved")
			}
			return
		}
		again, err := document.ParsePath(p.String())
		if err != nil {
			t.Fatalf("%q prints as %q: %v", s, p, err)
		}
		assert.Equal(t, p, again)
		doc.At(p)
	})
}
