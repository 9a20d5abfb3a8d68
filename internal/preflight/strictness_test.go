package preflight_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/preflight/internal/strictness"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/testdata/effort"
)

// added is a pair of texts, as JSON, of one document.
type added struct {
	got, want string
	right     bool
}

// missed returns n pairs that do not match, with the number of each in place of %d.
func missed(n int, got, want string) (all []added) {
	for i := range n {
		all = append(all, added{numbered(got, i), numbered(want, i), false})
	}
	return all
}

func matched(n int, got, want string) []added {
	all := missed(n, got, want)
	for i := range all {
		all[i].right = true
	}
	return all
}

func numbered(text string, i int) string { return strings.ReplaceAll(text, "%d", strconv.Itoa(11+i)) }

// proposal adds each pair as one of a document of its own.
func proposal(parts ...[]added) *strictness.Proposal {
	var v strictness.Values
	n := 0
	for _, part := range parts {
		for _, p := range part {
			n++
			v.Add([]byte(p.got), []byte(p.want), n, p.right)
		}
	}
	return v.Proposal()
}

// Each form and each mistake has the counts that its pairs have by hand.
func TestKnownAnswers(t *testing.T) {
	other := missed(2, `"xylo"`, `"%d"`)
	for name, test := range map[string]struct {
		parts      [][]added
		text, rule string
	}{
		"an alias": {[][]added{missed(30, `"€"`, `"EUR"`), matched(3, `"USD"`, `"USD"`)},
			"30 of 30 wrong values would match if these are right", `match: one_of, aliases: {EUR: ["€"]}`},
		"two aliases of one truth": {[][]added{missed(5, `"€"`, `"EUR"`), missed(6, `"Euro"`, `"EUR"`), missed(9, `"$"`, `"USD"`), missed(2, `"Yen"`, `"JPY"`)},
			"20 of 22 wrong values would match if these are right", `match: one_of, aliases: {EUR: ["Euro", "€"], USD: ["$"]}`},
		"a name for a code": {[][]added{missed(5, `"Germany"`, `"DE"`), missed(5, `"Norway"`, `"NO"`)},
			"10 of 10 wrong values would match if these are right", `match: one_of, aliases: {"DE": ["Germany"], "NO": ["Norway"]}`},
		"an alias beside lenient matches": {[][]added{missed(5, `"Germany"`, `"DE"`), matched(1, `"fr"`, `"FR"`)},
			"5 of 5 wrong values would match if these are right", `match: one_of, each: {match: auto}, aliases: {"DE": ["Germany"]}`},
		"another order of words": {[][]added{missed(30, `"Lind%d Ada"`, `"Ada Lind%d"`)},
			"30 of 30 wrong values have the words of the truth in another order", "match: fuzzy, algorithm: token_sort, threshold: 1"},
		"another order of words, with a comma": {[][]added{missed(3, `"Lind, Ada"`, `"Ada Lind"`), missed(3, `"Karlsen, Bo"`, `"Bo Karlsen"`)},
			"6 of 6 wrong values have the words of the truth in another order", "match: person"},
		"case": {[][]added{missed(30, `"ab%dc"`, `"AB%dC"`), matched(2, `"XY"`, `"XY"`)},
			"30 of 30 wrong values have the letters of the truth in another case", "match: exact, fold_case: true"},
		"a prefix":       {[][]added{missed(30, `"INV-%d"`, `"%d"`), other}, `30 of 32 wrong values have "INV-" before the truth`, ""},
		"a lacking one":  {[][]added{missed(30, `"%d"`, `"INV-%d"`)}, `30 of 30 wrong values lack "INV-", with which the truths begin`, ""},
		"a suffix":       {[][]added{missed(30, `"Acme %dx GmbH"`, `"Acme %dx"`)}, `30 of 30 wrong values have "GmbH" behind the truth`, ""},
		"a lacking mark": {[][]added{missed(30, `"%dx"`, `"%dx (net)"`)}, `30 of 30 wrong values lack "(net)", with which the truths end`, ""},
		"a unit":         {[][]added{missed(30, `"%d kg"`, `%d`)}, `30 of 30 wrong values have "kg" behind the truth`, "match: numeric"},
		"a percent sign": {[][]added{missed(30, `"%d"`, `"%d %"`)}, `30 of 30 wrong values lack "%", with which the truths end`, "match: numeric"},
		"a factor":       {[][]added{missed(29, `%d00`, `%d`), other}, "29 of 31 wrong values are 100 times the truth", ""},
		"a fraction":     {[][]added{missed(29, `"%d.5"`, `"%d500"`)}, "29 of 29 wrong values are 1/1000 times the truth", ""},
		"a sign":         {[][]added{missed(7, `-%d.50`, `"%d.5"`)}, "7 of 7 wrong values are the truth with the other sign", ""},
		"a day":          {[][]added{missed(9, `"2026-03-%d"`, `"20%d-01-01"`), days9(-1)}, "9 of 18 wrong values are the day before the truth", ""},
		"milliseconds for dates": {[][]added{missed(9, `17097%d200000`, `"2024-03-06"`), missed(9, `17095%d200000`, `"2024-03-04"`), other},
			"18 of 20 wrong values are the date of the truth as milliseconds since 1970, which no rule reads: let the program write 2024-03-01", ""},
		"dates for seconds": {[][]added{missed(9, `"5 March 2024"`, `17096%d200.5`), missed(9, `"2024-03-04T01:00:00+01:00"`, `"17095%d200"`)},
			"18 of 18 wrong values are the date that the truth has as seconds since 1970, which no rule reads: write the truths as 2024-03-01", ""},
		"lists for dates": {[][]added{missed(9, `[2024,3,%d]`, `"2024-03-%d"`), missed(4, `[2024,3,%d,12,30]`, `"2024-03-%d 12:30"`)},
			"13 of 13 wrong values are the date of the truth as a list of year, month, day, which no rule reads: let the program write 2024-03-01", ""},
		"day and month": {[][]added{missed(2, `"2026-03-%d"`, `"2026-%d-03"`), missed(3, `"0%d/2026"`, `"x%d"`), swapped()}, "9 of 12 wrong values are the truth with day and month exchanged", ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := proposal(test.parts...)
			require.NotNil(t, p)
			assert.Equal(t, test.text, p.String())
			assert.Equal(t, test.rule, p.Rule(spectext.YAML, "auto", "leaf", strictness.MaxListed))
		})
	}
}

