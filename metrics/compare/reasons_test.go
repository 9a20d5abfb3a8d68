package compare_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
)

// A reason is never false. Each row has a pair that gives the tag and a near pair that gives another one ("" for a plain
// value mismatch) or matches: what differs there is not what the tag says.
func TestReasonsAreTrue(t *testing.T) {
	loose, numeric, date := compare.Exact{Loose: true}, compare.Numeric{}, compare.Date{}
	class := compare.Class{Classes: []string{"invoice", "order"}}
	const matches = "(matches)"
	for _, tt := range []struct {
		tag        string
		match      compare.Comparator
		got, want  string
		near, with string // got of the near pair, and its tag
		reason     string
	}{
		{"type mismatch", compare.Exact{}, `"100"`, `100`, `"101"`, "type mismatch", "exact matches no text with a number"},
		{"type mismatch", compare.Exact{}, `"100"`, `100`, `101`, "", ""},
		{"type mismatch", loose, `"abc"`, `10.1`, `"10.11"`, "", "the text of a number has another value"},
		{"type mismatch", loose, `"abc"`, `10.1`, `"10.10"`, matches, ""},
		{"type mismatch", loose, `10`, `"abc"`, `"abd"`, "", ""},
		{"type mismatch", loose, `"10"`, `true`, `"false"`, "", "the text of a bool has another value"},
		{"type mismatch", loose, `1`, `true`, `"true"`, matches, "1 is no text of a bool"},
		{"type mismatch", loose, `["10"]`, `10`, `"11"`, "", ""},
		{"type mismatch", compare.Exact{Loose: true, FoldCase: true}, `"yes"`, `true`, `"FALSE"`, "", ""},
		{"type mismatch", compare.Exact{Loose: true, TrimSpace: true}, `"a"`, `10`, `" 11 "`, "", ""},
		{"type mismatch", compare.Auto{}, `"10 apples"`, `10.1`, `"10.11"`, "", "auto compares a number loosely"},
		{"type mismatch", compare.Auto{}, `true`, `"A-10"`, `"A-11"`, "", ""},
		{"type mismatch", compare.Auto{}, `true`, `"10.1"`, `10.11`, "", "a number against the text of one"},
		{"", compare.Auto{}, `"yeah"`, `true`, `"Yes"`, matches, "a text may say true"},
		{"type mismatch", compare.Bool{}, `{"a":1}`, `true`, `1`, matches, "a number may say true"},
		{"type mismatch", compare.Auto{}, `{"a":1}`, `"2024-01-02"`, `"2024-01-03"`, "", ""},
		{"type mismatch", compare.Fuzzy{}, `17`, `"seventeen bolts"`, `"nuts"`, "", ""},
		{"type mismatch", numeric, `[10]`, `10`, `"11"`, "", "numeric reads the text"},
		{"type mismatch", numeric, `true`, `1`, `2`, "", ""},
		{"type mismatch", date, `true`, `"2024-01-02"`, `20240103`, "", "a number may be a date"},
		{"type mismatch", compare.Code{}, `true`, `"DE 1"`, `2`, "", ""},
		{"type mismatch", compare.Regex{Pattern: "^[0-9]+$"}, `[1]`, `"1"`, `"x"`, "", ""},
		{"type mismatch", class, `["order"]`, `"order"`, `"invoice"`, "", ""},
		{"type mismatch", compare.Class{}, `{"a":1}`, `"order"`, `1`, "", "a class may be a number"},
		{"type mismatch", compare.OneOf{}, `"7"`, `[7, 8]`, `9`, "", ""},

		// Two values of one type have no mismatch of types.
		{"not a number", numeric, `false`, `true`, `true`, matches, "both are bools"},
		{"not a date", date, `[2]`, `[1]`, `[1]`, matches, "both are arrays"},
		{"not a class", class, `["order"]`, `["invoice"]`, `"order"`, "type mismatch", "both are arrays"},
		{"", compare.Regex{Pattern: "^[0-9]+$"}, `[1]`, `[2]`, `1`, matches, "both are arrays"},
		{"", compare.Code{}, `[1]`, `[2]`, `[2]`, matches, "both are arrays"},

		{"outside tolerance", compare.Numeric{Tolerance: 0.5}, `11`, `10`, `10.5`, matches, ""},
		{"outside tolerance", compare.Numeric{Tolerance: 0.5}, `11`, `10`, `"ten"`, "not a number", ""},
		{"outside tolerance", compare.Numeric{Tolerance: 0.5}, `"12 EUR"`, `"10 EUR"`, `"10 USD"`, "", "another currency is not a matter of tolerance"},
		{"outside tolerance", compare.Date{Tolerance: 2}, `"2024-01-09"`, `"2024-01-02"`, `"2024-01-04"`, matches, ""},
		{"outside tolerance", compare.Point{Max: 2}, `[3, 0]`, `[0, 0]`, `[2, 0]`, matches, ""},
		{"", numeric, `11`, `10`, `10.0`, matches, "no tolerance is stated"},
		{"", date, `"2024-01-09"`, `"2024-01-02"`, `"2 January 2024"`, matches, "no tolerance is stated"},

		{"not a number", numeric, `"ten"`, `10`, `"10"`, matches, ""},
		{"not a number", numeric, `10`, `"ten"`, `"ten"`, matches, "the truth is none, and the note says so"},
		{"number too long", numeric, `1e999999999`, `10`, `1e99`, "", "it is a number"},
		{"not a date", date, `"soon"`, `"2024-01-02"`, `"2024-01-03"`, "", ""},
		{"not a date", compare.Date{Order: "dmy"}, `"12/25/2024"`, `"2024-12-30"`, `"25/12/2024"`, "", "by the stated order it is none"},
		{"not a class", class, `"letter"`, `"order"`, `"invoice"`, "", "another class is one"},

		{"Invalid bounding box format", compare.Box{Format: "xyxy"}, `[1, 2, 3]`, `[0, 0, 1, 1]`, `[5, 5, 6, 6]`, "", "a box elsewhere is one"},
		{"Invalid bounding box format", compare.Box{Format: "xyxy"}, `"here"`, `[0, 0, 1, 1]`, `[0, 0, 1, 1]`, matches, ""},
		{"invalid point", compare.Point{Max: 1}, `"here"`, `[0, 0]`, `[9, 9]`, "outside tolerance", "a point elsewhere is one"},
		{"dimension mismatch", compare.Point{Max: 1}, `[0, 0, 0]`, `[0, 0]`, `[0, 0]`, matches, ""},

		// A tag of one_of is so of every accepted value.
		{"", compare.OneOf{}, `"7"`, `[8, "A"]`, `true`, "type mismatch", `"A" is of the type of "7"`},
		{"", compare.OneOf{Each: numeric}, `7`, `["n/a", 8]`, `"ten"`, "not a number", "8 is a number, and so is 7"},
		{"", compare.OneOf{Each: date}, `"2024-01-02"`, `["n/a", "2024-01-03"]`, `"n/a"`, matches, ""},
	} {
		judge := func(got string) compare.Comparison {
			c, err := tt.match.Compare(t.Context(), parse(t, got), parse(t, tt.want))
			require.NoError(t, err)
			return c
		}
		c := judge(tt.got)
		assert.False(t, c.Match, "%T: %s against %s", tt.match, tt.got, tt.want)
		assert.Equal(t, tt.tag, c.Tag, "%T: %s against %s: %s", tt.match, tt.got, tt.want, tt.reason)
		c = judge(tt.near)
		assert.Equal(t, tt.with == matches, c.Match, "%T: %s against %s", tt.match, tt.near, tt.want)
		if !c.Match {
			assert.Equal(t, tt.with, c.Tag, "%T: %s against %s: %s", tt.match, tt.near, tt.want, tt.reason)
		}
	}
}

// The place in a structure says the same.
func TestReasonsWithinStructures(t *testing.T) {
	for _, tt := range []struct{ got, note string }{
		{`{"a": "10.11"}`, "differs at a"},
		{`{"a": "ten"}`, "at a: got string, want number"},
		{`{"a": [1]}`, "at a: got array, want number"},
	} {
		c, err := compare.Exact{Loose: true}.Compare(t.Context(), parse(t, tt.got), parse(t, `{"a": 10.1}`))
		require.NoError(t, err)
		assert.Equal(t, tt.note, c.Note)
	}
}
