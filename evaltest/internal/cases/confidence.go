package cases

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/terminal"
)

// Confidence recovers a function that panics on a hostile answer, which would end all tests. The case then has no further
// confidences.
type Confidence struct {
	Function func(path string) (confidence float64, ok bool)
	Err      error // of a panic
}

// Get returns the confidence in the value at a path.
func (c *Confidence) Get(path string) (confidence float64, ok bool) {
	if c.Err != nil {
		return 0, false
	}
	defer func() {
		if r := recover(); r != nil {
			c.Err, ok = fmt.Errorf("panic on %s: %s", terminal.Brief(path, terminal.PathRunes), terminal.Brief(fmt.Sprint(r), terminal.TextRunes)), false
		}
	}()
	return c.Function(path)
}
