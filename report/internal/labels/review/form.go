package review

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/gojson"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
)

// box is where a person types a value of a document, or the rows of a list.
type box struct {
	Label string `json:"label"` // the path; in a list, from the item
	// Kind is the kind of the value: "string", "number", "bool", or "array" for one that is typed as JSON. It is "rows"
	// for a list, with a box for each value of a row.
	Kind    string   `json:"kind"`
	Classes []string `json:"classes,omitzero"` // that the spec declares: the value is one of them
	Boxes   []box    `json:"boxes,omitzero"`

	path      document.Path
	attribute string // of a value
}

// formOf returns a box for each attribute that the spec compares or a record has, in their order. It uses only the
// kinds of the values in records: the kinds of truths; the kinds of answers if there are no truths, or if truths are
// lists of accepted values.
func formOf(ds report.Dataset, cases []*report.Case) []box {
	names := slices.Clone(ds.Attributes)
	seen := map[string]bool{}
	for _, name := range names {
		seen[name] = true
	}
	wanted, given := kinds{}, kinds{}
	packets, placed := map[string]bool{}, map[string]document.Path{} // by attribute, without the class of a section
	for _, c := range cases {
		for i := range c.Fields {
			f := &c.Fields[i]
			if f.Attribute == metrics.InventedAttribute || f.Attribute == paths.Document {
				continue
			}
			place, ok := paths.Placed(f.Attribute, f.Path)
			if !ok && len(place) > 0 { // a single page of a packet
				packets[place[:len(place)-1].String()+"[]."] = true
				continue
			}
			if len(f.GotIndex)+len(f.WantIndex) > 0 {
				placed[f.Attribute] = place
			}
			if !seen[f.Attribute] {
				seen[f.Attribute], names = true, append(names, f.Attribute)
			}
			wanted.add(f.Attribute, f.Want)
			given.add(f.Attribute, f.Got)
		}
	}
	for _, c := range cases {
		answer, err := document.Parse(c.Answer)
		if err != nil || !c.Unlabelled {
			continue
		}
		for _, name := range names {
			if path, err := paths.ParseAttribute(name); err == nil {
				given.addAll(name, answer, path)
			}
		}
	}
	var all []leaf
	for _, name := range names {
		path, err := paths.ParseAttribute(name)
		if place := placed[name]; place != nil {
			path = place
		}
		inPacket := slices.ContainsFunc(slices.Collect(maps.Keys(packets)), func(sections string) bool { return strings.HasPrefix(name, sections) })
		if inPacket && (placed[name] == nil || slices.ContainsFunc(all, func(l leaf) bool { return l.path.String() == path.String() })) {
			continue // no document has the attribute, or that of another class has the same place
		}
		if err != nil || slices.ContainsFunc(names, func(other string) bool { return isList(name, other) }) {
			continue // its values have names of their own
		}
		if i := slices.IndexFunc(path, document.Step.AllMembers); i >= 0 { // a map is typed as a whole
			whole := path[:i:i]
			if !slices.ContainsFunc(all, func(l leaf) bool { return slices.Equal(l.path, whole) }) {
				all = append(all, leaf{cmp.Or(whole.String(), paths.Document), whole, document.Array.String()})
			}
			continue
		}
		kind, ok := wanted.of(name)
		if kindName, answered := given.of(name); answered && (!ok || kind == document.Array.String()) {
			kind = kindName
		}
		all = append(all, leaf{name, path, kind})
	}
	boxes := boxesOf(all)
	setClasses(boxes, ds.Classes)
	return boxes
}

// setClasses sets the Classes of boxes, and of the boxes in them. It leaves out classes that the spec does not declare:
// they come from truths.
func setClasses(boxes []box, lists []report.ClassList) {
	for i := range boxes {
		setClasses(boxes[i].Boxes, lists)
		for _, list := range lists {
			if list.Declared && list.Attribute == boxes[i].attribute {
				boxes[i].Classes = list.Names
			}
		}
	}
}

// isList reports whether an attribute is a list or map, or the items of one, that has another attribute in it.
func isList(name, other string) bool {
	name, items := paths.Collection(name)
	inside, lower := strings.CutPrefix(other, name)
	inside, list := strings.CutPrefix(inside, paths.Items)
	if !list {
		inside, list = strings.CutPrefix(inside, paths.Members)
	}
	return lower && list && (inside != "" || !items)
}

// kinds are the kinds of the values that were seen, by attribute.
type kinds map[string]map[document.Kind]bool

func (k kinds) add(attribute string, value json.RawMessage) {
	if v, err := document.Parse(value); err == nil && !v.Empty() {
		if k[attribute] == nil {
			k[attribute] = map[document.Kind]bool{}
		}
		k[attribute][v.Kind()] = true
	}
}

func (k kinds) addAll(attribute string, input document.Value, path document.Path) {
	position := slices.IndexFunc(path, document.Step.AllItems)
	if position < 0 {
		k.add(attribute, input.At(path).Raw())
		return
	}
	for _, item := range input.At(path[:position]).Items() {
		k.addAll(attribute, item, path[position+1:])
	}
}

