package sections_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/sections"
)

// packet reads sections in the form "invoice:1-3,7 letter:4".
func packet(text string) []sections.Section {
	var all []sections.Section
	for _, s := range strings.Fields(text) {
		class, pages, _ := strings.Cut(s, ":")
		v, err := document.Of(strconv.Quote(pages))
		if err != nil {
			panic(err)
		}
		numbers, err := sections.ReadPages(v)
		if err != nil {
			panic(err)
		}
		all = append(all, sections.Section{Class: class, Pages: numbers})
	}
	return all
}

// counts are those of a Comparison, in its order.
type counts struct{ sections, overSplit, underSplit, absent, right, orderable, inOrder int }

// starts are true positives (both sides), false positives (the answer alone) and false negatives (the truth alone).
type starts struct{ tp, fp, fn int }

// agreement is homogeneity, completeness and the adjusted Rand index.
type agreement struct{ homogeneity, completeness, rand float64 }

// All numbers are worked out by hand; a fraction of logarithms is an entropy times the number of pages.
func TestCompare(t *testing.T) {
	ln := math.Log
	type pairs [][2]int // of indices, got and want
	for _, test := range []struct {
		name, want, got string
		pairs           pairs
		counts          counts
		starts          starts
		agreement       agreement
	}{
		// Nothing to tell apart: 1, as scikit-learn has it.
		{"no sections at all", "", "", nil, counts{}, starts{}, agreement{1, 1, 1}},
		{"one page", "a:1", "a:1", pairs{{0, 0}}, counts{1, 0, 0, 0, 1, 0, 0}, starts{}, agreement{1, 1, 1}},
		{"one page, in no section of the answer", "a:1", "", nil, counts{1, 0, 0, 1, 0, 0, 0}, starts{}, agreement{1, 1, 1}},
		{"one section", "a:1-9", "a:1-9", pairs{{0, 0}}, counts{1, 0, 0, 0, 1, 1, 1}, starts{}, agreement{1, 1, 1}},
		{"one page each", "a:1 a:2 b:3", "a:1 a:2 b:3", pairs{{0, 0}, {1, 1}, {2, 2}}, counts{3, 0, 0, 0, 3, 0, 0}, starts{2, 0, 0}, agreement{1, 1, 1}},

		// Right ones.
		{"equal", "a:1-3 b:4-5", "a:1-3 b:4-5", pairs{{0, 0}, {1, 1}}, counts{2, 0, 0, 0, 2, 2, 2}, starts{1, 0, 0}, agreement{1, 1, 1}},
		{"listed in another order", "a:1-3 b:4-5", "b:4-5 a:1-3", pairs{{1, 0}, {0, 1}}, counts{2, 0, 0, 0, 2, 2, 2}, starts{1, 0, 0}, agreement{1, 1, 1}},
		{"of another class", "a:1-3 b:4-5", "x:1-3 y:4-5", pairs{{0, 0}, {1, 1}}, counts{2, 0, 0, 0, 2, 2, 2}, starts{1, 0, 0}, agreement{1, 1, 1}},
		{"pages backwards", "a:1-3", "a:3,2,1", pairs{{0, 0}}, counts{1, 0, 0, 0, 1, 1, 0}, starts{}, agreement{1, 1, 1}},
		{"a page twice", "a:1-2", "a:1,1,2", pairs{{0, 0}}, counts{1, 0, 0, 0, 1, 1, 1}, starts{}, agreement{1, 1, 1}},
		{"a section goes on after another: two starts", "a:1,3 b:2", "a:1,3 b:2", pairs{{0, 0}, {1, 1}}, counts{2, 0, 0, 0, 2, 1, 1}, starts{2, 0, 0}, agreement{1, 1, 1}},

		// Cut: over-split, starts invented, not complete.
		{"cut in halves, the first is the partner", "a:1-4", "a:1-2 a:3-4", pairs{{0, 0}}, counts{1, 1, 0, 0, 0, 0, 0}, starts{0, 1, 0}, agreement{1, 0, 0}},
		{"cut in halves, the one of equal class is the partner", "a:1-4", "b:1-2 a:3-4", pairs{{1, 0}}, counts{1, 1, 0, 0, 0, 0, 0}, starts{0, 1, 0}, agreement{1, 0, 0}},
		{"cut in unequal parts, the greater is the partner, whatever its class", "a:1-3", "a:1 b:2-3", pairs{{1, 0}}, counts{1, 1, 0, 0, 0, 0, 0}, starts{0, 1, 0}, agreement{1, 0, 0}},
		{"cut into single pages", "a:1-3", "a:1 a:2 a:3", pairs{{0, 0}}, counts{1, 1, 0, 0, 0, 0, 0}, starts{0, 2, 0}, agreement{1, 0, 0}},
		// Ordered pairs of pages in one group: 6 in want, 2 in got, 2 in both; 12 in all: 2(2*6-0)/(6*10+2*6).
		{
			"one of two cut", "a:1-3 b:4", "a:1-2 a:3 b:4", pairs{{0, 0}, {2, 1}}, counts{2, 1, 0, 0, 1, 0, 0}, starts{1, 1, 0},
			agreement{1, 1 - (2*ln(3./2)+ln(3))/(2*ln(2)+2*ln(4)), 1. / 3},
		},

		// Joined: under-split, starts missed, not homogeneous.
		{"joined", "a:1-2 b:3-4", "a:1-4", pairs{{0, 0}}, counts{2, 0, 2, 0, 0, 0, 0}, starts{0, 0, 1}, agreement{0, 1, 0}},
		{"joined, of the class of the second", "a:1-2 b:3-4", "b:1-4", pairs{{0, 1}}, counts{2, 0, 2, 0, 0, 0, 0}, starts{0, 0, 1}, agreement{0, 1, 0}},
		{
			"one of two cut, the other way round", "a:1-2 a:3 b:4", "a:1-3 b:4", pairs{{0, 0}, {1, 2}}, counts{3, 0, 2, 0, 1, 0, 0}, starts{1, 0, 1},
			agreement{1 - (2*ln(3./2)+ln(3))/(2*ln(2)+2*ln(4)), 1, 1. / 3},
		},
		{"a start after pages that nobody has", "a:1-2 b:9", "a:1-2,9", pairs{{0, 0}}, counts{2, 0, 2, 0, 0, 0, 0}, starts{0, 0, 1}, agreement{0, 1, 0}},

		// Both.
		// In one group: 12 in want, 2+12 in got, 2+6 in both; 30 in all: 2(8*12-6*4)/(12*16+14*18) = 144/444.
		{
			"a start one page early", "a:1-3 b:4-6", "a:1-2 b:3-6", pairs{{0, 0}, {1, 1}}, counts{2, 1, 2, 0, 0, 0, 0}, starts{0, 1, 1},
			agreement{1 - (ln(4)+3*ln(4./3))/(6*ln(2)), 1 - (2*ln(3./2)+ln(3))/(2*ln(3)+4*ln(3./2)), 12. / 37},
		},
		// In one group: 4 in want, 2 in got, none in both; 12 in all: 2(0*6-2*4)/(4*10+2*8) = -16/56.
		{"a chain", "a:1-2 a:3-4", "a:1 a:2-3 a:4", pairs{{0, 0}, {1, 1}}, counts{2, 2, 2, 0, 0, 0, 0}, starts{0, 2, 1}, agreement{1. / 2, 1. / 3, -2. / 7}},
		// In one group: 4 in want, 4 in got, none in both; 12 in all: 2(0*4-4*4)/(4*8+4*8), the least that there is.
		{"pages in turn", "a:1-2 b:3-4", "a:1,3 b:2,4", pairs{{0, 0}, {1, 1}}, counts{2, 2, 2, 0, 0, 0, 0}, starts{1, 2, 0}, agreement{0, 0, -1. / 2}},

		// Pages that one side has alone belong to "no section" of the other.
		{"a missing section leaves a group", "a:1-2 b:3", "a:1-2", pairs{{0, 0}}, counts{2, 0, 0, 1, 1, 1, 1}, starts{0, 0, 1}, agreement{1, 1, 1}},
		{"no answer", "a:1-2 b:3", "", nil, counts{2, 0, 0, 2, 0, 0, 0}, starts{0, 0, 1}, agreement{0, 1, 0}},
		{"no truth", "", "a:1-2 b:3", nil, counts{}, starts{0, 1, 0}, agreement{1, 0, 0}},
		{"a page too many joins nothing", "a:1-2", "a:1-3", pairs{{0, 0}}, counts{1, 0, 0, 0, 0, 0, 0}, starts{}, agreement{0, 1, 0}},
		{"a page that is lacking cuts nothing", "a:1-3", "a:1-2", pairs{{0, 0}}, counts{1, 0, 0, 0, 0, 0, 0}, starts{}, agreement{1, 0, 0}},
		// agreement: the pages of the truth, 1 and 3, are one group, and page 2 of the answer another.
		{"a page that only the answer has inside a section cuts nothing", "a:1,3", "a:1-3", pairs{{0, 0}}, counts{1, 0, 0, 0, 0, 0, 0}, starts{}, agreement{0, 1, 0}},
		{"pages before the first of the truth", "a:2-3", "x:1 a:2-3", pairs{{1, 0}}, counts{1, 0, 0, 0, 1, 1, 1}, starts{}, agreement{1, 1, 1}},
		{"the answer begins later, in a section of the truth", "a:1-3", "a:2-3", pairs{{0, 0}}, counts{1, 0, 0, 0, 0, 0, 0}, starts{0, 1, 0}, agreement{1, 0, 0}},
		{"the answer begins with the second section", "a:1 b:2-3", "b:2-3", pairs{{0, 1}}, counts{2, 0, 0, 1, 1, 1, 1}, starts{1, 0, 0}, agreement{1, 1, 1}},
		{"no common page, no pair", "a:1", "a:2", nil, counts{1, 0, 0, 1, 0, 0, 0}, starts{0, 1, 0}, agreement{1, 1, 1}},

		// A page in two sections of the answer counts for both, and once in the group of each. Here the groups of pages are a:1-2 and b:2-4:
		// five pages, of which 3 and 2 are in the sections of the truth. In one group: 8 in want, 8 in got, 4 in both; 20 in all:
		// 2(4*8-4*4)/(8*12+8*12). Section b starts on page 2.
		{
			"twice, in its section first", "a:1-2 b:3-4", "a:1-2 b:2-4", pairs{{0, 0}, {1, 1}}, counts{2, 1, 2, 0, 0, 0, 0}, starts{0, 1, 1},
			agreement{1 - (ln(3)+2*ln(3./2))/(3*ln(5./3)+2*ln(5./2)), 1 - (ln(3)+2*ln(3./2))/(3*ln(5./3)+2*ln(5./2)), 1. / 6},
		},
		{
			"twice, in another section first", "a:1-2 b:3-4", "b:2-4 a:1-2", pairs{{1, 0}, {0, 1}}, counts{2, 1, 2, 0, 0, 0, 0}, starts{0, 1, 1},
			agreement{1 - (ln(3)+2*ln(3./2))/(3*ln(5./3)+2*ln(5./2)), 1 - (ln(3)+2*ln(3./2))/(3*ln(5./3)+2*ln(5./2)), 1. / 6},
		},
		{"the only section twice", "a:1", "a:1 a:1", pairs{{0, 0}}, counts{1, 1, 0, 0, 0, 0, 0}, starts{}, agreement{1, 0, 0}},
		{"all sections twice", "a:1 b:2", "a:1 b:2 a:1 b:2", pairs{{0, 0}, {1, 1}}, counts{2, 2, 0, 0, 0, 0, 0}, starts{1, 0, 0}, agreement{1, 1. / 2, 0}},
		// Every division at once: the right one, each page alone, all as one. 15 pages, 9 and 6 in the sections of the truth; of the groups
		// only the last has pages of both, 3 and 2. In one group: 72+30 in want, 6+2+20 in got, 6+2+6+2 in both; 210 in all:
		// 2(16*96-12*86)/(102*182+28*108) = 1008/21588. Each page but the first starts a section.
		{
			"all divisions", "a:1-3 b:4-5", "a:1-3 b:4-5 x:1 x:2 x:3 x:4 x:5 x:1-5", pairs{{0, 0}, {1, 1}}, counts{2, 2, 2, 0, 0, 0, 0}, starts{1, 3, 0},
			agreement{2. / 3, 1 - (16*ln(3)+2*ln(6))/(3*ln(5)+2*ln(15./2)+5*ln(15)+5*ln(3)), 84. / 1799},
		},
		{"a page that only the answer has, twice", "a:1", "a:1 b:2 c:2", pairs{{0, 0}}, counts{1, 0, 0, 0, 1, 0, 0}, starts{0, 1, 0}, agreement{1, 1 - 2*ln(2)/(3*ln(3)), 0}},

		// Pairs share the most pages in sum.
		{
			"3 shared pages are left for 2 and 2", "a:1-5 b:6-7", "a:1-3,6-7 b:4-5", pairs{{1, 0}, {0, 1}}, counts{2, 1, 2, 0, 0, 0, 0}, starts{1, 1, 0},
			// In one group: 20+2 in want, 20+2 in got, 6+2+2 in both; 42 in all: 2(10*8-12*12)/(22*20+22*20) = -128/880.
			agreement{
				1 - (3*ln(5./3)+2*ln(5./2))/(5*ln(7./5)+2*ln(7./2)), 1 - (3*ln(5./3)+2*ln(5./2))/(5*ln(7./5)+2*ln(7./2)), -8. / 55,
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := sections.Compare(packet(test.got), packet(test.want))
			var found pairs
			for _, p := range c.Pairs {
				found = append(found, [2]int{p.Got, p.Want})
			}
			assert.Equal(t, test.pairs, found, "pairs")
			assert.Equal(t, test.counts, counts{c.Sections, c.OverSplit, c.UnderSplit, c.Absent, c.Right, c.Orderable, c.InOrder})
			s := c.Starts()
			assert.Equal(t, test.starts, starts{s.TP, s.FP, s.FN}, "starts")
			assert.Equal(t, max(len(c.Pages)-1, 0), s.TP+s.FP+s.FN+s.TN, "all pages but the first")
			homogeneity, completeness, v := c.VMeasure()
			want := test.agreement
			assert.InDelta(t, want.homogeneity, homogeneity, 1e-14, "homogeneity")
			assert.InDelta(t, want.completeness, completeness, 1e-14, "completeness")
			assert.InDelta(t, harmonicMean(want.homogeneity, want.completeness), v, 1e-14, "V")
			assert.InDelta(t, want.rand, c.AdjustedRand(), 1e-14, "adjusted Rand index")
		})
	}
}

