package redact

import (
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Leaves holds the leaves of one result as records keep them.
type Leaves struct {
	redaction Redaction
	result    *eval.Result
	all       Mode   // of every leaf where each is nil
	each      []Mode // by leaf
}

// Leaves returns the leaves of a result as records keep them; want is its truth. Where r is
// not compiled, Leaves compiles it for this one result.
func (r Redaction) Leaves(res *eval.Result, want []byte) Leaves {
	r = r.Prepared()
	l := Leaves{redaction: r, result: res, all: r.Mode}
	if r.rules == nil {
		return l
	}
	if r.rules.unmet.Load() > 0 {
		r.rules.meet(&r.rules.root, res.Answer)
		if truth, err := document.Parse(want); err == nil {
			r.rules.meet(&r.rules.root, truth)
		}
	}
	l.each = make([]Mode, len(res.Fields))
	for i := range res.Fields {
		l.each[i] = r.rules.mode(res.Fields[i].Attribute)
	}
	if !r.rules.redactMoved(res, l.each, want) {
		l.all, l.each = r.rules.strictest, nil
	}
	return l
}

func (l *Leaves) at(i int) Mode {
	if l.each == nil {
		return l.all
	}
	return l.each[i]
}

// Field returns leaf i as a record keeps it.
func (l *Leaves) Field(i int) eval.FieldResult {
	f, mode := l.result.Fields[i], l.at(i)
	if l.redaction.Active() {
		f.Note = ""
	}
	if mode == None {
		return f
	}
	r := l.redaction.as(mode)
	f.Path, f.Tag, f.Details = r.path(f.Attribute, f.Path), r.tag(f.Tag), nil
	f.Got, f.Want = r.value(f.Got), r.value(f.Want)
	return f
}

// Misses returns the first n misses as a record keeps them, or all where there are fewer.
func (l *Leaves) Misses(n int) []eval.Miss {
	misses := l.result.Misses[:min(len(l.result.Misses), n)]
	if !l.redaction.Active() {
		return misses
	}
	return l.redaction.redactMisses(misses, l.result.Fields, l)
}
