// Package cases reads the cases of data sets, and gets the answers of an extractor to them.
//
// Data sets are JSONL files, folders of pairs, and the slices and iterators of tests. Each case has an id, a parsed and
// checked truth, and its place for messages. All mistakes of a data set are returned together.
//
// It also reads the rules in the eval tags of Go types, for data sets without a Spec, and
// checks truths against those types. A tag that would be ignored is an error.
//
// [Call] calls an extractor so that a run survives its failures: a call that hangs ends with its timeout, temporary
// errors are retried, and calls are no faster than their service allows. [OpenAnswers] finds the answers of an earlier run
// that broke off, in its artifact. Packages replay and judge share code for recorded answers, such as the search for the
// nearest recording. For the record of the run, the package also notes which tests were skipped and which folders of
// recordings tests use.
package cases

import (
	"encoding"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/gojson"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
)

// Given is a case as a test or a file states it. evaltest.Case converts to it.
type Given struct {
	ID    string
	Input any // a pointer to the extractor's input
	Want  any
	Tags  map[string]string
	Pages []report.Page
	Text  string
	Label *dataset.Label // where Want comes from, nil if unknown
}

// Case is a case that was read. Its ID is set.
type Case struct {
	Given
	Truth document.Value // Want, parsed; the missing Value if Want is nil
	Where Place
	// Warnings are about keys that the line of the case has more than once.
	Warnings []string
	input    []byte // the text that was read, nil for a Go value
}

// Reading says how cases are read.
type Reading struct {
	Input reflect.Type // type of the extractor's input; for files
	// Check returns a truth as it is compared, or the mistake in it.
	Check   func(truth document.Value, want any) (document.Value, error)
	Private bool // values are redacted
	// Truth reads truths; nil for JSON. See [eval.Spec].ReadTruth.
	Truth func(want any) (document.Value, error)
	// Fits returns an error for a truth that no answer could equal; may be nil.
	Fits func(truth document.Value) error
	// PartlyLabelled allows cases without a truth.
	PartlyLabelled bool
	// NullTruths makes null in a file the truth of a document without any value.
	// Otherwise null is not a truth.
	NullTruths bool
}

// Labelled reports whether the case has a truth.
func (c *Case) Labelled() bool { return c.Truth.Exists() }

// errNull reports a truth that is null in a file.
var errNull = errors.New("want is null, as where a label is missing; NullTruths of the suite, or null_truths: true of its spec, says that " +
	"such a document has no value, and PartlyLabelled that it has no label")

// fromFile returns the Want for a truth in a file, nil for a case without a
// truth.
func (r Reading) fromFile(truth document.Value) (want any, err error) {
	switch {
	case truth.Kind() != document.Null || r.NullTruths:
		return truth, nil
	case r.PartlyLabelled:
		return nil, nil
	}
	return nil, errNull
}

// Quoting returns err if it may be printed. If values are redacted, it returns
// ErrWithheld, since err may quote a document. The error about a protobuf message quotes none.
func (r Reading) Quoting(err error) error {
	if message := (*gojson.MessageError)(nil); r.Private && !errors.As(err, &message) {
		return ErrWithheld
	}
	return err
}

// ErrWithheld replaces an error whose text may quote redacted values.
var ErrWithheld = errors.New("the error is withheld, since values are redacted")

// ready checks the case, sets its id if it has none, and parses its truth.
func (c Case) ready(reading Reading) (Case, error) {
	if c.ID == "" {
		c.ID = fmt.Sprintf("case-%d", c.Where.n)
	}
	if err := dataset.CheckTags(c.Tags); err != nil {
		return c, fmt.Errorf("%v: id %q: tags: %w", c.Where, c.ID, err)
	}
	if err := c.checkLabel(); err != nil {
		return c, err
	}
	if c.Want == nil && reading.PartlyLabelled {
		return c, nil
	}
	if c.Want == nil {
		return c, fmt.Errorf("%v: id %q: no truth; for a document without any value, want is json.RawMessage(\"null\")", c.Where, c.ID)
	}
	var err error
	if c.Truth, err = reading.truthOf(c.Want); err != nil {
		return c, c.mistaken(reading.Quoting(err))
	}
	if reading.Fits != nil {
		if err := reading.Fits(c.Truth); err != nil {
			return c, c.mistaken(reading.Quoting(err))
		}
	}
	if reading.Check != nil {
		if c.Truth, err = reading.Check(c.Truth, c.Want); err != nil {
			return c, c.mistaken(err)
		}
	}
	return c, nil
}

// mistaken puts the place of the case before each mistake of its truth: before each line of err that is not indented.
func (c *Case) mistaken(err error) error {
	place := fmt.Sprintf("%v: id %q: want: ", c.Where, c.ID)
	first, rest, several := strings.Cut(err.Error(), "\n")
	if !several && !strings.HasPrefix(first, "eval: ") {
		return fmt.Errorf("%s%w", place, err)
	}
	text := place + strings.TrimPrefix(first, "eval: ")
	for line := range strings.SplitSeq(rest, "\n") {
		switch {
		case line == "":
		case line[0] == '\t':
			text += "\n" + line
		default:
			text += "\n" + place + strings.TrimPrefix(line, "eval: ")
		}
	}
	return errors.New(text)
}

