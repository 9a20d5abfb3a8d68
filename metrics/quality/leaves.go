package quality

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/metrics/document"
)

// place is the path of a value, and the path without indices.
type place struct {
	path, attribute string
}

func (p place) member(key string) place {
	step := document.Path{{Key: key, Index: -1}}.String()
	if p.path != "" && !strings.HasPrefix(step, "[") {
		step = "." + step
	}
	return place{p.path + step, p.attribute + step}
}

func (p place) itemPlace(i int) place {
	return place{p.path + "[" + strconv.Itoa(i) + "]", p.attribute + "[]"}
}

// addBoth goes through all leaves at and below a place that the truth has.
func (s *survey) addBoth(position place, got, want document.Value) {
	switch want.Kind() {
	case document.Object:
		s.objects(position, got, want)
	case document.Array:
		s.arrays(position, got, want)
	default:
		if structured(got) && want.Blank() {
			s.gotAlone(position, got, want)
			return
		}
		s.addKey(position, got, want)
	}
}

func structured(v document.Value) bool {
	return v.Kind() == document.Object || v.Kind() == document.Array
}

func (s *survey) objects(position place, got, want document.Value) {
	if got.Kind() != document.Object && !got.Blank() {
		s.mistyped(position, got, want)
		return
	}
	if want.Len() == 0 && got.Len() == 0 {
		s.addKey(position, got, want)
		return
	}
	for key, member := range want.LastMembers() {
		s.addBoth(position.member(key), got.Member(key), member)
	}
	for key, member := range got.LastMembers() {
		if !want.Member(key).Exists() {
			s.gotAlone(position.member(key), member, document.Value{})
		}
	}
}

func (s *survey) arrays(position place, got, want document.Value) {
	if got.Kind() != document.Array && !got.Blank() {
		s.mistyped(position, got, want)
		return
	}
	gots, wants := filled(got), filled(want)
	a, aligned := s.alignments[cmp.Or(position.path, wholeDocument)]
	switch {
	case len(gots) == 0 && len(wants) == 0:
		s.addBucket(position, bothEmpty, got, want)
	case len(gots) == 0:
		s.wantAlone(position, want)
	case len(wants) == 0:
		s.gotAlone(position, got, want)
	case !aligned: // numbers, or items of several kinds: not rows
		s.addKey(position, got, want)
	default:
		for _, p := range a.Pairs {
			s.addBoth(position.itemPlace(p.Want), gots[p.Got], wants[p.Want])
			delete(gots, p.Got)
			delete(wants, p.Want)
		}
		for _, i := range a.UnmatchedWant {
			s.wantAlone(position.itemPlace(i), wants[i])
			delete(wants, i)
		}
		for _, i := range a.UnmatchedGot {
			s.gotAlone(position.itemPlace(i), gots[i], document.Value{})
			delete(gots, i)
		}
		s.unaligned(position, gots, wants)
	}
}

// unaligned goes through the items in which package eval sees no value. Those with a value, such as N/A, are paired in
// their order.
func (s *survey) unaligned(position place, gots, wants map[int]document.Value) {
	valueless := func(_ int, item document.Value) bool { return !hasValue(item) }
	maps.DeleteFunc(gots, valueless)
	maps.DeleteFunc(wants, valueless)
	left := slices.Sorted(maps.Keys(gots))
	for _, i := range slices.Sorted(maps.Keys(wants)) {
		if len(left) == 0 {
			s.wantAlone(position.itemPlace(i), wants[i])
			continue
		}
		s.addBoth(position.itemPlace(i), gots[left[0]], wants[i])
		left = left[1:]
	}
	for _, i := range left {
		s.gotAlone(position.itemPlace(i), gots[i], document.Value{})
	}
}

// hasValue reports whether a leaf at or below v has a value.
func hasValue(v document.Value) bool {
	switch v.Kind() {
	case document.Object:
		for _, member := range v.LastMembers() {
			if hasValue(member) {
				return true
			}
		}
		return false
	case document.Array:
		for _, item := range v.Items() {
			if hasValue(item) {
				return true
			}
		}
		return false
	}
	return !v.Blank()
}

// filled returns the items of an array that are not empty, by index.
func filled(array document.Value) map[int]document.Value {
	items := make(map[int]document.Value, array.Len())
	for i, item := range array.Items() {
		if !item.Blank() {
			items[i] = item
		}
	}
	return items
}

// mistyped records a got that is of another kind than the truth, which is an object or array.
func (s *survey) mistyped(position place, got, want document.Value) {
	s.wantAlone(position, want)
	s.addBucket(position, extra, got, document.Value{})
}

// wantAlone records the leaves of the truth that the answer lacks.
func (s *survey) wantAlone(position place, want document.Value) {
	s.leaves(position, want, func(location place, leaf document.Value) {
		if s.config.empty(leaf) {
			s.addBucket(location, bothEmpty, document.Value{}, leaf)
		} else {
			s.addBucket(location, missing, document.Value{}, leaf)
		}
	})
}

// gotAlone records the leaves of an answer at a place where the truth has an empty value or lacks
// one: filled leaves are hallucinated or extra.
func (s *survey) gotAlone(position place, got, want document.Value) {
	s.leaves(position, got, func(location place, leaf document.Value) {
		switch {
		case !want.Exists() || s.config.empty(leaf) && !structured(leaf):
			s.addBucket(location, extra, leaf, document.Value{})
		case s.config.empty(leaf):
			s.addBucket(location, bothEmpty, leaf, want)
		default:
			s.addBucket(location, hallucinated, leaf, want)
		}
	})
}

// leaves visits all leaves at and below a value. An object or array without anything
// in it is a leaf.
func (s *survey) leaves(position place, v document.Value, visit func(place, document.Value)) {
	some := false
	switch v.Kind() {
	case document.Object:
		for key, member := range v.LastMembers() {
			some = true
			s.leaves(position.member(key), member, visit)
		}
	case document.Array:
		for i, item := range v.Items() {
			if !item.Blank() {
				some = true
				s.leaves(position.itemPlace(i), item, visit)
			}
		}
	}
	if !some {
		visit(position, v)
	}
}
