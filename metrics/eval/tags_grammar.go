package eval

import (
	"slices"
	"strings"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// tagAliases are the short forms of keys that tags have.
var tagAliases = map[string]string{"want": "expected_path", "zeroempty": "zero_is_empty"}

// optionAt is the key under which a struct has the value of its field. Spec files say
// so with a path.
const optionAt = "at"

// tagKeys are the keys of every field that may be in a tag.
var tagKeys = []compare.Option{
	{Key: "expected_path", Type: compare.OptionString},
	{Key: optionAt, Type: compare.OptionString},
	{Key: "weight", Type: compare.OptionNumber},
	{Key: "required", Type: compare.OptionBool},
	{Key: "optional", Type: compare.OptionBool},
	{Key: "unscored", Type: compare.OptionBool},
	{Key: "zero_is_empty", Type: compare.OptionBool},
}

// ownKeys returns the keys that a field with the given match reads itself.
func ownKeys(match string) []compare.Option {
	switch match {
	case "":
		match = "exact"
	case matchList:
		return slices.Concat(tagKeys, []compare.Option{
			{Key: "by", Type: compare.OptionStrings},
			{Key: "match_fields", Type: compare.OptionStrings},
			{Key: "threshold", Type: compare.OptionNumber},
			{Key: "assign", Type: compare.OptionString},
		})
	case matchSet:
		return slices.Concat(tagKeys, []compare.Option{
			{Key: "each", Type: compare.OptionComparator},
			{Key: "assign", Type: compare.OptionString},
		})
	}
	options, _ := compare.Options(match)
	return slices.Concat(tagKeys, options)
}

// tagOption is one option as it stands in a tag.
type tagOption struct {
	key, value string
	bare       bool // without a value
}

// readTag translates a tag to the name in it, "" if there is none, and to the
// object that has the other keys in a spec file. Without a name, byDefault
// decides on the types of options.
func readTag(tag, byDefault string, found *problems, where string) (name string, object written) {
	object.kind = document.Object
	name, options, problem := splitTag(tag)
	if problem != "" {
		found.errorf(position{}, where, "%s", problem)
		return name, object
	}
	match := name
	if match == "" {
		match = byDefault
	}
	keys := ownKeys(match)

	// What follows each and is no key of the field is an option of that comparator.
	each := slices.IndexFunc(options, func(o tagOption) bool { return o.key == "each" })
	inner := written{kind: document.Object}
	var innerKeys []compare.Option
	if each >= 0 {
		innerKeys, _ = compare.Options(options[each].value)
		if m := matchMember(options[each].value); m != nil {
			inner.members = append(inner.members, *m)
		}
	}
	for i, o := range options {
		if i == each {
			continue
		}
		key, into, typ, known := o.key, &object, compare.OptionString, true
		if alias, ok := tagAliases[key]; ok {
			key = alias
		}
		if i := indexOption(keys, key); i >= 0 {
			typ = keys[i].Type
		} else if i := indexOption(innerKeys, key); i >= 0 {
			into, typ = &inner, innerKeys[i].Type
		} else {
			known = false
		}
		switch {
		case into.member(key) != nil || key == "each":
			found.errorf(position{}, where, "%s: it is there twice", o.key)
			continue
		case o.bare && known && typ != compare.OptionBool:
			found.errorf(position{}, where, "%s: it has no value; write %s=value", o.key, o.key)
			continue
		}
		into.members = append(into.members, writtenMember{key: key, as: o.key, value: o.typed(typ)})
	}
	if each >= 0 {
		object.members = append(object.members, writtenMember{key: "each", as: "each", value: inner})
	}
	return name, object
}

func indexOption(options []compare.Option, key string) int {
	return slices.IndexFunc(options, func(o compare.Option) bool { return o.Key == key })
}

// matchMember is the member of a spec file that names a rule, nil for no name.
func matchMember(name string) *writtenMember {
	if name == "" {
		return nil
	}
	return &writtenMember{key: "match", as: "match", value: written{kind: document.String, text: name}}
}

// typed returns the value of an option of the given type, a string where it is
// no such thing.
func (o tagOption) typed(typ compare.OptionType) written {
	if o.bare {
		return written{kind: document.Bool, text: "true"}
	}
	text := written{kind: document.String, text: o.value}
	switch plain, _ := plainScalar(o.value); typ {
	case compare.OptionBool, compare.OptionNumber:
		if plain == document.Bool || plain == document.Number {
			text.kind = plain
		}
	case compare.OptionStrings:
		list := written{kind: document.Array}
		for item := range strings.SplitSeq(o.value, ";") {
			list.items = append(list.items, written{kind: document.String, text: strings.TrimSpace(item)})
		}
		return list
	}
	return text
}

// splitTag takes a tag apart. The name is empty when the tag begins with an
// option.
func splitTag(tag string) (match string, options []tagOption, problem string) {
	if strings.TrimSpace(tag) == "" {
		return "", nil, ""
	}
	parts, ok := splitOutsideQuotes(tag)
	if !ok {
		return "", nil, "the tag has a quote that is not closed; two quotes ('') in quotes are one"
	}
	for i, part := range parts {
		key, value, hasValue := strings.Cut(part, "=")
		o := tagOption{key: strings.TrimSpace(key), value: unquoteTag(strings.TrimSpace(value)), bare: !hasValue}
		switch {
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

// isTagFlag reports whether a name at the beginning of a tag is an option.
func isTagFlag(name string) bool {
	if alias, ok := tagAliases[name]; ok {
		name = alias
	}
	i := indexOption(tagKeys, name)
	return i >= 0 && tagKeys[i].Type == compare.OptionBool
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
