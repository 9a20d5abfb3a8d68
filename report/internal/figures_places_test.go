package internal_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render/figures"
)

func placedField(path string, outcome metrics.Outcome, got, want string) report.Field {
	return report.Field{Path: path, Attribute: path, Outcome: outcome, Got: json.RawMessage(got), Want: json.RawMessage(want)}
}

func TestMarkInText(t *testing.T) {
	spec, err := json.Marshal(eval.Spec{Fields: []eval.Field{
		{Path: "total", Match: compare.Numeric{}}, {Path: "date", Match: compare.Date{}},
		{Path: "lines", List: &eval.List{By: []string{"sku"}, Fields: []eval.Field{{Path: "sku", Match: compare.Exact{}}}}},
	}})
	require.NoError(t, err)
	comparators := figures.Comparators(spec)
	assert.Equal(t, compare.Numeric{}, comparators["total"])
	assert.Equal(t, compare.Exact{}, comparators["lines[].sku"])

	for _, test := range []struct {
		name, text   string
		fields       []report.Field
		html, marked string
	}{
		{"as expected", "Total 1.889,00 EUR", []report.Field{placedField("total", metrics.Match, `1889`, `1889`)},
			`Total <mark class="spot hit" data-leaf="0" title="total, as expected">1.889,00</mark> EUR`, "marked: 1 as expected"},
		{"both sides of a wrong value", "Net 100,00\nTotal 119,00", []report.Field{placedField("total", metrics.Wrong, `100`, `119`)},
			"Net <mark class=\"spot got\" data-leaf=\"0\" title=\"total, what the answer has\">100,00</mark>\nTotal <mark class=\"spot want\" data-leaf=\"0\" title=\"total, what is wanted\">119,00</mark>",
			"marked: 1 wanted, and not in the answer, 1 in the answer, and not wanted"},
		{"two values at one place", "A-7", []report.Field{placedField("a", metrics.Match, `"A-7"`, `"A-7"`), placedField("b", metrics.Match, `"A-7"`, `"A-7"`)},
			`<mark class="spot hit" data-leaf="0 1" title="a, as expected; b, as expected">A-7</mark>`, "marked: 1 as expected"},
		{"nothing", "a text", []report.Field{placedField("a", metrics.Wrong, `"xyz"`, ``), placedField("b", metrics.CorrectAbsence, ``, ``)}, "a text", "no value was found in the text"},
		{"markup", "<script>x</script> <b>", []report.Field{placedField("<i>", metrics.Match, `"<b>"`, `"<b>"`)},
			`&lt;script&gt;x&lt;/script&gt; &lt;<mark class="spot hit" data-leaf="0" title="&lt;i&gt;, as expected">b</mark>&gt;`, "marked: 1 as expected"},
		{"what is not seen", "a\x1b[31m\r\n\u202eb", nil, "a␛[31m\n\\u202eb", "no value was found in the text"},
	} {
		html, marked := figures.Mark(test.text, &report.Case{Fields: test.fields}, comparators)
		assert.Equal(t, test.html, string(html), test.name)
		assert.Equal(t, test.marked, marked, test.name)
	}
}

func TestPages(t *testing.T) {
	const text = "Invoice A-7 of Acme\f" + "terms\f" + "Net 100,00 and\n\fTotal 119,00\fBIC COBADEFF\f"
	for _, test := range []struct {
		name   string
		text   string
		fields []report.Field
		most   int
		want   []int
	}{
		{"the truth of a wrong value before its answer, and both before others", text, []report.Field{
			placedField("number", metrics.Match, `"A-7"`, `"A-7"`), placedField("name", metrics.Match, `"Acme"`, `"Acme"`), placedField("total", metrics.Wrong, `100`, `119`)}, 2, []int{3, 4}},
		{"the truth alone", text, []report.Field{placedField("total", metrics.Wrong, `100`, `119`)}, 1, []int{4}},
		{"what is missing", text, []report.Field{placedField("number", metrics.Match, `"A-7"`, `"A-7"`), placedField("bic", metrics.Missing, ``, `"COBADEFF"`)}, 2, []int{1, 5}},
		{"most values", text, []report.Field{placedField("bic", metrics.Match, `"COBADEFF"`, `"COBADEFF"`), placedField("number", metrics.Match, `"A-7"`, `"A-7"`), placedField("name", metrics.Match, `"Acme"`, `"Acme"`)}, 1, []int{1}},
		{"nothing stands there", text, []report.Field{placedField("a", metrics.Wrong, `"xyz"`, `"uvw"`)}, 2, nil},
		{"no pages", strings.ReplaceAll(text, "\f", "\n"), []report.Field{placedField("total", metrics.Wrong, `100`, `119`)}, 2, nil},
	} {
		assert.Equal(t, test.want, figures.Pages(test.text, &report.Case{Fields: test.fields}, nil, test.most), test.name)
	}
}

// A spec that has a comparator of the user's own, or is none, is no reason to stop.
func TestComparatorsOfOtherSpecs(t *testing.T) {
	for _, spec := range []string{``, `{}`, `[]`, `{"fields":[{"path":"a","match":"mine"}]}`, `{"fields":1}`} {
		assert.Empty(t, figures.Comparators(json.RawMessage(spec)), spec)
	}
}
