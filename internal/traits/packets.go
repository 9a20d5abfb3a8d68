package traits

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/sections"
	"github.com/extracteval/extracteval/report"
)

// Packet says how the truth and the answer of a case divide one packet.
type Packet struct {
	Path      string    // "packet"; "(document)" for a packet at the top
	Class     string    // the attribute of the class of its sections, "packet[].class"
	Starts    string    // the attribute of their starts, "packet.starts"
	Want, Got []Section // in the order of the arrays
	// Pages are the pages of these sections, ascending. Their Want and Got are indices in Want and Got.
	Pages []sections.Page
	// Unkept is the number of sections whose pages are not in Pages: the record does not keep them, or all sections
	// together have more than 100,000 pages. A page without a section on one side may then be in one of these sections.
	Unkept int
	// All is the number of pages of the packet, kept or not.
	All int
	// Withheld says that the record withholds pages.
	Withheld bool
}

// Section is a section of one side.
type Section struct {
	Index   int    // index in the array
	Class   string // safe to print, cut to 40 characters; "" for no class and for a hidden one
	Hidden  bool   // the class is withheld, or not kept
	Pages   []int  // ascending, each once
	Leaves  []int  // the numbers of its values in [report.Case].Fields
	Values  []int  // the Leaves without class and pages
	Partner int    // the Index of the section that it is paired with, -1 for none
	// WrongClass says that its partner has another class.
	WrongClass bool
	// Right says that its partner has the same pages and the same class, and that no other section of the answer has one of
	// these pages.
	Right bool

	value document.Value // the value of its pages
	seen  bool           // the record has a value of its pages
	lost  bool           // the record has not kept that value whole
}

const (
	maxPages = 100_000 // of a packet
	maxClass = 40      // characters of a class

	// The rows of single pages and of starts, after the path of the packet.
	pagesRow  = "pages"
	startsRow = "starts"
)

// HasPackets reports whether a case with these counts has a packet.
func HasPackets(rows []metrics.Row) bool { return len(fieldsOf(rows)) > 0 }

// PacketsOf returns the packets of a case, in the order of the spec. It leaves out packets without sections in the record.
func PacketsOf(c *report.Case) (all []Packet) {
	for _, f := range fieldsOf(c.Counts) {
		if p := f.readPacket(c); len(p.Want)+len(p.Got) > 0 {
			all = append(all, p)
		}
	}
	return all
}

// field names a packet by its attributes.
type field struct{ path, items, class, pages string }

// fieldsOf finds packets by their rows: the row of a list, the rows of class and pages after it, and rows of its
// single pages and starts.
func fieldsOf(rows []metrics.Row) (all []field) {
	seen := map[string]bool{}
	for _, r := range rows {
		seen[r.Attribute] = true
	}
	for i, r := range rows {
		path, list := strings.CutSuffix(r.Attribute, "[]")
		if list && r.Items && i+2 < len(rows) && seen[paths.Join(path, pagesRow)] && seen[paths.Join(path, startsRow)] {
			all = append(all, field{path, r.Attribute, rows[i+1].Attribute, rows[i+2].Attribute})
		}
	}
	return all
}

