package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/dataset"
)

func TestConditionParse(t *testing.T) {
	number := func(name string, op dataset.Op, n float64) dataset.Condition {
		return dataset.Condition{Name: name, Computed: true, Op: op, Number: n}
	}
	kind := func(name, value string) dataset.Condition {
		return dataset.Condition{Name: name, Computed: true, Op: "=", Text: value}
	}
	tag := func(name, value string) dataset.Condition {
		return dataset.Condition{Name: name, Op: "=", Text: value}
	}
	for _, tt := range []struct {
		text      string
		want      dataset.Condition
		canonical string // "" for text
	}{
		{"vendor=acme", tag("vendor", "acme"), ""},
		{"empty=", tag("empty", ""), ""},
		{`a=b="c"`, tag("a", `b="c"`), ""},
		{"kind>=2", tag("kind>", "2"), ""},
		{"state of the art=yes", tag("state of the art", "yes"), ""}, // "state" is not measured
		{"note=rows of lines", tag("note", "rows of lines"), ""},
		{"Rows of lines=3", tag("Rows of lines", "3"), ""}, // names keep their case
		{"rows of lines>=40", number("rows of lines", ">=", 40), ""},
		{"rows of lines<5", number("rows of lines", "<", 5), ""},
		{"rows of lines=0", number("rows of lines", "=", 0), ""},
		{"rows of lines >= 4e1", number("rows of lines", ">=", 40), "rows of lines>=40"},
		{`rows of pages[].lines>=2`, number(`rows of pages[].lines`, ">=", 2), ""},
		{`rows of ["a.b"]>=2`, number(`rows of ["a.b"]`, ">=", 2), ""},
		{`rows of a=b<2`, number(`rows of a=b`, "<", 2), ""},
		{"length of text>=3000", number("length of text", ">=", 3000), ""},
		{"latency of answer<2.5", number("latency of answer", "<", 2.5), ""},
		{"pages of document<10", number("pages of document", "<", 10), ""},
		{"size of input>=0.5", number("size of input", ">=", 0.5), ""},
		{"retries of answer=1", number("retries of answer", "=", 1), ""},
		{"presence of notes=yes", kind("presence of notes", "yes"), ""},
		{"presence of a=b=no", kind("presence of a=b", "no"), ""},
		{"class of type=invoice", kind("class of type", "invoice"), ""},
		{`class of type="credit note"`, kind("class of type", "credit note"), ""},
		{"class of type=credit note", kind("class of type", "credit note"), `class of type="credit note"`},
		{`class of type="invoice"`, kind("class of type", "invoice"), "class of type=invoice"},
		{`class of type="a=\"b\""`, kind("class of type", `a="b"`), ""},
		{"script of text=Cyrillic", kind("script of text", "Cyrillic"), ""},
		{"layout of numbers=1.889,00", kind("layout of numbers", "1.889,00"), ""},
		{"layout of dates=dmy", kind("layout of dates", "dmy"), ""},
		{"stop of answer=max_tokens", kind("stop of answer", "max_tokens"), ""},
	} {
		got, err := dataset.ParseCondition(tt.text)
		require.NoError(t, err, tt.text)
		assert.Equal(t, tt.want, got, tt.text)
		if tt.canonical == "" {
			tt.canonical = tt.text
		}
		assert.Equal(t, tt.canonical, got.String())
		again, err := dataset.ParseCondition(tt.canonical)
		require.NoError(t, err, tt.canonical)
		assert.Equal(t, got, again, tt.canonical)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", `want a tag and its value: "vendor=acme"`},
		{"acme", `want a tag and its value: "vendor=acme"`},
		{"=acme", `want a tag and its value: "vendor=acme"`},
		{"a<5", `want a tag and its value: "vendor=acme"`},
		{"rows of lines", `want ">=", "<" or "=" after "rows of lines", as in "rows of lines>=40"`},
		{"rows of lines>5", `want ">=", "<" or "=" after "rows of lines", as in "rows of lines>=40"`},
		{"rows of lines<=5", `want ">=", "<" or "=" after "rows of lines", as in "rows of lines>=40"`},
		{"rows of lines==5", `want ">=", "<" or "=" after "rows of lines", as in "rows of lines>=40"`},
		{"rows of lines!=5", `want ">=", "<" or "=" after "rows of lines", as in "rows of lines>=40"`},
		{"rows of lines>=many", `want a number after ">=", as in "rows of lines>=40"`},
		{"rows of lines>=", `want a number after ">=", as in "rows of lines>=40"`},
		{"rows of lines<Inf", `want a number after "<", as in "rows of lines>=40"`},
		{"rows of lines<NaN", `want a number after "<", as in "rows of lines>=40"`},
		{"rows of >=4", `want the path of a value after "rows of ", as in "rows of lines>=40"`},
		{"presence of =yes", `want the path of a value after "presence of ", as in "presence of notes=yes"`},
		{"presence of notes=maybe", `and "maybe" is not a value of "presence of notes" (valid: yes, no)`},
		{"presence of notes>=yes", `want "=" after "presence of notes", as in "presence of notes=yes"`},
		{"script of text=", `want a value after "=", as in "script of text=Cyrillic"`},
		{`class of type=""`, `want a value after "=", as in "class of type=invoice"`},
		{"script of texts=Latin", `want "script of text", as in "script of text=Cyrillic"`},
		{"pages of book>=3", `want "pages of document", as in "pages of document>=10"`},
		{"layout of tables=wide", `want "layout of numbers" or "layout of dates", as in "layout of numbers=1.889,00"`},
		{"length of answer>=3", `want "length of text", as in "length of text>=3000"`},
	} {
		_, err := dataset.ParseCondition(tt.text)
		assert.EqualError(t, err, tt.want, tt.text)
	}
}

func TestCheckTag(t *testing.T) {
	for _, name := range []string{"", "vendor", "rows", "rows of", "number of pages", "Script of text", "rowsof lines", "x rows of lines"} {
		assert.NoError(t, dataset.CheckTag(name), name)
	}
	assert.EqualError(t, dataset.CheckTag("rows of lines"), `"rows of lines" has the form of a computed slice ("rows of …"): rename the tag`)
	assert.EqualError(t, dataset.CheckTag("class of service"), `"class of service" has the form of a computed slice ("class of …"): rename the tag`)
}

func TestTakes(t *testing.T) {
	for op, want := range map[dataset.Op][3]bool{
		dataset.AtLeast: {false, true, true},
		dataset.Below:   {true, false, false},
		dataset.Equal:   {false, true, false},
	} {
		c := dataset.Condition{Name: "rows of lines", Computed: true, Op: op, Number: 40}
		for i, n := range []float64{39, 40, 41} {
			assert.Equal(t, want[i], c.Takes(n), "%s of %v", c, n)
		}
	}
}
