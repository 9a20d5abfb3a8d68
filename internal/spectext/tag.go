package spectext

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/gojson"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// EvalTag is the key of struct tags that this package reads.
const EvalTag = "eval"

// Tagged reports whether a type has eval tags or invariants, or points to or contains such a type. A tag that
// cannot be read counts, so that its mistake is reported.
func Tagged(t reflect.Type) bool { return tagged(t, map[reflect.Type]bool{}) }

func tagged(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return tagged(t.Elem(), seen)
	case reflect.Struct:
	default:
		return false
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Tag.Get("json") == "-" {
			continue
		}
		if _, ok := f.Tag.Lookup(EvalTag); ok || isInvariant(f) || whyLost(f) != "" || tagged(f.Type, seen) {
			return true
		}
	}
	return false
}

// tagAliases are the short forms of keys that tags have.
var tagAliases = map[string]string{"want": "expected_path", "zeroempty": "zero_is_empty"}

// OptionAt is the option that names the key of a field's value in a struct. A spec file has a path instead.
const OptionAt = "at"

// The types of a [compare.Option] that the keys of tags have.
const (
	typeBool       = "bool"
	typeNumber     = "number"
	typeString     = "string"
	typeStrings    = "list of strings"
	typeAliases    = "map of lists of strings"
	typeComparator = "comparator"
)

// tagKeys are the options that a tag of any field may have.
var tagKeys = keysOf("expected_path", typeString, OptionAt, typeString, "weight", typeNumber, "required", typeBool, "optional", typeBool,
	"unscored", typeBool, "zero_is_empty", typeBool, "absent", typeBool, "absent_words", typeStrings, "decides", typeStrings)

// kindKeys are the keys of each kind of field that has no comparator.
var kindKeys = map[string][]compare.Option{
	MatchList:     keysOf("by", typeStrings, "match_fields", typeStrings, "threshold", typeNumber, "assign", typeString),
	MatchSet:      keysOf("each", typeComparator, "assign", typeString),
	MatchMap:      keysOf("each", typeComparator, "fold", typeBool),
	MatchSections: keysOf("class_key", typeString, "pages_key", typeString, "other", typeString),
}

// keysOf returns keys, each followed by its type.
func keysOf(pairs ...string) (keys []compare.Option) {
	for pair := range slices.Chunk(pairs, 2) {
		keys = append(keys, compare.Option{Key: pair[0], Type: pair[1]})
	}
	return keys
}

// ownKeys returns the options of a field with the given match.
func ownKeys(match string) []compare.Option {
	if keys, ok := kindKeys[match]; ok {
		return slices.Concat(tagKeys, keys)
	}
	if match == "" {
		exact, _ := compare.Options("exact")
		class, _ := compare.Options("class")
		return slices.Concat(tagKeys, exact, class)
	}
	options, _ := compare.Options(match)
	return slices.Concat(tagKeys, options)
}

// tagOption is one option of a tag.
type tagOption struct {
	key, value string
	bare       bool // without a value
}

