package summarize

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"

	"github.com/extracteval/extracteval/report"
)

// scoreSum is an exact sum of scores in [0,1], each rounded to a multiple of
// 2^-53: an integer, so that the order of adding does not matter.
type scoreSum struct {
	N   uint64 `json:"n"`
	Sum wide   `json:"sum"`
}

func (s *scoreSum) addRatio(r report.Ratio) {
	if !r.Defined {
		return
	}
	score := min(max(r.Value, 0), 1)
	s.merge(scoreSum{1, wide{lo: uint64(math.RoundToEven(math.Ldexp(score, 53)))}})
}

func (s *scoreSum) merge(o scoreSum) {
	s.Sum.plus(o.Sum)
	s.N += o.N
}

func (s scoreSum) average() (float64, bool) {
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

// wide is a sum of integers in 128 bits.
type wide struct{ hi, lo uint64 }

func (s *wide) plus(o wide) {
	var carry uint64
	s.lo, carry = bits.Add64(s.lo, o.lo, 0)
	s.hi, _ = bits.Add64(s.hi, o.hi, carry)
}

// MarshalText writes 32 hex digits.
func (s wide) MarshalText() ([]byte, error) { return []byte(dataText(s.hi) + dataText(s.lo)), nil }

// UnmarshalText reads the text that MarshalText writes.
func (s *wide) UnmarshalText(text []byte) (err error) {
	if len(text) != 32 {
		return fmt.Errorf("sum %q, want 32 hex digits", text)
	}
	var errLow error
	s.hi, err = strconv.ParseUint(string(text[:16]), 16, 64)
	s.lo, errLow = strconv.ParseUint(string(text[16:]), 16, 64)
	return errors.Join(err, errLow)
}
