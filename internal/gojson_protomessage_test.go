package internal_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/gojson"
)

// Invoice is as protoc-gen-go writes a message, for this package.
type Invoice struct {
	Number string `json:"number,omitempty"`
}

func (*Invoice) ProtoReflect() any { return nil }

// Message is as proto.Message.
type Message interface{ ProtoReflect() any }

// Stamp is as timestamppb.Timestamp.
type Stamp struct{ Seconds int64 }

func (*Stamp) ProtoReflect() any { return nil }
func (*Stamp) AsTime() time.Time { return time.Time{} }

// Marshalled is a message that writes its own JSON.
type Marshalled struct{ Invoice }

func (*Marshalled) MarshalJSON() ([]byte, error) { return []byte("{}"), nil }

// Failure is an error with a message.
type Failure struct{ Details *Invoice }

func (Failure) Error() string { return "" }

// Tree contains itself.
type Tree struct {
	Name string
	Sub  []*Tree
}

type answer struct {
	Text    string
	Invoice *Invoice
}

type open struct {
	Any    any
	hidden *Invoice
	Out    *Invoice `json:"-"`
}

func TestProtomessageCheck(t *testing.T) {
	type embedding struct{ answer }
	for _, tt := range []struct {
		v     any
		place string // "-" for no message
		why   string
	}{
		{&Invoice{}, "", "a message"},
		{Invoice{}, "", "a message without its pointer"},
		{(*Invoice)(nil), "", "a nil message"},
		{[]*Invoice{}, "[]", "a slice, even empty, as its type says so"},
		{map[string]Message{}, "{}", "an interface with the methods of a message"},
		{answer{}, ".Invoice", "a field"},
		{[]answer{}, "[].Invoice", "a field of items"},
		{embedding{}, ".answer.Invoice", "a field of an embedded struct"},
		{open{Any: &Invoice{}}, ".Any", "behind an interface"},
		{[]any{1, answer{}}, "[1].Invoice", "a field behind an interface"},
		{map[string]any{"a": []any{&Invoice{}}}, "{}[0]", "in lists behind interfaces"},
		{&open{Any: &open{Any: Invoice{}}}, ".Any.Any", "behind two interfaces"},
		{nil, "-", "nothing"},
		{"{}", "-", "JSON"},
		{open{hidden: &Invoice{}, Out: &Invoice{}}, "-", "encoding/json writes neither"},
		{struct{ At *Stamp }{}, "-", "a point in time"},
		{&Marshalled{}, "-", "a message that writes its own JSON"},
		{Failure{}, "-", "an extractor that failed"},
		{Tree{Sub: []*Tree{{}}}, "-", "a type that contains itself"},
		{reflect.ValueOf, "-", "encoding/json refuses it"},
	} {
		t.Run(tt.why, func(t *testing.T) {
			err := gojson.CheckMessages(tt.v)
			if tt.place == "-" {
				require.NoError(t, err)
				return
			}
			var message *gojson.MessageError
			require.True(t, errors.As(err, &message))
			assert.Equal(t, tt.place, message.Place)
			assert.Equal(t, reflect.TypeFor[Invoice](), deref(message.Message))
		})
	}
}

// deref returns Invoice for Message, which stands for it.
func deref(t reflect.Type) reflect.Type {
	if t == reflect.TypeFor[Message]() {
		return reflect.TypeFor[Invoice]()
	}
	return t
}

func TestCheckEndsOnCycles(t *testing.T) {
	cycle := map[string]any{}
	for _, key := range "abcdefghij" {
		cycle[string(key)] = cycle
	}
	assert.NoError(t, gojson.CheckMessages(cycle))
}

func TestErrorSaysWhatToWrite(t *testing.T) {
	assert.EqualError(t, gojson.CheckMessageType(reflect.TypeFor[*Invoice]()), `internal_test.Invoice is a protobuf message, which encoding/json does not write as protobuf does; use package github.com/extracteval/extracteval/evaltest/proto:
	Extract: proto.Extract(f), // in a suite, for an f that returns *internal_test.Invoice
	Spec:    proto.Spec(&internal_test.Invoice{}),
	proto.Value(m) // for an answer or a truth m; proto.Values(s) for a slice s`)
	assert.EqualError(t, gojson.CheckMessageType(reflect.TypeFor[answer]()), `answer.Invoice: internal_test.Invoice is a protobuf message, which encoding/json does not write as protobuf does; use package github.com/extracteval/extracteval/evaltest/proto:
	proto.Value(m) // in place of the message m, in a field of type json.Marshaler; proto.Values(s) for a slice s`)
}
