package compare

import (
	"cmp"
	"context"
	"errors"
	"math"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// Numeric compares numbers: they match when they differ by no more than a
// tolerance. The arithmetic is decimal and exact: 1.1 matches 1.0 within 0.1.
//
// It reads JSON numbers, and strings as documents print numbers: with a sign before or after, a
// Unicode minus or accounting brackets, grouped digits, digits of any script. Other marks that
// documents print around a number are dropped, and the note says so: a percent sign ("5%" is 5, but see Percent), a
// sign, code or name of a currency in any case and script ("Rp.56.000", "5 EUR", "140 pln", "12 kronor", "1128240 рублей",
// "AU $59.95"), a unit behind it ("3 kg", "12 Stück", "426.20/EA"), the mark of a unit price or a count ("@880",
// "1x"), for zero cents ("1.234,-", "500/-"), CR and DR ("1,234.56 CR"), asterisks before it
// ("*46000"), a footnote mark after a blank or a currency and a remark on tax ("34,50 € *", "119,00 EUR inkl. MwSt."), the letter
// of a class of tax after cents and a blank ("2,49 A"), a blank at the decimal mark ("119. 95").
//
// A sign for a bound in front is a part of the number: "<0.5 g" matches "< 0,5g", and neither "0.5 g" nor ">0.5 g"; "<=" is "≤".
//
// Two currencies that cannot be the same are a miss even for equal values, and so are CR and DR, an
// amount with tax and one without, two letters of tax classes, two units, or a unit and a currency; see AnyCurrency. A dollar
// sign and "dollars" may mean the dollar of any country, "kr" the crown of Sweden, Norway or Denmark, and a number without a
// currency may have any. Units are not converted: 3 kg is not 3000 g. All words for pieces are one unit ("pcs", "Stk.", "ea").
//
// A text with one separator that could group or begin the decimals ("60.000") has two values under the format "auto".
// Two such texts match if a value of the one equals a value of the other, within the tolerance; against any other
// number the reading of "us" counts. The notes say so. The currency of the text, or of the other side, decides where it
// can: "Rp 60.000" is 60000, as rupiahs have no cents in use, and "60,000 KWD" is 60, as dinars have three decimals.
//
// Text that is not wholly a number ("12abc", "1,23,4", "n/a"), NaN and infinities match no number:
// the tag is "not a number" and the note says why, about the truth if that is not a number, else
// about got. Values of other JSON types do not match, with the tag "type mismatch". A truth that cannot
// be read matches an identical answer, white space aside, with a note; NaN and infinities match no
// value, not even themselves.
//
// The score is 1 or 0. The note of a miss gives the difference. If a difference is allowed, the note also gives the
// allowed difference, and the miss has the tag "outside tolerance".
type Numeric struct {
	// Tolerance is the largest difference that matches: an amount, or with Relative a fraction of the truth. It must
	// not be negative. It is taken as the decimal that it prints as: 0.1 is exactly one tenth.
	Tolerance float64 `json:"tolerance,omitzero"`
	// Relative allows Tolerance·|want|: 0.02 is 2 %. Where want is 0, Tolerance is
	// an amount.
	Relative bool `json:"relative,omitzero"`
	// HalfDigit allows at least half a unit of the truth's last printed digit:
	// 0.005 where the truth says 1.50, 0.5 where it says 100.
	HalfDigit bool `json:"half_digit,omitzero"`
	// Format says how strings group digits and mark decimals:
	//
	//   - "auto" (default): if a number has commas and points, the last mark begins the decimals; a mark that occurs
	//     more than once groups digits; a single mark that could do either ("1.889", "1,889") is read as in "us", with
	//     a note;
	//   - "us": 1,889.50   "eu": 1.889,50   "swiss": 1'889.50   "indian": 12,34,567.50
	//   - "plain": 1889.50, no grouping.
	Format string `json:"format,omitzero"`
	// AnyCurrency compares the values alone: 5 € matches 5 USD, and CR matches DR,
	// with a note.
	AnyCurrency bool `json:"any_currency,omitzero"`
	// Percent says what a percent sign means: "fraction" reads "19 %" as 0.19. By default, "", it is dropped: "19 %" is 19.
	Percent string `json:"percent,omitzero"`
}

const percentFraction = "fraction" // the value of Percent

func (Numeric) name() string { return "numeric" }

func (Numeric) pairing() Pairing { return PairByMatch }

func (Numeric) formats() map[string]Comparator { return numericFormats }

var numericFormats = map[string]Comparator{
	"decimal": Numeric{}, "number": Numeric{}, "double": Numeric{}, "float": Numeric{}, "int32": Numeric{}, "int64": Numeric{}, "integer": Numeric{}, "currency": Numeric{},
}

func (n Numeric) sentence() string {
	text := "number, the same value"
	switch {
	case n.Relative && n.Tolerance != 0:
		text = "number, within " + briefNumber(n.Tolerance*100) + " % of the truth"
	case n.Tolerance != 0:
		text = "number, within " + briefNumber(n.Tolerance)
	}
	if n.HalfDigit {
		text += ", or half a unit of the truth's last digit"
	}
	text += ", format " + cmp.Or(n.Format, string(number.Auto))
	if n.AnyCurrency {
		text += ", any currency"
	}
	if n.Percent == percentFraction {
		text += ", 19 % as 0.19"
	}
	return text
}

// validate reports an unknown Format or Percent, and a Tolerance that is negative or not
// finite.
func (n Numeric) validate() error {
	var unknown, meaning, outside error
	if !number.Format(n.Format).Valid() {
		unknown = optionErrorf("numeric", "format", "%s", noneOf(n.Format, formatNames()))
	}
	if n.Percent != "" && n.Percent != percentFraction {
		meaning = optionErrorf("numeric", "percent", "%s", noneOf(n.Percent, []string{percentFraction}))
	}
	if n.Tolerance < 0 || math.IsNaN(n.Tolerance) || math.IsInf(n.Tolerance, 0) {
		outside = optionErrorf("numeric", "tolerance", "got %v, want a number that is finite and not negative", n.Tolerance)
	}
	return errors.Join(unknown, meaning, outside)
}

// Compare implements [Comparator]. It returns the error of [Prepare].
func (n Numeric) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	return compareOnce(ctx, n, got, want)
}

