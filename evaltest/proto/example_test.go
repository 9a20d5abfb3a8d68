package proto_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/type/money"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/evaltest/proto"
	pb "github.com/extracteval/extracteval/evaltest/proto/testdata/shipments"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// extract is the service: a model would be here.
func extract(_ context.Context, text string) (*pb.Shipment, error) {
	if strings.HasPrefix(text, "Truck") {
		return &pb.Shipment{
			ShipmentNumber: "S-18", Status: pb.Status_STATUS_BOOKED,
			Depart: timestamppb.New(time.Date(2024, 3, 2, 6, 0, 0, 0, time.UTC)),
			Items:  []*pb.Item{{Description: "Salt", Quantity: 1}},
		}, nil
	}
	return &pb.Shipment{
		ShipmentNumber: "S-17", Status: pb.Status_STATUS_SAILED,
		Depart:  timestamppb.New(time.Date(2024, 3, 1, 22, 30, 0, 0, time.UTC)),
		Freight: &money.Money{CurrencyCode: "EUR", Units: 100},
		Items:   []*pb.Item{{Description: "Tea", Quantity: 2}},
	}, nil
}

// The truths in testdata/shipments.jsonl are as protojson writes them.
func TestShipments(t *testing.T) {
	spec, err := proto.Spec(&pb.Shipment{}).With("freight", proto.Quantity{Tolerance: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	evaltest.Suite[string, json.RawMessage]{
		File:    "testdata/shipments.jsonl",
		Extract: proto.Extract(extract),
		Spec:    spec,
		Gate:    evaltest.Gate{MacroF1: 1},
	}.Run(t)
}

func Example() {
	spec, err := proto.Spec(&pb.Shipment{}).With("freight", proto.Quantity{Tolerance: 0.01})
	if err != nil {
		panic(err)
	}
	evaluator, err := spec.Compile()
	if err != nil {
		panic(err)
	}
	got, err := extract(context.Background(), "MSC Astra, HAM 1 March 22:30")
	if err != nil {
		panic(err)
	}
	r, err := evaluator.Evaluate(context.Background(), proto.Value(got), `{
		"shipment_number": "S-17",
		"status": "STATUS_BOOKED",
		"depart": "2024-03-02T00:30:00+02:00",
		"freight": {"currencyCode": "EUR", "units": "99", "nanos": 990000000},
		"items": [{"description": "Tea", "quantity": 2, "hsCode": "90210"}]
	}`)
	if err != nil {
		panic(err)
	}
	for _, f := range r.Fields {
		if len(f.Want) > 0 && string(f.Want) != "null" {
			fmt.Println(f.Path, f.Outcome)
		}
	}
	// Output:
	// shipmentNumber match
	// status wrong
	// mode match
	// depart match
	// freight match
	// items[0].description match
	// items[0].hsCode missing
	// items[0].quantity match
	// items[0].mode match
}

// A message that contains itself needs a rule where it does.
func ExampleSpec() {
	_, err := proto.Spec(&pb.Branch{}).Compile()
	fmt.Println(err)

	spec, err := proto.Spec(&pb.Branch{}).With("root.children", compare.Auto{})
	if err != nil {
		panic(err)
	}
	spec, err = spec.With("root.branch", compare.Ignore{})
	if err != nil {
		panic(err)
	}
	_, err = spec.Compile()
	fmt.Println(err)
	// Output:
	// eval: field "root.children": shipments.v1.Node contains itself; give the field a rule with With("root.children", compare.Auto{}), or a List of its own
	// eval: field "root.branch": shipments.v1.Branch contains itself; give the field a rule with With("root.branch", compare.Auto{}), or a List of its own
	// <nil>
}

// The items of two messages are compared as [evaltest.LineItems] compares line items.
func ExampleValues() {
	got := []*pb.Item{{Description: "Salt", Quantity: 1}, {Description: "Tea", Quantity: 3}}
	want := []*pb.Item{{Description: "Tea", Quantity: 2}, {Description: "Salt", Quantity: 1}}
	r := evaltest.LineItems(&fake{}, proto.Values(got), proto.Values(want), eval.List{Fields: proto.Spec(&pb.Item{}).Fields})
	fmt.Println(r.Reasoning, r.Misses)
	// Output:
	// 0/1 fields matched [items[0].quantity]
}

// An extractor of messages as the Extract of a suite: its answer is the document of the message.
func ExampleExtract() {
	answer, err := proto.Extract(extract)(context.Background(), "Truck HH-AB 1, 2 March")
	if err != nil {
		panic(err)
	}
	v, err := document.Parse(answer)
	fmt.Println(v.Get("shipmentNumber"), v.Get("depart"), v.Get("items[0].quantity"), v.Get("freight").Kind(), err)
	// Output: "S-18" "2024-03-02T06:00:00Z" 1 missing <nil>
}

// A scalar without presence is always in a document, a message only if it is set. A 64-bit number is a text, as protojson writes it.
func ExampleValue() {
	text, err := json.Marshal(proto.Value(&pb.Item{Description: "Salt"}))
	fmt.Println(string(text), err)
	// Output: {"description":"Salt","hsCode":"0","quantity":0,"mode":"SEA"} <nil>
}

// A Money is one amount, so that a cent is the difference of 100 euros and of 99 euros and 990,000,000 nanos.
func ExampleQuantity() {
	got := &pb.Shipment{Freight: &money.Money{CurrencyCode: "EUR", Units: 100}}
	want := &pb.Shipment{Freight: &money.Money{CurrencyCode: "EUR", Units: 99, Nanos: 990_000_000}}
	for _, tolerance := range []float64{0, 0.01} {
		spec := eval.Spec{Fields: []eval.Field{{Path: "freight", Match: proto.Quantity{Tolerance: tolerance}}}}
		evaluator, err := spec.Compile()
		if err != nil {
			panic(err)
		}
		r, err := evaluator.Evaluate(context.Background(), proto.Value(got), proto.Value(want))
		if err != nil {
			panic(err)
		}
		fmt.Println(r.Fields[0].Outcome)
	}
	// Output:
	// wrong
	// match
}