func (f field) readPacket(c *report.Case) Packet {
	p := Packet{Path: cmp.Or(f.path, paths.Document), Class: f.class, Starts: paths.Join(f.path, startsRow)}
	got, want := map[int]*Section{}, map[int]*Section{}
	for i := range c.Fields {
		leaf := &c.Fields[i]
		if !strings.HasPrefix(leaf.Attribute, f.items+".") {
			continue
		}
		g, w := sectionAt(got, leaf.GotIndex, i), sectionAt(want, leaf.WantIndex, i)
		if g != nil && w != nil {
			g.Partner, w.Partner = w.Index, g.Index
		}
		noGot, noWant := leaf.Withheld()
		switch leaf.Attribute {
		case f.class:
			g.classed(leaf.Got, noGot)
			w.classed(leaf.Want, noWant)
			if g != nil && w != nil {
				g.WrongClass, w.WrongClass = !leaf.Outcome.Hit(), !leaf.Outcome.Hit()
			}
		case f.pages:
			if g != nil && w != nil {
				g.Right, w.Right = leaf.Outcome.Hit() && !g.WrongClass, leaf.Outcome.Hit() && !w.WrongClass
			}
			p.Withheld = g.paged(leaf.Got, noGot, leaf.Cut) || p.Withheld
			p.Withheld = w.paged(leaf.Want, noWant, leaf.Cut) || p.Withheld
		default:
			for _, s := range []*Section{g, w} {
				if s != nil {
					s.Values = append(s.Values, i)
				}
			}
		}
	}
	p.Got, p.Want = inOrder(got), inOrder(want)
	for _, row := range c.Counts {
		if row.Attribute == paths.Join(f.path, pagesRow) {
			p.All = row.Counts.Total()
		}
	}
	for i := range c.Alignments {
		if a := &c.Alignments[i]; a.Path == p.Path {
			p.Unkept = max(a.Paired+a.OnlyGot-len(p.Got), 0) + max(a.Paired+a.OnlyWant-len(p.Want), 0)
		}
	}
	p.divide(c.MoreFields > 0)
	return p
}

// sectionAt returns the section with the first of index, which it makes if it is new, and adds a leaf to it. It returns nil
// for no index.
func sectionAt(sections map[int]*Section, index []int, leaf int) *Section {
	if len(index) == 0 {
		return nil
	}
	s, ok := sections[index[0]]
	if !ok {
		s = &Section{Index: index[0], Hidden: true, Partner: none}
		sections[index[0]] = s
	}
	s.Leaves = append(s.Leaves, leaf)
	return s
}

func (s *Section) classed(value json.RawMessage, withheld bool) {
	if s == nil {
		return
	}
	if s.Hidden = withheld || words.IsHash(value); s.Hidden {
		return
	}
	if v, err := document.Parse(value); err == nil && !v.Empty() {
		s.Class = words.Visible(words.Excerpt(strings.TrimSpace(v.Text()), maxClass))
	}
}

// paged sets the pages of a section, and reports whether the record withholds them.
func (s *Section) paged(value json.RawMessage, withheld, cut bool) bool {
	if s == nil {
		return false
	}
	withheld = withheld || words.IsHash(value)
	s.seen, s.lost = true, cut || withheld
	if v, err := document.Parse(value); err == nil && !s.lost {
		s.value = v
	}
	return withheld
}

// inOrder returns sections by their indices.
func inOrder(sections map[int]*Section) []Section {
	return arithmetic.Each(slices.Sorted(maps.Keys(sections)), func(index int) Section { return *sections[index] })
}

// divide reads the pages of the sections, and compares them. In a whole record, a section without a value of pages has
// no pages. In a cut record, the pages may be among the values that are left out.
func (p *Packet) divide(cut bool) {
	left := maxPages
	divided := func(side []Section) (all []sections.Section) {
		values := make([]document.Value, len(side))
		for i := range side {
			values[i] = side[i].value
		}
		pages, _ := sections.ReadAll(values) // those that can be read
		for i := range side {
			s := &side[i]
			if left -= len(pages[i]); left < 0 || s.lost || !s.seen && cut {
				pages[i] = nil
				p.Unkept++
			}
			all = append(all, sections.Section{Class: s.Class, Pages: pages[i]})
			s.Pages = slices.Compact(slices.Sorted(slices.Values(pages[i])))
		}
		return all
	}
	got, want := divided(p.Got), divided(p.Want)
	c := sections.Compare(got, want)
	p.Pages = c.Pages
	for _, pair := range c.Pairs {
		if pair.Claimed {
			p.Got[pair.Got].Right, p.Want[pair.Want].Right = false, false
		}
	}
	p.All = max(p.All, len(p.Pages)) // the row leaves out pages without a class
}
