package compare_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
)

func TestClass(t *testing.T) {
	types := compare.Class{Classes: []string{"invoice", "credit note", "7"}}
	notAClass := func(hint string) compare.Comparison {
		return compare.Comparison{Tag: "not a class", Note: "got is not one of the classes" + hint}
	}
	run(t, []row{
		{"the same", types, `"invoice"`, `"invoice"`, hit},
		{"case, width and white space", types, `" Ｃredit\u00a0NOTE"`, `"credit note"`, hit},
		{"another class", types, `"invoice"`, `"credit note"`, miss},
		{"no class", types, `"Rechnung"`, `"invoice"`, notAClass(`; valid are "invoice", "credit note", "7"`)},
		{"no class, but near one", types, `"credit_note"`, `"credit note"`, notAClass(`; did you mean "credit note"?`)},
		{"no class, as the truth", types, `"memo"`, `"memo"`, notAClass(`; valid are "invoice", "credit note", "7"`)},
		{"a truth that is no class", types, `"invoice"`, `"invoce"`, compare.Comparison{Note: `the truth is not one of the classes; did you mean "invoice"?`}},
		{"a number", types, `7`, `"7"`, hit},
		{"an object", types, `{}`, `"invoice"`, missWith("type mismatch", "got object, want string")},
		{"an array", types, `["invoice"]`, `"invoice"`, missWith("type mismatch", "got array, want string")},
		{"bools", compare.Class{Classes: []string{"true", "false"}}, `true`, `true`, hit},
		{"without names", compare.Class{}, `"RECEIPT"`, `"receipt"`, hit},
		{"without names, another", compare.Class{}, `"x"`, `"receipt"`, miss},
	})
}

func TestClassAliases(t *testing.T) {
	types := compare.Class{Classes: []string{"Invoice", "credit note", "7"}, Aliases: map[string][]string{"invoice": {"Rechnung", "facture"}, "7": {"seven"}}}
	run(t, []row{
		{"an alias of the truth", types, `" FACTURE"`, `"invoice"`, hitWith(`" FACTURE" means the same as "invoice"`)},
		{"the truth is the alias", types, `"Invoice"`, `"rechnung"`, hitWith(`"Invoice" means the same as "rechnung"`)},
		{"two aliases", types, `"facture"`, `"rechnung"`, hitWith(`"facture" means the same as "rechnung"`)},
		{"the class itself", types, `"INVOICE"`, `"invoice"`, hit},
		{"a number", types, `"seven"`, `7`, hitWith(`"seven" means the same as 7`)},
		{"another class", types, `"facture"`, `"credit note"`, miss},
		{"no class", types, `"memo"`, `"invoice"`, compare.Comparison{Tag: "not a class", Note: `got is not one of the classes; valid are "Invoice", "credit note", "7"`}},
	})
	class, ok := compare.ClassOf(types, parse(t, `"rechnung"`))
	assert.True(t, ok)
	assert.Equal(t, "Invoice", class, "as Classes spells it")
	r, _ := compare.Read(types, parse(t, `"facture"`))
	assert.True(t, r.OK)

	c, err := compare.Parse("class", []byte(`{"classes":["Invoice","credit note","7"],"aliases":{"invoice":["Rechnung","facture"],"7":"seven"}}`), nil)
	require.NoError(t, err)
	assert.Equal(t, types, c)
	name, options, err := compare.Describe(c)
	require.NoError(t, err)
	again, err := compare.Parse(name, options, nil)
	require.NoError(t, err)
	assert.Equal(t, types, again)
	assert.Equal(t, `class, one of "Invoice", "credit note", "7"; aliases of 7, invoice`, compare.Sentence(c))

	for options, text := range map[string]string{
		`{"classes":["a","b"],"aliases":{"c":["d"]}}`:         `compare: class: aliases: "c" is not one of the classes; each key is one of "a", "b", and its list has other names of it`,
		`{"classes":["a","b"],"aliases":{"a":["B"]}}`:         `compare: class: aliases: "B" stands for "a", and is a class of its own`,
		`{"classes":["a","b"],"aliases":{"a":"x","b":["X"]}}`: `compare: class: aliases: "X" stands for both "a" and "b"`,
		`{"classes":["a","b"],"aliases":{"a":[]}}`:            `compare: class: aliases: "a" has no alias; list some, or leave it out`,
		`{"aliases":{"a":["b"]}}`:                             `compare: class: aliases: there are no classes to which they belong; give classes, too`,
		`{"classes":["a"],"aliases":["b"]}`:                   `compare: class: aliases: got array ["b"], want a map of lists of strings`,
	} {
		_, err := compare.Parse("class", []byte(options), nil)
		assert.EqualError(t, err, text)
	}
}

func TestClassRefuses(t *testing.T) {
	many := make([]string, 201)
	for i := range many {
		many[i] = fmt.Sprint("c", i)
	}
	for _, tt := range []struct {
		classes []string
		want    string
	}{
		{many, "compare: class: classes: there are 201, want at most 200; for a value of so many, leave classes out and compare by exact"},
		{[]string{"a", " A"}, `compare: class: classes: "a" and " A" are the same class`},
		{[]string{"a", " "}, `compare: class: classes: " " is blank: an empty value is never of a class`},
		{[]string{"(other)"}, `compare: class: classes: "(other)" begins with a round bracket, as "(other)" and "(empty)" do in tables`},
		{[]string{strings.Repeat("x", 1<<20)}, `compare: class: classes: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…" has 1048576 bytes, want at most 200`},
	} {
		_, err := compare.Prepare(compare.Class{Classes: tt.classes})
		assert.EqualError(t, err, tt.want)
	}
}

// A hostile answer is not folded for each class.
func TestClassOfALongAnswer(t *testing.T) {
	long, err := json.Marshal(strings.Repeat("Invoice ", 1<<17))
	require.NoError(t, err)
	c, err := compare.Class{Classes: []string{"invoice"}}.Compare(t.Context(), parse(t, string(long)), parse(t, `"invoice"`))
	require.NoError(t, err)
	assert.Equal(t, compare.Comparison{Tag: "not a class", Note: `got is not one of the classes; valid are "invoice"`}, c)
}
