package spectext

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// Entry reads the members of one object of a spec, or the options of one tag: each at most once, so
// that members that are left are unknown.
type Entry struct {
	*Problems
	At    Position
	Where string // its name in errors: `field "total"`
	Left  []Member
	keys  []string // keys that were asked for
}

func NewEntry(p *Problems, location string, v *Value) *Entry {
	return &Entry{Problems: p, At: v.At, Where: location, Left: slices.Clone(v.Members)}
}

// index returns the place of a key in Left, -1 if it is not there.
func (e *Entry) index(key string) int {
	return slices.IndexFunc(e.Left, func(m Member) bool { return m.Key == key })
}

// member returns the member of a key, nil if there is none in Left.
func (e *Entry) member(key string) *Member {
	if i := e.index(key); i >= 0 {
		return &e.Left[i]
	}
	return nil
}

// Take removes the member of a key from Left and returns it, nil if there is none.
func (e *Entry) Take(key string) *Member {
	e.keys = append(e.keys, key)
	i := e.index(key)
	if i < 0 {
		return nil
	}
	m := e.Left[i]
	e.Left = slices.Delete(e.Left, i, i+1)
	return &m
}

func (e *Entry) Has(key string) bool { return e.member(key) != nil }

// Given reports whether the entry has a key of the whole spec, and notes it in before, the keys that other entries gave. A
// key that is given twice, with different values, is an error.
func (e *Entry) Given(key string, defaults map[string]Member) bool {
	i := slices.IndexFunc(e.Left, func(m Member) bool { return m.Key == key })
	if i < 0 {
		e.Take(key)
		return false
	}
	m := e.Left[i]
	other, twice := defaults[key]
	if twice && (other.Value.Kind != m.Value.Kind || other.Value.Text != m.Value.Text) {
		e.Errorf(m.At, e.Where, "%s: it is given at %d:%d with another value; there is one for the whole spec", key, other.At.Line, other.At.Column)
	}
	defaults[key] = m
	return true
}

// Rename gives the member of a key another key.
func (e *Entry) Rename(name, key string) {
	e.keys = append(e.keys, name)
	for i := range e.Left {
		m := &e.Left[i]
		if m.As != name {
			continue
		}
		if other := slices.IndexFunc(e.Left, func(m Member) bool { return m.Key == key }); other >= 0 {
			e.MemberErrorf(m, "it means the same as %s; give one of them", e.Left[other].As)
			e.Left = slices.Delete(e.Left, i, i+1)
			return
		}
		m.Key = key
		return
	}
}

// RefuseRest reports the members that were not taken.
func (e *Entry) RefuseRest() {
	for i := range e.Left {
		e.refuse(&e.Left[i])
	}
	e.Left = nil
}

// Misspells reports whether a member that was not taken is a misspelling of one of keys, by the
// suggestion that RefuseRest will make.
func (e *Entry) Misspells(keys ...string) bool {
	return slices.ContainsFunc(e.Left, func(m Member) bool {
		suggestion, ok := words.Nearest(m.As, e.keys)
		return ok && slices.Contains(keys, suggestion)
	})
}

func (e *Entry) refuse(m *Member) {
	if key := m.As + "_key"; slices.Contains(e.keys, key) {
		e.Errorf(m.At, e.Where, "unknown key %q; did you mean %q?", m.As, key)
		return
	}
	e.Unknown(m.At, e.Where, fmt.Sprintf("key %q", Shorten(m.As)), m.As, e.keys)
}

// MemberErrorf reports an error in the value of a member.
func (e *Entry) MemberErrorf(m *Member, format string, args ...any) {
	e.Errorf(m.Value.At, e.Where, "%s: %s", m.As, fmt.Sprintf(format, args...))
}

// Typed takes the member of a key, and reports whether its value has the kind. If the value has another kind, Typed
// records an error. The member is zero if it is missing, or if its value could not be read, which was reported before.
func (e *Entry) Typed(key string, kind document.Kind) (m Member, ok bool) {
	found := e.Take(key)
	if found == nil || found.Value.Kind == document.Missing {
		return Member{}, false
	}
	if found.Value.Kind != kind {
		e.MemberErrorf(found, "got %s, want %s", found.Value.Brief(), words.ArticleOf(kind))
		return *found, false
	}
	return *found, true
}

