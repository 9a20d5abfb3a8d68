package compare

import (
	"reflect"

	"github.com/extracteval/extracteval/metrics/compare/internal/date"
)

// InOrder returns c with the order of dates in numbers ("dmy", "mdy", "ymd") that other
// dates of the same field have. It stands in for the default order of [Date], of [Auto]
// where the truth is a date, and of a [OneOf] of them, but not with dots between the parts;
// a date that is impossible by it is read by the order that it has itself, and one that is
// possible is not ambiguous. A Date that states an Order or has OnlyFormats, every other
// comparator, and an order of another name leave c as it is. See [eval.Spec]'s DateOrders.
//
// [Describe] does not know of it: it is not what the comparator is asked to do, but what a
// data set says.
//
// [eval.Spec]: https://pkg.go.dev/github.com/extracteval/extracteval/metrics/eval#Spec
func InOrder(c Comparator, order string) Comparator {
	found, ok := date.OrderOf(order)
	if !ok || found == 0 {
		return c
	}
	switch b := inCatalog(c).(type) {
	case Date:
		if b.Order == "" && !b.OnlyFormats {
			b.found = found
			return b
		}
	case Auto:
		b.found = found
		return b
	case OneOf:
		if b.Each != nil {
			b.Each = InOrder(b.Each, order)
			return b
		}
	}
	return c
}

// DateOrder returns the order by which c reads a date in numbers that has several, slashes
// between the parts and nothing else that says one: the one that [Date] states (stated is
// true then), the one of [InOrder], or the default. It is "" for a comparator that reads no
// dates in numbers by an order: all but Date, [Auto] and a [OneOf] of them.
func DateOrder(c Comparator) (order string, stated bool) {
	switch b := inCatalog(c).(type) {
	case Date:
		switch {
		case b.OnlyFormats:
			return "", false
		case b.Order != "":
			return b.Order, true
		case b.found != 0:
			return b.found.String(), false
		case b.dayFirst():
			return date.DMY.String(), false
		}
		return date.MDY.String(), false
	case Auto:
		if b.found != 0 {
			return b.found.String(), false
		}
		return date.MDY.String(), false
	case OneOf:
		if b.Each != nil {
			return DateOrder(b.Each)
		}
	}
	return "", false
}

// Equal reports whether two are the same in all options and by [InOrder]. It is for go-cmp.
func (d Date) Equal(other Date) bool { return reflect.DeepEqual(d, other) }

// Equal reports whether two are the same by [InOrder]. It is for go-cmp.
func (a Auto) Equal(other Auto) bool { return a == other }
