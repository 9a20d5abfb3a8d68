package eval

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// What a spec calls the fields that are no leaves.
const (
	matchList = "list"
	matchSet  = "set"
)

// parser reads the fields of a spec file, or the options of tags.
type parser struct {
	problems
	custom       map[string]func(config json.RawMessage) (compare.Comparator, error)
	lenientPaths bool
	tags         bool // in which no comparator of the user's can be named
}

// fields reads a list of fields. The prefix is what their attributes start with.
func (p *parser) fields(list writtenMember, prefix string) []Field {
	var fields []Field
	seen := make(map[string]position)
	for i := range list.value.items {
		v := &list.value.items[i]
		f := p.field(v, prefix)
		fields = append(fields, f)
		path, err := document.ParsePath(f.Path)
		if err != nil {
			continue // reported, or taken as missing
		}
		if first, ok := seen[path.String()]; ok {
			p.errorf(v.at, fieldLabel(prefix, f.Path), "it is there twice, first at %d:%d", first.line, first.column)
			continue
		}
		seen[path.String()] = v.at
	}
	return fields
}

// field reads a field: an object, or a path alone.
func (p *parser) field(v *written, prefix string) Field {
	switch v.kind {
	case document.String:
		p.path(v, fieldLabel(prefix, v.text), v.text)
		return Field{Path: v.text}
	case document.Object:
	default:
		if v.kind != document.Missing {
			p.errorf(v.at, "", "got %s, want a field: a path, or an object that has one", v.brief())
		}
		return Field{}
	}
	e := newEntry(&p.problems, "", v)
	pathKey, ok := p.evaluatorType(e)
	if !ok {
		return Field{}
	}
	hasPath := e.has("path")
	path, ok := e.typed("path", document.String)
	if ok {
		e.where = fieldLabel(prefix, path.value.text)
	}
	f := Field{Path: path.value.text}
	p.rule(e, e.take("match"), &f)
	if ok && (f.Path != "" || f.List == nil && f.Set == nil) {
		p.path(&path.value, e.where, f.Path)
	}
	if f.List != nil {
		e.rename("score_fields", "fields")
		f.List.Fields = p.fields(e.array("fields"), join(prefix, f.Path)+"[]")
	}
	if !hasPath && !e.misspells(pathKey, "path") {
		e.errorf(e.at, "", "the field has no %q, which says where the value is", pathKey)
	}
	e.refuseRest()
	return f
}

func fieldLabel(prefix, path string) string {
	return fmt.Sprintf("field %q", shorten(join(prefix, path)))
}

func (p *parser) path(v *written, where, text string) {
	if p.lenientPaths {
		return
	}
	if _, err := document.ParsePath(text); err != nil {
		p.errorf(v.at, where, "%s", pathProblem(text, err))
	}
}

// evaluatorTypes are other words for fields: the type of evaluator, what a field
// calls it, and the keys that stand for those of the field.
var evaluatorTypes = [...]struct {
	name, match string
	keys        [][2]string // that of the path first
}{
	{"line_items", matchList, [][2]string{{"line_items_path", "path"}, {"expected_line_items_path", "expected_path"}}},
	{"iou_score", "box", [][2]string{{"bbox_path", "path"}, {"expected_bbox_path", "expected_path"}}},
	{"coordinate_distance", "point", [][2]string{{"point_path", "path"}, {"expected_point_path", "expected_path"}, {"threshold", "max"}}},
}

