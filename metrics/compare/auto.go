package compare

import (
	"context"
	"strings"
	"unicode"

	"github.com/extracteval/extracteval/metrics/document"
)

// Auto chooses a comparator for each value by what the truth is:
//
//   - a number, a bool, an array or an object: [Exact];
//   - a text that [Date] reads by its defaults, or an e-mail address: Exact;
//   - other text with a digit in it, or without a space between words, such as an
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
	case digit && isDate(text), isEmail(text):
		return Exact{}
	case digit, !strings.ContainsFunc(text, unicode.IsSpace):
		return Exact{FoldCase: true, TrimSpace: true}
	}
	return Fuzzy{}
}

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
