// Package redact keeps values that nobody may see out of records. Rules name the values by the paths of their
// attributes. The package also finds such a value inside a kept one. It knows paths and values, not records.
package redact

import (
	"cmp"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Mode says how a record keeps the values of documents.
type Mode string

const (
	None Mode = ""     // the value
	Hash Mode = "hash" // a keyed hash in place of the value: equal texts stay equal
	Omit Mode = "omit" // neither value nor hash
)

// check returns an error that lists the valid modes if r is not valid.
func (r Mode) check() error {
	switch r {
	case None, Hash, Omit:
		return nil
	}
	return fmt.Errorf("unknown redaction %q, want %q, %q or none", string(r), Hash, Omit)
}

// stricter returns the mode that keeps less. An unknown mode is as strict as [Omit].
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
// record is made, so that records that are written, printed or shown later never held them.
//
// Mode is for all attributes, and Paths adds rules for some of them:
// {"vendor.iban": Omit} leaves out one value, and with the Mode Hash,
// {"total": None} keeps one value.
//
//   - A rule is the name of an attribute (see [document.ParseAttribute]) and applies to it and to everything below:
//     "vendor" applies to "vendor.iban", "lines" and "lines[]" apply to "lines[].sku". If several rules apply, the
//     longest counts. A field of the spec with an index, such as "lines[0].sku", follows the rule of all items.
//   - A value above a rule contains the values that the rule redacts: "vendor" compared as
//     a whole, or a list compared as one value. It is redacted as strictly as the strictest
//     of its own rule and those below it. Omit is stricter than Hash.
//   - An invented key may hold the value of any attribute: it is redacted as
//     strictly as the strictest of Mode and all rules.
//   - A redacted value may also stand in a kept field: an extractor put it there, or it is part of a longer text. If
//     Paths has rules, a kept field whose got, want, tag or details contain the text of a redacted value of the same
//     case is redacted as strictly as an invented key. The search looks for the strings and numbers of all redacted
//     leaves, and for those of truth and answer that a rule of Paths redacts, compared or not.
//   - Two texts are the same when they are a compatibility caseless match (Unicode, section 3.13, D146): letter case,
//     full width, ligatures and the Unicode form make no difference. Invisible characters make no difference either:
//     white space of every kind, control and format characters (Cc and Cf), variation selectors, others that are
//     ignored by default (Other_Default_Ignorable_Code_Point) and U+2800. An accent may follow the text.
//   - Truth and answer are searched at the path of a rule, not at [eval.Field.WantPath]: a value there is searched for
//     only if the spec compares it, as a leaf of the attribute. An answer may have another shape than the rule: the
//     rule "vendor.iban" applies to each vendor of a list, the rule "lines[].sku" to a single line that is not in a
//     list, and both to "Vendor" and "Lines". If a string takes the place of an object with something redacted, the
//     whole string is searched for. A rule with [None] applies to a key only as it is written.
//   - The search does not find texts of fewer than 4 characters, booleans, keys of objects, parts of a redacted value,
//     or other spellings of it: other punctuation, letters without their accents, letters of another alphabet that look
//     alike.
//   - The whole case is redacted if it has more than 4 MiB of kept texts, or 8 MiB after folding, if redacted values
//     stand in more than 1,048,576 places of these, or if its result does not list all invented values (more than
//     1,000), which may be redacted ones.
//
// A record has a redacted value in this form:
//
//   - got and want become "hmac:" and 16 hex digits of HMAC-SHA256 over the JSON
//     text (hash), but for null and "", or are left out (omit);
//   - details are left out;
//   - the tag of a miss stays if it is in the fixed vocabulary, else it is left out;
//   - the path of an invented key, which the document named, is hashed or left out. So are the keys of a map
//     ([eval.Map]) whose values a rule redacts as a whole: "rates" and "rates{}" apply to the keys in the path
//     rates.EUR.amount, "rates{}.amount" does not. A rule may also name one key, "rates.EUR".
//
// Free text may quote any value, in any words. So if anything is redacted, records have no notes of fields, not even of
// kept ones, no notes of invariants, no reasoning, and no texts of errors and warnings ("(redacted)" says that there
// was one). They also have no pictures of pages. The paths of invariants stay only if they lead to a value of a field.
//
// The hashes by which cases are joined, of inputs, texts and truths, are keyed. They tell which cases are one document, or
// one cluster, and nothing else of a document: numbers and intervals are those of a run that redacts nothing. Omit also
// leaves out the hash of a truth that no input or text goes with: equal truths are then no copies.
//
// Ids and tags of cases, paths and attribute names of spec and truth, outcomes,
// counts, scores, similarities, list indices, classes and origins of mistakes and confidences
// stay. An unknown mode redacts as omit, and a rule that cannot be read redacts everything
// as omit: see [Redaction.Compile].
type Redaction struct {
	Mode  Mode
	Paths map[string]Mode
	// Key is the key of the hash. Runs with the same key have the same hashes, so
	// that values can be compared between them; without the key nobody can find a value
	// by hashing all candidates. Default: random for each process.
	Key []byte

	rules *ruleSet // the compiled Paths; nil where Paths is empty or not compiled
}

// Active reports whether anything is redacted.
func (r Redaction) Active() bool { return r.strictest() != None }

// Omits reports whether records leave out any value.
func (r Redaction) Omits() bool { return r.Active() && r.strictest() != Hash }

// Keeps reports whether records keep the values of an attribute as they are. The redaction is compiled.
func (r Redaction) Keeps(attribute string) bool {
	if r.rules == nil {
		return !r.Active()
	}
	return r.rules.modeOf(attribute) == None
}

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

// String describes the redaction in words, without the key: "hash, total kept", "vendor.iban omit"; "" if it is not
// active.
func (r Redaction) String() string {
	if !r.Active() {
		return ""
	}
	var parts []string
	if r.Mode != None {
		parts = append(parts, string(r.Mode))
	}
	for _, path := range slices.Sorted(maps.Keys(r.Paths)) {
		mode := cmp.Or(string(r.Paths[path]), "kept")
		parts = append(parts, path+" "+mode)
	}
	return strings.Join(parts, ", ")
}

// withMode returns a Redaction with the key of r and one mode for all attributes.
func (r Redaction) withMode(mode Mode) Redaction { return Redaction{Mode: mode, Key: r.Key} }

var processKey = sync.OnceValue(func() []byte {
	key := make([]byte, 32)
	rand.Read(key)
	return key
})

// Hash returns the first 8 bytes of the keyed hash of a text as hex digits.
func (r Redaction) Hash(text []byte) string {
	key := r.Key
	if len(key) == 0 {
		key = processKey()
	}
	mac := hmac.New(sha256.New, key)
	mac.Write(text)
	return hex.EncodeToString(mac.Sum(nil)[:8])
}

// hashText returns the redacted form of one text.
func (r Redaction) hashText(text []byte) string { return "hmac:" + r.Hash(text) }

// value returns a JSON value as a record keeps it.
func (r Redaction) value(value json.RawMessage) json.RawMessage {
	switch {
	case value == nil || r.Mode == None:
		return value
	case r.Mode == Hash && (string(value) == "null" || string(value) == `""`):
		return value // as the outcome says
	case r.Mode == Hash:
		return json.RawMessage(`"` + r.hashText(value) + `"`)
	}
	return nil
}

// Text returns text or, if it may quote a redacted value, "(redacted)".
func (r Redaction) Text(text string) string {
	if text == "" || !r.Active() {
		return text
	}
	return "(redacted)"
}

// redactTag returns the short cause of a miss as a record keeps it.
func (r Redaction) redactTag(tag string) string {
	if r.Active() && !slices.Contains(knownTags, tag) {
		return ""
	}
	return tag
}

// knownTags lists the tags of eval and of the comparators in this module.
var knownTags = []string{
	"required, missing", "missing", "null value", "blank value", "absence in words", "empty collection", "zero value",
	"unexpected value", "unexpected item", "unexpected key", "type mismatch", "unreadable answer", "answer cut off", "errored",
	"outside tolerance", "not a number", "not a date", "not a period", "Invalid bounding box format", "invalid point",
	"dimension mismatch", "number too long", "not a class", "unreadable pages", "wrong pages",
}

// redactPath returns the path of a leaf as a record keeps it.
func (r Redaction) redactPath(attribute, path string) string {
	switch {
	case !r.Active() || attribute != metrics.InventedAttribute:
		return path
	case r.Mode == Hash:
		return metrics.InventedAttribute + " " + r.hashText([]byte(path))
	}
	return metrics.InventedAttribute
}

// redactKeys returns a path with the keys of maps as a record keeps them: as the values of the maps are kept, hashed, or left
// out, "rates{}.amount". attribute is the attribute of the path, or of a leaf below it.
func (r Redaction) redactKeys(attribute, path string) string {
	if !r.Active() || !strings.Contains(attribute, paths.Members) {
		return path
	}
	place, _ := paths.Placed(attribute, path)
	steps, err := paths.ParseAttribute(path)
	if err != nil {
		return attribute
	}
	real := paths.Keyed(place, path)
	for i, step := range place[:min(len(place), len(steps))] {
		if !step.AllMembers() {
			continue
		}
		mode := r.Mode
		if r.rules != nil {
			mode = stricter(r.rules.walkTo(place[:i+1]).mode, r.rules.walkTo(real[:i+1]).mode)
		}
		switch mode {
		case None:
		case Hash:
			steps[i] = document.Step{Key: r.hashText([]byte(steps[i].Key)), Index: -1}
		default:
			steps[i] = step
		}
	}
	return steps.String()
}

// redactMisses returns misses as a record keeps them, without their notes. The path of a leaf, and a path to leaves,
// stays in the form that the leaves decide; any other path may quote the document. A tag that is not in the fixed
// vocabulary stays if it is the own tag of a kept leaf.
func (r Redaction) redactMisses(misses []eval.Miss, fields []eval.FieldResult, modes []Mode) []eval.Miss {
	all := make([]string, len(misses))
	for i, miss := range misses {
		all[i] = miss.Path
	}
	first, nested := firstAt(all, fields)
	kept := make([]eval.Miss, len(misses))
	for i, path := range all {
		tag, leaf, mode := misses[i].Tag, first[path]-1, r.strictest()
		switch {
		case leaf >= 0:
			mode = modes[leaf]
		case nested[path] > 0:
			leaf = nested[path] - 1
		default:
			kept[i].Path = r.Text(path)
			continue
		}
		if mode != None || tag != fields[leaf].Tag {
			tag = r.redactTag(tag)
		}
		attribute := fields[leaf].Attribute
		kept[i] = eval.Miss{Path: r.withMode(mode).redactPath(attribute, r.redactKeys(attribute, path)), Tag: tag}
	}
	return kept
}

// firstAt returns the number of the first leaf at each path and of the first below it,
// counted from 1. It looks through the leaves once.
func firstAt(paths []string, fields []eval.FieldResult) (exact, nested map[string]int) {
	exact, nested = make(map[string]int, len(paths)), make(map[string]int, len(paths))
	var lengths []int
	for _, path := range paths {
		exact[path], nested[path] = 0, 0
		lengths = append(lengths, len(path))
	}
	slices.Sort(lengths)
	lengths = slices.Compact(lengths)
	first := func(indices map[string]int, path string, i int) {
		if n, ok := indices[path]; ok && n == 0 {
			indices[path] = i + 1
		}
	}
	for i := range fields {
		path := fields[i].Path
		for _, n := range lengths {
			switch {
			case n < len(path) && (path[n] == '.' || path[n] == '['):
				first(nested, path[:n], i)
			case n == len(path):
				first(exact, path, i)
			}
		}
	}
	return exact, nested
}
