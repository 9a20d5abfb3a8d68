package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
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

// shorten bounds what a spec or a truth puts into a message.
func shorten(s string) string {
	const most = 60
	n := 0
	for i := range s {
		if n++; n > most {
			return s[:i] + "…"
		}
	}
	return s
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

func readYAML(data []byte, b *builder) (written, error) {
	loader, err := yaml.NewLoader(bytes.NewReader(data))
	if err != nil {
		return written{}, yamlError(err)
	}
	var first, second yaml.Node
	if err := loader.Load(&first); errors.Is(err, io.EOF) {
		return written{}, specErrorf(position{1, 1}, "the file is empty; {} is the spec that compares every leaf")
	} else if err != nil {
		return written{}, yamlError(err)
	}
	if err := loader.Load(&second); err == nil {
		return written{}, specErrorf(position{second.Line, second.Column}, "a second document begins; a spec is one document")
	} else if !errors.Is(err, io.EOF) {
		return written{}, yamlError(err)
	}
	return b.result(b.fromYAML(&first, 0))
}

func yamlError(err error) error {
	var l *yaml.LoadError
	if !errors.As(err, &l) {
		return &SpecError{Problem: err.Error()}
	}
	problem := "no YAML: " + l.Message
	if l.ContextMsg != "" {
		problem = "no YAML: " + l.ContextMsg + ": " + l.Message
	}
	return &SpecError{Line: l.Mark.Line, Column: l.Mark.Column, Problem: problem}
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

func (b *builder) fromYAML(n *yaml.Node, depth int) written {
	v := written{at: position{n.Line, n.Column}}
	if !b.within(v.at, depth) {
		return v
	}
	if n.Anchor != "" && n.Kind != yaml.AliasNode {
		b.open[n] = true
		defer delete(b.open, n)
	}
	switch n.Kind {
	case yaml.DocumentNode:
		if len(n.Content) == 1 {
			return b.fromYAML(n.Content[0], depth)
		}
	case yaml.AliasNode:
		return b.alias(n, depth)
	case yaml.SequenceNode:
		v.kind = document.Array
		for _, item := range n.Content {
			v.items = append(v.items, b.fromYAML(item, depth+1))
		}
		return v
	case yaml.MappingNode:
		v.kind = document.Object
		seen := make(map[string]position, len(n.Content)/2)
		for i := 0; i+1 < len(n.Content); i += 2 {
			key, value := n.Content[i], b.fromYAML(n.Content[i+1], depth+1)
			at := position{key.Line, key.Column}
			switch {
			case key.Kind != yaml.ScalarNode:
				b.errorf(at, "", "a key must be a text")
			case key.Tag == "!!merge":
				b.errorf(at, "", "merge keys (<<) are not read; repeat what they would merge")
			default:
				b.add(&v, seen, writtenMember{key: key.Value, at: at, value: value})
			}
		}
		return v
	case yaml.ScalarNode:
		v.kind, v.text = b.scalar(n)
		return v
	}
	b.errorf(v.at, "", "not a value")
	return v
}

// alias reads what an alias stands for. Should that be too much, the outermost
// alias is where.
func (b *builder) alias(n *yaml.Node, depth int) written {
	at := position{n.Line, n.Column}
	if n.Alias == nil || b.open[n.Alias] {
		b.errorf(at, "", "the alias *%s is part of what it stands for", shorten(n.Value))
		return written{at: at}
	}
	v := b.fromYAML(n.Alias, depth+1)
	if b.err != nil {
		b.err.Line, b.err.Column = at.line, at.column
	}
	return v
}

// jsonNumber is the number grammar of RFC 8259. YAML's own would read 010 as 8
// and 1_000 as 1000.
var jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

// scalar tells the type of a scalar. Quoted text is a string; of plain text,
// JSON's numbers, true, false, null, ~ and nothing at all are no strings.
func (b *builder) scalar(n *yaml.Node) (document.Kind, string) {
	const quoted = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
	if n.Style&yaml.TaggedStyle != 0 && n.Tag != "!!str" {
		b.errorf(position{n.Line, n.Column}, "", "the tag %s is not read", shorten(n.Tag))
	}
	if n.Style&(quoted|yaml.TaggedStyle) != 0 {
		return document.String, n.Value
	}
	return plainScalar(n.Value)
}

func plainScalar(text string) (document.Kind, string) {
	switch {
	case text == "" || text == "~" || text == "null":
		return document.Null, ""
	case text == "true" || text == "false":
		return document.Bool, text
	case jsonNumber.MatchString(text):
		return document.Number, text
	}
	return document.String, text
}

// fromJSON reads valid JSON. encoding/json reads its strings: those that the
// other format would take amiss, such as escaped surrogate pairs, too.
func (b *builder) fromJSON(data []byte) written {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	t := jsonText{builder: b, tokens: d, data: data, at: position{1, 1}}
	return t.value(0)
}

type jsonText struct {
	*builder
	tokens *json.Decoder
	data   []byte
	passed int      // bytes
	at     position // of the byte after them
}

// next returns the next token and where it begins.
func (t *jsonText) next() (json.Token, position) {
	token, err := t.tokens.Token()
	if err != nil { // the text is valid
		return nil, t.at
	}
	t.pass(t.passed + len(t.data[t.passed:]) - len(bytes.TrimLeft(t.data[t.passed:], " \t\r\n,:")))
	at := t.at
	t.pass(int(t.tokens.InputOffset()))
	return token, at
}

func (t *jsonText) pass(end int) {
	for _, r := range string(t.data[t.passed:end]) {
		t.at.pass(r)
	}
	t.passed = end
}

func (t *jsonText) value(depth int) written {
	token, at := t.next()
	v := written{at: at}
	if !t.within(at, depth) {
		t.skip(token)
		return v
	}
	switch token := token.(type) {
	case json.Delim:
		if token == '[' {
			v.kind = document.Array
			for t.tokens.More() {
				v.items = append(v.items, t.value(depth+1))
			}
		} else {
			v.kind = document.Object
			seen := make(map[string]position)
			for t.tokens.More() {
				key, keyAt := t.next()
				name, _ := key.(string)
				t.add(&v, seen, writtenMember{key: name, at: keyAt, value: t.value(depth + 1)})
			}
		}
		t.next() // the closing bracket
	case string:
		v.kind, v.text = document.String, token
	case json.Number:
		v.kind, v.text = document.Number, token.String()
	case bool:
		v.kind, v.text = document.Bool, fmt.Sprint(token)
	default:
		v.kind = document.Null
	}
	return v
}

// skip passes over the rest of the value that begins with the token.
func (t *jsonText) skip(token json.Token) {
	for depth := 0; ; {
		if d, ok := token.(json.Delim); ok {
			if strings.ContainsRune("[{", rune(d)) {
				depth++
			} else {
				depth--
			}
		}
		if depth <= 0 {
			return
		}
		token, _ = t.next()
	}
}
