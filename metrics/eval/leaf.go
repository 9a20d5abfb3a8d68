package eval

import (
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/internal/pairing"
	"github.com/extracteval/extracteval/metrics/eval/internal/reading"
)

const (
	noSuchItem = "got has no such item"
	ofUnset    = "01-:.TZ" // the characters of an unset time, UUID or decimal: the first word of an enum is a value
)

// addLeaf finds the outcome of one leaf, and counts, scores and lists it.
func (ev *evaluation) addLeaf(f *field, got, want document.Value, position *place, t *reading.Tally) {
	fields := slices.Grow(ev.result.Fields, 1)
	fields = fields[:len(fields)+1]
	r := &fields[len(fields)-1] // zero: what is left out below is cleared
	r.Attribute, r.GotIndex, r.WantIndex, r.GotKeys = f.attribute, position.got, position.want, position.otherKeys()
	got = ev.stated(f, got, want, position)
	expected := ev.decideOutcome(r, f, got, want, position)
	if r.Outcome == metrics.Missing && !got.Exists() {
		got = ev.omission(r, f, want, position)
	}
	if r.Outcome == 0 {
		if ev.void && !expected && position.alone == both && !f.unscored {
			t.Skip(f.weight * position.weight)
		}
		*r = FieldResult{}
		return
	}
	ev.rows[f.row].Counts.Add(r.Outcome)
	if position.remark != "" && position.alone == both && !r.Outcome.Hit() {
		r.Note = strings.TrimPrefix(r.Note+"; "+position.remark, "; ")
	}

	scored := !f.unscored
	if scored && r.Outcome == metrics.Missing && (f.optional || position.excused) {
		ev.excuse(f.row)
		scored = false
	}
	if scored {
		r.Weight = t.Add(r.Outcome, r.Score, f.weight*position.weight, expected, f.optional || position.excused || position.spared)
	}
	if r.Outcome == metrics.Invented && !ev.lists() {
		*r = FieldResult{}
		return
	}
	r.Path, r.Got, r.Want = position.pathOf(f), got.Raw(), want.Raw()
	if ev.text != nil && !f.unprinted {
		r.Origin = ev.origin(f, r.Outcome, got, want)
	}
	ev.result.Fields = fields
	switch {
	case !scored || position.alone != both: // an item without partner is one miss as a whole
	case !r.Outcome.Hit():
		ev.addMiss(r.Path, r.Tag, r.Note)
	case !t.List:
		ev.result.Hits = append(ev.result.Hits, r.Path)
	}
}

// origin returns the origin of a mistake, "" if the text of the document does not show it. A void answer has no
// origins.
func (ev *evaluation) origin(f *field, o metrics.Outcome, got, want document.Value) source.Origin {
	if ev.void || f.invalid != "" {
		return ""
	}
	return ev.text.OriginOfOutcome(o, f.written, got, want)
}

// decideOutcome sets r to the result of one leaf, and reports whether the truth demands a value. The outcome stays 0 if there is
// no leaf.
func (ev *evaluation) decideOutcome(r *FieldResult, f *field, got, want document.Value, position *place) (expected bool) {
	if f.invalid != "" {
		if position.alone != gotOnly {
			// The value at an invalid path is unknown, and such a field must not hit.
			r.Outcome, r.Tag, r.Note = metrics.Missing, ev.lacking(f, position), f.invalid
		}
		return true
	}
	wantEmpty := ev.spec.empty(f, want)
	gotEmpty := ev.spec.empty(f, got) || f.ZeroIsEmpty && ev.unset(f, got, want, wantEmpty, position)
	switch {
	case wantEmpty && gotEmpty, gotEmpty && f.Words.Accepts(f.Match, want):
		if position.alone == both && !ev.void {
			r.Outcome, r.Score, r.Similarity, r.Note = metrics.CorrectAbsence, 1, 1, f.Words.Note(got, want)
		} else if position.alone == both && ev.voidTag != "" && !f.unscored {
			r.Outcome, r.Tag, r.Note = metrics.Hallucinated, ev.voidTag, ev.result.Unreadable
		}
	case gotEmpty:
		r.Outcome = metrics.Missing
		r.Tag, r.Note = ev.whyMissing(f, got, position)
	case wantEmpty && position.alone == gotOnly:
		r.Outcome, r.Tag = metrics.Invented, reading.TagItem
		if position.nearest != "" {
			r.Note = "the truth has no such item" + position.nearest
		}
	case wantEmpty:
		r.Outcome, r.Tag, r.Note = metrics.Hallucinated, reading.TagUnexpected, f.Words.Cause("the truth", want)
		if !ev.concede(r, f, got, want, position) && (paths.IsZero(got) || ev.result.given.zeros.Unset(position.inGot(f.Place))) {
			ev.warnZero(f, got, "is empty counts as hallucinated")
		}
	default:
		ev.compare(r, f, got, want)
		unset := r.Outcome == metrics.Wrong && strings.Trim(got.Text(), ofUnset) == "" && !paths.IsZero(got)
		if unset && ev.result.given.zeros.Unset(position.inGot(f.Place)) {
			ev.warnZero(f, got, "has a value counts as wrong, not as missing")
		}
	}
	return !wantEmpty && !f.Words.Accepts(f.Match, want)
}

