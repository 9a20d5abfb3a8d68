package kind

// This file finds the first place where two JSON values differ.

import (
	"fmt"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// Difference is the first place where two values differ.
type Difference struct {
	path   document.Path // from the leaf up
	reason string        // "" for a scalar with another value
}

const (
	missingKey = "is missing"
	extraKey   = "is not expected"
)

// Describe says in one line where the values differ and how; shorten cuts the path.
func (d *Difference) Describe(shorten func(string) string) string {
	slices.Reverse(d.path)
	place := shorten(d.path.String())
	switch {
	case d.reason == "":
		return "differs at " + place
	case d.reason == missingKey || d.reason == extraKey:
		return place + " " + d.reason
	case place == "":
		return d.reason
	}
	return "at " + place + ": " + d.reason
}

// FindDifference returns the first difference of two values, nil for none. Arrays are equal item by item, in order. Objects are
// equal if they have the same keys with equal values; of duplicate keys the last counts. compare decides about two scalars,
// and about two values of different kinds. Its reason says more than that the values differ. FindDifference recurses as deep as
// the values are, which package document bounds.
func FindDifference(got, want document.Value, compare func(got, want document.Value) (equal bool, reason string)) *Difference {
	if got.Kind() == want.Kind() {
		switch want.Kind() {
		case document.Object:
			return findInObjects(got, want, compare)
		case document.Array:
			return findInArrays(got, want, compare)
		}
	}
	if equal, reason := compare(got, want); !equal {
		return &Difference{reason: reason}
	}
	return nil
}

func findInArrays(got, want document.Value, compare func(got, want document.Value) (bool, string)) *Difference {
	if got.Len() != want.Len() {
		return &Difference{reason: fmt.Sprintf("got %s, want %d", words.Plural(got.Len(), "item"), want.Len())}
	}
	// The items of got by index, for the loop over want.
	items := make([]document.Value, 0, got.Len())
	for _, item := range got.Items() {
		items = append(items, item)
	}
	for i, item := range want.Items() {
		if d := FindDifference(items[i], item, compare); d != nil {
			return d.within(document.Item(i))
		}
	}
	return nil
}

// findInObjects looks keys up in a map: a document may hold 100,000 of them.
func findInObjects(got, want document.Value, compare func(got, want document.Value) (bool, string)) *Difference {
	extra, todo := lastMembers(got), lastMembers(want)
	for key := range want.Members() {
		w, ok := todo[key]
		if !ok {
			continue // a duplicate, done
		}
		delete(todo, key)
		g, ok := extra[key]
		if !ok {
			return &Difference{reason: missingKey, path: document.Path{document.Key(key)}}
		}
		delete(extra, key)
		if d := FindDifference(g, w, compare); d != nil {
			return d.within(document.Key(key))
		}
	}
	if len(extra) > 0 {
		for key := range got.Members() {
			if _, ok := extra[key]; ok {
				return &Difference{reason: extraKey, path: document.Path{document.Key(key)}}
			}
		}
	}
	return nil
}

func lastMembers(object document.Value) map[string]document.Value {
	members := make(map[string]document.Value, object.Len())
	maps.Insert(members, object.Members())
	return members
}

// within adds the step to the values that differ.
func (d *Difference) within(step document.Step) *Difference {
	d.path = append(d.path, step)
	return d
}
