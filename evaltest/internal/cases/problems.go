package cases

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// maxProblems is the number of problems of a data set that one error lists.
const maxProblems = 20

// Problems collects the mistakes in a data set, so that its author sees them
// all at once.
type Problems struct {
	errs []error
	more int
}

// Add appends err, if it is not nil.
func (p *Problems) Add(err error) {
	if len(p.errs) < maxProblems {
		p.errs = append(p.errs, err)
	} else {
		p.more++
	}
}

// Err returns the joined problems, nil without any.
func (p *Problems) Err() error {
	if p.more > 0 {
		return errors.Join(append(slices.Clone(p.errs), fmt.Errorf("and %d more", p.more))...)
	}
	return errors.Join(p.errs...)
}

// Place is the position of a case: a line of a file, an element of a slice.
type Place struct {
	file string
	n    int // from 1
}

func (p Place) String() string {
	switch {
	case p.file == "":
		return "case " + strconv.Itoa(p.n)
	case p.n == 0:
		return p.file
	}
	return p.file + ":" + strconv.Itoa(p.n)
}