// compare asks the comparator of a field about two values.
func (ev *evaluation) compare(r *FieldResult, f *field, got, want document.Value) {
	if pairing.Same(f.Match, got, want) {
		r.Outcome, r.Score, r.Similarity = metrics.Match, 1, 1
		return
	}
	c, err := pairing.Judge(ev.ctx, f.Match, got, want)
	r.Score, r.Similarity, r.Note, r.Details = c.Score, c.Similarity, c.Note, c.Details
	switch {
	case err != nil:
		r.Outcome, r.Tag, r.Note = metrics.Errored, reading.TagErrored, err.Error()
	case c.Match:
		r.Outcome = metrics.Match
	default:
		r.Outcome, r.Tag = metrics.Wrong, c.Tag
		if g, w := got.Kind(), want.Kind(); c.Tag == reading.TagType && (g >= document.Array) != (w >= document.Array) {
			ev.warnf("field %q: the truth has %s where got has %s", f.attribute, words.ArticleOf(w), words.ArticleOf(g))
		}
	}
}

func (ev *evaluation) whyMissing(f *field, got document.Value, position *place) (tag, note string) {
	switch {
	case ev.voidTag == reading.TagType:
		return ev.lacking(f, position), ev.result.Unreadable
	case ev.result.Unreadable != "":
		return ev.voidTag, ev.result.Unreadable
	case position.alone == wantOnly:
		return reading.TagMissing, noSuchItem + position.nearest
	}
	note = f.Words.Cause("got", got) + position.nearest
	switch tag = reading.EmptyTags[got.Kind()]; {
	case tag == reading.TagRequired:
		tag = ev.lacking(f, position)
	case f.Words.Word(got) != "":
		tag = reading.TagWord
	case !ev.spec.empty(f, got): // "0" is a zero, too, and so is "0001-01-01T00:00:00Z"
		tag = reading.TagZero
	}
	return tag, note
}

// lacking returns the tag of a value that got lacks.
func (ev *evaluation) lacking(f *field, position *place) string {
	if f.optional || position.excused {
		return reading.TagMissing
	}
	return reading.TagRequired
}

// empty reports whether a value carries no information for a field.
func (s *Spec) empty(f *field, v document.Value) bool {
	switch v.Kind() {
	case document.Array:
		if v.Len() == 0 {
			return s.EmptyCollections || f.auto
		}
		return f.auto && len(paths.ItemsOf([]document.Value{v})) == 0
	case document.Object:
		return s.EmptyCollections && v.Len() == 0
	}
	return f.Words.Empty(v)
}

// warnZero explains the most common hallucination: a Go struct without pointers. effect says what a zero counts as, and where.
func (ev *evaluation) warnZero(f *field, got document.Value, effect string) {
	remedy := "set zero_is_empty: true for the field (in Go ZeroIsEmpty, or omitzero in the json tag)"
	if ev.spec.OfType {
		remedy = `tag it json:",omitzero" or eval:"zeroempty"`
	}
	ev.warnf("field %q: got %s where the truth %s; if it means that nothing was found, %s", f.attribute, reading.TextOfZero(got), effect, remedy)
}

// lists reports whether one more invented value is listed; see [paths.MaxInvented].
func (ev *evaluation) lists() bool {
	ev.invented++
	if ev.invented == paths.MaxInvented+1 {
		ev.warnf("got has more than %d invented values; all are counted, the rest is not listed", paths.MaxInvented)
	}
	return ev.invented <= paths.MaxInvented
}
