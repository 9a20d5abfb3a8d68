package preflight

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/preflight/internal/strictness"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Check gathers [Evidence]. It is not safe for concurrent use.
type Check struct {
	evidence   Evidence
	root       []*field
	byName     map[string]*field // leaves by attribute
	named      map[string]naming // place in the truth -> how the spec names it
	unnamed    map[string]Key    // the keys of truths that the spec does not name
	itself     *eval.Evaluator   // the spec, with Exact in place of costly comparators
	moved      bool              // a perfect answer differs from its truth in form
	seen       map[string]bool   // unnamed attributes of the present truth
	scores     bool              // the spec scores something
	infers     bool              // the spec names nothing
	places     []place           // places that rules name and fields do not
	answers    reflect.Type      // nil if unknown
	conflicts  []string          // of the truth that is examined; see [spectext.Omission.Conflict]
	orders     *Orders
	decides    bool                  // see Options
	results    int                   // the number of results that were compared
	agreements map[string]*agreement // attribute -> the agreement of answers with truths
	otherNames map[string]*Misnamed  // attributes that answers lack
	absences   strictness.Absences
	truths     strictness.Table
	forms      strictness.Forms
	ignored    []string // attributes of fields with match: ignore
	texts      dataset.CopyFinder
	sourced    *eval.Evaluator // has only the invariants that are InSource; nil without any
}

