package preflight

import (
	"iter"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Decisions gathers what all truths of a data set decide about its spec: the orders of dates (see [Orders]), the classes
// (see [Classes]), and whether the values of a [compare.Time] are points in time or days. They have the same effect in
// every case and shard, and are recorded with the spec. Decisions is not safe for concurrent use.
type Decisions struct {
	spec    eval.Spec
	orders  *Orders
	classes *Classes
}

// NewDecisions returns the Decisions of a spec that compiles.
func NewDecisions(spec eval.Spec) *Decisions {
	return &Decisions{spec, NewOrders(spec), NewClasses(spec)}
}

// Add adds a truth; location is as in [Check.Add].
func (d *Decisions) Add(location string, truth document.Value) {
	d.orders.Add(location, truth)
	d.classes.Add(truth)
}

// Keep takes the decisions of the recorded spec of a run, for the attributes that the spec leaves open. The run may
// have had more truths than Add was given.
func (d *Decisions) Keep(recorded eval.Spec) {
	d.spec = d.orders.Keep(d.spec, recorded.DateOrders)
	for attribute, t := range times(NewOrders(recorded).fields) {
		if t.Decided {
			d.spec = setTime(d.spec, attribute, t.As)
		}
	}
}

// Spec returns the spec with the decisions. What the spec states stays.
func (d *Decisions) Spec() eval.Spec {
	spec := d.orders.Decide(d.spec)
	for attribute, clocks := range d.orders.clocks {
		spec = setTime(spec, attribute, clocks.notation())
	}
	return d.classes.Decide(spec)
}

// setTime returns a copy of a spec in which As of the [compare.Time] of an attribute is form, as truths decided. If the spec
// states As, it returns the spec itself.
func setTime(spec eval.Spec, attribute, form string) eval.Spec {
	for name, t := range times(NewOrders(spec).fields) {
		if name == attribute && t.As == "" {
			if decided, err := spec.With(attribute, compare.Time{As: form, Decided: form != "", Order: t.Order}); err == nil {
				return decided
			}
		}
	}
	return spec
}

// times yields the attributes that are compared by [compare.Time].
func times(fields []*field) iter.Seq2[string, compare.Time] {
	return func(yield func(string, compare.Time) bool) {
		for _, f := range fields {
			if t, ok := f.dated.(compare.Time); ok && !yield(f.ordered(), t) {
				return
			}
			for attribute, t := range times(f.items) {
				if !yield(attribute, t) {
					return
				}
			}
		}
	}
}

// clocks counts the truths of a [compare.Time] that were read, and those with a time of day.
type clocks struct{ read, timed int }

// clockShare is the inverse of a share of truths: if at least this share has a time of day, the values of an attribute are
// points in time.
const clockShare = 10

// notation returns the value of [compare.Time].As that the truths show, "" without truths.
func (c *clocks) notation() string {
	switch {
	case c == nil || c.read == 0:
		return ""
	case c.timed*clockShare >= c.read:
		return "instant"
	}
	return "day"
}
