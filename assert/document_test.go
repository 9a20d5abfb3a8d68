package assert_test

import (
	"strings"
	"testing"

	testify "github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/assert"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

const truth = `{"number":"INV-1","vendor":{"name":"Acme Corp"},"total":100,"note":"not compared","po":null}`

func TestField(t *testing.T) {
	vendor := eval.Field{Path: "vendor.name", Match: compare.Fuzzy{}}
	total := eval.Field{Path: "total", Match: compare.Numeric{Tolerance: 1}}
	for _, tt := range []struct {
		name  string
		got   any
		field eval.Field
		text  string // of the failure; "" for none
	}{
		{"agrees", `{"vendor":{"name":"ACME CORP"}}`, vendor, ""},
		{"a Go value", map[string]any{"total": 100.5}, total, ""},
		{"nothing on both sides", `{}`, eval.Field{Path: "po"}, ""},
		{"optional", `{}`, eval.Field{Path: "total", Optional: true}, ""},
		{"elsewhere in the truth", `{"sum":100}`, eval.Field{Path: "sum", WantPath: "total"}, ""},
		{"a path that is nowhere", `{}`, eval.Field{Path: "numbr"},
			`assert: field "numbr": neither got nor want has it; did you mean "number"? If it is rightly missing, mark it absent or optional`},
		{"a path that is nowhere, on purpose", `{}`, eval.Field{Path: "numbr", Absent: true}, ""},
		{"a path that the type has", struct {
			Due string `json:"due,omitempty"`
		}{}, eval.Field{Path: "due"}, ""},
		{"a path that the type lacks", struct {
			Due string `json:"due,omitempty"`
		}{}, eval.Field{Path: "duo"},
			`assert: field "duo": neither got nor want has it, and the type struct { Due string "json:\"due,omitempty\"" } lacks it; did you mean "due"? If it is rightly missing, mark it absent or optional`},
		{"another value", `{"vendor":{"name":"XYZ Inc"}}`, vendor,
			`got does not match want: vendor.name
got:  "XYZ Inc"
want: "Acme Corp"
rule: fuzzy`},
		{"outside tolerance", `{"total":105}`, total,
			`got does not match want: total (outside tolerance): off by 5, allowed 1
got:  105
want: 100
rule: numeric {"tolerance":1}`},
		{"unscored all the same", `{"number":"INV-2"}`, eval.Field{Path: "number", Unscored: true},
			`got does not match want: number
got:  "INV-2"
want: "INV-1"
rule: exact`},
		{"missing", `{}`, total,
			`got does not match want: total (required, missing): got has no such value
got:  (missing)
want: 100
rule: numeric {"tolerance":1}`},
		{"null", `{"total":null}`, total,
			`got does not match want: total (null value): got is null
got:  null
want: 100
rule: numeric {"tolerance":1}`},
		{"no comparator is exact", `{"number":7}`, eval.Field{Path: "number"},
			`got does not match want: number (type mismatch): got number, want string
got:  7
want: "INV-1"
rule: exact`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := &recorder{}
			testify.Equal(t, tt.text == "", assert.Field(r, tt.got, truth, tt.field))
			if tt.text == "" {
				testify.Empty(t, r.texts)
				return
			}
			text, _ := r.failure(t)
			testify.Equal(t, tt.text, text)
		})
	}
}

func TestFieldMisuse(t *testing.T) {
	for name, tt := range map[string]struct {
		got, want any
		field     eval.Field
		part      string
	}{
		"path":         {`{}`, `{}`, eval.Field{Path: "a..b"}, "assert: the rule is invalid: "},
		"rule":         {`{}`, `{}`, eval.Field{Path: "a", Match: compare.Fuzzy{Threshold: 2}}, "got 2, want a number above 0 and at most 1"},
		"truth":        {`{}`, `{`, eval.Field{Path: "a"}, "invalid JSON at offset 1"},
		"answer":       {`{`, `{"a":1}`, eval.Field{Path: "a"}, "invalid JSON at offset 1"},
		"empty answer": {`{`, `{}`, eval.Field{Path: "a"}, "invalid JSON at offset 1"},
	} {
		t.Run(name, func(t *testing.T) {
			r := &recorder{}
			testify.False(t, assert.Field(r, tt.got, tt.want, tt.field))
			text, _ := r.failure(t)
			testify.Contains(t, text, tt.part)
		})
	}
}

