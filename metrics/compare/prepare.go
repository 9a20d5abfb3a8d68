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
	if isNilPointer(c) {
		return nil, fmt.Errorf("compare: the comparator is a nil %T", c)
	}
	b := inCatalog(c)
	if b != nil {
		c = b
		if p, ok := b.(preparer); ok {
			return p.prepare()
		}
	}
	if v, ok := c.(interface{ Validate() error }); ok {
		if err := v.Validate(); err != nil {
			return nil, err
		}
	}
	if name := Name(c); b == nil && !chosenByAuto(c) && reserved(name) {
		return nil, fmt.Errorf("compare: %T has the name %q, which is a comparator of this package; choose another", c, name)
	}
	return c, nil
}
