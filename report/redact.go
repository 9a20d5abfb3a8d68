package report

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/extracteval/extracteval/metrics"
)

// Redact says what a record keeps of the values of documents.
type Redact string

const (
	RedactNone Redact = ""     // everything
	RedactHash Redact = "hash" // a keyed hash in place of each value: equal texts stay equal
	RedactOmit Redact = "omit" // nothing
)

// Validate returns an error that lists the valid modes when r is none of them.
func (r Redact) Validate() error {
	switch r {
	case RedactNone, RedactHash, RedactOmit:
		return nil
	}
	return fmt.Errorf("report: unknown redaction %q, want %q, %q or none", string(r), RedactHash, RedactOmit)
}

// Redaction keeps the values of documents out of records. It is applied when a
// record is made, so that nothing that is written, printed or shown later ever
// held them.
//
//   - got and want become "hmac:" and 16 hex digits of HMAC-SHA256 over the JSON
//     text (hash), or are left out (omit);
//   - notes, details, reasoning, warnings and error texts, which may quote
//     values, are left out; that there was an error stays;
//   - tags of misses stay when they are of the fixed vocabulary, else are left out;
//   - the paths of invented keys, which the document named, are hashed or left out.
//
// Ids and tags of cases, paths and attribute names of spec and truth, outcomes,
// counts, scores, similarities and list indices stay. An unknown mode redacts
// as omit.
type Redaction struct {
	Mode Redact
	// Key is the key of the hash. Runs with the same key have the same hashes, so
	// that values can be compared between them; without the key a hash cannot be
	// looked up, however few values there are. Default: random for each process.
	Key []byte
}

var processKey = sync.OnceValue(func() []byte {
	key := make([]byte, 32)
	rand.Read(key)
	return key
})

func (r Redaction) active() bool { return r.Mode != RedactNone }

// hash returns the redacted form of one text.
func (r Redaction) hash(text []byte) string {
	return "hmac:" + hex.EncodeToString(r.mac(text)[:8])
}

func (r Redaction) mac(text []byte) []byte {
	key := r.Key
	if len(key) == 0 {
		key = processKey()
	}
	mac := hmac.New(sha256.New, key)
	mac.Write(text)
	return mac.Sum(nil)
}

// value returns what a record keeps of one JSON value.
func (r Redaction) value(value json.RawMessage) json.RawMessage {
	switch {
	case value == nil || r.Mode == RedactNone:
		return value
	case r.Mode == RedactHash:
		return json.RawMessage(`"` + r.hash(value) + `"`)
	}
	return nil
}

// text returns what a record keeps of a text that may quote values.
func (r Redaction) text(text string) string {
	if text == "" || !r.active() {
		return text
	}
	return "(redacted)"
}

// tag returns what a record keeps of the short cause of a miss.
func (r Redaction) tag(tag string) string {
	if r.active() && !slices.Contains(knownTags, tag) {
		return ""
	}
	return tag
}

// knownTags are the tags that eval and the comparators of this module give.
var knownTags = []string{
	"required, missing", "missing", "null value", "blank value", "empty collection", "zero value",
	"unexpected value", "unexpected item", "unexpected key", "type mismatch", "unreadable answer", "errored",
	"outside tolerance", "not a number", "not a date", "Invalid bounding box format", "invalid point",
	"dimension mismatch",
}

// path returns what a record keeps of the path of a leaf.
func (r Redaction) path(attribute, path string) string {
	switch {
	case !r.active() || attribute != metrics.InventedAttribute:
		return path
	case r.Mode == RedactHash:
		return metrics.InventedAttribute + " " + r.hash([]byte(path))
	}
	return metrics.InventedAttribute
}
