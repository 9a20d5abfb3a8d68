// Package cases reads data sets: JSONL files, folders of pairs, and the slices and
// iterators of tests. What it yields has an id, a truth that is parsed and checked, and
// the place that messages name; what is wrong with a data set is said as a whole.
package cases

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
)

// Given is a case as a test or a file gives it. An evaltest.Case, which documents it,
// converts to it.
type Given struct {
	ID    string
	Input any // a pointer to what the extractor gets
	Want  any
	Tags  map[string]string
	Pages []report.Page
	Text  string
}

// Case is a case that was read: it has an ID.
type Case struct {
	Given
	Truth document.Value // Want, parsed; the missing Value where there is none
	Where Place
	input []byte // as it was read, nil for a value of Go
}

// Reading says how cases are read.
type Reading struct {
	Input   reflect.Type                               // of what the extractor gets; for files
	Check   func(truth document.Value, want any) error // what is wrong with a truth, nil for nothing; may be nil
	Private bool                                       // values are redacted
	// Fits says why no answer could be like a truth, nil when one could; may be nil.
	Fits func(truth document.Value) error
	// PartlyLabelled: a case need not have a truth.
	PartlyLabelled bool
	// NullTruths: null in a file is a truth, of a document without any value. Without it,
	// null is no truth.
	NullTruths bool
}

// Labelled reports whether the case has a truth.
func (c *Case) Labelled() bool { return c.Truth.Exists() }

// errNull is about a truth that is null in a file.
var errNull = errors.New("want is null, as where a label is missing; NullTruths of the suite, or null_truths: true of its spec, says that " +
	"such a document has no value, and PartlyLabelled that it has no label")

// fromFile returns what Want is of a truth as a file has it, nil for none.
func (r Reading) fromFile(truth document.Value) (want any, err error) {
	switch {
	case truth.Kind() != document.Null || r.NullTruths:
		return truth, nil
	case r.PartlyLabelled:
		return nil, nil
	}
	return nil, errNull
}

// Quoting returns an error that may quote a document, as it may be told.
func (r Reading) Quoting(err error) error {
	if r.Private {
		return ErrWithheld
	}
	return err
}

// ErrWithheld stands for an error whose text may quote what is redacted.
var ErrWithheld = errors.New("the error is withheld, since values are redacted")

// ready gives a case an id when it has none, and parses its truth.
func (c Case) ready(how Reading) (Case, error) {
	if c.ID == "" {
		if c.Where.file != "" {
			c.ID = fmt.Sprintf("line-%d", c.Where.n)
		} else {
			c.ID = fmt.Sprintf("case-%d", c.Where.n)
		}
	}
	if c.Want == nil && how.PartlyLabelled {
		return c, nil
	}
	if c.Want == nil {
		return c, fmt.Errorf("%v: id %q: no truth; for a document without any value, want is json.RawMessage(\"null\")", c.Where, c.ID)
	}
	var err error
	if c.Truth, err = document.Of(c.Want); err == nil {
		err = document.CheckUTF8(c.Truth.Raw())
	}
	if err != nil {
		return c, fmt.Errorf("%v: id %q: want: %w", c.Where, c.ID, how.Quoting(err))
	}
	if how.Fits != nil {
		if err := how.Fits(c.Truth); err != nil {
			return c, fmt.Errorf("%v: id %q: want: %w", c.Where, c.ID, how.Quoting(err))
		}
	}
	if how.Check != nil {
		if err := how.Check(c.Truth, c.Want); err != nil {
			at := fmt.Sprintf("%v: id %q: want: ", c.Where, c.ID) // before each of its lines
			return c, errors.New(at + strings.ReplaceAll(strings.TrimPrefix(err.Error(), "eval: "), "\neval: ", "\n"+at))
		}
	}
	return c, nil
}
