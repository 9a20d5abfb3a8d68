package preflight

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/preflight/internal/strictness"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Orders looks for the order that the dates in numbers of each attribute have. It does not evaluate
// the truths. It is not safe for concurrent use.
type Orders struct {
	fields      []*field
	infers      bool // the spec has no fields
	orders      map[string]string
	byAttribute map[string]*Order
	clocks      map[string]*clocks // of each compare.Time
}

// NewOrders returns the Orders of a spec. The spec must compile.
func NewOrders(spec eval.Spec) *Orders {
	p := newPlan(spec, nil)
	o := &Orders{infers: p.infers, orders: spec.DateOrders, byAttribute: map[string]*Order{}, clocks: map[string]*clocks{}}
	o.fields = prune(p.root, false, o.isDated)
	return o
}

// isDated reports whether a field may have dates in numbers.
func (o *Orders) isDated(f *field, _ bool) bool {
	if f.isList() {
		return true
	}
	f.dated = compare.InOrder(f.match(), o.orders[f.ordered()])
	if order, _ := compare.DateOrder(f.dated); order == "" {
		return false
	}
	var err error
	f.comparator, err = compare.Prepare(f.dated)
	return err == nil
}

// Add looks at one more truth; location is as in [Check.Add].
func (o *Orders) Add(location string, truth document.Value) {
	if o.infers {
		o.addAll("", truth, location)
		return
	}
	search(o.fields, truth, func(f *field, v document.Value) {
		switch {
		case f.Kind == "map" && f.isList():
			for _, item := range paths.Inside(v, f.suffix()) {
				o.addAll(f.Attribute+f.suffix(), item, location)
			}
		case f.isList(), f.isAuto() && v.Kind() == document.Array:
			o.addAll(f.Attribute, v, location)
		default:
			o.addReading(f.ordered(), f.dated, f.comparator, v, location)
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
	owner := arithmetic.Entry(&o.clocks, attribute)
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

// answered counts an ambiguous answer to a truth that shows no order itself. It counts the answer as right for each
// order by which it would match. match is the comparator of the field.
func (o *Orders) answered(leaf *eval.FieldResult, match compare.Comparator) {
	own, stated := compare.DateOrder(match)
	if own == "" || stated || o.orders[leaf.Attribute] != "" {
		return
	}
	got, want := strictness.ValueOf(leaf.Got), strictness.ValueOf(leaf.Want)
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
			arithmetic.Map(&decided)[attribute] = winner
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
	maps.Copy(kept, spec.DateOrders)
	if len(kept) > 0 {
		spec.DateOrders = kept
	}
	return spec
}

// leavesOpen reports whether the spec leaves the order of dates of an attribute open: the truth decides its comparator,
// or the comparator states no order.
func leavesOpen(fields []*field, attribute string) bool {
	return slices.ContainsFunc(fields, func(f *field) bool {
		if f.ordered() == attribute {
			_, stated := compare.DateOrder(f.dated)
			return !f.isList() && !stated
		}
		inferred := f.isAuto() || f.isList() && f.items == nil
		return inferred && strings.HasPrefix(attribute, f.Attribute+f.suffix()) || leavesOpen(f.items, attribute)
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
