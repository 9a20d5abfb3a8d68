package dataset

import (
	"cmp"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/extracteval/extracteval/internal/arithmetic"
)

const (
	mostRuns   = 1024 // runs kept of a text
	mostStated = 64   // values kept of a truth
	fewestRuns = 10   // runs that a text must have

	bands, minimaOfBand = 8, 6
)

// sketch is a set of hashes: the smallest of them, in ascending order.
type sketch []uint32

// keptText is a text that is kept.
type keptText struct {
	name        string
	hash        uint64 // of the whole text
	key         uint64 // hash of the smallest run, mostly the same for near copies
	runs        sketch
	whole       bool // runs has all of them
	stated      sketch
	wholeStated bool
	bands       [bands]uint64
}

// before orders texts: the CopyFinder keeps the first ones.
func (t *keptText) before(o *keptText) int {
	return cmp.Or(cmp.Compare(t.key, o.key), cmp.Compare(t.hash, o.hash))
}

// share returns the share of the different 3-word runs of two texts that both have.
func (t *keptText) share(o *keptText) float64 {
	return equalShare(t.runs, o.runs, t.whole && o.whole, mostRuns)
}

// hashOf is FNV-1a, mixed.
func hashOf(s string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(s)) // which never fails
	return arithmetic.Mix(h.Sum64())
}

// runsOf returns the hashes of the different 3-word runs of a text, in ascending order.
func runsOf(s string) []uint64 {
	var all []uint64
	var first, second uint64
	for n := 0; ; n++ {
		s = strings.TrimLeftFunc(s, unicode.IsSpace)
		if s == "" {
			break
		}
		end := strings.IndexFunc(s, unicode.IsSpace)
		if end < 0 {
			end = len(s)
		}
		word := hashOf(s[:end])
		s = s[end:]
		if n >= 2 {
			all = append(all, arithmetic.Mix(first+arithmetic.Mix(second+arithmetic.Mix(word))))
		}
		first, second = second, word
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// smallest returns the upper halves of the first hashes of all, which is sorted, and whether these are all.
func smallest(all []uint64, most int) (s sketch, whole bool) {
	s = make(sketch, 0, min(len(all), most))
	for _, h := range all[:min(len(all), most)] {
		s = append(s, uint32(h>>32))
	}
	return slices.Compact(s), len(all) <= most
}

// banded returns the hash of each band: a band is the minima of the runs under minimaOfBand permutations.
func banded(runs []uint64) (all [bands]uint64) {
	var minima [bands * minimaOfBand]uint64
	for i := range minima {
		minima[i] = math.MaxUint64
	}
	for _, h := range runs {
		for i := range minima {
			h = h*6364136223846793005 + uint64(2*i+1) // each i orders the runs in another way
			minima[i] = min(minima[i], h^h>>29)
		}
	}
	for i, m := range minima {
		all[i/minimaOfBand] = arithmetic.Mix(all[i/minimaOfBand] + m)
	}
	return all
}

// equalShare returns the Jaccard index of two sets. At least one of them has an element. It is exact if whole is set;
// otherwise it estimates the index from the smallest elements of their union, whose number is most.
func equalShare(a, b sketch, whole bool, most int) float64 {
	common, union := 0, 0
	for i, j := 0, 0; (i < len(a) || j < len(b)) && (whole || union < most); union++ {
		switch {
		case j == len(b) || i < len(a) && a[i] < b[j]:
			i++
		case i == len(a) || a[i] > b[j]:
			j++
		default:
			i, j, common = i+1, j+1, common+1
		}
	}
	return float64(common) / float64(union)
}
