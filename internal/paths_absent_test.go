package internal_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

func TestWordsForNoValue(t *testing.T) {
	for _, tt := range []struct {
		match compare.Comparator
		more  []string
		text  string
		empty bool
	}{
		{nil, nil, "N/A", true},
		{nil, nil, " #n/a ", true},
		{nil, nil, "N / A", true},
		{nil, nil, "\u200b\ufeff", true},
		{nil, nil, "\u3164", true},
		{nil, nil, "\u2800 \n", true},
		{nil, nil, "No", false},
		{nil, nil, "N/A 5", false},
		{nil, nil, "NA", false}, // Namibia
		{nil, nil, "#", false},
		{nil, nil, "-", false},
		{nil, nil, "none", false},
		{nil, nil, "é", false},
		{compare.Numeric{}, nil, "-", true},
		{&compare.Numeric{}, nil, "—", true},
		{compare.Date{}, nil, "- -", true},
		{compare.Time{}, nil, "–", true},
		{compare.Numeric{}, nil, "-5", false},
		{compare.Code{}, nil, "-", false},
		{compare.OneOf{Each: compare.Numeric{}}, nil, "-", true},
		{nil, []string{"None", "-"}, "NONE", true},
		{nil, []string{"None", "-"}, "-", true},
		{nil, []string{"None"}, "N/A", true},
		{nil, []string{}, "N/A", false},
		{compare.Numeric{}, []string{}, "-", false},
		{nil, []string{}, "  ", true},
		{compare.Class{Classes: []string{"n/a", "paid"}}, nil, "N/A", false},
		{compare.Class{Classes: []string{"none", "paid"}}, []string{"none"}, "none", false},
		{compare.Class{Classes: []string{"paid"}}, nil, "N/A", true},
		{compare.OneOf{Aliases: map[string][]string{"open": {"N/A"}}}, nil, "n/a", false},
		{compare.OneOf{Aliases: map[string][]string{"n/a": {"open"}}}, nil, "n/a", false},
		{&compare.OneOf{Aliases: map[string][]string{"open": {"N/A"}}}, nil, "n/a", false},
		{compare.Regex{Pattern: "N/A|[0-9]+"}, nil, "N/A", false},
		{compare.Regex{Pattern: "[0-9]+"}, nil, "N/A", true},
	} {
		text, err := json.Marshal(tt.text)
		require.NoError(t, err)
		v := value(t, string(text))
		assert.Equal(t, tt.empty, paths.AbsentWordsOf(tt.match, tt.more).Empty(v), "%T %q %q", tt.match, tt.more, tt.text)
	}
}

// Programs write these for no value: pandas <NA>, NaN and NaT, COPY of Postgres \N.
func TestWordsOfProgramsAreSuspected(t *testing.T) {
	for _, text := range []string{"<NA>", "NaN", "NaT", `\N`, "NULL", "undefined"} {
		quoted, err := json.Marshal(text)
		require.NoError(t, err)
		suspected, class := paths.SuspectedWord(value(t, string(quoted)))
		assert.True(t, suspected && !class, text)
	}
}

func TestWhatAcceptsAnEmptyAnswer(t *testing.T) {
	for _, tt := range []struct {
		rule compare.Comparator
		want string
		yes  bool
	}{
		{compare.OneOf{}, `["EUR",null]`, true},
		{&compare.OneOf{}, `["EUR",""]`, true},
		{compare.OneOf{Each: compare.Fuzzy{}}, `[" "]`, true},
		{compare.OneOf{}, `["EUR","N/A"]`, true},
		{compare.OneOf{}, `["EUR"]`, false},
		{compare.OneOf{}, `[[]]`, false},
		{compare.OneOf{}, `"EUR"`, false},
		{compare.OneOf{}, `{"a":null}`, false},
		{compare.Exact{}, `["EUR",null]`, false},
		{nil, `[null]`, false},
	} {
		assert.Equal(t, tt.yes, paths.AbsentWordsOf(tt.rule, nil).Accepts(tt.rule, value(t, tt.want)), tt.want)
		prepared, err := compare.Prepare(tt.rule)
		assert.NoError(t, err)
		assert.Equal(t, tt.yes, paths.AbsentWordsOf(prepared, nil).Accepts(prepared, value(t, tt.want)), tt.want)
	}
}

func value(t *testing.T, text string) document.Value {
	t.Helper()
	v, err := document.Parse([]byte(text))
	require.NoError(t, err)
	return v
}
