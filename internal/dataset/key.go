package dataset

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/metrics/document"
)

// Lookup returns the value of a line under a key: the member of this name or, without it, the value at the path, as a spec
// writes it, "choices[0].message", or with the index as a key, "choices.0.message". A text on the way that is JSON, as
// in "ground_truth.gt_parse" of {"ground_truth": "{\"gt_parse\": {}}"}, is followed as [Held] reads it. Of a key that
// an object has twice, the last one counts, as in a document.
func Lookup(line []byte, key string) gjson.Result {
	object := gjson.ParseBytes(line)
	if v := memberOf(object, key); v.Exists() || !IsPath(key) {
		return v
	}
	return follow(object, key)
}

// memberOf returns the last member of an object with a key.
func memberOf(object gjson.Result, key string) (last gjson.Result) {
	object.ForEach(func(name, value gjson.Result) bool {
		if name.Str == key && object.IsObject() {
			last = value
		}
		return true
	})
	return last
}

// IsPath reports whether a key may be a path of several steps.
func IsPath(key string) bool { return strings.ContainsAny(key, ".[") }

// Shadowed reports whether a key is the name of a member of a line, and also a path to a value.
func Shadowed(line []byte, key string) bool {
	object := gjson.ParseBytes(line)
	return IsPath(key) && memberOf(object, key).Exists() && follow(object, key).Exists()
}

// follow returns the value at a path.
func follow(v gjson.Result, key string) gjson.Result {
	path, err := document.ParsePath(key)
	if err != nil {
		return gjson.Result{}
	}
	for _, step := range path {
		switch v = Held(v); {
		case v.IsArray():
			index, err := strconv.Atoi(step.Key)
			if step.Bracket {
				index, err = step.Index, nil
			}
			items := v.Array()
			if err != nil || index < 0 || index >= len(items) {
				return gjson.Result{}
			}
			v = items[index]
		case v.IsObject() && !step.Bracket:
			v = memberOf(v, step.Key)
		default:
			return gjson.Result{}
		}
	}
	return v
}

// Held returns the JSON object or array that a text holds, in a code fence or not. It returns any other value as it is.
func Held(v gjson.Result) gjson.Result {
	if v.Type != gjson.String {
		return v
	}
	text := strings.TrimSpace(v.Str)
	if fenced, ok := strings.CutPrefix(text, "```"); ok {
		text = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(fenced, "json"), "```"))
	}
	if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") || !gjson.Valid(text) {
		return v
	}
	return gjson.Parse(text)
}

// LastKeys returns a line in which each key stands once, with its last value. repeated has a warning for each key that
// stands more than once, in their order by text. The line is of a truth or of an answer, which the warnings name.
func LastKeys(line []byte, side string) (last []byte, repeated []string) {
	count, others := map[string]int{}, map[string]int{}
	gjson.ParseBytes(line).ForEach(func(name, _ gjson.Result) bool {
		count[name.Str]++
		return true
	})
	for key, n := range count {
		others[key] = n - 1
		if n > 1 {
			repeated = append(repeated, fmt.Sprintf("the line of the %s has the key %q more than once: the last one counts", side, key))
		}
	}
	if repeated == nil {
		return line, nil
	}
	slices.Sort(repeated)
	return Members(line, func(key string) bool { others[key]--; return others[key] < 0 }), repeated
}

// Members returns the object of a line with the members that keep chooses by their keys.
func Members(line []byte, keep func(key string) bool) []byte {
	object := []byte{'{'}
	gjson.ParseBytes(line).ForEach(func(name, value gjson.Result) bool {
		if !keep(name.Str) {
			return true
		}
		if len(object) > 1 {
			object = append(object, ',')
		}
		object = append(append(append(object, name.Raw...), ':'), value.Raw...)
		return true
	})
	return append(object, '}')
}
