package similarity

// stripRows is the number of rows of the matrix that two words hold.
const stripRows = 2 * wordBits

// strip says for a piece of at most 128 symbols where each symbol stands in it: bit i%64 of
// word i/64 is set where it stands at i.
type strip [256][2]uint64

// stripsBest is the length up to which strips take less time than bands, whose columns
// lie in memory.
const stripsBest = 8 * wordBits

// levenshteinStrips returns the distance of x and y, whose symbols are below the given
// number, at most 256.
//
// It computes the whole matrix in strips of 128 rows. Of a strip, the column in hand stays
// in registers, and its second word is computed while the first of the next
// column is.
func levenshteinStrips[symbol uint8 | int32](w *workspace, x, y []symbol, symbols int) int {
	w.steps = resize(w.steps, len(y))
	for j := range w.steps {
		w.steps[j] = 1 // the top row counts the columns
	}
	d := len(y)
	for len(x) > 0 {
		clear(w.strip[:symbols])
		rows := x[:min(len(x), stripRows)]
		for i, symbol := range rows {
			w.strip[uint8(symbol)][i/wordBits%2] |= 1 << (i % wordBits)
		}
		upper, lower := stripColumns(&w.strip, y, w.steps)
		d = upper.bottom(d, min(len(rows), wordBits))
		if len(rows) > wordBits {
			d = lower.bottom(d, len(rows)-wordBits)
		}
		x = x[len(rows):]
	}
	return d
}

// stripColumns returns the two words of the last column. For each column, steps says what the value in the
// row above the strip does there, and then what that in its last row does:
// it rises by 1 (bit 0), falls by 1 (bit 1) or neither.
func stripColumns[symbol uint8 | int32](s *strip, y []symbol, steps []uint8) (upper, lower column) {
	upper, lower = column{up: ^uint64(0)}, column{up: ^uint64(0)}
	steps = steps[:len(y)]
	for j, symbol := range y {
		right, left := uint64(steps[j]&1), uint64(steps[j]>>1)

		// Where the value above falls, the first row does what it does where the code points
		// are equal.
		equal := s[uint8(symbol)][0] | left
		diagonal := (equal&upper.up + upper.up) ^ upper.up | equal | upper.down
		r := upper.down | ^(diagonal | upper.up)
		l := diagonal & upper.up
		right, r = r>>63, r<<1+right
		left, l = l>>63, l<<1+left
		upper = column{up: l | ^(diagonal | r), down: r & diagonal}

		equal = s[uint8(symbol)][1] | left
		diagonal = (equal&lower.up + lower.up) ^ lower.up | equal | lower.down
		r = lower.down | ^(diagonal | lower.up)
		l = diagonal & lower.up
		right, r = r>>63, r<<1+right
		left, l = l>>63, l<<1+left
		lower = column{up: l | ^(diagonal | r), down: r & diagonal}
		steps[j] = uint8(right | left<<1)
	}
	return upper, lower
}
