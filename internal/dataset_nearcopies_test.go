package internal_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/testdata/effort"
)

// The bounds of a Finder.
const (
	textsAtMost = 8192
	pairsAtMost = 1 << 16
	namedAtMost = 3
)

// manyWords returns the words from w0000 on, of which some are another: those at the places of other, as value says.
func manyWords(n int, value string, other ...int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf("w%04d", i)
	}
	for _, at := range other {
		all[at] = value
	}
	return strings.Join(all, " ")
}

type sheet struct {
	name, text string
	stated     []string
}

func find(all ...sheet) dataset.NearCopies {
	var f dataset.CopyFinder
	for _, d := range all {
		f.Add(d.name, d.text, d.stated)
	}
	return f.Found()
}

// By hand: a text of n different words has n-2 runs. Another word in the middle changes three of them: of n-2+3 runs n-5 are equal. At
// the end it changes one.
func TestFound(t *testing.T) {
	pair := func(share float64) dataset.NearCopies {
		return dataset.NearCopies{Pairs: 1, First: []dataset.NearCopy{{A: "a", B: "b", Equal: share}}}
	}
	total := func(all ...string) []string { return all }
	for _, tt := range []struct {
		name string
		a, b sheet
		want dataset.NearCopies
	}{
		{"another word of 102: 97 of 103 runs", sheet{text: manyWords(102, "")}, sheet{text: manyWords(102, "x", 50)}, pair(97. / 103)},
		{"the last word of 102 is another: 99 of 101", sheet{text: manyWords(102, "")}, sheet{text: manyWords(102, "x", 101)}, pair(99. / 101)},
		{"57 of 63 are over .9: 62 words", sheet{text: manyWords(62, "")}, sheet{text: manyWords(62, "x", 30)}, pair(57. / 63)},
		{"53 of 59 are not: 58 words", sheet{text: manyWords(58, "")}, sheet{text: manyWords(58, "x", 30)}, dataset.NearCopies{}},
		{"other white space", sheet{text: manyWords(20, "")}, sheet{text: strings.ReplaceAll(manyWords(20, ""), " ", "\n\t")}, pair(1)},
		{"equal texts are one document", sheet{text: manyWords(20, "")}, sheet{text: manyWords(20, "")}, dataset.NearCopies{}},
		{"nine runs say too little", sheet{text: manyWords(11, "")}, sheet{text: manyWords(11, "") + "\n"}, dataset.NearCopies{}},
		{"no words", sheet{text: " \n"}, sheet{text: ""}, dataset.NearCopies{}},
		{"one word, often", sheet{text: strings.Repeat("0 ", 50)}, sheet{text: strings.Repeat("0 ", 51)}, dataset.NearCopies{}},
		{"half of what is stated of both is equal", sheet{"", manyWords(102, ""), total("no=1", "total=5", "vat=1")}, sheet{"", manyWords(102, "x", 50), total("no=1", "total=5", "vat=1", "net=4", "date=2", "at=1")}, pair(97. / 103)},
		{"three of seven are", sheet{"", manyWords(102, ""), total("vendor=a", "currency=b", "country=c", "no=1", "total=1")}, sheet{"", manyWords(102, "x", 50), total("vendor=a", "currency=b", "country=c", "no=2", "total=2")}, dataset.NearCopies{}},
		{"of one nothing is stated", sheet{"", manyWords(102, ""), total("no=1")}, sheet{text: manyWords(102, "x", 50)}, pair(97. / 103)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.a.name, tt.b.name = "a", "b"
			assert.Equal(t, tt.want, find(tt.a, tt.b))
			assert.Equal(t, tt.want, find(tt.b, tt.a), "the other way round")
		})
	}
}

// Of groups, each pair that shares enough runs is found, however many groups it is in: by hand, with four words of 102 read otherwise 88
// of 112 are equal. A name without a text is left out.
func TestAmong(t *testing.T) {
	var f dataset.CopyFinder
	f.Add("a", manyWords(102, ""), []string{"no=1"})
	f.Add("b", manyWords(102, "x", 10, 25, 40, 55), []string{"no=2"})
	f.Add("c", manyWords(102, "x", 10, 25, 40, 55, 70), nil)
	f.Add("short", "one two", nil)
	for _, tt := range []struct {
		groups [][]string
		least  float64
		want   []dataset.NearCopy
	}{
		{[][]string{{"b", "a"}, {"a", "b", "short", "none"}}, .75, []dataset.NearCopy{{A: "a", B: "b", Equal: 88. / 112}}},
		{[][]string{{"a", "b"}}, .79, nil},
		{[][]string{{"a", "c"}, {"short", "a"}}, .75, nil},
		{nil, .75, nil},
	} {
		var got []dataset.NearCopy
		assert.False(t, f.Among(tt.groups, tt.least, func(c dataset.NearCopy) { got = append(got, c) }))
		assert.Equal(t, tt.want, got)
	}
}

