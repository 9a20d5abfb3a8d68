package preflight

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
)

// Order holds the evidence on the order of the dates in numbers of one attribute.
type Order struct {
	Attribute string `json:"attribute"`
	// Order is the order by which an ambiguous date is read: Stated by the comparator, Found before the run, or the
	// default. Auto says that the comparator is compare.Auto.
	Order  string `json:"order"`
	Stated bool   `json:"stated,omitzero"`
	Found  bool   `json:"found,omitzero"`
	Auto   bool   `json:"auto,omitzero"`
	// Ambiguous is the number of dates that are another day by another order, 0 if an order is stated.
	Ambiguous int `json:"ambiguous,omitzero"`
	// Answers is the number of ambiguous answers to a truth that shows no order itself, such as 2018-12-31.
	Answers int `json:"answers,omitzero"`
	// By has a count for each of dmy, mdy and ymd.
	By [3]OrderCount `json:"by"`
}

// OrderCount counts the dates for and against one order.
type OrderCount struct {
	// Only is the number of dates that are a day by this order alone.
	Only int `json:"only,omitzero"`
	// Not is the number of dates that are a day by another order alone. Examples are the first of them.
	Not      int       `json:"not,omitzero"`
	Examples []Example `json:"examples,omitempty"`
	// Right is the number of [Order.Answers] that match the truth if they are read by this order.
	Right int `json:"right,omitzero"`
}

// dateOrders are the orders of [Order.By].
var dateOrders = [...]string{"dmy", "mdy", "ymd"}

// The truths decide the order of a field if at least leastVotes are a day by this order alone, and leastMajority times
// as many as are a day by another order alone.
const (
	leastVotes    = 10
	leastMajority = 20
)

// Winner returns the order that the truths show, "" for none. At least ten truths must be a day by this order alone,
// and at least twenty times as many as are not a day by it.
func (o *Order) Winner() string {
	return o.first(func(c OrderCount) bool { return c.Only >= leastVotes && c.Only >= leastMajority*c.Not })
}

// first returns the first order whose counts meet a condition, "" for none.
func (o *Order) first(match func(OrderCount) bool) string {
	if i := slices.IndexFunc(o.By[:], match); i >= 0 {
		return dateOrders[i]
	}
	return ""
}

func (o *Order) countOf(order string) *OrderCount {
	return &o.By[max(slices.Index(dateOrders[:], order), 0)] // a file may say anything
}

// clear returns the number of dates with only one order.
func (o *Order) clear() (n int) {
	for _, c := range o.By {
		n += c.Only
	}
	return n
}

func (o Order) merge(p Order) Order {
	o.Ambiguous += p.Ambiguous
	o.Answers += p.Answers
	for i := range o.By {
		o.By[i].Only += p.By[i].Only
		o.By[i].Not += p.By[i].Not
		o.By[i].Right += p.By[i].Right
		o.By[i].Examples = firstOf(o.By[i].Examples, p.By[i].Examples...)
	}
	return o
}

// option returns the option that states an order. For a field by auto that also has truths other than dates, it is an
// option of the spec: the comparator date would not read those truths.
func (o *Order) option(f *Field, order string) string {
	if f == nil || !o.Auto || f.Kind == "leaf" && f.Filled <= f.Asked {
		return "order: " + order
	}
	return fmt.Sprintf("%s{%q: %q}", orderOfSpec, o.Attribute, order)
}

// orderOfSpec is the prefix of the option of a spec that states the order of dates of an attribute.
const orderOfSpec = "date_orders: "

