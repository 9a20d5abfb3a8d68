package pairing

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/assign"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// Sheet holds the items of one array, or of one object whose keys are data, with the values of their fields.
type Sheet struct {
	Index []int            // of each item in the array, or of its key among the sorted keys of the items of the object
	Keys  []string         // of each item of an object; nil for an array
	Items []document.Value // the items that are not empty
	Slots []document.Value // the fields of each item, one item after another
	Width int              // how many fields an item has

	inner []*inners // the rows in each field that is a list, set or map; nil for other fields, and before readInner
}

// Rows returns the items of an array, without those that lacking reports. An empty value, also {}, counts as an array
// without items. ok is false for any other value that is not an array.
func Rows(v document.Value, lacking func(item document.Value) bool) (s Sheet, ok bool) {
	if v.Kind() != document.Array {
		return s, v.Empty() || v.Kind() == document.Object && v.Len() == 0
	}
	n := v.Len()
	s.Index, s.Items = make([]int, 0, n), make([]document.Value, 0, n)
	for i, item := range v.Items() {
		if !lacking(item) {
			s.Index, s.Items = append(s.Index, i), append(s.Items, item)
		}
	}
	return s, true
}

// Members returns the members of an object that empty does not report as empty, sorted by key. An empty value, also [],
// counts as an object without members. ok is false for any other value that is not an object.
func Members(v document.Value, empty func(document.Value) bool) (s Sheet, ok bool) {
	if v.Kind() != document.Object {
		return s, v.Empty() || v.Kind() == document.Array && v.Len() == 0
	}
	members := maps.Collect(v.Members()) // the last one of equal keys
	for _, key := range slices.Sorted(maps.Keys(members)) {
		if item := members[key]; !empty(item) {
			s.Index, s.Keys, s.Items = append(s.Index, len(s.Index)), append(s.Keys, key), append(s.Items, item)
		}
	}
	return s, true
}

// Valueless reports whether v contains no value: it is empty, or an array or object of such values.
func Valueless(v document.Value, empty func(document.Value) bool) bool {
	switch v.Kind() {
	case document.Array:
		for _, item := range v.Items() {
			if !Valueless(item, empty) {
				return false
			}
		}
		return true
	case document.Object:
		for _, member := range v.LastMembers() {
			if !Valueless(member, empty) {
				return false
			}
		}
		return true
	}
	return empty(v)
}

// Doubtful reports whether a value contains texts that are values in some fields alone, and whether it contains a plain value,
// which is one in every field. wordy says that any short text may be such a text.
func Doubtful(v document.Value, wordy bool) (doubtful, plain bool) {
	switch v.Kind() {
	case document.Missing, document.Null:
		return false, false
	case document.Bool, document.Number:
		return false, true
	case document.String:
		if v.Blank() {
			return false, false
		}
		doubtful = v.Empty() || wordy && len(v.RawText()) <= paths.MaxWord || paths.IsDash(v.Text())
		return doubtful, !doubtful
	}
	for _, item := range v.Items() {
		inside, found := Doubtful(item, wordy)
		if doubtful = doubtful || inside; found {
			return doubtful, true
		}
	}
	for _, member := range v.LastMembers() {
		inside, found := Doubtful(member, wordy)
		if doubtful = doubtful || inside; found {
			return doubtful, true
		}
	}
	return doubtful, false
}

// Step returns the step to item i.
func (s *Sheet) Step(i int) document.Step {
	if s.Keys != nil {
		return document.Step{Key: s.Keys[i], Index: -1}
	}
	return document.Item(s.Index[i])
}

// Indices returns the indices of items in the array or among the keys.
func (s *Sheet) Indices(items []int) (indices []int) {
	for _, i := range items {
		indices = append(indices, s.Index[i])
	}
	return indices
}

// Partners returns the partner of each item of want, -1 for none, and whether an item of got has one.
func Partners(pairs []assign.Pair, got, want *Sheet) (partner []int, paired []bool) {
	partner, paired = slices.Repeat([]int{-1}, want.Len()), make([]bool, got.Len())
	for _, p := range pairs {
		partner[p.Want], paired[p.Got] = p.Got, true
	}
	return partner, paired
}

// Len returns the number of items.
func (s *Sheet) Len() int { return len(s.Items) }

// Row returns the values of the fields of item i.
func (s *Sheet) Row(i int) []document.Value { return s.Slots[i*s.Width : (i+1)*s.Width] }

// column returns the values of a field.
func (s *Sheet) column(field int) []document.Value {
	values := make([]document.Value, s.Len())
	for i := range values {
		values[i] = s.Slots[i*s.Width+field]
	}
	return values
}

// empty reports of each of Slots whether it carries no information.
func (s *Sheet) empty(empty func(field int, v document.Value) bool) []bool {
	all := make([]bool, len(s.Slots))
	for i, v := range s.Slots {
		if rows := s.innerOf(i % s.Width); rows != nil {
			all[i] = rows.empty(i / s.Width)
		} else {
			all[i] = empty(i%s.Width, v)
		}
	}
	return all
}

