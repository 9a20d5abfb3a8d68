package compare

import (
	"context"

	"github.com/extracteval/extracteval/metrics/document"
)

// ownPreparer is a [Comparator] of yours with work to do once for many values, such as compiling a
// pattern. [Prepare] calls its method in the place of Validate, and package eval compares with the
// comparator that it returns.
type ownPreparer interface {
	Comparator
	Prepare() (Comparator, error)
}

// sentencer is a [Comparator] of yours that describes itself for people, in one line; see
// [Sentence].
type sentencer interface {
	Comparator
	Sentence() string
}

// pairer is a [Comparator] of yours that states how the matcher of list items may use it; see [PairingOf].
type pairer interface {
	Comparator
	Pairing() Pairing
}

// Asker is a [Comparator] that asks a model, and gets all questions of a case before it compares, like a [Semantic]
// with Ahead. Package eval first compares the case once to collect the questions. In that pass it does not call Compare
// for a pair with a question, and takes the two values as different. It collects no questions if another comparator of
// the spec is [PairCostly] and not an Asker.
type Asker interface {
	Comparator
	// Question returns the name of the model and the two texts that Compare would ask it about. ok is false if Compare
	// would not ask.
	Question(got, want document.Value) (model string, texts [2]string, ok bool)
	// AskAhead gets all questions to one model, two or more. Package eval calls Compare for each of them later, even if
	// AskAhead panics.
	AskAhead(ctx context.Context, pairs [][2]string)
}

// Wrapper is a [Comparator] that judges by an inner comparator, as [OneOf] judges by its Each.
type Wrapper interface {
	Comparator
	// Unwrap returns the inner comparator, nil for [Exact].
	Unwrap() Comparator
	// Wrap returns a copy of the wrapper with other as its inner comparator.
	Wrap(other Comparator) Comparator
}

// Chooser is a [Comparator] that chooses a comparator for each truth, as [Auto] does. Package eval calls For once for
// each element of a set in the truth.
type Chooser interface {
	Comparator
	For(want document.Value) Comparator
}

// Alternatives is a [Comparator] whose truth may list several right values, as the truth of [OneOf] does. Package eval
// counts an empty answer as a correct absence if one of these values is empty.
type Alternatives interface {
	Comparator
	// Accepted returns the values that a truth accepts.
	Accepted(want document.Value) []document.Value
}

// Paged is a [Comparator] of places whose page may be outside of the value, as for a [Box] with a PagePath.
type Paged interface {
	Comparator
	// Page returns the path of the page, "" where the value holds it, and the key of the
	// value in an object {key: value, "page": page}.
	Page() (path, key string)
}

// printer is a [Comparator] of yours that says how documents print a value of the truth or of
// an answer; see [PrintedAs].
type printer interface {
	Comparator
	Printed(v document.Value) Printed
}

// Printed says how documents print a value. Invariants that are InSource, and the origin of mistakes, use it to search
// the text of a document for the value. At most one field is set. If no field is set, they do not search for the value.
type Printed struct {
	Literal bool     // as it is or, for a number or a date, in any form of it
	Code    bool     // by its letters and digits
	Similar *Fuzzy   // as a text that is similar by these options
	Number  *Numeric // as a number, by the Format
	Date    *Date    // as a date, by these options
}

// PrintedAs returns how documents print a value that c compares. A comparator of yours states it by a method Printed(v
// document.Value) Printed. For a comparator that has no such method and is not a [Chooser], it returns the zero
// Printed.
func PrintedAs(c Comparator, v document.Value) Printed {
	if b, ok := inCatalog(c).(interface{ printed(document.Value) Printed }); ok {
		return b.printed(v)
	}
	switch c := c.(type) {
	case printer:
		return c.Printed(v)
	case Chooser:
		return PrintedAs(c.For(v), v)
	}
	return Printed{}
}

func (Exact) printed(document.Value) Printed     { return Printed{Literal: true} }
func (Regex) printed(document.Value) Printed     { return Printed{Literal: true} }
func (Code) printed(document.Value) Printed      { return Printed{Code: true} }
func (f Fuzzy) printed(document.Value) Printed   { return Printed{Similar: &f} }
func (n Numeric) printed(document.Value) Printed { return Printed{Number: &n} }
func (d Date) printed(document.Value) Printed    { return Printed{Date: &d} }

// printed returns how documents print a value, by the defaults of the comparator that Auto chooses for it.
func (a Auto) printed(v document.Value) Printed {
	switch Name(a.For(v)) {
	case Date{}.name():
		return Printed{Date: new(Date)}
	case Fuzzy{}.name():
		return Printed{Similar: new(Fuzzy)}
	}
	return Printed{Literal: true}
}