// field is a field of the spec with its evidence.
type field struct {
	Field
	spec       *eval.Field
	got, want  document.Path // nil when it cannot be read
	comparator compare.Comparator
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

// Options are the options of a [Check]. The zero value allows the Check to quote the data.
type Options struct {
	// OfType says that the fields come from a Go type, even if the spec no longer says so; see [eval.Spec].
	OfType bool
	// Notation is the way in which the spec is written, for advice.
	Notation spectext.Notation
	// Redacted leaves names and values of truths out of the evidence.
	Redacted bool
	// Decides says that the truths of the Check decide what the spec leaves open, as those of a suite do.
	Decides bool
	// Answers is the Go type of answers, nil if unknown. Invariants may name its fields.
	Answers reflect.Type
}

// New returns a Check of the spec of an evaluator.
func New(e *eval.Evaluator, o Options) (*Check, error) {
	spec := e.Spec()
	own := spec.Replaced(func(_ string, m compare.Comparator) compare.Comparator { return strictness.Cheap(m) })
	own.Invariants = slices.DeleteFunc(slices.Clone(spec.Invariants), func(inv eval.Invariant) bool { return inv.Func != nil })
	itself, err := own.Compile()
	if err != nil {
		return nil, fmt.Errorf("preflight: %w", err)
	}
	c := &Check{
		evidence: Evidence{OfType: o.OfType || spec.OfType, Notation: o.Notation, Redacted: o.Redacted},
		byName:   map[string]*field{}, agreements: map[string]*agreement{}, otherNames: map[string]*Misnamed{}, named: map[string]naming{}, unnamed: map[string]Key{}, seen: map[string]bool{},
		itself: itself, infers: len(spec.Fields) == 0, decides: o.Decides, answers: o.Answers,
	}
	c.orders = NewOrders(own)
	c.root = c.fields(own.Fields, level{words: own.AbsentWords})
	if err := c.rules(own.Invariants, o.Answers); err != nil {
		return nil, fmt.Errorf("preflight: %w", err)
	}
	own.Fields = spec.Fields // the InSource invariants need their comparators, which are not called
	own.Invariants = slices.DeleteFunc(slices.Clone(own.Invariants), func(inv eval.Invariant) bool { return !inv.InSource })
	if len(own.Invariants) > 0 {
		if c.sourced, err = own.Compile(); err != nil {
			return nil, fmt.Errorf("preflight: %w", err)
		}
	}
	c.scores = c.infers || slices.ContainsFunc(c.root, func(f *field) bool { return !f.Unscored })
	return c, nil
}

// Part says that the evidence covers one shard of the given number of shards; 1 means the whole data set. Without Part,
// the evidence is never whole.
func (c *Check) Part(total int) { c.evidence.Parts, c.evidence.Of = 1, total }

// fields prepares the fields of a document or of the items of a list.
func (c *Check) fields(specs []eval.Field, parent level) []*field {
	var fields []*field
	for i := range specs {
		s := &specs[i]
		want, path := parent.want, s.Path
		if parent.paths != nil {
			path = parent.paths[i]
		}
		if s.Match != nil && compare.Name(s.Match) == "ignore" {
			c.addName(paths.Join(want, cmp.Or(s.WantPath, s.Path)), covers)
			c.ignored = append(c.ignored, paths.Join(parent.got, path))
			continue
		}
		f := &field{spec: s, gotPlace: paths.Join(parent.got, path), Field: Field{
			Attribute: paths.Join(parent.attribute, s.Path), Want: paths.Join(want, cmp.Or(s.WantPath, s.Path)),
			Kind: "leaf", Optional: s.Optional, Unscored: s.Unscored || parent.unscored, Absent: s.Absent,
		}}
		absent := paths.InheritedWords(s.AbsentWords, parent.words)
		f.words, f.got, f.want = paths.AbsentWordsOf(s.Match, absent), parse(path), parse(cmp.Or(s.WantPath, s.Path))
		c.moved = c.moved || !slices.Equal(f.got, f.want)
		if f.got == nil || f.want == nil {
			continue // the spec has LenientPaths, and each result has a warning
		}
		fields = append(fields, f)
		inner, mark := s.Items()
		match, each := s.Elements()
		switch {
		case mark != "":
			if f.Kind = "list"; s.Map != nil {
				f.Kind = "map"
			}
			if len(inner) == 0 {
				c.addName(f.Want, covers)
			} else {
				c.addName(f.Want+mark, descends)
			}
			f.items = c.fields(inner, level{attribute: f.Attribute + mark, got: f.gotPlace + mark, want: f.Want + mark, unscored: f.Unscored, words: absent})
			if s.Map != nil {
				break
			}
			f.items = append(f.items, c.byFields(s.List, f)...)
			if len(s.List.By) > 0 && !paths.InItems(f.Attribute) {
				f.Pairing = &Pairing{By: strings.Join(s.List.By, ", ")}
			}
		case s.Sections != nil:
			f.Kind = "sections"
			c.addName(f.Want+"[]", descends)
			for _, class := range append([]string{""}, slices.Sorted(maps.Keys(s.Sections.Classes))...) {
				c.class(f, class, absent)
			}
		case each != "":
			if f.Kind = "set"; s.Map != nil {
				f.Kind = "map"
			}
			c.addName(f.Want, covers)
			c.prepare(f, f.Attribute+each, match)
		default:
			c.addName(f.Want, covers)
			if place, err := paths.ParseAttribute(f.gotPlace); err == nil && c.answers != nil {
				f.omission = spectext.OmissionOf(c.answers, place)
			}
			f.page = paths.PageOf(s.Match)
			for _, place := range f.page.Places(f.want) {
				c.addName(paths.Join(want, place.String()), covers)
			}
			c.prepare(f, f.Attribute, s.Match)
		}
		if f.Want == f.Attribute {
			f.Want = ""
		}
	}
	return fields
}

// class adds the fields of the sections of a class, or the fields of all sections for "".
func (c *Check) class(f *field, class string, absent []string) {
	named := f.spec.Sections.Named(class)
	items := level{attribute: f.Attribute + "[]", got: f.gotPlace + "[]", want: f.Want + "[]", unscored: f.Unscored, words: absent}
	for i := range named {
		if class == "" {
			items.paths = append(items.paths, named[i].Path)
		} else {
			items.paths = append(items.paths, f.spec.Sections.Classes[class][i].Path)
		}
	}
	fields := c.fields(named, items)
	for _, field := range fields {
		field.class = class
	}
	f.items = append(f.items, fields...)
}

// holds reports whether an item of the truth may have a field of the items.
func (f *field) holds(inner *field, item document.Value) bool {
	if inner.class == "" {
		return true
	}
	class, _ := f.spec.Sections.Of(item)
	return class == inner.class
}

// byFields marks the fields that match items, and returns the match fields that the spec does not compare.
func (c *Check) byFields(list *eval.List, parent *field) (others []*field) {
	for _, path := range list.By {
		if i := slices.IndexFunc(parent.items, func(f *field) bool { return f.spec.Path == path }); i >= 0 {
			parent.items[i].By = true
			continue
		}
		f := &field{spec: &eval.Field{Path: path}, gotPlace: parent.gotPlace + "[]." + path, Field: Field{Attribute: parent.Attribute + "[]." + path, Want: parent.place() + "[]." + path, Kind: "by", By: true}}
		if f.got, f.want = parse(path), parse(path); f.want == nil {
			continue
		}
		c.addName(f.Want, covers)
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

func (c *Check) prepare(f *field, attribute string, match compare.Comparator) {
	f.Match = compare.Name(match)
	if _, ok := match.(compare.Alternatives); ok {
		c.moved = true
	}
	if prepared, err := compare.Prepare(compare.InOrder(match, c.orders.orders[attribute])); err == nil && match != nil {
		f.comparator = prepared
	}
	f.Times = timesOf(match)
	c.byName[attribute] = f
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
func (c *Check) addName(attribute string, use naming) {
	path, err := paths.ParseAttribute(attribute)
	if err != nil {
		return
	}
	for _, elements := range []bool{false, true} {
		prefix := ""
		for _, step := range path {
			c.named[prefix] = max(c.named[prefix], descends)
			switch {
			case step.AllMembers():
				prefix += paths.Members
			case step.AllItems() || step.Index >= 0 && (elements || step.Bracket):
				prefix += "[]"
			default:
				prefix = paths.Member(prefix, step.Key)
			}
		}
		if use == covers && c.named[prefix] == 0 {
			c.named[prefix] = covers
		} else if use == descends {
			c.named[prefix] = descends
		}
	}
}

// Evidence returns the evidence gathered so far.
func (c *Check) Evidence() Evidence {
	e := c.evidence
	var flat func(fields []*field)
	flat = func(fields []*field) {
		for _, f := range fields {
			own := f.Field
			if own.Times == timesOpen {
				own.Times = ""
				if c.decides && c.orders.clocks[own.ordered()].notation() == timesDay {
					own.Times = timesDay
				}
			}
			own.Examples = slices.Clone(own.Examples)
			own.Advice, own.Other, own.Default, own.Fits = added(nil, own.Advice), added(nil, own.Other), added(nil, own.Default), added(nil, own.Fits)
			own.Pairing = own.Pairing.clone()
			if e.Redacted {
				own.Examples, own.MissedNote, own.MissedAt = nil, "", Example{}
			}
			e.Fields = append(e.Fields, own)
			flat(f.items)
		}
	}
	flat(c.root)
	e.Invariants = slices.Clone(e.Invariants)
	for i := range e.Invariants {
		v := &e.Invariants[i]
		v.Examples, v.Names, v.Answers, v.Near = slices.Clone(v.Examples), maps.Clone(v.Names), maps.Clone(v.Answers), maps.Clone(v.Near)
		if e.Redacted {
			v.Examples = nil
		}
	}
	e.Orders = c.orders.evidence(e.Redacted)
	for _, attribute := range slices.Sorted(maps.Keys(c.agreements)) {
		e.Compared = append(e.Compared, c.agreements[attribute].tried(attribute))
	}
	for _, attribute := range slices.Sorted(maps.Keys(c.otherNames)) {
		e.Misnamed = append(e.Misnamed, Misnamed{Attribute: attribute}.merge(*c.otherNames[attribute])) // a copy
	}
	e.setUnnamed(c.unnamed)
	e.Absences, e.Alike, e.Forms = c.absences.Counts(), c.truths.Counts(), c.forms.Plus(nil)
	if copies := c.texts.Found(); copies.Pairs > 0 {
		e.NearCopies = &copies
	}
	return e
}