// evaluatorType translates an entry that has a type where others have a match.
// It returns the key of its path, and is false when there is no such type.
func (p *parser) evaluatorType(e *entry) (pathKey string, ok bool) {
	if e.has("match") || !e.has("type") {
		return "path", true // with a match, it may be an option of a comparator of the user's
	}
	e.text("name") // for the reader
	typ, ok := e.typed("type", document.String)
	if !ok {
		return "", false
	}
	names := []string{fieldAccuracy}
	for _, t := range evaluatorTypes {
		names = append(names, t.name)
		if t.name != typ.value.text {
			continue
		}
		for _, k := range t.keys {
			e.rename(k[0], k[1])
		}
		typ.key, typ.value.text = "match", t.match
		e.left = append(e.left, typ)
		return t.keys[0][0], true
	}
	if typ.value.text == fieldAccuracy {
		e.memberErrorf(&typ, "%s has fields of its own; it stands among evaluators", fieldAccuracy)
	} else {
		e.memberErrorf(&typ, "%q is none; valid are %s%s", shorten(typ.value.text), strings.Join(names, ", "), e.didYouMean(typ.value.text, names))
	}
	return "", false
}

// rule reads what an entry says about a field, but for its path, its match and,
// if it is a list, its fields.
func (p *parser) rule(e *entry, match *writtenMember, f *Field) {
	if want, ok := e.typed("expected_path", document.String); ok {
		f.WantPath = want.value.text
		p.path(&want.value, e.where, f.WantPath)
	}
	f.Weight = p.weight(e)
	f.Optional = p.optional(e)
	f.Unscored = e.flag("unscored")
	f.ZeroIsEmpty = e.flag("zero_is_empty")

	switch {
	case match == nil:
		if options := p.options(e, "exact"); len(options) > 0 {
			f.Match = p.comparator(e, "exact", nil, options)
		}
	case match.value.kind == document.Object:
		f.Match = p.namedByObject(e, match)
	case match.value.kind != document.String:
		if match.value.kind != document.Missing {
			e.memberErrorf(match, "got %s, want the name of a comparator", match.value.brief())
		}
		e.left = nil // nobody knows what they mean
	case match.value.text == matchList:
		f.List = p.list(e)
	case match.value.text == matchSet:
		f.Set = p.set(e)
	default:
		f.Match = p.comparator(e, match.value.text, match, p.options(e, match.value.text))
	}
}

func (p *parser) weight(e *entry) float64 {
	weight, m, ok := e.number("weight")
	switch {
	case ok && weight == 0:
		e.memberErrorf(&m, "a weight of 0 stands for 1; write unscored: true for a field that is counted and enters no score")
	case ok && (weight < 0 || math.IsInf(weight, 0)):
		e.memberErrorf(&m, "got %s, want a number above 0", m.value.text)
	}
	return weight
}

// optional reads a field's optional, or its opposite.
func (p *parser) optional(e *entry) bool {
	required, isThere := e.typed("required", document.Bool)
	optional := e.has("optional")
	yes := e.flag("optional")
	if !isThere {
		return yes
	}
	if optional && yes == (required.value.text == "true") {
		e.memberErrorf(&required, "it contradicts optional; give one of them")
	}
	return required.value.text == "false"
}

func (p *parser) list(e *entry) *List {
	e.rename("match_fields", "by")
	return &List{
		By:        e.texts("by"),
		Threshold: e.threshold("threshold"),
		Assign:    oneOfTexts(e, "assign", Greedy, Optimal, ByKey, InOrder),
	}
}

func (p *parser) set(e *entry) *Set {
	s := &Set{Assign: oneOfTexts(e, "assign", Greedy, Optimal, ByKey, InOrder)}
	each := e.take("each")
	switch {
	case each == nil || each.value.kind == document.Missing:
	case each.value.kind == document.String:
		s.Match = p.comparator(e, each.value.text, each, nil)
	case each.value.kind == document.Object:
		s.Match = p.namedByObject(e, each)
	default:
		e.memberErrorf(each, "got %s, want a comparator: its name, or an object with match, the name, and its options", each.value.brief())
	}
	return s
}

// namedByObject reads a comparator whose name and options are in an object.
func (p *parser) namedByObject(e *entry, m *writtenMember) compare.Comparator {
	inner := newEntry(e.problems, strings.TrimPrefix(e.where+": "+m.as, ": "), &m.value)
	match, ok := inner.typed("match", document.String)
	if !ok {
		if !slices.ContainsFunc(m.value.members, func(m writtenMember) bool { return m.key == "match" }) {
			e.memberErrorf(m, "the object has no match, the name of a comparator")
		}
		return nil
	}
	c := p.comparator(inner, match.value.text, &match, p.options(inner, match.value.text))
	inner.refuseRest()
	return c
}

