package proto_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"
	protobuf "google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	ours "github.com/extracteval/extracteval/assert"
	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/evaltest/proto"
	pb "github.com/extracteval/extracteval/evaltest/proto/testdata/shipments"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

func TestTruthsOfAnotherForm(t *testing.T) {
	spec := proto.Spec(&pb.Shipment{})
	for _, tt := range []struct {
		why, want string
		truth     any
	}{
		{"a misspelt key", `shipmentNumbr: shipments.v1.Shipment has no such field; did you mean "shipmentNumber"?`, `{"shipmentNumbr":"S"}`},
		{"in a message", `consignee.iban: shipments.v1.Party has no such field; it has "name", "vatId"`, `{"consignee":{"iban":"DE1"}}`},
		{"in items", `items[1].hs_cod: shipments.v1.Item has no such field; did you mean "hsCode"?`, `{"items":[{},{"hs_cod":"1"}]}`},
		{"in a map", `rates.EUR.amont: shipments.v1.Rate has no such field; did you mean "amount"?`, `{"rates":{"EUR":{"amont":1}}}`},
		{"another type", `it is not the JSON of shipments.v1.Shipment: invalid value for double field volume: "much"`, `{"volume":"much"}`},
		{"an unknown name of an enum", `it is not the JSON of shipments.v1.Shipment: invalid value for enum field status: "SAILED"`, `{"status":"SAILED"}`},
		{"not a point in time", `it is not the JSON of shipments.v1.Shipment: invalid google.protobuf.Timestamp value "1 March"`, `{"depart":"1 March"}`},
		{"two members of a oneof", `it is not the JSON of shipments.v1.Shipment: error parsing "truck", oneof shipments.v1.Shipment.carrier is already set`, `{"vessel":"A","truck":{}}`},
		{"one field twice", `it is not the JSON of shipments.v1.Shipment: duplicate field "shipment_number"`, `{"shipmentNumber":"A","shipment_number":"A"}`},
		{"a list", `it is an array, want an object as protojson writes shipments.v1.Shipment`, `[]`},
		{"a message of another type", `it is a shipments.v1.Party, and the spec is for shipments.v1.Shipment`, proto.Value(&pb.Party{})},
		{"JSON that ends early", `document: invalid JSON at offset 1: unexpected end of JSON input`, `{`},
	} {
		_, err := spec.ReadTruth(tt.truth)
		assert.EqualError(t, err, tt.want, tt.why)
	}
}

// A mistake in a truth has its place in the file, before the first case runs.
func TestTruthsInFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "set.jsonl")
	require.NoError(t, os.WriteFile(file, []byte(`{"id":"a","input":"","want":{"shipment_number":"S"}}
{"id":"b","input":"","want":{"shipmentNumbr":"S","items":[{"quantty":1}]}}
`), 0o600))
	s := evaltest.Suite[string, json.RawMessage]{File: file, Spec: proto.Spec(&pb.Shipment{}), Extract: proto.Extract(extract)}
	text := failure(t, func(t *testing.T) { s.Run(t) })
	assert.Contains(t, text, `set.jsonl:2: id "b": want: shipmentNumbr: shipments.v1.Shipment has no such field; did you mean "shipmentNumber"?`)
	assert.Contains(t, text, `set.jsonl:2: id "b": want: items[0].quantty: shipments.v1.Item has no such field; did you mean "quantity"?`)
}

// Null says nothing of a field, but of an enum that always has a value.
func TestTruthForm(t *testing.T) {
	for _, tt := range []struct{ truth, want, why string }{
		{`{"gross_weight_grams":5,"volume":null}`, `{"grossWeightGrams":"5","volume":null,"mode":"SEA"}`, "JSON names; null stays"},
		{`{"status":"STATUS_UNSPECIFIED","tags":[],"mode":1}`, `{"status":null,"tags":null,"mode":"AIR"}`, "UNSPECIFIED and empty lists are null"},
		{`{"items":[{"hs_code":1}]}`, `{"items":[{"hsCode":"1","mode":"SEA"}],"mode":"SEA"}`, "in items, too"},
		{`{"freight":{"units":1}}`, `{"freight":{"currencyCode":"","units":"1","nanos":0},"mode":"SEA"}`, "a value that is compared as a whole is whole"},
		{`{"insured":false,"packages":0}`, `{"insured":false,"packages":0,"mode":"SEA"}`, "a zero that is written stays"},
		{`{"depart":"2024-03-02T00:00:00+02:00"}`, `{"depart":"2024-03-02T00:00:00+02:00","mode":"SEA"}`, "a point in time keeps its zone"},
		{`null`, `{"mode":"SEA"}`, "no value at all"},
	} {
		v, err := proto.Spec(&pb.Shipment{}).ReadTruth(tt.truth)
		require.NoError(t, err)
		assert.Equal(t, tt.want, v.RawText(), tt.why)
	}
	v, err := proto.Spec(&pb.Party{}).ReadTruth(json.RawMessage(`null`))
	require.NoError(t, err)
	assert.Equal(t, `{}`, v.RawText())
}

