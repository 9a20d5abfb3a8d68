package eval

import (
	"encoding/json"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
)

// The causes of a miss that no comparator knows.
const (
	tagRequired   = "required, missing"
	tagMissing    = "missing" // an optional value, or an item with all that is in it
	tagNull       = "null value"
	tagBlank      = "blank value"
	tagEmpty      = "empty collection"
	tagZero       = "zero value"
	tagUnexpected = "unexpected value"
	tagItem       = "unexpected item"
	tagKey        = "unexpected key"
	tagType       = "type mismatch"
	tagUnreadable = "unreadable answer"
	tagErrored    = "errored"
)

func tagged(path, tag string) string {
	if tag == "" {
		return path
	}
	return path + " (" + tag + ")"
}

// finding is what was found out about one leaf.
type finding struct {
	outcome           metrics.Outcome
	score, similarity float64
	tag, note         string
	details           json.RawMessage
	expected          bool // the truth has a value
}

// leaf gives one leaf its outcome, and counts, scores and lists it.
func (ev *evaluation) leaf(f *field, got, want document.Value, at *place, t *tally) {
	found := ev.find(f, got, want, at)
	if found.outcome == 0 {
		return
	}
	ev.result.Table.At(f.row).Counts.Add(found.outcome)

	scored := !f.unscored
	if scored && found.outcome == metrics.Missing && (f.optional || at.excused) {
		ev.excuse(f.row)
		scored = false
	}
	weight := 0.0
	if scored {
		weight = t.add(found.outcome, found.score, f.weight*at.weight, found.expected, f.optional || at.excused)
	}
	if found.outcome == metrics.Invented && !ev.lists() {
		return
	}
	path := at.pathOf(f)
	ev.result.Fields = append(ev.result.Fields, FieldResult{
		Path: path, Attribute: f.attribute,
		Outcome: found.outcome, Score: found.score, Similarity: found.similarity, Weight: weight,
		Note: found.note, Tag: found.tag, Details: found.details,
		Got: got.Raw(), Want: want.Raw(), GotIndex: at.got, WantIndex: at.want,
	})
	switch {
	case !scored || at.alone != both: // an item without partner is one miss
	case !found.outcome.Hit():
		ev.result.Misses = append(ev.result.Misses, tagged(path, found.tag))
	case !t.list:
		ev.result.Hits = append(ev.result.Hits, path)
	}
}

// find returns what is to be said about one leaf, with outcome 0 if there is none.
func (ev *evaluation) find(f *field, got, want document.Value, at *place) finding {
	if f.invalid != "" {
		if at.alone == gotOnly {
			return finding{}
		}
		// Nobody knows what is there, and a field that looks at nothing must not hit.
		return finding{outcome: metrics.Missing, expected: true, tag: tagRequired, note: f.invalid}
	}
	gotEmpty := ev.empty(f, got) || f.zeroIsEmpty && isZero(got) && !isZero(want)
	wantEmpty := ev.empty(f, want)
	switch {
	case wantEmpty && gotEmpty && at.alone != both:
		return finding{}
	case wantEmpty && gotEmpty:
		return finding{outcome: metrics.CorrectAbsence, score: 1, similarity: 1}
	case gotEmpty:
		tag, note := ev.whyMissing(f, got, at)
		return finding{outcome: metrics.Missing, expected: true, tag: tag, note: note}
	case wantEmpty && at.alone == gotOnly:
		return finding{outcome: metrics.Invented, tag: tagItem}
	case wantEmpty:
		if isZero(got) {
			ev.warnZero(f, got)
		}
		return finding{outcome: metrics.Hallucinated, tag: tagUnexpected, note: emptiness("the truth", want)}
	}
	c, err := judge(ev.ctx, f.match, got, want)
	found := finding{outcome: metrics.Match, score: c.Score, similarity: c.Similarity, note: c.Note, details: c.Details, expected: true}
	switch {
	case err != nil:
		found.outcome, found.tag, found.note = metrics.Errored, tagErrored, err.Error()
	case !c.Match:
		found.outcome, found.tag = metrics.Wrong, c.Tag
	}
	return found
}

func (ev *evaluation) whyMissing(f *field, got document.Value, at *place) (tag, note string) {
	switch {
	case ev.result.Unreadable != "":
		return tagUnreadable, ev.result.Unreadable
	case at.alone == wantOnly:
		return tagMissing, "got has no such item"
	}
	note = emptiness("got", got)
	switch got.Kind() {
	case document.Missing:
		if f.optional || at.excused {
			return tagMissing, note
		}
		return tagRequired, note
	case document.Null:
		return tagNull, note
	case document.Array, document.Object:
		return tagEmpty, note
	case document.String:
		return tagBlank, note
	}
	return tagZero, note
}

// emptiness says in which way a value is empty.
func emptiness(who string, v document.Value) string {
	switch v.Kind() {
	case document.Missing:
		return who + " has no such value"
	case document.Null:
		return who + " is null"
	case document.String:
		return who + " is blank"
	}
	return who + " is " + v.RawText()
}

// empty reports whether a value carries no information for a field.
func (ev *evaluation) empty(f *field, v document.Value) bool {
	switch v.Kind() {
	case document.Array:
		return (ev.spec.EmptyCollections || f.emptyArrays) && v.Len() == 0
	case document.Object:
		return ev.spec.EmptyCollections && v.Len() == 0
	}
	return v.Empty()
}

// isZero reports whether v is what an unset Go value is marshalled to: 0, "" or
// false.
func isZero(v document.Value) bool {
	switch v.Kind() {
	case document.Number:
		for _, c := range []byte(v.RawText()) {
			switch {
			case c == 'e' || c == 'E':
				return true
			case c >= '1' && c <= '9':
				return false
			}
		}
		return true
	case document.Bool:
		yes, _ := v.Bool()
		return !yes
	case document.String:
		return v.Text() == ""
	}
	return false
}

// warnZero explains the most common hallucination: a Go struct without pointers.
func (ev *evaluation) warnZero(f *field, got document.Value) {
	ev.warn("field %q: got %s where the truth is empty counts as hallucinated; if it means that nothing was found, "+
		"tag the Go field omitzero, or set ZeroIsEmpty", f.attribute, got.RawText())
}

// lists reports whether one more invented value is listed; see [MaxInvented].
func (ev *evaluation) lists() bool {
	ev.invented++
	if ev.invented > MaxInvented {
		ev.warn("got has more than %d invented values; all are counted, the rest is not listed", MaxInvented)
		return false
	}
	return true
}