func (e *Entry) Text(key string) string {
	m, _ := e.Typed(key, document.String)
	if m.Value.Kind != document.String {
		return ""
	}
	return m.Value.Text
}

func (e *Entry) Flag(key string) bool {
	m, ok := e.Typed(key, document.Bool)
	return ok && m.Value.Text == "true"
}

// Number reads a number, and reports whether there is one.
func (e *Entry) Number(key string) (float64, Member, bool) {
	m, ok := e.Typed(key, document.Number)
	if !ok {
		return 0, m, false
	}
	f, err := strconv.ParseFloat(m.Value.Text, 64)
	if err != nil {
		e.MemberErrorf(&m, "%s is out of range", Shorten(m.Value.Text))
		return 0, m, false
	}
	return f, m, true
}

// Threshold reads a number in (0,1].
func (e *Entry) Threshold(key string) float64 {
	f, m, ok := e.Number(key)
	switch {
	case ok && f == 0:
		e.MemberErrorf(&m, "a threshold of 0 lets everything pass; leave it out for the default")
	case ok && !(f > 0 && f <= 1):
		e.MemberErrorf(&m, "got %s, want a number above 0 and at most 1", m.Value.Text)
	}
	return f
}

// Texts reads a list of strings, which may be one string alone.
func (e *Entry) Texts(key string) []string {
	if m := e.member(key); m != nil && m.Value.Kind == document.String {
		return []string{e.Take(key).Value.Text}
	}
	m := e.Array(key)
	var texts []string
	for i := range m.Value.Items {
		if item := &m.Value.Items[i]; item.Kind == document.String {
			texts = append(texts, item.Text)
		} else if item.Kind != document.Missing {
			e.Errorf(item.At, e.Where, "%s: got %s, want a string", m.As, item.Brief())
		}
	}
	return texts
}

// Words reads a list of words, which may be one word alone. A list without words is empty, but not nil.
func (e *Entry) Words(key string) []string {
	if m := e.member(key); m != nil && m.Value.Kind == document.Array && len(m.Value.Items) == 0 {
		e.Take(key)
		return []string{}
	}
	texts := e.Texts(key)
	return slices.DeleteFunc(texts, func(text string) bool { return strings.TrimSpace(text) == "" })
}

// Array reads a list that is not empty.
func (e *Entry) Array(key string) Member {
	m, ok := e.Typed(key, document.Array)
	if ok && len(m.Value.Items) == 0 {
		e.MemberErrorf(&m, "the list is empty; leave it out for the default")
	}
	return m
}

// OneOfTexts reads the value of an enumeration.
func OneOfTexts[T ~string](e *Entry, key string, valid ...T) T {
	m, ok := e.Typed(key, document.String)
	if !ok {
		return ""
	}
	value := T(m.Value.Text)
	if !slices.Contains(valid, value) {
		names := arithmetic.Each(valid, func(v T) string { return string(v) })
		e.MemberErrorf(&m, "unknown value %q; valid are %s%s", Shorten(m.Value.Text), strings.Join(names, ", "), e.DidYouMean(m.Value.Text, names))
		return ""
	}
	return value
}

// Weight reads the weight of a field, a number above 0.
func (e *Entry) Weight() float64 {
	weight, m, ok := e.Number("weight")
	switch {
	case ok && weight == 0:
		e.MemberErrorf(&m, "a weight of 0 stands for 1; write unscored: true for a field that is counted and enters no score")
	case ok && (weight < 0 || math.IsInf(weight, 0)):
		e.MemberErrorf(&m, "got %s, want a number above 0", m.Value.Text)
	}
	return weight
}

// Optional reads the key "optional" of a field, or its opposite, "required".
func (e *Entry) Optional() bool {
	required, isThere := e.Typed("required", document.Bool)
	optional := e.Has("optional")
	yes := e.Flag("optional")
	if !isThere {
		return yes
	}
	if optional && yes == (required.Value.Text == "true") {
		e.MemberErrorf(&required, "it contradicts optional; give one of them")
	}
	return required.Value.Text == "false"
}
