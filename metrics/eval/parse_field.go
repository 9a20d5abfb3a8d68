package eval

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/internal/reading"
)

// parser reads the fields of a spec file, or the options of tags.
type parser struct {
	spectext.Comparators
	lenientPaths bool
	data         []byte // the text, for the columns of rules
	dir          string // that files are relative to, "" for none

	lines   map[string]int // of fields by attribute, if they are asked for
	rules   map[string]int // of invariants by name, likewise
	leftOut []*spectext.Error
}

// fields reads a list of fields. Their attributes start with prefix.
func (p *parser) fields(list spectext.Member, prefix string) []Field {
	var fields []Field
	seen := make(map[string]spectext.Position)
	for i := range list.Value.Items {
		v := &list.Value.Items[i]
		f := p.field(v, prefix)
		fields = append(fields, f)
		path, err := document.ParsePath(f.Path)
		if err != nil {
			continue // reported, or taken as missing
		}
		if first, ok := seen[path.String()]; ok {
			p.Errorf(v.At, fieldLabel(prefix, f.Path), "it appears twice, first at %d:%d", first.Line, first.Column)
			continue
		}
		seen[path.String()] = v.At
	}
	return fields
}

// field reads a field: an object, or a path alone.
func (p *parser) field(v *spectext.Value, prefix string) Field {
	switch v.Kind {
	case document.String:
		p.checkPath(v, fieldLabel(prefix, v.Text), v.Text)
		p.noteLine(v.At, prefix, v.Text)
		return Field{Path: v.Text}
	case document.Object:
	default:
		if v.Kind != document.Missing {
			p.Errorf(v.At, "", "got %s, want a field: a path, or an object that has one", v.Brief())
		}
		return Field{}
	}
	e := spectext.NewEntry(&p.Problems, "", v)
	pathKey, ok := e.EvaluatorType()
	if !ok {
		return Field{}
	}
	hasPath := e.Has("path")
	path, ok := e.Typed("path", document.String)
	if ok {
		e.Where = fieldLabel(prefix, path.Value.Text)
	}
	f := Field{Path: path.Value.Text}
	p.noteLine(e.At, prefix, f.Path)
	p.parseRule(e, e.Take("match"), &f)
	if ok && (f.Path != "" || f.isLeaf()) {
		p.checkPath(&path.Value, e.Where, f.Path)
	}
	if f.Map != nil {
		inner := e.Array("fields")
		if f.Map.Fields = p.fields(inner, paths.Join(prefix, f.Path)+paths.Members); len(f.Map.Fields) > 0 && f.Map.Match != nil {
			e.MemberErrorf(&inner, "a map has either each, for values that are compared as a whole, or fields")
		}
	}
	if f.List != nil {
		e.Rename("score_fields", "fields")
		items := paths.Join(prefix, f.Path) + "[]"
		f.List.Fields = p.fields(e.Array("fields"), items)
		for _, key := range f.List.By {
			p.noteLine(e.At, items, key) // unless it is one of the fields
		}
	}
	if f.Sections != nil {
		p.classes(e, f.Sections, paths.Join(prefix, f.Path)+"[]")
	}
	if !hasPath && !e.Misspells(pathKey, "path") {
		e.Errorf(e.At, "", "the field has no %q, which says where the value is", pathKey)
	}
	e.RefuseRest()
	return f
}

// noteLine notes where a field is written first.
func (p *parser) noteLine(position spectext.Position, prefix, path string) {
	if attribute := paths.Join(prefix, path); p.lines != nil && p.lines[attribute] == 0 {
		p.lines[attribute] = position.Line
	}
}

func fieldLabel(prefix, path string) string {
	return fmt.Sprintf("field %q", spectext.Shorten(paths.Join(prefix, path)))
}

func (p *parser) checkPath(v *spectext.Value, location, text string) {
	if p.lenientPaths {
		return
	}
	if _, problem := reading.ParsePath(text); problem != "" {
		p.Errorf(v.At, location, "%s", problem)
	}
}

