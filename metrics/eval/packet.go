package eval

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/internal/reading"
)

// Sections makes a field a packet: a list of the documents in one file, each with its class, its pages
// ([sections.ReadPages]) and the fields of its class:
//
//	{"packet": [{"class": "invoice", "pages": "1-3,7", "total": 12}, {"class": "letter", "pages": [4, 5], "sender": "A"}]}
//
// Sections of truth and answer are paired by the pages that they share, see [sections.Compare]. A section that shares
// no page with a section of the other side has no partner, whatever its class. These are the attributes of a packet:
//
//	packet[]                 sections that are paired, missing or invented
//	packet[].class           the class of a section, compared by [compare.Class]
//	packet[].pages           its pages: a match if both have the same, in any order. The score is their Jaccard index:
//	                         the pages that both have, divided by the pages that either has
//	packet[].invoice.total   a field of the sections that are invoices in the truth or, if a section is invented, in the
//	                         answer. The Path of such a leaf is its place, packet[2].total. If the path begins with the
//	                         class, the class is not repeated: invoice.total in
//	                         {"class": "invoice", "invoice": {"total": 12}}
//	packet.pages             the class of each page, unscored: missing if no section of the answer has the page,
//	                         hallucinated if no section of the truth has it. Path is packet.pages[7] for page 7. If
//	                         several sections of the answer have the page, each has to be of its class
//	packet.starts            each page on which a section starts, unscored: missing if only the truth starts a section
//	                         there, invented if only the answer does. The first page of the truth does not count as a start
//
// The last two are rows of items, which no average includes. The score of a packet is the score of a list: the mean of
// the leaves of its sections. [Packet] says how the packet as a whole was divided.
//
// In the truth these are errors: a section without pages, pages that cannot be read, a page in two sections or twice in
// one, and a section whose class is not among Classes, unless Other is set. In an answer, pages that cannot be read
// make the pages of the section wrong, a warning says why, and the section keeps the pages that can be read. A page in
// two sections of an answer is also a warning; [sections.Compare] says how it counts. A class in an answer that is not
// among Classes has the tag "not a class", unless Other is set. The other values of such a section, if it is invented,
// count only under [Spec].Strict. Sections may not stand in lists.
type Sections struct {
	// Class and Pages are the keys of a section's class and of its pages. Default: "class" and "pages".
	Class, Pages string
	// Classes has the fields of the sections of each class. A class may have none.
	Classes map[string][]Field
	// Other is one of Classes. Its fields are also the fields of sections whose class is not among Classes, and of
	// sections without a class. Without Other, such a section in the truth is an error.
	Other string
}

// The rows of single pages and of the starts of sections, after the attribute of the packet.
const (
	pagesRow  = "pages"
	startsRow = "starts"
)

func (s *Sections) classKey() string { return cmp.Or(s.Class, "class") }
func (s *Sections) pagesKey() string { return cmp.Or(s.Pages, "pages") }

// names returns the classes, sorted.
func (s *Sections) names() []string { return slices.Sorted(maps.Keys(s.Classes)) }

// class returns the comparator of the classes of two sections, or of two pages.
func (s *Sections) class() compare.Class {
	if s.Other != "" {
		return compare.Class{}
	}
	return compare.Class{Classes: s.names()}
}

// Of returns the class whose fields a section has. ok is false if the class of the section is not among Classes and
// Other is not set.
func (s *Sections) Of(section document.Value) (class string, ok bool) {
	path, _ := reading.ParsePath(s.classKey())
	r := reading.SectionReader{Class: path, Classes: s.names(), Other: s.Other}
	return r.Of(section)
}

// Named returns the fields of the sections of a class or, for "", the fields of every section: its class and its pages.
// Path is the attribute of the field without the beginning "packet[].", and WantPath is its path in a section of the
// truth.
func (s *Sections) Named(class string) (fields []Field) {
	own := s.Classes[class]
	if class == "" {
		own = s.fields("")
		own[1].Match = compare.Exact{} // callers get Exact for the pages, not the internal SamePages
	}
	for _, f := range own {
		f.Path, f.WantPath = s.Attribute(class, f.Path), inWant(&f)
		fields = append(fields, f)
	}
	return fields
}

// fields returns the fields of a section of a class: the class, the pages, and the fields in Classes.
func (s *Sections) fields(class string) []Field {
	return append([]Field{{Path: s.classKey(), Match: s.class()}, {Path: s.pagesKey(), Match: reading.SamePages{}}}, s.Classes[class]...)
}

