package spectext

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/metrics/document"
)

// Read reads a spec file. JSON is YAML, except for the strings that asYAML rewrites. Read adds to found the errors
// after which it can continue.
func Read(data []byte, found *Problems) (Value, error) {
	data, err := checked(data)
	if err != nil {
		return Value{}, err
	}
	if json.Valid(data) {
		data = asYAML(data)
	}
	loader, err := yaml.NewLoader(bytes.NewReader(data))
	if err != nil {
		return Value{}, yamlError(err)
	}
	var first, second yaml.Node
	if err := loader.Load(&first); errors.Is(err, io.EOF) {
		return Value{}, errorAt(Position{1, 1}, "the file is empty; {} is the spec that compares every leaf")
	} else if err != nil {
		return Value{}, yamlError(err)
	}
	if err := loader.Load(&second); err == nil {
		return Value{}, errorAt(Position{second.Line, second.Column}, "a second document begins; a spec is one document")
	} else if !errors.Is(err, io.EOF) {
		return Value{}, yamlError(err)
	}
	r := reader{Problems: found, open: make(map[*yaml.Node]bool)}
	root := r.value(first.Content[0], 0)
	if r.err != nil {
		return Value{}, r.err
	}
	return root, nil
}

// jsonString matches a string of JSON.
var jsonString = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// asYAML rewrites the strings of JSON that YAML reads in another way: strings with \u escapes (YAML refuses
// surrogates), control characters or Unicode's line ends. It writes them with Go's escapes, which are all escapes of
// YAML. Blanks after a string keep the columns of the rest of the line.
func asYAML(text []byte) []byte {
	differs := func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) }
	return jsonString.ReplaceAllFunc(text, func(quoted []byte) []byte {
		var s string
		if !bytes.Contains(quoted, []byte(`\u`)) && !bytes.ContainsFunc(quoted, differs) || json.Unmarshal(quoted, &s) != nil {
			return quoted
		}
		requoted := strconv.Quote(s)
		return []byte(requoted + strings.Repeat(" ", max(0, utf8.RuneCount(quoted)-utf8.RuneCountInString(requoted))))
	})
}

func yamlError(err error) error {
	var l *yaml.LoadError
	if !errors.As(err, &l) {
		return &Error{Problem: err.Error()}
	}
	problem := "not YAML: " + l.Message
	if l.ContextMsg != "" {
		problem = "not YAML: " + l.ContextMsg + ": " + l.Message
	}
	return &Error{Line: l.Mark.Line, Column: l.Mark.Column, Problem: problem}
}

// reader makes values of nodes, and keeps them within bounds.
type reader struct {
	*Problems
	values int
	open   map[*yaml.Node]bool // the anchored nodes around the current one
	err    *Error              // the text is beyond the bounds
}

func (r *reader) value(n *yaml.Node, depth int) Value {
	v := Value{At: Position{n.Line, n.Column}}
	r.values++
	switch {
	case r.err != nil:
		return v
	case depth > maxSpecDepth:
		r.err = errorAt(v.At, "nested deeper than %d levels", maxSpecDepth)
		return v
	case r.values > maxSpecValues:
		r.err = errorAt(v.At, "more than %d values, aliases counted each time", maxSpecValues)
		return v
	}
	if n.Anchor != "" && n.Kind != yaml.AliasNode {
		r.open[n] = true
		defer delete(r.open, n)
	}
	switch n.Kind {
	case yaml.AliasNode:
		return r.alias(n, depth)
	case yaml.SequenceNode:
		v.Kind = document.Array
		v.Items = arithmetic.Each(n.Content, func(item *yaml.Node) Value { return r.value(item, depth+1) })
		return v
	case yaml.MappingNode:
		v.Kind = document.Object
		seen := make(map[string]Position, len(n.Content)/2)
		for i := 0; i+1 < len(n.Content); i += 2 {
			key, value := n.Content[i], r.value(n.Content[i+1], depth+1)
			position := Position{key.Line, key.Column}
			first, twice := seen[key.Value]
			switch {
			case key.Kind != yaml.ScalarNode:
				r.Errorf(position, "", "a key must be a text")
			case key.Tag == "!!merge":
				r.Errorf(position, "", "merge keys (<<) are not read; repeat what they would merge")
			case twice:
				r.Errorf(position, "", "the key %q appears twice, first at %d:%d", Shorten(key.Value), first.Line, first.Column)
			default:
				seen[key.Value] = position
				v.Members = append(v.Members, Member{Key: key.Value, As: key.Value, At: position, Value: value})
			}
		}
		return v
	case yaml.ScalarNode:
		v.Kind, v.Text = r.scalar(n)
		return v
	}
	r.Errorf(v.At, "", "not a value")
	return v
}

// alias reads the target of an alias. An error about its size gets the place of the outermost alias.
func (r *reader) alias(n *yaml.Node, depth int) Value {
	position := Position{n.Line, n.Column}
	if n.Alias == nil || r.open[n.Alias] {
		r.Errorf(position, "", "the alias *%s refers to a value that contains it", Shorten(n.Value))
		return Value{At: position}
	}
	v := r.value(n.Alias, depth+1)
	if r.err != nil {
		r.err.Line, r.err.Column = position.Line, position.Column
	}
	return v
}

// jsonNumber is the number grammar of RFC 8259. YAML's own would read 010 as 8
// and 1_000 as 1000.
var jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

// scalar returns the type and the text of a scalar. A quoted text is a string. A plain text is a string unless it is a
// JSON number, true, false, null, ~ or empty.
func (r *reader) scalar(n *yaml.Node) (document.Kind, string) {
	const quoted = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
	if n.Style&yaml.TaggedStyle != 0 && n.Tag != "!!str" {
		r.Errorf(Position{n.Line, n.Column}, "", "the tag %s is not read", Shorten(n.Tag))
		return document.Missing, ""
	}
	if n.Style&(quoted|yaml.TaggedStyle) != 0 {
		return document.String, n.Value
	}
	return PlainScalar(n.Value)
}

func PlainScalar(text string) (document.Kind, string) {
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