// failure runs a test that fails, in a process of its own, and returns its messages.
func failure(t *testing.T, test func(t *testing.T)) string {
	t.Helper()
	if os.Getenv("PROTO_FAILURE") == t.Name() {
		test(t)
		return ""
	}
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), "PROTO_FAILURE="+t.Name())
	text, err := cmd.CombinedOutput()
	require.Error(t, err, "%s", text)
	return string(text)
}

func TestAnswersWithoutADocument(t *testing.T) {
	unknown := protowire.AppendTag(nil, 99, protowire.BytesType)
	unknown = protowire.AppendString(unknown, "x")
	unknown = protowire.AppendTag(unknown, 100, protowire.VarintType)
	unknown = protowire.AppendVarint(unknown, 1)

	shipment, item := &pb.Shipment{}, &pb.Item{}
	require.NoError(t, protobuf.Unmarshal(unknown, shipment))
	require.NoError(t, protobuf.Unmarshal(unknown[:4], item))
	for _, tt := range []struct {
		why, want string
		m         *pb.Shipment
	}{
		{"unknown fields", `proto: shipments.v1.Shipment: the message has fields that the Go code of shipments.v1.Shipment does not know (numbers 99, 100); generate it again from the newest shipments/shipments.proto`, shipment},
		{"in a message", `proto: shipments.v1.Shipment: the message at items[1] has fields that the Go code of shipments.v1.Item does not know (number 99); generate it again from the newest shipments/shipments.proto`, &pb.Shipment{Items: []*pb.Item{{}, item}}},
		{"not UTF-8", `proto: shipments.v1.Shipment: field shipments.v1.Shipment.shipment_number contains invalid UTF-8`, &pb.Shipment{ShipmentNumber: "\xff"}},
		{"a point in time out of range", `proto: shipments.v1.Shipment: google.protobuf.Timestamp: seconds out of range 9223372036854775807`, &pb.Shipment{Depart: &timestamppb.Timestamp{Seconds: 1<<63 - 1}}},
		{"an Any of an unknown type", `proto: shipments.v1.Shipment: google.protobuf.Any: unable to resolve "type.googleapis.com/nowhere.Nothing": not found`, &pb.Shipment{Details: &anypb.Any{TypeUrl: "type.googleapis.com/nowhere.Nothing", Value: []byte{8, 1}}}},
	} {
		_, err := proto.Extract(func(context.Context, string) (*pb.Shipment, error) { return tt.m, nil })(context.Background(), "")
		assert.EqualError(t, err, tt.want, tt.why)
		_, err = proto.Value(tt.m).MarshalJSON()
		assert.EqualError(t, err, tt.want, tt.why)
		_, err = proto.Spec(tt.m).ReadTruth(proto.Value(tt.m))
		assert.EqualError(t, err, tt.want, tt.why)
	}

	// As an answer, such a message is void: its truths are missing.
	_, r := fieldAccuracy(t, "shipmentNumber", proto.Value(shipment), `{"shipmentNumber":"S"}`)
	assert.Equal(t, 0.0, r.Score)
	assert.Contains(t, r.Unreadable, "does not know (numbers 99, 100)")
}

func TestNothingIsAnEmptyAnswer(t *testing.T) {
	for _, m := range []*pb.Shipment{nil} {
		text, err := proto.Extract(func(context.Context, string) (*pb.Shipment, error) { return m, nil })(context.Background(), "")
		require.NoError(t, err)
		assert.Equal(t, `null`, string(text))
	}
	text, err := proto.Value(nil).MarshalJSON()
	require.NoError(t, err)
	assert.Equal(t, `null`, string(text))
	text, err = proto.Values[*pb.Item](nil).MarshalJSON()
	require.NoError(t, err)
	assert.Equal(t, `[]`, string(text))
	text, err = proto.Values([]*pb.Party{{Name: "A"}, nil}).MarshalJSON()
	require.NoError(t, err)
	assert.JSONEq(t, `[{"name":"A","vatId":""},null]`, string(text))
	failed, err := proto.Extract(func(context.Context, string) (*pb.Shipment, error) { return &pb.Shipment{}, os.ErrExist })(context.Background(), "")
	assert.ErrorIs(t, err, os.ErrExist)
	assert.Nil(t, failed)
	_, err = proto.Spec(nil).Compile()
	assert.ErrorContains(t, err, "proto.Spec has no message; write proto.Spec(&pb.Invoice{}) with a type of yours")
}

