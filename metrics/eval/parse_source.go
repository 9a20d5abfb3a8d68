package eval

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/metrics/eval/internal/source"
)

// SpecSource says of a text that [ParseSpec] reads what the [Spec] does not keep. The
// zero value is that of a spec without a text.
type SpecSource struct {
	// Name is that of the file, as messages name it.
	Name string
	// Lines are those, from 1, on which the fields are written, by attribute:
	// "lines[].amount". A match field of a list that is not one of its fields has the
	// line of the list.
	Lines map[string]int
	// Rules are the lines, from 1, on which the rules and paths of the invariants are written, by
	// the name of the invariant.
	Rules map[string]int
	// LeftOut is what a file of AgentV's has and a spec has no place for: its parts, in
	// words, with line and column. It is nil for a spec as ParseSpec describes it.
	LeftOut []*SpecError
}

// SourceOf reads the text of a spec for the sake of messages about it. It knows no
// comparators of the user's and reports no mistakes, which is up to ParseSpec: of what
// cannot be read it says nothing.
func SourceOf(name string, data []byte) SpecSource {
	p := parser{lines: map[string]int{}, rules: map[string]int{}, data: data}
	p.read(source.Read(data, &p.Problems)) // whatever is wrong, the rest has its lines
	s := SpecSource{Name: name, Lines: p.lines, Rules: p.rules}
	for _, e := range p.leftOut {
		s.LeftOut = append(s.LeftOut, (*SpecError)(e))
	}
	return s
}

// At returns what a message about an attribute begins with, "spec.yaml:7: ", and "" for
// an attribute that the text does not name.
func (s SpecSource) At(attribute string) string { return s.at(s.Lines[attribute]) }

// AtRule returns what a message about the invariant of that name begins with, as At does.
func (s SpecSource) AtRule(invariant string) string { return s.at(s.Rules[invariant]) }

func (s SpecSource) at(line int) string {
	if line == 0 {
		return ""
	}
	return fmt.Sprintf("%s:%d: ", s.Name, line)
}

// Warning says in one line what is left out, "" where nothing is.
func (s SpecSource) Warning() string {
	if len(s.LeftOut) == 0 {
		return ""
	}
	parts := make([]string, len(s.LeftOut))
	for i, e := range s.LeftOut {
		parts[i] = fmt.Sprintf("%s (line %d)", e.Problem, e.Line)
	}
	return fmt.Sprintf("%s: a file of AgentV's, of which only the evaluators of fields are read; left out: %s", s.Name, strings.Join(parts, "; "))
}
