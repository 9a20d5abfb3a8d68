package internal_test

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/internal/number"
)

func decimal(t require.TestingT, text string) number.Decimal {
	n, err := number.ParseJSON(text)
	require.NoError(t, err)
	return n.Decimal
}

func rational(t require.TestingT, text string) *big.Rat {
	r, ok := new(big.Rat).SetString(text)
	require.True(t, ok, text)
	return r
}

// jsonNumbers draws JSON numbers around every limit of the fast path.
func jsonNumbers() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		s := rapid.StringMatching(`-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,21})?`).Draw(t, "mantissa")
		if rapid.Bool().Draw(t, "exponent") {
			s += rapid.SampledFrom([]string{"e", "E", "e+", "e-"}).Draw(t, "e") + fmt.Sprint(rapid.IntRange(0, 40).Draw(t, "power"))
		}
		return s
	})
}

func TestArithmeticAgreesWithRationals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := jsonNumbers().Draw(t, "a"), jsonNumbers().Draw(t, "b")
		x, y := decimal(t, a), decimal(t, b)
		p, q := rational(t, a), rational(t, b)
		assert.Equal(t, p.Cmp(q), x.Cmp(y), "cmp")
		assert.Equal(t, p.Cmp(q) == 0, number.Equal(a, b), "equal")
		assert.Equal(t, p.Cmp(q) == 0, x.String() == y.String(), "string")
		assert.Equal(t, p.Sign(), x.Sign(), "sign")
		for name, pair := range map[string]struct {
			got  number.Decimal
			want *big.Rat
		}{
			"sub": {x.Sub(y), new(big.Rat).Sub(p, q)},
			"mul": {x.Mul(y), new(big.Rat).Mul(p, q)},
			"abs": {x.Abs(), new(big.Rat).Abs(p)},
		} {
			assert.Zero(t, rational(t, pair.got.String()).Cmp(pair.want), "%s: got %s", name, pair.got)
		}
	})
}

func TestStringIsCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := jsonNumbers().Draw(t, "a")
		s := decimal(t, a).String()
		assert.Equal(t, s, number.Canonical(a))
		assert.Equal(t, s, number.Canonical(s))
		assert.Equal(t, s, decimal(t, s).String())
	})
}

func TestDecimalString(t *testing.T) {
	for text, want := range map[string]string{
		"0":                       "0",
		"-0.0":                    "0",
		"100":                     "100",
		"1e2":                     "100",
		"100.00":                  "100",
		"-1.50":                   "-1.5",
		"0.05":                    "0.05",
		"1e-7":                    "0.0000001",
		"1e-8":                    "1e-8",
		"-12e-9":                  "-1.2e-8",
		"100000000000000000000":   "100000000000000000000",
		"1000000000000000000000":  "1e21",
		"1234567890123456789012":  "1.234567890123456789012e21",
		"12345678901234567890.12": "12345678901234567890.12",
		"1e400":                   "1e400",
		"0e400":                   "0",
	} {
		t.Run(text, func(t *testing.T) {
			assert.Equal(t, want, decimal(t, text).String())
			assert.Equal(t, want, number.Canonical(text))
		})
	}
	var zero number.Decimal
	assert.Equal(t, "0", zero.String())
}

func TestDecimalBrief(t *testing.T) {
	assert.Equal(t, "-1.5", decimal(t, "-1.5").Brief())
	assert.Equal(t, "-1.2345678901234567…e19", decimal(t, "-12345678901234567890.123456789012345678901").Brief())
}

func TestFromFloat(t *testing.T) {
	for f, want := range map[float64]string{
		0.1: "0.1", 0.01: "0.01", 0.02: "0.02", 1: "1", 1e21: "1e21", 5e-324: "5e-324",
		math.MaxFloat64: "1.7976931348623157e308", -2.5: "-2.5",
	} {
		d, ok := number.FromFloat(f)
		require.True(t, ok)
		assert.Equal(t, want, d.String())
	}
	for _, f := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		_, ok := number.FromFloat(f)
		assert.False(t, ok)
	}
}

func TestFromInt(t *testing.T) {
	for _, n := range []int64{0, 1, -1, math.MaxInt64, math.MinInt64} {
		d := number.FromInt(n)
		assert.Equal(t, fmt.Sprint(n), rational(t, d.String()).Num().String())
		assert.Zero(t, d.Sub(d).Sign())
		assert.Zero(t, rational(t, d.Mul(d).String()).Cmp(new(big.Rat).Mul(big.NewRat(n, 1), big.NewRat(n, 1))))
		assert.Equal(t, new(big.Int).Abs(big.NewInt(n)).String(), rational(t, d.Abs().String()).Num().String())
	}
}

