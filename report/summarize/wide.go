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

// text returns 32 hex digits.
func (s wide) text() string { return dataText(s.hi) + dataText(s.lo) }

// parseWide reads the text of a wide.
func parseWide(text string) (s wide, err error) {
	if len(text) != 32 {
		return s, fmt.Errorf("sum %q, want 32 hex digits", text)
	}
	var errLow error
	s.hi, err = strconv.ParseUint(text[:16], 16, 64)
	s.lo, errLow = strconv.ParseUint(text[16:], 16, 64)
	return s, errors.Join(err, errLow)
}
