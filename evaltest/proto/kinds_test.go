package proto_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/type/date"
	"google.golang.org/genproto/googleapis/type/decimal"
	"google.golang.org/genproto/googleapis/type/money"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/fieldmaskpb"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/evaltest/proto"
	pb "github.com/extracteval/extracteval/evaltest/proto/testdata/shipments"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

func pointer[T any](v T) *T { return &v }

func instant(text string) *timestamppb.Timestamp {
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		panic(err)
	}
	return timestamppb.New(t)
}

func list(values ...any) *structpb.Struct {
	l, err := structpb.NewList(values)
	if err != nil {
		panic(err)
	}
	return &structpb.Struct{Fields: map[string]*structpb.Value{"a": structpb.NewListValue(l)}}
}

func packed(m *pb.Party) *anypb.Any {
	a, err := anypb.New(m)
	if err != nil {
		panic(err)
	}
	return a
}

// The outcomes of one field for one pair of answer and truth.
var (
	match       = metrics.Counts{Match: 1}
	wrong       = metrics.Counts{Wrong: 1}
	missing     = metrics.Counts{Missing: 1}
	unexpected  = metrics.Counts{Hallucinated: 1}
	absent      = metrics.Counts{CorrectAbsence: 1}
	otherItem   = metrics.Counts{Missing: 1, Invented: 1} // an element that another takes the place of
	inventedOne = metrics.Counts{Invented: 1}
)

