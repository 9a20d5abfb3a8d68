package eval

import (
	"bytes"
	"encoding/json"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/internal/omit"
	"github.com/extracteval/extracteval/metrics/eval/internal/paths"
)

// Kept returns what is to be kept of the answer, so that it can be evaluated again, be it
// under another spec: its JSON, or, where got was text that is not JSON as it stands, that
// text. What the spec has as [compare.Ignore] is not in it, and neither are line breaks
// between the parts of JSON, so that it is one line. Blank text is kept as " ".
//
// ok is false where nothing can be kept: the extractor failed, got could not be marshalled,
// or it is text that cannot be read, in which nobody can tell what the spec ignores.
func (r *Result) Kept() (answer json.RawMessage, text string, ok bool) {
	g := &r.given
	switch {
	case !g.any:
		return nil, "", false
	case g.text == nil:
		answer, ok = omit.Text(r.Answer, g.ignored.got)
		return answer, "", ok
	case g.ignored.got == nil || len(bytes.TrimSpace(g.text)) == 0:
		return nil, string(g.text), true
	case r.Answer.Exists(): // read from the text: what stood around it is lost
		answer, ok = omit.Text(r.Answer, g.ignored.got)
		return answer, "", ok
	}
	return nil, "", false
}

// KeptTruth is [Result.Kept] of the truth, which is kept also where the extractor failed. ok
// is false where there is none.
func (r *Result) KeptTruth() (_ json.RawMessage, ok bool) {
	return omit.Text(r.given.truth, r.given.ignored.want)
}

// Ignored returns the attributes that the spec has as [compare.Ignore], in its order: what
// is not kept of answers.
func (s Spec) Ignored() []string {
	return s.ignoredAt(inGot)
}

// given is what an evaluation was given.
type given struct {
	truth   document.Value
	any     bool   // there is an answer that can be kept
	text    []byte // of it, where it is not JSON as it stands; else nil
	ignored ignored
}

// ignored are the places that a spec ignores in got and want, nil for none.
type ignored struct{ got, want []document.Path }

func (s Spec) ignored() ignored {
	places := func(attributes []string) (all []document.Path) {
		for _, attribute := range attributes {
			path, err := paths.ParseAttribute(attribute)
			if attribute == "" {
				path, err = document.Path{}, nil
			}
			if err == nil { // else of a lenient spec: it leads nowhere
				all = append(all, path)
			}
		}
		return all
	}
	return ignored{places(s.ignoredAt(inGot)), places(s.ignoredAt(inWant))}
}

func (s Spec) ignoredAt(path func(*Field) string) (all []string) {
	for name, f := range each(s.Fields, "", path) {
		if f.Match != nil && compare.Name(f.Match) == "ignore" {
			all = append(all, name)
		}
	}
	return all
}
