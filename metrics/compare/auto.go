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
//   - a number: Exact{Loose: true}, so that a text that is the same number agrees;
//   - a bool, an array or an object: [Exact];
//   - a text that [Date] reads by its defaults: Date, and where both sides print a
//     time of day, it must be the same, too; eight digits without separators are no
//     date here;
//   - an e-mail address, other text with a digit in it, or without a space between
//     words, such as an invoice number: Exact{Fold: true, Loose: true};
//   - other text: [Fuzzy].
//
// A text with a digit is thus never compared by similarity: an IBAN with one wrong
// digit is wrong.
type Auto struct {
	found date.Order // see InOrder
}

func (Auto) name() string { return "auto" }

func (Auto) pairing() Pairing { return PairByKind }

func (a Auto) sentence() string {
	dates := "dates as dates"
	if a.found != 0 {
		dates += " (order " + a.found.String() + " as other dates of the field have it)"
	}
	return "by what the truth is: " + dates + ", numbers and texts with digits exactly, other texts by similarity"
}

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
func (a Auto) For(want document.Value) Comparator {
	switch want.Kind() {
	case document.Number:
		return Exact{Loose: true}
	case document.String:
	default:
		return Exact{}
	}
	text := strings.TrimSpace(want.Text())
	digit := strings.ContainsFunc(text, unicode.IsDigit)
	switch {
	case digit && isDate(text):
		return autoDate(a)
	case digit, isEmail(text), !strings.ContainsFunc(text, unicode.IsSpace):
		return Exact{Fold: true, Loose: true}
	}
	return Fuzzy{}
}

// dates has, by the order that was found, Date with its defaults, each made once.
var dates = [...]func() preparedDate{preparedBy(0), preparedBy(date.DMY), preparedBy(date.MDY), preparedBy(date.YMD)}

func preparedBy(found date.Order) func() preparedDate {
	return sync.OnceValue(func() preparedDate {
		c, err := Date{found: found}.prepare()
		if err != nil {
			panic(err) // its own defaults
		}
		return c.(preparedDate)
	})
}

// reading is for [Read].
func (a Auto) reading(want document.Value) (Reading, bool) {
	if _, ok := a.For(want).(autoDate); !ok {
		return Reading{}, false
	}
	return dates[a.found]().reading(want)
}

// isDate reports whether a text is a date for Auto.
func isDate(text string) bool {
	if !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsDigit(r) }) {
		return false // more often a number of something
	}
	_, err := dates[0]().parser.Parse(text)
	return err == nil
}

// autoDate is [Date] that heeds the time of day where both sides print one: nobody
// told it that only the day counts.
type autoDate Auto

// Name is that of [Date], for messages.
func (autoDate) Name() string { return "date" }

// Compare implements [Comparator].
func (a autoDate) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	date := dates[a.found]()
	c, err := date.Compare(ctx, got, want)
	if err != nil || !c.Match || got.Kind() != document.String {
		return c, err
	}
	g, gotErr := date.parser.Parse(got.Text())
	w, wantErr := date.parser.Parse(want.Text())
	if gotErr != nil || wantErr != nil || !g.HasTime || !w.HasTime || g.Clock == w.Clock && (g.Offset == w.Offset || !g.HasZone || !w.HasZone) {
		return c, nil
	}
	if g.HasZone && w.HasZone && g.Instant().Equal(w.Instant()) {
		return c, nil
	}
	return Comparison{Note: joinNotes("the same day at another time", c.Note)}, nil
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