// days9 has dates that are some days from the truth.
func days9(days int) (all []added) {
	for i := range 9 {
		all = append(all, added{fmt.Sprintf(`"2026-04-%02d"`, 10+i+days), fmt.Sprintf(`"2026-04-%02d"`, 10+i), false})
	}
	return all
}

// swapped has dates in numbers whose day and month are exchanged.
func swapped() (all []added) {
	for i := range 7 {
		all = append(all, added{fmt.Sprintf(`"0%d/09/2026"`, i+1), fmt.Sprintf(`"09/0%d/2026"`, i+1), false})
	}
	return all
}

// The column of a table whose values stand one row too low has the truth of the row above, but for the first row.
func TestRowsAreShifted(t *testing.T) {
	var v, few strictness.Values
	for number := 1; number <= 6; number++ {
		for row := range 5 {
			cell := func(row int) []byte { return fmt.Appendf(nil, "%d", number*1000+row*37) }
			v.Add(cell(row-1), cell(row), number, false)
			few.Add(fmt.Appendf(nil, "%d", (row+1)%2), fmt.Appendf(nil, "%d", row%2), number, false)
		}
	}
	assert.Equal(t, "24 of 30 wrong values are the truth of the row before", v.Proposal().String())
	assert.Nil(t, few.Proposal(), "with two values, the next row has the answer's by chance")
}