func formatNames() []string {
	names := arithmetic.Each(number.Formats(), func(f number.Format) string { return string(f) })
	return names
}

type preparedNumeric struct {
	tolerance   number.Tolerance
	format      number.Format
	anyCurrency bool
	fraction    bool // what a percent sign means
}

func (n Numeric) prepare() (Comparator, error) {
	if err := n.validate(); err != nil {
		return nil, err
	}
	amount, ok := number.FromFloat(n.Tolerance)
	if !ok {
		return nil, optionErrorf("numeric", "tolerance", "%v cannot be read as a decimal", n.Tolerance)
	}
	return &preparedNumeric{
		tolerance:   number.Tolerance{Amount: amount, Relative: n.Relative, HalfDigit: n.HalfDigit},
		format:      number.Format(n.Format),
		anyCurrency: n.AnyCurrency,
		fraction:    n.Percent == percentFraction,
	}, nil
}

// numeral is a value as Numeric reads it.
type numeral struct {
	number.Number
	bound string // the sign before "<0.5"
	value document.Value
	err   error // why it is not a number
}

func (n *preparedNumeric) readNumeral(v document.Value) numeral {
	if !holdsScalarText(v) {
		return numeral{value: v, err: errNoScalarText}
	}
	read, err := n.readNumber(v)
	if err == nil {
		return numeral{read, "", v, nil}
	}
	if sign, rest := cutBound(v); sign != "" {
		if bounded, err := n.readNumber(rest); err == nil {
			return numeral{bounded, sign, v, nil}
		}
	}
	return numeral{value: v, err: err}
}

var boundSigns = strings.NewReplacer(" ", "", "<=", "≤", ">=", "≥")

// cutBound returns the sign for a bound that a text begins with, "" without one, and the text behind it.
func cutBound(v document.Value) (sign string, rest document.Value) {
	text := v.Text()
	behind := strings.TrimLeft(text, " <>=≤≥")
	switch sign = boundSigns.Replace(text[:len(text)-len(behind)]); sign {
	case "<", ">", "≤", "≥":
		return sign, words.TextValue(behind)
	}
	return "", v
}

var errNoScalarText = errors.New("only numbers and strings are read")

func (n *preparedNumeric) Compare(_ context.Context, got, want document.Value) (Comparison, error) {
	text := want.RawText()
	same := got.RawText() == text
	if same && want.Kind() == document.Number && len(text) < number.MaxDigits && !strings.ContainsAny(text, "eE") {
		return Binary(true), nil // within the limits, and without notes
	}
	w := n.readNumeral(want)
	g := w
	if !same {
		g = n.readNumeral(got)
	}
	switch {
	case !holdsScalarText(got) || !holdsScalarText(want):
		return identical(unreadable(got, want, "numbers", tagNotANumber), got, want), nil
	case w.err != nil && notFinite(w.err):
		return notANumber("the truth", w.err), nil
	case w.err != nil:
		return identical(notANumber("the truth", w.err), got, want), nil
	case g.err != nil:
		return notANumber("got", g.err), nil
	}
	c := Binary(same || n.matches(&g, &w))
	n.addNote(&c, &g, &w)
	return c, nil
}

