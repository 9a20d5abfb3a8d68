package reading

// This file finds the zeros that omitempty and omitzero leave out of the JSON of Go values: the struct of an answer
// does say 0, where its JSON has nothing.

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/document"
)

// Zeros holds the zeros of one answer and its truth.
type Zeros struct {
	got, want any                     // nil for JSON
	restored  map[document.Value]bool // values that Items restored
	unset     map[document.Value]bool // values that are Unset, among those that Items saw
	added     map[string]paths.Added  // to the JSON of the answer, by path
	dropped   []document.Path         // from it
}

// Spot is a place in an answer or a truth, "lines[].qty", with the indices of the items on the way and the keys of the
// members of maps among them.
type Spot struct {
	Place   string
	Indices []int
	Keys    []string
}

// inItem returns a spot in an item of the list at s.
func (s Spot) inItem(place string, index int) Spot {
	return Spot{Place: place, Indices: append(slices.Clip(s.Indices), index), Keys: s.Keys}
}

func (s Spot) fullPath() (document.Path, bool) {
	return paths.InGot(s.Place, s.Place, s.Indices, s.Keys)
}

// ZerosOf returns the zeros of an answer and its truth, nil if neither is a Go value: JSON has none.
func ZerosOf(got, want any) *Zeros {
	if t, ok := want.(spectext.Truth); ok {
		want = t.Stated
	}
	if got, want = stated(got), stated(want); got == nil && want == nil {
		return nil
	}
	return &Zeros{got: got, want: want}
}

func stated(v any) any {
	switch v.(type) {
	case []byte, json.RawMessage, string, document.Value, *document.Value:
		return nil
	}
	return v
}

// InGot returns what the struct of the answer says at a spot, and its JSON lacks; nil for nothing.
func (z *Zeros) InGot(s Spot) *spectext.Omission {
	if z == nil || z.got == nil {
		return nil
	}
	return findOmission(z.got, s)
}

// InWant does the work of InGot for the truth. Only zeros that are Plain count.
func (z *Zeros) InWant(s Spot) *spectext.Omission {
	if z == nil || z.want == nil {
		return nil
	}
	if o := findOmission(z.want, s); o != nil && o.Plain {
		return o
	}
	return nil
}

// Unset reports whether the answer has at a spot the zero of its Go type: a time.Time, uuid.UUID or decimal that nobody
// set. Its JSON is a text like any other.
func (z *Zeros) Unset(s Spot) bool {
	path, ok := s.fullPath()
	return ok && z != nil && z.got != nil && spectext.Unset(z.got, path)
}

func findOmission(v any, s Spot) *spectext.Omission {
	path, ok := s.fullPath()
	if !ok {
		return nil
	}
	return spectext.Omitted(v, path)
}

// Restored reports whether Items restored a value.
func (z *Zeros) Restored(v document.Value) bool { return z != nil && z.restored[v] }

// Add notes that the answer is kept with a zero.
func (z *Zeros) Add(s Spot, zero document.Value) {
	if path, ok := s.fullPath(); ok {
		z.addZero(path, zero)
	}
}

func (z *Zeros) addZero(path document.Path, zero document.Value) {
	arithmetic.Map(&z.added)[path.String()] = paths.Added{Path: path, Value: zero}
}

// Drop notes that the answer is kept without its value at a spot.
func (z *Zeros) Drop(s Spot) {
	if path, ok := s.fullPath(); ok {
		z.dropped = append(z.dropped, path)
	}
}

// Whole returns an object or array of the answer that is compared as a whole: with the zeros that its struct has and the
// truth states, and without the zeros that the struct of the truth has and its JSON lacks.
func (z *Zeros) Whole(ofGot, ofWant Spot, got, want document.Value) document.Value {
	if z == nil {
		return got
	}
	inGot, ok := ofGot.fullPath()
	inWant, found := ofWant.fullPath()
	if !ok || !found {
		return got
	}
	w := whole{Zeros: z, gotRoot: len(inGot)}
	w.compare(got, want, inGot, inWant)
	text := rewritten(got, w.removed, w.members)
	if v, err := document.Parse(text); err == nil && len(w.removed)+len(w.members) > 0 {
		return v
	}
	return got
}

// whole finds the zeros of one value.
type whole struct {
	*Zeros
	gotRoot int // steps of the path that lead to the value
	members []paths.Added
	removed []document.Path
}

func (w *whole) compare(got, want document.Value, inGot, inWant document.Path) {
	for key, truth := range want.Members() {
		step := document.Step{Key: key, Index: -1}
		gotPath, wantPath := append(slices.Clip(inGot), step), append(slices.Clip(inWant), step)
		if member := got.Member(key); member.Exists() {
			w.compare(member, truth, gotPath, wantPath)
		} else if o := spectext.Omitted(w.got, gotPath); o != nil && o.Plain && !truth.Empty() {
			w.addZero(gotPath, o.Zero)
			w.members = append(w.members, paths.Added{Path: gotPath[w.gotRoot:], Value: o.Zero})
		}
	}
	for key, member := range got.Members() {
		step := document.Step{Key: key, Index: -1}
		if want.Member(key).Exists() || !paths.IsZero(member) {
			continue
		}
		if o := spectext.Omitted(w.want, append(slices.Clip(inWant), step)); o != nil && o.Plain {
			gotPath := append(slices.Clip(inGot), step)
			w.dropped, w.removed = append(w.dropped, gotPath), append(w.removed, gotPath[w.gotRoot:])
		}
	}
	for i, item := range got.Items() {
		w.compare(item, want.Index(i), append(slices.Clip(inGot), document.Item(i)), append(slices.Clip(inWant), document.Item(i)))
	}
}

// Kept returns the JSON of an answer without the ignored places. Without the Go structs, this JSON gets the same result as
// the answer.
func (z *Zeros) Kept(answer document.Value, ignored []document.Path) json.RawMessage {
	if z == nil {
		return paths.Without(answer, ignored)
	}
	members := arithmetic.Each(slices.Sorted(maps.Keys(z.added)), func(path string) paths.Added { return z.added[path] })
	return rewritten(answer, slices.Concat(z.dropped, ignored), members)
}

// rewritten returns the text of a document without some values and with other ones.
func rewritten(v document.Value, removed []document.Path, members []paths.Added) json.RawMessage {
	text := paths.Without(v, removed)
	if len(members) == 0 {
		return text
	}
	rest, err := document.Parse(text)
	if err != nil {
		return text
	}
	return paths.With(rest, members)
}

// TextOfZero returns a zero as a warning shows it: 0 also for 0.0, which were one more warning otherwise.
func TextOfZero(v document.Value) string {
	switch {
	case v.Kind() == document.Bool:
		return "false"
	case paths.IsZero(v):
		return "0"
	}
	return spectext.Shorten(v.RawText()) // of a time, say
}
