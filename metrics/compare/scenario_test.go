package compare_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/compare"
)

// The scenarios of field accuracy, as far as comparators decide them; package
// eval has the others.
func TestFieldAccuracyScenarios(t *testing.T) {
	run(t, []row{
		{"exact hit", compare.Exact{}, `"INV-2024-001"`, `"INV-2024-001"`, hit},
		{"exact miss", compare.Exact{}, `"INV-2024-002"`, `"INV-2024-001"`, miss},
		{"100.02 against 100.00 within 0.05", compare.Numeric{Tolerance: 0.05}, `100.02`, `100.00`, hit},
		{"101 against 100 within 2 % relative", compare.Numeric{Tolerance: 0.02, Relative: true}, `101`, `100`, hit},
		{"105 outside 1.0", compare.Numeric{Tolerance: 1.0}, `105`, `100`, missWith("outside tolerance", "off by 5, allowed 1")},
		{"the boundary of 0.01 exactly met", compare.Numeric{Tolerance: 0.01}, `1.01`, `1.00`, hit},
		{"relative tolerance at want 0 is absolute", compare.Numeric{Tolerance: 0.05, Relative: true}, `0.05`, `0`, hit},
		{"Acme Corp against ACME CORP at 0.80", compare.Fuzzy{Threshold: 0.80}, `"Acme Corp"`, `"ACME CORP"`, hit},
		// Jaro: 14 of 14 and 14 of 21 letters match in order, (1 + 14/21 + 1)/3 = 8/9;
		// Winkler: + 4·0.1·(1 - 8/9) = 14/15.
		{"Microsoft Corp with jaro_winkler at 0.85 earns its similarity", compare.Fuzzy{Algorithm: "jaro_winkler", Threshold: 0.85},
			`"Microsoft Corp"`, `"Microsoft Corporation"`, similar(14.0 / 15)},
		{"text 100 against number 100", compare.Exact{}, `"100"`, `100`, missWith("type mismatch", "got string, want number")},
		{"NaN", compare.Numeric{Tolerance: 1}, `"NaN"`, `100`, missWith("not a number", `got "NaN" is NaN: NaN never matches`)},
		{"+Inf", compare.Numeric{Tolerance: 1}, `"+Inf"`, `100`, missWith("not a number", `got "+Inf" is infinite: an infinite number never matches`)},
		{"-Inf", compare.Numeric{Tolerance: 1}, `"-Inf"`, `100`, missWith("not a number", `got "-Inf" is infinite: an infinite number never matches`)},
		{"+Inf against +Inf", compare.Numeric{Tolerance: 1}, `"+Inf"`, `"+Inf"`, missWith("not a number", `the truth "+Inf" is infinite: an infinite number never matches`)},
	})
	t.Run("XYZ Inc against Acme Corp", func(t *testing.T) {
		c, err := compare.Fuzzy{}.Compare(t.Context(), parse(t, `"XYZ Inc"`), parse(t, `"Acme Corp"`))
		assert.NoError(t, err)
		assert.False(t, c.Match)
		assert.Zero(t, c.Score)
		assert.Less(t, c.Similarity, 0.5)
	})
}
