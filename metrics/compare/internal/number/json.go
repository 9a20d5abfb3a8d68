package number

import (
	"math/big"
	"strconv"
	"strings"
)

// Equal reports whether two JSON number texts denote the same number: 100, 100.0
// and 1e2 are equal, 9007199254740993 and 9007199254740992 are not, -0 is 0. It is
// exact at any length and any exponent, takes time proportional to the texts, and
// expands nothing. A text that is not a JSON number is equal only to itself.
func Equal(a, b string) bool {
	if a == b {
		return true
	}
	x, y := normalize(a), normalize(b)
	if !x.ok || !y.ok || x.neg != y.neg || x.leading != y.leading {
		return false
	}
	if (x.huge == nil) != (y.huge == nil) || x.huge != nil && x.huge.Cmp(y.huge) != 0 {
		return false
	}
	return sameDigits(x.digits, y.digits)
}

// Canonical gives one text for all JSON texts of one number, the one that
// [Decimal.String] describes, so that numbers can be hashed and looked up. A text
// that is canonical already is returned as it is, without allocation, and so is
// a text that is not a JSON number.
func Canonical(text string) string {
	n := normalize(text)
	if !n.ok {
		return text
	}
	var buf [64]byte
	b := buf[:0]
	if n.huge != nil {
		b = append(appendMantissa(b, n.neg, n.digits), 'e')
		b = n.huge.Append(b, 10)
	} else {
		b = appendCanonical(b, n.neg, n.digits, n.leading)
	}
	if string(b) == text {
		return text
	}
	return string(b)
}

// normal is a number text taken apart: ±d.ddd·10^leading.
type normal struct {
	digits  string   // from the first to the last digit that is not 0; a decimal point may be among them; "" is zero
	leading int64    // the power of ten of the first digit
	huge    *big.Int // leading, where an int64 might not hold it
	neg, ok bool
}

// normalize takes a JSON number apart without copying its digits.
func normalize(s string) normal {
	var n normal
	i := 0
	if i < len(s) && s[i] == '-' {
		n.neg = true
		i++
	}
	start, point, first, last, seen := i, -1, -1, -1, 0
	for ; i < len(s); i++ {
		c := s[i]
		if c == '.' && point < 0 && seen > 0 {
			point = i
			continue
		}
		if c < '0' || c > '9' {
			break
		}
		seen++
		if c != '0' {
			last = i
			if first < 0 {
				first = i
			}
		}
	}
	end := i
	if seen == 0 || point == end-1 || s[start] == '0' && end > start+1 && point != start+1 {
		return normal{} // nothing, "5." or "05"
	}
	if point < 0 {
		point = end
	}
	if i < len(s) {
		if s[i]|0x20 != 'e' {
			return normal{}
		}
		exp := s[i+1:]
		digits := strings.TrimLeft(exp, "+-")
		if len(exp)-len(digits) > 1 || digits == "" || strings.Trim(digits, "0123456789") != "" {
			return normal{}
		}
		negative := exp[0] == '-'
		digits = strings.TrimLeft(digits, "0")
		if len(digits) > fastDigits-1 {
			n.huge, _ = new(big.Int).SetString(digits, 10)
			if negative {
				n.huge.Neg(n.huge)
			}
		} else {
			for _, c := range []byte(digits) {
				n.leading = n.leading*10 + int64(c-'0')
			}
			if negative {
				n.leading = -n.leading
			}
		}
	}
	if first < 0 {
		return normal{ok: true} // zero has no sign and no exponent
	}
	if first < point {
		n.leading += int64(point - first - 1)
	} else {
		n.leading -= int64(first - point)
	}
	if n.huge != nil {
		n.huge.Add(n.huge, big.NewInt(n.leading))
		n.leading = 0
		if n.huge.IsInt64() { // 10e999...: one number must not have two forms
			if v := n.huge.Int64(); -hugeExponent < v && v < hugeExponent {
				n.leading, n.huge = v, nil
			}
		}
	} else if n.leading <= -hugeExponent || n.leading >= hugeExponent {
		n.huge, n.leading = big.NewInt(n.leading), 0
	}
	n.digits = s[first : last+1]
	n.ok = true
	return n
}

// hugeExponent is where huge takes over from leading, whichever text led there.
const hugeExponent = 1e17

// sameDigits compares two runs of digits, passing over decimal points.
func sameDigits(a, b string) bool {
	i, j := 0, 0
	for {
		if i < len(a) && a[i] == '.' {
			i++
		}
		if j < len(b) && b[j] == '.' {
			j++
		}
		if i == len(a) || j == len(b) {
			return i == len(a) && j == len(b)
		}
		if a[i] != b[j] {
			return false
		}
		i++
		j++
	}
}

// appendCanonical writes ±d.ddd·10^leading by the rule of Decimal.String.
func appendCanonical(dst []byte, neg bool, digits string, leading int64) []byte {
	if digits == "" {
		return append(dst, '0')
	}
	if leading < -7 || leading > 20 {
		dst = append(appendMantissa(dst, neg, digits), 'e')
		return strconv.AppendInt(dst, leading, 10)
	}
	if neg {
		dst = append(dst, '-')
	}
	if leading < 0 {
		dst = append(dst, "0.0000000"[:1-leading]...)
	}
	for i := 0; i < len(digits); i++ {
		if digits[i] == '.' {
			continue
		}
		if leading == -1 && dst[len(dst)-1] != '.' {
			dst = append(dst, '.')
		}
		dst = append(dst, digits[i])
		leading--
	}
	for ; leading >= 0; leading-- {
		dst = append(dst, '0')
	}
	return dst
}

// appendMantissa writes ±d.ddd. There is a digit.
func appendMantissa(dst []byte, neg bool, digits string) []byte {
	if neg {
		dst = append(dst, '-')
	}
	dst = append(dst, digits[0])
	if len(digits) > 1 {
		dst = append(dst, '.')
	}
	for i := 1; i < len(digits); i++ {
		if digits[i] != '.' {
			dst = append(dst, digits[i])
		}
	}
	return dst
}

// firstDigits keeps the first n of the digits.
func firstDigits(digits string, n int) string {
	if strings.IndexByte(digits[:min(n+1, len(digits))], '.') >= 0 {
		n++
	}
	return digits[:min(n, len(digits))]
}