// ReadTag returns the name in a tag, "" if there is none, and the object that a spec file would have for the other
// options. Without a name, byDefault decides the types of the options. The name is date for a point in time whose tag
// has no name, but an option that only date has.
func ReadTag(tag, byDefault string, found *Problems, location string) (name string, object Value) {
	object.Kind = document.Object
	name, options, problem := splitTag(tag)
	if problem != "" {
		found.Errorf(Position{}, location, "%s", problem)
		return name, object
	}
	if name == "" && byDefault == matchTime && slices.ContainsFunc(options, onlyOfDate) {
		name = matchDate
	}
	match := name
	if match == "" {
		match = byDefault
	}
	keys := ownKeys(match)

	// Options that are not keys of the field belong to the comparator that the option "each" names.
	each := slices.IndexFunc(options, func(o tagOption) bool { return o.key == "each" })
	inner := Value{Kind: document.Object}
	var innerKeys []compare.Option
	if each >= 0 {
		innerKeys, _ = compare.Options(options[each].value)
		if m := MatchMember(options[each].value); m != nil {
			inner.Members = append(inner.Members, *m)
		}
	}
	for i, o := range options {
		if i == each {
			continue
		}
		key, target, typ, exists := o.key, &object, typeString, true
		if alias, ok := tagAliases[key]; ok {
			key = alias
		}
		if i := indexOption(keys, key); i >= 0 {
			typ = keys[i].Type
		} else if i := indexOption(innerKeys, key); i >= 0 {
			target, typ = &inner, innerKeys[i].Type
		} else {
			exists = false
		}
		if !exists {
			if problem := stray(options, i, name, keys); problem != "" {
				found.Errorf(Position{}, location, "%s", problem)
				continue
			}
		}
		switch {
		case target.Member(key) != nil || key == "each":
			found.Errorf(Position{}, location, "%s: it appears twice", o.key)
			continue
		case o.bare && exists && typ != typeBool:
			found.Errorf(Position{}, location, "%s: it has no value; write %s=value", o.key, o.key)
			continue
		case typ == typeAliases && !strings.Contains(o.value, ":"):
			found.Errorf(Position{}, location, "%s: %q has no colon between a value and its alias; write %s=EUR:€;EUR:Euro", o.key, o.value, o.key)
			continue
		case key == "classes" && strings.Contains(o.value, "|") && !strings.Contains(o.value, ";"):
			found.Errorf(Position{}, location, "%s: %q is read as one class; semicolons separate classes: %s=%s", o.key, o.value, o.key, strings.ReplaceAll(o.value, "|", ";"))
			continue
		}
		target.Members = append(target.Members, Member{Key: key, As: o.key, Value: o.typed(typ)})
	}
	if each >= 0 {
		object.Members = append(object.Members, Member{Key: "each", As: "each", Value: inner})
	}
	return name, object
}

// onlyOfDate reports whether the comparator date has an option that time does not have.
func onlyOfDate(o tagOption) bool {
	date, _ := compare.Options(matchDate)
	time, _ := compare.Options(matchTime)
	return indexOption(date, o.key) >= 0 && indexOption(time, o.key) < 0
}

func indexOption(options []compare.Option, key string) int {
	return slices.IndexFunc(options, func(o compare.Option) bool { return o.Key == key })
}

// MatchMember returns the member "match" of a spec file with a name, nil for no name.
func MatchMember(name string) *Member {
	if name == "" {
		return nil
	}
	return &Member{Key: "match", As: "match", Value: Value{Kind: document.String, Text: name}}
}

// splitTag splits a tag into its name and its options. match is "" if the tag begins with an option.
func splitTag(tag string) (match string, options []tagOption, problem string) {
	if strings.TrimSpace(tag) == "" {
		return "", nil, ""
	}
	parts, ok := splitOutsideQuotes(tag)
	if !ok {
		return "", nil, "the tag has a quote that is not closed; write '' for a quote inside quotes"
	}
	for i, part := range parts {
		key, value, hasValue := strings.Cut(part, "=")
		o := tagOption{key: strings.TrimSpace(key), value: unquoteTag(strings.TrimSpace(value)), bare: !hasValue}
		switch {
		case strings.ContainsAny(o.key, " ;"):
			return "", nil, fmt.Sprintf("%q: options are separated by commas, as in %s", strings.TrimSpace(part), separated(part))
		case i == 0 && o.bare && !isTagFlag(o.key):
			match = o.key
		case o.key == "":
			return "", nil, "the tag has an option without a name; write name=value, with commas between"
		default:
			options = append(options, o)
		}
	}
	return match, options, ""
}

// separated returns a part of a tag with commas in place of spaces and semicolons before its value.
func separated(part string) string {
	key, value, hasValue := strings.Cut(part, "=")
	key = strings.Join(strings.FieldsFunc(key, func(r rune) bool { return r == ' ' || r == ';' }), ",")
	if hasValue {
		key += "=" + value
	}
	return key
}

// isTagFlag reports whether a name at the beginning of a tag is an option.
func isTagFlag(name string) bool {
	if alias, ok := tagAliases[name]; ok {
		name = alias
	}
	i := indexOption(tagKeys, name)
	return i >= 0 && tagKeys[i].Type == typeBool
}

