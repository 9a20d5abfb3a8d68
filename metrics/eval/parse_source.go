package eval

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/compare"
)

// ParseSpecFile is [ParseSpec] for the text of a file. The file may name the files of the schemas of its invariants,
// relative to its folder. The source is for messages about the spec.
func ParseSpecFile(path string, data []byte, custom map[string]func(config json.RawMessage) (compare.Comparator, error)) (Spec, SpecSource, error) {
	p := parser{Comparators: spectext.Comparators{Custom: custom}, dir: filepath.Dir(path), data: data, lines: map[string]int{}, rules: map[string]int{}}
	s, err := p.parse()
	if err != nil {
		return Spec{}, SpecSource{}, err
	}
	return s, SpecSource{Name: path, Lines: p.lines, Rules: p.rules, LeftOut: p.leftOut}, nil
}

// SpecSource holds facts about the text of a spec that the [Spec] does not keep. It is the zero value for a spec
// without a text.
type SpecSource struct {
	// Name is the name of the file in messages.
	Name string
	// Lines maps the attribute of each field, "lines[].amount", to its line, from 1. A match field that is not among
	// the fields of its list has the line of the list.
	Lines map[string]int
	// Rules maps the name of each invariant to the line, from 1, of its rule or paths.
	Rules map[string]int
	// LeftOut lists the parts of an AgentV file that have no place in a spec, with line and column. It is nil for other
	// specs.
	LeftOut []*SpecError
}

// At returns the beginning of a message about an attribute, "spec.yaml:7: ", and "" for an
// attribute that the text does not name.
func (s SpecSource) At(attribute string) string { return s.at(s.Lines[attribute]) }

// AtRule returns the beginning of a message about the invariant of that name, as At does.
func (s SpecSource) AtRule(invariant string) string { return s.at(s.Rules[invariant]) }

func (s SpecSource) at(line int) string {
	if line == 0 {
		return ""
	}
	return fmt.Sprintf("%s:%d: ", s.Name, line)
}

// Warning names the parts in LeftOut in one line; it is "" without any.
func (s SpecSource) Warning() string {
	if len(s.LeftOut) == 0 {
		return ""
	}
	parts := make([]string, len(s.LeftOut))
	for i, e := range s.LeftOut {
		parts[i] = fmt.Sprintf("%s (line %d)", e.Problem, e.Line)
	}
	return fmt.Sprintf("%s: an AgentV file, of which only the evaluators of fields are read; left out: %s", s.Name, strings.Join(parts, "; "))
}
