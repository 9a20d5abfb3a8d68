package similarity

import "unicode/utf8"

// table holds a number for each code point, 0 until it is set. It is looked up
// without hashing: code points of the same 256 lie on a page, and what an
// earlier use left there is told by its stamp, so that nothing needs clearing.
type table struct {
	pages [utf8.MaxRune/pageSize + 1]*[pageSize]entry
	stamp uint64
}

const pageSize = 256

type entry struct{ stamp, value uint64 }

// reset makes all numbers 0.
func (t *table) reset() { t.stamp++ }

func (t *table) get(r rune) uint64 {
	page := t.pages[uint32(r)/pageSize]
	if page == nil {
		return 0
	}
	e := &page[uint8(r)]
	if e.stamp != t.stamp {
		return 0
	}
	return e.value
}

// at returns where the number of r is kept.
func (t *table) at(r rune) *uint64 {
	page := t.pages[uint32(r)/pageSize]
	if page == nil {
		page = new([pageSize]entry)
		t.pages[uint32(r)/pageSize] = page
	}
	e := &page[uint8(r)]
	if e.stamp != t.stamp {
		*e = entry{stamp: t.stamp}
	}
	return &e.value
}

// setPlaces sets the number of each code point of s, at most 64, to the places
// where it stands: bit i is set where it stands at i.
func (t *table) setPlaces(s []rune) {
	t.reset()
	bit := uint64(1)
	for _, r := range s {
		*t.at(r) |= bit
		bit <<= 1
	}
}