var spec = eval.Spec{Fields: []eval.Field{
	{Path: "number"},
	{Path: "vendor.name", Match: compare.Fuzzy{}},
	{Path: "total", Match: compare.Numeric{Tolerance: 1}},
	{Path: "po"},
}}

func TestMatchesMistypedPaths(t *testing.T) {
	fields := func(paths ...string) (s eval.Spec) {
		for _, path := range paths {
			s.Fields = append(s.Fields, eval.Field{Path: path})
		}
		return s
	}
	for _, tt := range []struct {
		name string
		spec eval.Spec
		text string
	}{
		{"sparse", fields("number", "due"), ""},
		{"a similar name", fields("number", "totals"), `assert: field "totals": neither got nor want has it; did you mean "total"? If it is rightly missing, mark it absent or optional`},
		{"all", fields("nn", "xyz"), `assert: no field of the spec leads into got or want: "nn", "xyz"; want has "note", "number", "total", "vendor"; if that is right, mark a field absent or optional`},
		{"of a type", eval.Spec{Fields: fields("totals").Fields, OfType: true}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := &recorder{}
			if testify.Equal(t, tt.text == "", assert.Matches(r, truth, truth, tt.spec)); tt.text != "" {
				text, _ := r.failure(t)
				testify.Equal(t, tt.text, text)
			}
		})
	}
}

func TestMatches(t *testing.T) {
	r := &recorder{}
	testify.True(t, assert.Matches(r, `{"number":"INV-1","vendor":{"name":"ACME CORP"},"total":100.5,"note":"another"}`, truth, spec))
	testify.Empty(t, r.texts)

	testify.False(t, assert.Matches(r, `{"number":"INV-2","vendor":{"name":"ACME CORP"},"total":105,"note":"another"}`, truth, spec, "page %d", 1))
	text, message := r.failure(t)
	testify.Equal(t, "page 1", message)
	head, diff, _ := strings.Cut(text, "\ndiff ")
	testify.Equal(t, `got does not match want: 2/4 fields matched, score 0.500
misses:
  number
  total (outside tolerance): off by 5, allowed 1`, head)
	// go-cmp may change its layout, but not its content.
	said := strings.Join(strings.Fields(diff), " ")
	testify.True(t, strings.HasPrefix(said, "(-want +got) of what the spec compares:"), said)
	testify.Contains(t, said, `- "number": string("INV-1"), + "number": string("INV-2")`)
	testify.Contains(t, said, `- "total": s"100", + "total": s"105"`)
	testify.NotContains(t, said, "note", "not in the spec")
	testify.NotContains(t, said, "ACME", "the rule finds it equal")
}

func TestMatchesThreshold(t *testing.T) {
	lenient := spec
	lenient.Threshold = 0.5
	r := &recorder{}
	testify.True(t, assert.Matches(r, `{"number":"INV-2","vendor":{"name":"Acme Corp"}}`, truth, lenient), "half of the fields are enough")
	testify.Empty(t, r.texts)
}

func TestMatchesAnswerWithFence(t *testing.T) {
	lenient := eval.Spec{Fields: []eval.Field{{Path: "total"}}, Lenient: true}
	r := &recorder{}
	testify.True(t, assert.Matches(r, "```json\n{\"total\": 100}\n```", truth, lenient))
	testify.False(t, assert.Matches(r, "I found no invoice.", truth, lenient))
	testify.Len(t, r.texts, 1)
}

func TestMatchesManyMisses(t *testing.T) {
	wide := eval.Spec{}
	var want strings.Builder
	for i := range 26 {
		path := string(rune('a' + i))
		wide.Fields = append(wide.Fields, eval.Field{Path: path})
		want.WriteString(`,"` + path + `":1`)
	}
	r := &recorder{}
	testify.False(t, assert.Matches(r, `{}`, "{"+want.String()[1:]+"}", wide))
	text, _ := r.failure(t)
	testify.Contains(t, text, "\n  t (required, missing): got has no such value\n  … and 6 more\n")
}
