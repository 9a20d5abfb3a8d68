package similarity

import "unicode/utf8"

// A symbol is a byte of an ASCII text or a code point.
type symbol interface{ uint8 | rune }

// table holds a number for each symbol, 0 for most. Symbols with the same upper bits share a page. Between uses
// all numbers are 0.
type table struct {
	page  *[utf8.MaxRune>>pageBits + 1]uint16 // by the upper bits; 0 for the page whose numbers are all 0
	pages [][1 << pageBits]uint64
}

const pageBits = 8

func newTable() table {
	t := table{page: new([utf8.MaxRune>>pageBits + 1]uint16), pages: make([][1 << pageBits]uint64, 2, 8)}
	t.page[0] = 1
	return t
}

// ascii returns the numbers of the symbols of ASCII texts.
func (t *table) ascii() *[utf8.RuneSelf]uint64 { return (*[utf8.RuneSelf]uint64)(t.pages[1][:]) }

// number returns the number of a symbol. It takes the table by value, so that a loop keeps it in registers.
func number[S symbol](t table, s S) uint64 {
	return t.pages[t.page[uint(s)>>pageBits]][uint8(s)]
}

// numberOf returns where the number of a symbol stands, to be set.
func numberOf[S symbol](t *table, s S) *uint64 {
	page := &t.page[uint(s)>>pageBits]
	if *page == 0 {
		*page = uint16(len(t.pages))
		t.pages = append(t.pages, [1 << pageBits]uint64{})
	}
	return &t.pages[*page][uint8(s)]
}

// forget sets the numbers of some symbols to 0.
func forget[S symbol](t *table, symbols []S) {
	if _, ascii := any(symbols).([]uint8); ascii {
		clear(t.ascii()[:])
		return
	}
	page, pages := t.page, t.pages
	for _, s := range symbols {
		pages[page[uint(s)>>pageBits]][uint8(s)] = 0
	}
	if len(t.pages) > maxPages {
		*t = newTable()
	}
}

// maxPages bounds the memory that a table keeps, 2 MB.
const maxPages = 1 << 10

// setPlaces sets the number of each symbol of s, which has at most 64, to the places where it stands: bit i is set where it
// stands at i. It returns the table.
func setPlaces[S symbol](t *table, s []S) table {
	bit := uint64(1)
	if s, ascii := any(s).([]uint8); ascii {
		places := t.ascii()
		for _, c := range s {
			places[c%utf8.RuneSelf] |= bit
			bit <<= 1
		}
		return *t
	}
	for _, r := range s {
		*numberOf(t, r) |= bit
		bit <<= 1
	}
	return *t
}
