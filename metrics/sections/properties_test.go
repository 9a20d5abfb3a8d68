package sections_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/sections"
)

// divisions are up to five sections of up to ten pages, mostly of neighbours; no page is in two sections.
func divisions() *rapid.Generator[[]sections.Section] {
	return rapid.Custom(func(t *rapid.T) []sections.Section {
		all := make([]sections.Section, rapid.IntRange(0, 5).Draw(t, "sections"))
		for i := range all {
			all[i].Class = rapid.SampledFrom([]string{"a", "b"}).Draw(t, "class")
		}
		at := 0
		for page := range rapid.IntRange(0, 10).Draw(t, "pages") {
			if rapid.IntRange(0, 2).Draw(t, "move") == 0 {
				at = rapid.IntRange(0, len(all)).Draw(t, "section")
			}
			if at < len(all) { // else the page is in none
				all[at].Pages = append(all[at].Pages, page+1)
			}
		}
		return slices.DeleteFunc(all, func(s sections.Section) bool { return len(s.Pages) == 0 })
	})
}

// answers are divisions with a few pages that stand in several sections, or twice in one.
func answers() *rapid.Generator[[]sections.Section] {
	return rapid.Custom(func(t *rapid.T) []sections.Section {
		all := divisions().Draw(t, "division")
		for i := range all {
			all[i].Pages = append(all[i].Pages, rapid.SliceOfN(rapid.IntRange(1, 10), 0, 2).Draw(t, "more")...)
		}
		return all
	})
}

func TestBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		got, want := answers().Draw(t, "got"), divisions().Draw(t, "want")
		require.NoError(t, sections.Check(want))
		c := sections.Compare(got, want)
		homogeneity, completeness, v := c.VMeasure()
		for _, x := range []float64{homogeneity, completeness, v} {
			require.True(t, x >= 0 && x <= 1, "%v", x)
		}
		require.LessOrEqual(t, v, max(homogeneity, completeness)+1e-15)
		rand := c.AdjustedRand()
		require.True(t, rand >= -0.5 && rand <= 1, "%v", rand)
		tau, ok := c.PageOrder()
		require.Equal(t, c.Orderable > 0, ok)
		require.True(t, tau >= -1 && tau <= 1, "%v", tau)
		require.True(t, c.InOrder <= c.Orderable && c.Orderable <= c.Right && c.Right <= len(c.Pairs))
		require.Equal(t, len(want), c.Sections)
		require.LessOrEqual(t, max(c.OverSplit, c.UnderSplit)+c.Absent, c.Sections)
		require.LessOrEqual(t, c.OverSplit+c.Absent+c.Right, c.Sections)
		require.Equal(t, len(got), len(c.Pairs)+len(c.UnpairedGot))
		require.Equal(t, len(want), len(c.Pairs)+len(c.UnpairedWant))
	})
}

func TestEqualPacketsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := divisions().Draw(t, "want")
		c := sections.Compare(want, want)
		homogeneity, completeness, v := c.VMeasure()
		require.Equal(t, [4]float64{1, 1, 1, 1}, [4]float64{homogeneity, completeness, v, c.AdjustedRand()})
		require.Equal(t, [3]int{0, 0, len(want)}, [3]int{c.OverSplit, c.UnderSplit, c.Right})
		require.Equal(t, c.Orderable, c.InOrder)
		starts := c.Starts()
		require.Zero(t, starts.FP+starts.FN)
		if tau, ok := c.PageOrder(); ok {
			require.Equal(t, 1.0, tau)
		}
		for _, p := range c.Pairs {
			require.Equal(t, sections.Pair{Got: p.Want, Want: p.Want, Shared: len(want[p.Want].Pages), Similarity: 1}, p)
		}
	})
}

// A second division beside the right one is a mistake, whatever it is.
func TestASecondDivisionIsAMistake(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := divisions().Draw(t, "want")
		second := answers().Draw(t, "second")
		c := sections.Compare(slices.Concat(want, second), want)
		touched := map[int]bool{}
		for _, p := range c.Pages {
			if p.Want >= 0 && len(p.Also) > 0 {
				touched[p.Want] = true
			}
		}
		require.Equal(t, [2]int{len(touched), len(want) - len(touched)}, [2]int{c.OverSplit, c.Right})
		_, completeness, v := c.VMeasure()
		if rand := c.AdjustedRand(); len(touched) > 0 {
			require.True(t, completeness < 1 && v < 1 && rand < 1, "%v, %v, %v", completeness, v, rand)
		}
	})
}

