package cases

import (
	"errors"
	"fmt"
	"slices"
)

// maxProblems is how many problems of a data set one error lists.
const maxProblems = 20

// Problems collects what is wrong with a data set, so that its author sees all
// of it at once.
type Problems struct {
	errs []error
	more int
}

// Add adds a problem.
func (p *Problems) Add(err error) {
	if len(p.errs) < maxProblems {
		p.errs = append(p.errs, err)
	} else {
		p.more++
	}
}

// Err joins the problems, and is nil when there is none.
func (p *Problems) Err() error {
	if p.more > 0 {
		return errors.Join(append(slices.Clone(p.errs), fmt.Errorf("and %d more", p.more))...)
	}
	return errors.Join(p.errs...)
}
