package proto_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protojson"
	protobuf "google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/known/apipb"
	"google.golang.org/protobuf/types/known/typepb"

	"github.com/extracteval/extracteval/evaltest/proto"
	pb "github.com/extracteval/extracteval/evaltest/proto/testdata/shipments"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// draw sets random fields of a message, often to zero.
func draw(r *rand.Rand, m protoreflect.Message, depth int) {
	switch m.Descriptor().FullName() {
	case "google.protobuf.Any":
		return // its bytes are a message
	case "google.protobuf.Timestamp":
		m.Set(m.Descriptor().Fields().ByName("seconds"), protoreflect.ValueOfInt64(r.Int64N(4e9)))
		return
	case "google.protobuf.Duration":
		m.Set(m.Descriptor().Fields().ByName("seconds"), protoreflect.ValueOfInt64(r.Int64N(1e5)))
		return
	case "google.protobuf.FieldMask":
		return
	case "google.protobuf.Value":
		m.Set(m.Descriptor().Fields().ByName("number_value"), protoreflect.ValueOfFloat64(float64(r.IntN(3))))
		return
	}
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		fd := fields.Get(i)
		if r.IntN(3) == 0 || fd.Message() != nil && depth > 3 {
			continue
		}
		switch {
		case fd.IsMap():
			of := m.Mutable(fd).Map()
			for range r.IntN(3) {
				v := of.NewValue()
				if fd.MapValue().Message() != nil {
					draw(r, v.Message(), depth+1)
				} else {
					v = scalar(r, fd.MapValue())
				}
				of.Set(scalar(r, fd.MapKey()).MapKey(), v)
			}
		case fd.IsList():
			of := m.Mutable(fd).List()
			for range r.IntN(3) {
				if fd.Message() != nil {
					draw(r, of.AppendMutable().Message(), depth+1)
				} else {
					of.Append(scalar(r, fd))
				}
			}
		case fd.Message() != nil:
			draw(r, m.Mutable(fd).Message(), depth+1)
		default:
			m.Set(fd, scalar(r, fd))
		}
	}
}

func scalar(r *rand.Rand, fd protoreflect.FieldDescriptor) protoreflect.Value {
	n := r.IntN(3)
	switch fd.Kind() {
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(n > 0)
	case protoreflect.EnumKind:
		return protoreflect.ValueOfEnum(fd.Enum().Values().Get(n % fd.Enum().Values().Len()).Number())
	case protoreflect.StringKind:
		return protoreflect.ValueOfString([]string{"", "Astra 7", "Hamburg, Germany"}[n])
	case protoreflect.BytesKind:
		return protoreflect.ValueOfBytes([][]byte{{}, {0xff, 0xfe}, {1}}[n])
	case protoreflect.DoubleKind:
		return protoreflect.ValueOfFloat64([]float64{0, 0.1, -1e300}[n])
	case protoreflect.FloatKind:
		return protoreflect.ValueOfFloat32([]float32{0, 0.1, -1e30}[n])
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind:
		return protoreflect.ValueOfInt32(int32(n))
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		return protoreflect.ValueOfUint32(uint32(n))
	case protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return protoreflect.ValueOfUint64([]uint64{0, 1, 1<<64 - 1}[n])
	}
	return protoreflect.ValueOfInt64([]int64{0, -1, 1<<63 - 1}[n])
}

// A message agrees with itself, in whatever form protojson writes its truth, and in no field with an empty one that it
// differs from.
func TestEachMessageAgreesWithItself(t *testing.T) {
	node, err := proto.Spec(&pb.Node{}).With("children", compare.Auto{})
	require.NoError(t, err)
	node, err = node.With("branch.root", compare.Auto{})
	require.NoError(t, err)
	for _, tt := range []struct {
		message protobuf.Message
		spec    eval.Spec
	}{
		{&pb.Shipment{}, proto.Spec(&pb.Shipment{})},
		{&pb.Node{}, node},
		{&apipb.Api{}, proto.Spec(&apipb.Api{})},
		{&typepb.Type{}, proto.Spec(&typepb.Type{})},
		{&typepb.Field{}, proto.Spec(&typepb.Field{})},
		{&descriptorpb.FieldDescriptorProto{}, proto.Spec(&descriptorpb.FieldDescriptorProto{})}, // proto2
	} {
		t.Run(string(tt.message.ProtoReflect().Descriptor().Name()), func(t *testing.T) {
			evaluator, err := tt.spec.Compile()
			require.NoError(t, err)
			empty, err := proto.Value(tt.message).MarshalJSON()
			require.NoError(t, err)
			for seed := range uint64(60) {
				m := tt.message.ProtoReflect().New().Interface()
				draw(rand.New(rand.NewPCG(seed, 1)), m.ProtoReflect(), 0)
				truths := []any{proto.Value(m)}
				for _, o := range []protojson.MarshalOptions{{}, {UseProtoNames: true}, {UseEnumNumbers: true}, {EmitUnpopulated: true}, {EmitDefaultValues: true}} {
					o.AllowPartial = true
					text, err := o.Marshal(m)
					require.NoError(t, err)
					truths = append(truths, text)
				}
				answer, err := proto.Value(m).MarshalJSON()
				require.NoError(t, err)
				for _, truth := range truths {
					r, err := evaluator.Evaluate(context.Background(), json.RawMessage(answer), truth)
					require.NoError(t, err)
					assert.Empty(t, r.Misses, "seed %d: %s\n%s", seed, truth, answer)

					read, err := tt.spec.ReadTruth(truth)
					require.NoError(t, err)
					again, err := tt.spec.ReadTruth(read)
					require.NoError(t, err)
					assert.Equal(t, read.RawText(), again.RawText(), "a truth that was read is read unchanged")
				}
				r, err := evaluator.Evaluate(context.Background(), json.RawMessage(empty), proto.Value(m))
				require.NoError(t, err)
				for _, f := range r.Fields {
					if f.Outcome == metrics.Match {
						assert.JSONEq(t, string(f.Want), string(f.Got), "seed %d: %s", seed, f.Path)
					}
				}
			}
		})
	}
}
