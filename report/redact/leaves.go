package redact

import (
	"slices"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Leaves returns the leaves and the misses of a result as records keep them; want is its truth. Where r is not compiled,
// Leaves compiles it for this one result.
func (r Redaction) Leaves(res *eval.Result, want []byte) (fields []eval.FieldResult, misses []eval.Miss) {
	r = r.Prepared()
	modes := r.modes(res, want)
	if !r.Active() {
		return res.Fields, res.Misses
	}
	fields = slices.Clone(res.Fields)
	for i := range fields {
		f := &fields[i]
		f.Note = ""
		if modes[i] == None {
			continue
		}
		as := r.as(modes[i])
		f.Path, f.Tag, f.Details = as.path(f.Attribute, f.Path), as.tag(f.Tag), nil
		f.Got, f.Want = as.value(f.Got), as.value(f.Want)
	}
	return fields, r.redactMisses(res.Misses, res.Fields, modes)
}

// modes returns the mode of each leaf.
func (r Redaction) modes(res *eval.Result, want []byte) []Mode {
	if r.rules == nil {
		return slices.Repeat([]Mode{r.Mode}, len(res.Fields))
	}
	if r.rules.unmet.Load() > 0 {
		r.rules.meet(&r.rules.root, res.Answer)
		if truth, err := document.Parse(want); err == nil {
			r.rules.meet(&r.rules.root, truth)
		}
	}
	modes := make([]Mode, len(res.Fields))
	for i := range res.Fields {
		modes[i] = r.rules.mode(res.Fields[i].Attribute)
	}
	if !r.rules.redactMoved(res, modes, want) {
		return slices.Repeat([]Mode{r.rules.strictest}, len(modes))
	}
	return modes
}
