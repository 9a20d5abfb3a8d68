package assign

import (
	"math"
	"math/bits"
	"slices"
)

// dense holds what a got item's pairs are read from in a matrix without a threshold, of which nearly all may be formed.
// Only the heavy pairs are listed then, and a row when somebody asks for it: mostly nobody does, and listing them all
// would take most of the time.
type dense struct {
	matrix  []float64 // nil if all pairs are listed; numbers from 0 to 1
	columns []int32   // 0, 1, 2, …
	weights []int64   // of the row that was asked for
	clamped []float64 // a matrix that had numbers out of this range
}

// collectDense is collect for a matrix without threshold, contents or preferences, whose indices are ranks. It also does
// what listHeavy does.
func (s *Solver) collectDense(p *Problem) error {
	s.matrix = p.Matrix
	s.columns = slices.Grow(s.columns[:0], p.Want)[:p.Want]
	for w := range s.columns {
		s.columns[w] = int32(w)
	}
	s.weights = slices.Grow(s.weights[:0], p.Want)[:p.Want]
	s.lighter = filled(s.lighter, p.Got, 0)
	start, wants, weights := append(s.start[:0], 0), s.heavyWant[:0], s.heavyWeight[:0]
	for g := range p.Got {
		row := s.matrix[g*p.Want:][:p.Want]
		greatest := greatestBits(row)
		if greatest > math.Float64bits(1) {
			if err := s.clamp(p); err != nil {
				return err
			}
			row = s.matrix[g*p.Want:][:p.Want]
			greatest = greatestBits(row)
		}
		border := s.heavyFrom(quantize(math.Float64frombits(greatest)))
		least := math.Float64bits((float64(border) - 0.5) / resolution) // of what is rounded to border
		n := len(wants)
		wants, weights = slices.Grow(wants, len(row))[:n+len(row)], slices.Grow(weights, len(row))[:n+len(row)]
		for from := 0; from < len(row); from += 64 {
			block := row[from:min(from+64, len(row))]
			for heavy := bitsFrom(block, least); heavy != 0; heavy &= heavy - 1 {
				w := bits.TrailingZeros64(heavy)
				wants[n], weights[n] = int32(from+w), quantize(block[w&63])
				n++
			}
		}
		wants, weights = wants[:n], weights[:n]
		if len(wants) < start[g]+len(row) {
			s.lighter[g] = border - 1
		}
		start = append(start, len(wants))
	}
	s.heavyStart, s.heavyWant, s.heavyWeight = append(s.heavyStart[:0], start...), wants, weights
	s.start = start // whether there are pairs is all that is asked
	return nil
}

// greatestBits returns the bits of the greatest number, which is right if none is negative: their order is that of the
// numbers. The bits of negative ones and of NaN are greater than those of 1.
func greatestBits(row []float64) uint64 {
	a, b, c, d := uint64(0), uint64(0), uint64(0), uint64(0)
	k := 0
	for ; k <= len(row)-4; k += 4 {
		four := (*[4]float64)(row[k:])
		a = max(a, math.Float64bits(four[0]))
		b = max(b, math.Float64bits(four[1]))
		c = max(c, math.Float64bits(four[2]))
		d = max(d, math.Float64bits(four[3]))
	}
	for _, similarity := range row[k:] {
		a = max(a, math.Float64bits(similarity))
	}
	return max(a, b, c, d)
}

// bitsFrom sets a bit for each of at most 64 numbers whose bits are from least on, where no bits have the highest set.
func bitsFrom(block []float64, least uint64) uint64 {
	light := uint64(0)
	k := 0
	for ; k <= len(block)-8; k += 8 {
		v := (*[8]float64)(block[k:])
		low := ((below(v[3], least)*2+below(v[2], least))*2+below(v[1], least))*2 + below(v[0], least)
		high := ((below(v[7], least)*2+below(v[6], least))*2+below(v[5], least))*2 + below(v[4], least)
		light |= (high<<4 | low) << (k & 63)
	}
	for ; k < len(block); k++ {
		light |= below(block[k], least) << (k & 63)
	}
	return ^light & (1<<len(block) - 1)
}

// below is 1 for a number whose bits are less than least, else 0.
func below(v float64, least uint64) uint64 { return (math.Float64bits(v) - least) >> 63 }

// clamp makes s.matrix a copy of the problem's in which numbers that are out of range by rounding are in range.
func (s *Solver) clamp(p *Problem) error {
	s.clamped = append(s.clamped[:0], p.Matrix...)
	for k, similarity := range s.clamped {
		if !(similarity >= -slack && similarity <= 1+slack) {
			return &ValueError{Got: k / p.Want, Want: k % p.Want, Value: similarity}
		}
		s.clamped[k] = min(max(similarity, 0), 1)
	}
	s.matrix = s.clamped
	return nil
}

// matrixPairs is allPairs for pairs that are not listed.
func (s *Solver) matrixPairs(g int) (wants []int32, weights []int64) {
	weights = s.weights[:len(s.columns)]
	for w, similarity := range s.matrix[g*len(weights):][:len(weights)] {
		weights[w] = quantize(similarity)
	}
	return s.columns, weights
}
