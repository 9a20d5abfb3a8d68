package compare

import (
	"math"
	"strconv"

	"github.com/extracteval/extracteval/metrics/compare/internal/number"
	"github.com/extracteval/extracteval/metrics/document"
)

// Screen tells apart values that a comparator is sure not to match, for the matcher of
// list items, which asks about many pairs for each that it keeps.
type Screen struct {
	tolerance float64
	relative  bool
}

// ScreenOf returns the screen of a prepared comparator. It reports false where there is none:
// [Numeric] without HalfDigit has one.
func ScreenOf(c Comparator) (Screen, bool) {
	n, ok := c.(*preparedNumeric)
	if !ok || n.tolerance.HalfDigit {
		return Screen{}, false
	}
	tolerance, err := strconv.ParseFloat(n.tolerance.Amount.String(), 64)
	return Screen{tolerance, n.tolerance.Relative}, err == nil
}

// Place returns where a value stands among others. It reports false for a value that only
// Compare can judge.
func (s Screen) Place(v document.Value) (place float64, ok bool) {
	if v.Kind() != document.Number { // a text may have two readings
		return 0, false
	}
	if _, err := number.ParseJSON(v.RawText()); err != nil { // what Compare cannot read matches itself
		return 0, false
	}
	place, err := strconv.ParseFloat(v.RawText(), 64)
	return place, err == nil
}

// Apart reports whether two values at these places are sure not to match. Near the
// tolerance it leaves the answer to Compare, which is exact.
func (s Screen) Apart(got, want float64) bool {
	const rounding = 1e-9 // much more than that of float64
	limit := s.tolerance
	if s.relative && want != 0 {
		limit *= math.Abs(want)
	}
	return math.Abs(got-want) > limit*(1+rounding)+rounding*(math.Abs(got)+math.Abs(want))
}