// A message that is not wrapped is refused by each entry with the lines to write.
func TestBareMessages(t *testing.T) {
	const remedy = `shipments.Shipment is a protobuf message, which encoding/json does not write as protobuf does; use package github.com/extracteval/extracteval/evaltest/proto:
	Extract: proto.Extract(f), // in a suite, for an f that returns *shipments.Shipment
	Spec:    proto.Spec(&shipments.Shipment{}),
	proto.Value(m) // for an answer or a truth m; proto.Values(s) for a slice s`
	type answer struct{ Shipments []*pb.Shipment }
	const inside = `answer.Shipments[]: shipments.Shipment is a protobuf message, which encoding/json does not write as protobuf does; use package github.com/extracteval/extracteval/evaltest/proto:
	proto.Value(m) // in place of the message m, in a field of type json.Marshaler; proto.Values(s) for a slice s`
	spec := proto.Spec(&pb.Shipment{})
	evaluator, err := spec.Compile()
	require.NoError(t, err)
	field := eval.Field{Path: "shipmentNumber"}
	for _, tt := range []struct {
		message any
		want    string
	}{{&pb.Shipment{}, remedy}, {[]*pb.Shipment{}, remedy}, {map[string]any{"a": &pb.Shipment{}}, ""}, {answer{}, inside}} {
		_, err := evaluator.Evaluate(context.Background(), tt.message, `{}`)
		assert.ErrorContains(t, err, tt.want)
		_, err = evaluator.Evaluate(context.Background(), `{}`, tt.message)
		assert.ErrorContains(t, err, tt.want)
		for _, assertion := range []func(t *fake){
			func(t *fake) { ours.Field(t, tt.message, `{}`, field) },
			func(t *fake) { ours.Field(t, `{}`, tt.message, field) },
			func(t *fake) { ours.Matches(t, tt.message, `{}`, spec) },
			func(t *fake) { ours.Fuzzy(t, tt.message, "a", compare.Fuzzy{}) },
			func(t *fake) {
				evaltest.FieldAccuracy(t, `{}`, tt.message, evaltest.Config{Dataset: "bare", Spec: spec})
			},
			func(t *fake) {
				evaltest.FieldAccuracy(t, tt.message, `{}`, evaltest.Config{Dataset: "bare", Spec: spec})
			},
		} {
			f := &fake{name: t.Name()}
			assertion(f)
			require.NotEmpty(t, f.failures)
			for _, line := range strings.Split(tt.want, "\n") {
				assert.Contains(t, f.failures[0], strings.TrimSpace(line))
			}
		}
	}
	_, err = eval.SpecOf[*pb.Shipment]()
	assert.EqualError(t, err, "eval: "+remedy)
	_, err = eval.SpecOf[answer]()
	assert.EqualError(t, err, "eval: "+inside)

	_, err = document.Of(struct{ At *timestamppb.Timestamp }{timestamppb.Now()})
	assert.NoError(t, err, "a point in time is not refused")
}

// enum returns a message type with one field of an enum of these names.
func enum(t *testing.T, names ...string) protobuf.Message {
	t.Helper()
	of := &descriptorpb.EnumDescriptorProto{Name: pointer("Kind")}
	for i, name := range names {
		of.Value = append(of.Value, &descriptorpb.EnumValueDescriptorProto{Name: &name, Number: pointer(int32(i))})
	}
	file, err := protodesc.NewFile(&descriptorpb.FileDescriptorProto{
		Name: pointer("kinds.proto"), Package: pointer("kinds"), Syntax: pointer("proto2"), EnumType: []*descriptorpb.EnumDescriptorProto{of},
		MessageType: []*descriptorpb.DescriptorProto{{Name: pointer("Paper"), Field: []*descriptorpb.FieldDescriptorProto{{
			Name: pointer("kind"), Number: pointer(int32(1)), Label: descriptorpb.FieldDescriptorProto_LABEL_REQUIRED.Enum(),
			Type: descriptorpb.FieldDescriptorProto_TYPE_ENUM.Enum(), TypeName: pointer(".kinds.Kind"),
		}}}},
	}, nil)
	require.NoError(t, err)
	return dynamicpb.NewMessage(file.Messages().Get(0))
}

func TestEnumsThatAreNoClasses(t *testing.T) {
	many := make([]string, 201)
	for i := range many {
		many[i] = "C" + strings.Repeat("x", i)
	}
	for _, tt := range []struct {
		names []string
		want  compare.Comparator
	}{
		{[]string{"UNSPECIFIED", "A", "B"}, compare.Class{Classes: []string{"A", "B"}}},
		{[]string{"UNKNOWN", "A"}, compare.Class{Classes: []string{"UNKNOWN", "A"}}},
		{[]string{"Paid", "PAID"}, compare.Exact{}},
		{many, compare.Exact{}},
	} {
		spec := proto.Spec(enum(t, tt.names...))
		assert.Equal(t, tt.want, spec.Fields[0].Match)
		_, err := spec.Compile()
		assert.NoError(t, err)
	}
	text, err := proto.Value(enum(t, "A", "B")).MarshalJSON()
	require.NoError(t, err, "a required field that is missing is a missing value")
	assert.Equal(t, `{}`, string(text))
}