func harmonicMean(a, b float64) float64 {
	if a == 0 || b == 0 {
		return 0
	}
	return 2 / (1/a + 1/b)
}

// A report shows of a pair the wrong pages, and of each page its sections.
func TestPairsAndPages(t *testing.T) {
	c := sections.Compare(packet("a:9,1-2 b:4-5 b:5-6"), packet("a:1-3 b:4-6"))
	assert.Equal(t, []sections.Pair{
		{Got: 0, Want: 0, Shared: 2, Similarity: 2. / 4, Lacks: []int{3}, Extra: []int{9}},
		{Got: 1, Want: 1, Shared: 2, Similarity: 2. / 3, Lacks: []int{6}, Claimed: true},
	}, c.Pairs)
	assert.Equal(t, []int{2}, c.UnpairedGot)
	assert.Empty(t, c.UnpairedWant)
	assert.Equal(t, []sections.Page{
		{Number: 1, Got: 0, Want: 0},
		{Number: 2, Got: 0, Want: 0},
		{Number: 3, Got: -1, Want: 0},
		{Number: 4, Got: 1, Want: 1, GotStart: true, WantStart: true},
		{Number: 5, Got: 1, Want: 1, Also: []int{2}, GotStart: true},
		{Number: 6, Got: 2, Want: 1},
		{Number: 9, Got: 0, Want: -1, GotStart: true},
	}, c.Pages)
	assert.Equal(t, metrics.Confusion{TP: 1, FP: 2, TN: 3}, c.Starts())
}

