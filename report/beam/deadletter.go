package beam

import (
	"encoding/json"
	"reflect"
	"unicode/utf8"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

func init() { beam.RegisterType(reflect.TypeFor[DeadLetter]()) }

// Kinds of dead letters, by their names in the files.
const (
	// malformedWant and malformedGot are lines that are not a JSON object with an id, or
	// truths that cannot be used in a comparison.
	malformedWant = "malformed_want"
	malformedGot  = "malformed_got"
	// duplicateWant and duplicateGot are lines whose id an earlier line has, in the order
	// of the names of files and of lines. The first one counts.
	duplicateWant = "duplicate_want"
	duplicateGot  = "duplicate_got"
	// missingAnswer is a truth without an answer. It also has a record, with status
	// error.
	missingAnswer = "missing_answer"
	// malformedUsage is an answer whose line has an unreadable usage. It also has a record, without usage.
	malformedUsage = "malformed_usage"
	// missingTruth is an answer without a truth.
	missingTruth = "missing_truth"
	// unreadable is a line that is too long, or a file that is damaged from here on.
	unreadable = "unreadable"
)

// DeadLetter is a line that could not be used, with the data needed to repair it
// and score it again.
type DeadLetter struct {
	Kind   string // "malformed_want", "malformed_got", "duplicate_want", "duplicate_got", "missing_answer", "malformed_usage", "missing_truth", "unreadable"
	File   string
	Line   int
	ID     string
	Reason string // empty for a malformed line when values are redacted, since it may quote the line
	Text   []byte // text of the line; empty when values are redacted
}

// MarshalJSON returns kind, file, line, id, reason and text; a text that is not UTF-8
// is base64 under "base64".
func (d DeadLetter) MarshalJSON() ([]byte, error) {
	line := struct {
		Kind   string `json:"kind"`
		File   string `json:"file"`
		Line   int    `json:"line"`
		ID     string `json:"id,omitempty"`
		Reason string `json:"reason,omitempty"`
		Text   string `json:"text,omitempty"`
		Base64 []byte `json:"base64,omitempty"`
	}{d.Kind, d.File, d.Line, d.ID, d.Reason, "", nil}
	if utf8.Valid(d.Text) {
		line.Text = string(d.Text)
	} else {
		line.Base64 = d.Text
	}
	return json.Marshal(line)
}

func (l Line) dead(kind, id, reason string) DeadLetter {
	return DeadLetter{Kind: kind, File: l.File, Line: l.Number, ID: id, Reason: reason, Text: l.Text}
}
