package compare

import (
	"context"
	"strings"
	"sync"
	"unicode"

	"github.com/extracteval/extracteval/internal/date"
	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/metrics/compare/internal/kind"
	"github.com/extracteval/extracteval/metrics/document"
)

// Auto chooses a comparator for each value by the kind of the truth:
//
//   - a number: Exact{Loose: true}, so that a text that is the same number agrees;
//   - a bool: [Bool], so that a text that says the same agrees;
//   - an array or an object: Exact{Loose: true} for each value in it, so that [21] and ["21"] agree;
//   - a text that [Date] reads by its defaults: [Time] or, if got has no time of day, Date. Digits without separators,
//     and a date with a code after it, are not dates here;
//   - an e-mail address, any other text with a digit or a fraction, or a text without white space, such as an invoice number:
//     Exact{Fold: true, Loose: true};
//   - other text: [Fuzzy], and the same digits (none, as the truth has none), Roman numerals and words of one letter.
//
// A word of one letter tells one from another: K. Lind is not A. Lind, and Lot A is not Lot B. The words have to be the same in the
// same order, but for case and a point behind them. If one text has fewer of them, articles and connectives (a, e, y) are left out
// that are small, or the first word, and have no point. Texts of several words whose letters are all the same match: E-Mail
// address, Email address. A Roman numeral from II to XXXIX, in capitals or of three letters, matches only itself: Fund III is
// neither Fund II nor Fund Ill, nor Fund. Its case is form: Vol. IV is vol. iv.
//
// Two texts that are both codes, signs or names of a currency also match as under [Currency]: € and EUR. A text with a
// digit is thus never compared by similarity: an IBAN with one wrong
// digit is wrong.
//
// Two texts that are not dates match, with a score of 1, where they differ only in marks that carry
// no identity:
//
//   - blanks beside punctuation, between a letter and a digit, beside Chinese characters
//     and kana, and between Korean syllables: 0 – 20 is 0–20, 7.5 YR is 7.5YR, 横浜 － 品川 is
//     横浜－品川. A blank between two digits or two words stays, and so does a blank that separates
//     two numbers: 3 -1, 3 .5, 3. 5;
//   - commas between words and at the end, also those of Arabic and Chinese. A comma directly
//     before a digit stays, unless the comma follows a letter: 1,5 is neither 15 nor 1 5, and
//     1, 5 is 1 5;
//   - the kind of dash (hyphen, en and em dash, minus, Hebrew maqaf), and full or half width;
//   - a point at the end of a word (ca. 500 m), a final point after a digit or a closing mark, and the points of an
//     abbreviation of single letters (U.S.A., B.V.). A.1 is not A1, and 3.5 is not 35;
//   - a blank between a point and four digits or more, and a dash alone between a point and a word: U 22. 7051 is U
//     22.7051;
//   - blanks in a text of five digits or more and nothing else, if the other text has none: 063 140 is 063140;
//   - a bullet before a word ("- Tea"), and invisible characters, such as direction marks in
//     right-to-left text.
//
// The signs of typography count as the plain ones that have the same reading, here and wherever two texts are compared
// after [Fold]:
//
//	O’Brien, 24” “Pro”    O'Brien, 24" "Pro"    match; 3” is not 3’
//	120 m², H₂O           120 m2, H2O           match; 10² Pa is not 102 Pa
//	1½ cups               1 1/2 cups            match; 1½ l is not 11/2 l
//	10 × 20 cm, № 5, Ⅳ    10 x 20 cm, No 5, IV  match
//	8º                    8°                    match
//	DİYARBAKIR            Diyarbakır            match; kır is not kir
//
// Letters, digits and all other marks must be the same in the same order: A-12 is not A12, 1.2.3 is not 1.23. Use [Code] for identifiers that are printed with and without separators.
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
	return "by what the truth is: " + dates + ", numbers exactly, texts with digits exactly except for case, width, kinds of dashes, " +
		"blanks beside punctuation and commas between words, other texts by similarity, with the same digits, Roman numerals and words of one letter"
}

