package accept

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/spectext"
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
	v, _ := document.Parse([]byte(key.Raw)) // a key of JSON
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

// Node is a JSON value that is built from its leaves. The zero Node is null in JSON.
type Node struct {
	value json.RawMessage // of a leaf
	array bool
	keys  []string // of an object, in the order of inner
	inner []*Node
}

// maxGap is how many items without a value may precede an item with one.
const maxGap = 1000

// Put sets the value at a path, and reports whether the path fits the existing values. Items without a leaf become
// null: they were empty.
func (n *Node) Put(path document.Path, value json.RawMessage) bool {
	if n.value != nil || len(value) == 0 {
		return false
	}
	if len(path) == 0 {
		n.value = value
		return n.inner == nil
	}
	step := path[0]
	if n.inner == nil {
		n.array = step.Bracket
	}
	if n.array != step.Bracket {
		return false
	}
	if n.array {
		if step.Index < 0 || step.Index > len(n.inner)+maxGap {
			return false
		}
		for len(n.inner) <= step.Index {
			n.inner = append(n.inner, &Node{})
		}
		return n.inner[step.Index].Put(path[1:], value)
	}
	for i, key := range n.keys {
		if key == step.Key {
			return n.inner[i].Put(path[1:], value)
		}
	}
	lower := &Node{}
	n.keys, n.inner = append(n.keys, step.Key), append(n.inner, lower)
	return lower.Put(path[1:], value)
}

// JSON returns the value as compact JSON.
func (n *Node) JSON() json.RawMessage { return n.append(nil) }

func (n *Node) append(dst []byte) []byte {
	switch {
	case n.value != nil:
		return append(dst, n.value...)
	case n.inner == nil:
		return append(dst, "null"...)
	case n.array:
		dst = append(dst, '[')
	default:
		dst = append(dst, '{')
	}
	for i, lower := range n.inner {
		if i > 0 {
			dst = append(dst, ',')
		}
		if !n.array {
			dst = append(gjson.AppendJSONString(dst, n.keys[i]), ':')
		}
		dst = lower.append(dst)
	}
	if n.array {
		return append(dst, ']')
	}
	return append(dst, '}')
}

// places maps the fields of a spec to their places in truths.
type places []field

type field struct {
	got, want document.Path // with [] for the items of each list
	oneOf     bool
}

// placesOf reads a recorded spec. A field that it cannot read has the same place in truths as in answers.
func placesOf(spec json.RawMessage) places {
	v, err := document.Parse(spec)
	if err != nil {
		return nil
	}
	var all places
	all.read(v, nil, nil)
	return all
}

func (p *places) read(spec document.Value, got, want document.Path) {
	for _, value := range spec.Member("fields").Items() {
		path := cmp.Or(value.Member("path").Text(), paths.Document)
		inGot, err := paths.ParseAttribute(path)
		if err != nil {
			continue
		}
		inWant, err := paths.ParseAttribute(cmp.Or(value.Member("expected_path").Text(), path))
		if err != nil {
			continue
		}
		f := field{got: slices.Concat(got, inGot), want: slices.Concat(want, inWant), oneOf: value.Member("match").Text() == "one_of"}
		*p = append(*p, f)
		items, _ := document.ParseAttribute(paths.Mark(value.Member("match").Text() == spectext.MatchMap))
		p.read(value, slices.Concat(f.got, items), slices.Concat(f.want, items))
		for _, class := range value.Member("classes").Members() { // of the sections of a packet
			p.read(class, slices.Concat(f.got, items), slices.Concat(f.want, items))
		}
	}
}

// inTruth turns a path with the keys of the answer and the indices of the truth into a path in the truth, and reports
// whether the truth lists accepted values there.
func (p places) inTruth(path document.Path) (_ document.Path, oneOf bool) {
	var found *field
	for i := range p {
		if f := &p[i]; begins(path, f.got) && (found == nil || len(f.got) >= len(found.got)) {
			found = f
		}
	}
	if found == nil {
		return path, false
	}
	var indices []document.Step
	for i, step := range found.got {
		if step.AllItems() {
			indices = append(indices, path[i])
		}
	}
	moved := slices.Clone(found.want)
	for i := range moved {
		if moved[i].AllItems() && len(indices) > 0 {
			moved[i], indices = indices[0], indices[1:]
		}
	}
	return slices.Concat(moved, path[len(found.got):]), found.oneOf && len(path) == len(found.got)
}

// begins reports whether a path leads to or through a field.
func begins(path, field document.Path) bool {
	if len(path) < len(field) {
		return false
	}
	for i, step := range field {
		if step.AllItems() && path[i].Bracket != step.AllMembers() {
			continue
		}
		if path[i].Key != step.Key || path[i].Bracket != step.Bracket {
			return false
		}
	}
	return true
}

// fill replaces each [] of an attribute by the next index, and each {} by the key that leaf has there. leaf is the path
// of a value with the attribute. If there are fewer indices, path ends before the first remaining [] or {}, and rest
// begins with it.
func fill(attribute document.Path, leaf string, indices []int) (path, rest document.Path) {
	path = paths.Keyed(attribute, leaf)
	for i, step := range attribute {
		if !step.AllItems() {
			continue
		}
		if len(indices) == 0 || path[i].AllMembers() {
			return path[:i], attribute[i:]
		}
		if !step.AllMembers() {
			path[i] = document.Item(indices[0])
		}
		indices = indices[1:]
	}
	return path, nil
}
