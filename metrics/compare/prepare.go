package compare

import "fmt"

// Prepare returns a comparator that judges as c does and is ready for many
// values: options are checked, formats compiled, functions looked up. Package
// eval calls it once for each field. A nil Comparator is [Exact].
//
// The struct is what prints, stores and reads back; see [Describe]. What Prepare
// returns is only good for Compare.
//
// The error is that of the comparator's Validate method, where it has one. A nil
// pointer is an error, too, and so is a comparator of yours whose Name method
// gives the name of one of this package.
func Prepare(c Comparator) (Comparator, error) {
	if c == nil {
		return Exact{}, nil
	}
	if isNilPointer(c) {
		return nil, fmt.Errorf("compare: the comparator is a nil %T", c)
	}
	switch c := deref(c).(type) {
	case Fuzzy:
		return c.prepare()
	case Numeric:
		return c.prepare()
	case Date:
		return c.prepare()
	case Code:
		if err := c.Validate(); err != nil {
			return nil, err
		}
		return c, nil
	case Regex:
		return c.prepare()
	case Box:
		return c.prepare()
	case Point:
		return c.prepare()
	case OneOf:
		return c.prepare()
	case Exact, Ignore, Auto, autoDate:
		return c, nil
	case interface{ Validate() error }:
		if err := c.Validate(); err != nil {
			return nil, err
		}
	}
	if name := Name(c); reserved(name) {
		return nil, fmt.Errorf("compare: %T has the name %q, which is a comparator of this package; choose another", c, name)
	}
	return c, nil
}
