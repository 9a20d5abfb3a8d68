package report

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/extracteval/extracteval/metrics/compare"
)

// Ratio is a number that may be undefined, as a ratio with denominator 0 is.
// The zero Ratio is undefined. In JSON it is a number; a struct field with the
// option omitzero leaves its key out when it is undefined.
type Ratio struct {
	Value   float64
	Defined bool
}

// RatioOf takes the two results of a metric: RatioOf(confusion.F1()). A value
// that is not finite is undefined.
func RatioOf(value float64, ok bool) Ratio {
	if !ok || math.IsNaN(value) || math.IsInf(value, 0) {
		return Ratio{}
	}
	return Ratio{Value: value, Defined: true}
}

// Reaches reports whether r is defined and at least a limit, less [compare.Slack]
// for rounding.
func (r Ratio) Reaches(limit float64) bool { return r.Defined && compare.Reaches(r.Value, limit) }

// IsZero reports whether r is undefined; encoding/json asks for omitzero.
func (r Ratio) IsZero() bool { return !r.Defined }

// String returns the value with three decimals, "-" when it is undefined.
func (r Ratio) String() string {
	if !r.Defined {
		return "-"
	}
	return strconv.FormatFloat(r.Value, 'f', 3, 64)
}

// between returns an interval of defined bounds as "0.716–0.898", "" for others.
func between(low, high Ratio) string {
	if !low.Defined || !high.Defined {
		return ""
	}
	return low.String() + "–" + high.String()
}

// MarshalJSON writes the number, or null when it is undefined and its key could
// not be left out.
func (r Ratio) MarshalJSON() ([]byte, error) {
	if !r.Defined {
		return []byte("null"), nil
	}
	if math.IsNaN(r.Value) || math.IsInf(r.Value, 0) {
		return nil, fmt.Errorf("report: %v is not a ratio", r.Value)
	}
	return json.Marshal(r.Value)
}

// UnmarshalJSON reads a number; null is undefined.
func (r *Ratio) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*r = Ratio{}
		return nil
	}
	var value float64
	if err := json.Unmarshal(data, &value); err != nil {
		return err
	}
	*r = Ratio{Value: value, Defined: true}
	return nil
}
