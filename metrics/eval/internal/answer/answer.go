// Package answer reads the answer of an extractor.
package answer

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// Answer is an answer as it was read. At most one of Failed and Unreadable is given.
type Answer struct {
	// Value is the missing Value for an answer that is blank, unreadable or not there.
	Value document.Value
	// Failed says that there is no answer: the extractor returned an error.
	Failed bool
	// Unreadable says why the answer could not be read, "" when it could.
	Unreadable string
	// Note says which text around the JSON was left out, "" for none.
	Note string
	// Keeps says that the answer can be kept: as Text, or as the Value where that is nil.
	Keeps bool
	Text  []byte
}

// Read reads an answer as eval.Evaluator.Evaluate documents it.
func Read(got any, lenient bool) (a Answer) {
	switch got := got.(type) {
	case error:
		return Answer{Failed: true}
	case words.Unreadable:
		return Answer{Unreadable: string(got)}
	}
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
			err = lenient // behind a fence, say, of which err complains
		}
	}
	switch {
	case err != nil && !isText: // it cannot be marshalled
		return Answer{Unreadable: err.Error()}
	case err != nil:
		return Answer{Unreadable: err.Error(), Keeps: true, Text: bytes.Clone(text)} // else it would change with the user's buffer
	case a.Note != "":
		a.Text = bytes.Clone(text)
	case !a.Value.Exists():
		a.Text = []byte(" ")
	}
	a.Keeps = true
	return a
}

// jsonText returns the text of an answer that is one: it may have text around its JSON.
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
