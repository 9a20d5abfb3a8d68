package number

import "github.com/cockroachdb/apd/v3"

// Tolerance says how far a number may lie from the truth. The zero value demands
// equality.
type Tolerance struct {
	Amount    Decimal // not negative
	Relative  bool    // Amount is a fraction of the truth: 0.02 is 2 %; where the truth is 0 it is absolute
	HalfDigit bool    // at least half a unit of the truth's last printed digit is allowed: 0.005 for "1.50", 50 for "1e2"
}

// Limit returns the largest difference from want that is within the tolerance. It is not
// negative.
func (t Tolerance) Limit(want Number) Decimal {
	limit := t.Amount
	if t.Relative && want.Decimal.Sign() != 0 {
		limit = limit.Mul(want.Decimal.Abs())
	}
	if t.HalfDigit {
		half := Decimal{*apd.New(5, -want.Decimals-1)}
		if limit.Cmp(half) < 0 {
			return half
		}
	}
	return limit
}

// Within reports whether |got-want| is at most the limit for want, and returns both. The
// arithmetic is decimal and exact: 1.1 is within 0.1 of 1.0.
func (t Tolerance) Within(got, want Number) (within bool, difference, limit Decimal) {
	difference = got.Decimal.Sub(want.Decimal).Abs()
	limit = t.Limit(want)
	return difference.Cmp(limit) <= 0, difference, limit
}
