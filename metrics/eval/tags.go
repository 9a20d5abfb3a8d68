package eval

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/gojson"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/internal/reading"
)

// maxTagFields bounds the cost of types that contain one another many times over.
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
//		Rates  map[string]float64 `json:"rates" eval:"map,each=numeric,fold"`
//		Type   string   `json:"type"            eval:"classes=invoice;credit note,scores=type_scores"`
//		Page   int      `json:"page"            eval:"-"`
//		Due    Sure     `json:"due"             eval:"date,at=value"` // {"value": "2026-01-31", "confidence": 0.9}
//	}
//
// Keys, the order of fields, embedded structs and conflicts of names are as in encoding/json; a key with a dot is
// written ["a.b"] in paths. Pointers are followed.
//
// A tag begins with a name as in the key match of [ParseSpec]. An empty name means the default of the type, or class if
// the tag has classes or scores. The keys of a field and the options of its comparator follow: weight, optional,
// required, unscored, absent, absent_words, zero_is_empty (or zeroempty), expected_path (or want), decides, by, threshold,
// assign, each, fold. Lists of values are separated by semicolons, and so are aliases: aliases=EUR:€;EUR:Euro. An option without value is true; a value in single quotes may have
// commas: formats='Jan 2, 2006;YYYY-MM-DD'. Each option after each=name that is not a key of a field, set or map is an
// option of that comparator. want is a path from the whole document, or from the item of a list. scores=key names the
// field of the struct that holds the scores of the classes, which is not compared. at=key says that the field is a
// struct with the value under that key, and that the truth has the value in place of the struct. The tag "-" leaves the
// field out by [compare.Ignore].
//
// Without a tag, or without a name in it:
//
//   - the fields of a struct are compared, by paths such as vendor.name; it has no
//     options of its own;
//   - a slice or array of structs is a [List];
//   - a slice or array of texts, of []byte, of [time.Time] or of decimals (below) is a [Set];
//   - a map of structs, or of lists or maps of structs, is a [Map]; the tag map makes a map of scalars one, too;
//   - a [time.Time], and a map of them as a whole, is compared by [compare.Time]: in a suite as a point in time, or as
//     a calendar day if fewer than a tenth of the truths have a time of day. A tag without a name, but with an option
//     that only [compare.Date] has, means Date;
//   - a type that reads the text -1.50 and writes this number, such as decimal.Decimal, is compared by [compare.Numeric];
//   - all else is compared by [compare.Auto], as a whole: scalars; slices and arrays of numbers or bools, such as
//     coordinates, in order; other maps, interfaces, slices of these and of slices; []byte; types with a MarshalJSON or MarshalText
//     method, even if it has a pointer receiver; structs without such a method that are one value, by what their method
//     Value of [database/sql/driver.Valuer] returns (sql.NullString, sql.Null), or by their text (url.URL, mail.Address,
//     net.IPNet). If the truth has an array of objects or texts in the place of an
//     interface, see [Field].Match.
//
// A blank field of T, or of a struct that it embeds, may state a rule for every document, see
// [Invariant]:
//
//	_ struct{} `invariant:"adds_up" rule:"total == net + tax" tolerance:"0.01"`
//	_ struct{} `invariant:"found" in_source:"true"`
//	_ struct{} `invariant:"printed" in_source:"number;vendor.iban"` // Paths
//	_ struct{} `invariant:"refund" rule:"credit <= 0" optional:"true"`
//
// T is a struct, or a slice, array or map that is a List, a Set or a Map. For any other T, such as a map of scalars,
// SpecOf returns the spec without fields, which compares every leaf. Tags within such a type are an error, since nothing
// would read them.
//
// The error joins all mistakes in the tags, each with its Go path (Invoice.Lines.Amount). Tags that nothing would read
// are also mistakes, such as evl:"exact", eval: "exact" and tags of fields that encoding/json leaves out. So is a struct
// for which encoding/json always writes {}, since its fields are not exported (currency.Unit of x/text), and so is a type
// that contains itself: the error names the cycle; name a comparator for one of its fields, or leave the field out. A
// type with a protobuf message is an error that names package evaltest/proto, which makes specs of messages.
func SpecOf[T any]() (Spec, error) {
	return SpecOfType(reflect.TypeFor[T]())
}

// SpecOfType is [SpecOf] for a type that is known only when the program runs.
func SpecOfType(t reflect.Type) (Spec, error) {
	if err := gojson.CheckMessageType(t); err != nil {
		return Spec{}, fmt.Errorf("eval: %w", err)
	}
	w := tagWalk{parser: parser{Comparators: spectext.Comparators{Tags: true}}}
	root, kind := spectext.ShapeOf(t)
	location := spectext.GoTypeName(root)
	s := Spec{OfType: true}
	switch kind {
	case spectext.ShapeStruct:
		w.top = root
		s.Fields = w.fields(root, nil, location)
		s.Invariants = reading.InvariantsOfTags(root, &w.Problems, location)
		if len(s.Fields) == 0 && len(w.Found) == 0 {
			w.Errorf(spectext.Position{}, location, "the struct has no field that encoding/json writes")
		}
	case spectext.ShapeSlice, spectext.ShapeArray, spectext.ShapeMap:
		if f := w.untagged(root, kind, location); !f.isLeaf() {
			s.Fields = []Field{f}
		} else {
			spectext.RefuseTags(root, &w.Problems, location)
		}
	case spectext.ShapeNone:
		w.Errorf(spectext.Position{}, location, "encoding/json cannot write a %s", root.Kind())
	default:
		spectext.RefuseTags(root, &w.Problems, location)
	}
	if err := w.Err(); err != nil {
		return Spec{}, err
	}
	return s, nil
}

