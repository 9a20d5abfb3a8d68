// Package proto evaluates extractors that answer with protobuf messages.
//
//	evaltest.Suite[string, json.RawMessage]{
//		File:    "testdata/shipments.jsonl",
//		Extract: proto.Extract(client.Extract), // func(context.Context, string) (*pb.Shipment, error)
//		Spec:    proto.Spec(&pb.Shipment{}),
//		Gate:    evaltest.Gate{MacroF1: 0.9},
//	}.Run(t)
//
//	assert.Matches(t, proto.Value(got), proto.Value(want), proto.Spec(&pb.Shipment{}))
//
// encoding/json writes the Go struct of a message under other keys and in other forms than protobuf does, so evaltest,
// assert and eval refuse a message that is not wrapped. This is a module of its own: tests without messages do not
// depend on protobuf.
//
// # Documents
//
// The document of a message is the JSON of protojson, by the JSON names of the fields (shipmentNumber), with
// EmitDefaultValues. So whether a document has a field depends on its presence in the .proto file:
//
//   - A scalar without presence (int64 total = 1) is always there, since the message always says a value. Its zero is
//     right where the truth is that zero, and says nothing where the truth is empty: Spec sets ZeroIsEmpty.
//   - A field with presence (optional, a message, a wrapper, a member of a oneof, and all of proto2) is there if it is
//     set. A zero that is set is a value.
//   - The zero value of an enum says nothing if its name is UNSPECIFIED or ends in _UNSPECIFIED: it is left out. Any
//     other zero value of an enum without presence is a value like the others: every answer has it, and every truth
//     that names no other, even null. In a list or map, each zero is a value.
//   - Empty lists and maps are left out.
//
// Required fields of proto2 may be missing. A message with fields that its Go code does not know, because the code is
// older than the service, is an error: its document would lack them. So is a message that protojson cannot write.
//
// # Truths
//
// A truth is JSON as protojson reads it: keys are JSON names or names of the .proto file (shipmentNumber,
// shipment_number), enums are names or numbers, 64-bit numbers are texts or numbers. A key that the message does not
// have, and a value that does not fit its field, are errors with the file and the line. ReadTruth of the spec rewrites
// each truth in the form of documents, so use JSON names where evalreport reads the file without this package. A
// truth may also be a message, Want: proto.Value(m). Its zeros without presence are empty: it cannot say 0.
//
// # Rules
//
// Fields are compared as follows, also in messages of messages, and in lists and maps of messages.
//
//	string                                  compare.Auto
//	bool, int32, float, double              compare.Auto
//	int64, uint64 and their like            compare.Numeric
//	bytes                                   compare.Exact, in base64
//	enum                                    compare.Class, of its names
//	message                                 its fields, by paths such as consignee.name
//	oneof                                   its members; of two that differ one is missing, one unexpected
//	repeated message                        eval.List
//	repeated string, bytes, enum            eval.Set
//	repeated number, bool                   in order, as a whole
//	map of messages                         eval.Map: by key, such as rates{}.amount
//	map of other values                     eval.Map: each value by the rule of its kind, such as labels{}
//	google.protobuf.Timestamp               compare.Time
//	google.protobuf.StringValue, …          as their value
//	google.protobuf.Duration                Quantity, in seconds
//	google.type.Money                       Quantity: the same currency code, the amount as one number
//	google.type.Date, google.type.Decimal   Quantity: the day, the number
//	google.protobuf.Any, Struct, Value, …   compare.Auto
//	google.protobuf.FieldMask, Empty        compare.Exact
//	repeated of one of these                eval.Set, for wrappers as for repeated scalars
//
// A message that contains itself has no spec: give its field a rule with [eval.Spec.With]. Other options of fields are
// those of [eval.Field]; change them in the Fields of the spec:
//
//	spec, err := proto.Spec(&pb.Shipment{}).With("freight", proto.Quantity{Tolerance: 0.01})
//	for i := range spec.Fields {
//		if f := &spec.Fields[i]; f.Path == "items" {
//			f.List.By = []string{"hsCode"}
//		}
//	}
package proto

//go:generate protoc -I testdata --go_out=. --go_opt=module=github.com/extracteval/extracteval/evaltest/proto shipments/shipments.proto