// splitOutsideQuotes splits at the commas that are not within single quotes. A
// quote opens where a value begins; elsewhere it is an apostrophe.
func splitOutsideQuotes(tag string) (parts []string, ok bool) {
	start, quoted := 0, false
	for i := 0; i < len(tag); i++ {
		switch {
		case tag[i] == '\'' && (quoted || i > 0 && tag[i-1] == '='):
			quoted = !quoted
			if !quoted && i+1 < len(tag) && tag[i+1] == '\'' {
				quoted = true
				i++
			}
		case tag[i] == ',' && !quoted:
			parts = append(parts, tag[start:i])
			start = i + 1
		}
	}
	return append(parts, tag[start:]), !quoted
}

func unquoteTag(value string) string {
	if len(value) < 2 || value[0] != '\'' || value[len(value)-1] != '\'' {
		return value
	}
	return strings.ReplaceAll(value[1:len(value)-1], "''", "'")
}

// ValueField returns the field that holds the value of f in the struct of f, by the option at. It is nil if the tag of
// f has no such option, and nil with a problem if the named field does not exist.
func ValueField(f *gojson.Field) (inner *gojson.Field, problem string) {
	_, options, _ := splitTag(f.Tag.Get(EvalTag))
	i := slices.IndexFunc(options, func(o tagOption) bool { return o.key == OptionAt })
	if i < 0 {
		return nil, ""
	}
	t, kind := ShapeOf(f.Typ)
	if kind != ShapeStruct {
		if written := indirect(f.Typ); gojson.Rewrites(written) {
			return nil, fmt.Sprintf("%v is compared by its value; drop at=", written)
		}
		return nil, fmt.Sprintf("%s is not a struct, so it has no such key", f.Typ)
	}
	var keys []string
	fields := gojson.Fields(t)
	for k := range fields {
		if fields[k].Name == options[i].value {
			return &fields[k], ""
		}
		keys = append(keys, fields[k].Name)
	}
	return nil, fmt.Sprintf("%s has no key %q; it has %s", GoTypeName(t), options[i].value, strings.Join(keys, ", "))
}

// ScoreKeys returns the keys of a struct that hold the scores of the classes of its other fields. It reports those that
// the struct lacks; location names the struct in the problems. It skips fields with the option at, whose scores are in the
// inner struct.
func ScoreKeys(fields []gojson.Field, found *Problems, location string) (keys []string) {
	var names []string
	for i := range fields {
		names = append(names, fields[i].Name)
		_, options, _ := splitTag(fields[i].Tag.Get(EvalTag))
		if slices.ContainsFunc(options, func(o tagOption) bool { return o.key == OptionAt }) {
			continue
		}
		for _, o := range options {
			if key, _, _ := strings.Cut(o.value, "."); o.key == "scores" {
				keys = append(keys, key)
			}
		}
	}
	for _, key := range keys {
		if !slices.Contains(names, key) {
			found.Errorf(Position{}, location, "scores: the struct has no key %q%s", key, words.Hint(key, names))
		}
	}
	return keys
}

// stray explains an unknown option: it may be the rest of a value that contains a comma, or an option of a comparator
// that the tag does not name. It returns "" in other cases.
func stray(options []tagOption, i int, match string, keys []compare.Option) string {
	o := options[i]
	if o.bare && i > 0 && !options[i-1].bare {
		previous := options[i-1]
		k := indexOption(keys, previous.key)
		switch {
		case k < 0:
		case keys[k].Type == typeStrings:
			return fmt.Sprintf("%s: values are separated by semicolons: %s=%s;%s", previous.key, previous.key, previous.value, o.key)
		case keys[k].Type == typeNumber:
			return fmt.Sprintf("%s: a comma ends the value; write %s=%s.%s", previous.key, previous.key, previous.value, o.key)
		}
	}
	if match != "" {
		return ""
	}
	names := slices.DeleteFunc(compare.Names(), func(name string) bool {
		options, _ := compare.Options(name)
		return indexOption(options, o.key) < 0
	})
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("%s: it is an option of %s; name the comparator first, as in %s:%q", o.key, strings.Join(names, ", "), EvalTag, names[0]+","+o.key+"="+o.value)
}

// The tags of a blank field that states a rule for its struct.
const (
	InvariantTag = "invariant" // the name
	RuleTag      = "rule"
	ToleranceTag = "tolerance"
	InSourceTag  = "in_source"
	OptionalTag  = "optional"
)
