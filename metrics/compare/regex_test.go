package compare_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/compare"
)

func TestRegex(t *testing.T) {
	form := compare.Regex{Pattern: `[A-Z]{2}\d{6}`}
	group := compare.Regex{Pattern: `(?i)inv[- ]?(\d+).*`}
	const noForm = "got does not have the form of the pattern"
	run(t, []row{
		{"the form", form, `"AB123456"`, `"AB123456"`, hit},
		{"the form, whatever the truth is", form, `"AB123456"`, `"?"`, hit},
		{"another form", form, `"AB12345"`, `"AB123456"`, compare.Comparison{Note: noForm}},
		{"more before it", form, `"xAB123456"`, `"AB123456"`, compare.Comparison{Note: noForm}},
		{"more after it", form, `"AB123456x"`, `"AB123456"`, compare.Comparison{Note: noForm}},
		{"a line break after it", form, `"AB123456\n"`, `"AB123456"`, compare.Comparison{Note: noForm}},
		{"identical, and another form", form, `"ab"`, `"ab"`, compare.Comparison{Note: noForm}},
		{"alternatives are one whole", compare.Regex{Pattern: `a|bc`}, `"abc"`, `"a"`, compare.Comparison{Note: noForm}},
		{"anchors do no harm", compare.Regex{Pattern: `^a+$`}, `"aaa"`, `"a"`, hit},
		{"the longer alternative", compare.Regex{Pattern: `a|ab`}, `"ab"`, `"a"`, hit},

		{"the group agrees", group, `"INV-17 (copy)"`, `"inv 17"`, hit},
		{"the group differs", group, `"INV-18"`, `"INV-17"`, compare.Comparison{Note: `group 1: got "18", want "17"`}},
		{"got has another form", group, `"17"`, `"INV-17"`, compare.Comparison{Note: noForm}},
		{"the truth has another form", group, `"INV-17"`, `"17"`, compare.Comparison{Note: "the truth does not have the form of the pattern"}},
		{"two groups", compare.Regex{Pattern: `(\d+)x(\d+)`}, `"2x4"`, `"2x3"`, compare.Comparison{Note: `group 2: got "4", want "3"`}},
		{"a group that took no part", compare.Regex{Pattern: `(a)?(b)?`}, `"a"`, `"b"`, compare.Comparison{Note: `group 1: got "a", want ""`}},
		{"a group that only brackets", compare.Regex{Pattern: `(?:ab)+`}, `"abab"`, `"x"`, hit},

		{"a number", compare.Regex{Pattern: `\d{4}`}, `2024`, `2023`, hit},
		{"an array", form, `["AB123456"]`, `"AB123456"`, missWith("type mismatch", "got array, want string")},
		{"the truth is an object", group, `"INV-17"`, `{}`, compare.Comparison{Note: "the truth is of type object, and only strings, numbers and bools are matched"}},
	})
	r, ok := compare.Read(group, parse(t, `"17"`))
	assert.True(t, ok)
	assert.Equal(t, compare.Reading{Why: "the truth does not have the form of the pattern"}, r)
	r, _ = compare.Read(form, parse(t, `"17"`))
	assert.Equal(t, compare.Reading{Why: "the truth does not have the form of the pattern"}, r)
	r, _ = compare.Read(form, parse(t, `"AB123456"`))
	assert.Equal(t, compare.Reading{OK: true}, r)
}

func TestRegexRefuses(t *testing.T) {
	for _, tt := range []struct{ pattern, text string }{
		{``, `compare: regex: pattern: it is missing; give one, such as compare.Regex{Pattern: "[A-Z]{2}[0-9]{6}"}`},
		{`(a`, "compare: regex: pattern: error parsing regexp: missing closing ): `(a`"},
		{`a)(b`, "compare: regex: pattern: error parsing regexp: unexpected ): `a)(b`"},
		{`(?=a)`, "compare: regex: pattern: error parsing regexp: invalid or unsupported Perl syntax: `(?=`"},
		{`(a)\1`, "compare: regex: pattern: error parsing regexp: invalid escape sequence: `\\1`"},
		{strings.Repeat("a", 1001), `compare: regex: pattern: it has 1001 bytes, want at most 1000`},
		{strings.Repeat(`(a{10}){100}`, 9), `compare: regex: pattern: it compiles to 10802 instructions, want at most 5000; repeat less`},
	} {
		err := validate(compare.Regex{Pattern: tt.pattern})
		assert.EqualError(t, err, tt.text)
		_, err = compare.Prepare(compare.Regex{Pattern: tt.pattern})
		assert.EqualError(t, err, tt.text)
		_, err = compare.Regex{Pattern: tt.pattern}.Compare(t.Context(), parse(t, `1`), parse(t, `1`))
		assert.EqualError(t, err, tt.text)
	}
	_, err := compare.Parse("regex", nil, nil)
	assert.ErrorContains(t, err, "it is missing")
}

// A text that would take long does not match.
func TestRegexOfALongText(t *testing.T) {
	rule := compare.Regex{Pattern: `(?:a?){900}b`}
	long := `"` + strings.Repeat("a", 1<<20) + `"`
	c, err := rule.Compare(t.Context(), parse(t, long), parse(t, `"b"`))
	assert.NoError(t, err)
	assert.Equal(t, compare.Comparison{Note: "got has 1048576 bytes, which is too long for the pattern"}, c)
	c, err = compare.Regex{Pattern: `a*`}.Compare(t.Context(), parse(t, long), parse(t, `"b"`))
	assert.NoError(t, err)
	assert.True(t, c.Match)
}