func TestQuantity(t *testing.T) {
	for _, tt := range []struct {
		rule      proto.Quantity
		got, want string
		match     bool
		note      string
	}{
		{proto.Quantity{}, `{"currencyCode":"EUR","units":"1","nanos":500000000}`, `{"nanos":500000000,"units":1,"currencyCode":"EUR"}`, true, ""},
		{proto.Quantity{}, `{"currencyCode":"EUR","units":"2"}`, `{"currencyCode":"EUR","units":"1","nanos":990000000}`, false, "off by 0.01"},
		{proto.Quantity{Tolerance: 0.01}, `{"currencyCode":"EUR","units":"2"}`, `{"currencyCode":"EUR","units":"1","nanos":990000000}`, true, ""},
		{proto.Quantity{Tolerance: 0.01}, `{"currencyCode":"EUR","units":"2"}`, `{"currencyCode":"USD","units":"2"}`, false, `got currency "EUR", want "USD"`},
		{proto.Quantity{}, `{"units":"2"}`, `{"currencyCode":"USD","units":"2"}`, false, `got currency "", want "USD"`},
		{proto.Quantity{}, `{"currencyCode":"EUR","units":"-1","nanos":-750000000}`, `{"currencyCode":"EUR","units":"-1","nanos":-750000000}`, true, ""},
		{proto.Quantity{Tolerance: 0.5, Relative: true}, `{"currencyCode":"EUR","units":"15"}`, `{"currencyCode":"EUR","units":"10"}`, true, ""},
		{proto.Quantity{Tolerance: 60}, `"5460s"`, `"5400s"`, true, ""},
		{proto.Quantity{Tolerance: 60}, `"5461s"`, `"5400s"`, false, "off by 61, allowed 60"},
		{proto.Quantity{}, `"1.5s"`, `"1.500s"`, true, ""},
		{proto.Quantity{}, `{"year":2024,"month":3,"day":2}`, `{"year":2024,"month":3,"day":1}`, false, "off by 1 day"},
		{proto.Quantity{Tolerance: 1}, `{"year":2024,"month":3,"day":1}`, `{"year":2024,"month":2,"day":29}`, true, ""},
		{proto.Quantity{}, `{"year":2024}`, `{"year":2024,"month":0,"day":0}`, true, ""},
		{proto.Quantity{}, `{"year":2024,"month":3}`, `{"year":2024}`, false, "got a month, want a year"},
		{proto.Quantity{}, `{"year":2024,"month":2,"day":30}`, `{"year":2024,"month":3,"day":1}`, false, `got "2024-02-30" is not a date: February 2024 has 29 days`},
		{proto.Quantity{}, `{"value":"1.50"}`, `{"value":"1.5"}`, true, ""},
		{proto.Quantity{}, `{"value":"1.50"}`, `"1.5s"`, true, ""},
		{proto.Quantity{}, `{"currencyCode":"EUR"}`, `"1.5s"`, false, "got an amount of money, want a number"},
		{proto.Quantity{}, `"soon"`, `"1s"`, false, ""},
		{proto.Quantity{}, `{}`, `{}`, true, ""},
	} {
		got, err := document.Parse([]byte(tt.got))
		require.NoError(t, err)
		want, err := document.Parse([]byte(tt.want))
		require.NoError(t, err)
		c, err := tt.rule.Compare(context.Background(), got, want)
		require.NoError(t, err)
		assert.Equal(t, tt.match, c.Match, "%s %s", tt.got, tt.want)
		assert.Contains(t, c.Note, tt.note)
	}
	_, err := compare.Prepare(proto.Quantity{Tolerance: -1})
	assert.EqualError(t, err, "proto: Quantity: compare: numeric: tolerance: got -1, want a number that is finite and not negative")

	name, options, err := compare.Describe(proto.Quantity{Tolerance: 0.01})
	require.NoError(t, err)
	assert.Equal(t, "protobuf quantity", name)
	assert.JSONEq(t, `{"tolerance":0.01}`, string(options))
	assert.Equal(t, "money, duration, decimal or date of protobuf, the same value", compare.Sentence(proto.Quantity{}))
	assert.Equal(t, "money, duration, decimal or date of protobuf, within 0.01", compare.Sentence(proto.Quantity{Tolerance: 0.01}))
	assert.Equal(t, "money, duration or decimal of protobuf, within 2 % of the truth", compare.Sentence(proto.Quantity{Tolerance: 0.02, Relative: true}))
}