// of returns the kind of an attribute's box: array if any value is an array or an object, else the kind of all values,
// and string if they are of several kinds. Without values it is string, and ok is false.
func (k kinds) of(attribute string) (kind string, ok bool) {
	seen := slices.Sorted(maps.Keys(k[attribute]))
	switch {
	case len(seen) == 0:
		return document.String.String(), false
	case k[attribute][document.Array], k[attribute][document.Object]:
		return document.Array.String(), true
	case len(seen) > 1:
		return document.String.String(), true
	}
	return seen[0].String(), true
}

// leaf is an attribute, with its path from the document or the item of a list.
type leaf struct {
	attribute string
	path      document.Path
	kind      string
}

// boxesOf joins the leaves of each list in one box, at the place of its first leaf.
func boxesOf(all []leaf) (boxes []box) {
	lists := map[string][]leaf{}
	for _, l := range all {
		position := slices.IndexFunc(l.path, document.Step.AllItems)
		if position < 0 {
			boxes = append(boxes, box{Label: l.path.String(), Kind: l.kind, path: l.path, attribute: l.attribute})
			continue
		}
		list := l.path[:position]
		if lists[list.String()] == nil {
			boxes = append(boxes, box{Label: list.String(), Kind: "rows", path: list})
		}
		l.path = l.path[position+1:]
		lists[list.String()] = append(lists[list.String()], l)
	}
	for i := range boxes {
		if boxes[i].Kind == "rows" {
			boxes[i].Boxes = boxesOf(lists[boxes[i].Label])
		}
	}
	return boxes
}

// read returns the document that was typed into boxes, with null for an empty value. Each typed value is a text or, for
// a list, an array of rows, each with the values of its boxes. read leaves out rows without any value.
func read(boxes []box, typed []json.RawMessage) (json.RawMessage, error) {
	if len(typed) != len(boxes) {
		return nil, fmt.Errorf("it has %s, want %d", words.Plural(len(typed), "value"), len(boxes))
	}
	var node accept.Node
	for i, b := range boxes {
		value, err := b.read(typed[i])
		if err != nil {
			return nil, err
		}
		if value == nil {
			value = json.RawMessage("null")
		}
		if !node.Put(b.path, value) {
			return nil, fmt.Errorf("%s: the spec has another value in the same place", b.Label)
		}
	}
	return node.JSON(), nil
}

// read returns the value that was typed, nil for none. A text that does not fit the box's kind becomes a string, such
// as 1.234,50 in a box for a number. Only a box for an array requires JSON.
func (b *box) read(typed json.RawMessage) (json.RawMessage, error) {
	if b.Kind == "rows" {
		return b.readRows(typed)
	}
	var text string
	if err := json.Unmarshal(typed, &text); err != nil {
		return nil, fmt.Errorf("%s: want a text", b.Label)
	}
	if text = strings.TrimSpace(text); text == "" {
		return nil, nil
	}
	if err := words.CheckUTF8([]byte(text)); err != nil {
		return nil, fmt.Errorf("%s: %w", b.Label, err)
	}
	v, err := document.Parse([]byte(text))
	switch {
	case b.Kind == document.Array.String():
		if err != nil {
			return nil, fmt.Errorf("%s: want JSON: %w", b.Label, err)
		}
		return json.RawMessage(text), nil
	case err == nil && b.Kind != document.String.String() && b.Kind == v.Kind().String():
		return json.RawMessage(text), nil
	}
	return gojson.Marshal(text) // without escapes of HTML: the file is read by people
}

func (b *box) readRows(typed json.RawMessage) (json.RawMessage, error) {
	var rows [][]json.RawMessage
	if err := json.Unmarshal(typed, &rows); err != nil {
		return nil, fmt.Errorf("%s: want rows", b.Label)
	}
	var items [][]byte
	for i, row := range rows {
		item, err := read(b.Boxes, row)
		if err != nil {
			return nil, fmt.Errorf("%s[%d]: %w", b.Label, i, err)
		}
		if v, err := document.Parse(item); err == nil && paths.CountLeaves(v) > 0 {
			items = append(items, item)
		}
	}
	return slices.Concat([]byte("["), bytes.Join(items, []byte(",")), []byte("]")), nil
}

// write returns the values of a document as they are typed into boxes: see [read].
func write(boxes []box, v document.Value) []any {
	typed := make([]any, len(boxes))
	for i := range boxes {
		typed[i] = boxes[i].write(v.At(boxes[i].path))
	}
	return typed
}

func (b *box) write(v document.Value) any {
	if b.Kind != "rows" {
		if v.Kind() == document.Null {
			return ""
		}
		return v.Text()
	}
	rows := [][]any{}
	for _, item := range v.Items() {
		rows = append(rows, write(b.Boxes, item))
	}
	return rows
}

// has reports whether the value of an attribute is typed into the box, or into one in it.
func (b *box) has(attribute string) bool {
	return b.attribute == attribute || slices.ContainsFunc(b.Boxes, func(item box) bool { return item.has(attribute) })
}

// placeOf returns the place of the value of an attribute in the rows of a list, see [cellSays]. index has the numbers of the rows on the
// way.
func (b *box) placeOf(attribute string, index []int) []int {
	if b.Kind != "rows" || len(index) == 0 {
		return []int{}
	}
	i := slices.IndexFunc(b.Boxes, func(item box) bool { return item.has(attribute) })
	return append([]int{index[0], i}, b.Boxes[i].placeOf(attribute, index[1:])...)
}
