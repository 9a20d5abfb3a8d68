// Package shipments reads delivery notes into the types that services in Go really have: points in time, columns that
// may be NULL, decimals, an enum, a map by key, numbers that omitempty leaves out. Its test shows how each is compared
// without a tag, and which tags change that.
package shipments

import (
	"database/sql"
	"fmt"
	"net/url"
	"time"

	"github.com/cockroachdb/apd/v3"
)

// Shipment is the answer of the service.
type Shipment struct {
	Number  string `json:"number"`
	Shipper string `json:"shipper" eval:"fuzzy"`

	// Mode is an enum that writes its name. With classes, reports have a confusion table of it.
	Mode Mode `json:"mode" eval:"classes=sea;rail;road;air"`

	// Departs has a time of day in the truths, so it is compared as a point in time: the hour counts, and 10:00+02:00 is
	// 08:00Z. With omitzero the zero time is no answer; without it, a departure in the year 1. Arrived is empty if its
	// Valid is false.
	Departs time.Time           `json:"departs,omitzero"`
	Arrived sql.Null[time.Time] `json:"arrived"`

	Reference sql.NullString `json:"reference"`
	Weight    *apd.Decimal   `json:"weight"` // in kg

	// The JSON of an answer with 0 pallets lacks the key. The struct says 0, and so does the evaluation.
	Pallets   int  `json:"pallets,omitempty"`
	Hazardous bool `json:"hazardous,omitempty"`

	// Charges are paired by their key: "freight", "customs".
	Charges map[string]Charge `json:"charges" eval:"map"`

	Tracking *url.URL `json:"tracking"` // compared by its text
}

// Charge is an amount of money.
type Charge struct {
	Net      *apd.Decimal `json:"net"`
	Currency string       `json:"currency"`
}

// Mode is how a shipment travels.
type Mode int

// The zero value says that the note names no mode.
const (
	Unknown Mode = iota
	Sea
	Rail
	Road
	Air
)

var modes = []string{"", "sea", "rail", "road", "air"}

// MarshalText makes the answer say "sea", not 1. Without it reports would count numbers.
func (m Mode) MarshalText() ([]byte, error) {
	if m < 0 || int(m) >= len(modes) {
		return nil, fmt.Errorf("shipments: no mode %d", int(m))
	}
	return []byte(modes[m]), nil
}