// Nothing is proposed that people would have to refuse.
func TestGuards(t *testing.T) {
	for name, parts := range map[string][][]added{
		"four documents":                    {missed(4, `"€"`, `"EUR"`)},
		"an alias in four of many":          {missed(4, `"€"`, `"EUR"`), missed(4, `"Dollar"`, `"USD"`)},
		"one value of a form":               {missed(30, `"Lind Ada"`, `"Ada Lind"`), matched(1, `"Lind Ada"`, `"Lind Ada"`)},
		"the alias is also a truth":         {missed(30, `"receipt"`, `"invoice"`), matched(1, `"receipt"`, `"receipt"`)},
		"the alias is a truth that fails":   {missed(30, `"receipt"`, `"invoice"`), missed(1, `"bill"`, `"Receipt"`)},
		"the alias stands for two truths":   {missed(30, `"paper"`, `"invoice"`), missed(1, `"paper"`, `"receipt"`)},
		"the alias matches another truth":   {missed(30, `"paper"`, `"invoice"`), matched(1, `"Paper"`, `"papers"`)},
		"lists of other dates":              {missed(9, `[2024,4,%d]`, `"2024-03-%d"`), missed(9, `[2024,3,%d,1,1,1,1,1]`, `"2024-03-%d"`), missed(9, `[2024,13,%d]`, `"2025-01-%d"`)},
		"times of other days":               {missed(9, `17097%d200000`, `"2024-04-06"`), missed(9, `17095%d20000`, `"2024-03-04"`)},
		"two codes":                         {missed(30, `"USD"`, `"EUR"`)},
		"codes with digits":                 {missed(30, `"A17"`, `"B17"`)},
		"amounts":                           {missed(30, `"12.50"`, `"13.50"`)},
		"numbers":                           {missed(30, `3`, `4`)},
		"addresses":                         {missed(30, `"ada@lind.example"`, `"bo@lind.example"`)},
		"a mark alone":                      {missed(30, `"Acme-Ltd"`, `"Acme Ltd"`)},
		"no value":                          {missed(30, `"unknown"`, `"invoice"`)},
		"under a third of the mistakes":     {missed(9, `"bill"`, `"invoice"`), missed(19, `"paper%d"`, `"invoice"`)},
		"two numbers would be one":          {missed(30, `"INV-%d"`, `"%d"`), matched(1, `"INV-12"`, `"INV-12"`)},
		"two names would be one":            {missed(30, `"Lind%d Ada"`, `"Ada Lind%d"`), matched(1, `"Lind12 Ada"`, `"Lind12 Ada"`)},
		"two codes would be one, by case":   {missed(30, `"ab%d"`, `"AB%d"`), matched(1, `"ab12"`, `"ab12"`)},
		"under a quarter":                   {missed(9, `%d00`, `%d`), missed(28, `"x"`, `"y%d"`)},
		"a shift of a date with two orders": {missed(8, `"02/%d/2026"`, `"02/%d/2025"`)},
	} {
		t.Run(name, func(t *testing.T) { assert.Nil(t, proposal(parts...)) })
	}
}

// A rule that would make a match of today wrong is not written, and neither is one that joins truths.
func TestARuleKeepsMatches(t *testing.T) {
	names := missed(30, `"Lind%d Ada"`, `"Ada Lind%d"`)
	assert.NotEmpty(t, proposal(names).Option)
	assert.Empty(t, proposal(names, matched(1, `"one"`, `"two"`)).Option)
	assert.Empty(t, proposal(missed(30, `"%d kg"`, `"%d"`), matched(1, `"18.0"`, `"18.0"`)).Option, "18 and 18.0 are two truths")
}

// A pair that was left out may contradict an alias: at most 512 different pairs that match are kept, of texts of at most 100 bytes.
func TestAliasesNeedAllPairs(t *testing.T) {
	aliases := missed(30, `"€"`, `"EUR"`)
	assert.NotNil(t, proposal(aliases, matched(512, `"x%d"`, `"x%d"`)))
	assert.Nil(t, proposal(aliases, matched(513, `"x%d"`, `"x%d"`)))
	long := strconv.Quote(fmt.Sprintf("%0100d", 1))
	assert.NotNil(t, proposal(aliases, matched(1, long, long)), "both are longer than any alias")
	assert.Nil(t, proposal(aliases, matched(1, `"€"`, long)))
}

