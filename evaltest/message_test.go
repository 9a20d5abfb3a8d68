package evaltest

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/eval"
)

// message is as protoc-gen-go writes a protobuf message.
type message struct {
	Number string `json:"number,omitempty"`
}

func (*message) ProtoReflect() any { return nil }

// Each entry refuses a protobuf message, and says what to write.
func TestMessagesAreRefused(t *testing.T) {
	const remedy = `evaltest.message is a protobuf message, which encoding/json does not write as protobuf does; use package github.com/extracteval/extracteval/evaltest/proto:
	Extract: proto.Extract(f), // in a suite, for an f that returns *evaltest.message
	Spec:    proto.Spec(&evaltest.message{}),
	proto.Value(m) // for an answer or a truth m; proto.Values(s) for a slice s`
	number := eval.Spec{Fields: []eval.Field{{Path: "number"}}}
	suite := func(spec eval.Spec, want any) string {
		s := Suite[string, *message]{Cases: []Case[string]{{ID: "a", Want: want}}, Spec: spec,
			Extract: func(context.Context, string) (*message, error) { return &message{}, nil }}
		_, _, err := suiteOf(&s).openData(t)
		return plain(err)
	}
	assert.Equal(t, remedy, suite(eval.Spec{}, `{}`))
	assert.Equal(t, remedy, suite(number, `{}`))

	truths := Suite[string, json.RawMessage]{Cases: []Case[string]{{ID: "a", Want: &message{}}}, Spec: number,
		Extract: func(context.Context, string) (json.RawMessage, error) { return nil, nil }}
	for _, truths.Redaction = range []Redaction{{}, {Mode: "hash", Key: []byte("key")}} {
		_, _, err := suiteOf(&truths).openData(t)
		assert.EqualError(t, err, `case 1: id "a": want: document: `+remedy)
	}
	for name, tt := range map[string]struct {
		test func(t TB)
		want string
	}{
		"got":   {func(t TB) { FieldAccuracy(t, &message{}, `{}`, Config{Spec: number}) }, "got: " + remedy},
		"want":  {func(t TB) { FieldAccuracy(t, `{}`, &message{}, Config{Spec: number}) }, "want: document: " + remedy},
		"items": {func(t TB) { LineItems(t, []*message{}, `[]`, eval.List{}) }, "LineItems: reading the answer: " + remedy},
		"spec":  {func(t TB) { SpecOf[*message](t) }, remedy},
	} {
		f := &fake{name: "TestMessage"}
		text := f.run(func() { tt.test(f) })
		assert.Contains(t, text, tt.want, name)
	}
}
