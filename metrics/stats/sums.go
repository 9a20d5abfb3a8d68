package stats

import "slices"

// sums holds the weighted sums of a count in the resamples. Most contributions of documents are small: add adds such a
// contribution to four resamples at once, in four lanes of 16 bits of one word, until a lane might overflow.
type sums struct {
	all    []int64  // resample -> sum, without the packed sums; nil: all 0. It may be longer than the number of resamples
	packed []uint64 // Σ lane i·2^16i: the packed sums of four resamples, each from -full to full
	free   int64    // by how much each lane of packed may still change
}

const full = 1<<15 - 1

// words returns the number of words that hold the lanes of resamples: eight lanes take two words.
func words(resamples int) int { return (resamples + 7) / 8 * 2 }

func makeSums(resamples int) sums {
	n := words(resamples)
	return sums{make([]int64, 4*n), make([]uint64, n), full}
}

// addDraw adds n for each time that a document was drawn.
func (s *sums) addDraw(drawn []uint64, n int64) {
	packed := s.packed[:len(drawn)]
	if n > full/mostWeight || n < -full/mostWeight {
		all := s.all[:4*len(drawn)]
		for k, w := range drawn {
			four := all[4*k : 4*k+4 : 4*k+4]
			four[0] += n * int64(w&0xffff)
			four[1] += n * int64(w>>16&0xffff)
			four[2] += n * int64(w>>32&0xffff)
			four[3] += n * int64(w>>48)
		}
		return
	}
	change := max(n, -n) * mostWeight
	if s.free < change {
		s.unpack()
	}
	s.free -= change
	if n == 1 {
		for k, w := range drawn {
			packed[k] += w
		}
		return
	}
	for k, w := range drawn {
		packed[k] += w * uint64(n)
	}
}

// unpack adds the packed sums to all, and returns all.
func (s *sums) unpack() []int64 {
	if s.free == full {
		return s.all
	}
	all := s.all[:4*len(s.packed)]
	for k, p := range s.packed {
		four := all[4*k : 4*k+4 : 4*k+4]
		v := int64(p)
		for lane := range four {
			own := int64(int16(v))
			four[lane] += own
			v = (v - own) >> 16
		}
	}
	clear(s.packed)
	s.free = full
	return s.all
}

func (s *sums) clone() sums { return sums{slices.Clone(s.all), slices.Clone(s.packed), s.free} }
