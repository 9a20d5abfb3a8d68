package eval

import (
	"slices"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// invariants returns the invariants of the spec. An InSource without Paths gets the paths of all compared fields.
func (s Spec) invariants() []Invariant {
	list := slices.Clone(s.Invariants)
	for i := range list {
		if inv := &list[i]; inv.InSource && len(inv.Paths) == 0 {
			inv.Paths = s.compared()
		}
	}
	return list
}

// compared returns the attributes of the fields that are compared, by their places in answers. It leaves out names that
// cannot be read as attributes.
func (s Spec) compared() (names []string) { return compared(nil, s.Fields, "") }

func compared(names []string, fields []Field, prefix string) []string {
	for name, f := range eachField(fields, prefix, inGot) {
		match, mark := f.Elements()
		items, ofItems := f.Items()
		if mark == "" {
			match = f.Match
		}
		switch {
		case f.Sections != nil:
			for _, class := range f.Sections.names() {
				names = compared(names, f.Sections.Classes[class], name+paths.Items)
			}
			continue
		case len(items) > 0:
			continue
		}
		name += mark + ofItems
		if _, err := document.ParseAttribute(name); err == nil && (match == nil || compare.Name(match) != "ignore") && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// readerOf says how rules read the values of an attribute.
func (c *compiler) readerOf(attribute string) invariant.Reader {
	return invariant.Reader{Match: c.spec.comparatorOf(attribute), Words: c.emptied[attribute]}
}

// comparatorOf returns the comparator by which rules read the values of an attribute, nil without one.
func (s Spec) comparatorOf(attribute string) compare.Comparator {
	for name, match := range s.Leaves() {
		if name == attribute && match != nil && compare.Name(match) != "ignore" {
			return compare.InOrder(match, s.DateOrders[attribute])
		}
	}
	if order := s.DateOrders[attribute]; order != "" {
		return compare.InOrder(compare.Auto{}, order)
	}
	return nil
}