// validate returns nil.
func (Auto) validate() error { return nil }

// Compare implements [Comparator].
func (a Auto) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	if got.RawText() == want.RawText() { // under every comparator that For chooses
		return Binary(true), nil
	}
	return a.For(want).Compare(ctx, got, want)
}

// For returns the comparator that Auto chooses for a truth.
func (a Auto) For(want document.Value) Comparator {
	switch want.Kind() {
	case document.Bool:
		return Bool{}
	case document.String:
	default:
		return Exact{Loose: true}
	}
	text := strings.TrimSpace(want.Text())
	digit := strings.ContainsFunc(text, kind.IsDigit)
	switch {
	case digit && isDate(text):
		return autoDate(a)
	case digit, kind.IsEmail(text), !strings.ContainsFunc(text, unicode.IsSpace):
		return autoText{exact: true}
	}
	return autoText{}
}

// autoText is Exact{Fold: true, Loose: true} or [Fuzzy] that also matches texts that differ only in marks without
// identity.
type autoText struct{ exact bool }

// Name is the name of the comparator that autoText extends, for messages.
func (a autoText) Name() string {
	if a.exact {
		return Exact{}.name()
	}
	return Fuzzy{}.name()
}

// Compare implements [Comparator].
func (a autoText) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	if got.Kind() == document.String && want.Kind() == document.String && kind.SamePrinted(got.Text(), want.Text()) {
		return Binary(true), nil
	}
	rule := defaultFuzzy()
	if a.exact {
		rule = Exact{Fold: true, Loose: true}
	}
	c, err := rule.Compare(ctx, got, want)
	if c.Match && !a.exact {
		if difference := kind.Apart(got.Text(), want.Text()); difference != "" {
			return Comparison{Similarity: c.Similarity, Note: "similarity " + briefNumber(c.Similarity) + ", but " + difference}, nil
		}
	}
	if c.Match || err != nil {
		return c, err
	}
	if codes := number.CurrencyCodes(got.Text()); codes != nil && kind.ShareCurrency(codes, number.CurrencyCodes(want.Text())) {
		return Currency{}.Compare(ctx, got, want)
	}
	return c, err
}

// defaultFuzzy is Fuzzy with its defaults, made once.
var defaultFuzzy = sync.OnceValue(func() Comparator {
	c, err := Fuzzy{}.prepare()
	if err != nil {
		panic(err) // its own defaults
	}
	return c
})

// chosenByAuto marks the comparators that [Auto.For] alone returns.
func (autoText) chosenByAuto() {}
func (autoDate) chosenByAuto() {}

// dates makes the date comparator of Auto for each order that InOrder may set, each once.
var dates = [...]func() preparedDate{preparedBy(0), preparedBy(date.DMY), preparedBy(date.MDY), preparedBy(date.YMD)}

func preparedBy(found date.Order) func() preparedDate {
	return sync.OnceValue(func() preparedDate {
		c, err := Date{found: found}.compile()
		if err != nil {
			panic(err) // its own defaults
		}
		c.judge = judgeAuto
		return c
	})
}

// Read returns the reading of a truth for the function [Read].
func (a Auto) Read(want document.Value) (Reading, bool) {
	if _, ok := a.For(want).(autoDate); !ok {
		return Reading{}, false
	}
	return dates[a.found]().Read(want)
}

// isDate reports whether a text is a date for Auto.
func isDate(text string) bool {
	if !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsDigit(r) }) {
		return false // digits alone are more often a number than a date
	}
	r, err := dates[0]().parser.Parse(text)
	return err == nil && r.Code == "" // a text with a code says more than a day
}

// autoDate is [Date] with the rule of judgeAuto: the user did not say that only the day counts.
type autoDate Auto

// Name is the name of [Date], for messages.
func (autoDate) Name() string { return "date" }

// Compare implements [Comparator].
func (a autoDate) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	return dates[a.found]().Compare(ctx, got, want)
}
