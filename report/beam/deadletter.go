package beam

import (
	"encoding/json"
	"reflect"
	"unicode/utf8"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

func init() { beam.RegisterType(reflect.TypeFor[DeadLetter]()) }

// Kinds of dead letters.
const (
	// MalformedWant and MalformedGot are lines that are not a JSON object with an id, and
	// truths that cannot be compared with.
	MalformedWant = "malformed_want"
	MalformedGot  = "malformed_got"
	// DuplicateWant and DuplicateGot are lines whose id an earlier line has, in the order
	// of the names of files and of lines. The first one counts.
	DuplicateWant = "duplicate_want"
	DuplicateGot  = "duplicate_got"
	// MissingAnswer is a truth without an answer. It has a record, too, with status
	// error.
	MissingAnswer = "missing_answer"
	// MalformedUsage is an answer whose line says of its usage what cannot be read, see
	// Usage of artifact.ScoreLines. It has a record, too, without that.
	MalformedUsage = "malformed_usage"
	// MissingTruth is an answer without a truth.
	MissingTruth = "missing_truth"
	// Unreadable is a line that is too long, or a file that is damaged from here on.
	Unreadable = "unreadable"
)

// DeadLetter is a line that could not be used, with all that is needed to repair it
// and to score it again.
type DeadLetter struct {
	Kind   string
	File   string
	Line   int
	ID     string
	Reason string // none of a malformed line when values are redacted: it may quote it
	Text   []byte // of the line; none when values are redacted
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
