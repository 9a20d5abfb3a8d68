package preflight

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// plan says how truths are read by a spec.
type plan struct {
	root    []*field
	byName  map[string]*field // leaves by attribute
	named   map[string]naming // place in the truth -> how the spec names it
	ignored []string          // attributes of fields with match: ignore
	moved   bool              // a perfect answer differs from its truth in form
	infers  bool              // the spec names nothing
	orders  map[string]string // see eval.Spec.DateOrders
	answers reflect.Type      // nil if unknown
}

// newPlan returns the plan of a spec that compiles.
func newPlan(spec eval.Spec, answers reflect.Type) *plan {
	p := &plan{byName: map[string]*field{}, named: map[string]naming{}, infers: len(spec.Fields) == 0, orders: spec.DateOrders, answers: answers}
	p.root = p.fields(spec.Fields, level{words: spec.AbsentWords})
	return p
}

// field is a field of the spec with its evidence.
type field struct {
	Field
	spec       *eval.Field
	got, want  document.Path      // nil when it cannot be read
	comparator compare.Comparator // prepared; nil for the default
	dated      compare.Comparator // of Orders: the comparator with the order of its dates
	words      *paths.AbsentWords
	page       *paths.PageFinder  // finds the page of a box that does not hold it
	items      []*field           // of a list, or of the sections of all classes
	gotPlace   string             // its place in answers: the attribute without the class of a section
	class      string             // class of the sections that have the field, "" for all
	omission   *spectext.Omission // of the zero in answers, nil for none
}

// level is the place at which the paths of fields start, in attributes, in answers and in truths.
type level struct {
	attribute, got, want string
	unscored             bool
	words                []string // AbsentWords around the fields
	paths                []string // the paths of the fields in answers, nil for the paths of the fields themselves
}

type naming uint8

const (
	covers   naming = iota + 1 // a field covers every value there
	descends                   // fields are below
)

// fields prepares the fields of a document or of the items of a list.
func (p *plan) fields(specs []eval.Field, parent level) []*field {
	var fields []*field
	for i := range specs {
		s := &specs[i]
		want, path := parent.want, s.Path
		if parent.paths != nil {
			path = parent.paths[i]
		}
		if s.Match != nil && compare.Name(s.Match) == "ignore" {
			p.addName(paths.Join(want, cmp.Or(s.WantPath, s.Path)), covers)
			p.ignored = append(p.ignored, paths.Join(parent.got, path))
			continue
		}
		f := &field{spec: s, gotPlace: paths.Join(parent.got, path), Field: Field{
			Attribute: paths.Join(parent.attribute, s.Path), Want: paths.Join(want, cmp.Or(s.WantPath, s.Path)),
			Kind: "leaf", Optional: s.Optional, Unscored: s.Unscored || parent.unscored, Absent: s.Absent,
		}}
		absent := paths.InheritedWords(s.AbsentWords, parent.words)
		f.words, f.got, f.want = paths.AbsentWordsOf(s.Match, absent), parse(path), parse(cmp.Or(s.WantPath, s.Path))
		p.moved = p.moved || !slices.Equal(f.got, f.want)
		if f.got == nil || f.want == nil {
			continue // the spec has LenientPaths, and each result has a warning
		}
		fields = append(fields, f)
		inner, mark := s.Items()
		match, each := s.Elements()
		switch {
		case mark != "":
			f.Kind = "list"
			if s.Map != nil {
				f.Kind = "map"
			}
			if len(inner) == 0 {
				p.addName(f.Want, covers)
			} else {
				p.addName(f.Want+mark, descends)
			}
			f.items = p.fields(inner, level{attribute: f.Attribute + mark, got: f.gotPlace + mark, want: f.Want + mark, unscored: f.Unscored, words: absent})
			if s.Map != nil {
				break
			}
			f.items = append(f.items, p.byFields(s.List, f)...)
			if len(s.List.By) > 0 && !paths.InItems(f.Attribute) {
				f.Pairing = &Pairing{By: strings.Join(s.List.By, ", ")}
			}
		case s.Sections != nil:
			f.Kind = "sections"
			p.addName(f.Want+"[]", descends)
			for _, class := range append([]string{""}, slices.Sorted(maps.Keys(s.Sections.Classes))...) {
				p.class(f, class, absent)
			}
		case each != "":
			f.Kind = "set"
			if s.Map != nil {
				f.Kind = "map"
			}
			p.addName(f.Want, covers)
			p.prepare(f, f.Attribute+each, match)
		default:
			p.addName(f.Want, covers)
			if place, err := paths.ParseAttribute(f.gotPlace); err == nil && p.answers != nil {
				f.omission = spectext.OmissionOf(p.answers, place)
			}
			f.page = paths.PageOf(s.Match)
			for _, place := range f.page.Places(f.want) {
				p.addName(paths.Join(want, place.String()), covers)
			}
			p.prepare(f, f.Attribute, s.Match)
		}
		if f.Want == f.Attribute {
			f.Want = ""
		}
	}
	return fields
}

