// Package redact keeps values that nobody may see out of records: it says which they are,
// by the paths of their attributes, and finds them again where they stand in values that
// are kept. It knows paths and values, not records.
package redact

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Mode says what a record keeps of the values of documents.
type Mode string

const (
	None Mode = ""     // everything
	Hash Mode = "hash" // a keyed hash in place of each value: equal texts stay equal
	Omit Mode = "omit" // nothing
)

// Validate returns an error that lists the valid modes when r is none of them.
func (r Mode) Validate() error {
	switch r {
	case None, Hash, Omit:
		return nil
	}
	return fmt.Errorf("report: unknown redaction %q, want %q, %q or none", string(r), Hash, Omit)
}

// stricter returns the mode that keeps less. An unknown mode keeps nothing.
func stricter(a, b Mode) Mode {
	switch {
	case a == None:
		return b
	case a == Hash && b != None:
		return b
	}
	return a
}

// Redaction keeps the values of documents out of records. It is applied when a
// record is made, so that nothing that is written, printed or shown later ever
// held them.
//
// Mode is for all attributes, and Paths has rules for some of them beside it: in
// {"vendor.iban": Omit} one value is left out, and with the Mode Hash and
// {"total": None} one value is kept.
//
//   - A rule is the name of an attribute (see [document.ParseAttribute]) and is for it
//     and for everything below: "vendor" is for "vendor.iban", "lines" and "lines[]"
//     are for "lines[].sku". Of several the longest counts. A field of the spec with
//     an index, such as "lines[0].sku", has the rule of all items.
//   - A value above a rule holds what the rule is for: "vendor" compared as a whole,
//     or a list compared as one value. It is redacted as strictly as the strictest
//     of its own rule and those below it. Omit is stricter than Hash.
//   - An invented key may hold the value of any attribute: it is redacted as
//     strictly as the strictest of Mode and all rules.
//   - A redacted value may stand in a field that is kept as well: an extractor has put
//     it there, or it is part of a longer text. Where Paths has rules, a kept field
//     whose got, want, note, tag or details contain the text of a redacted value of
//     the same case is redacted as strictly as an invented key. Looked for are the
//     strings and numbers of all redacted leaves, and those of truth and answer that a
//     rule of Paths redacts, compared or not.
//   - Texts are the same that are a compatibility caseless match (Unicode, section 3.13,
//     D146): letter case, full width, ligatures and the Unicode form make no difference.
//     Neither does what is not seen: white space of every kind, control and format
//     characters (Cc and Cf), variation selectors, others that are ignored by default
//     (Other_Default_Ignorable_Code_Point) and U+2800. An accent may come after the text.
//   - Truth and answer are looked through at the path of a rule, not where
//     [eval.Field.WantPath] says that the truth keeps it: what the spec compares there is
//     a leaf of the attribute, which is looked for, and what it does not compare is not.
//     An answer may be of another shape than the rule is for. A list is taken for each of
//     its items where no rule names items, an object or a value for the only item of a
//     list, and a key for one that differs in letter case; a string in place of
//     an object that has something redacted is looked for as a whole. An exception
//     counts for a key only as it is written.
//   - Not looked for are texts of fewer than 4 characters, booleans, keys of objects,
//     parts of a redacted value, and another way to write it: other punctuation, letters
//     without their accents, letters of another alphabet that look alike.
//   - The whole case is redacted where it has more than 256 KiB of different texts to
//     look for, or more than 4 MiB of kept texts to look through (8 in that form), and
//     where its result does not list all invented values (see [eval.MaxInvented]), which
//     may be redacted ones.
//
// What becomes of a redacted value:
//
//   - got and want become "hmac:" and 16 hex digits of HMAC-SHA256 over the JSON
//     text (hash), or are left out (omit);
//   - note and details are left out;
//   - the tag of a miss stays when it is of the fixed vocabulary, else it is left out;
//   - the path of an invented key, which the document named, is hashed or left out.
//
// Where anything at all is redacted, error texts, reasoning and warnings, which may
// quote any value, are left out (that there was an error, or a warning, stays), as are
// the notes of an answer that could not be read and of invariants, and the pictures of
// pages; of the paths of invariants those stay that lead to what a field has; and the hash
// of its data is keyed.
//
// Ids and tags of cases, paths and attribute names of spec and truth, outcomes,
// counts, scores, similarities, list indices, classes and origins of mistakes and confidences
// stay. An unknown mode redacts as omit, and so does, for everything, a rule that
// cannot be read: see [Redaction.Compile].
type Redaction struct {
	Mode  Mode
	Paths map[string]Mode
	// Key is the key of the hash. Runs with the same key have the same hashes, so
	// that values can be compared between them; without the key a hash cannot be
	// looked up, however few values there are. Default: random for each process.
	Key []byte

	rules *ruleSet // of Paths, where there are any and it is compiled
}

