package summarize

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/extracteval/extracteval/report"
)

// scoreSum is an exact sum of scores in [0,1], each rounded to a multiple of
// 2^-53: an integer, so that the order of adding does not matter.
type scoreSum struct {
	N   uint64 `json:"n"`
	Sum wide   `json:"sum"`
}

func (s *scoreSum) add(r report.Ratio) {
	if !r.Defined {
		return
	}
	score := min(max(r.Value, 0), 1)
	s.plus(scoreSum{1, wide{lo: uint64(math.RoundToEven(math.Ldexp(score, 53)))}})
}

func (s *scoreSum) plus(o scoreSum) {
	s.Sum.plus(o.Sum)
	s.N += o.N
}

func (s scoreSum) mean() (float64, bool) {
	if s.N == 0 {
		return 0, false
	}
	sum := math.Ldexp(float64(s.Sum.hi), 64-53) + math.Ldexp(float64(s.Sum.lo), -53)
	return sum / float64(s.N), true
}

// check returns an error for a sum that no scores have: none is above 1, which is 2^53 units.
func (s scoreSum) check() error {
	if hi, lo := bits.Mul64(s.N, 1<<53); s.Sum.hi > hi || s.Sum.hi == hi && s.Sum.lo > lo {
		return fmt.Errorf("sum %016x%016x of %d scores is above 1 for each", s.Sum.hi, s.Sum.lo, s.N)
	}
	return nil
}
