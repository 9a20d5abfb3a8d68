package strictness

// This file finds what the wrong values of a field have in common: texts that may mean the same as a truth (€ and EUR);
// another form, such as another order of words or a mark that one side has; or a mistake, such as a moved decimal
// point. It proposes, and changes nothing.

import (
	"cmp"
	"maps"
	"math/bits"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/metrics/document"
)

const (
	maxPairs     = 512 // different pairs of a field that match, and as many that do not
	maxBytes     = 100 // of a value
	maxDocuments = 5   // that are remembered for a pair
)

// Values gathers the pairs of an answer's value and a truth of one field. Of more than 512 different pairs that match,
// or that do not, it keeps those with the lowest hashes, each with its whole count: what it proposes does not depend on
// the order of the documents. The zero value has none.
type Values struct {
	right, wrong pairs
	last         struct { // the pair that was added before
		pair      *pair // nil unless it is kept and wrong
		document  int
		got, want uint64 // hashes
	}
}

// pairs are the different pairs with the lowest hashes.
type pairs struct {
	kept    map[uint64]*pair
	limit   uint64 // 0, or a hash from which pairs are left out
	partial bool   // pairs were left out
}

type pair struct {
	got, want string // JSON texts
	n         int
	documents []int // the first that have it
	above     int   // of n, those whose answer is the truth of the row above
	below     int
}

// Add adds two values, JSON texts, of a document, and whether they match. Documents have different numbers from 1, and
// the values of one document are added one after another, those of a list by its rows.
func (v *Values) Add(got, want []byte, document int, right bool) {
	g, w := arithmetic.Hash(got), arithmetic.Hash(want)
	last := v.last
	v.last.pair, v.last.document, v.last.got, v.last.want = nil, document, g, w
	if last.document == document && last.pair != nil && last.got == w {
		last.pair.below++
	}
	owner := &v.wrong
	if right {
		owner = &v.right
	}
	p := owner.pair(got, want, (g^bits.RotateLeft64(w, 32))*0x9e3779b97f4a7c15)
	if p == nil {
		return
	}
	p.n++
	if n := len(p.documents); n == 0 || n < maxDocuments && p.documents[n-1] != document {
		p.documents = append(p.documents, document)
	}
	if right {
		return
	}
	v.last.pair = p
	if last.document == document && last.want == g {
		p.above++
	}
}

// pair returns the pair with a hash, nil if it is left out.
func (s *pairs) pair(got, want []byte, hash uint64) *pair {
	if s.limit != 0 && hash >= s.limit {
		return nil
	}
	if p := s.kept[hash]; p != nil {
		return p
	}
	if max(len(got), len(want)) > maxBytes {
		s.partial = s.partial || min(len(got), len(want)) <= maxBytes // the shorter one may contradict an alias
		return nil
	}
	if len(s.kept) >= maxPairs+maxPairs/4 {
		s.trim()
		if hash >= s.limit {
			return nil
		}
	}
	p := &pair{got: string(got), want: string(want)}
	arithmetic.Map(&s.kept)[hash] = p
	return p
}

// trim leaves the pairs with the lowest hashes.
func (s *pairs) trim() {
	if len(s.kept) <= maxPairs {
		return
	}
	hashes := slices.Sorted(maps.Keys(s.kept))
	s.limit, s.partial = hashes[maxPairs], true
	for _, hash := range hashes[maxPairs:] {
		delete(s.kept, hash)
	}
}

// read is a pair whose values are read.
type read struct {
	*pair
	got, want document.Value
}

// ValueOf returns the value of got or want of a leaf in a result, which is always JSON.
func ValueOf(leaf []byte) document.Value {
	v, _ := document.Parse(leaf)
	return v
}

// read returns the kept pairs, the most frequent first, and how often they occur.
func (s *pairs) read() (all []read, n int) {
	s.trim()
	for _, p := range s.kept {
		all = append(all, read{p, ValueOf([]byte(p.got)), ValueOf([]byte(p.want))})
		n += p.n
	}
	slices.SortFunc(all, func(a, b read) int {
		return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.pair.want, b.pair.want), cmp.Compare(a.pair.got, b.pair.got))
	})
	return all, n
}

// documentsOf counts the documents that have one of the pairs, up to 5.
func documentsOf(all []read) int {
	documents := map[int]bool{}
	for _, p := range all {
		for _, number := range p.documents {
			documents[number] = true
		}
		if len(documents) >= maxDocuments {
			break
		}
	}
	return min(len(documents), maxDocuments)
}
