package summarize

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
)

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
