package cases

import (
	"fmt"
	"hash/maphash"
	"strconv"
)

// Place is the position of a case: a line of a file, an element of a slice.
type Place struct {
	file string
	n    int // from 1
}

func (p Place) String() string {
	switch {
	case p.file == "":
		return "case " + strconv.Itoa(p.n)
	case p.n == 0:
		return p.file
	}
	return p.file + ":" + strconv.Itoa(p.n)
}

// ids finds ids that occur twice. It keeps a hash of 64 bits of each id.
type ids struct {
	seed maphash.Seed
	at   map[uint64]Place
}

func newIDs() *ids { return &ids{maphash.MakeSeed(), map[uint64]Place{}} }

func (s *ids) add(id string, at Place) error {
	h := maphash.String(s.seed, id)
	if first, ok := s.at[h]; ok {
		return fmt.Errorf("%v: duplicate id %q, first at %v", at, id, first)
	}
	s.at[h] = at
	return nil
}