// matches reports whether two numerals match as Compare judges them.
func (n *preparedNumeric) matches(got, want *numeral) bool {
	switch {
	case want.err != nil:
		return !notFinite(want.err) && sameText(got.value, want.value)
	case got.err != nil, got.bound != want.bound, !n.anyCurrency && number.Clash(&got.Number, &want.Number) != "":
		return false
	}
	close, _, _ := n.tolerance.Within(got.Number, want.Number)
	if !close {
		_, close = n.shared(&got.Number, &want.Number)
	}
	return close
}

// Pairs returns a function that reports whether got[i] and want[j] match. It reads each value once
// and composes no notes.
func (n *preparedNumeric) Pairs(got, want []document.Value) func(i, j int) bool {
	gots, wants := make([]*numeral, len(got)), make([]*numeral, len(want))
	read := func(read []*numeral, values []document.Value, i int) *numeral {
		if read[i] == nil {
			r := n.readNumeral(values[i])
			read[i] = &r
		}
		return read[i]
	}
	return func(i, j int) bool { return n.matches(read(gots, got, i), read(wants, want, j)) }
}

// addNote adds the notes on both numbers to their judgement, and the tag of a miss.
func (n *preparedNumeric) addNote(c *Comparison, got, want *numeral) {
	if c.Match && got.Bare() && want.Bare() {
		return
	}
	if agrees, difference, limit := n.tolerance.Within(got.Number, want.Number); !agrees {
		if shared, ok := n.shared(&got.Number, &want.Number); ok {
			c.Note = "both may be " + shared.Brief()
		} else {
			*c = apartBy(difference.Brief(), limit.Brief(), limit.Sign() > 0)
		}
	}
	switch clash := number.Clash(&got.Number, &want.Number); {
	case got.bound != want.bound:
		c.Tag, c.Note = "", joinNotes("another bound: got "+cmp.Or(got.bound, "none")+", want "+cmp.Or(want.bound, "none"), c.Note)
	case clash == "":
	case n.anyCurrency:
		c.Note = joinNotes(c.Note, clash)
	default:
		c.Tag, c.Note = "", joinNotes(clash, c.Note)
	}
	c.Note = joinNotes(c.Note, sideNotes(got.NoteBeside(&want.Number), want.NoteBeside(&got.Number)))
}

// shared returns the value of two texts that agree when they are read together. As first read they may be far apart, since
// the mark may group in one and begin decimals in the other.
func (n *preparedNumeric) shared(got, want *number.Number) (value number.Decimal, ok bool) {
	for _, pair := range number.Together(got, want) {
		if agrees, _, _ := n.tolerance.Within(pair[0], pair[1]); agrees {
			return pair[1].Decimal, true
		}
	}
	return value, false
}

func (n *preparedNumeric) readNumber(v document.Value) (number.Number, error) {
	if v.Kind() == document.Number {
		return number.ParseJSON(v.RawText())
	}
	read, err := number.Parse(v.Text(), n.format)
	if n.fraction {
		read = read.Hundredths()
	}
	return read, err
}

// Read returns the reading of a truth for the function [Read].
func (n *preparedNumeric) Read(want document.Value) (Reading, bool) {
	if !holdsScalarText(want) {
		return Reading{Why: words.Brief(want) + " is neither a number nor a string"}, true
	}
	read := n.readNumeral(want)
	r := Reading{OK: read.err == nil, Ambiguous: read.Ambiguous(), Why: read.Note()}
	if read.err != nil {
		r.Why = strings.TrimPrefix(read.err.Error(), "number: ")
	}
	if want.Kind() != document.String {
		return r, true
	}
	for _, f := range number.Formats() {
		under := preparedNumeric{format: f, fraction: n.fraction}
		other := under.readNumeral(want)
		if other.err != nil || f == number.Auto || r.OK && !r.Ambiguous && other.Decimal.Cmp(read.Decimal) != 0 { // JPY 1.889 is no "us"
			continue
		}
		option := "format: " + string(f)
		r.Fits = append(r.Fits, option)
		if r.Advice == "" && (!r.OK || r.Ambiguous && other.Decimal.Cmp(read.Decimal) != 0) {
			r.Advice = option
		}
	}
	return r, true
}

// notFinite reports whether a text was understood, as NaN or an infinity.
func notFinite(err error) bool {
	var e *number.Error
	return errors.As(err, &e) && (e.Kind == number.NaN || e.Kind == number.Infinite)
}

func notANumber(side string, err error) Comparison {
	tag := tagNotANumber
	if e := (*number.Error)(nil); errors.As(err, &e) && e.Kind == number.TooLong {
		tag = tagNumberTooLong
	}
	return Comparison{
		Tag:  tag,
		Note: side + " " + strings.TrimPrefix(err.Error(), "number: "),
	}
}
