package dataset

import (
	"errors"
	"fmt"
	"slices"
)

// maxProblems is the most mistakes that one error lists.
const maxProblems = 20

// Problems collects the mistakes in a file or a data set, so that its author sees them all at once.
type Problems struct {
	errs []error
	more int
}

// Add appends err.
func (p *Problems) Add(err error) {
	if len(p.errs) < maxProblems {
		p.errs = append(p.errs, err)
	} else {
		p.more++
	}
}

// IDs are the places of the cases of a data set by their ids.
type IDs map[string]string

// Add adds a case. It returns an error, without the place of the case, if another case has its id.
func (ids IDs) Add(id, location string) error {
	if first, twice := ids[id]; twice {
		return fmt.Errorf("the id %q appears twice, first at %s", id, first)
	}
	ids[id] = location
	return nil
}

// Err returns the first 20 mistakes and the number of the others as one error, nil without mistakes.
func (p *Problems) Err() error {
	if p.more > 0 {
		return errors.Join(append(slices.Clone(p.errs), fmt.Errorf("and %d more", p.more))...)
	}
	return errors.Join(p.errs...)
}