// kinds has a row for each kind of field.
var kinds = []struct {
	kind, attribute string
	right, wrong    *pb.Shipment
	// truths are what the right message says, in the forms that protojson reads.
	truths []string
	// zero is a message that says the zero of the field, zeroTruth that zero.
	zero      *pb.Shipment
	zeroTruth string
	// The outcomes, if they are not wrong, missing, unexpected, absent, match and absent.
	onWrong, onEmpty, onNoTruth, onNothing, onZero, onZeroAlone *metrics.Counts
}{
	{kind: "string", attribute: "shipmentNumber",
		right: &pb.Shipment{ShipmentNumber: "S-17"}, wrong: &pb.Shipment{ShipmentNumber: "S-18"},
		truths: []string{`{"shipmentNumber":"S-17"}`, `{"shipment_number":"S-17"}`},
		zero:   &pb.Shipment{}, zeroTruth: `{"shipmentNumber":""}`, onZero: &absent},
	{kind: "enum whose zero says nothing", attribute: "status",
		right: &pb.Shipment{Status: pb.Status_STATUS_SAILED}, wrong: &pb.Shipment{Status: pb.Status_STATUS_BOOKED},
		truths: []string{`{"status":"STATUS_SAILED"}`, `{"status":2}`},
		zero:   &pb.Shipment{}, zeroTruth: `{"status":"STATUS_UNSPECIFIED"}`, onZero: &absent},
	{kind: "enum of a number without a name", attribute: "status",
		right: &pb.Shipment{Status: pb.Status_STATUS_SAILED}, wrong: &pb.Shipment{Status: 17},
		truths: []string{`{"status":"STATUS_SAILED"}`},
		zero:   &pb.Shipment{}, zeroTruth: `{"status":0}`, onZero: &absent},
	{kind: "enum whose zero is a value", attribute: "mode", // each message has a mode, and each truth
		right: &pb.Shipment{Mode: pb.Mode_AIR}, wrong: &pb.Shipment{Mode: pb.Mode_SEA},
		truths: []string{`{"mode":"AIR"}`, `{"mode":1}`},
		zero:   &pb.Shipment{}, zeroTruth: `{"mode":"SEA"}`,
		onEmpty: &wrong, onNoTruth: &wrong, onNothing: &match, onZeroAlone: &match},
	{kind: "int64", attribute: "grossWeightGrams",
		right: &pb.Shipment{GrossWeightGrams: 1<<53 + 1}, wrong: &pb.Shipment{GrossWeightGrams: 1 << 53},
		truths: []string{`{"grossWeightGrams":"9007199254740993"}`, `{"gross_weight_grams":9007199254740993}`},
		zero:   &pb.Shipment{}, zeroTruth: `{"grossWeightGrams":"0"}`},
	{kind: "double", attribute: "volume",
		right: &pb.Shipment{Volume: 12.5}, wrong: &pb.Shipment{Volume: 12.6},
		truths: []string{`{"volume":12.5}`, `{"volume":"1.25e1"}`},
		zero:   &pb.Shipment{}, zeroTruth: `{"volume":0}`},
	{kind: "int32", attribute: "packages",
		right: &pb.Shipment{Packages: 3}, wrong: &pb.Shipment{Packages: 4},
		truths: []string{`{"packages":3}`, `{"packages":"3"}`},
		zero:   &pb.Shipment{}, zeroTruth: `{"packages":0}`},
	{kind: "bool", attribute: "insured",
		right: &pb.Shipment{Insured: true}, wrong: &pb.Shipment{Insured: false},
		truths: []string{`{"insured":true}`},
		zero:   &pb.Shipment{}, zeroTruth: `{"insured":false}`,
		onWrong: &missing}, // false is not said to be more than nothing
	{kind: "bytes", attribute: "seal",
		right: &pb.Shipment{Seal: []byte{0xfb, 0xff}}, wrong: &pb.Shipment{Seal: []byte{0xfb}},
		truths: []string{`{"seal":"+/8="}`, `{"seal":"-_8"}`},
		zero:   &pb.Shipment{}, zeroTruth: `{"seal":""}`, onZero: &absent},
	{kind: "optional double", attribute: "discount",
		right: &pb.Shipment{Discount: pointer(2.5)}, wrong: &pb.Shipment{Discount: pointer(2.0)},
		truths: []string{`{"discount":2.5}`},
		zero:   &pb.Shipment{Discount: pointer(0.0)}, zeroTruth: `{"discount":0}`, onZeroAlone: &unexpected},
	{kind: "optional enum", attribute: "lastStatus",
		right: &pb.Shipment{LastStatus: pb.Status_STATUS_SAILED.Enum()}, wrong: &pb.Shipment{LastStatus: pb.Status_STATUS_BOOKED.Enum()},
		truths: []string{`{"lastStatus":"STATUS_SAILED"}`, `{"last_status":"STATUS_SAILED"}`},
		zero:   &pb.Shipment{LastStatus: pb.Status_STATUS_UNSPECIFIED.Enum()}, zeroTruth: `{"lastStatus":"STATUS_UNSPECIFIED"}`, onZero: &absent},
	{kind: "Timestamp", attribute: "depart",
		right: &pb.Shipment{Depart: instant("2024-03-01T22:30:00Z")}, wrong: &pb.Shipment{Depart: instant("2024-03-01T09:30:00Z")},
		truths: []string{`{"depart":"2024-03-01T22:30:00Z"}`, `{"depart":"2024-03-02T00:30:00+02:00"}`},
		// A truth without a time of day is a day.
		zero: &pb.Shipment{Depart: &timestamppb.Timestamp{Seconds: 3600}}, zeroTruth: `{"depart":"1970-01-01T00:00:00Z"}`, onZeroAlone: &unexpected},
	{kind: "Duration", attribute: "transit",
		right: &pb.Shipment{Transit: durationpb.New(90 * time.Second)}, wrong: &pb.Shipment{Transit: durationpb.New(90 * time.Minute)},
		truths: []string{`{"transit":"90s"}`, `{"transit":"90.000s"}`},
		zero:   &pb.Shipment{Transit: &durationpb.Duration{}}, zeroTruth: `{"transit":"0s"}`, onZeroAlone: &unexpected},
	{kind: "Money", attribute: "freight",
		right:  &pb.Shipment{Freight: &money.Money{CurrencyCode: "EUR", Units: 99, Nanos: 990_000_000}},
		wrong:  &pb.Shipment{Freight: &money.Money{CurrencyCode: "EUR", Units: 99, Nanos: 980_000_000}},
		truths: []string{`{"freight":{"currencyCode":"EUR","units":"99","nanos":990000000}}`, `{"freight":{"currency_code":"EUR","units":99,"nanos":990000000}}`},
		zero:   &pb.Shipment{Freight: &money.Money{}}, zeroTruth: `{"freight":{}}`, onZeroAlone: &unexpected},
	{kind: "Money of another currency", attribute: "freight",
		right:  &pb.Shipment{Freight: &money.Money{CurrencyCode: "EUR", Units: 99}},
		wrong:  &pb.Shipment{Freight: &money.Money{CurrencyCode: "USD", Units: 99}},
		truths: []string{`{"freight":{"currencyCode":"EUR","units":"99"}}`},
		zero:   &pb.Shipment{Freight: &money.Money{CurrencyCode: "EUR"}}, zeroTruth: `{"freight":{"currencyCode":"EUR"}}`, onZeroAlone: &unexpected},
	{kind: "Date", attribute: "due",
		right: &pb.Shipment{Due: &date.Date{Year: 2024, Month: 3, Day: 1}}, wrong: &pb.Shipment{Due: &date.Date{Year: 2024, Month: 1, Day: 3}},
		truths: []string{`{"due":{"year":2024,"month":3,"day":1}}`},
		zero:   &pb.Shipment{Due: &date.Date{}}, zeroTruth: `{"due":{}}`, onZeroAlone: &unexpected},
	{kind: "Date without a day", attribute: "due",
		right: &pb.Shipment{Due: &date.Date{Year: 2024, Month: 3}}, wrong: &pb.Shipment{Due: &date.Date{Year: 2024, Month: 3, Day: 1}},
		truths: []string{`{"due":{"year":2024,"month":3}}`},
		zero:   &pb.Shipment{Due: &date.Date{Month: 3}}, zeroTruth: `{"due":{"month":3}}`, onZeroAlone: &unexpected},
	{kind: "Decimal", attribute: "density",
		right: &pb.Shipment{Density: &decimal.Decimal{Value: "1.50"}}, wrong: &pb.Shipment{Density: &decimal.Decimal{Value: "1.51"}},
		truths: []string{`{"density":{"value":"1.5"}}`},
		zero:   &pb.Shipment{Density: &decimal.Decimal{Value: "0"}}, zeroTruth: `{"density":{"value":"0.0"}}`, onZeroAlone: &unexpected},
	{kind: "StringValue", attribute: "note",
		right: &pb.Shipment{Note: wrapperspb.String("fragile!")}, wrong: &pb.Shipment{Note: wrapperspb.String("heavy")},
		truths: []string{`{"note":"fragile!"}`},
		zero:   &pb.Shipment{Note: wrapperspb.String("")}, zeroTruth: `{"note":""}`, onZero: &absent},
	{kind: "Int64Value", attribute: "pallets",
		right: &pb.Shipment{Pallets: wrapperspb.Int64(12)}, wrong: &pb.Shipment{Pallets: wrapperspb.Int64(13)},
		truths: []string{`{"pallets":"12"}`, `{"pallets":12}`},
		zero:   &pb.Shipment{Pallets: wrapperspb.Int64(0)}, zeroTruth: `{"pallets":"0"}`, onZeroAlone: &unexpected},
	{kind: "BoolValue", attribute: "fragile",
		right: &pb.Shipment{Fragile: wrapperspb.Bool(true)}, wrong: &pb.Shipment{Fragile: wrapperspb.Bool(false)},
		truths: []string{`{"fragile":true}`},
		zero:   &pb.Shipment{Fragile: wrapperspb.Bool(false)}, zeroTruth: `{"fragile":false}`, onZeroAlone: &unexpected},
	{kind: "message", attribute: "consignee.vatId",
		right: &pb.Shipment{Consignee: &pb.Party{VatId: "DE1"}}, wrong: &pb.Shipment{Consignee: &pb.Party{VatId: "DE2"}},
		truths: []string{`{"consignee":{"vatId":"DE1"}}`, `{"consignee":{"vat_id":"DE1","name":null}}`},
		zero:   &pb.Shipment{Consignee: &pb.Party{}}, zeroTruth: `{"consignee":{}}`, onZero: &absent},
	{kind: "oneof with a scalar", attribute: "vessel",
		right: &pb.Shipment{Carrier: &pb.Shipment_Vessel{Vessel: "Astra"}}, wrong: &pb.Shipment{Carrier: &pb.Shipment_Truck{Truck: &pb.Truck{Plate: "B-1"}}},
		truths: []string{`{"vessel":"Astra"}`},
		zero:   &pb.Shipment{Carrier: &pb.Shipment_Vessel{}}, zeroTruth: `{"vessel":""}`, onZero: &absent,
		onWrong: &missing}, // and the truck is unexpected
	{kind: "oneof with a message", attribute: "truck.plate",
		right: &pb.Shipment{Carrier: &pb.Shipment_Truck{Truck: &pb.Truck{Plate: "B-1"}}}, wrong: &pb.Shipment{Carrier: &pb.Shipment_Truck{Truck: &pb.Truck{Plate: "B-2"}}},
		truths: []string{`{"truck":{"plate":"B-1"}}`},
		zero:   &pb.Shipment{Carrier: &pb.Shipment_Truck{Truck: &pb.Truck{}}}, zeroTruth: `{"truck":{}}`, onZero: &absent},
	{kind: "Empty", attribute: "pickup",
		right: &pb.Shipment{Carrier: &pb.Shipment_Pickup{Pickup: &emptypb.Empty{}}}, wrong: &pb.Shipment{Carrier: &pb.Shipment_Vessel{Vessel: "Astra"}},
		truths: []string{`{"pickup":{}}`},
		zero:   &pb.Shipment{Carrier: &pb.Shipment_Pickup{Pickup: &emptypb.Empty{}}}, zeroTruth: `{"pickup":{}}`, onZeroAlone: &unexpected,
		onWrong: &missing},
	{kind: "list of messages", attribute: "items[].hsCode",
		right:  &pb.Shipment{Items: []*pb.Item{{Description: "Tea", HsCode: 90210}, {Description: "Salt", HsCode: 2501}}},
		wrong:  &pb.Shipment{Items: []*pb.Item{{Description: "Tea", HsCode: 90211}, {Description: "Salt", HsCode: 2502}}},
		truths: []string{`{"items":[{"description":"Salt","hsCode":"2501"},{"description":"Tea","hs_code":90210}]}`},
		zero:   &pb.Shipment{}, zeroTruth: `{"items":[]}`, onZero: &metrics.Counts{},
		onWrong: &metrics.Counts{Wrong: 2}, onEmpty: &metrics.Counts{Missing: 2}, onNoTruth: &metrics.Counts{Invented: 2},
		onNothing: &metrics.Counts{}, onZeroAlone: &metrics.Counts{}},
	{kind: "zeros of items", attribute: "items[].quantity",
		right:  &pb.Shipment{Items: []*pb.Item{{Description: "Tea", Quantity: 2}}},
		wrong:  &pb.Shipment{Items: []*pb.Item{{Description: "Tea", Quantity: 3}}},
		truths: []string{`{"items":[{"description":"Tea","quantity":2}]}`},
		zero:   &pb.Shipment{Items: []*pb.Item{{Description: "Tea"}}}, zeroTruth: `{"items":[{"description":"Tea","quantity":0}]}`,
		onNoTruth: &inventedOne, onNothing: &metrics.Counts{}, onZeroAlone: &metrics.Counts{}},
	{kind: "list of texts", attribute: "tags[]",
		right: &pb.Shipment{Tags: []string{"cold", "urgent"}}, wrong: &pb.Shipment{Tags: []string{"cold", "hazard"}},
		truths: []string{`{"tags":["urgent","cold"]}`},
		zero:   &pb.Shipment{Tags: []string{}}, zeroTruth: `{"tags":[]}`, onZero: &absent,
		onWrong: &metrics.Counts{Match: 1, Missing: 1, Invented: 1}, onEmpty: &metrics.Counts{Missing: 2}, onNoTruth: &metrics.Counts{Invented: 2}},
	{kind: "list of enums", attribute: "history[]",
		right: &pb.Shipment{History: []pb.Status{pb.Status_STATUS_BOOKED}}, wrong: &pb.Shipment{History: []pb.Status{pb.Status_STATUS_SAILED}},
		truths: []string{`{"history":["STATUS_BOOKED"]}`, `{"history":[1]}`},
		zero:   &pb.Shipment{}, zeroTruth: `{"history":[]}`, onZero: &absent,
		onWrong: &otherItem, onNoTruth: &inventedOne},
	{kind: "list of doubles", attribute: "corners",
		right: &pb.Shipment{Corners: []float64{1, 2}}, wrong: &pb.Shipment{Corners: []float64{2, 1}},
		truths: []string{`{"corners":[1.0,2]}`},
		zero:   &pb.Shipment{}, zeroTruth: `{"corners":[]}`, onZero: &absent},
	{kind: "list of int64", attribute: "marks",
		right: &pb.Shipment{Marks: []int64{1, 2}}, wrong: &pb.Shipment{Marks: []int64{2, 1}},
		truths: []string{`{"marks":["1","2"]}`, `{"marks":[1,2]}`},
		zero:   &pb.Shipment{Marks: []int64{0}}, zeroTruth: `{"marks":["0"]}`, onZeroAlone: &unexpected},
	{kind: "list of Timestamps", attribute: "stops[]",
		right: &pb.Shipment{Stops: []*timestamppb.Timestamp{instant("2024-03-01T22:30:00Z")}}, wrong: &pb.Shipment{Stops: []*timestamppb.Timestamp{instant("2024-03-01T22:31:00Z")}},
		truths: []string{`{"stops":["2024-03-01T23:30:00+01:00"]}`},
		zero:   &pb.Shipment{}, zeroTruth: `{"stops":[]}`, onZero: &absent,
		onWrong: &otherItem, onNoTruth: &inventedOne},
	{kind: "list of Money", attribute: "surcharges[]",
		right:  &pb.Shipment{Surcharges: []*money.Money{{CurrencyCode: "EUR", Units: 1}}},
		wrong:  &pb.Shipment{Surcharges: []*money.Money{{CurrencyCode: "USD", Units: 1}}},
		truths: []string{`{"surcharges":[{"currencyCode":"EUR","units":"1"}]}`},
		zero:   &pb.Shipment{}, zeroTruth: `{"surcharges":[]}`, onZero: &absent,
		onWrong: &otherItem, onNoTruth: &inventedOne},
	{kind: "map of messages", attribute: "rates{}.amount",
		right: &pb.Shipment{Rates: map[string]*pb.Rate{"EUR": {Amount: 1}}}, wrong: &pb.Shipment{Rates: map[string]*pb.Rate{"EUR": {Amount: 2}}},
		truths: []string{`{"rates":{"EUR":{"amount":1}}}`},
		zero:   &pb.Shipment{Rates: map[string]*pb.Rate{"EUR": {}}}, zeroTruth: `{"rates":{"EUR":{"amount":0}}}`,
		onNoTruth: &inventedOne, onNothing: &metrics.Counts{}, onZeroAlone: &metrics.Counts{}},
	{kind: "map of texts", attribute: "labels{}",
		right: &pb.Shipment{Labels: map[string]string{"a": "x"}}, wrong: &pb.Shipment{Labels: map[string]string{"a": "y"}},
		truths: []string{`{"labels":{"a":"x"}}`},
		zero:   &pb.Shipment{}, zeroTruth: `{"labels":{}}`, onZero: &absent, onNoTruth: &inventedOne},
	{kind: "Struct", attribute: "extra",
		right: &pb.Shipment{Extra: list(1.0, "x")}, wrong: &pb.Shipment{Extra: list("x", 1.0)},
		truths: []string{`{"extra":{"a":[1,"x"]}}`},
		zero:   &pb.Shipment{Extra: &structpb.Struct{}}, zeroTruth: `{"extra":{}}`, onZeroAlone: &unexpected},
	{kind: "Any", attribute: "details",
		right: &pb.Shipment{Details: packed(&pb.Party{Name: "A"})}, wrong: &pb.Shipment{Details: packed(&pb.Party{Name: "B"})},
		truths: []string{`{"details":{"@type":"type.googleapis.com/shipments.v1.Party","name":"A"}}`},
		zero:   &pb.Shipment{Details: packed(&pb.Party{})}, zeroTruth: `{"details":{"@type":"type.googleapis.com/shipments.v1.Party"}}`, onZeroAlone: &unexpected},
	{kind: "FieldMask", attribute: "mask",
		right: &pb.Shipment{Mask: &fieldmaskpb.FieldMask{Paths: []string{"gross_weight_grams"}}}, wrong: &pb.Shipment{Mask: &fieldmaskpb.FieldMask{Paths: []string{"volume"}}},
		truths: []string{`{"mask":"grossWeightGrams"}`},
		zero:   &pb.Shipment{Mask: &fieldmaskpb.FieldMask{}}, zeroTruth: `{"mask":""}`, onZero: &absent},
	{kind: "a json_name with a dot", attribute: `["place.code"]`,
		right: &pb.Shipment{Place: "DEHAM"}, wrong: &pb.Shipment{Place: "DEBRE"},
		truths: []string{`{"place.code":"DEHAM"}`, `{"place":"DEHAM"}`},
		zero:   &pb.Shipment{}, zeroTruth: `{"place":""}`, onZero: &absent},
}