// options takes the options of a comparator out of an entry, for a comparator
// of the user's all that is left.
func (p *parser) options(e *entry, name string) []writtenMember {
	var options []writtenMember
	known, ok := compare.Options(name)
	if _, custom := p.custom[name]; custom || !ok {
		options, e.left = e.left, nil
		return options
	}
	for _, o := range known {
		if m := e.take(o.Key); m != nil {
			options = append(options, *m)
		}
	}
	return options
}

// comparator makes a comparator; match is what names it, nil if nothing does.
func (p *parser) comparator(e *entry, name string, match *writtenMember, options []writtenMember) compare.Comparator {
	if !p.knows(name) {
		hint := ""
		if p.tags {
			hint = "; Spec.With sets a comparator of your own"
		}
		valid := p.matches()
		e.errorf(match.value.at, e.where, "Invalid match type: %s; valid are %s%s%s", shorten(name), strings.Join(valid, ", "), hint, p.didYouMean(name, valid))
		return nil
	}
	for i := range options {
		if options[i].value.kind == document.Missing {
			return nil
		}
	}
	c, err := compare.Parse(name, appendObject(nil, options), p.custom)
	wrong := p.optionErrors(e, match, options, err)
	if len(wrong) > 0 {
		// Values are looked at once all keys and types are right.
		options = slices.DeleteFunc(slices.Clone(options), func(m writtenMember) bool { return slices.Contains(wrong, m.key) })
		_, more := compare.Parse(name, appendObject(nil, options), p.custom)
		p.optionErrors(e, match, options, more)
	}
	if err != nil {
		return nil
	}
	return c
}

// optionErrors reports what compare.Parse says, and returns the keys of the
// options that it is about.
func (p *parser) optionErrors(e *entry, match *writtenMember, options []writtenMember, err error) (wrong []string) {
	for _, one := range flatten(err) {
		if key := p.optionError(e, match, options, one); key != "" {
			wrong = append(wrong, key)
		}
	}
	return wrong
}

func (p *parser) knows(name string) bool {
	_, ok := p.custom[name]
	return ok || slices.Contains(compare.Names(), name)
}

// matches returns all that a field's match may be.
func (p *parser) matches() []string {
	names := append(compare.Names(), matchList, matchSet)
	var custom []string
	for name := range p.custom {
		if !slices.Contains(names, name) {
			custom = append(custom, name)
		}
	}
	slices.Sort(custom)
	return append(names, custom...)
}

// optionError reports one error at the option that it is about, by its key such
// as each.threshold, else at the name of the comparator. It returns the key of
// the outermost option.
func (p *parser) optionError(e *entry, match *writtenMember, options []writtenMember, err error) (key string) {
	at := e.at
	if match != nil {
		at = match.value.at
	}
	var o *compare.OptionError
	if !errors.As(err, &o) {
		e.errorf(at, e.where, "%s", strings.TrimPrefix(err.Error(), "compare: "))
		return ""
	}
	var as []string
	object := written{members: options}
	for step := range strings.SplitSeq(o.Key, ".") {
		m := object.member(step)
		if m == nil {
			break
		}
		if len(as) == 0 {
			key = m.key
		}
		at, as, object = m.value.at, append(as, m.as), m.value
	}
	if len(as) == 0 {
		e.errorf(at, e.where, "%s", o.Problem)
		return ""
	}
	e.errorf(at, e.where, "%s: %s", strings.Join(as, "."), o.Problem)
	return key
}

// flatten returns the errors that are joined in err.
func flatten(err error) []error {
	switch joined := err.(type) {
	case nil:
		return nil
	case interface{ Unwrap() []error }:
		var errs []error
		for _, one := range joined.Unwrap() {
			errs = append(errs, flatten(one)...)
		}
		return errs
	}
	return []error{err}
}
