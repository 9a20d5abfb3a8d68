package similarity

import "math/bits"

// lcsStripRows is the number of rows of the matrix that four words hold.
const lcsStripRows = 4 * wordBits

// lcsStrip says for a piece of at most 256 symbols where each symbol stands in it: bit i%64 of
// word i/64 is set where it stands at i.
type lcsStrip [256][4]uint64

// lcsStrips returns the length for x and y, whose symbols are below the given number,
// at most 256.
//
// It computes the whole matrix in strips of 256 rows. Of a strip, the level in hand stays
// in registers.
func lcsStrips[symbol uint8 | int32](w *workspace, x, y []symbol, symbols int) int {
	w.steps = zeroed(w.steps, len(y)) // the top row is 0
	length := 0
	for len(x) > 0 {
		clear(w.lcsStrip[:symbols])
		rows := x[:min(len(x), lcsStripRows)]
		for block := 0; block*wordBits < len(rows); block++ {
			bit := uint64(1)
			for _, symbol := range rows[block*wordBits : min(len(rows), (block+1)*wordBits)] {
				w.lcsStrip[uint8(symbol)][block] |= bit
				bit <<= 1
			}
		}
		length += lcsStripLength(&w.lcsStrip, y, w.steps)
		x = x[len(rows):]
	}
	return length
}

// lcsStripLength returns by how much the length rises from the row above the strip to its last. For each
// column, steps says by how much the row above the strip rises there, which is what the addition
// carries, and then by how much its last row does.
func lcsStripLength[symbol uint8 | int32](s *lcsStrip, y []symbol, steps []uint8) int {
	// Rows past the end have no symbol and stay as they are.
	v0, v1, v2, v3 := ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)
	steps = steps[:len(y)]
	for j, symbol := range y {
		e := &s[uint8(symbol)]
		m0, m1, m2, m3 := v0&e[0], v1&e[1], v2&e[2], v3&e[3]
		s0, carry := bits.Add64(v0, m0, uint64(steps[j]))
		s1, carry := bits.Add64(v1, m1, carry)
		s2, carry := bits.Add64(v2, m2, carry)
		s3, carry := bits.Add64(v3, m3, carry)
		v0, v1, v2, v3 = s0|(v0^m0), s1|(v1^m1), s2|(v2^m2), s3|(v3^m3)
		steps[j] = uint8(carry)
	}
	return bits.OnesCount64(^v0) + bits.OnesCount64(^v1) + bits.OnesCount64(^v2) + bits.OnesCount64(^v3)
}
