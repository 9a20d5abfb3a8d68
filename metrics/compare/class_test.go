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
