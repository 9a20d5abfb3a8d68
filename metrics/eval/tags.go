package eval

import (
	"reflect"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// evalTag is the key of struct tags that this package reads.
const evalTag = "eval"

// maxTagFields bounds what types cost that hold one another many times over.
const maxTagFields = 10_000

// SpecOf returns a spec with the fields that T has in JSON, in their order:
//
//	type Invoice struct {
//		Number string   `json:"number,omitzero" eval:"exact"`
//		Date   string   `json:"date,omitzero"   eval:"date"`
//		Total  *float64 `json:"total"           eval:"numeric,tolerance=0.01,weight=3"`
//		Vendor Party    `json:"vendor"`
//		Lines  []Line   `json:"lines"           eval:"list,by=description;hs_code,threshold=0.8"`
//		Tags   []string `json:"tags"            eval:"set,each=fuzzy,threshold=0.9"`
//		Page   int      `json:"page"            eval:"-"`
//		Due    Sure     `json:"due"             eval:"date,at=value"` // {"value": "2026-01-31", "confidence": 0.9}
//	}
//
// Keys, the order of fields, embedded structs and conflicts of names are as in
// encoding/json; a key with a dot is written ["a.b"] in paths. Pointers are
// looked through.
//
// A tag begins with what the key match of [ParseSpec] names, an empty name being
// the default of the type, and goes on with the keys of a field and the options
// of its comparator: weight, optional, required, unscored, zero_is_empty (or
// zeroempty), expected_path (or want), by, threshold, assign, each. Lists of
// values are separated by semicolons; an option without value is true; a value in
// single quotes may have commas: formats='Jan 2, 2006;YYYY-MM-DD'. All that follows
// each=name and is no key of a field or set is an option of that comparator. want is
// a path from the whole document, or from the item of a list. at=key says that the
// field is a struct which has the value under that key, and that the truth has it
// without the struct. The tag "-" leaves the field out by [compare.Ignore].
//
// Without a tag, or without a name in it:
//
//   - the fields of a struct are compared, by paths such as vendor.name; it has no
//     options of its own;
//   - a slice or array of structs is a [List];
//   - a slice of scalars is a [Set]; an array of scalars is compared as a whole, as
//     coordinates are;
//   - a [time.Time] is compared by [compare.Date];
//   - all else is compared by [compare.Exact], as a whole: scalars, maps, interfaces,
//     []byte, slices of such, and what has a MarshalJSON or MarshalText method, be it
//     that of the pointer.
//
// T is a struct, a slice or array of structs, or a slice of scalars. A T whose keys
// are not known from its type, such as a map, has the spec without fields, which
// compares every leaf.
//
// The error joins all that is wrong with the tags, each by its Go path
// (Invoice.Lines.Amount), and types that contain themselves, with the cycle:
// name a comparator for one of its fields or leave it out.
func SpecOf[T any]() (Spec, error) {
	return specOf(reflect.TypeFor[T]())
}

func specOf(t reflect.Type) (Spec, error) {
	w := tagWalk{parser: parser{tags: true}}
	root, kind := shapeOf(t)
	where := typeName(root)
	var s Spec
	switch kind {
	case shapeStruct:
		s.Fields = w.fields(root, nil, where)
		if len(s.Fields) == 0 && len(w.found) == 0 {
			w.errorf(position{}, where, "the struct has no field that encoding/json writes")
		}
	case shapeSlice, shapeArray:
		switch defaultMatch(root, kind) {
		case matchList:
			s.Fields = []Field{{List: w.listOf(List{}, root, kind, where)}}
		case matchSet:
			s.Fields = []Field{{Set: w.setOf(Set{}, root, kind, where)}}
		}
	case shapeNone:
		w.errorf(position{}, where, "encoding/json cannot write a %s", root.Kind())
	}
	if err := w.err(); err != nil {
		return Spec{}, err
	}
	return s, nil
}

// typeName names a type at the beginning of a Go path.
func typeName(t reflect.Type) string {
	switch {
	case t.Name() != "":
		name, _, _ := strings.Cut(t.Name(), "[") // without type arguments
		return name
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Array || t.Kind() == reflect.Pointer:
		return typeName(t.Elem())
	}
	return t.Kind().String()
}

// tagWalk makes fields of Go types.
type tagWalk struct {
	parser
	within []reflect.Type // the structs on the way to here
	count  int
}

// fields returns those of a struct; path leads to it.
func (w *tagWalk) fields(t reflect.Type, path document.Path, where string) []Field {
	if at := slices.Index(w.within, t); at >= 0 {
		var cycle []string
		for _, s := range append(w.within[at:len(w.within):len(w.within)], t) {
			cycle = append(cycle, typeName(s))
		}
		w.errorf(position{}, where, "the type contains itself: %s; name a comparator for the field, or leave it out with eval:\"-\"", strings.Join(cycle, " -> "))
		return nil
	}
	w.within = append(w.within, t)
	defer func() { w.within = w.within[:len(w.within)-1] }()

	var fields []Field
	all, passedOver := jsonFields(t)
	for _, f := range passedOver {
		w.errorf(position{}, where+"."+f.goPath, "an embedded struct has no rule of its own, as its fields take its place; tag them, or give it a json key")
	}
	for i := range all {
		if w.count++; w.count > maxTagFields {
			if w.count == maxTagFields+1 {
				w.errorf(position{}, where, "the type has more than %d fields", maxTagFields)
			}
			return fields
		}
		f := &all[i]
		at := append(slices.Clip(path), document.Step{Key: f.name, Index: -1})
		fields = append(fields, w.field(f, at, where+"."+f.goPath)...)
	}
	return fields
}

// field returns the field of a struct, or, if that is a struct itself, its fields.
func (w *tagWalk) field(f *jsonField, path document.Path, where string) []Field {
	tag := f.tag.Get(evalTag)
	if tag == "-" {
		return []Field{{Path: path.String(), Match: compare.Ignore{}}}
	}
	t, kind := shapeOf(f.typ)
	if kind == shapeNone {
		w.errorf(position{}, where, "encoding/json cannot write a %s; leave it out with json:\"-\"", t.Kind())
		return nil
	}
	out := Field{Path: path.String()}
	inner, given := valueField(f)
	switch {
	case given && inner == nil:
		w.errorf(position{}, where, "%s: the field is no struct with such a key", optionAt)
		return nil
	case given:
		t, kind = shapeOf(inner.typ)
		out.WantPath, path = out.Path, append(slices.Clip(path), document.Step{Key: inner.name, Index: -1})
		out.Path = path.String()
	}
	byDefault := defaultMatch(t, kind)
	name, options := readTag(tag, byDefault, &w.problems, where)
	options.members = slices.DeleteFunc(options.members, func(m writtenMember) bool { return m.key == optionAt })
	if name == "" && kind == shapeStruct {
		switch {
		case given:
			w.errorf(position{}, where, "%s: what is there is compared by its fields, whose truth would be elsewhere; name a comparator for the whole", optionAt)
			return nil
		case len(options.members) > 0:
			w.errorf(position{}, where, "%s: a struct that is compared by its fields has no options; tag its fields, or name a comparator for the whole", options.members[0].as)
		}
		return w.fields(t, path, where)
	}
	if name == "" {
		name = byDefault
	}
	e := newEntry(&w.problems, where, &options)
	w.rule(e, matchMember(name), &out)
	e.refuseRest()
	if out.List != nil {
		out.List = w.listOf(*out.List, t, kind, where)
	}
	if out.Set != nil {
		out.Set = w.setOf(*out.Set, t, kind, where)
	}
	return []Field{out}
}

// valueField returns the field in which a struct has the value of f, and whether the
// tag of f says that it is in one; nil when there is no such field.
func valueField(f *jsonField) (inner *jsonField, given bool) {
	_, options, _ := splitTag(f.tag.Get(evalTag))
	i := slices.IndexFunc(options, func(o tagOption) bool { return o.key == optionAt })
	if i < 0 {
		return nil, false
	}
	if t, kind := shapeOf(f.typ); kind == shapeStruct {
		fields, _ := jsonFields(t)
		if at := slices.IndexFunc(fields, func(inner jsonField) bool { return inner.name == options[i].value }); at >= 0 {
			return &fields[at], true
		}
	}
	return nil, true
}

// defaultMatch names the rule of a type without one in its tag, "" for exact.
func defaultMatch(t reflect.Type, kind shape) string {
	if kind == shapeTime {
		return "date"
	}
	if kind != shapeSlice && kind != shapeArray {
		return ""
	}
	switch _, elem := shapeOf(t.Elem()); elem {
	case shapeStruct:
		return matchList
	case shapeScalar, shapeText, shapeTime:
		if kind == shapeSlice {
			return matchSet
		}
	}
	return ""
}

// listOf adds the fields of the items, as far as the type knows them.
func (w *tagWalk) listOf(list List, t reflect.Type, kind shape, where string) *List {
	elem, elemKind := elemOf(t, kind)
	switch elemKind {
	case shapeStruct:
		list.Fields = w.fields(elem, nil, where)
		w.matchFields(&list, where)
	case shapeUnknown, shapeMap:
	default:
		hint := "name a comparator for the whole"
		if defaultMatch(t, kind) == matchSet {
			hint = "use set"
		}
		w.errorf(position{}, where, "list is for slices of structs, not for %s; %s", t, hint)
	}
	return &list
}

// matchFields holds what items are matched by against the keys that they have. What
// is by a key that has its value in a struct is by that value.
func (w *tagWalk) matchFields(list *List, where string) {
	paths := make([]string, len(list.Fields))
	for i, f := range list.Fields {
		paths[i] = f.Path
		if at := slices.Index(list.By, f.WantPath); at >= 0 && f.WantPath != "" {
			list.By[at] = f.Path
		}
	}
	for _, by := range list.By {
		if !slices.ContainsFunc(paths, func(path string) bool { return path == by || strings.HasPrefix(path, by+".") }) {
			w.errorf(position{}, where, "by: the items have no %q; %s", by, unknownName(by, paths))
		}
	}
}

func (w *tagWalk) setOf(set Set, t reflect.Type, kind shape, where string) *Set {
	switch _, elemKind := elemOf(t, kind); elemKind {
	case shapeTime:
		if set.Match == nil {
			set.Match = compare.Date{}
		}
	case shapeScalar, shapeText, shapeUnknown:
	default:
		hint := "name a comparator for the whole"
		if defaultMatch(t, kind) == matchList {
			hint = "use list"
		}
		w.errorf(position{}, where, "set is for slices of scalars, not for %s; %s", t, hint)
	}
	return &set
}

// elemOf returns what the items of a type are: nothing is known of those of an
// interface, and others than slices and arrays have none.
func elemOf(t reflect.Type, kind shape) (reflect.Type, shape) {
	switch kind {
	case shapeSlice, shapeArray:
		return shapeOf(t.Elem())
	case shapeUnknown:
		return t, shapeUnknown
	}
	return t, shapeNone
}
