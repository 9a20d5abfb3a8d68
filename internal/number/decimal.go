package number

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"
)

// Limits of [Parse] and [ParseJSON]. A text beyond them is an error of kind [TooLong], found
// before any work is done on it. They keep every value small enough to be added, multiplied
// and printed at once: 1e999999999 is eleven bytes of JSON, and a gigabyte when written
// out. [Equal] and [Canonical] have no such limits.
const (
	MaxLength   = 1 << 16 // bytes of text
	MaxDigits   = 10_000  // digits, without leading zeros
	MaxExponent = 10_000  // every printed digit lies below 10^MaxExponent and at or above 10^-MaxExponent
)

// Decimal is an exact decimal number. The zero value is 0. Compare decimals with
// [Decimal.Cmp], not with ==, as one value has several representations.
type Decimal struct{ apd apd.Decimal } // never written to: copies share its digits

// FromFloat returns the decimal of the shortest text of f: 0.1 is one tenth, not the binary
// fraction next to it, as the author of a limit in Go source means it. It reports false for
// NaN and the infinities.
func FromFloat(f float64) (Decimal, bool) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return Decimal{}, false
	}
	n, err := ParseJSON(strconv.FormatFloat(f, 'g', -1, 64))
	return n.Decimal, err == nil
}

// FromInt returns n as a decimal.
func FromInt(n int64) Decimal { return Decimal{*apd.New(n, 0)} }

// fromDigits returns ±digits·10^exp. The digits are ASCII; an empty slice is zero.
func fromDigits(neg bool, digits []byte, exp int32) Decimal {
	var d Decimal
	if len(digits) > 0 {
		d.apd.Coeff.SetString(string(digits), 10)
	}
	d.apd.Negative, d.apd.Exponent = neg, exp
	return d
}

// exact does not round: with precision 0, apd keeps every digit of a difference and of a product. Neither fails for
// operands within the limits of Parse.
var exact = apd.Context{MaxExponent: apd.MaxExponent, MinExponent: apd.MinExponent}

// Sub returns d - e.
func (d Decimal) Sub(e Decimal) (z Decimal) {
	_, _ = exact.Sub(&z.apd, &d.apd, &e.apd)
	return z
}

// Mul returns d · e.
func (d Decimal) Mul(e Decimal) (z Decimal) {
	_, _ = exact.Mul(&z.apd, &d.apd, &e.apd)
	return z
}

// Abs returns |d|.
func (d Decimal) Abs() Decimal {
	d.apd.Negative = false
	return d
}

// Cmp returns -1, 0 or +1 as d is less than, equal to or greater than e.
func (d Decimal) Cmp(e Decimal) int { return d.apd.Cmp(&e.apd) }

// Sign returns -1, 0 or +1 as d is negative, zero or positive.
func (d Decimal) Sign() int { return d.apd.Sign() }

// String returns the canonical text: equal decimals have equal texts, and the text
// is a JSON number that reads back as the same value. It has no superfluous zeros;
// it is written out from 1e-7 up to below 1e21, and with an exponent outside:
// "1889", "-0.05", "1e21", "1.5e-9".
func (d Decimal) String() string { return d.normal().String() }

// Brief returns the text of String, shortened for a message: beyond 40 bytes it keeps the first 17 digits, an ellipsis
// and the exponent ("1.2345678901234567…e9999").
func (d Decimal) Brief() string {
	s := d.String()
	if len(s) <= 40 {
		return s
	}
	n := d.normal()
	n.digits = n.digits[:17]
	return n.mantissa() + "…e" + n.leading.String()
}

func (d Decimal) normal() normal {
	digits := ""
	if d.apd.Coeff.IsInt64() {
		digits = strconv.FormatInt(d.apd.Coeff.Int64(), 10)
	} else {
		digits = d.apd.Coeff.String()
	}
	return newNormal(d.apd.Negative, digits, big.NewInt(int64(len(digits))-1+int64(d.apd.Exponent)))
}

// normal is a number as ±d.ddd·10^leading, in one form for each number.
type normal struct {
	neg     bool
	digits  string // from the first to the last digit that is not 0; "" is zero
	leading *big.Int
}

// newNormal returns the number ±d.ddd·10^leading. digits must not begin with 0, unless the number is 0.
func newNormal(neg bool, digits string, leading *big.Int) normal {
	digits = strings.TrimRight(digits, "0")
	if digits == "" { // zero has neither sign nor exponent
		return normal{leading: new(big.Int)}
	}
	return normal{neg, digits, leading}
}

func (n normal) signText() string {
	if n.neg {
		return "-"
	}
	return ""
}

// mantissa returns ±d.ddd of a number that is not zero.
func (n normal) mantissa() string {
	if len(n.digits) == 1 {
		return n.signText() + n.digits
	}
	return n.signText() + n.digits[:1] + "." + n.digits[1:]
}

// String returns the text that [Decimal.String] describes.
func (n normal) String() string {
	const least, most = -7, 20
	leading := n.leading.Int64()
	whole := int(leading) + 1 // digits before the point
	switch {
	case n.digits == "":
		return "0"
	case !n.leading.IsInt64() || leading < least || leading > most:
		return n.mantissa() + "e" + n.leading.String()
	case whole <= 0:
		return n.signText() + "0." + strings.Repeat("0", -whole) + n.digits
	case whole >= len(n.digits):
		return n.signText() + n.digits + strings.Repeat("0", whole-len(n.digits))
	}
	return n.signText() + n.digits[:whole] + "." + n.digits[whole:]
}

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
func (t Tolerance) Within(got, want Number) (inside bool, difference, limit Decimal) {
	difference = got.Decimal.Sub(want.Decimal).Abs()
	limit = t.Limit(want)
	return difference.Cmp(limit) <= 0, difference, limit
}
