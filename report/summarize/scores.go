package summarize

import (
	"math"

	"github.com/extracteval/extracteval/report"
)

// scoreSum is an exact sum of scores in [0,1], each rounded to a multiple of
// 2^-53: an integer, so that the order of adding does not matter.
type scoreSum struct {
	wide
	n uint64
}

func (s *scoreSum) add(r report.Ratio) {
	if !r.Defined {
		return
	}
	score := min(max(r.Value, 0), 1)
	s.plus(scoreSum{wide{lo: uint64(math.RoundToEven(math.Ldexp(score, 53)))}, 1})
}

func (s *scoreSum) plus(o scoreSum) {
	s.wide.plus(o.wide)
	s.n += o.n
}

func (s scoreSum) mean() (float64, bool) {
	if s.n == 0 {
		return 0, false
	}
	sum := math.Ldexp(float64(s.hi), 64-53) + math.Ldexp(float64(s.lo), -53)
	return sum / float64(s.n), true
}
