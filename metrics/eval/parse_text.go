package eval

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/extracteval/extracteval/metrics/document"
)

// Limits of a spec file, far beyond what anyone writes. They bound what a
// hostile file costs.
const (
	maxSpecSize   = 1 << 20 // bytes
	maxSpecDepth  = 100     // nested lists and objects
	maxSpecValues = 100_000 // values, each as often as aliases repeat it
)

// position is a place in a spec file, from 1; columns count code points. The
// zero position is that of a struct tag.
type position struct{ line, column int }

// written is one value as a spec file or a struct tag writes it.
type written struct {
	at      position
	kind    document.Kind
	text    string    // of a string; the JSON text of a number or bool
	items   []written // of an array
	members []writtenMember
}

type writtenMember struct {
	key   string // as the reader of specs knows it
	as    string // as the file has it: "match_fields" for the key "by"
	at    position
	value written
}

// member returns the member of an object that has the key, nil when none has.
func (v *written) member(key string) *writtenMember {
	for i := range v.members {
		if v.members[i].key == key {
			return &v.members[i]
		}
	}
	return nil
}

// appendJSON appends v as JSON text.
func (v *written) appendJSON(dst []byte) []byte {
	switch v.kind {
	case document.Array:
		dst = append(dst, '[')
		for i := range v.items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = v.items[i].appendJSON(dst)
		}
		return append(dst, ']')
	case document.Object:
		return appendObject(dst, v.members)
	case document.String:
		return appendString(dst, v.text)
	case document.Null:
		return append(dst, "null"...)
	}
	return append(dst, v.text...)
}

func appendObject(dst []byte, members []writtenMember) []byte {
	dst = append(dst, '{')
	for i := range members {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendString(dst, members[i].key), ':')
		dst = members[i].value.appendJSON(dst)
	}
	return append(dst, '}')
}

func appendString(dst []byte, s string) []byte {
	quoted, err := json.Marshal(s)
	if err != nil { // a string always marshals
		return append(dst, `""`...)
	}
	return append(dst, quoted...)
}

// brief describes v in an error: its type and the beginning of a scalar.
func (v *written) brief() string {
	switch v.kind {
	case document.Number, document.Bool:
		return v.kind.String() + " " + shorten(v.text)
	case document.String:
		return fmt.Sprintf("string %q", shorten(v.text))
	}
	return v.kind.String()
}

// shorten bounds what a spec or a truth puts into a message, and keeps control
// characters out of it.
func shorten(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return utf8.RuneError
		}
		return r
	}, document.Excerpt(s, 60))
}

// readText reads a file as JSON if it is JSON, else as YAML.
// Some of what is wrong does not keep it from reading on: that is noted in found.
func readText(data []byte, found *problems) (written, error) {
	if len(data) > maxSpecSize {
		return written{}, &SpecError{Problem: fmt.Sprintf("the file has %d bytes, more than the %d that a spec may have", len(data), maxSpecSize)}
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if err := checkCharacters(data); err != nil {
		return written{}, err
	}
	b := builder{problems: found, open: make(map[*yaml.Node]bool)}
	if json.Valid(data) {
		return b.result(b.fromJSON(data))
	}
	return readYAML(data, &b)
}

// checkCharacters finds what neither format allows, for which the YAML reader
// has no position.
func checkCharacters(data []byte) error {
	at := position{1, 1}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return specErrorf(at, "the file is not valid UTF-8")
		case r < ' ' && r != '\t' && r != '\n' && r != '\r':
			return specErrorf(at, "the control character %U is not allowed", r)
		}
		at.pass(r)
		i += size
	}
	return nil
}

func (p *position) pass(r rune) {
	if r == '\n' {
		p.line, p.column = p.line+1, 1
	} else {
		p.column++
	}
}

// builder makes written values and keeps them within bounds.
type builder struct {
	*problems
	values int
	err    *SpecError          // the text is beyond the bounds
	open   map[*yaml.Node]bool // what aliases may stand for, on the way to here
}

// within counts one value more and reports whether it is within bounds.
func (b *builder) within(at position, depth int) bool {
	b.values++
	switch {
	case b.err != nil:
	case depth > maxSpecDepth:
		b.err = specErrorf(at, "nested deeper than %d levels", maxSpecDepth)
	case b.values > maxSpecValues:
		b.err = specErrorf(at, "more than %d values, aliases counted each time", maxSpecValues)
	}
	return b.err == nil
}

func (b *builder) result(v written) (written, error) {
	if b.err != nil {
		return written{}, b.err
	}
	return v, nil
}

// add appends a member, unless its key is there.
func (b *builder) add(v *written, seen map[string]position, m writtenMember) {
	if first, ok := seen[m.key]; ok {
		b.errorf(m.at, "", "the key %q is there twice, first at %d:%d", shorten(m.key), first.line, first.column)
		return
	}
	seen[m.key] = m.at
	m.as = m.key
	v.members = append(v.members, m)
}
