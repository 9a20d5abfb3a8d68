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

// pairer is a [Comparator] of yours that states how the matcher of list items may use it; see
// [PairingOf]. One that is not [PairCostly] may be asked about many pairs of values, and about
// truths alone.
type pairer interface {
	Comparator
	Pairing() Pairing
}

// Asker is a [Comparator] that asks a model, and gets all questions of one case beforehand, as a
// [Semantic] with Ahead does. Package eval compares a case once to collect the questions. It does
// not call Compare for a pair with a question then, but takes the two values as different. No
// questions are collected where a comparator of the spec is [PairCostly] without being an Asker.
type Asker interface {
	Comparator
	// Question returns the name of the model and the two texts that Compare would ask it
	// about. ok is false where Compare asks nothing.
	Question(got, want document.Value) (model string, texts [2]string, ok bool)
	// AskAhead gets all questions to one model, two or more. Compare is called for each of them even if
	// AskAhead panics.
	AskAhead(ctx context.Context, pairs [][2]string)
}

// Wrapper is a [Comparator] that judges by another one, as [OneOf] judges by its Each.
type Wrapper interface {
	Comparator
	// Unwrap returns the other one, nil for [Exact].
	Unwrap() Comparator
	// Wrap returns the comparator with another one in its place.
	Wrap(other Comparator) Comparator
}

// Chooser is a [Comparator] that judges each truth by another comparator, as [Auto] does. A
// set asks it once for each element of the truth.
type Chooser interface {
	Comparator
	For(want document.Value) Comparator
}

// Alternatives is a [Comparator] whose truth may list several right values, as the truth of [OneOf]
// does. Package eval takes an empty answer as a correct absence where an empty value is among them.
type Alternatives interface {
	Comparator
	// Accepted returns the values that a truth accepts.
	Accepted(want document.Value) []document.Value
}

// AcceptsEmpty reports whether under c an empty answer is right although the truth is not
// empty: c has [Alternatives], and null or a blank text is among them. A leaf with such an
// answer is a correct absence.
func AcceptsEmpty(c Comparator, want document.Value) bool {
	a, ok := c.(Alternatives)
	if !ok || want.Empty() {
		return false
	}
	for _, accepted := range a.Accepted(want) {
		if accepted.Empty() {
			return true
		}
	}
	return false
}

// Paged is a [Comparator] of places whose page may stand outside of the value, as in a [Box] with a
// PagePath.
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

// Printed is how documents print a value, for all who look for it in the text of a document:
// invariants that are InSource, and the origin of mistakes. One field at most is set; without
// any the value is not looked for.
type Printed struct {
	Literal bool     // as it is or, where it is a number or a date, in any form of that
	Code    bool     // by its letters and digits
	Similar *Fuzzy   // as a text that is similar by these options
	Number  *Numeric // as a number, by the Format
	Date    *Date    // as a date, by these options
}

// PrintedAs returns how documents print a value that c compares. A comparator of
// yours says it by a method Printed(v document.Value) Printed. Values of one that has no such method and
// is no [Chooser] are not looked for.
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

// printed is how the comparator that Auto chooses for a value has it, by its defaults.
func (a Auto) printed(v document.Value) Printed {
	switch Name(a.For(v)) {
	case Date{}.name():
		return Printed{Date: new(Date)}
	case Fuzzy{}.name():
		return Printed{Similar: new(Fuzzy)}
	}
	return Printed{Literal: true}
}
