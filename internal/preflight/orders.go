package preflight

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Orders looks for the order that the dates in numbers of each attribute have. It does not evaluate
// the truths. It is not safe for concurrent use.
type Orders struct {
	fields      []*branch
	infers      bool // the spec has no fields
	orders      map[string]string
	byAttribute map[string]*Order
	clocks      map[string]*clocks // of each compare.Time
}

// NewOrders returns the Orders of a spec. The spec must compile.
func NewOrders(spec eval.Spec) *Orders {
	o := &Orders{infers: len(spec.Fields) == 0, orders: spec.DateOrders, byAttribute: map[string]*Order{}, clocks: map[string]*clocks{}}
	o.fields = branches(spec.Fields, "", false, o.isDated)
	return o
}

// isDated reports whether a field may have dates in numbers.
func (o *Orders) isDated(b *branch, _ bool) bool {
	if b.list {
		return true
	}
	b.match = cmp.Or(b.match, compare.Comparator(compare.Auto{}))
	b.auto = !b.set && b.match == compare.Comparator(compare.Auto{})
	b.match = compare.InOrder(b.match, o.orders[b.attribute])
	if order, _ := compare.DateOrder(b.match); order == "" {
		return false
	}
	var err error
	b.prepared, err = compare.Prepare(b.match)
	return err == nil
}

// Add looks at one more truth; location is as in [Check.Add].
func (o *Orders) Add(location string, truth document.Value) {
	if o.infers {
		o.addAll("", truth, location)
		return
	}
	search(o.fields, truth, func(b *branch, v document.Value) {
		switch {
		case b.list && b.mark == paths.Members:
			for _, item := range paths.Inside(v, b.mark) {
				o.addAll(b.attribute+b.mark, item, location)
			}
		case b.list, b.auto && v.Kind() == document.Array:
			o.addAll(b.attribute, v, location)
		default:
			o.addReading(b.attribute, b.match, b.prepared, v, location)
		}
	})
}

// addAll examines every text of the values that a spec leaves to the truth.
func (o *Orders) addAll(prefix string, v document.Value, location string) {
	switch v.Kind() {
	case document.Object:
		for key, member := range v.Members() {
			o.addAll(paths.Member(prefix, key), member, location)
		}
	case document.Array:
		for _, item := range v.Items() {
			o.addAll(prefix+"[]", item, location)
		}
	case document.String:
		match := compare.InOrder(compare.Auto{}, o.orders[prefix])
		o.addReading(prefix, match, match, v, location)
	}
}

// maxDated is the most attributes that are examined: a map may have a key for each document.
const maxDated = 1000

func (o *Orders) addReading(attribute string, match, prepared compare.Comparator, v document.Value, location string) {
	r, ok := compare.Read(prepared, v)
	if _, isTime := match.(compare.Time); isTime && r.OK {
		o.countClock(attribute, r.TimeOfDay)
	}
	if !ok || len(r.Orders) == 0 {
		return
	}
	owner := o.order(attribute, match)
	if owner == nil {
		return
	}
	if r.Ambiguous {
		owner.Ambiguous++
	}
	example := Example{Where: location, Value: words.Excerpt(v.RawText(), maxValue)}
	for i, order := range dateOrders {
		c := &owner.By[i]
		switch {
		case !slices.Contains(r.Orders, order):
			c.Not++
			c.Examples = firstOf(c.Examples, example)
		case len(r.Orders) == 1:
			c.Only++
		}
	}
}

func (o *Orders) countClock(attribute string, timed bool) {
	owner := o.clocks[attribute]
	if owner == nil {
		owner = &clocks{}
		o.clocks[attribute] = owner
	}
	owner.read++
	if timed {
		owner.timed++
	}
}

// order returns the Order of an attribute, nil where there are too many.
func (o *Orders) order(attribute string, match compare.Comparator) *Order {
	order := o.byAttribute[attribute]
	if order == nil && len(o.byAttribute) < maxDated {
		order = &Order{Attribute: attribute, Found: o.orders[attribute] != ""}
		order.Order, order.Stated = compare.DateOrder(match)
		order.Auto = compare.Name(match) == compare.Name(compare.Auto{})
		o.byAttribute[attribute] = order
	}
	return order
}

// answered counts an ambiguous answer to a truth that shows no order itself, for each order by which the answer would
// match. match is the comparator of the field.
func (o *Orders) answered(leaf *eval.FieldResult, match compare.Comparator) {
	own, stated := compare.DateOrder(match)
	if own == "" || stated || o.orders[leaf.Attribute] != "" {
		return
	}
	got, gotErr := document.Parse(leaf.Got)
	want, wantErr := document.Parse(leaf.Want)
	if gotErr != nil || wantErr != nil {
		return
	}
	g, _ := compare.Read(match, got)
	if !g.Ambiguous || len(g.Orders) == 0 { // most answers; Read prepares the comparator, which takes time
		return
	}
	if w, read := compare.Read(match, want); !read || !w.OK || w.Ambiguous || len(w.Orders) > 0 {
		return
	}
	owner := o.order(leaf.Attribute, match)
	if owner == nil {
		return
	}
	owner.Answers++
	for i, order := range dateOrders {
		right := order == own && leaf.Outcome == metrics.Match
		if order != own && slices.Contains(g.Orders, order) {
			c, err := compare.InOrder(match, order).Compare(context.Background(), got, want)
			right = err == nil && c.Match
		}
		if right {
			owner.By[i].Right++
		}
	}
}

