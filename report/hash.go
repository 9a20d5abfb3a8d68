package report

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/redact"
)

// Hash returns 16 hex digits that identify a text. InputHash and TextHash of a case are such hashes where nothing is
// redacted.
func Hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// DataHash returns the [Case].DataHash of a case with this id and truth (JSON text) where nothing is redacted. The order of keys and
// white space change nothing.
func DataHash(id string, want []byte) string {
	return dataHash(id, canonical(want), redact.Redaction{})
}

// dataHash returns 16 hex digits that identify the id and the truth of a case, which is canonical.
// When values are redacted it is keyed like them: a truth of few possible values
// could be guessed from a plain hash.
func dataHash(id string, want []byte, r redact.Redaction) string {
	return hashOf(slices.Concat(binary.AppendUvarint(nil, uint64(len(id))), []byte(id), want), r)
}

// canonical returns JSON text in one form, whatever the order of its keys and its white space. Other text stays as it is.
func canonical(text []byte) []byte {
	v, err := document.Parse(text)
	if err != nil {
		return text
	}
	return v.AppendCanonical(nil)
}

// hashOf returns 16 hex digits that identify a text, keyed where values are redacted.
func hashOf(text []byte, r redact.Redaction) string {
	if r.Active() {
		return r.Hash(text)
	}
	return Hash(text)
}

// clusterHash identifies the value of a truth under the key that joins cases, "" where it has none.
func clusterHash(want []byte, key string, r redact.Redaction) string {
	truth, err := document.Parse(want)
	if err != nil || truth.Get(key).Empty() {
		return ""
	}
	return hashOf(truth.Get(key).AppendCanonical(nil), r)
}

// errorClasses returns in which way each leaf is wrong, nil when all are right. It sees the values in full; the
// record may have them cut or redacted.
func errorClasses(results []eval.FieldResult) []source.Class {
	if !slices.ContainsFunc(results, func(r eval.FieldResult) bool { return r.Outcome == metrics.Wrong }) {
		return nil
	}
	leaves := make([]source.Leaf, len(results))
	for i, r := range results {
		leaves[i] = source.Leaf{Attribute: r.Attribute, Outcome: r.Outcome, Got: r.Got, Want: r.Want, Details: r.Details}
		if singlePage(&r) {
			leaves[i].Got, leaves[i].Want = nil, nil // the class of a section, which is not the value of another field
		}
	}
	classes := source.Classify(leaves)
	for i, r := range results {
		switch {
		case r.Outcome != metrics.Wrong:
		case r.Tag == source.NotAClass.String():
			classes[i] = source.NotAClass
		case r.Tag == source.TagWrongPages:
			classes[i] = source.WrongPage
		case singlePage(&r):
			classes[i] = source.Other
		}
	}
	return classes
}

// singlePage reports whether a leaf is a single page of a packet, see [eval.Sections]: only their paths have an index that the
// attribute lacks, packet.pages[7].
func singlePage(r *eval.FieldResult) bool {
	return strings.HasSuffix(r.Path, "]") && !strings.HasSuffix(r.Attribute, "]")
}

// bound cuts JSON texts that are compared with each other. When one is longer than most bytes, each becomes a string that
// holds the text around their first difference.
func bound(most int, texts ...*json.RawMessage) (cut bool) {
	if !slices.ContainsFunc(texts, func(text *json.RawMessage) bool { return len(*text) > most }) {
		return false
	}
	whole := arithmetic.Each(texts, func(text *json.RawMessage) string { return string(*text) })
	for i, text := range words.CutValues(most, whole...) {
		// No JSON text begins or ends with the mark.
		if strings.HasPrefix(text, "…") || strings.HasSuffix(text, "…") {
			*texts[i], cut = quoted(text), true
		} else if len(text) > 0 {
			*texts[i] = json.RawMessage(text)
		}
	}
	return cut
}

// jsonOrText returns text, as a string when it is not JSON: users' comparators may write anything into details.
func jsonOrText(text json.RawMessage) json.RawMessage {
	if len(text) == 0 {
		return nil
	}
	if json.Valid(text) {
		return text
	}
	return quoted(string(text))
}

func quoted(text string) json.RawMessage { return gjson.AppendJSONString(nil, text) }

func finite(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}

// finiteCost drops infinities and NaN, which JSON cannot hold.
func finiteCost(cost map[string]float64) map[string]float64 {
	kept := maps.Clone(cost)
	maps.DeleteFunc(kept, func(_ string, v float64) bool { return v != finite(v) })
	return kept
}

// namedByField reports whether a path belongs to a field, or to an object or list that holds one. The record has such
// paths anyway, except for invented keys, whose names come from the answer.
func namedByField(path string, fields []eval.FieldResult) bool {
	return slices.ContainsFunc(fields, func(f eval.FieldResult) bool {
		rest, ok := strings.CutPrefix(f.Path, path)
		return ok && f.Attribute != metrics.InventedAttribute && (rest == "" || rest[0] == '.' || rest[0] == '[')
	})
}
