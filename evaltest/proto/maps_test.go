package proto_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/prototext"
	protobuf "google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/extracteval/extracteval/evaltest/proto"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// mapsFile has a message Maps with one map of each kind, and a message Tree with a map of trees.
func mapsFile(t *testing.T) protoreflect.FileDescriptor {
	t.Helper()
	number := 0
	message := func(name string, maps ...[3]string) string { // the name, the key and the value of each map
		var fields, entries strings.Builder
		for _, m := range maps {
			number++
			entry := strings.ToUpper(m[0][:1]) + m[0][1:] + "Entry"
			fmt.Fprintf(&fields, `field{name:%q json_name:%[1]q number:%d label:LABEL_REPEATED type:TYPE_MESSAGE type_name:".maps.%s.%s"}`, m[0], number, name, entry)
			fmt.Fprintf(&entries, `nested_type{name:%q options{map_entry:true} field{name:"key" number:1 label:LABEL_OPTIONAL type:%s} field{name:"value" number:2 label:LABEL_OPTIONAL %s}}`, entry, m[1], m[2])
		}
		return fmt.Sprintf("message_type{name:%q %s %s}", name, fields.String(), entries.String())
	}
	text := `name:"maps.proto" package:"maps" syntax:"proto3" dependency:"google/protobuf/timestamp.proto"
		enum_type{name:"State" value{name:"STATE_UNSPECIFIED" number:0} value{name:"OPEN" number:1}}` +
		message("Maps", [3]string{"times", "TYPE_INT32", `type:TYPE_MESSAGE type_name:".google.protobuf.Timestamp"`}, [3]string{"states", "TYPE_STRING", `type:TYPE_ENUM type_name:".maps.State"`},
			[3]string{"totals", "TYPE_BOOL", `type:TYPE_INT64`}, [3]string{"weights", "TYPE_STRING", `type:TYPE_DOUBLE`}) +
		message("Tree", [3]string{"kids", "TYPE_STRING", `type:TYPE_MESSAGE type_name:".maps.Tree"`})
	file := &descriptorpb.FileDescriptorProto{}
	require.NoError(t, prototext.Unmarshal([]byte(text), file))
	made, err := protodesc.NewFile(file, protoregistry.GlobalFiles)
	require.NoError(t, err)
	return made
}

// Maps have keys of each kind that protobuf has, as protojson writes them, and values that are one value.
func TestMapsOfValues(t *testing.T) {
	of := mapsFile(t).Messages().ByName("Maps")
	spec := proto.Spec(dynamicpb.NewMessage(of))
	assert.Equal(t, []eval.Field{
		{Path: "times", Map: &eval.Map{Match: compare.Time{}}},
		{Path: "states", Map: &eval.Map{Match: compare.Exact{}}},
		{Path: "totals", Map: &eval.Map{Match: compare.Numeric{}}},
		{Path: "weights", Map: &eval.Map{Match: compare.Auto{}}},
	}, spec.Fields)
	e, err := spec.Compile()
	require.NoError(t, err)
	for _, tt := range []struct {
		reason, attribute, got, want string
		counts                       metrics.Counts
	}{
		{"an instant in another zone, under a key that is a number", "times{}", `{"times":{"7":"2026-03-01T22:30:00Z"}}`, `{"times":{"7":"2026-03-01T23:30:00+01:00"}}`, metrics.Counts{Match: 1}},
		{"a key that protojson reads as 7", "times{}", `{"times":{"7":"2026-03-01T22:30:00Z"}}`, `{"times":{"007":"2026-03-01T22:30:00Z"}}`, metrics.Counts{Match: 1}},
		{"another time, and another key", "times{}", `{"times":{"7":"2026-03-01T22:31:00Z","8":"2026-03-01T22:30:00Z"}}`, `{"times":{"7":"2026-03-01T22:30:00Z","9":"2026-03-01T22:30:00Z"}}`, metrics.Counts{Wrong: 1, Missing: 1, Invented: 1}},
		{"enums by name and by number; the zero of an enum is a value here", "states{}", `{"states":{"a":"OPEN","b":"STATE_UNSPECIFIED"}}`, `{"states":{"a":1,"b":0}}`, metrics.Counts{Match: 2}},
		{"another enum", "states{}", `{"states":{"a":"OPEN"}}`, `{"states":{"a":"STATE_UNSPECIFIED"}}`, metrics.Counts{Wrong: 1}},
		{"64-bit numbers under Booleans", "totals{}", `{"totals":{"true":"9007199254740993","false":"0"}}`, `{"totals":{"false":0,"true":9007199254740993}}`, metrics.Counts{Match: 2}},
		{"another number", "totals{}", `{"totals":{"true":"9007199254740993"}}`, `{"totals":{"true":"9007199254740992"}}`, metrics.Counts{Wrong: 1}},
		{"zeros are values", "weights{}", `{"weights":{"a.b":0}}`, `{"weights":{"a.b":0.0}}`, metrics.Counts{Match: 1}},
		{"empty maps", "weights{}", `{"weights":{}}`, `{}`, metrics.Counts{CorrectAbsence: 1}},
	} {
		answer := dynamicpb.NewMessage(of)
		require.NoError(t, protojson.Unmarshal([]byte(tt.got), answer), tt.reason)
		r, err := e.Evaluate(t.Context(), proto.Value(answer), tt.want)
		if assert.NoError(t, err, tt.reason) {
			counts, ok := r.Table.Counts(tt.attribute)
			assert.True(t, ok)
			assert.Equal(t, tt.counts, counts, "%s: %v", tt.reason, r.Misses)
		}
	}
}

func TestAMapOfMessagesThatContainThemselves(t *testing.T) {
	spec := proto.Spec(protobuf.Message(dynamicpb.NewMessage(mapsFile(t).Messages().ByName("Tree"))))
	_, err := spec.Compile()
	assert.EqualError(t, err, `eval: field "kids": maps.Tree contains itself; give the field a rule with With("kids", compare.Auto{}), or a List of its own`)
	spec, err = spec.With("kids", compare.Auto{})
	require.NoError(t, err)
	_, err = spec.Compile()
	assert.NoError(t, err)
}
