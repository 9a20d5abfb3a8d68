package compare

import (
	"reflect"

	"github.com/extracteval/extracteval/internal/date"
)

// InOrder returns c with an order of dates in numbers ("dmy", "mdy", "ymd"), usually the order of the other dates of
// the same field. The order replaces the default order of [Date], of [Auto] for a truth that is a date, and of a
// [Wrapper] of them. It does not apply to dates with dots between the parts. A date that is impossible by the order is
// read by another order; a date that is possible by the order is not ambiguous. If a comparator of yours has the
// methods that [DateOrder] names, InOrder returns the result of its method InOrder. It returns c unchanged if the order
// is unknown, if c is a Date that states an Order or has OnlyFormats, and for any other comparator. See [eval.Spec]'s
// DateOrders.
//
// [Describe] leaves the order out, since it comes from a data set and not from the spec.
//
// [eval.Spec]: https://pkg.go.dev/github.com/extracteval/extracteval/metrics/eval#Spec
func InOrder(c Comparator, order string) Comparator {
	found, ok := date.OrderOf(order)
	if !ok || found == 0 {
		return c
	}
	if b, ok := inCatalog(c).(ordered); ok {
		return b.inOrder(found)
	}
	switch c := c.(type) {
	case dateReader:
		return c.InOrder(order)
	case Wrapper:
		if each := c.Unwrap(); each != nil {
			// The Wrap of a struct that embeds a Wrapper returns only the embedded Wrapper.
			if wrapped := c.Wrap(InOrder(each, order)); Name(wrapped) == Name(c) {
				return wrapped
			}
		}
	}
	return c
}

// dateReader is a comparator of a user's that reads dates in numbers by an order.
type dateReader interface {
	InOrder(order string) Comparator
	DateOrder() (order string, stated bool)
}

// ordered is a comparator of this package that reads dates in numbers by an order.
type ordered interface {
	inOrder(found date.Order) Comparator
	dateOrder() (order string, stated bool)
}

func (d Date) inOrder(found date.Order) Comparator {
	if d.Order == "" && !d.OnlyFormats {
		d.found = found
	}
	return d
}

func (a Auto) inOrder(found date.Order) Comparator {
	a.found = found
	return a
}

func (d Date) dateOrder() (order string, stated bool) {
	switch {
	case d.OnlyFormats:
		return "", false
	case d.Order != "":
		return d.Order, true
	case d.found != 0:
		return d.found.String(), false
	}
	return d.usual().String(), false
}

func (a Auto) dateOrder() (order string, stated bool) {
	if a.found != 0 {
		return a.found.String(), false
	}
	return date.MDY.String(), false
}

// DateOrder returns the order by which c reads an ambiguous date in numbers with slashes between the parts: the Order
// that a [Date] states (stated is then true), the order that [InOrder] set, or the default. For a [Wrapper] it is the
// order of the inner comparator. A comparator of yours states it by the methods DateOrder() (order string, stated bool)
// and InOrder(order string) Comparator. It is "" for a Date with OnlyFormats, and for comparators other than these and
// [Auto].
func DateOrder(c Comparator) (order string, stated bool) {
	if b, ok := inCatalog(c).(ordered); ok {
		return b.dateOrder()
	}
	switch c := c.(type) {
	case dateReader:
		return c.DateOrder()
	case Wrapper:
		if each := c.Unwrap(); each != nil {
			return DateOrder(each)
		}
	}
	return "", false
}

// Equal reports whether d and other have the same options and the same order by [InOrder]. It is for go-cmp.
func (d Date) Equal(other Date) bool { return reflect.DeepEqual(d, other) }

// Equal reports whether a and other have the same order by [InOrder]. It is for go-cmp.
func (a Auto) Equal(other Auto) bool { return a == other }
