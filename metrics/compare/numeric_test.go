package compare_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/compare"
)

func TestNumeric(t *testing.T) {
	within := func(tolerance float64) compare.Numeric { return compare.Numeric{Tolerance: tolerance} }
	relative := func(tolerance float64) compare.Numeric {
		return compare.Numeric{Tolerance: tolerance, Relative: true}
	}
	format := func(name string) compare.Numeric { return compare.Numeric{Format: name} }
	outside := func(note string) compare.Comparison { return missWith("outside tolerance", note) }
	off := func(note string) compare.Comparison { return missWith("", "off by "+note) }
	exact := compare.Numeric{}
	run(t, []row{
		{"equal", exact, `1889`, `1889.00`, hit},
		{"not equal", exact, `1889.01`, `1889`, off("0.01")},
		{"the boundary is within", within(0.1), `1.1`, `1.0`, hit},
		{"on the other side, too", within(0.1), `0.9`, `1.0`, hit},
		{"just beyond the boundary", within(0.1), `1.1000000000000000001`, `1.0`, outside("off by 0.1000000000000000001, allowed 0.1")},
		{"relative", relative(0.02), `101`, `100`, hit},
		{"relative to the truth, whatever its sign", relative(0.02), `-102`, `-100`, hit},
		{"outside relative", relative(0.02), `103`, `100`, outside("off by 3, allowed 2")},
		{"relative to 0 is absolute", relative(0.02), `0.02`, `0`, hit},
		{"relative to 0, outside", relative(0.02), `0.03`, `0.00`, outside("off by 0.03, allowed 0.02")},

		{"half a digit of the truth", compare.Numeric{HalfDigit: true}, `1.505`, `1.50`, hit},
		{"more than half a digit", compare.Numeric{HalfDigit: true}, `1.506`, `1.50`, outside("off by 0.006, allowed 0.005")},
		{"half a digit widens", compare.Numeric{HalfDigit: true, Tolerance: 0.01}, `1.51`, `1.50`, hit},

		{"text against number", exact, `"1889"`, `1889`, hit},
		{"grouped", exact, `"1,889.00"`, `1889`, hit},
		{"grouped the other way", exact, `"1.889,00 €"`, `1889`, hit},
		{"accounting brackets", exact, `"(1,889.00)"`, `-1889`, hit},
		{"trailing minus", exact, `"5-"`, `-5`, hit},
		{"Unicode minus", exact, `"−5"`, `-5`, hit},
		{"percent in got", exact, `"5%"`, `5`, hitWith("got: percent sign dropped")},
		{"percent on both sides", exact, `"5%"`, `"5.0 %"`, hitWith("both: percent sign dropped")},
		{"ambiguous", exact, `"1.889"`, `1.889`, hitWith("got: ambiguous separator: read as 1.889 (us), would be 1889 (eu)")},
		{"ambiguous and wrong", exact, `"1.889"`, `1889`, off("1887.111; got: ambiguous separator: read as 1.889 (us), would be 1889 (eu)")},
		{"not ambiguous in eu", format("eu"), `"1.889"`, `1889`, hit},
		{"us", format("us"), `"1,889"`, `1889`, hit},
		{"swiss", format("swiss"), `"1'889.50"`, `1889.5`, hit},
		{"indian", format("indian"), `"12,34,567"`, `1234567`, hit},

		{"bool", exact, `true`, `1`, missWith("type mismatch", "got bool, want number, and only numbers and strings are read as numbers")},
		{"array", exact, `[1]`, `1`, missWith("type mismatch", "got array, want number, and only numbers and strings are read as numbers")},
		{"truth is an object", exact, `1`, `{}`, missWith("type mismatch", "got number, want object, and only numbers and strings are read as numbers")},
	})
}

// What is no number matches nothing, not even the same text.
func TestNumericNotANumber(t *testing.T) {
	for _, text := range []string{`"NaN"`, `"nan"`, `"Inf"`, `"+Inf"`, `"-Infinity"`, `"12abc"`, `"1,23,4"`, `"n/a"`, `"--"`, `" "`, `"1.2.3,4"`} {
		for _, want := range []string{text, `12`} {
			c, err := compare.Numeric{}.Compare(t.Context(), parse(t, text), parse(t, want))
			assert.NoError(t, err)
			assert.False(t, c.Match, text)
			assert.Zero(t, c.Score, text)
			assert.Equal(t, "not a number", c.Tag, text)
			side := "got "
			if want == text {
				side = "the truth "
			}
			assert.True(t, strings.HasPrefix(c.Note, side), c.Note)
		}
	}
	run(t, []row{
		{"junk says why", compare.Numeric{}, `"12abc"`, `12`, missWith("not a number", `got "12abc" is not a number: unexpected "abc" after the digits`)},
		{"so does NaN", compare.Numeric{}, `"NaN"`, `12`, missWith("not a number", `got "NaN" is NaN: NaN never matches`)},
	})
	// A hostile text makes no long note.
	c, err := compare.Numeric{}.Compare(t.Context(), parse(t, `"`+strings.Repeat("x", 10_000)+`"`), parse(t, `1`))
	assert.NoError(t, err)
	assert.Less(t, len(c.Note), 200)
	c, err = compare.Numeric{}.Compare(t.Context(), parse(t, `1e999999999`), parse(t, `1`))
	assert.NoError(t, err)
	assert.Equal(t, "not a number", c.Tag)
}

func TestNumericValidate(t *testing.T) {
	for name, tt := range map[string]struct {
		rule compare.Numeric
		text string
	}{
		"format":   {compare.Numeric{Format: "french"}, `compare: numeric: format: unknown value "french"; valid are auto, us, eu, swiss, indian, plain`},
		"negative": {compare.Numeric{Tolerance: -1}, `compare: numeric: tolerance: got -1, want a number that is finite and not negative`},
		"NaN":      {compare.Numeric{Tolerance: math.NaN()}, `compare: numeric: tolerance: got NaN, want a number that is finite and not negative`},
		"infinite": {compare.Numeric{Tolerance: math.Inf(1)}, `compare: numeric: tolerance: got +Inf, want a number that is finite and not negative`},
	} {
		t.Run(name, func(t *testing.T) {
			assert.EqualError(t, tt.rule.Validate(), tt.text)
			_, err := compare.Prepare(tt.rule)
			assert.EqualError(t, err, tt.text)
			_, err = tt.rule.Compare(t.Context(), parse(t, `1`), parse(t, `1`))
			assert.EqualError(t, err, tt.text)
		})
	}
}
