package eval

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
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
		answer, ok = leaveOut(r.Answer, g.ignored.got)
		return answer, "", ok
	case g.ignored.got == nil || len(bytes.TrimSpace(g.text)) == 0:
		return nil, string(g.text), true
	case r.Answer.Exists(): // read from the text: what stood around it is lost
		answer, ok = leaveOut(r.Answer, g.ignored.got)
		return answer, "", ok
	}
	return nil, "", false
}

// KeptTruth is [Result.Kept] of the truth, which is kept also where the extractor failed. ok
// is false where there is none.
func (r *Result) KeptTruth() (_ json.RawMessage, ok bool) {
	return leaveOut(r.given.truth, r.given.ignored.want)
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
type ignored struct{ got, want *ignoredPlaces }

type ignoredPlaces struct{ all []document.Path }

func (s Spec) ignored() ignored {
	var in ignored
	for _, side := range []struct {
		to   **ignoredPlaces
		path func(*Field) string
	}{{&in.got, inGot}, {&in.want, inWant}} {
		for _, attribute := range s.ignoredAt(side.path) {
			path, err := paths.ParseAttribute(attribute)
			if attribute == "" {
				path, err = document.Path{}, nil
			}
			if err != nil {
				continue // of a lenient spec: it leads nowhere
			}
			if *side.to == nil {
				*side.to = &ignoredPlaces{}
			}
			(*side.to).all = append((*side.to).all, path)
		}
	}
	return in
}

func (s Spec) ignoredAt(path func(*Field) string) (all []string) {
	for name, f := range each(s.Fields, "", path) {
		if f.Match != nil && compare.Name(f.Match) == "ignore" {
			all = append(all, name)
		}
	}
	return all
}

// leaveOut returns the text of v without some places, ok false where that is nothing.
func leaveOut(v document.Value, p *ignoredPlaces) (json.RawMessage, bool) {
	switch {
	case !v.Exists():
		return nil, false
	case p == nil:
		return oneLine(v.Raw()), true
	case slices.ContainsFunc(p.all, func(path document.Path) bool { return len(path) == 0 }):
		return nil, false
	}
	return appendWithout(nil, v, p.all), true
}

// appendWithout appends v without what the paths lead to, each of which has a step.
func appendWithout(to []byte, v document.Value, all []document.Path) []byte {
	if len(all) == 0 {
		return append(to, oneLine(v.Raw())...)
	}
	item := func(leads func(document.Step) bool, name string, child document.Value) {
		var below []document.Path
		for _, path := range all {
			switch {
			case !leads(path[0]):
			case len(path) == 1:
				return
			default:
				below = append(below, path[1:])
			}
		}
		if last := to[len(to)-1]; last != '{' && last != '[' {
			to = append(to, ',')
		}
		to = appendWithout(append(to, name...), child, below)
	}
	switch v.Kind() {
	case document.Object:
		to = append(to, '{')
		for key, member := range v.Members() {
			item(func(s document.Step) bool { return !s.Bracket && s.Key == key }, string(gjson.AppendJSONString(nil, key))+":", member)
		}
		return append(to, '}')
	case document.Array:
		to = append(to, '[')
		for i, child := range v.Items() {
			item(func(s document.Step) bool { return s.AllItems() || s.Index == i }, "", child)
		}
		return append(to, ']')
	}
	return append(to, oneLine(v.Raw())...)
}

// oneLine drops line breaks and the blanks behind them, which JSON has between its parts
// alone. Other blanks stay, so that each value without a line break has the same text.
func oneLine(text json.RawMessage) json.RawMessage {
	if bytes.IndexByte(text, '\n') < 0 && bytes.IndexByte(text, '\r') < 0 {
		return text
	}
	to := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] != '\n' && text[i] != '\r' {
			to = append(to, text[i])
			continue
		}
		for i+1 < len(text) && (text[i+1] == ' ' || text[i+1] == '\t') {
			i++
		}
	}
	return to
}