// What the truth has to be found is the same for every answer.
func TestTheTruthAloneHasTheStarts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		got, want := answers().Draw(t, "got"), divisions().Draw(t, "want")
		c, own := sections.Compare(got, want), sections.Compare(want, want)
		starts, ownStarts := c.Starts(), own.Starts()
		require.Equal(t, ownStarts.TP, starts.TP+starts.FN)
		for _, p := range c.Pages {
			require.False(t, p.GotStart && p.Got < 0 || p.WantStart && p.Want < 0, "page %d starts a section of a side that does not have it", p.Number)
		}
	})
}

func TestTruthAndAnswerSwapped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		got, want := divisions().Draw(t, "got"), divisions().Draw(t, "want")
		c, swapped := sections.Compare(got, want), sections.Compare(want, got)
		h, k, v := c.VMeasure()
		h2, k2, v2 := swapped.VMeasure()
		require.Equal(t, [3]float64{h, k, v}, [3]float64{k2, h2, v2})
		require.Equal(t, c.AdjustedRand(), swapped.AdjustedRand())
		require.Equal(t, shared(c.Pairs), shared(swapped.Pairs))
		require.Equal(t, c.OverSplit > 0, meetsTwo(c.Pages, func(p sections.Page) (int, int) { return p.Want, p.Got }))
		require.Equal(t, swapped.OverSplit > 0, meetsTwo(c.Pages, func(p sections.Page) (int, int) { return p.Got, p.Want }))
		require.Equal(t, c.OverSplit > 0, swapped.UnderSplit > 0, "a section that one side cuts is one that the other side joins")
	})
}

func shared(pairs []sections.Pair) int {
	n := 0
	for _, p := range pairs {
		n += p.Shared
	}
	return n
}

// meetsTwo reports whether a section of one side has pages in two sections of the other.
func meetsTwo(pages []sections.Page, sides func(sections.Page) (one, other int)) bool {
	for _, p := range pages {
		for _, q := range pages {
			one, other := sides(p)
			one2, other2 := sides(q)
			if one == one2 && other != other2 && min(one, other, other2) >= 0 {
				return true
			}
		}
	}
	return false
}

func TestTheOrderOfSectionsDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		got, want := answers().Draw(t, "got"), divisions().Draw(t, "want")
		c := sections.Compare(got, want)
		shuffled := sections.Compare(rapid.Permutation(got).Draw(t, "got, shuffled"), rapid.Permutation(want).Draw(t, "want, shuffled"))
		h, k, v := c.VMeasure()
		h2, k2, v2 := shuffled.VMeasure()
		require.Equal(t, [3]float64{h, k, v}, [3]float64{h2, k2, v2}, "to the last bit")
		require.Equal(t, c.AdjustedRand(), shuffled.AdjustedRand())
		require.Equal(t, c.Starts(), shuffled.Starts())
		require.Equal(t, [4]int{c.OverSplit, c.UnderSplit, c.Absent, c.Right}, [4]int{shuffled.OverSplit, shuffled.UnderSplit, shuffled.Absent, shuffled.Right})
		require.Equal(t, shared(c.Pairs), shared(shuffled.Pairs))
	})
}

// bestPairs tries all pairings by the rule of Compare: the most shared pages, then the most equal classes, then the partners of
// the truth's sections of least index, in which len(got) is none.
func bestPairs(got, want []sections.Section) []int {
	type quality struct{ shared, equal int }
	var best quality
	var bestPartners []int
	partners := make([]int, len(want))
	used := make([]bool, len(got))
	var try func(j int, q quality)
	try = func(j int, q quality) {
		if j == len(want) {
			if bestPartners == nil || q.shared > best.shared || q.shared == best.shared && q.equal > best.equal {
				best, bestPartners = q, slices.Clone(partners) // the first one found is the earliest
			}
			return
		}
		for i, s := range got {
			common := 0
			for _, page := range want[j].Pages {
				if slices.Contains(s.Pages, page) {
					common++
				}
			}
			if common == 0 || used[i] {
				continue
			}
			with := quality{q.shared + common, q.equal}
			if s.Class == want[j].Class {
				with.equal++
			}
			used[i], partners[j] = true, i
			try(j+1, with)
			used[i] = false
		}
		partners[j] = len(got)
		try(j+1, q)
	}
	try(0, quality{})
	return bestPartners
}

// Ties are seldom: more packets than the other properties take.
func TestPairsAreTheBestOfAllPairings(t *testing.T) {
	answers, divisions := answers(), divisions()
	for n := range 4000 {
		got, want := answers.Example(2*n), divisions.Example(2*n+1)
		partners := slices.Repeat([]int{len(got)}, len(want))
		for _, p := range sections.Compare(got, want).Pairs {
			partners[p.Want] = p.Got
		}
		require.Equal(t, append([]int{}, bestPairs(got, want)...), partners, "%v against %v", got, want)
	}
}
