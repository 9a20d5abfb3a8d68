package compare

import "fmt"

// Prepare returns a comparator that judges as c does and is ready for many
// values: options are checked, formats compiled, functions looked up. Package
// eval calls it once for each field. A nil Comparator is [Exact].
//
// The struct prints, is stored and reads back; see [Describe]. The comparator that Prepare
// returns compares, and says no more of itself than by [Alternatives], [Wrapper] and [Asker],
// and to [Read] and [ScalarOf].
//
// The error says which options of a comparator of this package are wrong. For one of yours it comes
// from its method Prepare() (Comparator, error), whose result is returned, or else from its Validate
// method, if it has one. A nil pointer is an error, too, and so is a comparator of yours whose Name
// method gives the name of one of this package.
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
	ready := c
	switch v := c.(type) {
	case ownPreparer:
		var err error
		if ready, err = v.Prepare(); err != nil {
			return nil, err
		}
	case interface{ Validate() error }:
		if err := v.Validate(); err != nil {
			return nil, err
		}
	case interface{ validate() error }: // a comparator of this package, or a struct that embeds one
		if err := v.validate(); err != nil {
			return nil, err
		}
	}
	_, ofAuto := c.(interface{ chosenByAuto() })
	if name := Name(c); b == nil && !ofAuto && reserved(name) {
		return nil, fmt.Errorf("compare: %T has the name %q, which is a comparator of this package; choose another", c, name)
	}
	return ready, nil
}
