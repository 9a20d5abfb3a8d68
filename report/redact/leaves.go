package redact

import (
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Leaves is what records keep of the leaves of one result.
type Leaves struct {
	redaction Redaction
	result    *eval.Result
	all       Mode
	each      []Mode // by leaf; nil when all is for each
}

// Leaves returns what records keep of a result, of which the truth is want. It prepares
// r for this one result when r is not compiled.
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
		l.each[i] = r.of(res.Fields[i].Attribute)
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
	f := l.result.Fields[i]
	if l.at(i) == None && l.result.Unreadable == "" {
		return f
	}
	r := l.redaction.as(l.at(i))
	f.Path, f.Tag = r.path(f.Attribute, f.Path), r.tag(f.Tag)
	f.Got, f.Want = r.value(f.Got), r.value(f.Want)
	if r.Active() {
		f.Note, f.Details = "", nil
	}
	if l.result.Unreadable != "" && l.redaction.Active() {
		f.Note = "" // why it could not be read
	}
	return f
}

// Misses returns the first n misses, or all when there are fewer, as a record keeps
// them.
func (l *Leaves) Misses(n int) []eval.Miss {
	misses := l.result.Misses[:min(len(l.result.Misses), n)]
	if !l.redaction.Active() {
		return misses
	}
	return l.redaction.redactMisses(misses, l.result.Fields, l)
}