func TestEqual(t *testing.T) {
	nines := strings.Repeat("9", 10_000)
	tests := []struct {
		name string
		a, b string
		want bool
	}{
		{"the same text", "100", "100", true},
		{"a decimal zero", "100", "100.0", true},
		{"an exponent", "100.0", "1e2", true},
		{"a negative exponent", "0.01", "1E-2", true},
		{"a shifted point", "12.5e3", "125e+2", true},
		{"zeros in the exponent", "1e002", "100", true},
		{"negative zero", "-0", "0", true},
		{"zero with an exponent", "0e999999999", "0.000", true},
		{"beyond the integers of float64", "9007199254740993", "9007199254740992", false},
		{"a sign", "5", "-5", false},
		{"a digit more", "12", "123", false},
		{"the same digits elsewhere", "1.2", "12", false},
		{"a last decimal", "0.30000000000000004", "0.3", false},
		{"a billion zeros", "1e999999999", "1e1000000000", false},
		{"a billion zeros, shifted", "1e999999999", "10e999999998", true},
		{"an exponent beyond int64", "1e99999999999999999999", "1e99999999999999999998", false},
		{"an exponent beyond int64, shifted", "1e99999999999999999999", "0.1e100000000000000000000", true},
		{"an exponent below int64, shifted", "1e-99999999999999999999", "0.1e-99999999999999999998", true},
		{"at the limit of int64", "10e9223372036854775807", "1e9223372036854775808", true},
		{"where the big exponents begin", "1e100000000000000000", "10e99999999999999999", true},
		{"where the big negative exponents begin", "1e-100000000000000000", "0.1e-99999999999999999", true},
		{"an exponent of a million digits", "1e" + strings.Repeat("9", 1<<20), "10e" + strings.Repeat("9", 1<<20-1) + "8", false},
		{"10,000 digits", nines, nines[:9999] + "8", false},
		{"10,000 digits and a decimal", nines, nines + ".0", true},
		{"no number", "abc", "abc", true},
		{"no numbers", "abc", "abd", false},
		{"a number and none", "5", "05", false},
		{"no JSON", "+5", "5", false},
		{"nothing", "", "0", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, number.Equal(tt.a, tt.b))
			assert.Equal(t, tt.want, number.Equal(tt.b, tt.a))
			assert.Equal(t, tt.want, number.Canonical(tt.a) == number.Canonical(tt.b), "canonical: %q and %q", number.Canonical(tt.a), number.Canonical(tt.b))
		})
	}
}

func TestWithin(t *testing.T) {
	tests := []struct {
		name      string
		got, want string
		amount    float64
		relative  bool
		half      bool
		within    bool
		diff      string
		limit     string
	}{
		{"no tolerance, equal", "100.00", "100", 0, false, false, true, "0", "0"},
		{"no tolerance, different", "100.01", "100", 0, false, false, false, "0.01", "0"},
		{"a tenth, which float64 misses", "1.1", "1.0", 0.1, false, false, true, "0.1", "0.1"},
		{"a tenth below", "0.9", "1.0", 0.1, false, false, true, "0.1", "0.1"},
		{"a hundredth met exactly", "1.01", "1.00", 0.01, false, false, true, "0.01", "0.01"},
		{"a hundredth exceeded", "1.0100000000000000000001", "1.00", 0.01, false, false, false, "0.0100000000000000000001", "0.01"},
		{"inside", "100.02", "100.00", 0.05, false, false, true, "0.02", "0.05"},
		{"outside", "105", "100", 1.0, false, false, false, "5", "1"},
		{"relative, inside", "101", "100", 0.02, true, false, true, "1", "2"},
		{"relative, met exactly", "102", "100", 0.02, true, false, true, "2", "2"},
		{"relative, outside", "102.01", "100", 0.02, true, false, false, "2.01", "2"},
		{"relative to a negative truth", "-101", "-100", 0.02, true, false, true, "1", "2"},
		{"relative to zero is absolute", "0.02", "0", 0.02, true, false, true, "0.02", "0.02"},
		{"relative to zero, outside", "0.03", "0", 0.02, true, false, false, "0.03", "0.02"},
		{"across zero", "-1", "1", 2, false, false, true, "2", "2"},
		{"half a digit of the truth", "1.889", "1.89", 0, false, true, true, "0.001", "0.005"},
		{"half a digit met exactly", "1.885", "1.89", 0, false, true, true, "0.005", "0.005"},
		{"half a digit of the truth, not of got", "1.9", "1.89", 0, false, true, false, "0.01", "0.005"},
		{"half a unit", "99.6", "100", 0, false, true, true, "0.4", "0.5"},
		{"half a hundred", "140", "1e2", 0, false, true, true, "40", "50"},
		{"half a digit never narrows", "1.99", "1.89", 0.1, false, true, true, "0.1", "0.1"},
		{"far apart", "1e9999", "1e-10000", 1, false, false, false, "9.9999999999999999…e9998", "1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := number.ParseJSON(tt.got)
			require.NoError(t, err)
			want, err := number.ParseJSON(tt.want)
			require.NoError(t, err)
			amount, ok := number.FromFloat(tt.amount)
			require.True(t, ok)
			tolerance := number.Tolerance{Amount: amount, Relative: tt.relative, HalfDigit: tt.half}
			within, diff, limit := tolerance.Within(got, want)
			assert.Equal(t, tt.within, within)
			assert.Equal(t, tt.diff, diff.Brief())
			assert.Equal(t, tt.limit, limit.Brief())
		})
	}
}
