package kind

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// FoldRule says which differences of two strings do not count; see the options of compare.Exact.
type FoldRule struct{ Case, Space, NFC, All bool }

// Equal reports whether two strings are equal by the rule.
func (r FoldRule) Equal(a, b string) bool {
	if a == b {
		return true
	}
	if r.All {
		a, b = FoldPair(a, b)
		return a == b
	}
	if r.Space {
		a, b = strings.TrimSpace(a), strings.TrimSpace(b)
	}
	if r.Case {
		if equal, ascii := equalASCII(a, b); ascii {
			return equal
		}
	}
	return r.normal(a) == r.normal(b)
}

// Form returns a string in a form that is the same for strings that are equal by the rule.
func (r FoldRule) Form(s string) string {
	if r.Space {
		s = strings.TrimSpace(s)
	}
	return r.normal(s)
}

// normal applies the rule but Space.
func (r FoldRule) normal(s string) string {
	switch {
	case r.All:
		return FoldText(s)
	case r.Case && r.NFC: // a canonical caseless match, as in FoldText
		return norm.NFC.String(FoldCase(norm.NFD.String(s)))
	case r.Case:
		return FoldCase(s)
	case r.NFC:
		return norm.NFC.String(s)
	}
	return s
}

// equalASCII compares two strings without regard to case, if both are ASCII.
func equalASCII(a, b string) (equal, ascii bool) {
	var beyond byte
	for i := 0; i < len(a); i++ {
		beyond |= a[i]
	}
	for i := 0; i < len(b); i++ {
		beyond |= b[i]
	}
	if beyond >= utf8.RuneSelf {
		return false, false
	}
	return strings.EqualFold(a, b), true
}
