package proto

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// truths reads the truths of messages of one type.
type truths struct{ typ protoreflect.MessageType }

// read returns the document of a truth: a message, or JSON as protojson reads it.
func (r truths) read(want any) (document.Value, error) {
	md := r.typ.Descriptor()
	if m, ok := want.(message); ok && m.of != nil {
		if name := nameOf(m.of); name != md.FullName() {
			return document.Value{}, fmt.Errorf("it is a %s, and the spec is for %s", name, md.FullName())
		}
		return marshalled(m.of)
	}
	v, err := document.Of(want)
	if err != nil || !v.Exists() {
		return v, err
	}
	if v.Kind() == document.Null { // a message without any value has the zero of its enums
		return marshalled(r.typ.New().Interface())
	}
	if v.Kind() != document.Object && !isWhole(md) {
		return v, fmt.Errorf("it is %s, want an object as protojson writes %s", words.Article(v), md.FullName())
	}
	var wrong problems
	wrong.message(md, v, nil)
	if err := wrong.err(); err != nil {
		return v, err
	}
	m := r.typ.New().Interface()
	if err := (protojson.UnmarshalOptions{AllowPartial: true}).Unmarshal(v.Raw(), m); err != nil {
		return v, fmt.Errorf("it is not the JSON of %s: %s", md.FullName(), reasonOf(err))
	}
	all, err := write(m, true)
	if err != nil {
		return v, err
	}
	return document.Parse(form{truth: true}.message(md, all, v))
}

// marshalled returns the document of a message that is a truth.
func marshalled(m proto.Message) (document.Value, error) {
	text, err := marshal(m, false)
	if err != nil {
		return document.Value{}, err
	}
	return document.Parse(text)
}

// maxProblems bounds the problems of one truth.
const maxProblems = 50

// problems are the keys of a truth that a message does not have, one error a key.
type problems []error

func (p problems) err() error { return errors.Join(p...) }

func (p *problems) message(md protoreflect.MessageDescriptor, v document.Value, place document.Path) {
	if v.Kind() != document.Object || hasOwnJSON(md) {
		return
	}
	for key, member := range v.Members() {
		inner := append(place[:len(place):len(place)], document.Key(key))
		fd := fieldOf(md, key)
		switch {
		case len(*p) >= maxProblems:
			return
		case fd == nil && !strings.HasPrefix(key, "["): // an extension has its name in brackets
			*p = append(*p, fmt.Errorf("%s: %s has no such field%s", inner, md.FullName(), hint(md, key)))
		case fd == nil || fd.Message() == nil:
		case fd.IsMap():
			if value := fd.MapValue().Message(); value != nil {
				for name, m := range member.Members() {
					p.message(value, m, append(inner[:len(inner):len(inner)], document.Key(name)))
				}
			}
		case fd.IsList():
			for i, item := range member.Items() {
				p.message(fd.Message(), item, append(inner[:len(inner):len(inner)], document.Item(i)))
			}
		default:
			p.message(fd.Message(), member, inner)
		}
	}
}

// hint names the field that was perhaps meant.
func hint(md protoreflect.MessageDescriptor, key string) string {
	var names []string
	for i := range md.Fields().Len() {
		names = append(names, md.Fields().Get(i).JSONName())
	}
	return cmp.Or(words.Hint(key, names), "; it has "+words.Quoted(names, 20, "no fields"))
}

// newTruths returns the reader of truths of the type of m.
func newTruths(m proto.Message) truths { return truths{m.ProtoReflect().Type()} }
