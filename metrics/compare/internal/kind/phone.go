package kind

import "strings"

// SamePhone reports whether two texts are the same international phone number, as ITU-T E.123 and RFC 3966 write them:
// with + or 00 before the code of the country, with "tel:" before it or without, and with the (0) of the national form or
// without.
func SamePhone(a, b string) bool {
	const least = 7 // digits with the code of the country
	a, ok := internationalDigits(a)
	if !ok || len(a) < least {
		return false
	}
	b, ok = internationalDigits(b)
	return ok && a == b
}

// internationalDigits returns the digits of an international phone number after + or 00.
func internationalDigits(text string) (digits string, ok bool) {
	text = strings.TrimSpace(text)
	if len(text) > 4 && strings.EqualFold(text[:4], "tel:") {
		text = strings.TrimSpace(text[4:])
	}
	rest, ok := strings.CutPrefix(text, "+")
	if !ok {
		rest, ok = strings.CutPrefix(text, "00")
	}
	rest = strings.TrimLeft(rest, " (")
	if !ok || rest == "" || rest[0] < '1' || rest[0] > '9' { // no country has a code that begins with 0
		return "", false
	}
	digits = ParseCode(strings.Replace(rest, "(0)", "", 1))
	return digits, strings.Trim(digits, "0123456789") == ""
}
