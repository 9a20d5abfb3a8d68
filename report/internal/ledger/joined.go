package ledger

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
)

// Joined holds the evidence for tests of the cases that several data sets have in common. Its size grows with the
// number of different outcomes of a case in all data sets, not with the number of cases.
type Joined struct {
	of       []*Cases
	outcomes []outcomes
	times    map[string]int // by the numbers of the outcomes of a case, 4 bytes each, and its cluster, 8
	cases    int
	key      []byte
}

// outcomes are the different outcomes of the cases of one data set, stored as if they were cases, with the parts of
// an entry that a test uses.
type outcomes struct {
	Cases
	numbers map[string]int32
	key     []byte
}

// Join returns an empty Joined of several data sets.
func Join(of []*Cases) *Joined {
	return &Joined{of: of, outcomes: make([]outcomes, len(of)), times: map[string]int{}}
}

// Of are the data sets.
func (j *Joined) Of() []*Cases { return j.of }

// Cases is how many were added.
func (j *Joined) Cases() int { return j.cases }

// Add adds a case that was asked for in all of the data sets. Its cluster comes from [Units.Cluster].
func (j *Joined) Add(number int32, cluster uint64) {
	j.key = j.key[:0]
	for i, c := range j.of {
		j.key = binary.BigEndian.AppendUint32(j.key, uint32(j.outcomes[i].number(c, number)))
	}
	j.key = binary.BigEndian.AppendUint64(j.key, cluster)
	j.times[string(j.key)]++
	j.cases++
}

// number returns the number of the outcome of a case.
func (o *outcomes) number(c *Cases, number int32) int32 {
	entries := c.Entries(nil, number)
	o.key = o.key[:0]
	for _, e := range entries {
		o.key = binary.AppendUvarint(o.key, uint64(uint32(e.Trial)))
		o.key = binary.AppendUvarint(o.key, uint64(e.Row))
		o.key = append(o.key, bit(e.Passed)|bit(e.Failed)<<1|byte(e.is&unlabelled)<<2)
	}
	n, known := o.numbers[string(o.key)]
	if known {
		return n
	}
	if o.numbers == nil {
		o.numbers = map[string]int32{}
	}
	n = int32(len(o.latest))
	o.numbers[string(o.key)] = n
	o.latest = append(o.latest, -1)
	for _, e := range entries {
		kept := Entry{Row: e.Row, previous: o.latest[n], Trial: e.Trial, Passed: e.Passed, Failed: e.Failed, is: e.is & unlabelled}
		o.latest[n] = o.book.add(kept)
	}
	return n
}

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// Pair is a case in two data sets, by its numbers there, or Times cases with these outcomes.
type Pair struct {
	Cases [2]int32
	Times int
	// Cluster is the unit that the case shares with others, 0 where it is alone. Cases of one unit are evidence once.
	Cluster uint64
}

// Two returns the outcomes of two of the data sets as cases, and the different pairs of them.
func (j *Joined) Two(old, new int) (sides [2]*Cases, pairs []Pair) {
	for side, i := range [2]int{old, new} {
		c := j.outcomes[i].Cases
		c.Set, c.Dataset, c.runs = j.of[i].Set, j.of[i].Dataset, j.of[i].runs
		sides[side] = &c
	}
	times := map[Pair]int{}
	for key, n := range j.times {
		at := func(i int) int32 { return int32(binary.BigEndian.Uint32([]byte(key[4*i:]))) }
		times[Pair{Cases: [2]int32{at(old), at(new)}, Cluster: binary.BigEndian.Uint64([]byte(key[4*len(j.of):]))}] += n
	}
	for _, p := range slices.SortedFunc(maps.Keys(times), func(a, b Pair) int {
		return cmp.Or(cmp.Compare(a.Cluster, b.Cluster), slices.Compare(a.Cases[:], b.Cases[:]))
	}) {
		pairs = append(pairs, Pair{p.Cases, times[p], p.Cluster})
	}
	return sides, pairs
}
