package compare

import "fmt"

// Prepare returns a comparator that judges as c does and is ready for many
// values: options are checked, formats compiled, functions looked up. Package
// eval calls it once for each field. A nil Comparator is [Exact].
//
// The struct is what prints, stores and reads back; see [Describe]. What Prepare
// returns is only good for Compare.
//
// The error is that of the comparator's Validate method, where it has one; a
// nil pointer is an error, too.
func Prepare(c Comparator) (Comparator, error) {
	if c == nil {
		return Exact{}, nil
	}
	if isNilPointer(c) {
		return nil, fmt.Errorf("compare: the comparator is a nil %T", c)
	}
	prepared := c
	switch c := deref(c).(type) {
	case Fuzzy:
		return c.prepare()
	case Numeric:
		return c.prepare()
	case Date:
		return c.prepare()
	case OneOf:
		return c.prepare()
	case interface{ Validate() error }:
		if err := c.Validate(); err != nil {
			return nil, err
		}
	}
	return prepared, nil
}