// class adds the fields of the sections of a class, or the fields of all sections for "".
func (p *plan) class(f *field, class string, absent []string) {
	named := f.spec.Sections.Named(class)
	items := level{attribute: f.Attribute + "[]", got: f.gotPlace + "[]", want: f.Want + "[]", unscored: f.Unscored, words: absent}
	for i := range named {
		if class == "" {
			items.paths = append(items.paths, named[i].Path)
		} else {
			items.paths = append(items.paths, f.spec.Sections.Classes[class][i].Path)
		}
	}
	fields := p.fields(named, items)
	for _, field := range fields {
		field.class = class
	}
	f.items = append(f.items, fields...)
}

// among returns the fields of an item: all fields of a list or, in a packet, the fields of the section's class.
func (f *field) among(item document.Value) []*field {
	if f.spec.Sections == nil {
		return f.items
	}
	class, _ := f.spec.Sections.Of(item)
	return slices.DeleteFunc(slices.Clone(f.items), func(inner *field) bool { return inner.class != "" && inner.class != class })
}

// byFields marks the fields that match items, and returns the match fields that the spec does not compare.
func (p *plan) byFields(list *eval.List, parent *field) (others []*field) {
	for _, path := range list.By {
		if i := slices.IndexFunc(parent.items, func(f *field) bool { return f.spec.Path == path }); i >= 0 {
			parent.items[i].By = true
			continue
		}
		f := &field{spec: &eval.Field{Path: path}, gotPlace: parent.gotPlace + "[]." + path, Field: Field{Attribute: parent.Attribute + "[]." + path, Want: parent.place() + "[]." + path, Kind: "by", By: true}}
		if f.got, f.want = parse(path), parse(path); f.want == nil {
			continue
		}
		p.addName(f.Want, covers)
		if f.Want == f.Attribute {
			f.Want = ""
		}
		others = append(others, f)
	}
	return others
}

// suffix returns the end of the names of the items of a list, set or map.
func (f *field) suffix() string { return paths.Mark(f.spec.Map != nil) }

// place returns the place of the field in the truth.
func (f *Field) place() string { return cmp.Or(f.Want, f.Attribute) }

func (p *plan) prepare(f *field, attribute string, match compare.Comparator) {
	f.Match = compare.Name(match)
	if _, ok := match.(compare.Alternatives); ok {
		p.moved = true
	}
	if prepared, err := compare.Prepare(compare.InOrder(match, p.orders[attribute])); err == nil && match != nil {
		f.comparator = prepared
	}
	f.Times = timesOf(match)
	p.byName[attribute] = f
}

// match returns the comparator of a leaf or of the elements of a set, and [compare.Auto] if the spec names no
// comparator, or if f is nil.
func (f *field) match() compare.Comparator {
	if f == nil {
		return compare.Auto{}
	}
	each, _ := f.spec.Elements()
	return cmp.Or(each, f.spec.Match, compare.Comparator(compare.Auto{}))
}

// parse returns a path, nil if it cannot be read.
func parse(text string) document.Path {
	if text == "" {
		return document.Path{}
	}
	path, err := document.ParsePath(text)
	if err != nil {
		return nil
	}
	return path
}

// addName records a place of the truth that a field reads, and the places on the way to it. It records a step that may be
// an index both as an index and as a key.
func (p *plan) addName(attribute string, use naming) {
	path, err := paths.ParseAttribute(attribute)
	if err != nil {
		return
	}
	for _, elements := range []bool{false, true} {
		prefix := ""
		for _, step := range path {
			p.named[prefix] = max(p.named[prefix], descends)
			switch {
			case step.AllMembers():
				prefix += paths.Members
			case step.AllItems() || step.Index >= 0 && (elements || step.Bracket):
				prefix += "[]"
			default:
				prefix = paths.Member(prefix, step.Key)
			}
		}
		if use == covers && p.named[prefix] == 0 {
			p.named[prefix] = covers
		} else if use == descends {
			p.named[prefix] = descends
		}
	}
}

// prune returns the fields that keep accepts, and the lists that have such fields. It asks keep about leaves, sets, and lists
// without fields of their own.
func prune(fields []*field, inList bool, keep func(f *field, inList bool) bool) (kept []*field) {
	for _, f := range fields {
		switch inner, _ := f.spec.Items(); {
		case f.Kind == "by":
			continue
		case len(inner) > 0, f.Kind == "sections":
			if f.items = prune(f.items, true, keep); f.items == nil {
				continue
			}
		default:
			f.items = nil
			if !keep(f, inList) {
				continue
			}
		}
		kept = append(kept, f)
	}
	return kept
}

// search calls use with the values that a truth has for pruned fields, the elements of a set one by one.
func search(fields []*field, truth document.Value, use func(*field, document.Value)) {
	for _, f := range fields {
		v := truth.At(f.want)
		switch {
		case !v.Exists():
		case f.items != nil:
			for _, item := range paths.Inside(v, f.suffix()) {
				search(f.among(item), item, use)
			}
		case f.isSet():
			for _, item := range paths.Inside(v, f.suffix()) {
				use(f, item)
			}
		default:
			use(f, v)
		}
	}
}

// isSet reports whether a field is a set or a map of scalars, and isList whether it has items with fields.
func (f *field) isSet() bool  { return f.Kind != "leaf" && f.Match != "" }
func (f *field) isList() bool { return f.Kind != "leaf" && f.Match == "" }

// isAuto reports whether the truth decides how a leaf is compared.
func (f *field) isAuto() bool {
	return f.Kind == "leaf" && f.match() == compare.Comparator(compare.Auto{})
}
