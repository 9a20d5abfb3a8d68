package eval

import (
	"slices"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/internal/reading"
)

// counts reports whether the values of got that no field of a group covers count as invented.
func (ev *evaluation) counts(g *group) bool {
	return ev.spec.Strict || g.scope.inferred && ev.spec.Unlabelled != UnlabelledSkip
}

// surplus counts the values of got that no field of a document or an item covers: the values of unknown keys, if they
// count, and scalars and arrays in the place of an object that fields descend into.
func (ev *evaluation) surplus(g *group, got, want content, position *place, t *reading.Tally) {
	for _, r := range reading.Last(got.rest) {
		switch counted, scored := ev.displaced(g, &r, want, position); {
		case counted:
			instead := *position
			instead.unscored = instead.unscored || !scored
			ev.inventField(g.absent, Miss{paths.Join(position.path, r.Text()), reading.TagType, r.Mismatch()}, r.Value, &instead, t)
		case !r.Stray || ev.counts(g):
			ev.invent(g, r.Text(), r.Value, position, t)
		}
	}
}

// displaced reports whether a value of got stands in the place of fields that are compared, and whether one of them is
// scored. It does not count where the truth has a scalar as well, which no field compares.
func (ev *evaluation) displaced(g *group, r *reading.Rest, want content, position *place) (counted, scored bool) {
	if !r.Stray || len(r.From.Path) == 0 && len(position.got) > 0 {
		return r.Stray, true // an item that is not an object or array
	}
	for _, i := range r.From.Below() {
		f := &g.fields[i]
		if !f.Ignored && !ev.skips(g, f, want.values[i], position) {
			counted, scored = true, scored || !f.unscored
		}
	}
	return counted && !slices.ContainsFunc(want.rest, func(other reading.Rest) bool {
		return other.Stray && g.absent.CountLeaves(other.Value) > 0 && r.From.Shares(other.From)
	}), scored
}

// invent counts the values at and below a key that the truth has no place for, given their path from the document or
// item. Each key is one field, and so is an array as a whole.
func (ev *evaluation) invent(g *group, relative string, v document.Value, position *place, t *reading.Tally) {
	if v.Kind() == document.Object {
		for key, member := range v.LastMembers() {
			ev.invent(g, paths.Join(relative, document.Path{{Key: key, Index: -1}}.String()), member, position, t)
		}
		return
	}
	if !g.scope.inferred && ev.truthHas(paths.Join(g.scope.place, paths.General(relative))) {
		return
	}
	place := paths.General(relative)
	if zeros := ev.result.given.zeros; paths.IsZero(v) && zeros.InWant(position.inWant(paths.Join(g.scope.want, place))) != nil {
		zeros.Drop(position.inGot(paths.Join(g.scope.place, place)))
		return
	}
	ev.inventField(g.absent, Miss{Path: paths.Join(position.path, relative), Tag: reading.TagKey}, v, position, t)
}

// inventField counts all values at and below one key, as one field of the score and as one miss.
func (ev *evaluation) inventField(absent *paths.AbsentWords, m Miss, v document.Value, position *place, t *reading.Tally) {
	if m.Path == "" {
		m.Path = paths.Document
	}
	leaves := absent.CountLeaves(v)
	if leaves == 0 {
		return
	}
	weight := 0.0
	if !position.unscored {
		weight = t.Add(metrics.Invented, 0, position.weight, false, false)
	}
	listed := ev.invented < paths.MaxInvented
	ev.inventLeaves(absent, m.Path, v, FieldResult{
		Attribute: metrics.InventedAttribute, Outcome: metrics.Invented, Weight: weight / float64(leaves),
		Tag: m.Tag, Note: m.Note, GotIndex: position.got, WantIndex: position.want, GotKeys: position.otherKeys(),
	})
	if listed && !position.unscored && position.alone == both {
		ev.addMiss(m.Path, m.Tag, m.Note)
	}
}

// inventLeaves counts and lists every value at or below a path.
func (ev *evaluation) inventLeaves(absent *paths.AbsentWords, path string, v document.Value, r FieldResult) {
	for place, leaf := range absent.Leaves(path, v, func() bool { return ev.invented < paths.MaxInvented }) {
		ev.inventedRow().Counts.Add(metrics.Invented)
		if ev.lists() {
			r.Path, r.Got = place, leaf.Raw()
			ev.result.Fields = append(ev.result.Fields, r)
		}
	}
}

// inventedRow returns the row of invented keys, the last one.
func (ev *evaluation) inventedRow() *metrics.Row {
	if n := len(ev.rows); n == len(ev.plan.rows) {
		ev.rows = append(ev.rows, metrics.Row{Attribute: metrics.InventedAttribute})
	}
	return &ev.rows[len(ev.rows)-1]
}

// truthHas reports whether the truth has a value at some place of an attribute.
func (ev *evaluation) truthHas(attribute string) bool {
	if ev.truthKeys == nil {
		ev.truthKeys = paths.Attributes(ev.truth, ev.plan.maps)
	}
	_, ok := ev.truthKeys[attribute]
	return ok
}