func TestNotations(t *testing.T) {
	currency := proposal(missed(5, `"€"`, `"EUR"`), missed(5, `"$"`, `"USD"`))
	country := proposal(missed(5, `"Germany"`, `"DE"`), matched(1, `"fr"`, `"FR"`))
	name := proposal(missed(30, `"Lind%d Ada"`, `"Ada Lind%d"`))
	for _, test := range []struct {
		p           *strictness.Proposal
		n           spectext.Notation
		match, kind string
		want        string
	}{
		{currency, spectext.YAML, "one_of", "leaf", `match: one_of, aliases: {EUR: ["€"], USD: ["$"]}`},
		{currency, spectext.YAML, "class", "leaf", `match: class, aliases: {EUR: ["€"], USD: ["$"]}`},
		{currency, spectext.YAML, "exact", "set", `each: {match: one_of, aliases: {EUR: ["€"], USD: ["$"]}}`},
		{currency, spectext.Tags, "exact", "leaf", `compare.OneOf{Aliases: map[string][]string{"EUR": {"€"}, "USD": {"$"}}}`},
		{country, spectext.Go, "fuzzy", "leaf", `compare.OneOf{Each: compare.Fuzzy{}, Aliases: map[string][]string{"DE": {"Germany"}}}`},
		{currency, spectext.YAML, "regex", "leaf", ""},
		{name, spectext.Tags, "exact", "leaf", `eval:"fuzzy,algorithm=token_sort,threshold=1"`},
		{name, spectext.Go, "exact", "leaf", `compare.Fuzzy{Algorithm: "token_sort", Threshold: 1}`},
		{name, spectext.YAML, "exact", "map", `each: {match: fuzzy, algorithm: token_sort, threshold: 1}`},
		{name, spectext.YAML, "class", "leaf", ""},
	} {
		assert.Equal(t, test.want, test.p.Rule(test.n, test.match, test.kind, strictness.MaxListed))
	}
}

// Two parts propose what both do.
func TestPlus(t *testing.T) {
	euro, dollar := missed(5, `"€"`, `"EUR"`), missed(6, `"$"`, `"USD"`)
	both := proposal(euro, dollar).Plus(proposal(euro, matched(9, `"USD"`, `"USD"`)))
	assert.Equal(t, &strictness.Proposal{Kind: strictness.Aliases, Aliases: []strictness.Alias{{Truth: "EUR", Text: "€", Values: 10}}, Wrong: 16, Explained: 10}, both)
	assert.Nil(t, proposal(euro).Plus(proposal(dollar)))
	assert.Nil(t, proposal(euro).Plus(nil))
	assert.Nil(t, proposal(missed(9, `%d00`, `%d`)).Plus(proposal(missed(9, `%d0`, `%d`))))
	assert.Equal(t, "18 of 18 wrong values are 10 times the truth", proposal(missed(9, `%d0`, `%d`)).Plus(proposal(missed(9, `%d0`, `%d`))).String())
}

