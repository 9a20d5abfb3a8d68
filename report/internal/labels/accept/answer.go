package accept

import (
	"encoding/json"
	"strings"

	"github.com/extracteval/extracteval/internal/rescore"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
)

// Answer returns the answer in the record of a case, as JSON: null for a blank text, nil for an answer that cannot be
// read, and nil if the extractor failed. kept is false if the record leaves the answer out.
func (r *ReadingRules) Answer(c *report.Case) (answer json.RawMessage, kept bool) {
	if c.Status != report.OK {
		return nil, true
	}
	given, ok := rescore.KeptAnswer(c)
	if !ok {
		return nil, false
	}
	text, isText := given.(string)
	v, _ := given.(document.Value)
	switch {
	case isText && strings.TrimSpace(text) == "":
		return json.RawMessage("null"), true
	case isText && r.Spec.Lenient:
		v, _, _ = document.ParseLenient([]byte(text))
	case isText:
		v, _ = document.Parse([]byte(text))
	}
	if !v.Exists() {
		return nil, true
	}
	return v.Raw(), true
}

// Accepted returns the document with which a case is accepted if nobody looks at it: its truth or, if it has none, its
// answer. See [ReadingRules.Answer].
func (r *ReadingRules) Accepted(c *report.Case) (accepted json.RawMessage, kept bool) {
	if c.Unlabelled {
		return r.Answer(c)
	}
	return c.Truth, len(c.Truth) > 0
}

// Held returns the hash of the document with which a case is accepted, for [accept.Decision].WantHash. kept is false if
// the record does not have that document.
func (r *ReadingRules) Held(c *report.Case) (hash string, kept bool) {
	accepted, kept := r.Accepted(c)
	if !kept {
		return "", false
	}
	return HashOf(accepted), true
}

// Departs returns the paths of the leaves in which a reading departs from the document with which a case is accepted.
// ok is false if the record does not have that document, or the reading cannot be compared with it.
func (r *ReadingRules) Departs(reading json.RawMessage, c *report.Case) (paths []string, ok bool) {
	accepted, _ := r.Accepted(c)
	if accepted == nil {
		return nil, false
	}
	compare := r.Against
	if c.Unlabelled {
		compare = r.Between
	}
	result, err := compare(reading, accepted)
	if err != nil {
		return nil, false
	}
	for _, f := range Differing(result) {
		paths = append(paths, f.Path)
	}
	return paths, true
}
