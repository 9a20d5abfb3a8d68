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
	fields      []*dated
	infers      bool // the spec has no fields
	orders      map[string]string
	byAttribute map[string]*Order
	clocks      map[string]*clocks // of each compare.Time
}

// dated is a field that may have dates in numbers, or a list with such a field.
type dated struct {
	attribute string
	want      document.Path
	match     compare.Comparator // of a leaf or of the elements of a set, as it is written
	prepared  compare.Comparator
	auto      bool   // the truth says whether it is a list, a set or a leaf
	mark      string // of the items of a list, set or map, "[]" or "{}"
	set       bool
	list      bool
	items     []*dated // of a list; nil: all that its items have
	sections  *eval.Sections
	class     string // of the sections that have it, "" for all
}

// NewOrders returns the Orders of a spec. The spec must compile.
func NewOrders(spec eval.Spec) *Orders {
	o := &Orders{infers: len(spec.Fields) == 0, orders: spec.DateOrders, byAttribute: map[string]*Order{}, clocks: map[string]*clocks{}}
	o.fields = o.among(spec.Fields, "")
	return o
}

// among returns the fields that may have dates in numbers.
func (o *Orders) among(fields []eval.Field, prefix string) (found []*dated) {
	for i := range fields {
		f := &fields[i]
		d := &dated{attribute: paths.Join(prefix, f.Path), want: parse(cmp.Or(f.WantPath, f.Path)), match: f.Match, mark: paths.Mark(f.Map != nil)}
		items, ofItems := f.Items()
		each, ofEach := f.Elements()
		d.list, d.set = ofItems != "", ofEach != ""
		switch {
		case d.want == nil:
			continue
		case d.list:
			d.items = o.among(items, d.attribute+d.mark)
			if len(d.items) > 0 || len(items) == 0 {
				found = append(found, d)
			}
			continue
		case f.Sections != nil:
			d.sections = f.Sections
			for class := range f.Sections.Classes {
				for _, inner := range o.among(f.Sections.Named(class), d.attribute+d.mark) {
					inner.class = class
					d.items = append(d.items, inner)
				}
			}
			if d.list = len(d.items) > 0; d.list {
				found = append(found, d)
			}
			continue
		case d.set:
			d.match = each
			d.attribute += d.mark
		}
		d.match = cmp.Or(d.match, compare.Comparator(compare.Auto{}))
		d.auto = !d.set && d.match == compare.Comparator(compare.Auto{})
		d.match = compare.InOrder(d.match, o.orders[d.attribute])
		if order, _ := compare.DateOrder(d.match); order == "" {
			continue
		}
		if prepared, err := compare.Prepare(d.match); err == nil {
			d.prepared = prepared
			found = append(found, d)
		}
	}
	return found
}

// Add looks at one more truth; location is as in [Check.Add].
func (o *Orders) Add(location string, truth document.Value) {
	if o.infers {
		o.addAll("", truth, location)
		return
	}
	o.inspect(o.fields, truth, location)
}

func (o *Orders) inspect(fields []*dated, truth document.Value, location string) {
	for _, f := range fields {
		v := truth.At(f.want)
		switch {
		case !v.Exists():
		case f.list && f.items == nil && f.mark == paths.Members:
			for _, item := range paths.Inside(v, f.mark) {
				o.addAll(f.attribute+f.mark, item, location)
			}
		case f.list && f.items == nil:
			o.addAll(f.attribute, v, location)
		case f.list:
			for _, item := range paths.Inside(v, f.mark) {
				o.inspect(fieldsOf(f.sections, f.items, item, func(d *dated) string { return d.class }), item, location)
			}
		case f.set:
			for _, item := range paths.Inside(v, f.mark) {
				o.addReading(f.attribute, f.match, f.prepared, item, location)
			}
		case f.auto && v.Kind() == document.Array:
			o.addAll(f.attribute, v, location)
		default:
			o.addReading(f.attribute, f.match, f.prepared, v, location)
		}
	}
}

// fieldsOf returns the fields of an item: all fields of a list or, in a packet, the fields of the section's class.
func fieldsOf[F any](s *eval.Sections, fields []F, item document.Value, class func(F) string) []F {
	if s == nil {
		return fields
	}
	own, _ := s.Of(item)
	return slices.DeleteFunc(slices.Clone(fields), func(f F) bool { return class(f) != "" && class(f) != own })
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
func leavesOpen(fields []*dated, attribute string) bool {
	return slices.ContainsFunc(fields, func(f *dated) bool {
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