// Attribute returns the attribute of a field of the sections of a class, without the beginning "packet[].".
func (s *Sections) Attribute(class, path string) string {
	if class == "" {
		return path
	}
	step := document.Path{{Key: class, Index: -1}}.String()
	if rest, ok := strings.CutPrefix(path, step); ok && rest != "" && rest[0] == '.' || path == s.classKey() || path == s.pagesKey() {
		return path
	}
	return paths.Join(step, path)
}

// plain returns the fields as [Spec.Plain] does.
func plain(fields []Field) (all []Field) {
	for _, f := range fields {
		s := f.Sections
		f.Sections = nil
		if s == nil {
			all = append(all, f)
			continue
		}
		f.List = &List{Fields: s.Named("")}
		for _, class := range s.names() {
			f.List.Fields = append(f.List.Fields, s.Named(class)...)
		}
		all = append(all, f,
			Field{Path: paths.Join(f.Path, pagesRow), Match: s.class(), Unscored: true},
			Field{Path: paths.Join(f.Path, startsRow), Match: compare.Exact{}, Unscored: true})
	}
	return all
}

// Plain returns the fields of the spec with their attributes as paths: a field with [Sections] becomes a [List] whose
// fields have paths such as invoice.total, followed by the fields "pages" and "starts". These paths do not lead to
// values in documents: for that, use Fields.
func (s Spec) Plain() []Field { return plain(s.Fields) }

// packed is the compiled form of [Sections].
type packed struct {
	reading.SectionReader
	groups map[string]*group // by class; "" for sections of no class
	page   field             // the field of the class of each page
	starts int               // the row of the starts
}

// sections compiles the sections of a field.
func (c *compiler) sections(f *field, s *Sections, parent scope) *packed {
	names, count := s.names(), len(c.errs)
	p := &packed{SectionReader: reading.SectionReader{Classes: names, Other: s.Other}, groups: map[string]*group{}}
	fail := func(format string, args ...any) { c.errorf(inField(f.attribute), format, args...) }
	var wrong [2]string
	p.Class, wrong[0] = reading.ParsePath(s.classKey())
	p.Pages, wrong[1] = reading.ParsePath(s.pagesKey())
	match := s.class()
	_, err := compare.Prepare(compare.Class{Classes: names})
	switch {
	case parent.got != "":
		fail("a list cannot contain sections: a document is one packet; compare them as a list here")
	case wrong[0]+wrong[1] != "":
		fail("the keys of its sections: %s", cmp.Or(wrong[0], wrong[1]))
	case len(names) == 0:
		fail("its sections have no classes; name those of the packet, with the fields of each")
	case err != nil:
		fail("%w", err)
	case s.Other != "" && !slices.Contains(names, s.Other):
		fail("the class of all others is %q, which is not one of the classes%s", s.Other, words.Hint(s.Other, names))
	}
	if len(c.errs) > count {
		return p
	}
	f.row = c.addRow(f.attribute+"[]", true, f.unscored)
	inside := scope{got: f.attribute + "[]", place: f.Place + "[]", want: f.InTruth + "[]", unscored: f.unscored, words: f.absent, sections: s}
	for _, class := range names {
		inside.class = class
		g := c.group(s.fields(class), inside)
		p.groups[class] = g
		seen := map[string]bool{}
		for i := range g.fields {
			if name := g.fields[i].attribute; seen[name] && len(c.errs) == count {
				c.errorf(inField(name), "two fields of the class %q have this name; give the class another one", class)
			} else {
				seen[name] = true
			}
		}
	}
	p.groups[""] = c.group(s.fields(""), inside)
	p.page = field{attribute: paths.Join(f.attribute, pagesRow), unscored: true, weight: 1, written: match, unprinted: true}
	p.page.Match = c.comparator(f.attribute, match)
	p.page.row = c.addRow(p.page.attribute, true, true)
	p.starts = c.addRow(paths.Join(f.attribute, startsRow), true, true)
	return p
}

// fullName returns the attribute of a field of the group, without the beginning in.got.
func (s scope) fullName(path string) string {
	if s.sections == nil {
		return path
	}
	return s.sections.Attribute(s.class, path)
}

// isOpen reports whether the group of a class is open.
func (p *packed) isOpen() bool {
	return p != nil && slices.ContainsFunc(p.Classes, func(class string) bool { return p.groups[class] != nil && p.groups[class].open })
}