// tagWalk makes fields of Go types.
type tagWalk struct {
	parser
	enclosing []reflect.Type // the structs around the current one, outermost first
	top       reflect.Type   // the struct whose invariants are the document's; nil for none
	count     int
}

// fields returns the fields of a struct; path leads to it.
func (w *tagWalk) fields(t reflect.Type, path document.Path, location string) []Field {
	if index := slices.Index(w.enclosing, t); index >= 0 {
		spectext.RefuseCycle(append(w.enclosing[index:len(w.enclosing):len(w.enclosing)], t), &w.Problems, location)
		return nil
	}
	w.enclosing = append(w.enclosing, t)
	defer func() { w.enclosing = w.enclosing[:len(w.enclosing)-1] }()

	if t != w.top && len(spectext.Invariants(t)) > 0 {
		w.Errorf(spectext.Position{}, location, "an invariant is about a whole document; write it in the outermost struct, with the paths from there, such as vendor.name")
	}
	var fields []Field
	for _, m := range spectext.Mistakes(t) {
		w.Errorf(spectext.Position{}, strings.TrimSuffix(location+"."+m.GoPath, "."), "%s", m.Why)
	}
	all := gojson.Fields(t)
	scores := spectext.ScoreKeys(all, &w.Problems, location)
	for i := range all {
		if w.count++; w.count > maxTagFields {
			if w.count == maxTagFields+1 {
				w.Errorf(spectext.Position{}, location, "the type has more than %d fields", maxTagFields)
			}
			return fields
		}
		f := &all[i]
		if tag := f.Tag.Get(spectext.EvalTag); (tag == "" || tag == "-") && slices.Contains(scores, f.Name) {
			continue
		}
		child := append(slices.Clip(path), document.Step{Key: f.Name, Index: -1})
		fields = append(fields, w.field(f, child, location+"."+f.GoPath)...)
	}
	return fields
}

// field returns the spec of a struct field or, for a struct without a comparator, of its fields.
func (w *tagWalk) field(f *gojson.Field, path document.Path, location string) []Field {
	tag := f.Tag.Get(spectext.EvalTag)
	if tag == "-" {
		return []Field{{Path: path.String(), Match: compare.Ignore{}}}
	}
	t, kind := spectext.ShapeOf(f.Typ)
	if kind == spectext.ShapeNone {
		w.Errorf(spectext.Position{}, location, "encoding/json cannot write a %s; leave it out with json:\"-\"", t.Kind())
		return nil
	}
	result := Field{Path: path.String()}
	inner, problem := spectext.ValueField(f)
	switch {
	case problem != "":
		w.Errorf(spectext.Position{}, location, "%s: %s", spectext.OptionAt, problem)
		return nil
	case inner != nil:
		t, kind = spectext.ShapeOf(inner.Typ)
		result.WantPath, path = result.Path, append(slices.Clip(path), document.Step{Key: inner.Name, Index: -1})
		result.Path = path.String()
	}
	byDefault := spectext.DefaultMatch(t, kind)
	name, options := spectext.ReadTag(tag, byDefault, &w.Problems, location)
	options.Members = slices.DeleteFunc(options.Members, func(m spectext.Member) bool { return m.Key == spectext.OptionAt })
	if name == "" && kind == spectext.ShapeStruct {
		switch {
		case inner != nil:
			w.Errorf(spectext.Position{}, location, "%s: what is there is compared by its fields, whose truth would be elsewhere; name a comparator for the whole", spectext.OptionAt)
			return nil
		case len(options.Members) > 0:
			w.Errorf(spectext.Position{}, location, "%s: a struct that is compared by its fields has no options; tag its fields, or name a comparator for the whole", options.Members[0].As)
		}
		return w.fields(t, path, location)
	}
	if name == "" {
		if name = byDefault; !slices.Contains(spectext.Kinds(), name) {
			spectext.RefuseTags(t, &w.Problems, location)
		}
	}
	e := spectext.NewEntry(&w.Problems, location, &options)
	w.parseRule(e, spectext.MatchMember(name), &result)
	e.RefuseRest()
	w.inside(&result, t, kind, location)
	return []Field{result}
}

