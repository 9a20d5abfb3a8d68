package dataset

import (
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
)

// maxProblems is the most mistakes that one error lists. maxAlike is the most of these that differ only in their place. So a
// key that is misspelt in every line hides no other mistake.
const (
	maxProblems = 20
	maxAlike    = 3
)

var location = regexp.MustCompile(`^(?:.*?:\d+: |case \d+: )?(?:id "[^"]*": )?`)

// Problems collects the mistakes in a file or a data set, so that its author sees them all at once.
type Problems struct {
	errs  []error
	alike map[string]int // by the text without the place
	more  int
}

// Add appends err.
func (p *Problems) Add(err error) {
	text := location.ReplaceAllString(err.Error(), "")
	if len(p.errs) >= maxProblems || p.alike[text] >= maxAlike {
		p.more++
		return
	}
	arithmetic.Map(&p.alike)[text]++
	p.errs = append(p.errs, err)
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

// Err returns the first mistakes, 20 at most, and the number of the others as one error, nil without mistakes.
func (p *Problems) Err() error {
	if p.more > 0 {
		return errors.Join(append(slices.Clone(p.errs), fmt.Errorf("and %d more", p.more))...)
	}
	return errors.Join(p.errs...)
}
