package gotype

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/extracteval/extracteval/internal/nearest"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/similarity"
)

// LostTag is a struct tag that was meant to be read, and is not.
type LostTag struct {
	GoPath string // as in Field
	Why    string
}

var ourTags = []string{EvalTag, InvariantTag, RuleTag, ToleranceTag, InSourceTag}

// LostTags returns the tags of a struct, and of its embedded structs, that state a comparison or a
// rule and are not read: their key is misspelt, reflect cannot read the tag as far as there, or
// encoding/json leaves the field out.
func LostTags(t reflect.Type) []LostTag { return lostTags(t, "", map[reflect.Type]bool{}) }

func lostTags(t reflect.Type, goPath string, seen map[reflect.Type]bool) (lost []LostTag) {
	if seen[t] {
		return nil
	}
	seen[t] = true
	for i := range t.NumField() {
		sf := t.Field(i)
		if why := whyLost(sf); why != "" {
			lost = append(lost, LostTag{goPath + sf.Name, why})
		}
		tag := sf.Tag.Get("json")
		key, _, _ := strings.Cut(tag, ",")
		f := Field{Typ: sf.Type, Tag: sf.Tag, embedded: sf.Anonymous, tagged: tag == "-" || validKey(key)}
		if embeds := f.promotes(); embeds != nil {
			lost = append(lost, lostTags(embeds, goPath+sf.Name+".", seen)...)
		}
	}
	return lost
}

func whyLost(f reflect.StructField) string {
	keys, rest := tagPairs(f.Tag)
	tag, has := f.Tag.Lookup(EvalTag)
	words := strings.FieldsFunc(strings.ToLower(rest), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	switch {
	case rest != "" && (has || isInvariant(f) || slices.Contains(words, EvalTag) || slices.ContainsFunc(strings.Split(rest, `"`), namesRule)):
		return fmt.Sprintf("the struct tag cannot be read from %s on; write key:\"value\" pairs with spaces between, and none behind a colon", spectext.Shorten(rest))
	case has && tag != "-" && !f.IsExported() && !f.Anonymous:
		return "encoding/json leaves out what is not exported, so that nothing reads its eval tag"
	case has && tag != "-" && f.Tag.Get("json") == "-":
		return `json:"-" leaves the field out of the answer, so that nothing reads its eval tag; drop one of the two`
	case f.Name == "_":
		for _, key := range keys {
			if near, ok := nearest.Name(key, ourTags[1:]); ok && near != key {
				return fmt.Sprintf("nothing reads the key %s of the struct tag; did you mean %s?", key, near)
			}
		}
	case !has:
		for _, key := range keys {
			if similarity.OSADistance(strings.ToLower(key), EvalTag) <= 1 && namesRule(f.Tag.Get(key)) {
				return fmt.Sprintf("nothing reads the key %s of the struct tag; did you mean %s?", key, EvalTag)
			}
		}
	}
	return ""
}

// namesRule reports whether the value of a tag says how a field is compared.
func namesRule(value string) bool {
	match, options, _ := splitTag(value)
	switch {
	case match != "":
		return match == "-" || match == spectext.MatchList || match == spectext.MatchSet || slices.Contains(compare.Names(), match)
	case len(options) > 0:
		return indexOption(tagKeys, options[0].key) >= 0 || tagAliases[options[0].key] != ""
	}
	return false
}

// tagPairs returns the keys that reflect reads in a tag, and the unread rest.
func tagPairs(tag reflect.StructTag) (keys []string, rest string) {
	for text := string(tag); ; {
		text = strings.TrimLeft(text, " ")
		key, quoted, ok := strings.Cut(text, ":")
		if !ok || key == "" || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r == '"' || r == 0x7f }) {
			return keys, text
		}
		end := closingQuote(quoted)
		if end < 0 {
			return keys, text
		}
		if _, err := strconv.Unquote(quoted[:end+1]); err != nil && slices.Contains(ourTags, key) {
			return keys, text // reflect goes over such values of other keys
		}
		keys, text = append(keys, key), quoted[end+1:]
	}
}

// closingQuote returns where the quoted text that s begins with ends, -1 for none.
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
