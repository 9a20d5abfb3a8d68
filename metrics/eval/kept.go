package eval

import (
	"bytes"
	"encoding/json"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/internal/reading"
)

// Kept returns the answer in a form that can be evaluated again, even under another spec: its JSON, or the text of got
// if that is text and not plain JSON. The JSON lacks the fields with [compare.Ignore], and has no line breaks, so that
// it is one line. It has the zeros that the truth has and that a json tag left out of a Go value. Blank text is kept as
// " ".
//
// answer and text are empty if the answer cannot be kept: the extractor failed, got could not be marshalled, or got is
// unreadable text and the spec ignores fields, which cannot be found in it.
//
// Kept returns the truth in the same form, even if the extractor failed. It is empty without a truth.
func (r *Result) Kept() (answer json.RawMessage, text string, truth json.RawMessage) {
	g := &r.given
	truth = paths.Without(g.truth, g.ignored.want)
	switch {
	case !g.any:
	case g.text != nil && (g.ignored.got == nil || len(bytes.TrimSpace(g.text)) == 0):
		text = string(g.text)
	default: // the prose around an answer that was read leniently is lost
		answer = g.zeros.Kept(r.Answer, g.ignored.got)
	}
	return answer, text, truth
}

// Ignored returns the attributes with [compare.Ignore], in the order of the spec, except those in [Sections]. Kept
// answers lack their values.
func (s Spec) Ignored() []string {
	return s.ignoredAt(inGot)
}

// given holds the answer and the truth of an evaluation, for Kept.
type given struct {
	truth   document.Value
	any     bool   // there is an answer that can be kept
	text    []byte // the text of an answer that is not plain JSON; else nil
	ignored ignored
	zeros   *reading.Zeros
}

// ignored holds the places that a spec ignores in got and want, nil for none.
type ignored struct{ got, want []document.Path }

func (s Spec) ignored() ignored {
	return ignored{paths.PlacesOf(s.ignoredAt(inGot)), paths.PlacesOf(s.ignoredAt(inWant))}
}

func (s Spec) ignoredAt(path func(*Field) string) (all []string) {
	for name, f := range eachField(s.Fields, "", path) {
		if f.Match != nil && compare.Name(f.Match) == "ignore" {
			all = append(all, name)
		}
	}
	return all
}
