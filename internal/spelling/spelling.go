// Package spelling finds the fields of a spec whose paths were probably mistyped, by the two documents of one
// comparison. A path that leads nowhere would agree with itself: absence is the same on both sides.
//
// Package preflight does this for all truths of a data set.
package spelling

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Side is one of two documents that are compared.
type Side struct {
	Value document.Value // the missing Value if it cannot be read
	Type  reflect.Type   // of the Go value, nil if there is none
}

// SideOf returns the side of a Go value that was read as a document.
func SideOf(v any, read document.Value) Side { return Side{read, reflect.TypeOf(v)} }

// Nowhere returns a sentence for each field whose path leads into neither document, and is in neither Go type. got is
// searched for the field's Path, want for its WantPath. The fields of items are searched in all items of both sides,
// if there are any. Fields that are Absent, Optional or Unscored, and fields with compare.Ignore, may lead nowhere.
func Nowhere(fields []eval.Field, got, want Side) []string {
	c := check{sides: [2]Side{got, want}, every: true}
	c.document(fields)
	return c.problems
}

// Mistyped returns a sentence for each field as in [Nowhere], if a document or a type has a value in the field's place
// under a similar name that no field has. It also returns a sentence for a document, or for the items of a list, if no
// field leads anywhere there although the truth has values. Other fields that lead nowhere are rightly absent. private
// keeps the names in the documents out of the sentences.
func Mistyped(fields []eval.Field, got, want Side, private bool) []string {
	c := check{sides: [2]Side{got, want}, private: private}
	c.document(fields)
	return c.problems
}

type check struct {
	sides          [2]Side
	every, private bool
	problems       []string
}

// level is the documents, or the items of a list.
type level struct {
	start  [2]string // its attribute on each side
	values [2][]document.Value
	fields []eval.Field
}

// maxNames is the most names of a document that are compared with a path.
const maxNames = 1000

func (c *check) document(fields []eval.Field) {
	l := level{fields: fields}
	for i, s := range c.sides {
		if s.Value.Exists() {
			l.values[i] = []document.Value{s.Value}
		}
	}
	c.checkLevel(&l)
}

// placesOf returns the path of a field on each side.
func placesOf(f *eval.Field) [2]string { return [2]string{f.Path, cmp.Or(f.WantPath, f.Path)} }

// checkLevel checks the fields of a level, and of the levels below it.
func (c *check) checkLevel(l *level) {
	count, searched, found := len(c.problems), []string(nil), false
	for i := range l.fields {
		f := &l.fields[i]
		place := placesOf(f)
		leads := c.leads(l, 0, place[0]) || c.leads(l, 1, place[1])
		if leads {
			c.below(l, f)
		}
		if f.Absent || f.Optional || f.Unscored || f.Match != nil && compare.Name(f.Match) == "ignore" {
			continue
		}
		found = found || leads
		if leads {
			continue
		}
		attribute := paths.Join(l.start[0], f.Path)
		searched = append(searched, attribute)
		if suggestion, text := c.nearest(l, place); suggestion != "" || c.every {
			c.problems = append(c.problems, c.sentence(attribute, f, l, suggestion, text))
		}
	}
	if names := namesOf(l.values[1]); !found && len(searched) > 0 && len(names) > 0 && len(c.problems) == count {
		text := "no field of the spec leads into got or want: " + words.Quoted(searched, 3, "")
		if !c.private {
			text += "; want has " + words.Quoted(names, 5, "")
		}
		c.problems = append(c.problems, text+"; if that is right, mark a field absent or optional")
	}
}

// below checks the fields of the items of a field.
func (c *check) below(l *level, f *eval.Field) {
	inner := level{}
	items, mark := f.Items()
	for side, place := range placesOf(f) {
		inner.start[side] = paths.Join(l.start[side], place) + cmp.Or(mark, paths.Items)
		inner.values[side] = paths.ItemsAt(l.values[side], place, f.Map != nil)
	}
	switch {
	case len(inner.values[0])+len(inner.values[1]) == 0:
	case len(items) > 0:
		inner.fields = slices.Clone(items)
		var match []string
		if f.List != nil {
			match = f.List.By
		}
		for _, key := range match {
			if !slices.ContainsFunc(inner.fields, func(f eval.Field) bool { return f.Path == key }) {
				inner.fields = append(inner.fields, eval.Field{Path: key})
			}
		}
		c.checkLevel(&inner)
	case f.Sections != nil:
		for _, class := range slices.Sorted(maps.Keys(f.Sections.Classes)) {
			group := level{start: inner.start, fields: f.Sections.Classes[class]}
			for side, items := range inner.values {
				for _, item := range items {
					if own, ok := f.Sections.Of(item); ok && own == class {
						group.values[side] = append(group.values[side], item)
					}
				}
			}
			if len(group.values[0])+len(group.values[1]) > 0 {
				c.checkLevel(&group)
			}
		}
	}
}

