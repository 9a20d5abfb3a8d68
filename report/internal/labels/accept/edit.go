package accept

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// jsonText is a JSON text, without white space around it. An edit changes the bytes of one value and no others. Added
// values are written like their neighbours.
type jsonText struct {
	text  string
	colon string // with the blanks after it, for a member without a neighbour
}

// set sets the value at a path. It makes the key and the objects on the way that are missing or null.
func (t *jsonText) set(path document.Path, value string) error {
	result, n := find(t.text, path)
	if n == len(path) {
		t.replace(result, value)
		return nil
	}
	for i := len(path) - 1; i > n; i-- {
		if path[i].Bracket {
			return fmt.Errorf("the truth has nothing at %s", show(path[:i+1]))
		}
		value = "{" + quoted(path[i].Key) + t.colon + value + "}"
	}
	step := path[n]
	switch {
	case step.Bracket || !result.IsObject() && result.Type != gjson.Null:
		return fmt.Errorf("the truth has %s at %s, which has no %s", article(result), show(path[:n]), show(path[n:n+1]))
	case result.Type == gjson.Null:
		t.replace(result, "{"+quoted(step.Key)+t.colon+value+"}")
	default:
		t.add(result, quoted(step.Key), value)
	}
	return nil
}

// push adds an item at the end of the array at a path, and makes a missing array.
func (t *jsonText) push(path document.Path, value string) error {
	result, n := find(t.text, path)
	switch {
	case n < len(path) || result.Type == gjson.Null:
		return t.set(path, "["+value+"]")
	case !result.IsArray():
		return fmt.Errorf("the truth has %s at %s, want an array", article(result), show(path))
	}
	t.add(result, "", value)
	return nil
}

// remove takes an item out of its array, or a member out of its object.
func (t *jsonText) remove(path document.Path) error {
	last := len(path) - 1
	list, n := find(t.text, path[:max(last, 0)])
	result, found := find(t.text, path)
	if last < 0 || n < last || found <= last || list.IsArray() != (path[last].Index >= 0) {
		return fmt.Errorf("the truth has no item %s", show(path))
	}
	items := members(list)
	i := slices.IndexFunc(items, func(m member) bool { return m.value == result.Index })
	switch {
	case i < 0:
		return fmt.Errorf("the truth has no item %s", show(path))
	case len(items) == 1:
		t.splice(list.Index+1, list.Index+len(list.Raw)-1, "")
	case i+1 < len(items):
		t.splice(items[i].key, items[i+1].key, "")
	default:
		t.splice(items[i-1].end, items[i].end, "")
	}
	return nil
}

// find returns the value at a path, or the last existing value on the way, and how many steps lead to it. If a key
// appears twice the last one counts, as in package document.
func find(text string, path document.Path) (result gjson.Result, steps int) {
	result = gjson.Parse(text)
	for i, step := range path {
		found := gjson.Result{}
		n := 0
		result.ForEach(func(key, value gjson.Result) bool {
			switch {
			case result.IsObject() && !step.Bracket && keyText(key) == step.Key, result.IsArray() && n == step.Index:
				found = value
			}
			n++
			return result.IsObject() || n <= step.Index
		})
		if !result.IsObject() && !result.IsArray() || !found.Exists() {
			return result, i
		}
		result = found
	}
	return result, len(path)
}

// keyText returns a key without its escapes, as package document reads it.
func keyText(key gjson.Result) string {
	if !strings.Contains(key.Raw, `\`) {
		return key.Str
	}
	v, err := document.Parse([]byte(key.Raw))
	if err != nil {
		return key.Str
	}
	return v.Text()
}

// member is the position of a member of an object or an array: its key (objects only), its value and the end.
type member struct{ key, keyEnd, value, end int }

func members(result gjson.Result) (all []member) {
	object := result.IsObject()
	result.ForEach(func(key, value gjson.Result) bool {
		m := member{value.Index, value.Index, value.Index, value.Index + len(value.Raw)}
		if object {
			m.key, m.keyEnd = key.Index, key.Index+len(key.Raw)
		}
		all = append(all, m)
		return true
	})
	return all
}

// add adds a member after the others, with a comma and a colon like theirs.
func (t *jsonText) add(target gjson.Result, key, value string) {
	all := members(target)
	colon, comma := t.colon, ","
	if strings.HasSuffix(colon, " ") {
		comma = ", "
	}
	start, previous := target.Index+1, ""
	if n := len(all); n > 0 {
		last := all[n-1]
		start, previous = last.end, comma
		if first := t.text[target.Index+1 : all[0].key]; strings.Contains(first, "\n") {
			previous = "," + first
		}
		if n > 1 {
			previous = t.text[all[n-2].end:last.key]
		}
		colon = t.text[last.keyEnd:last.value]
	}
	if target.IsObject() {
		value = key + colon + value
	}
	t.splice(start, start, previous+value)
}

func (t *jsonText) replace(place gjson.Result, text string) {
	t.splice(place.Index, place.Index+len(place.Raw), text)
}

func (t *jsonText) splice(start, end int, text string) {
	t.text = t.text[:start] + text + t.text[end:]
}

func quoted(key string) string { return string(gjson.AppendJSONString(nil, key)) }

// show returns a path as text.
func show(path document.Path) string {
	if len(path) == 0 {
		return paths.Document
	}
	return path.String()
}

// article names the kind of a value, "an object".
func article(v gjson.Result) string {
	value, _ := document.Parse([]byte(v.Raw))
	return words.Article(value)
}

// firstColon matches a JSON text up to its first colon, with the blanks after the colon. spacedPart matches a part of
// a text for spaced: a string, blanks, a comma or a colon.
var (
	firstColon = regexp.MustCompile(`^(?:[^":]|"(?:[^"\\]|\\.)*")*(: *)`)
	spacedPart = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|[ \t\r\n]+|[,:]`)
)

// colonOf returns the first colon of a text with the blanks after it, ":" if there is no colon.
func colonOf(text string) string {
	if found := firstColon.FindStringSubmatch(text); found != nil {
		return found[1]
	}
	return ":"
}

// spaced returns a value on one line, with a blank after its commas and colons if the text has one after its colon.
func (t *jsonText) spaced(value []byte) string {
	blank := strings.Repeat(" ", min(len(t.colon)-1, 1))
	return spacedPart.ReplaceAllStringFunc(string(value), func(part string) string {
		switch part[0] {
		case ' ', '\t', '\r', '\n':
			return ""
		case ',', ':':
			return part + blank
		}
		return part
	})
}
