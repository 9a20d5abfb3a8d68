package eval

import (
	"encoding/json"
	"path/filepath"

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

// SpecSource holds facts about the text of a spec that the [Spec] does not keep: the Name of the file, the Lines of the
// fields by attribute and of Rules by the name of the invariant, and LeftOut, the parts of an AgentV file that have no
// place in a spec. It is the zero value for a spec without a text.
type SpecSource = spectext.Source