// fake is a test that may fail.
type fake struct {
	name     string
	failures []string
}

func (f *fake) Helper()             {}
func (f *fake) Name() string        { return f.name }
func (f *fake) Logf(string, ...any) {}
func (f *fake) Cleanup(func())      {}
func (f *fake) Output() io.Writer   { return io.Discard }
func (f *fake) Errorf(format string, args ...any) {
	f.failures = append(f.failures, fmt.Sprintf(format, args...))
}
func (f *fake) Fatalf(format string, args ...any) { f.Errorf(format, args...) }

// fieldAccuracy returns the counts of an attribute, by FieldAccuracy, and whether the assertion held.
func fieldAccuracy(t *testing.T, attribute string, got, want any) (counts metrics.Counts, r eval.Result) {
	t.Helper()
	f := &fake{name: t.Name()}
	r = evaltest.FieldAccuracy(f, got, want, evaltest.Config{Dataset: t.Name(), Spec: proto.Spec(&pb.Shipment{})})
	found := false
	for _, row := range r.Table.Attributes {
		if row.Attribute == attribute {
			counts, found = row.Counts, true
		}
	}
	require.True(t, found, "%s in %v", attribute, f.failures)
	assert.Equal(t, r.Verdict == eval.Pass, len(f.failures) == 0, "%v", f.failures)
	return counts, r
}