// Invoices of one template: 60 words of its own, ten values. By hand: 70 words have 68 runs, of which 30 are of a value.
func TestTemplate(t *testing.T) {
	effort.OneGoroutine(t)
	var all []sheet
	places := []int{3, 10, 17, 24, 31, 38, 45, 52, 59, 66}
	for i := range effort.Size(100, 300) {
		all = append(all, sheet{name: fmt.Sprint("inv-", i), text: manyWords(70, fmt.Sprint("v", i), places...)})
	}
	assert.Equal(t, dataset.NearCopies{}, find(all...))

	// With long terms below, the texts are nearly equal; their stated values differ.
	for i := range all {
		all[i].text += " " + manyWords(1000, "")
		all[i].stated = []string{"vendor=acme", fmt.Sprint("no=", i), fmt.Sprint("total=", i)}
	}
	assert.Equal(t, dataset.NearCopies{}, find(all...))
	again := sheet{name: "inv-7-again", text: all[7].text + " page 2", stated: all[7].stated}
	got := find(append(all, again)...)
	assert.Equal(t, 1, got.Pairs)
	assert.Equal(t, "inv-7", got.First[0].A)
	assert.Equal(t, "inv-7-again", got.First[0].B)
}

// A text of more runs than are kept: 4,998 of 5,004 are equal. The standard error of the estimate is .1 points.
func TestLong(t *testing.T) {
	got := find(sheet{name: "a", text: manyWords(5003, "")}, sheet{name: "b", text: manyWords(5003, "x", 2000)})
	assert.Equal(t, 1, got.Pairs)
	assert.InDelta(t, 4998./5004, got.First[0].Equal, .005)
}

// Of 200 pairs of about .91, .998 are looked at: all but one or two are found.
func TestFindsNearlyAll(t *testing.T) {
	var f dataset.CopyFinder
	for i := range 200 {
		own := strings.ReplaceAll(manyWords(66, ""), "w", fmt.Sprint("w", i, "-"))
		f.Add(fmt.Sprint("a", i), own, nil)
		f.Add(fmt.Sprint("b", i), strings.Replace(own, fmt.Sprint("w", i, "-0030"), "x", 1), nil) // 61 of 67
	}
	assert.GreaterOrEqual(t, f.Found().Pairs, 197)
}

// The result does not depend on the order of the texts.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all []sheet
		n := rapid.IntRange(2, 30).Draw(t, "texts")
		for i := range n {
			at := rapid.SliceOfN(rapid.IntRange(0, 79), 0, 3).Draw(t, "places")
			all = append(all, sheet{name: fmt.Sprint("d", i), text: manyWords(80, rapid.SampledFrom([]string{"x", "y"}).Draw(t, "value"), at...)})
		}
		want := find(all...)
		all = rapid.Permutation(all).Draw(t, "order")
		assert.Equal(t, want, find(all...))
	})
}

// Of more texts than are kept near copies are kept together, whatever the order.
func TestBeyondMost(t *testing.T) {
	effort.NeedsLong(t)
	var all []sheet
	for i := range 2 * textsAtMost {
		own := strings.ReplaceAll(manyWords(40, ""), "w", fmt.Sprint("w", i/2, "-"))
		if i%2 == 1 {
			own += " end" // 38 of 39 runs are equal
		}
		all = append(all, sheet{name: fmt.Sprint("d", i), text: own})
	}
	want := find(all...)
	assert.True(t, want.More)
	assert.InDelta(t, textsAtMost/2, want.Pairs, textsAtMost/20)
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	assert.Equal(t, want, find(all...))
}

// Hostile texts end soon: long ones (10 MB in long tests), many equal ones (100,000), empty ones, and 1,500 (3,000) that are all near copies, which are more pairs than
// are looked at.
func TestNearCopiesOfHostileTexts(t *testing.T) {
	effort.OneGoroutine(t)
	var f dataset.CopyFinder
	f.Add("large", manyWords(effort.Size(200_000, 1_600_000), ""), nil)
	f.Add("word", strings.Repeat("x", effort.Size(1, 10)<<20), nil)
	f.Add("blank", strings.Repeat(" ", effort.Size(1, 10)<<20), nil)
	for i := range effort.Size(20_000, 100_000) {
		f.Add(fmt.Sprint("equal-", i), "thank you for your order of today we are glad to have you with us", nil)
		f.Add(fmt.Sprint("empty-", i), "", nil)
		f.Add(fmt.Sprint("bad-", i), "\xff\xfe \x00 \xff", nil)
	}
	assert.Equal(t, dataset.NearCopies{}, f.Found())

	for i := range effort.Size(1500, 3000) {
		f.Add(fmt.Sprint("alike-", i), manyWords(100, fmt.Sprint("x", i), 99), nil)
	}
	got := f.Found()
	assert.True(t, got.More)
	assert.Positive(t, got.Pairs)
	assert.LessOrEqual(t, got.Pairs, pairsAtMost)
	assert.Len(t, got.First, namedAtMost)
}
