package compare

import (
	"context"
	"errors"
	"math"
	"strings"

	"github.com/extracteval/extracteval/metrics/compare/internal/number"
	"github.com/extracteval/extracteval/metrics/document"
)

// Numeric compares numbers: they match when they differ by no more than a
// tolerance. The arithmetic is decimal and exact: 1.1 matches 1.0 within 0.1.
//
// It reads JSON numbers, and strings as documents print numbers: with a sign
// before or behind, a Unicode minus or accounting brackets, grouped digits, a
// currency symbol or code, a percent sign (dropped with a note: "5%" is 5), digits
// of any script. Text that is not wholly a number ("12abc", "1,23,4", "n/a"),
// NaN and infinities never match anything, themselves included: the tag is
// [TagNotANumber] and the note says why, of got or, before it, of the truth. A
// truth that is not a number thus counts as a miss whatever the answer is. Values
// of other JSON types do not match, with [TagTypeMismatch].
//
// The score is 1 or 0. The note of a miss says by how much; where a difference is
// allowed, the miss has [TagOutsideTolerance], and the note says how large a one.
type Numeric struct {
	// Tolerance is the largest difference that matches, itself included: an
	// amount, or with Relative a fraction of the truth. Not negative. It is meant
	// as the decimal that it prints as: 0.1 is one tenth.
	Tolerance float64 `json:"tolerance,omitzero"`
	// Relative allows Tolerance·|want|: 0.02 is 2 %. Where want is 0, Tolerance is
	// an amount.
	Relative bool `json:"relative,omitzero"`
	// HalfDigit allows at least half a unit of the truth's last printed digit:
	// 0.005 where the truth says 1.50, 0.5 where it says 100.
	HalfDigit bool `json:"half_digit,omitzero"`
	// Format says how strings group digits and mark decimals:
	//
	//   - "auto" (default): of a comma and a point in one number the last one
	//     begins the decimals; one that is there more than once groups; a single
	//     one that could do either ("1.889", "1,889") is read as in "us", with a
	//     note;
	//   - "us": 1,889.50   "eu": 1.889,50   "swiss": 1'889.50   "indian": 12,34,567.50
	//   - "plain": 1889.50, no grouping.
	Format string `json:"format,omitzero"`
}

func (Numeric) name() string { return "numeric" }

func (Numeric) pairing() Pairing { return PairByMatch }

// Validate reports an unknown Format, and a Tolerance that is negative or not
// finite.
func (n Numeric) Validate() error {
	var unknown, outside error
	if !number.Format(n.Format).Valid() {
		unknown = optionErrorf("numeric", "format", "%s", noneOf(n.Format, formatNames()))
	}
	if n.Tolerance < 0 || math.IsNaN(n.Tolerance) || math.IsInf(n.Tolerance, 0) {
		outside = optionErrorf("numeric", "tolerance", "got %v, want a number that is finite and not negative", n.Tolerance)
	}
	return errors.Join(unknown, outside)
}

// Compare implements [Comparator]. Its error is that of Validate.
func (n Numeric) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	p, err := n.prepare()
	if err != nil {
		return Comparison{}, err
	}
	return p.Compare(ctx, got, want)
}

func formatNames() []string {
	var names []string
	for _, f := range number.Formats() {
		names = append(names, string(f))
	}
	return names
}

type preparedNumeric struct {
	tolerance number.Tolerance
	format    number.Format
}

func (n Numeric) prepare() (Comparator, error) {
	if err := n.Validate(); err != nil {
		return nil, err
	}
	amount, ok := number.FromFloat(n.Tolerance)
	if !ok {
		return nil, optionErrorf("numeric", "tolerance", "%v cannot be read as a decimal", n.Tolerance)
	}
	return preparedNumeric{
		tolerance: number.Tolerance{Amount: amount, Relative: n.Relative, HalfDigit: n.HalfDigit},
		format:    number.Format(n.Format),
	}, nil
}

func (n preparedNumeric) Compare(_ context.Context, got, want document.Value) (Comparison, error) {
	if !holdsScalarText(got) || !holdsScalarText(want) {
		return unreadable(got, want, "numbers"), nil
	}
	w, err := n.read(want)
	if err != nil {
		return notANumber("the truth", err), nil
	}
	g := w
	if got.RawText() != want.RawText() {
		if g, err = n.read(got); err != nil {
			return notANumber("got", err), nil
		}
	}
	within, difference, limit := n.tolerance.Within(g, w)
	c := Binary(true)
	if !within {
		c = apartBy(difference.Brief(), limit.Brief(), limit.Sign() > 0)
	}
	c.Note = joinNotes(c.Note, sideNotes(g.Note(), w.Note()))
	return c, nil
}

func (n preparedNumeric) read(v document.Value) (number.Number, error) {
	if v.Kind() == document.Number {
		return number.ParseJSON(v.RawText())
	}
	return number.Parse(v.Text(), n.format)
}

func notANumber(side string, err error) Comparison {
	return Comparison{
		Tag:  TagNotANumber,
		Note: side + " " + strings.TrimPrefix(err.Error(), "number: "),
	}
}
