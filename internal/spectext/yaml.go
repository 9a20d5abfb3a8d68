package spectext

import (
	"bytes"
	"errors"
	"io"
	"regexp"

	"go.yaml.in/yaml/v4"

	"github.com/extracteval/extracteval/metrics/document"
)

// yamlReader makes values of nodes.
type yamlReader struct {
	builder
	open map[*yaml.Node]bool // the targets of the aliases on the way to here
}

func readYAML(data []byte, found *Problems) (Value, error) {
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
	b := yamlReader{builder: builder{Problems: found}, open: make(map[*yaml.Node]bool)}
	return b.result(b.fromYAML(&first, 0))
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

func (b *yamlReader) fromYAML(n *yaml.Node, depth int) Value {
	v := Value{At: Position{n.Line, n.Column}}
	if !b.within(v.At, depth) {
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
		v.Kind = document.Array
		for _, item := range n.Content {
			v.Items = append(v.Items, b.fromYAML(item, depth+1))
		}
		return v
	case yaml.MappingNode:
		v.Kind = document.Object
		seen := make(map[string]Position, len(n.Content)/2)
		for i := 0; i+1 < len(n.Content); i += 2 {
			key, value := n.Content[i], b.fromYAML(n.Content[i+1], depth+1)
			at := Position{key.Line, key.Column}
			switch {
			case key.Kind != yaml.ScalarNode:
				b.Errorf(at, "", "a key must be a text")
			case key.Tag == "!!merge":
				b.Errorf(at, "", "merge keys (<<) are not read; repeat what they would merge")
			default:
				b.add(&v, seen, Member{Key: key.Value, At: at, Value: value})
			}
		}
		return v
	case yaml.ScalarNode:
		v.Kind, v.Text = b.scalar(n)
		return v
	}
	b.Errorf(v.At, "", "not a value")
	return v
}

// alias reads the target of an alias. An error about its size is placed at the outermost alias.
func (b *yamlReader) alias(n *yaml.Node, depth int) Value {
	at := Position{n.Line, n.Column}
	if n.Alias == nil || b.open[n.Alias] {
		b.Errorf(at, "", "the alias *%s is part of what it stands for", Shorten(n.Value))
		return Value{At: at}
	}
	v := b.fromYAML(n.Alias, depth+1)
	if b.err != nil {
		b.err.Line, b.err.Column = at.Line, at.Column
	}
	return v
}

// jsonNumber is the number grammar of RFC 8259. YAML's own would read 010 as 8
// and 1_000 as 1000.
var jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

// scalar tells the type of a scalar. Quoted text is a string; of plain text,
// JSON's numbers, true, false, null, ~ and nothing at all are not strings.
func (b *yamlReader) scalar(n *yaml.Node) (document.Kind, string) {
	const quoted = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
	if n.Style&yaml.TaggedStyle != 0 && n.Tag != "!!str" {
		b.Errorf(Position{n.Line, n.Column}, "", "the tag %s is not read", Shorten(n.Tag))
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
