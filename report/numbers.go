package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
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

// Estimate is one number with its uncertainty. The zero Estimate is undefined.
type Estimate struct {
	// Value is the mean over trials. A ratio of counts that is undefined in some trials counts as 0 in those with
	// mistakes, as in a macro average. Every other number is undefined if it is undefined in any trial.
	Value Ratio `json:"value,omitzero"`
	// Low and High are the interval of Summary.Level, undefined where none was made
	// and with fewer than two documents.
	Low  Ratio `json:"low,omitzero"`
	High Ratio `json:"high,omitzero"`
	// Approximate: so few documents have a value that the interval may contain the true value less often than
	// Summary.Level says. It is printed after "≈".
	Approximate bool `json:"approximate,omitzero"`
	// Min and Max are the lowest and highest value of the trials, when there are
	// several.
	Min Ratio `json:"min,omitzero"`
	Max Ratio `json:"max,omitzero"`
}

// Interval returns the interval as text: "0.716–0.898", "≈0.566–1.000" for one that is
// approximate, "" where there is none.
func (e Estimate) Interval() string {
	text := between(e.Low, e.High)
	if text != "" && e.Approximate {
		return "≈" + text
	}
	return text
}

// Attribute is one row of the table. [Summary].Numbers has its numbers: "F1 of " and its name, precision, recall and, where
// it is known, how far people agree on it.
type Attribute struct {
	Attribute string `json:"attribute"`
	// Items marks the row of whole items of a list, which enters no average.
	Items bool `json:"items,omitzero"`
	// Support is the mean over trials of [metrics.Counts.Support].
	Support float64 `json:"support"`
	// Origins counts the mistakes of all trials by origin.
	Origins Origins `json:"origins,omitzero"`
}

// Origins counts the mistakes by where they come from, as far as the texts of the documents tell; see [source.Origin].
// It is all 0 if no text is known.
type Origins struct {
	Misread     int `json:"misread,omitzero"`
	Picked      int `json:"picked,omitzero"`
	MadeUp      int `json:"made_up,omitzero"`
	Overlooked  int `json:"overlooked,omitzero"`
	NotInSource int `json:"not_in_source,omitzero"`
}

// OriginRow holds the origins of the mistakes in one attribute.
type OriginRow struct {
	Attribute string `json:"attribute"`
	Origins
}

// counter returns the number of one origin, nil for an unknown origin.
func (o *Origins) counter(origin source.Origin) *int {
	switch origin {
	case source.Misread:
		return &o.Misread
	case source.Picked:
		return &o.Picked
	case source.MadeUp:
		return &o.MadeUp
	case source.Overlooked:
		return &o.Overlooked
	case source.NotInSource:
		return &o.NotInSource
	}
	return nil
}

// Of returns the number of one origin, 0 for an unknown origin.
func (o Origins) Of(origin source.Origin) int {
	if n := o.counter(origin); n != nil {
		return *n
	}
	return 0
}

// originsOf counts where the mistakes of a result come from, by attribute.
func originsOf(fields []eval.FieldResult) (rows []OriginRow) {
	var index map[string]int
	for i := range fields {
		f := &fields[i]
		if f.Origin == "" {
			continue
		}
		k, found := index[f.Attribute]
		if !found {
			if index == nil {
				index = map[string]int{}
			}
			k = len(rows)
			index[f.Attribute] = k
			rows = append(rows, OriginRow{Attribute: f.Attribute})
		}
		if n := rows[k].counter(f.Origin); n != nil {
			*n++
		}
	}
	return rows
}

// Measure declares a number of a data set beside the numbers of its fields, such as the share of records that a
// schema accepts: Σ sum / Σ weight over the cases.
type Measure struct {
	Name string `json:"name"`
	// LessIsBetter says which way is up. A limit says itself which side it is on.
	LessIsBetter bool `json:"less_is_better,omitzero"`
	// Count: a number of things, not a ratio in [0,1].
	Count bool `json:"count,omitzero"`
	// Attainable is the value of perfect answers, where that is not 1.
	Attainable Ratio `json:"attainable,omitzero"`
	// Empty is the value when all weights are 0, undefined by default.
	Empty Ratio `json:"empty,omitzero"`
	// OverTrials: it is measured over all trials of a case together, and no record of a
	// case has it.
	OverTrials bool `json:"over_trials,omitzero"`
}

// Measured is the contribution of one answer to a [Measure]: for a rate the hits and the total, for a mean over cases
// the value and 1. An answer of weight 0 is left out.
type Measured struct {
	Name   string  `json:"name"`
	Sum    float64 `json:"sum"`
	Weight float64 `json:"weight"`
}

// maxMeasured is the most that one answer can contribute.
const maxMeasured = 1 << 40

// Validate returns an error when m cannot be added up: it has no name, or numbers that
// are not up to maxMeasured, or a negative weight. A sum may be negative, as a correlation is.
func (m Measured) Validate() error {
	if m.Name == "" {
		return errors.New("a measure has no name")
	}
	if !(m.Sum >= -maxMeasured && m.Sum <= maxMeasured && m.Weight >= 0 && m.Weight <= maxMeasured) {
		return fmt.Errorf("measure %q: got %v of weight %v, want a sum from %d to %d and a weight from 0", m.Name, m.Sum, m.Weight, -int64(maxMeasured), int64(maxMeasured))
	}
	return nil
}

// Stability says how far several trials of the same cases agree, whether they are
// right or wrong. A trial is one more answer to a document, never one more
// document: every number is made of the trials of one case and then averaged
// over cases. [Summary].Numbers has these numbers:
//
//   - "driftRate" is the share of cases whose answer is not the same in all trials, of those that were answered in any.
//     It is undefined with one trial and where nothing was answered, as are the numbers of the fields;
//   - "flakyRate" is the share of the flaky cases;
//   - "agreement" and "flipRate" are the means over fields;
//   - "pass@K" is the probability that at least one of K trials of a case is a pass, "pass^K" that all of them are (see
//     stats.PassAtK and PassHatK), the means over cases, for K from 1 to the number of trials;
//   - "agreement of FIELD" is the mean over cases of the share of pairs of trials with the same value; for the values of
//     a list, the same ones in any order;
//   - "flipRate of FIELD" is the share of cases whose value is not the same in all trials;
//   - "jaccard of FIELD" is, for lists and sets, the mean over cases of the mean Jaccard index of all pairs of trials:
//     how much of the lists is the same. The items of a list are no field: their fields have these numbers.
type Stability struct {
	// Trials is how often each case was tried.
	Trials int `json:"trials"`
	// Cases is the number of cases that were tried so often.
	Cases int `json:"cases"`
	// FlakyCases is how many cases pass in some trials and not in others, Flaky the
	// first 50 of them, those that fail most often first.
	FlakyCases int         `json:"flaky_cases"`
	Flaky      []FlakyCase `json:"flaky,omitzero"`
}

// FlakyCase is a case that passes in some trials and not in others.
type FlakyCase struct {
	ID     string `json:"id"`
	Failed int    `json:"failed"` // trials that were not a pass
	Trials int    `json:"trials"`
}

// Spending is the use of tokens, calls, money and time by the cases of a data set, over all trials. Amounts has an entry
// for each quantity that a case reports: "cost" (in US dollars), "tokens", "input_tokens", "output_tokens",
// "cached_tokens", "calls", "replayed_calls" or "latency" (in seconds). An entry has the number of Cases that report the
// quantity, of Silent ones that do not, and Total, Mean, P50 and P95.
type Spending = usage.Spending
