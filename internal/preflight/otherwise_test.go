package preflight

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/eval"
)

// pairsOf returns n pairs of a truth and an answer of one field.
func pairsOf(n int, want, got string) (pairs [][2]string) {
	for i := range n {
		pairs = append(pairs, [2]string{fmt.Sprintf(`{"v": `+want+`}`, i+1), fmt.Sprintf(`{"v": `+got+`}`, i+1)})
	}
	return pairs
}

func TestAnotherComparatorWouldMatch(t *testing.T) {
	const proposes = ", or let evalreport init propose a spec"
	for _, tt := range []struct {
		name, spec, want, got string
		text                  []string
	}{
		{"numbers as texts", `fields: [{path: v, match: exact}]`, `"%d.50"`, `"%d.5"`,
			[]string{`"v": exact matches 0 of 62 answers; numeric would match 62 of 62 that were tried: write match: numeric` + proposes}},
		{"by default", `{}`, `"%d.50"`, `"%d.5"`,
			[]string{`"v": auto matches 0 of 62 answers; numeric would match 62 of 62 that were tried: write match: numeric` + proposes}},
		{"dates", `fields: [{path: v, match: exact}]`, `"20%02d-03-01"`, `"1 March 20%02d"`,
			[]string{`"v": exact matches 0 of 62 answers; date would match 62 of 62 that were tried: write match: date` + proposes}},
		{"separators of a code", `fields: [{path: v, match: exact}]`, `"DE-%04d"`, `"DE %04d"`,
			[]string{`"v": exact matches 0 of 62 answers; code would match 62 of 62 that were tried: write match: code` + proposes}},
		{"case", `fields: [{path: v, match: exact}]`, `"Acme %d Ltd"`, `"ACME %d LTD"`,
			[]string{`"v": exact matches 0 of 62 answers; auto would match 62 of 62 that were tried: write match: auto` + proposes}},
		{"a letter", `fields: [{path: v, match: exact}]`, `"Northwind Traders and Sons %d"`, `"Northwind Tradors and Sons %d"`,
			[]string{`"v": exact matches 0 of 62 answers; fuzzy would match 62 of 62 that were tried: write match: fuzzy` + proposes}},
		{"another value", `fields: [{path: v, match: exact}]`, `"%d.50"`, `"9%d.75"`, []string{}},
		{"the stated comparator", `fields: [{path: v, match: numeric}]`, `%d`, `%d.5`, []string{}},
		{"right", `fields: [{path: v, match: exact}]`, `"%d.50"`, `"%d.50"`, []string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := answered(t, tt.spec, pairsOf(62, tt.want, tt.got)...)
			assert.Equal(t, tt.text, texts(e.Findings()))
		})
	}
}

// By hand: 3 right of 62 are under one in 20, 4 are over it; 53 of 59 are under nine of ten, and 54 are over it; 16 wrong of 64 are
// a quarter, 15 of 63 are less.
func TestHowFewAreRight(t *testing.T) {
	const spec = `fields: [{path: v, match: exact}]`
	mixed := func(want, got string, right, would, wrong int) []Finding {
		pairs := pairsOf(right, want, want)
		pairs = append(pairs, pairsOf(would, want, got)...)
		return answered(t, spec, append(pairs, pairsOf(wrong, want, `"none %d"`)...)...).Findings()
	}
	numbers := func(right, would, wrong int) []Finding { return mixed(`"%d.50"`, `"%d.5"`, right, would, wrong) }
	names := func(right, would, wrong int) []Finding {
		return mixed(`"Acme %d Ltd"`, `"ACME %d LTD"`, right, would, wrong)
	}
	assert.Len(t, names(3, 59, 0), 1)
	assert.Empty(t, names(4, 58, 0))
	assert.Empty(t, names(0, 2, 0), "too few to say")
	assert.Len(t, names(0, 54, 5), 1)
	assert.Empty(t, names(0, 53, 6))
	assert.Len(t, numbers(48, 16, 0), 1)
	assert.Empty(t, numbers(48, 15, 0))

	found := numbers(3, 59, 0)
	assert.Equal(t, `"v": exact matches 3 of 62 answers; numeric would match 59 of 59 that were tried: write match: numeric, or let evalreport init propose a spec`, found[0].Text)
	written, err := eval.ParseSpec([]byte(spec), nil)
	require.NoError(t, err)
	repaired, err := eval.ParseSpec([]byte(`fields: [{path: v, match: numeric}]`), nil)
	require.NoError(t, err)
	assert.Equal(t, repaired.Fields, Repair(written, found).Fields)
}

// Two parts of a data set say together what each is too small to say.
func TestComparedAddsUp(t *testing.T) {
	const spec = `fields: [{path: v, match: exact}]`
	part := func() Evidence { return answered(t, spec, pairsOf(2, `"%d.50"`, `"%d.5"`)...) }
	assert.Empty(t, part().Findings())
	assert.Len(t, part().Plus(part()).Findings(), 1)
}

// Of many wrong values, 64 are tried: the same ones, whatever their order.
func TestASampleIsTried(t *testing.T) {
	const spec = `fields: [{path: v, match: exact}]`
	pairs := append(pairsOf(500, `"%d.50"`, `"%d.5"`), pairsOf(500, `"%d.50"`, `"none %d"`)...)
	e := answered(t, spec, pairs...)
	require.Len(t, e.Compared, 1)
	assert.Equal(t, 64, e.Compared[0].Tried)
	assert.InDelta(t, 32, e.Compared[0].Would["match: numeric"], 16, "half of 64, within four standard errors")
	slices.Reverse(pairs)
	assert.Equal(t, e.Compared, answered(t, spec, pairs...).Compared)
}