// Of random pairs of a few texts, a proposal does not depend on their order; no alias is the text of a truth, an answer to
// another truth, or a pair that matches; and a rule matches what matches today.
func TestProposalsContradictNoMatch(t *testing.T) {
	texts := [][2]string{{"€", "EUR"}, {"$", "USD"}, {"Euro", "EUR"}, {"Germany", "DE"}, {"Lind Ada", "Ada Lind"}, {"Karl, Bo", "Bo Karl"}, {"Young Cy", "Cy Young"},
		{"INV-7", "7"}, {"INV-8", "8"}, {"8", "INV-8"}, {"ab", "AB"}, {"cd", "CD"}, {"AB", "ab"}, {"EUR", "USD"}, {"Lind Ada", "EUR"}, {"€", "¥"}}
	rand := rand.New(rand.NewSource(1))
	found := map[strictness.Kind]int{}
	for range effort.Size(200, 400) {
		first, few := rand.Intn(len(texts)), 1+rand.Intn(4)
		var all []added
		for len(all) < 40 {
			text := texts[(first+rand.Intn(few))%len(texts)]
			p := added{strconv.Quote(text[0]), strconv.Quote(text[1]), false}
			if rand.Intn(3) == 0 {
				p = added{p.want, p.want, true}
			}
			all = append(all, p)
		}
		if rand.Intn(4) == 0 {
			all[0] = added{`"one"`, `"two"`, true} // by a lenient comparator
		}
		p := proposal(all)
		rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		require.Equal(t, p, proposal(all))
		if p == nil {
			continue
		}
		found[p.Kind]++
		for _, a := range p.Aliases {
			for _, pair := range all {
				require.NotEqual(t, strconv.Quote(a.Text), pair.want)
				if pair.got == strconv.Quote(a.Text) {
					require.Equal(t, strconv.Quote(a.Truth), pair.want)
				}
			}
		}
		if p.Option != "" {
			requireMatches(t, p.Option, all)
		}
	}
	assert.Greater(t, found[strictness.Aliases], 10)
	assert.Greater(t, min(found[strictness.Words], found[strictness.Before], found[strictness.Case]), 3)
}

// requireMatches requires that the rule matches the pairs that match, and no two truths that differ in more than case.
func requireMatches(t *testing.T, rule string, all []added) {
	t.Helper()
	spec, err := eval.ParseSpec([]byte("fields: [{path: a, "+rule+"}]"), nil)
	require.NoError(t, err)
	comparator, err := compare.Prepare(spec.Fields[0].Match)
	require.NoError(t, err)
	for _, p := range all {
		got, want := parsed(t, p.got), parsed(t, p.want)
		judged, err := comparator.Compare(context.Background(), got, want)
		require.NoError(t, err)
		require.True(t, judged.Match || !p.right, "%s %s", rule, p)
		for _, other := range all {
			judged, err := comparator.Compare(context.Background(), parsed(t, other.want), want)
			require.NoError(t, err)
			require.False(t, judged.Match && compare.Fold(other.want) != compare.Fold(p.want), "%s joins %s and %s", rule, p.want, other.want)
		}
	}
}

func parsed(t *testing.T, text string) document.Value {
	t.Helper()
	v, err := document.Parse([]byte(text))
	require.NoError(t, err)
	return v
}

// Whatever answers have, nothing panics, and what is kept is bounded.
func FuzzValues(f *testing.F) {
	f.Add(`"€"`, `"EUR"`, `12`, "x")
	f.Add(`{"a":`, ``, `[1]`, "03/04/2026")
	f.Fuzz(func(t *testing.T, a, b, c, d string) {
		quoted, err := json.Marshal(d)
		require.NoError(t, err)
		var v strictness.Values
		all := []string{a, b, c, string(quoted)}
		for i := range 64 {
			v.Add([]byte(all[i%4]), []byte(all[i/4%4]), i+1, i%3 == 0)
		}
		if p := v.Proposal(); p != nil {
			_, _ = p.String(), p.Rule(spectext.YAML, "auto", "leaf", strictness.MaxListed)
			require.LessOrEqual(t, p.Explained, p.Wrong)
		}
	})
}

// A million different wrong values of a field.
func BenchmarkMillionMisses(b *testing.B) {
	for b.Loop() {
		var v strictness.Values
		var got, want []byte
		for i := range 1_000_000 {
			got = strconv.AppendInt(got[:0], int64(i)*700, 10)
			want = strconv.AppendInt(want[:0], int64(i)*7, 10)
			v.Add(got, want, i+1, false)
		}
		if p := v.Proposal(); p == nil || p.Kind != strictness.Times {
			b.Fatal(p)
		}
	}
}
