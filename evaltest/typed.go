package evaltest

import (
	"fmt"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
)

// begin opens a data set of Collect at its first answer. Without a Spec it takes the
// rules from the answer's type. An answer of a type with other rules is an error, since
// its tags would be ignored.
func (d *dataset) begin(got, want any) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.awaitsFirst {
		d.awaitsFirst = false
		d.beginErr = d.beginAs(got, want)
	}
	if d.beginErr != nil {
		return d.beginErr
	}
	if err := d.checkTags(got); err != nil {
		return err
	}
	return d.checkTags(want)
}

// beginEmpty opens a data set that ended without an answer.
func (d *dataset) beginEmpty() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.awaitsFirst {
		return nil
	}
	d.awaitsFirst = false
	d.beginErr = d.beginAs(nil, nil)
	return d.beginErr
}

func (d *dataset) beginAs(got, want any) error {
	set, err := environment()
	if err != nil {
		return err
	}
	if d.types, err = cases.RulesFor(got, want); err != nil {
		return err
	}
	if d.types != nil {
		if err := d.use(d.types.In(d.cfg.Spec), set); err != nil {
			return err
		}
	}
	return d.create(set)
}

// checkTags returns an error if a value has eval tags that the data set would ignore: it has
// no Spec and began without tags or with another type's tags, or only the dynamic type
// of an interface value has them.
func (d *dataset) checkTags(v any) error {
	if d.types == nil && len(d.cfg.Spec.Fields) > 0 {
		if d.cfg.Spec.OfType {
			return d.checkHiddenTags(v)
		}
		return nil
	}
	r := cases.RulesOfValue(v)
	same := r == nil
	if r != nil && d.types != nil {
		var err error
		if same, err = r.Same(d.types); err != nil {
			return err
		}
	}
	if !same {
		return fmt.Errorf("data set %q: nothing would read the eval tags of %v: give it a Spec, by evaltest.SpecOf, or the values of each type a data set of their own", d.name, r.Type)
	}
	return d.checkHiddenTags(v)
}

func (d *dataset) checkHiddenTags(v any) error {
	if err := cases.Hidden(v); err != nil {
		return fmt.Errorf("data set %q: %w", d.name, err)
	}
	return nil
}
