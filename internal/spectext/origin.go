package spectext

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
)

// Source holds facts about the text of a spec that eval.Spec does not keep. It is the zero value for a spec without a
// text.
type Source struct {
	// Name is the name of the file in messages.
	Name string
	// Lines maps the attribute of each field, "lines[].amount", to its line, from 1. A match field that is not among
	// the fields of its list has the line of the list.
	Lines map[string]int
	// Rules maps the name of each invariant to the line, from 1, of its rule or paths.
	Rules map[string]int
	// LeftOut lists the parts of an AgentV file that have no place in a spec, with line and column. It is nil for other
	// specs.
	LeftOut []*Error
}

// At returns the beginning of a message about an attribute, "spec.yaml:7: ", and "" for an
// attribute that the text does not name.
func (s Source) At(attribute string) string { return s.position(s.Lines[attribute]) }

// AtRule returns the beginning of a message about the invariant of that name, as At does.
func (s Source) AtRule(invariant string) string { return s.position(s.Rules[invariant]) }

func (s Source) position(line int) string {
	if line == 0 {
		return ""
	}
	return fmt.Sprintf("%s:%d: ", s.Name, line)
}

// Warning names the parts in LeftOut in one line; it is "" without any.
func (s Source) Warning() string {
	if len(s.LeftOut) == 0 {
		return ""
	}
	parts := arithmetic.Each(s.LeftOut, func(e *Error) string { return fmt.Sprintf("%s (line %d)", e.Problem, e.Line) })
	return fmt.Sprintf("%s: an AgentV file, of which only the evaluators of fields are read; left out: %s", s.Name, strings.Join(parts, "; "))
}
