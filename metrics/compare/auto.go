package compare

import (
	"context"
	"strings"
	"sync"
	"unicode"

	"github.com/extracteval/extracteval/metrics/compare/internal/date"
	"github.com/extracteval/extracteval/metrics/document"
)

// Auto chooses a comparator for each value by what the truth is:
//
//   - a number, a bool, an array or an object: [Exact];
//   - a date in numbers, as [Date] reads it by its defaults but for YYYYMMDD, or an
//     e-mail address: Exact;
//   - other text with a digit in it, such as a date with the name of its month, or without a space between words, such as an
//     invoice number: Exact{FoldCase: true, TrimSpace: true};
//   - other text: [Fuzzy].
type Auto struct{}

func (Auto) name() string { return "auto" }

func (Auto) pairing() Pairing { return PairByKind }

// Validate returns nil.
func (Auto) Validate() error { return nil }

// Compare implements [Comparator].
func (a Auto) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	if got.RawText() == want.RawText() { // whatever is chosen
		return Binary(true), nil
	}
	return a.For(want).Compare(ctx, got, want)
}

// For returns the comparator that Auto chooses for a truth.
func (Auto) For(want document.Value) Comparator {
	if want.Kind() != document.String {
		return Exact{}
	}
	text := strings.TrimSpace(want.Text())
	digit := strings.ContainsFunc(text, unicode.IsDigit)
	switch {
	case digit && isDateInNumbers(text), isEmail(text):
		return Exact{}
	case digit, !strings.ContainsFunc(text, unicode.IsSpace):
		return Exact{FoldCase: true, TrimSpace: true}
	}
	return Fuzzy{}
}

// isDateInNumbers reports whether a text is a date of digits and marks. Eight digits
// alone are more often a number of something.
func isDateInNumbers(text string) bool {
	if !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsDigit(r) }) || strings.ContainsFunc(text, unicode.IsLetter) {
		return false
	}
	_, err := defaultDates().Parse(text)
	return err == nil
}

// defaultDates reads dates by the defaults, which have no errors.
var defaultDates = sync.OnceValue(func() *date.Parser {
	parser, _ := date.Compile(date.Options{})
	return parser
})

// isEmail reports whether a text looks like an e-mail address: something, an @,
// a domain with a dot in it, no white space. That something looks like one is all
// that has to be known of it.
func isEmail(text string) bool {
	local, domain, ok := strings.Cut(text, "@")
	if !ok || local == "" || strings.ContainsFunc(text, unicode.IsSpace) || strings.Contains(domain, "@") {
		return false
	}
	dot := strings.LastIndexByte(domain, '.')
	return dot > 0 && dot < len(domain)-1
}