func TestKindsByFieldAccuracy(t *testing.T) {
	for _, tt := range kinds {
		t.Run(tt.kind, func(t *testing.T) {
			check := func(why string, want metrics.Counts, other *metrics.Counts, got, truth any) {
				t.Helper()
				if other != nil {
					want = *other
				}
				counts, r := fieldAccuracy(t, tt.attribute, got, truth)
				assert.Equal(t, want, counts, "%s: %v", why, truth)
				if want == match || want == absent || want == (metrics.Counts{}) {
					assert.Equal(t, 1.0, r.Score, "%s: %v", why, r.Misses)
				}
			}
			rightOutcome := match
			switch tt.kind {
			case "list of messages", "list of texts":
				rightOutcome = metrics.Counts{Match: 2}
			}
			for _, truth := range tt.truths {
				check("right", rightOutcome, nil, proto.Value(tt.right), truth)
				check("right, as JSON", rightOutcome, nil, proto.Value(tt.right), json.RawMessage(truth))
				check("wrong", wrong, tt.onWrong, proto.Value(tt.wrong), truth)
				check("empty", missing, tt.onEmpty, proto.Value(&pb.Shipment{}), truth)
			}
			check("right, the truth is a message", rightOutcome, nil, proto.Value(tt.right), proto.Value(tt.right))
			check("wrong, the truth is a message", wrong, tt.onWrong, proto.Value(tt.wrong), proto.Value(tt.right))
			for _, truth := range []any{`{}`, `null`, proto.Value(&pb.Shipment{})} {
				check("no truth", unexpected, tt.onNoTruth, proto.Value(tt.right), truth)
				check("nothing on both sides", absent, tt.onNothing, proto.Value(&pb.Shipment{}), truth)
			}
			check("zero", match, tt.onZero, proto.Value(tt.zero), tt.zeroTruth)
			if tt.zeroTruth != `{"items":[{"description":"Tea","quantity":0}]}` {
				check("zero, and no truth", absent, tt.onZeroAlone, proto.Value(tt.zero), `{}`)
			}
		})
	}
}