// Active reports whether anything is redacted.
func (r Redaction) Active() bool { return r.strictest() != None }

// Omits reports whether records leave out any value.
func (r Redaction) Omits() bool { return r.Active() && r.strictest() != Hash }

// strictest returns the strictest mode of all.
func (r Redaction) strictest() Mode {
	if r.rules != nil {
		return r.rules.strictest
	}
	strictest := r.Mode
	for _, mode := range r.Paths {
		strictest = stricter(strictest, mode)
	}
	return strictest
}

// String returns what is redacted in words, without the key: "hash, total kept",
// "vendor.iban omit"; "" when nothing is.
func (r Redaction) String() string {
	if !r.Active() {
		return ""
	}
	var parts []string
	if r.Mode != None {
		parts = append(parts, string(r.Mode))
	}
	for _, path := range slices.Sorted(maps.Keys(r.Paths)) {
		mode := string(r.Paths[path])
		if mode == "" {
			mode = "kept"
		}
		parts = append(parts, path+" "+mode)
	}
	return strings.Join(parts, ", ")
}

// as returns r for values of one mode.
func (r Redaction) as(mode Mode) Redaction { return Redaction{Mode: mode, Key: r.Key} }

var processKey = sync.OnceValue(func() []byte {
	key := make([]byte, 32)
	rand.Read(key)
	return key
})

// Hash returns the first 8 bytes of the keyed hash of a text as hex digits.
func (r Redaction) Hash(text []byte) string { return hex.EncodeToString(r.mac(text)[:8]) }

// hash returns the redacted form of one text.
func (r Redaction) hash(text []byte) string { return "hmac:" + r.Hash(text) }

// IsHash reports whether a value of a record is the hash of a redacted one, which says
// nothing to a reader.
func IsHash(value []byte) bool { return hashPattern.Match(value) }

var hashPattern = regexp.MustCompile(`^"hmac:[0-9a-f]{16}"$`)

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
	case value == nil || r.Mode == None:
		return value
	case r.Mode == Hash:
		return json.RawMessage(`"` + r.hash(value) + `"`)
	}
	return nil
}

// Text returns what a record keeps of a text that may quote values.
func (r Redaction) Text(text string) string {
	if text == "" || !r.Active() {
		return text
	}
	return "(redacted)"
}

// tag returns what a record keeps of the short cause of a miss.
func (r Redaction) tag(tag string) string {
	if r.Active() && !slices.Contains(knownTags, tag) {
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
	case !r.Active() || attribute != metrics.InventedAttribute:
		return path
	case r.Mode == Hash:
		return metrics.InventedAttribute + " " + r.hash([]byte(path))
	}
	return metrics.InventedAttribute
}

// redactMisses returns what a record keeps of misses, without their notes. The path is
// that of a leaf, or of something above leaves, which may be of any mode; any other
// path may quote the document.
func (r Redaction) redactMisses(misses []eval.Miss, fields []eval.FieldResult, leaves *Leaves) []eval.Miss {
	paths := make([]string, len(misses))
	for i, miss := range misses {
		paths[i] = miss.Path
	}
	at, below := firstAt(paths, fields)
	kept := make([]eval.Miss, len(misses))
	for i, path := range paths {
		field, mode := at[path]-1, r.strictest()
		switch {
		case field >= 0:
			mode = leaves.at(field)
		case below[path] > 0:
			field = below[path] - 1
		default:
			kept[i].Path = r.Text(path)
			continue
		}
		r := r.as(mode)
		kept[i] = eval.Miss{Path: r.path(fields[field].Attribute, path), Tag: r.tag(misses[i].Tag)}
	}
	return kept
}

// firstAt returns the number of the first leaf at each path and of the first below it,
// counted from 1. It looks through the leaves once.
func firstAt(paths []string, fields []eval.FieldResult) (at, below map[string]int) {
	at, below = make(map[string]int, len(paths)), make(map[string]int, len(paths))
	var lengths []int
	for _, path := range paths {
		at[path], below[path] = 0, 0
		lengths = append(lengths, len(path))
	}
	slices.Sort(lengths)
	lengths = slices.Compact(lengths)
	first := func(of map[string]int, path string, i int) {
		if n, ok := of[path]; ok && n == 0 {
			of[path] = i + 1
		}
	}
	for i := range fields {
		path := fields[i].Path
		for _, n := range lengths {
			switch {
			case n < len(path) && (path[n] == '.' || path[n] == '['):
				first(below, path[:n], i)
			case n == len(path):
				first(at, path, i)
			}
		}
	}
	return at, below
}
