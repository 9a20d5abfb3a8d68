package shipments

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"maps"
	"net/url"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/cockroachdb/apd/v3"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Three of the notes are scans that are hard to read, so that not all is right.
func TestShipments(t *testing.T) {
	evaltest.Suite[Note, Shipment]{
		File:    "testdata/shipments.jsonl",
		Extract: Extract,
		Gate: evaltest.Gate{
			MacroF1: 0.95,
			FieldF1: map[string]float64{"departs": 0.95, "charges{}.net": 0.99},
		},
	}.Run(t)
}

// TestEachMistakeIsSeen breaks the right answers in one value each: the field with the mistake falls, and no other.
func TestEachMistakeIsSeen(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Shipment)
		want   []string // field and outcome
	}{
		{"none", func(*Shipment) {}, nil},
		{"the same moment in another zone", func(s *Shipment) { s.Departs = s.Departs.UTC() }, nil},
		{"a decimal of other form", func(s *Shipment) { s.Weight, _, _ = apd.NewFromString(s.Weight.Text('f') + "0") }, nil},
		{"an hour", func(s *Shipment) { s.Departs = s.Departs.Add(-time.Hour) }, []string{"departs wrong"}},
		{"half a day", func(s *Shipment) { s.Departs = s.Departs.Add(12 * time.Hour) }, []string{"departs wrong"}},
		{"no departure", func(s *Shipment) { s.Departs = time.Time{} }, []string{"departs missing"}},
		{"NULL", func(s *Shipment) { s.Arrived.Valid = false }, []string{"arrived missing"}},
		{"not NULL", func(s *Shipment) { s.Arrived.Valid = true }, []string{"arrived hallucinated"}},
		{"an invented reference", func(s *Shipment) { s.Reference = sql.NullString{String: "PO 1", Valid: true} }, []string{"reference hallucinated", "reference wrong"}},
		{"another reference", func(s *Shipment) { s.Reference.String += "0" }, []string{"reference wrong"}},
		{"another mode", func(s *Shipment) { s.Mode = s.Mode%Air + 1 }, []string{"mode wrong"}},
		{"ten times the weight", func(s *Shipment) { s.Weight.Exponent++ }, []string{"weight wrong"}},
		{"no weight", func(s *Shipment) { s.Weight = nil }, []string{"weight missing"}},
		{"a pallet more", func(s *Shipment) { s.Pallets++ }, []string{"pallets wrong"}},
		{"the opposite", func(s *Shipment) { s.Hazardous = !s.Hazardous }, []string{"hazardous missing", "hazardous wrong"}}, // the tag leaves out false,
		{"charges under another key", func(s *Shipment) {
			if charge, ok := s.Charges["fuel"]; ok {
				delete(s.Charges, "fuel")
				s.Charges["diesel"] = charge
			}
		}, []string{"charges{}.currency invented", "charges{}.currency missing", "charges{}.net invented", "charges{}.net missing"}},
		{"another amount", func(s *Shipment) {
			for _, charge := range s.Charges {
				charge.Net.Coeff.SetUint64(7)
			}
		}, []string{"charges{}.net wrong"}},
		{"no charges", func(s *Shipment) { s.Charges = nil }, []string{"charges{}.currency missing", "charges{}.net missing"}},
		{"another address", func(s *Shipment) {
			if s.Tracking != nil {
				s.Tracking.RawQuery = ""
			}
		}, []string{"tracking wrong"}},
		{"an empty address", func(s *Shipment) { s.Tracking = &url.URL{} }, []string{"tracking missing"}},
		{"nothing read", func(s *Shipment) { s.Reference = sql.NullString{} }, []string{"reference missing"}},
	}
	spec, err := eval.SpecOf[Shipment]()
	require.NoError(t, err)
	evaluator, err := spec.Compile()
	require.NoError(t, err)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			seen := map[string]bool{}
			for _, c := range rightOnes(t, evaluator) {
				tt.change(&c.answer)
				result, err := evaluator.Evaluate(t.Context(), c.answer, c.want)
				require.NoError(t, err)
				for _, field := range result.Fields {
					if !field.Outcome.Hit() {
						seen[field.Attribute+" "+field.Outcome.String()] = true
					}
				}
			}
			assert.Equal(t, tt.want, slices.Sorted(maps.Keys(seen)))
		})
	}
}

type rightCase struct {
	answer Shipment
	want   json.RawMessage
}

// rightOnes returns the notes that the service reads without a mistake.
func rightOnes(t *testing.T, evaluator *eval.Evaluator) (all []rightCase) {
	data, err := os.ReadFile("testdata/shipments.jsonl")
	require.NoError(t, err)
	for line := range bytes.Lines(data) {
		var c struct {
			Input Note
			Want  json.RawMessage
		}
		require.NoError(t, json.Unmarshal(line, &c))
		answer, err := Extract(t.Context(), c.Input)
		require.NoError(t, err)
		result, err := evaluator.Evaluate(t.Context(), answer, c.Want)
		require.NoError(t, err)
		if len(result.Misses) == 0 {
			all = append(all, rightCase{answer, c.Want})
		}
	}
	require.Len(t, all, 21, "of 24 notes, three of which are hard to read")
	return all
}

func TestMain(m *testing.M) { evaltest.Main(m) }
