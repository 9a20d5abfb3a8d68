package proto

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protopath"
	"google.golang.org/protobuf/reflect/protorange"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/extracteval/extracteval/metrics/document"
)

// Extract makes the Extract of a suite of a function that returns messages. Its answer is the document of the message;
// see the package comment. A nil message is an empty answer. It returns the error of f, and an error for a message that
// has no document, as [Value] describes.
func Extract[In any, M proto.Message](f func(context.Context, In) (M, error)) func(context.Context, In) (json.RawMessage, error) {
	return func(ctx context.Context, in In) (json.RawMessage, error) {
		m, err := f(ctx, in)
		if err != nil {
			return nil, err
		}
		return marshal(m, true)
	}
}

// Value returns the document of a message, for every argument and field that takes an answer or a truth:
//
//	assert.Field(t, proto.Value(got), proto.Value(want), eval.Field{Path: "consignee.name"})
//	evaltest.Case[string]{ID: "a", Input: "a.pdf", Want: proto.Value(want)}
//
// Its MarshalJSON returns an error for a message that has fields which its Go code does not know, and for one that
// protojson cannot write: a text that is not UTF-8, a Timestamp out of range, an Any of an unknown type.
func Value(m proto.Message) json.Marshaler { return message{m} }

// Values returns the list of the documents of messages, for [evaltest.LineItems] and for fields that are lists.
//
// [evaltest.LineItems]: https://pkg.go.dev/github.com/extracteval/extracteval/evaltest#LineItems
func Values[M proto.Message](all []M) json.Marshaler {
	list := make(messages, len(all))
	for i, m := range all {
		list[i] = message{m}
	}
	return list
}

type message struct{ of proto.Message }

func (m message) MarshalJSON() ([]byte, error) { return marshal(m.of, true) }

type messages []message

func (list messages) MarshalJSON() ([]byte, error) {
	if list == nil {
		return []byte("[]"), nil
	}
	return json.Marshal([]message(list))
}

// marshal returns the document of a message. zeros says whether it has the zeros of fields without presence.
func marshal(m proto.Message, zeros bool) (text []byte, err error) {
	if m == nil || !m.ProtoReflect().IsValid() {
		return []byte("null"), nil
	}
	defer func() { // a registered type of an Any may do anything
		if r := recover(); r != nil {
			text, err = nil, fmt.Errorf("proto: %s: protojson panicked: %v", nameOf(m), r)
		}
	}()
	all, err := write(m, true)
	if err != nil {
		return nil, err
	}
	given := all
	if !zeros {
		if given, err = write(m, false); err != nil {
			return nil, err
		}
	}
	return form{truth: !zeros}.message(m.ProtoReflect().Descriptor(), all, given), nil
}

// write returns the JSON of protojson.
func write(m proto.Message, zeros bool) (document.Value, error) {
	if err := checkUnknown(m); err != nil {
		return document.Value{}, err
	}
	text, err := protojson.MarshalOptions{AllowPartial: true, EmitDefaultValues: zeros}.Marshal(m)
	if err != nil {
		return document.Value{}, fmt.Errorf("proto: %s: %s", nameOf(m), reasonOf(err))
	}
	var compact bytes.Buffer // without the spaces that protojson writes in some builds
	if err := json.Compact(&compact, text); err != nil {
		return document.Value{}, err
	}
	return document.Parse(compact.Bytes())
}

// reasonOf returns the error of protojson without its name and the place in the text.
func reasonOf(err error) string {
	text := strings.ReplaceAll(err.Error(), "\u00a0", " ") // which keeps programs from parsing the text
	text = strings.TrimPrefix(text, "proto: ")
	if strings.HasPrefix(text, "(line ") || strings.HasPrefix(text, "syntax error (line ") {
		_, text, _ = strings.Cut(text, "): ")
	}
	return text
}

func nameOf(m proto.Message) protoreflect.FullName { return m.ProtoReflect().Descriptor().FullName() }

// checkUnknown returns an error for the fields in a message that its Go code does not know: the document would lack
// them.
func checkUnknown(m proto.Message) error {
	return protorange.Range(m.ProtoReflect(), func(p protopath.Values) error {
		inner, ok := p.Index(-1).Value.Interface().(protoreflect.Message)
		if !ok || len(inner.GetUnknown()) == 0 {
			return nil
		}
		place := ""
		if len(p.Path) > 1 {
			place = " at " + strings.TrimPrefix(p.Path[1:].String(), ".")
		}
		return fmt.Errorf("proto: %s: the message%s has fields that the Go code of %s does not know (%s); generate it again from the newest %s",
			nameOf(m), place, inner.Descriptor().FullName(), numbersOf(inner.GetUnknown()), inner.Descriptor().ParentFile().Path())
	})
}

// numbersOf lists the numbers of unknown fields: "number 17", "numbers 17, 18".
func numbersOf(unknown protoreflect.RawFields) string {
	const most = 5
	var numbers []string
	for len(unknown) > 0 {
		number, _, n := protowire.ConsumeField(unknown)
		if n < 0 {
			break
		}
		unknown = unknown[n:]
		if text := fmt.Sprint(number); !slices.Contains(numbers, text) {
			numbers = append(numbers, text)
		}
	}
	switch {
	case len(numbers) == 1:
		return "number " + numbers[0]
	case len(numbers) > most:
		numbers = append(numbers[:most], "…")
	}
	return "numbers " + strings.Join(numbers, ", ")
}
