package dataset

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/words"
)

// NearCopies counts the pairs of documents whose texts are nearly equal: they share at least nine in ten of the different
// 3-word runs of both texts, and at least half of the different values of both truths. It does not include pairs of
// documents in different shards.
type NearCopies struct {
	Pairs int        `json:"pairs"`
	First []NearCopy `json:"first"`         // the three most alike
	More  bool       `json:"more,omitzero"` // there may be other pairs: too many texts to compare all pairs
}

// NearCopy is a pair of documents, by the names given to [CopyFinder.Add], the smaller first.
type NearCopy struct {
	A string `json:"a"`
	B string `json:"b"`
	// Equal is the share of the 3-word runs that are equal, 0.9 to 1.
	Equal float64 `json:"equal"`
}

// Plus returns the near copies of two parts of a data set. A nil NearCopies has no pairs.
func (n *NearCopies) Plus(o *NearCopies) *NearCopies {
	switch {
	case n == nil:
		return o
	case o == nil:
		return n
	}
	return &NearCopies{n.Pairs + o.Pairs, firstCopies(slices.Concat(n.First, o.First)), n.More || o.More}
}

// String returns `"a" and "b" are near copies: 94 % of their 3-word runs are equal`, with the number of pairs, and ""
// without pairs.
func (n *NearCopies) String() string {
	if n == nil || n.Pairs <= 0 || len(n.First) == 0 {
		return ""
	}
	var b strings.Builder
	first := n.First[:min(len(n.First), mostNamed)]                               // a file may say anything
	percent := func(p NearCopy) int { return int(min(max(p.Equal, 0), 1) * 100) } // 99.9 is not 100
	fmt.Fprintf(&b, "%q and %q are near copies: %d %% of their 3-word runs are equal", first[0].A, first[0].B, percent(first[0]))
	if n.Pairs > 1 || n.More {
		atLeast := ""
		if n.More {
			atLeast = "at least "
		}
		fmt.Fprintf(&b, "; %s%s in all", atLeast, words.Plural(n.Pairs, "pair"))
	}
	link := ", also "
	for _, p := range first[1:] {
		fmt.Fprintf(&b, "%s%q and %q (%d %%)", link, p.A, p.B, percent(p))
		link = ", "
	}
	b.WriteString("; intervals and tests count each of them as a document")
	return b.String()
}

const (
	leastEqual  = 0.9 // of the different 3-word runs of two texts, for near copies
	leastStated = 0.5 // of the different values of two truths
	mostTexts   = 8192
	mostPairs   = 1 << 16
	mostNamed   = 3
	longestName = 80 // in characters
)

// CopyFinder finds texts that are nearly copies of each other. The zero value is empty. Its memory is at most some 40 MB.
//
// The CopyFinder compares texts by the sets of their 3-word runs (shingles, Broder 1997); a word stands between
// white space. Two texts are near copies if they share at least leastEqual of their different runs (Jaccard) and, if
// the values of both are known, at least leastStated of their different values: invoices of one template share long
// terms but differ in numbers, names and totals, and are not copies. A word in the middle of a text belongs to three
// runs, so two texts that differ in one such word need at least 57 runs to be near copies. The CopyFinder leaves out texts
// of fewer than fewestRuns runs as too short. It takes equal texts as one document, with the smallest of their names.
//
// Work and memory are bounded. The CopyFinder keeps the mostRuns runs of a text with the smallest hashes: the share of
// equal runs is exact for up to mostRuns, and has a standard error of one point beyond. It keeps at most mostTexts
// texts, those with the smallest keys; near copies mostly have the same key, so they are kept together. Candidate pairs
// come from [bands] bands of [minimaOfBand] minima each (Leskovec, Rajaraman, Ullman, Mining of Massive Datasets, 3.4):
// a pair with a share of .9 is a candidate with a chance of .998, a pair with .95 in all but 2 of 100,000 cases. The
// CopyFinder compares at most mostPairs candidates, neighbours by name first.
//
// The result does not depend on the order of the texts.
type CopyFinder struct {
	texts  map[uint64]*keptText // hash -> text
	most   *keptText            // the first text in the order of before that is not kept; nil if all are
	copies NearCopies
	stable bool // copies includes all texts
}

// Add adds a text under a name. stated holds the values of its truth, such as "total=12.5"; it is empty if they are
// unknown.
func (f *CopyFinder) Add(name, owner string, stated []string) {
	t := &keptText{name: words.Cut(name, longestName), hash: hashOf(owner)}
	if f.texts[t.hash] != nil {
		f.keepText(t) // its name alone
		return
	}
	runs := runsOf(owner)
	if len(runs) < fewestRuns {
		return
	}
	t.key = arithmetic.Mix(runs[0])
	if f.beyond(t) {
		return
	}
	t.runs, t.whole = smallest(runs, mostRuns)
	t.bands = banded(runs)
	hashes := arithmetic.Each(stated, hashOf)
	slices.Sort(hashes)
	t.stated, t.wholeStated = smallest(slices.Compact(hashes), mostStated)
	f.keepText(t)
}

// beyond reports whether a text comes too late in the order of before to be kept.
func (f *CopyFinder) beyond(t *keptText) bool { return f.most != nil && t.before(f.most) >= 0 }

