package eval

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/internal/nearest"
)

// entry reads the members of one object of a spec, or the options of one tag:
// each at most once, so that what is left is unknown.
type entry struct {
	*problems
	at    position
	where string // what errors call it: `field "total"`
	left  []writtenMember
	known []string // keys that were asked for
}

func newEntry(p *problems, where string, v *written) *entry {
	return &entry{problems: p, at: v.at, where: where, left: slices.Clone(v.members)}
}

// take returns the member of a key, nil when there is none.
func (e *entry) take(key string) *writtenMember {
	e.known = append(e.known, key)
	for i := range e.left {
		if e.left[i].key == key {
			m := e.left[i]
			e.left = slices.Delete(e.left, i, i+1)
			return &m
		}
	}
	return nil
}

func (e *entry) has(key string) bool {
	return slices.ContainsFunc(e.left, func(m writtenMember) bool { return m.key == key })
}

// rename lets another key stand for a key.
func (e *entry) rename(as, key string) {
	e.known = append(e.known, as)
	for i := range e.left {
		m := &e.left[i]
		if m.as != as {
			continue
		}
		if other := slices.IndexFunc(e.left, func(m writtenMember) bool { return m.key == key }); other >= 0 {
			e.memberErrorf(m, "it means the same as %s; give one of them", e.left[other].as)
			e.left = slices.Delete(e.left, i, i+1)
			return
		}
		m.key = key
		return
	}
}

// refuseRest reports the members that nobody asked for.
func (e *entry) refuseRest() {
	for i := range e.left {
		e.refuse(&e.left[i])
	}
	e.left = nil
}

// misspells reports whether a member that nobody asked for is meant to be one of
// keys, by what refuseRest will suggest for it.
func (e *entry) misspells(keys ...string) bool {
	return slices.ContainsFunc(e.left, func(m writtenMember) bool {
		near, ok := nearest.Name(m.as, e.known)
		return ok && slices.Contains(keys, near)
	})
}

func (e *entry) refuse(m *writtenMember) {
	e.unknown(m.at, e.where, fmt.Sprintf("key %q", shorten(m.as)), m.as, e.known)
}

// memberErrorf reports what is wrong with the value of a member.
func (e *entry) memberErrorf(m *writtenMember, format string, args ...any) {
	e.errorf(m.value.at, e.where, "%s: %s", m.as, fmt.Sprintf(format, args...))
}

// typed returns the member of a key if its value has the kind. The zero member
// stands for none. What could not be read at all was reported before.
func (e *entry) typed(key string, kind document.Kind) (m writtenMember, ok bool) {
	found := e.take(key)
	if found == nil || found.value.kind == document.Missing {
		return writtenMember{}, false
	}
	if found.value.kind != kind {
		article := "a"
		if kind == document.Array || kind == document.Object {
			article = "an"
		}
		e.memberErrorf(found, "got %s, want %s %s", found.value.brief(), article, kind)
		return *found, false
	}
	return *found, true
}

func (e *entry) text(key string) string {
	m, _ := e.typed(key, document.String)
	if m.value.kind != document.String {
		return ""
	}
	return m.value.text
}

func (e *entry) flag(key string) bool {
	m, ok := e.typed(key, document.Bool)
	return ok && m.value.text == "true"
}

// number reads a number, and reports whether there is one.
func (e *entry) number(key string) (float64, writtenMember, bool) {
	m, ok := e.typed(key, document.Number)
	if !ok {
		return 0, m, false
	}
	f, err := strconv.ParseFloat(m.value.text, 64)
	if err != nil {
		e.memberErrorf(&m, "%s is out of range", shorten(m.value.text))
		return 0, m, false
	}
	return f, m, true
}

// threshold reads a number in (0,1].
func (e *entry) threshold(key string) float64 {
	f, m, ok := e.number(key)
	switch {
	case ok && f == 0:
		e.memberErrorf(&m, "a threshold of 0 lets everything pass; leave it out for the default")
	case ok && !(f > 0 && f <= 1):
		e.memberErrorf(&m, "got %s, want a number above 0 and at most 1", m.value.text)
	}
	return f
}

// texts reads a list of strings, which may be one string alone.
func (e *entry) texts(key string) []string {
	if i := slices.IndexFunc(e.left, func(m writtenMember) bool { return m.key == key }); i >= 0 && e.left[i].value.kind == document.String {
		return []string{e.take(key).value.text}
	}
	m := e.array(key)
	var texts []string
	for i := range m.value.items {
		if item := &m.value.items[i]; item.kind == document.String {
			texts = append(texts, item.text)
		} else if item.kind != document.Missing {
			e.errorf(item.at, e.where, "%s: got %s, want a string", m.as, item.brief())
		}
	}
	return texts
}

// array reads a list that is not empty.
func (e *entry) array(key string) writtenMember {
	m, ok := e.typed(key, document.Array)
	if ok && len(m.value.items) == 0 {
		e.memberErrorf(&m, "the list is empty; leave it out for the default")
	}
	return m
}

// oneOfTexts reads the value of an enumeration.
func oneOfTexts[T ~string](e *entry, key string, valid ...T) T {
	m, ok := e.typed(key, document.String)
	if !ok {
		return ""
	}
	value := T(m.value.text)
	if !slices.Contains(valid, value) {
		names := make([]string, len(valid))
		for i, v := range valid {
			names[i] = string(v)
		}
		e.memberErrorf(&m, "%q is none; valid are %s%s", shorten(m.value.text), strings.Join(names, ", "), e.didYouMean(m.value.text, names))
		return ""
	}
	return value
}