// Decide returns the spec with DateOrders for the attributes whose truths show another order ([Order.Winner]) than the
// one by which they would be read. A field that states an order keeps it, and so does an attribute in DateOrders.
func (o *Orders) Decide(spec eval.Spec) eval.Spec {
	decided := maps.Clone(spec.DateOrders)
	for attribute, order := range o.byAttribute {
		_, stated := spec.DateOrders[attribute]
		if winner := order.Winner(); winner != "" && winner != order.Order && !order.Stated && !stated {
			if decided == nil {
				decided = map[string]string{}
			}
			decided[attribute] = winner
		}
	}
	spec.DateOrders = decided
	return spec
}

// Keep returns the spec with the recorded orders of a run, for the attributes whose order the spec leaves open.
func (o *Orders) Keep(spec eval.Spec, recorded map[string]string) eval.Spec {
	kept := map[string]string{}
	for attribute, order := range recorded {
		if o.infers || leavesOpen(o.fields, attribute) {
			kept[attribute] = order
		}
	}
	if maps.Copy(kept, spec.DateOrders); len(kept) > 0 {
		spec.DateOrders = kept
	}
	return spec
}

// leavesOpen reports whether an attribute is compared by what the truth is, or by a comparator that states no order of
// dates.
func leavesOpen(fields []*branch, attribute string) bool {
	return slices.ContainsFunc(fields, func(f *branch) bool {
		if f.attribute == attribute {
			_, stated := compare.DateOrder(f.match)
			return !f.list && !stated
		}
		inferred := f.auto || f.list && f.items == nil
		return inferred && strings.HasPrefix(attribute, f.attribute+f.mark) || leavesOpen(f.items, attribute)
	})
}

// evidence returns the orders that were found, by attribute.
func (o *Orders) evidence(redacted bool) (all []Order) {
	for _, attribute := range slices.Sorted(maps.Keys(o.byAttribute)) {
		order := *o.byAttribute[attribute]
		for i := range order.By {
			c := &order.By[i]
			c.Examples = slices.Clone(c.Examples)
			if redacted || c.Only == 0 && dateOrders[i] != order.Order { // the order is not used
				c.Examples = nil
			}
		}
		all = append(all, order)
	}
	return all
}

// branch is a field whose values in truths decide something, or a list with such a field.
type branch struct {
	attribute string
	want      document.Path
	match     compare.Comparator // of a leaf or of the elements of a set, as it is written
	prepared  compare.Comparator // of dates
	auto      bool               // dates: the truth says whether it is a list, a set or a leaf
	declared  bool               // the spec says that it has classes
	mark      string             // of the items of a list, set or map, "[]" or "{}"
	set, list bool
	items     []*branch // of a list; nil: all that its items have
	sections  *eval.Sections
	class     string // of the sections that have it, "" for all
}

// branches returns the fields, also those in lists, that keep accepts: leaves and sets, and lists without fields of their own.
func branches(fields []eval.Field, prefix string, inList bool, keep func(b *branch, inList bool) bool) (found []*branch) {
	for i := range fields {
		f := &fields[i]
		b := &branch{attribute: paths.Join(prefix, f.Path), want: parse(cmp.Or(f.WantPath, f.Path)), match: f.Match, mark: paths.Mark(f.Map != nil), sections: f.Sections}
		items, ofItems := f.Items()
		each, ofEach := f.Elements()
		b.list, b.set = ofItems != "" || f.Sections != nil, ofEach != ""
		kept := b.want != nil
		switch {
		case !kept:
		case f.Sections != nil:
			for _, class := range append([]string{""}, slices.Sorted(maps.Keys(f.Sections.Classes))...) {
				for _, inner := range branches(f.Sections.Named(class), b.attribute+b.mark, true, keep) {
					inner.class = class
					b.items = append(b.items, inner)
				}
			}
			kept = b.items != nil
		case len(items) > 0:
			b.items = branches(items, b.attribute+b.mark, true, keep)
			kept = b.items != nil
		case b.set:
			b.attribute, b.match = b.attribute+b.mark, each
			kept = keep(b, inList)
		default:
			kept = keep(b, inList)
		}
		if kept {
			found = append(found, b)
		}
	}
	return found
}

// search calls use with the values that a truth has for fields, the elements of a set one by one.
func search(fields []*branch, truth document.Value, use func(*branch, document.Value)) {
	for _, b := range fields {
		v := truth.At(b.want)
		switch {
		case !v.Exists():
		case b.items != nil:
			for _, item := range paths.Inside(v, b.mark) {
				search(b.among(item), item, use)
			}
		case b.set:
			for _, item := range paths.Inside(v, b.mark) {
				use(b, item)
			}
		default:
			use(b, v)
		}
	}
}

// among returns the fields of an item: all fields of a list or, in a packet, the fields of the section's class.
func (b *branch) among(item document.Value) []*branch {
	if b.sections == nil {
		return b.items
	}
	class, _ := b.sections.Of(item)
	return slices.DeleteFunc(slices.Clone(b.items), func(b *branch) bool { return b.class != "" && b.class != class })
}
