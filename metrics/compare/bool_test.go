package compare_test

import (
	"context"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
)

func TestBool(t *testing.T) {
	const neither = " is neither true nor false"
	for _, tt := range []struct {
		got, want string
		match     bool
		note, tag string
	}{
		{`true`, `true`, true, "", ""},
		{`false`, `true`, false, "", ""},
		{`"Yes"`, `true`, true, `got: "Yes" is read as true`, ""},
		{`"Yes"`, `false`, false, `got: "Yes" is read as true`, ""},
		{`"unselected"`, `true`, false, `got: "unselected" is read as false`, ""},
		{`"NOT_SELECTED"`, `"no"`, true, `got: "NOT_SELECTED" is read as false; want: "no" is read as false`, ""},
		{`":selected:"`, `"☒"`, true, `got: ":selected:" is read as true; want: "☒" is read as true`, ""},
		{`1`, `true`, true, `got: 1 is read as true`, ""},
		{`0.0`, `false`, true, `got: 0.0 is read as false`, ""},
		{`2`, `true`, false, `got 2` + neither, ""},
		{`"partly"`, `true`, false, `got "partly"` + neither, ""},
		{`"partly"`, `"yes"`, false, `got "partly"` + neither, ""},
		{`["x"]`, `true`, false, "got array, want bool", "type mismatch"},
		{`"partly "`, `"partly"`, true, `the truth "partly"` + neither + `; both sides are the same`, ""},
		{`true`, `"partly"`, false, `the truth "partly"` + neither, ""},
		{`"✗"`, `false`, false, `got "✗"` + neither, ""},
	} {
		for _, c := range []compare.Comparator{compare.Bool{}, compare.Auto{}} {
			if compare.Name(c) == "auto" && tt.want[0] == '"' {
				continue // a text
			}
			judged, err := c.Compare(context.Background(), parse(t, tt.got), parse(t, tt.want))
			require.NoError(t, err)
			assert.Equal(t, tt.match, judged.Match, "%s %s", tt.got, tt.want)
			assert.Equal(t, tt.note, judged.Note)
			assert.Equal(t, tt.tag, judged.Tag)
		}
	}
}

func TestBoolReads(t *testing.T) {
	for text, want := range map[string]bool{
		"TRUE": true, "ja": true, "Oui.": true, "Sí": true, "はい": true, "да": true, "EVET": true, "X": true, "[x]": true, "(X)": true, "☑": true, "✓": true, "on": true,
		"N": false, "Nein": false, "não": false, "нет": false, "HAYIR": false, "いいえ": false, "☐": false, "[ ]": false, "[]": false, "Not Selected": false, "unchecked": false, "off": false,
	} {
		s, err := compare.ScalarOf(compare.Bool{}, parse(t, strconv.Quote(text)))
		assert.NoError(t, err)
		assert.Equal(t, compare.Scalar{Kind: "bool", Text: strconv.FormatBool(want)}, s, text)
		r, ok := compare.Read(compare.Bool{}, parse(t, strconv.Quote(text)))
		assert.True(t, ok && r.OK, text)
	}
	r, ok := compare.Read(compare.Bool{}, parse(t, `"○"`))
	assert.True(t, ok)
	assert.Equal(t, compare.Reading{Why: `"○" is neither true nor false`}, r)
}