// parseRule reads the keys of a field from an entry, without its path, its match and, if it is a list,
// its fields.
func (p *parser) parseRule(e *spectext.Entry, match *spectext.Member, f *Field) {
	if want, ok := e.Typed("expected_path", document.String); ok {
		f.WantPath = want.Value.Text
		p.checkPath(&want.Value, e.Where, f.WantPath)
	}
	f.Weight = e.Weight()
	f.Optional = e.Optional()
	f.Unscored = e.Flag("unscored")
	f.ZeroIsEmpty = e.Flag("zero_is_empty")
	f.Absent = e.Flag("absent")
	f.AbsentWords = e.Words("absent_words")
	f.Decides = e.Texts("decides")

	switch {
	case match == nil && (e.Has("classes") || e.Has("scores")):
		f.Match = p.Comparator(e, "class", nil, p.Options(e, "class"))
	case match == nil:
		if options := p.Options(e, "exact"); len(options) > 0 {
			f.Match = p.Comparator(e, "exact", nil, options)
		}
	case match.Value.Kind == document.Object:
		f.Match = p.NamedByObject(e, match)
	case match.Value.Kind != document.String:
		if match.Value.Kind != document.Missing {
			e.MemberErrorf(match, "got %s, want the name of a comparator", match.Value.Brief())
		}
		e.Left = nil // their meaning is unknown
	case match.Value.Text == spectext.MatchList:
		f.List = p.parseList(e)
	case match.Value.Text == spectext.MatchSet:
		f.Set = &Set{Assign: spectext.OneOfTexts(e, "assign", Greedy, Optimal, ByKey, InOrder), Match: p.parseEach(e)}
	case match.Value.Text == spectext.MatchMap:
		f.Map = &Map{Match: p.parseEach(e), Fold: e.Flag("fold")}
	case match.Value.Text == spectext.MatchSections:
		f.Sections = &Sections{Class: e.Text("class_key"), Pages: e.Text("pages_key"), Other: e.Text("other")}
	default:
		f.Match = p.Comparator(e, match.Value.Text, match, p.Options(e, match.Value.Text))
	}
}

func (p *parser) parseList(e *spectext.Entry) *List {
	e.Rename("match_fields", "by")
	return &List{
		By:        e.Texts("by"),
		Threshold: e.Threshold("threshold"),
		Assign:    spectext.OneOfTexts(e, "assign", Greedy, Optimal, ByKey, InOrder),
	}
}

// parseEach reads the comparator of the elements of a set or map.
func (p *parser) parseEach(e *spectext.Entry) compare.Comparator {
	each := e.Take("each")
	switch {
	case each == nil || each.Value.Kind == document.Missing:
	case each.Value.Kind == document.String:
		return p.Comparator(e, each.Value.Text, each, nil)
	case each.Value.Kind == document.Object:
		return p.NamedByObject(e, each)
	default:
		e.MemberErrorf(each, "got %s, want a comparator: its name, or an object with match, the name, and its options", each.Value.Brief())
	}
	return nil
}

// classes reads the fields of the sections of each class.
func (p *parser) classes(e *spectext.Entry, s *Sections, items string) {
	p.noteLine(e.At, items, s.classKey())
	p.noteLine(e.At, items, s.pagesKey())
	m, ok := e.Typed("classes", document.Object)
	if !ok || len(m.Value.Members) == 0 {
		e.Errorf(e.At, e.Where, "the sections have no classes; write classes: {invoice: {fields: [total]}, letter: {}}")
		return
	}
	s.Classes = make(map[string][]Field, len(m.Value.Members))
	for i := range m.Value.Members {
		class := &m.Value.Members[i]
		if class.Value.Kind != document.Object {
			if class.Value.Kind != document.Missing {
				e.MemberErrorf(class, "got %s, want the fields of the class, {fields: [total]}, or {} for none", class.Value.Brief())
			}
			continue
		}
		entry := spectext.NewEntry(&p.Problems, fmt.Sprintf("%s: class %q", e.Where, spectext.Shorten(class.Key)), &class.Value)
		prefix := paths.Join(items, s.Attribute(class.Key, ""))
		s.Classes[class.Key] = p.fields(entry.Array("fields"), prefix)
		for _, f := range s.Classes[class.Key] { // whose attribute may begin with the class only once
			p.noteLine(spectext.Position{Line: p.lines[paths.Join(prefix, f.Path)]}, items, s.Attribute(class.Key, f.Path))
		}
		entry.RefuseRest()
	}
}

// ParseSpecFile is [ParseSpec] for the text of a file. The file may name the files of the schemas of its invariants,
// relative to its folder. The source is for messages about the spec.
func ParseSpecFile(path string, data []byte, custom map[string]func(config json.RawMessage) (compare.Comparator, error)) (Spec, SpecSource, error) {
	p := parser{Comparators: spectext.Comparators{Custom: custom}, dir: filepath.Dir(path), data: data, lines: map[string]int{}, rules: map[string]int{}}
	s, err := p.parse()
	if err != nil {
		return Spec{}, SpecSource{}, err
	}
	return s, SpecSource{Name: path, Lines: p.lines, Rules: p.rules, LeftOut: p.leftOut}, nil
}

// SpecSource holds facts about the text of a spec that the [Spec] does not keep. Name is the name of the file. Lines
// are the lines of the fields by attribute, and Rules the lines of the invariants by name. LeftOut are the parts of an
// AgentV file that have no place in a spec. It is the zero value for a spec without a text.
type SpecSource = spectext.Source