// finding returns the finding on the order of a field; f is nil for values that no field names. It may be an error if
// truths contradict a stated order; [Evidence.Findings] says when.
func (o *Order) finding(e Evidence, f *Field) (Finding, bool) {
	if o == nil {
		return Finding{}, false
	}
	name, clear := fmt.Sprintf("%q: ", o.Attribute), o.clear()
	switch own := o.countOf(o.Order); {
	case o.Stated, o.Found && own.Not > own.Only:
		return o.contradiction(e, f)
	case o.Found && own.Only > 0:
		return Finding{
			Text: fmt.Sprintf("%sdates are read by %s, as %d of %d unambiguous ones %s to be%s", name,
				e.order(o.Order), own.Only, clear, haveForm(own.Only), strays(own, "another one")),
			Option: o.option(f, o.Order),
		}, true
	}
	if o.Found || o.Ambiguous == 0 {
		return o.answers(e, f)
	}
	unanimous := o.first(func(c OrderCount) bool { return c.Only > 0 && c.Not == 0 }) // however few they are
	if order := cmp.Or(o.Winner(), unanimous); order != "" {
		if order == o.Order {
			return Finding{}, false
		}
		return Finding{
			Text: fmt.Sprintf("%s%s ambiguous and not read by %s, as %d of %d unambiguous ones %s to be%s; write %s", name,
				countAre(o.Ambiguous, "truth"), e.order(order), o.countOf(order).Only, clear, haveForm(o.countOf(order).Only), strays(o.countOf(order), "another one"), e.write(f, o.option(f, order))),
			Option: o.option(f, order),
		}, true
	}
	var sides []string
	for i, c := range o.By {
		if c.Only > 0 {
			side := fmt.Sprintf("%d by %s alone", c.Only, e.order(dateOrders[i]))
			if x := o.By[(i+1)%2].Examples; len(x) > 0 && i < 2 { // for dmy, the dates that are not mdy
				side += ", such as " + quoted(x[:1])
			}
			sides = append(sides, side)
		}
	}
	if len(sides) < 2 {
		return Finding{}, false
	}
	return Finding{Text: fmt.Sprintf("%s%s ambiguous and read by %s, and the unambiguous ones do not agree: %s; state the order of the ambiguous ones, or give each kind a field of its own",
		name, countAre(o.Ambiguous, "truth"), e.order(o.Order), strings.Join(sides, ", "))}, true
}

// answers says that more of the ambiguous answers match by another order. It decides nothing: an
// extractor does not choose by which order it is read.
func (o *Order) answers(e Evidence, f *Field) (Finding, bool) {
	best := o.countOf(o.Order)
	order := o.Order
	for i := range o.By {
		if c := &o.By[i]; c.Right > best.Right && c.Not == 0 {
			best, order = c, dateOrders[i]
		}
	}
	if o.Found || order == o.Order {
		return Finding{}, false
	}
	return Finding{
		Text: fmt.Sprintf("%q: %s read by %s, by which %d match; by %s %d would: if the documents print dates so, write %s",
			o.Attribute, countAre(o.Answers, "ambiguous answer"), e.order(o.Order), o.countOf(o.Order).Right, e.order(order), best.Right, e.write(f, o.option(f, order))),
		Option: o.option(f, order),
	}, true
}

// contradiction says that truths have another order than the stated or recorded one.
func (o *Order) contradiction(e Evidence, field *Field) (Finding, bool) {
	stated, manner := o.countOf(o.Order), "stated"
	if o.Found {
		manner = "recorded"
	}
	wrong := stated.Not >= leastVotes && stated.Not >= leastMajority*stated.Only ||
		stated.Only == 0 && field != nil && !field.Unscored && stated.Not*unreadShare > field.asked()
	if stated.Not == 0 || o.Order == "dmy" && !wrong { // a date that can only be mdy is unreadable as dmy, and reported
		return Finding{}, false
	}
	best := 0
	for i, c := range o.By {
		if c.Not < o.By[best].Not {
			best = i
		}
	}
	f := Finding{
		Error: e.Whole() && wrong && o.Stated,
		Text: fmt.Sprintf("%q: %s is %s, and %d of %d unambiguous ones %s another one", o.Attribute,
			e.order(o.Order), manner, stated.Not, stated.Not+stated.Only, haveForm(stated.Not)),
	}
	if x := stated.Examples; len(x) > 0 {
		f.Text += ", such as " + quoted(x)
	}
	if order := dateOrders[best]; stated.Not > stated.Only && order != o.Order {
		f.Text += strays(o.countOf(order), "it")
		f.Option = o.option(field, order)
		f.Text += "; write " + e.write(field, f.Option)
	}
	return f, true
}

// strays counts and quotes the truths that are a day by another order alone; object is the order that they have.
func strays(count *OrderCount, object string) string {
	if count.Not == 0 {
		return ""
	}
	text := fmt.Sprintf("; %d %s %s", count.Not, haveForm(count.Not), object)
	if len(count.Examples) > 0 {
		text += ": " + quoted(count.Examples)
		if more := count.Not - len(count.Examples); more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
	}
	return text
}

func quoted(examples []Example) string {
	all := arithmetic.Each(examples, func(x Example) string { return x.describe(x.Value) })
	return strings.Join(all, ", ")
}