func (f *CopyFinder) keepText(t *keptText) {
	if first := f.texts[t.hash]; first != nil {
		if CompareNames(t.name, first.name) < 0 {
			first.name, f.stable = t.name, false
		}
		return
	}
	if f.beyond(t) {
		return
	}
	arithmetic.Map(&f.texts)[t.hash], f.stable = t, false
	if len(f.texts) >= mostTexts+mostTexts/4 {
		f.cutBands()
	}
}

// cutBands drops all but the first mostTexts texts in the order of before.
func (f *CopyFinder) cutBands() {
	all := make([]*keptText, 0, len(f.texts))
	for _, t := range f.texts {
		if f.beyond(t) {
			delete(f.texts, t.hash)
			continue
		}
		all = append(all, t)
	}
	if len(all) <= mostTexts {
		return
	}
	slices.SortFunc(all, (*keptText).before)
	f.most = &keptText{key: all[mostTexts].key, hash: all[mostTexts].hash}
	for _, t := range all[mostTexts:] {
		delete(f.texts, t.hash)
	}
}

// Found returns the near copies among the texts added so far.
func (f *CopyFinder) Found() NearCopies {
	if f.stable {
		return f.copies
	}
	f.copies = NearCopies{}
	f.copies.More = f.Each(f.copies.addCopy)
	f.stable = true
	return f.copies
}

// Each calls found with each pair of near copies among the texts added so far. It reports whether there may be other
// pairs; see [NearCopies].More.
func (f *CopyFinder) Each(found func(NearCopy)) (more bool) {
	all := f.sorted()
	return !lookAmong(all, inBands(all), compareTexts, found) || f.most != nil
}

// Among calls found with each pair of documents of one group whose texts share at least the part least of their
// different 3-word runs. A group has names of documents about which something else says that they may be one. Names of
// texts that were too short, or are equal to another, are left out. Among reports whether there may be other pairs.
func (f *CopyFinder) Among(groups [][]string, least float64, found func(NearCopy)) (more bool) {
	all := f.sorted()
	indexes := make(map[string]int32, len(all))
	for i, t := range all {
		indexes[t.name] = int32(i)
	}
	var buckets [][]int32
	for _, names := range groups {
		var bucket []int32
		for _, name := range names {
			if i, ok := indexes[words.Cut(name, longestName)]; ok {
				bucket = append(bucket, i)
			}
		}
		slices.Sort(bucket)
		buckets = append(buckets, bucket)
	}
	alike := func(a, b *keptText) (NearCopy, bool) {
		c := NearCopy{a.name, b.name, a.share(b)}
		return c, c.Equal >= least
	}
	return !lookAmong(all, buckets, alike, found) || f.most != nil
}

// sorted returns the texts that are kept, in the order of their names.
func (f *CopyFinder) sorted() []*keptText {
	f.cutBands()
	all := make([]*keptText, 0, len(f.texts))
	for _, t := range f.texts {
		all = append(all, t)
	}
	slices.SortFunc(all, func(a, b *keptText) int { return cmp.Or(CompareNames(a.name, b.name), cmp.Compare(a.hash, b.hash)) })
	return all
}

// inBands returns the texts that share a band, for each band.
func inBands(all []*keptText) (buckets [][]int32) {
	for band := range bands {
		numbers := map[uint64]int{}
		for i, t := range all {
			n, found := numbers[t.bands[band]]
			if !found {
				n = len(buckets)
				numbers[t.bands[band]] = n
				buckets = append(buckets, nil)
			}
			buckets[n] = append(buckets[n], int32(i))
		}
	}
	return buckets
}

// lookAmong compares the pairs of texts that share a bucket. Pairs next to each other in their bucket come first, so
// that many texts of one template leave room for others. It reports whether it compared all pairs.
func lookAmong(all []*keptText, buckets [][]int32, look func(a, b *keptText) (NearCopy, bool), found func(NearCopy)) (whole bool) {
	looked := map[[2]int32]bool{}
	for distance := 1; len(buckets) > 0; distance++ {
		buckets = slices.DeleteFunc(buckets, func(bucket []int32) bool { return len(bucket) <= distance })
		for _, bucket := range buckets {
			for i := range len(bucket) - distance {
				pair := [2]int32{bucket[i], bucket[i+distance]}
				if looked[pair] {
					continue
				}
				if len(looked) == mostPairs {
					return false
				}
				looked[pair] = true
				if c, ok := look(all[pair[0]], all[pair[1]]); ok {
					found(c)
				}
			}
		}
	}
	return true
}

// compareTexts returns the pair with its share of equal runs, and whether the two texts are near copies.
func compareTexts(a, b *keptText) (NearCopy, bool) {
	share := a.share(b)
	stated := len(a.stated) == 0 || len(b.stated) == 0 || equalShare(a.stated, b.stated, a.wholeStated && b.wholeStated, mostStated) >= leastStated
	return NearCopy{a.name, b.name, share}, share >= leastEqual && stated
}

// addCopy counts a pair.
func (n *NearCopies) addCopy(c NearCopy) {
	n.Pairs++
	n.First = firstCopies(append(n.First, c))
}

// firstCopies sorts pairs by Equal, descending, and then by their names, and returns the first mostNamed.
func firstCopies(all []NearCopy) []NearCopy {
	slices.SortFunc(all, func(a, b NearCopy) int {
		return cmp.Or(cmp.Compare(b.Equal, a.Equal), CompareNames(a.A, b.A), CompareNames(a.B, b.B))
	})
	return all[:min(len(all), mostNamed)]
}

// CompareNames orders names of documents by length and then alphabetically, so that line 9 of a file comes before line
// 10.
func CompareNames(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}
