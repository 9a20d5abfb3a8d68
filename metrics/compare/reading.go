package compare

import (
	"errors"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/date"
	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// Scalar is one value of a document in a form that does not depend on how the document prints it.
// See [ScalarOf].
type Scalar struct {
	Kind string // "number", "date", "text" or "bool"
	// Text is, by Kind, a JSON number with the decimals that were printed ("1889.00"), a
	// calendar date by ISO 8601 (2024-03-01; without a day or a month where the
	// comparator's Precision is coarser), "true" or "false", or the text itself.
	Text string
}

// The kinds of a [Scalar].
const (
	scalarNumber = "number"
	scalarDate   = "date"
	scalarText   = "text"
	scalarBool   = "bool"
)

// ScalarOf reads a value as c reads it:
//
//   - [Numeric] gives a number, by its Format, [Date] a date, by its options, [Code] the
//     letters and digits of a text;
//   - [OneOf] reads as its Each does;
//   - [Auto], which nil means here, reads a JSON number as a number. It reads a string as a date if it can, else as a
//     number, else as a text, by the defaults of Date and Numeric. A string that begins with 0 and another digit, or
//     has a unit behind, is not read as a number;
//   - a comparator of yours with a method Scalar(document.Value) (Scalar, error) reads by it;
//   - every other comparator keeps the JSON type: a number is a number, a string a text.
//
// A bool is a bool under each comparator. The error names a value that c cannot read, `"abc" is not a number: …`, or
// says that the value is null, an array or an object. A prepared comparator saves work for many values.
func ScalarOf(c Comparator, v document.Value) (Scalar, error) {
	switch v.Kind() {
	case document.Bool:
		return Scalar{scalarBool, v.RawText()}, nil
	case document.Number, document.String:
	default:
		return Scalar{}, fmt.Errorf("%s is not a number, a text, true or false", v.Kind())
	}
	if c == nil {
		c = Auto{}
	}
	reader, ok := c.(scalarReader)
	if !ok {
		p, err := Prepare(c)
		if err != nil {
			return Scalar{}, err
		}
		if reader, ok = p.(scalarReader); !ok {
			return asWritten(v)
		}
	}
	return reader.Scalar(v)
}

// scalarReader is a prepared comparator that reads a number or a string as another kind or form than JSON shows.
type scalarReader interface {
	Scalar(v document.Value) (Scalar, error)
}

func asWritten(v document.Value) (Scalar, error) {
	if v.Kind() == document.Number {
		return (&preparedNumeric{}).Scalar(v)
	}
	return Scalar{scalarText, v.Text()}, nil
}

func (n *preparedNumeric) Scalar(v document.Value) (Scalar, error) {
	read, err := n.readNumber(v)
	if err != nil {
		return Scalar{}, errors.New(strings.TrimPrefix(err.Error(), "number: "))
	}
	return Scalar{scalarNumber, printed(read)}, nil
}

// printed returns a number with as many decimals as the document prints: 119.00 for "119.00".
func printed(n number.Number) string {
	const most = 30 // decimals
	text := n.Decimal.String()
	if n.Decimals <= 0 || n.Decimals > most || strings.ContainsAny(text, "eE") {
		return text
	}
	whole, decimals, _ := strings.Cut(text, ".")
	return whole + "." + decimals + strings.Repeat("0", int(n.Decimals)-len(decimals))
}

func (d preparedDate) Scalar(v document.Value) (Scalar, error) { return dateOf(v, d.parser) }

func dateOf(v document.Value, p *date.Parser) (Scalar, error) {
	r, err := p.Parse(v.Text())
	if err != nil {
		return Scalar{}, errors.New(strings.TrimPrefix(err.Error(), "date: "))
	}
	return Scalar{scalarDate, r.Date.String()}, nil
}

func (c Code) Scalar(v document.Value) (Scalar, error) {
	code, ok := codeOf(v)
	if !ok {
		return Scalar{}, fmt.Errorf("%s has neither a letter nor a digit", words.Brief(v))
	}
	return Scalar{scalarText, code}, nil
}

func (o preparedOneOf) Scalar(v document.Value) (Scalar, error) {
	if r, ok := o.each.(scalarReader); ok {
		return r.Scalar(v)
	}
	return asWritten(v)
}

func (a Auto) Scalar(v document.Value) (Scalar, error) {
	if v.Kind() == document.Number {
		return (&preparedNumeric{}).Scalar(v)
	}
	text := strings.TrimSpace(v.Text())
	if isDate(text) {
		return dateOf(v, dates[a.found]().parser)
	}
	coded := len(text) > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9'
	if !coded {
		if n, err := number.Parse(text, number.Auto); err == nil && !n.Labelled() {
			return Scalar{scalarNumber, printed(n)}, nil
		}
	}
	return Scalar{scalarText, v.Text()}, nil
}

// Reading is a comparator's reading of one truth, without an answer. See [Read].
type Reading struct {
	// OK: the comparator can read the value, and an identical answer matches. If OK is false, only the same text can
	// match.
	OK bool
	// Why says why the comparator cannot read the value, or warns about the value. It may be empty if OK is true. It
	// may quote the document, in bounded length.
	Why string
	// Ambiguous: the value has a second reading under other options of the comparator, and Why names both readings.
	Ambiguous bool
	// Advice is the option that would read the value, or give an ambiguous value its other reading, as a spec writes
	// it: "format: eu". It is empty without such an option.
	Advice string
	// Fits lists the options under which the comparator reads the value without ambiguity, in the form of Advice. The
	// options that the clear truths of a field share decide its ambiguous truths. Fits is nil if every option gives the
	// same reading.
	Fits []string
	// Orders lists the orders by which a date in numbers is a day of the calendar: "dmy" alone for 25/12/2018. Orders
	// is nil if the order of the field makes no difference: the text itself shows which part is which, or dots separate
	// the parts and no order is stated.
	Orders []string
	// TimeOfDay: the value is read as a date, and has a time of day other than 00:00:00.
	TimeOfDay bool
}

// Read returns c's reading of a truth. It reports false for a comparator that reads every value
// ([Exact], [Fuzzy]) or that must not be called in advance ([Func], [Semantic] and a comparator of
// yours, unless it has a method Read(want document.Value) (Reading, bool)), for an empty value, and
// for a comparator that Prepare refuses. A prepared comparator is ready for many values.
func Read(c Comparator, want document.Value) (r Reading, ok bool) {
	if want.Empty() {
		return Reading{}, false
	}
	reader, ok := c.(truthReader)
	if !ok {
		p, err := Prepare(c)
		if err != nil {
			return Reading{}, false
		}
		if reader, ok = p.(truthReader); !ok {
			return Reading{}, false
		}
	}
	return reader.Read(want)
}

// truthReader is a prepared comparator that must read a truth before it can compare it.
type truthReader interface {
	Read(want document.Value) (r Reading, ok bool)
}
