package similarity

import "math/bits"

// OSA returns the normalised optimal string alignment similarity of a and b,
// (max-d)/max with d = [OSADistance] and max the code points of the longer
// string.
func OSA(a, b string) float64 {
	if s, ok := trivial(a, b); ok {
		return s
	}
	d, longer := osa(a, b)
	return ratio(longer-d, longer)
}

// OSADistance returns the optimal string alignment distance of a and b, also
// called restricted Damerau-Levenshtein distance: the least number of
// insertions, deletions, substitutions and swaps of two neighbouring code
// points that turn a into b, where nothing is edited that was swapped. So it is
// 3 for "ca" and "abc", where [DamerauDistance] is 2, and it does not obey the
// triangle inequality. For very long strings it is an upper bound, as the
// package comment says.
func OSADistance(a, b string) int {
	d, _ := osa(a, b)
	return d
}

// osa returns the distance and the code points of the longer string.
func osa(a, b string) (d, longer int) {
	p := newPair(a, b)
	if d, longer, ok := p.osaWord(); ok {
		return d, longer
	}
	w := newWorkspace(p)
	defer w.release()
	return w.inPieces(exactCells, w.osa), p.common + max(len(w.a), len(w.b))
}

// osaWord does it for short strings, in one machine word and without allocation.
// It reports false for those that are too long.
func (p pair) osaWord() (d, longer int, ok bool) {
	switch {
	case p.a == "":
		n := count(p.b)
		return n, p.common + n, true
	case p.ascii && len(p.a) <= wordBits:
		return osaASCII(p.a, p.b), p.common + len(p.b), true
	case p.ascii:
		return 0, 0, false
	}
	var bufA, bufB [wordBits]rune
	n, okA := decode(bufA[:], p.a)
	m, okB := decode(bufB[:], p.b)
	if !okA || !okB {
		return 0, 0, false
	}
	return osaRunes(bufA[:n], bufB[:m]), p.common + max(n, m), true
}

// osaColumn is a column with what a swap needs of it: where its value is that
// of the row above in the column before (diagonal), and where its code point
// stands (equal). The recurrence is that of Hyyrö 2003.
type osaColumn struct {
	column
	diagonal, equal uint64
}

// next is column.next with swaps.
func (c osaColumn) next(equal uint64) osaColumn {
	swap := (^c.diagonal & equal) << 1 & c.equal
	diagonal := (((equal & c.up) + c.up) ^ c.up) | equal | c.down | swap
	right := c.down | ^(diagonal | c.up)
	left := diagonal & c.up
	right = right<<1 | 1
	left <<= 1
	return osaColumn{column{up: left | ^(diagonal | right), down: right & diagonal}, diagonal, equal}
}

func osaASCII(a, b string) int {
	var table [128]uint64
	bit := uint64(1)
	for i := 0; i < len(a); i++ {
		table[a[i]&127] |= bit
		bit <<= 1
	}
	c := osaColumn{column: column{up: ^uint64(0)}}
	for i := 0; i < len(b); i++ {
		c = c.next(table[b[i]&127])
	}
	return c.bottom(len(b), len(a))
}

func osaRunes(a, b []rune) int {
	var table wordTable
	bit := uint64(1)
	for _, r := range a {
		table.add(r, bit)
		bit <<= 1
	}
	c := osaColumn{column: column{up: ^uint64(0)}}
	for _, r := range b {
		c = c.next(table.find(r))
	}
	return c.bottom(len(b), len(a))
}

// osaWord is one word of a long osaColumn, whose equal stays in the pattern.
type osaWord struct {
	column
	diagonal uint64
}

// osa returns the distance of a, which is not longer than b, and b.
func (w *workspace) osa(a, b []rune) int {
	if len(a) == 0 {
		return len(b)
	}
	w.pattern.set(w.x, w.intern(a, b))
	w.osaWords = resize(w.osaWords, w.pattern.words)
	for i := range w.osaWords {
		w.osaWords[i] = osaWord{column: column{up: ^uint64(0)}}
	}
	before := w.pattern.row(w.y[0]) // diagonal is 0 now, so that any row will do
	for _, symbol := range w.y {
		equal := w.pattern.row(symbol)
		osaAdvance(w.osaWords, equal, before)
		before = equal
	}
	d := len(b)
	last := w.pattern.words - 1
	for _, c := range w.osaWords[:last] {
		d = c.bottom(d, wordBits)
	}
	return w.osaWords[last].bottom(d, (len(a)-1)%wordBits+1)
}

// osaAdvance is osaColumn.next for a column of many words; before is equal of
// the column before.
func osaAdvance(col []osaWord, equal, before []uint64) {
	equal, before = equal[:len(col)], before[:len(col)]
	var carry, left, swap uint64
	right := uint64(1)
	for i := range col {
		c := &col[i]
		e := equal[i]
		var sum uint64
		sum, carry = bits.Add64(e&c.up, c.up, carry)
		s := ^c.diagonal & e
		diagonal := (sum ^ c.up) | e | c.down | (s<<1|swap)&before[i]
		r := c.down | ^(diagonal | c.up)
		l := diagonal & c.up
		rs := r<<1 | right
		ls := l<<1 | left
		right, left, swap = r>>63, l>>63, s>>63
		c.up, c.down, c.diagonal = ls|^(diagonal|rs), rs&diagonal, diagonal
	}
}
