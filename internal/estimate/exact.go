package estimate

import (
	"fmt"
	"math"
	"strconv"
)

// ExactSum is a sum of numbers from -2^40 to 2^40, each rounded to a multiple of 2^-40. It is a sum of integers, so the
// order and grouping of the additions make no difference. The zero value is 0. There is room for 2^23 of the greatest
// numbers.
type ExactSum struct{ whole, parts uint64 }

const exactParts = 40 // bits

// Add adds a number. A number that is not from 0 to 2^40 is an error, and Add does not add it.
func (s *ExactSum) Add(v float64) error {
	if !(v >= 0 && v <= 1<<40) {
		return fmt.Errorf("%v is not from 0 to 2^40", v)
	}
	return s.AddSigned(v)
}

// AddSigned is Add for numbers from -2^40 to 2^40.
func (s *ExactSum) AddSigned(v float64) error {
	if !(v >= -1<<40 && v <= 1<<40) {
		return fmt.Errorf("%v is not from -2^40 to 2^40", v)
	}
	whole := math.Floor(v)
	*s = s.Plus(ExactSum{uint64(int64(whole)), uint64(math.RoundToEven(math.Ldexp(v-whole, exactParts)))})
	return nil
}

// Plus returns the sum of s and o.
func (s ExactSum) Plus(o ExactSum) ExactSum {
	parts := s.parts + o.parts
	return ExactSum{s.whole + o.whole + parts>>exactParts, parts & (1<<exactParts - 1)}
}

// IsZero reports whether the sum is 0.
func (s ExactSum) IsZero() bool { return s == ExactSum{} }

// Float returns the sum as the nearest float64.
func (s ExactSum) Float() float64 {
	return float64(int64(s.whole)) + math.Ldexp(float64(s.parts), -exactParts)
}

// MarshalText writes 26 hex digits: 16 of the whole part, 10 of the multiple of 2^-40.
func (s ExactSum) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%016x%010x", s.whole, s.parts), nil
}

// UnmarshalText reads the text that MarshalText writes.
func (s *ExactSum) UnmarshalText(text []byte) error {
	if len(text) != 26 {
		return fmt.Errorf("sum %q, want 26 hex digits", text)
	}
	whole, err := strconv.ParseUint(string(text[:16]), 16, 64)
	if err != nil {
		return fmt.Errorf("sum %q: %w", text, err)
	}
	parts, err := strconv.ParseUint(string(text[16:]), 16, 64)
	if err != nil {
		return fmt.Errorf("sum %q: %w", text, err)
	}
	*s = ExactSum{whole, parts}
	return nil
}
