package reading

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/extracteval/extracteval/internal/gojson"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// Answer is an answer as it was read. At most one of Failure and Unreadable is given.
type Answer struct {
	// Value is the answer, the missing Value if it is blank, unreadable or not there.
	Value document.Value
	// Failure is an error in place of an answer: the error of the extractor, or of a method that makes a Go type one value.
	Failure error
	// Unreadable says why the answer could not be read, "" if it was read.
	Unreadable string
	// Note describes the text around the JSON that was left out, "" for none.
	Note string
	// Keeps says that the answer can be kept: as Text, or as Value if Text is nil.
	Keeps bool
	Text  []byte
}

// ReadTruth reads a truth by read, or as JSON if read is nil, as it is compared with answers of got's type. A truth that
// is not JSON in UTF-8 is an error. If all its values are compared, so is a Go value of whose values JSON shows nothing.
func ReadTruth(want, got any, read func(any) (document.Value, error), all bool) (truth document.Value, err error) {
	if read == nil {
		read = document.Of
	}
	given := want
	if t, ok := want.(spectext.Truth); ok {
		want, given = t.Value, t.Stated
	}
	if all {
		if err := gojson.CheckShown(stated(given), true); err != nil {
			return truth, err
		}
	}
	if truth, err = read(want); err == nil {
		err = words.CheckUTF8(truth.Raw())
	}
	return spectext.Normalize(truth, reflect.TypeOf(got)), err
}

// Read reads an answer as eval.Evaluator.Evaluate documents it. A protobuf message is an error.
func Read(got any, lenient bool) (Answer, error) {
	switch got := got.(type) {
	case error:
		return Answer{Failure: got}, nil
	case words.Unreadable:
		return Answer{Unreadable: string(got)}, nil
	}
	return readAnswer(got, lenient), gojson.CheckMessages(got)
}

func readAnswer(got any, lenient bool) (a Answer) {
	text, isText := jsonText(got)
	if isText && len(bytes.TrimSpace(text)) == 0 {
		return Answer{Keeps: true, Text: []byte(" ")}
	}
	var err error
	if isText && lenient {
		a.Value, a.Note, err = document.ParseLenient(text)
	} else if a.Value, err = document.Of(got); err != nil && isText {
		if _, _, lenient := document.ParseLenient(text); lenient == nil {
			err = fmt.Errorf("there is text around the JSON; lenient: true in the spec, a line by itself, lets it pass (in Go Lenient): %w", err)
		} else if words.EndsEarly(lenient.Error()) && !words.EndsEarly(err.Error()) {
			err = lenient // err may be about a fence, say, in front of an answer that ends early
		}
	}
	switch {
	case err != nil && isMethodError(err):
		return Answer{Failure: err}
	case err != nil && !isText: // got cannot be marshalled
		return Answer{Unreadable: err.Error()}
	case err != nil:
		return Answer{Unreadable: err.Error(), Keeps: true, Text: bytes.Clone(text)} // a copy, since the user may change the buffer
	case a.Note != "":
		a.Text = bytes.Clone(text)
	case !a.Value.Exists():
		a.Text = []byte(" ")
	}
	a.Keeps = true
	return a
}

// isMethodError reports whether a method by which a type is one value failed.
func isMethodError(err error) bool {
	var failed *gojson.MethodError
	return errors.As(err, &failed)
}

// jsonText returns the text of an answer: JSON, perhaps with other text around it. ok is false for a Go value.
func jsonText(got any) (text []byte, ok bool) {
	switch got := got.(type) {
	case []byte:
		return got, true
	case json.RawMessage:
		return got, true
	case string:
		return []byte(got), true
	}
	return nil, false
}

// Tag returns the tag of an answer that cannot be read for a reason: it is the beginning of JSON, or it is not JSON and
// cannot be written as JSON.
func Tag(unreadable string) string {
	if words.EndsEarly(unreadable) {
		return source.TagCutOff
	}
	return "unreadable answer"
}

// Misfit says that an answer is of another kind than the fields of a spec need, Missing if they need the kind of the
// truth. It is "" for an answer that fits or is empty.
func Misfit(given, truth document.Value, needed document.Kind) string {
	wanted := needed
	if wanted == document.Missing {
		wanted = truth.Kind()
	}
	kind := given.Kind()
	fits := kind == wanted
	switch {
	case given.Empty() || kind == document.Object && given.Len() == 0 || truth.Empty() && needed == document.Missing:
		return ""
	case wanted != document.Object && wanted != document.Array:
		fits = kind != document.Object && kind != document.Array
	}
	if fits {
		return ""
	}
	return fmt.Sprintf("it is %s, want %s", words.Article(given), words.ArticleOf(wanted))
}
