package spectext

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/gojson"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/similarity"
)

// Mistake is a mistake in the declaration of a struct.
type Mistake struct {
	GoPath string // as in [gojson.Field]; "" for the struct
	Why    string
}

var ourTags = []string{EvalTag, InvariantTag, RuleTag, ToleranceTag, InSourceTag}

// Mistakes returns the mistakes in a struct and in its embedded structs, in this order:
//
//   - fields of the struct itself that share one JSON key, as encoding/json writes none of them (fields of embedded
//     structs hide each other on purpose);
//   - tags that state a comparison or a rule but are not read: their key is misspelt, reflect stops reading before
//     them, or encoding/json leaves the field out;
//   - tags of embedded structs whose fields are promoted;
//   - a struct without such mistakes for which encoding/json always writes {}, since its fields are not exported.
func Mistakes(t reflect.Type) (all []Mistake) {
	keys := gojson.ByKey(t)
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		own := slices.DeleteFunc(keys[name], func(f gojson.Field) bool { return len(f.Index) > 1 })
		if len(own) < 2 {
			continue
		}
		if _, ok := gojson.Dominant(own); !ok {
			names := arithmetic.Each(own, func(f gojson.Field) string { return f.GoPath })
			all = append(all, Mistake{"", fmt.Sprintf("%s have the same JSON key %q, so that encoding/json writes none of them", strings.Join(names, " and "), name)})
		}
	}
	var passedOver []Mistake
	for f := range gojson.Declared(t) {
		if f.Again {
			continue
		}
		if reason := whyLost(f.StructField); reason != "" {
			all = append(all, Mistake{f.GoPath, reason})
		}
		if _, ok := f.Tag.Lookup(EvalTag); ok && f.Promotes != nil {
			passedOver = append(passedOver, Mistake{f.GoPath, "an embedded struct cannot have a rule, since its fields are promoted; tag the fields, or give the struct a json key"})
		}
	}
	if all = append(all, passedOver...); len(all) == 0 && gojson.Hides(t) {
		all = append(all, Mistake{"", "the struct has no field that encoding/json writes, so that all its values are {}: " + gojson.ShowRemedy(t)})
	}
	return all
}

func whyLost(f reflect.StructField) string {
	keys, rest := tagPairs(f.Tag)
	tag, found := f.Tag.Lookup(EvalTag)
	names := strings.FieldsFunc(strings.ToLower(rest), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	switch {
	case rest != "" && (found || isInvariant(f) || slices.Contains(names, EvalTag) || slices.ContainsFunc(strings.Split(rest, `"`), namesRule)):
		return fmt.Sprintf("the struct tag cannot be read from %s on; write key:\"value\" pairs separated by spaces, without a space after a colon", Shorten(rest))
	case slices.Contains(keys[slices.Index(keys, EvalTag)+1:], EvalTag) && found:
		return "the struct tag has eval twice, and only the first is read; write one, with commas between its options"
	case found && tag != "-" && !f.IsExported() && !f.Anonymous:
		return "encoding/json leaves out unexported fields, so the eval tag has no effect"
	case found && tag != "-" && f.Tag.Get("json") == "-":
		return `json:"-" leaves the field out of the answer, so that nothing reads its eval tag; drop one of the two`
	case f.Name == "_":
		for _, key := range keys {
			if suggestion, ok := words.Nearest(key, ourTags[1:]); ok && suggestion != key {
				return fmt.Sprintf("unknown key %s in the struct tag; did you mean %s?", key, suggestion)
			}
		}
	case !found:
		for _, key := range keys {
			isNear := func(name string) bool { return similarity.OSADistance(strings.ToLower(key), name) <= 1 }
			if slices.ContainsFunc(takenForEval, isNear) && namesRule(f.Tag.Get(key)) {
				return fmt.Sprintf("unknown key %s in the struct tag; did you mean %s?", key, EvalTag)
			}
		}
	}
	return ""
}

// takenForEval are names of ours that users take for EvalTag.
var takenForEval = []string{EvalTag, "evaltest", "extracteval"}

// namesRule reports whether the value of a tag begins with a comparator or an option of a field.
func namesRule(value string) bool {
	match, options, _ := splitTag(value)
	switch {
	case match != "":
		return match == "-" || slices.Contains(Kinds(), match) || slices.Contains(compare.Names(), match)
	case len(options) > 0:
		return indexOption(tagKeys, options[0].key) >= 0 || tagAliases[options[0].key] != ""
	}
	return false
}

// tagPairs returns the keys that reflect reads in a tag, and the unread rest.
func tagPairs(tag reflect.StructTag) (keys []string, rest string) {
	for text := string(tag); ; {
		text = strings.TrimLeft(text, " ")
		key, Quoted, ok := strings.Cut(text, ":")
		if !ok || key == "" || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r == '"' || r == 0x7f }) {
			return keys, text
		}
		end := closingQuote(Quoted)
		if end < 0 {
			return keys, text
		}
		if _, err := strconv.Unquote(Quoted[:end+1]); err != nil && slices.Contains(ourTags, key) {
			return keys, text // reflect skips such values of other keys
		}
		keys, text = append(keys, key), Quoted[end+1:]
	}
}

// closingQuote returns the index of the quote that ends the Quoted text at the beginning of s, -1 for none.
func closingQuote(s string) int {
	if !strings.HasPrefix(s, `"`) {
		return -1
	}
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '"':
			return i
		case '\\':
			i++
		}
	}
	return -1
}

// Invariants returns the tags of the blank fields of a struct, and of the structs that it embeds,
// that are invariants.
func Invariants(t reflect.Type) (tags []reflect.StructTag) {
	for f := range gojson.Declared(t) {
		if isInvariant(f.StructField) && !f.Again {
			tags = append(tags, f.Tag)
		}
	}
	return tags
}

func isInvariant(f reflect.StructField) bool {
	_, named := f.Tag.Lookup(InvariantTag)
	_, ruled := f.Tag.Lookup(RuleTag)
	return f.Name == "_" && (named || ruled)
}
