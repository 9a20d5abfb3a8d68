package compare_test

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
)

// The comment of Comparison.Tag names every tag.
func TestEveryTagIsNamed(t *testing.T) {
	text, err := os.ReadFile("compare.go")
	require.NoError(t, err)
	comment, rest, ok := strings.Cut(string(text), "\tTag string\n")
	require.True(t, ok)
	tags := regexp.MustCompile(`\ttag\w+ += (".*")`).FindAllStringSubmatch(rest, -1)
	assert.Greater(t, len(tags), 9)
	for _, tag := range tags {
		assert.Contains(t, comment, tag[1])
	}
}

// What the comments say of values of other types than a comparator reads.
func TestTagsOfOtherTypes(t *testing.T) {
	const mismatch = "type mismatch"
	for _, tt := range []struct {
		c         compare.Comparator
		got, want string
		match     bool
		tag       string
	}{
		{compare.Person{}, `[1]`, `[1]`, true, ""},
		{compare.Person{}, `1`, `"1"`, false, mismatch},
		{compare.Person{}, `1`, `2`, false, ""},
		{compare.URL{}, `1`, `1`, true, ""},
		{compare.URL{}, `1`, `"example.com"`, false, mismatch},
		{compare.URL{}, `"example.com"`, `1`, false, ""},
		{compare.Currency{}, `1`, `1`, true, ""},
		{compare.Currency{}, `1`, `"EUR"`, false, mismatch},
		{compare.Currency{}, `"EUR"`, `1`, false, ""},
		{compare.Code{}, `true`, `true`, true, ""},
		{compare.Code{}, `true`, `"true"`, false, mismatch},
		{compare.Bool{}, `[1]`, `true`, false, mismatch},
		{compare.Bool{}, `[1]`, `"partly"`, false, ""},
		{compare.Bool{}, `"partly"`, `"partly"`, true, ""},
		{compare.Regex{Pattern: ".*"}, `[1]`, `"x"`, false, mismatch},
		{compare.Regex{Pattern: ".*"}, `[1]`, `[1]`, false, ""},
		{compare.Class{}, `[1]`, `[1]`, false, ""},
		{compare.Class{}, `[1]`, `"a"`, false, mismatch},
		{compare.Class{Classes: []string{"a", "b"}}, `[1]`, `[1]`, false, "not a class"},
		{compare.Auto{}, `"E-Mail address"`, `"Email address"`, true, ""},
		{compare.Auto{}, `"E-Mail"`, `"Email"`, false, ""},
	} {
		got, err := tt.c.Compare(context.Background(), parse(t, tt.got), parse(t, tt.want))
		require.NoError(t, err)
		assert.Equal(t, tt.match, got.Match, "%T: got %s, want %s", tt.c, tt.got, tt.want)
		if !tt.match {
			assert.Equal(t, tt.tag, got.Tag, "%T: got %s, want %s", tt.c, tt.got, tt.want)
		}
	}
}