// leads reports whether a path leads to a value of one side, or to a field of its type. An empty path, and one that
// cannot be read, which the spec reports, count as leading somewhere.
func (c *check) leads(l *level, side int, place string) bool {
	path, err := document.ParsePath(place)
	if err != nil || place == "" {
		return true
	}
	for _, v := range l.values[side] {
		if paths.Leads(v, path, "", nil) {
			return true
		}
	}
	kind, _ := c.typed(l, side, place)
	return kind == spectext.PlaceKnown
}

// typed searches the type of one side for a path.
func (c *check) typed(l *level, side int, place string) (kind spectext.Place, neighbours []string) {
	path, err := paths.ParseAttribute(paths.Join(l.start[side], place))
	if err != nil || c.sides[side].Type == nil {
		return spectext.PlaceOpen, nil
	}
	return spectext.PlaceOf(c.sides[side].Type, path)
}

// nearest returns the path that was probably meant, and the side that has it, "" for both: a path that differs in one key,
// leads to a value, and belongs to no other field.
func (c *check) nearest(l *level, place [2]string) (suggestion, owner string) {
	for side, name := range [2]string{"got", "want"} {
		path, err := document.ParsePath(place[side])
		if err != nil {
			continue
		}
		var candidates []string
		tried := map[string]bool{}
		try := func(neighbour string) {
			if len(tried) >= maxNames || tried[neighbour] {
				return
			}
			tried[neighbour] = true
			steps, err := paths.ParseAttribute(neighbour)
			if err != nil || len(steps) == 0 || len(steps) > len(path) {
				return
			}
			last := len(steps) - 1
			if _, similar := words.Nearest(path[last].Key, []string{steps[last].Key}); !similar || path[last].Index >= 0 {
				return
			}
			whole := append(slices.Clip(steps), path[len(steps):]...).String()
			if c.leads(l, side, whole) && !l.names(side, whole) {
				candidates = append(candidates, whole)
			}
		}
		for _, v := range l.values[side] {
			paths.Leads(v, path, "", try)
		}
		if _, neighbours := c.typed(l, side, place[side]); len(neighbours) > 0 {
			for _, name := range neighbours {
				if rest, ok := strings.CutPrefix(name, l.start[side]); ok {
					try(strings.TrimPrefix(rest, "."))
				}
			}
		}
		if len(candidates) == 0 {
			continue
		}
		slices.Sort(candidates)
		suggestion, _ = words.Nearest(place[side], candidates)
		if place[0] == place[1] {
			return cmp.Or(suggestion, candidates[0]), ""
		}
		return cmp.Or(suggestion, candidates[0]), name
	}
	return "", ""
}

// names reports whether a field of the level compares a path of one side, or a value in it or around it.
func (l *level) names(side int, path string) bool {
	return slices.ContainsFunc(l.fields, func(f eval.Field) bool {
		place := placesOf(&f)[side]
		return paths.Covers(place, path) || paths.Covers(path, place)
	})
}

func (c *check) sentence(attribute string, f *eval.Field, l *level, suggestion, owner string) string {
	text := fmt.Sprintf("field %q: ", attribute)
	switch place := placesOf(f); {
	case place[0] != place[1]:
		text += fmt.Sprintf("got has no %q, and want has no %q", place[0], place[1])
	case l.start[0] != "":
		text += "no item of got or want has it"
	default:
		text += "neither got nor want has it"
	}
	var types []string
	for side, place := range placesOf(f) {
		if kind, _ := c.typed(l, side, place); kind == spectext.PlaceNone {
			types = append(types, strings.TrimLeft(c.sides[side].Type.String(), "*"))
		}
	}
	if types = slices.Compact(types); len(types) > 0 {
		text += ", and the type " + strings.Join(types, " or ") + " lacks it"
	}
	switch {
	case suggestion == "":
		return text + "; if that is right, mark it absent or optional"
	case c.private:
		text += "; one has a similar name in its place."
	case owner == "":
		text += fmt.Sprintf("; did you mean %q?", suggestion)
	default:
		text += fmt.Sprintf("; did you mean %q in %s?", suggestion, owner)
	}
	return text + " If it is rightly missing, mark it absent or optional"
}

// namesOf returns the names of the members of some documents that have a value.
func namesOf(values []document.Value) (names []string) {
	for _, v := range values {
		for key, member := range v.Members() {
			if name := document.Key(key); len(names) < maxNames && !member.Empty() {
				names = append(names, document.Path{name}.String())
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
