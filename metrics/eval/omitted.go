package eval

import (
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/internal/reading"
)

func (p *place) inGot(place string) reading.Spot {
	return reading.Spot{Place: place, Indices: p.got, Keys: p.gotKeys}
}

func (p *place) inWant(place string) reading.Spot {
	return reading.Spot{Place: place, Indices: p.want, Keys: p.wantKeys}
}

// stated returns the value of a leaf with the zeros that json tags leave out of an object or array, and without the zero
// by which items were paired.
func (ev *evaluation) stated(f *field, got, want document.Value, position *place) document.Value {
	zeros := ev.result.given.zeros
	switch {
	case zeros == nil:
	case zeros.Restored(got):
		return document.Value{}
	case position.alone == both && got.Kind() == want.Kind() && got.Kind() >= document.Array:
		return zeros.Whole(position.inGot(f.Place), position.inWant(f.InTruth), got, want)
	}
	return got
}

// omission says in the note of a missing value that the struct of the answer has it, and its json tag leaves it out. If
// the truth is that zero, the leaf is a match, and omission returns the zero.
func (ev *evaluation) omission(r *FieldResult, f *field, want document.Value, position *place) (zero document.Value) {
	spot := position.inGot(f.Place)
	o := ev.result.given.zeros.InGot(spot)
	if o == nil || position.alone != both || ev.void || f.invalid != "" {
		return zero
	}
	if conflict := o.Conflict(want); conflict != "" {
		ev.reject("field %q: the truth: %s", f.attribute, conflict)
	}
	if !o.Plain {
		return zero
	}
	matched := FieldResult{}
	if paths.AcceptsZero(want) {
		ev.compare(&matched, f, o.Zero, want)
	}
	if matched.Outcome == metrics.Match {
		r.Outcome, r.Score, r.Similarity, r.Details, r.Tag = metrics.Match, matched.Score, matched.Similarity, matched.Details, ""
		ev.result.given.zeros.Add(spot, o.Zero)
		zero = o.Zero
	}
	r.Note = "the " + o.String()
	return zero
}

// concede reports whether the struct of the truth has a zero where its JSON lacks a value, and says so in the note. A got
// of zero is then a correct absence.
func (ev *evaluation) concede(r *FieldResult, f *field, got, want document.Value, position *place) bool {
	zeros := ev.result.given.zeros
	o := zeros.InWant(position.inWant(f.InTruth))
	if o == nil || want.Exists() {
		return false
	}
	r.Note = "the truth's " + o.String()
	if paths.IsZero(got) {
		r.Outcome, r.Score, r.Similarity, r.Tag = metrics.CorrectAbsence, 1, 1, ""
		zeros.Drop(position.inGot(f.Place))
	}
	return true
}

// unset reports whether got is the zero of its type and stands for nothing, since the truth is not that zero.
func (ev *evaluation) unset(f *field, got, want document.Value, wantEmpty bool, position *place) bool {
	if paths.IsZero(got) {
		return wantEmpty || !paths.AcceptsZero(want)
	}
	spot, matched := position.inGot(f.Place), FieldResult{}
	if !ev.result.given.zeros.Unset(spot) {
		return false
	}
	if !wantEmpty {
		ev.compare(&matched, f, got, want)
	}
	if matched.Outcome == metrics.Match {
		return false
	}
	ev.result.given.zeros.Drop(spot) // the kept answer does not show that it is a zero
	return true
}
