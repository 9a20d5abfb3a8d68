package near

import (
	"cmp"
	"slices"
)

const (
	// Threshold is the share of the different 3-word runs of two texts that near copies have in common.
	Threshold = 0.9
	// Agreement is the share of the different statements about two texts that near copies have in common.
	Agreement = 0.5
	// MostTexts is how many texts are kept, and MostPairs how many pairs of them are looked at.
	MostTexts = 8192
	MostPairs = 1 << 16
	// MostNamed is how many pairs are named.
	MostNamed = 3
)

// Finder finds near copies among texts. The zero value is empty. It is not safe for concurrent use. Its memory is at
// most some 40 MB.
type Finder struct {
	texts  map[uint64]*text // by their hash
	most   *text            // texts from it on are not kept, nil for none
	found  Found
	stable bool // found is of all texts
}

// Pair is two texts by their names, the smaller first, with the share of their runs that is equal.
type Pair struct {
	A     string  `json:"a"`
	B     string  `json:"b"`
	Equal float64 `json:"equal"`
}

// Found is the result of a [Finder].
type Found struct {
	Pairs int    // how many
	First []Pair // the most alike of them, by their names where they are as much alike
	More  bool   // there may be others, since only so many texts or pairs are looked at
}

// Add adds a text. Stated holds the statements about it, such as "total=12.5"; empty where they are unknown.
func (f *Finder) Add(name, of string, stated []string) {
	t := &text{name: clip(name), hash: hashOf(of)}
	if f.texts[t.hash] != nil {
		f.keep(t) // its name alone
		return
	}
	runs := runsOf(of)
	if len(runs) < Fewest {
		return
	}
	t.key = mix(runs[0])
	if f.beyond(t) {
		return
	}
	t.runs, t.whole = smallest(runs, Most)
	t.bands = banded(runs)
	hashes := make([]uint64, len(stated))
	for i, s := range stated {
		hashes[i] = hashOf(s)
	}
	slices.Sort(hashes)
	t.stated, t.wholeStated = smallest(slices.Compact(hashes), mostStated)
	f.keep(t)
}

// beyond reports, and remembers, that a text is one of those that are not kept.
func (f *Finder) beyond(t *text) bool { return f.most != nil && t.before(f.most) >= 0 }

func (f *Finder) keep(t *text) {
	if known := f.texts[t.hash]; known != nil {
		if byName(t.name, known.name) < 0 {
			known.name, f.stable = t.name, false
		}
		return
	}
	if f.beyond(t) {
		return
	}
	if f.texts == nil {
		f.texts = map[uint64]*text{}
	}
	f.texts[t.hash], f.stable = t, false
	if len(f.texts) >= MostTexts+MostTexts/4 {
		f.cut()
	}
}

// cut leaves the first texts.
func (f *Finder) cut() {
	all := make([]*text, 0, len(f.texts))
	for _, t := range f.texts {
		if f.beyond(t) {
			delete(f.texts, t.hash)
			continue
		}
		all = append(all, t)
	}
	if len(all) <= MostTexts {
		return
	}
	slices.SortFunc(all, (*text).before)
	f.most = &text{key: all[MostTexts].key, hash: all[MostTexts].hash}
	for _, t := range all[MostTexts:] {
		delete(f.texts, t.hash)
	}
}

// Found returns the near copies among the texts so far.
func (f *Finder) Found() Found {
	if f.stable {
		return f.found
	}
	f.cut()
	all := make([]*text, 0, len(f.texts))
	for _, t := range f.texts {
		all = append(all, t)
	}
	slices.SortFunc(all, func(a, b *text) int { return cmp.Or(byName(a.name, b.name), cmp.Compare(a.hash, b.hash)) })
	f.found = found(all)
	f.found.More = f.found.More || f.most != nil
	f.stable = true
	return f.found
}

// found looks at the pairs of texts that share a band: those that are next to each other in their band first, so
// that many texts of one template leave room for others.
func found(all []*text) (to Found) {
	var buckets [][]int32
	for band := range bands {
		at := map[uint64]int{}
		for i, t := range all {
			n, known := at[t.bands[band]]
			if !known {
				n = len(buckets)
				at[t.bands[band]] = n
				buckets = append(buckets, nil)
			}
			buckets[n] = append(buckets[n], int32(i))
		}
	}
	looked := map[[2]int32]bool{}
	for apart := 1; len(buckets) > 0; apart++ {
		buckets = slices.DeleteFunc(buckets, func(of []int32) bool { return len(of) <= apart })
		for _, of := range buckets {
			for i := range len(of) - apart {
				pair := [2]int32{of[i], of[i+apart]}
				if looked[pair] {
					continue
				}
				if len(looked) == MostPairs {
					to.More = true
					return to
				}
				looked[pair] = true
				to.look(all[pair[0]], all[pair[1]])
			}
		}
	}
	return to
}

// look counts a pair if its texts are near copies.
func (to *Found) look(a, b *text) {
	share := equal(a.runs, b.runs, a.whole && b.whole, Most)
	if share < Threshold {
		return
	}
	if len(a.stated) > 0 && len(b.stated) > 0 && equal(a.stated, b.stated, a.wholeStated && b.wholeStated, mostStated) < Agreement {
		return
	}
	to.Pairs++
	to.First = append(to.First, Pair{a.name, b.name, share})
	to.First = First(to.First)
}

// First returns the first few of pairs, as [Found] has them, in their own memory.
func First(all []Pair) []Pair {
	slices.SortFunc(all, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(b.Equal, a.Equal), byName(a.A, b.A), byName(a.B, b.B))
	})
	return all[:min(len(all), MostNamed)]
}

// byName orders names: line 9 of a file before line 10.
func byName(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }
