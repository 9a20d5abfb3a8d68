package internal_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/words"
)

func TestHint(t *testing.T) {
	names := []string{"exact", "fuzzy", "numeric", "date", "jaro", "jara", `["a.b"]`}
	for _, tt := range []struct{ reason, name, hint string }{
		{"a letter too few", "fuzy", `; did you mean "fuzzy"?`},
		{"a letter too many", "nummeric", `; did you mean "numeric"?`},
		{"another case", "Date", `; did you mean "date"?`},
		{"two letters swapped", "exatc", `; did you mean "exact"?`},
		{"two are as similar: the first", "jarx", `; did you mean "jaro"?`},
		{"three of five letters", "funny", `; did you mean "fuzzy"?`},
		{"two of five letters", "folly", ``},
		{"none is similar", "soundex", ``},
		{"a key that a path has in quotes", "a.b", `; did you mean "[\"a.b\"]"?`},
		{"nothing", "", ``},
		{"too long for a slip", strings.Repeat("x", 1001), ``},
	} {
		t.Run(tt.reason, func(t *testing.T) { assert.Equal(t, tt.hint, words.Hint(tt.name, names)) })
	}
}