// inside adds the fields of the items of a list, set, map or packet.
func (w *tagWalk) inside(result *Field, t reflect.Type, kind spectext.Shape, location string) {
	switch {
	case result.List != nil:
		result.List = w.listOf(*result.List, t, kind, location)
	case result.Set != nil:
		result.Set = w.setOf(*result.Set, t, kind, location)
	case result.Map != nil:
		w.mapOf(result.Map, t, kind, location)
	case result.Sections != nil:
		w.sectionsOf(result.Sections, t, kind, location)
	}
}

// untagged returns the field of a value without a tag, with the empty path. It is a leaf if nothing below it is compared
// by itself.
func (w *tagWalk) untagged(t reflect.Type, kind spectext.Shape, location string) (result Field) {
	if name := spectext.DefaultMatch(t, kind); name != "" {
		w.parseRule(spectext.NewEntry(&w.Problems, location, &spectext.Value{}), spectext.MatchMember(name), &result)
		w.inside(&result, t, kind, location)
	}
	return result
}

// mapOf adds the fields of the values of a map, or their comparator, if the type shows them.
func (w *tagWalk) mapOf(m *Map, t reflect.Type, kind spectext.Shape, location string) {
	elem, elemKind := spectext.ElemOf(t, kind, true)
	switch {
	case elemKind == spectext.ShapeNone:
		spectext.RefuseMatch("map is for maps", t, &w.Problems, location)
	case m.Match != nil && spectext.Tagged(elem):
		w.Errorf(spectext.Position{}, location, "each: it compares each %s as a whole, and nothing reads the eval tags of its fields; leave each out, or the tags", elem)
	case m.Match != nil:
	case elemKind == spectext.ShapeUnknown:
		spectext.RefuseTags(elem, &w.Problems, location)
	case elemKind == spectext.ShapeStruct:
		m.Fields = w.fields(elem, nil, location)
	default:
		if f := w.untagged(elem, elemKind, location); f.isLeaf() {
			spectext.RefuseTags(elem, &w.Problems, location)
			m.Match = cmp.Or(f.Match, compare.Comparator(compare.Auto{}))
		} else {
			m.Fields = []Field{f}
		}
	}
}

// listOf adds the fields of the items, if the type shows them.
func (w *tagWalk) listOf(list List, t reflect.Type, kind spectext.Shape, location string) *List {
	elem, elemKind := spectext.ElemOf(t, kind, false)
	switch elemKind {
	case spectext.ShapeStruct:
		list.Fields = w.fields(elem, nil, location)
		names := make([][2]string, len(list.Fields))
		for i, f := range list.Fields {
			names[i] = [2]string{f.Path, f.WantPath}
		}
		spectext.MatchFields(list.By, names, &w.Problems, location)
	case spectext.ShapeUnknown, spectext.ShapeMap:
		if f := w.untagged(elem, elemKind, location); f.Map != nil {
			list.Fields = []Field{f}
		} else {
			spectext.RefuseTags(elem, &w.Problems, location)
		}
	default:
		spectext.RefuseMatch("list is for slices of structs", t, &w.Problems, location)
	}
	return &list
}

func (w *tagWalk) setOf(set Set, t reflect.Type, kind spectext.Shape, location string) *Set {
	switch elem, elemKind := spectext.ElemOf(t, kind, false); elemKind {
	case spectext.ShapeTime:
		if set.Match == nil {
			set.Match = compare.Time{}
		}
	case spectext.ShapeScalar:
	case spectext.ShapeText, spectext.ShapeUnknown:
		if set.Match == nil && gojson.IsDecimal(elem) {
			set.Match = compare.Numeric{}
		}
		spectext.RefuseTags(elem, &w.Problems, location)
	default:
		spectext.RefuseMatch("set is for slices of scalars", t, &w.Problems, location)
	}
	return &set
}

// sectionsOf adds the fields of the classes. A member of the section that is a struct without a tag is a class of that
// name, with the fields of the struct. All other members are fields of every class.
func (w *tagWalk) sectionsOf(s *Sections, t reflect.Type, kind spectext.Shape, location string) {
	elem, elemKind := spectext.ElemOf(t, kind, false)
	if elemKind != spectext.ShapeStruct {
		spectext.RefuseMatch("sections is for slices of structs", t, &w.Problems, location)
		return
	}
	members, common := gojson.Fields(elem), []Field(nil)
	s.Classes = map[string][]Field{}
	var names []string
	for i := range members {
		names = append(names, members[i].Name)
		if _, shape := spectext.ShapeOf(members[i].Typ); shape == spectext.ShapeStruct && members[i].Tag.Get(spectext.EvalTag) == "" {
			s.Classes[members[i].Name] = nil
		}
	}
	for _, f := range w.fields(elem, nil, location) {
		path, _ := document.ParsePath(inWant(&f))
		if _, ok := s.Classes[path[0].Key]; ok {
			s.Classes[path[0].Key] = append(s.Classes[path[0].Key], f)
		} else if f.Path != s.classKey() && f.Path != s.pagesKey() {
			common = append(common, f)
		}
	}
	for class := range s.Classes {
		s.Classes[class] = append(s.Classes[class], common...)
	}
	spectext.RefuseSection(names, []string{s.classKey(), s.pagesKey()}, len(s.Classes), &w.Problems, location)
}