func (s *Sheet) innerOf(field int) *inners {
	if s.inner == nil {
		return nil
	}
	return s.inner[field]
}

// knows reports whether some item has a value of a field.
func (s *Sheet) knows(field *Field) bool {
	for i := range s.Items {
		if v := s.Row(i)[field.Column]; !field.Words.Empty(v) && (v.Kind() != document.Array || v.Len() > 0) {
			return true
		}
	}
	return false
}

// contents returns a text for each item that is equal for items with equal fields and match fields. All values that are
// empty for their field count as the same. The order of the texts, which decides ties, does not depend on the order of the fields.
func (s *Sheet) contents(fields []Field, keys []operand, perItem int) []string {
	texts, order := make([]string, s.Len()), arithmetic.Indices(len(fields))
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(fields[a].Text, fields[b].Text) })
	var text []byte
	for i := range s.Items {
		text = text[:0]
		for _, k := range order {
			v := s.Row(i)[k]
			if rows := s.innerOf(k); rows != nil {
				text = append(text, rows.texts[i]...)
			} else if !fields[k].Words.Empty(v) {
				text = appendCanonical(text, v)
			}
			text = append(text, '\n') // canonical JSON has no line break
		}
		for k := range perItem {
			op := &keys[i*perItem+k]
			if !op.extra {
				continue
			}
			if !op.empty {
				text = appendCanonical(text, op.value)
			}
			text = append(text, '\n')
		}
		texts[i] = string(text)
	}
	return texts
}

// indices returns a key for each item: its index in the array.
func (s *Sheet) indices() []string {
	keys := make([]string, s.Len())
	for i, index := range s.Index {
		keys[i] = strconv.Itoa(index)
	}
	return keys
}

// Set says how the elements of a set are paired.
type Set struct {
	Name   string // its name in warnings
	Match  compare.Comparator
	Assign Assign
}

// Elements pairs the elements of a set that its comparator matches, the most similar ones first. failed are the first
// maxFailed pairs that the comparator could not judge. Under ByKey and InOrder, elements with the same text or index
// are paired even if the comparator does not match them.
func Elements(ctx context.Context, s *Set, got, want *Sheet) (r assign.Result, failed []assign.Pair, w Warnings) {
	const some = 0.5 // the least worth of a match, so that two matches are better than one
	comparatorOf := comparators(s.Match, want.Items)
	waits := patience{ctx: ctx}
	w.structure(s.Name, got, want)
	p := assign.Problem{
		Got: got.Len(), Want: want.Len(),
		Threshold:   some,
		GotContent:  ofItems(got, canonical),
		WantContent: ofItems(want, canonical),
		EqualIsOne:  true,
		MaxPairs:    affordable(got, want),
		Stop:        waits.expired,
		Similarity: func(i, j int) float64 {
			if waits.overTexts(len(got.Items[i].RawText()), len(want.Items[j].RawText())) {
				return 0
			}
			c, err := Judge(ctx, comparatorOf(j), got.Items[i], want.Items[j])
			switch {
			case err != nil:
				if len(failed) < maxFailed {
					failed = append(failed, assign.Pair{Got: i, Want: j})
				}
				return 0
			case !c.Match:
				return 0
			}
			return some + (1-some)*c.Similarity
		},
	}
	var gotKeys, wantKeys []string
	switch s.Assign {
	case ByKey:
		text := folded
		if !slices.ContainsFunc(got.Items, isText) && !slices.ContainsFunc(want.Items, isText) { // see settleNumbers
			text = func(v document.Value) string { return number.Canonical(folded(v)) }
		}
		gotKeys, wantKeys = ofItems(got, text), ofItems(want, text)
	case InOrder:
		gotKeys, wantKeys = got.indices(), want.indices()
	}
	r, err := solve(s.Assign, p, gotKeys, wantKeys)
	w.warnOver(&waits, s.Name)
	for i := range r.Pairs {
		similar := &r.Pairs[i].Similarity
		*similar = max(0, (*similar-some)/(1-some))
	}
	return w.assigned(s.Name, r, err, got, want), failed, w
}

// maxFailed bounds how many pairs that could not be judged are kept.
const maxFailed = 1000

// affordable is the number of pairs of elements that can be compared in good time:
// fewer than maxPairs where their texts are long; see [maxCells].
func affordable(got, want *Sheet) int {
	cells := meanText(got) * meanText(want)
	return int(min(max(maxCells/max(cells, 1), 1), maxPairs))
}

func meanText(s *Sheet) float64 {
	sum := 0
	for _, item := range s.Items {
		sum += len(item.RawText())
	}
	return float64(sum) / float64(max(s.Len(), 1))
}

// ofItems returns a text for each item.
func ofItems(s *Sheet, text func(document.Value) string) []string {
	texts := make([]string, s.Len())
	for i, item := range s.Items {
		texts[i] = text(item)
	}
	return texts
}
