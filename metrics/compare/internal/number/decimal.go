package number

import (
	"cmp"
	"math"
	"math/bits"
	"strconv"

	"github.com/cockroachdb/apd/v3"
)

// Limits of what [Parse] and [ParseJSON] read. A text beyond them is an error of
// kind [TooLong], found before any work is done on it. They keep every value
// small enough to be added, multiplied and printed at once: 1e999999999 is eleven
// bytes of JSON, and a gigabyte when written out. [Equal] and [Canonical] have no
// such limits.
const (
	MaxLength   = 1 << 16 // bytes of text
	MaxDigits   = 10_000  // digits, without leading zeros
	MaxExponent = 10_000  // every printed digit lies below 10^MaxExponent and at or above 10^-MaxExponent
)

// Decimal is an exact decimal number. The zero value is 0. Decimals are compared
// with [Decimal.Cmp], not with ==, as one value has several representations.
type Decimal struct {
	coef int64 // the value is coef·10^exp, unless big is set
	exp  int32
	big  *apd.Decimal // read only; the value when coef cannot hold it
}

// FromFloat gives the decimal that the shortest text of f denotes: 0.1 is one
// tenth, not the binary fraction next to it. A limit written in Go source is
// meant that way. It is false for NaN and the infinities.
func FromFloat(f float64) (Decimal, bool) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return Decimal{}, false
	}
	var buf [32]byte
	n, err := ParseJSON(string(strconv.AppendFloat(buf[:0], f, 'g', -1, 64)))
	return n.Decimal, err == nil
}

// FromInt gives n as a decimal.
func FromInt(n int64) Decimal {
	if n == math.MinInt64 { // whose negation coef could not hold
		return Decimal{big: apd.New(n, 0)}
	}
	return Decimal{coef: n}
}

// fastDigits is the number of digits that surely fit coef.
const fastDigits = 18

// fromDigits gives ±digits·10^exp. The digits are ASCII, at most MaxDigits, and
// do not begin with 0; none at all is zero.
func fromDigits(neg bool, digits []byte, exp int32) Decimal {
	for len(digits) > fastDigits && digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
		exp++
	}
	if len(digits) <= fastDigits {
		var coef int64
		for _, c := range digits {
			coef = coef*10 + int64(c-'0')
		}
		if neg {
			coef = -coef
		}
		return Decimal{coef: coef, exp: exp}
	}
	d := &apd.Decimal{Negative: neg, Exponent: exp}
	d.Coeff.SetString(string(digits), 10)
	return Decimal{big: d}
}

// apd gives the value for arithmetic beyond the fast path. The result is not to
// be written to.
func (d Decimal) apd() *apd.Decimal {
	if d.big != nil {
		return d.big
	}
	return apd.New(d.coef, d.exp)
}

var pow10 = [fastDigits + 1]int64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9,
	1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
}

// align brings two decimals to one exponent, with coefficients whose sum and
// difference fit an int64. It is false where that cannot be done.
func align(a, b Decimal) (x, y int64, exp int32, ok bool) {
	if a.big != nil || b.big != nil {
		return 0, 0, 0, false
	}
	x, y, exp = a.coef, b.coef, a.exp
	if a.exp > b.exp {
		x, ok = scale(x, int64(a.exp)-int64(b.exp))
		exp = b.exp
	} else {
		y, ok = scale(y, int64(b.exp)-int64(a.exp))
	}
	const half = math.MaxInt64 / 2
	return x, y, exp, ok && -half <= x && x <= half && -half <= y && y <= half
}

// scale multiplies by 10^shift.
func scale(x, shift int64) (int64, bool) {
	switch {
	case shift == 0 || x == 0:
		return x, true
	case shift > fastDigits:
		return 0, false
	}
	limit := math.MaxInt64 / pow10[shift]
	return x * pow10[shift], -limit <= x && x <= limit
}

// exact does not round: with precision 0, apd keeps every digit of a sum, a
// difference and a product.
var exact = apd.Context{MaxExponent: apd.MaxExponent, MinExponent: apd.MinExponent}

// Sub gives d - e.
func (d Decimal) Sub(e Decimal) Decimal {
	if x, y, exp, ok := align(d, e); ok {
		return Decimal{coef: x - y, exp: exp}
	}
	z := new(apd.Decimal)
	_, _ = exact.Sub(z, d.apd(), e.apd()) // bounded operands leave nothing to fail
	return Decimal{big: z}
}

// Mul gives d · e.
func (d Decimal) Mul(e Decimal) Decimal {
	if d.big == nil && e.big == nil {
		hi, lo := bits.Mul64(magnitude(d.coef), magnitude(e.coef))
		if hi == 0 && lo <= math.MaxInt64 {
			coef := int64(lo)
			if (d.coef < 0) != (e.coef < 0) {
				coef = -coef
			}
			return Decimal{coef: coef, exp: d.exp + e.exp}
		}
	}
	z := new(apd.Decimal)
	_, _ = exact.Mul(z, d.apd(), e.apd())
	return Decimal{big: z}
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return uint64(-x)
	}
	return uint64(x)
}

// Abs gives |d|.
func (d Decimal) Abs() Decimal {
	if d.big != nil {
		return Decimal{big: new(apd.Decimal).Abs(d.big)}
	}
	d.coef = int64(magnitude(d.coef))
	return d
}

// Cmp gives -1, 0 or +1 as d is less than, equal to or greater than e.
func (d Decimal) Cmp(e Decimal) int {
	if x, y, _, ok := align(d, e); ok {
		return cmp.Compare(x, y)
	}
	return d.apd().Cmp(e.apd())
}

// Sign gives -1, 0 or +1 as d is negative, zero or positive.
func (d Decimal) Sign() int {
	if d.big != nil {
		return d.big.Sign()
	}
	return cmp.Compare(d.coef, 0)
}

// String gives the canonical text: equal decimals have equal texts, and the text
// is a JSON number that reads back as the same value. It has no superfluous zeros;
// it is written out from 1e-7 up to below 1e21, and with an exponent outside:
// "1889", "-0.05", "1e21", "1.5e-9".
func (d Decimal) String() string {
	var digits []byte
	var neg bool
	var buf [24]byte
	exp := int64(d.exp)
	if d.big != nil {
		digits = d.big.Coeff.Append(nil, 10)
		neg = d.big.Negative
		exp = int64(d.big.Exponent)
	} else {
		digits = strconv.AppendUint(buf[:0], magnitude(d.coef), 10)
		neg = d.coef < 0
	}
	leading := exp + int64(len(digits)) - 1
	for len(digits) > 0 && digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
	}
	return string(appendCanonical(nil, neg, string(digits), leading))
}

// Brief gives String for a text that stays readable in a message: beyond 40
// bytes only the first 17 digits, an ellipsis and the exponent are kept
// ("1.2345678901234567…e9999").
func (d Decimal) Brief() string {
	s := d.String()
	if len(s) <= 40 {
		return s
	}
	n := normalize(s)
	b := appendMantissa(nil, n.neg, firstDigits(n.digits, 17))
	b = append(b, "…e"...)
	return string(strconv.AppendInt(b, n.leading, 10))
}

// Float64 gives the nearest float64, ±Inf beyond its range. It is for reports and
// plots, never for a comparison.
func (d Decimal) Float64() float64 {
	f, _ := strconv.ParseFloat(d.String(), 64)
	return f
}