func TestPageOrder(t *testing.T) {
	for _, test := range []struct {
		want, got string
		tau       float64
		ok        bool
		reason    string
	}{
		{"a:1-3", "a:1-3", 1, true, "the order of the truth"},
		{"a:1-3", "a:3,2,1", -1, true, "its reverse"},
		{"a:1-3", "a:1,3,2", 1. / 3, true, "2 of 3 pairs of pages in order, 1 not"},
		{"a:1-4", "a:3,4,1,2", -1. / 3, true, "2 of 6 in order, 4 not"},
		{"a:1-5", "a:2,1,4,3,5", 6. / 10, true, "8 of 10 in order, 2 not"},
		{"a:3,1,2", "a:1-3", -1. / 3, true, "the order of the truth is not that of the numbers"},
		{"a:1-3", "a:2,1,2,3", 1. / 3, true, "the first place of a page counts"},
		{"a:1-3 b:4-5", "a:1-3 b:5,4", 0, true, "the mean of 1 and -1"},
		{"a:1-3 b:4", "a:1-3 b:4", 1, true, "a single page has no order"},
		{"a:1-3 b:4-5", "a:1-3 b:4-6", 1, true, "a section with other pages is left out"},
		{"a:1", "a:1", 0, false, "a single page"},
		{"a:1-3", "a:2,1", 0, false, "no right section"},
		{"", "", 0, false, "no section"},
	} {
		c := sections.Compare(packet(test.got), packet(test.want))
		tau, ok := c.PageOrder()
		assert.Equal(t, test.ok, ok, test.reason)
		assert.InDelta(t, test.tau, tau, 1e-15, test.reason)
	}
	_, ok := sections.Compare(packet("a:2,1"), packet("a:1-3")).Pairs[0].PageOrder()
	assert.False(t, ok)
}

func TestCheck(t *testing.T) {
	for text, problem := range map[string]string{
		"":                "",
		"a:1-3,7 b:4-6":   "",
		"a:1-3 b:4 a:3-5": "page 3 is in sections [0] and [2], want it in one",
		"a:1 b:4,3-5":     "section [1] has page 4 twice, want it once",
	} {
		err := sections.Check(packet(text))
		if problem == "" {
			require.NoError(t, err, text)
			continue
		}
		require.EqualError(t, err, problem, text)
	}
	require.EqualError(t, sections.Check([]sections.Section{{Pages: []int{1}}, {}}), "section [1] has no pages, want at least one")
}