// ReadTruth reads the truth of a single answer. An answer that is a protobuf message is also an error.
func (r Reading) ReadTruth(got, want any) (document.Value, error) {
	truth, err := r.truthOf(want)
	if err != nil {
		return truth, fmt.Errorf("want: %w", r.Quoting(err))
	}
	if err := gojson.CheckMessages(got); err != nil {
		return truth, fmt.Errorf("got: %w", err)
	}
	return truth, nil
}

// Stored returns the text of a truth in its file, which [Reading].Truth may rewrite, and nil for other truths.
func Stored(want any) []byte {
	v, _ := want.(document.Value)
	return v.Raw()
}

func (r Reading) truthOf(want any) (truth document.Value, err error) {
	if r.Truth == nil {
		r.Truth = document.Of
	}
	if truth, err = r.Truth(want); err == nil {
		err = words.CheckUTF8(truth.Raw())
	}
	return truth, err
}

// checkLabel returns an error for a label that dataset.ParseLabel would refuse, and for a label without a truth.
func (c *Case) checkLabel() error {
	if c.Label == nil {
		return nil
	}
	label, err := document.Of(c.Label)
	if err == nil {
		_, err = dataset.ParseLabel(label)
	}
	if c.Want == nil {
		err = dataset.ErrLabelAlone
	}
	if err != nil {
		return fmt.Errorf("%v: id %q: %w", c.Where, c.ID, err)
	}
	return nil
}

// IsNil reports whether an answer is nil: a pointer, a map, a slice or an interface without a value.
func IsNil(answer any) bool {
	v := reflect.ValueOf(answer)
	switch v.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Slice:
		return v.IsNil()
	}
	return !v.IsValid()
}

// pairs yields the cases of a folder, see [dataset.Pairs]. A case without an input is an error. A case without a truth
// is an error unless how.PartlyLabelled is set.
func pairs(dir string, reading Reading) iter.Seq2[Case, error] {
	return func(yield func(Case, error) bool) {
		pairs, wrong := dataset.Pairs(dir)
		for _, err := range wrong {
			if !yield(Case{}, err) {
				return
			}
		}
		for _, p := range pairs {
			if !yield(readPair(p, reading)) {
				return
			}
		}
	}
}

func readPair(p dataset.Pair, reading Reading) (Case, error) {
	c := Case{Given: Given{ID: p.ID, Input: reading.newInput()}, Where: Place{file: p.Where()}}
	switch {
	case p.Input == "":
		return c, p.ErrNoInput()
	case p.Want == "" && !reading.PartlyLabelled:
		return c, p.ErrNoTruth()
	case p.Err != nil:
		return c, p.Err
	}
	if p.Want != "" {
		truth, err := os.ReadFile(p.Want)
		if err != nil {
			return c, err
		}
		truth = files.WithoutMark(truth)
		c.Want = truth
		if v, err := document.Parse(truth); err == nil && v.Kind() == document.Null { // else ready reports the error
			if c.Want, err = reading.fromFile(v); err != nil {
				return c, fmt.Errorf("%v: id %q: %w", c.Where, p.ID, err)
			}
		}
	}
	if p.Text != "" {
		text, err := os.ReadFile(p.Text)
		if err != nil {
			return c, err
		}
		c.Text = string(text)
	}
	data, err := os.ReadFile(p.Input)
	if err != nil {
		return c, err
	}
	c.input = data
	input := filepath.ToSlash(p.Input)
	switch strings.ToLower(filepath.Ext(input)) {
	case ".png", ".jpg", ".jpeg", ".gif":
		c.Pages = []report.Page{{Image: input}}
	}
	if err := readInput(data, filepath.Ext(input), c.Input); err != nil {
		return c, fmt.Errorf("%s: %w", input, reading.Quoting(err))
	}
	c.Tags, c.Label = p.Tags, p.Label
	return c.ready(reading)
}

// readInput stores the contents of a file in an extractor's input.
func readInput(data []byte, ext string, value any) error {
	v := reflect.ValueOf(value).Elem()
	switch u := value.(type) {
	case encoding.TextUnmarshaler:
		return u.UnmarshalText(data)
	case encoding.BinaryUnmarshaler:
		return u.UnmarshalBinary(data)
	}
	switch {
	case v.Kind() == reflect.String:
		v.SetString(string(data))
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8:
		v.SetBytes(data)
	case ext == ".json":
		return strictly(files.WithoutMark(data), value)
	default:
		return fmt.Errorf("a %s file does not fit the input type %v: want []byte, string, a type with UnmarshalText or UnmarshalBinary, or a .json file", ext, v.Type())
	}
	return nil
}
