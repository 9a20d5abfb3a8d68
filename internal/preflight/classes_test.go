package preflight_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

func TestClassesAreRecognised(t *testing.T) {
	for _, tt := range []struct {
		name, spec string
		truths     int
		truth      func(i int) string
		want       map[string][]string
	}{
		{"a text and a bool", "fields: [type, paid, number]", 30, func(i int) string {
			return fmt.Sprintf(`{"type":%q,"paid":%v,"number":"R-%d"}`, []string{"invoice", "Receipt"}[i%2], i%3 == 0, i)
		}, map[string][]string{"type": {"Receipt", "invoice"}, "paid": {"false", "true"}}},
		{"a spec without fields", "{}", 30, func(i int) string { return fmt.Sprintf(`{"a":{"type":"t%d"},"rows":["x"],"n":1}`, i%3) }, map[string][]string{"a.type": {"t0", "t1", "t2"}}},
		{"spellings of one class", "fields: [type]", 30, func(i int) string { return fmt.Sprintf(`{"type":%q}`, []string{"a", "A", " a", "b"}[i%4]) }, map[string][]string{"type": {" a", "b"}}},
		{"missing ones are of no class", "fields: [type]", 60, func(i int) string { return fmt.Sprintf(`{"type":%q}`, []string{"a", "", "b", " "}[i%4]) }, map[string][]string{"type": {"a", "b"}}},
		{"too few documents", "fields: [type]", 29, func(i int) string { return fmt.Sprintf(`{"type":"t%d"}`, i%2) }, nil},
		{"one value", "fields: [type]", 50, func(int) string { return `{"type":"a"}` }, nil},
		{"twenty", "fields: [type]", 60, func(i int) string { return fmt.Sprintf(`{"type":"t%c"}`, 'a'+i%20) }, map[string][]string{"type": strings.Split("ta tb tc td te tf tg th ti tj tk tl tm tn to tp tq tr ts tt", " ")}},
		{"twenty-one", "fields: [type]", 60, func(i int) string { return fmt.Sprintf(`{"type":"t%c"}`, 'a'+i%21) }, nil},
		{"one that stands once", "fields: [type]", 60, func(i int) string { return fmt.Sprintf(`{"type":"t%d"}`, i/59) }, nil},
		{"numbers, dates and codes", "fields: [n, d, {path: c, match: code}, {path: m, match: numeric}]", 40, func(i int) string {
			return fmt.Sprintf(`{"n":%d,"d":"2024-01-0%d","c":"x%d","m":"1"}`, i%2, 1+i%2, i%2)
		}, nil},
		{"copies of truths, one for each model", "fields: [name]", 40, func(i int) string {
			return fmt.Sprintf(`{"name":"%c Ltd","no":"R-%d","total":%d,"date":"2024-01-01"}`, 'A'+i%20/2, i%20, i%20)
		}, nil},
		{"equal truths of many documents", "fields: [type]", 40, func(i int) string { return fmt.Sprintf(`{"type":%q,"pages":1}`, []string{"invoice", "receipt"}[i%2]) },
			map[string][]string{"type": {"invoice", "receipt"}}},
		{"an array", "fields: [type]", 40, func(i int) string { return fmt.Sprintf(`{"type":["t%d"]}`, i%2) }, nil},
		{"a long text", "fields: [type]", 40, func(i int) string { return fmt.Sprintf(`{"type":"%s%d"}`, strings.Repeat("x", 300), i%2) }, nil},
		{"in a list", "fields: [{path: rows, match: list, fields: [kind]}]", 40, func(i int) string { return fmt.Sprintf(`{"rows":[{"kind":"k%d"}]}`, i%2) }, nil},
		{"declared in a list", "fields: [{path: rows, match: list, fields: [{path: kind, match: class}]}, {path: tags, match: set, each: class}]", 2, func(i int) string { return fmt.Sprintf(`{"rows":[{"kind":"k%d"}],"tags":["a","b"]}`, i) }, map[string][]string{"rows[].kind": {"k0", "k1"}, "tags[]": {"a", "b"}}},
		{"of a packet with other classes", "fields: [{path: p, match: sections, classes: {Invoice: {}, letter: {}}, other: letter}]", 2, func(i int) string {
			return fmt.Sprintf(`{"p":[{"class":%q,"pages":"1"}]}`, []string{"invoice", "note"}[i])
		}, map[string][]string{"p[].class": {"invoice", "letter", "note"}, "p.pages": {"invoice", "letter", "note"}}},
		{"declared, of too many", "fields: [{path: type, match: class}]", 201, func(i int) string { return fmt.Sprintf(`{"type":"t%d"}`, i) }, nil},
		{"declared with names", "fields: [{path: type, classes: [a, b]}]", 40, func(i int) string { return `{"type":"a"}` }, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			spec, err := eval.ParseSpec([]byte(tt.spec), nil)
			require.NoError(t, err)
			c := preflight.NewClasses(spec)
			for i := range tt.truths {
				truth, err := document.Parse([]byte(tt.truth(i)))
				require.NoError(t, err)
				c.Add(truth)
			}
			assert.Equal(t, tt.want, c.Decide(spec).TruthClasses)
		})
	}
}

func TestTruthsOfNoClass(t *testing.T) {
	classes := "invoice, credit note"
	truths := func(all ...string) []preflight.Finding {
		spec, err := eval.ParseSpec([]byte("fields: [{path: type, classes: ["+classes+"]}]"), nil)
		require.NoError(t, err)
		e, err := spec.Compile()
		require.NoError(t, err)
		c, err := preflight.New(e, preflight.Options{})
		require.NoError(t, err)
		c.Part(1)
		for i, text := range all {
			truth, err := document.Parse([]byte(text))
			require.NoError(t, err)
			require.NoError(t, c.Add(fmt.Sprintf("set.jsonl:%d", i+1), truth))
		}
		return c.Evidence().Findings()
	}
	assert.Empty(t, truths(`{"type":"Invoice"}`, `{"type":null}`))
	got := truths(append(strings.Split(strings.Repeat(`{"type":"invoice"} `, 50), " ")[:50], `{"type":"invoce"}`)...)
	assert.Equal(t, []string{`ERROR "type": 1 of 51 truths is not among its classes, such as "invoce" (set.jsonl:51) (did you mean "invoice"?); correct the truths, or add the class`}, texts(got))
	assert.True(t, got[0].Error, "one truth in fifty")
	assert.Equal(t, []string{`ERROR "type": 1 of 1 truth is not among its classes, such as ["invoice"] (set.jsonl:1) (it is of type array); correct the truths, or add the class`}, texts(truths(`{"type":["invoice"]}`)))
	classes = "invoice|order"
	assert.Equal(t, []string{`ERROR "type": 1 of 1 truth is not among its classes, such as "invoice" (set.jsonl:1) (valid are "invoice|order"); correct the truths, or add the class`}, texts(truths(`{"type":"invoice"}`)))
}