// Right answers have a recall of 1 in each field, wrong ones of 0. Wrong answers fail their test, so it runs in a process
// of its own.
func TestKindsBySuite(t *testing.T) {
	suite := func(t *testing.T, right bool, include func(kind string) bool) {
		answers := map[string]*pb.Shipment{}
		limits := map[string]evaltest.Limit{}
		s := evaltest.Suite[string, json.RawMessage]{
			Extract: proto.Extract(func(_ context.Context, id string) (*pb.Shipment, error) { return answers[id], nil }),
			Spec:    proto.Spec(&pb.Shipment{}),
		}
		for _, tt := range kinds {
			if !include(tt.kind) {
				continue
			}
			for i, truth := range append([]any{proto.Value(tt.right)}, anys(tt.truths)...) {
				id := fmt.Sprintf("%s %d", tt.kind, i)
				answers[id] = tt.right
				limit := evaltest.Limit{Metric: "recall of " + tt.attribute, Is: report.AtLeast, Value: 1}
				if !right {
					answers[id] = tt.wrong
					limit.Value = 0.001
				}
				limits[tt.attribute] = limit
				s.Cases = append(s.Cases, evaltest.Case[string]{ID: id, Input: id, Want: truth})
			}
		}
		s.Gate.Limits = slices.Collect(maps.Values(limits))
		s.Run(t)
	}
	const mode = "enum whose zero is a value"                                          // SEA, in all other messages and truths
	wrong := func(kind string) bool { return kind != mode && kind != "list of texts" } // of which one text is right
	if os.Getenv("PROTO_TEST_WRONG") != "" {
		suite(t, false, wrong)
		t.Run(mode, func(t *testing.T) { suite(t, false, func(kind string) bool { return kind == mode }) })
		return
	}
	suite(t, true, func(string) bool { return true })
	child := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	child.Env = append(os.Environ(), "PROTO_TEST_WRONG=1")
	printed, err := child.CombinedOutput()
	require.Error(t, err)
	for _, tt := range kinds {
		if wrong(tt.kind) || tt.kind == mode {
			assert.Contains(t, string(printed), "recall of "+tt.attribute+" 0.000", tt.kind)
		}
	}
}

func anys(texts []string) (all []any) {
	for _, text := range texts {
		all = append(all, text)
	}
	return all
}
