package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/extracteval/extracteval/internal/paths"
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

// Attribute is one row of the table.
type Attribute struct {
	Attribute string `json:"attribute"`
	// Items marks the row of whole items of a list, which enters no average.
	Items bool `json:"items,omitzero"`
	// Support is the mean over trials of [metrics.Counts.Support].
	Support   float64  `json:"support"`
	Precision Estimate `json:"precision,omitzero"`
	Recall    Estimate `json:"recall,omitzero"`
	F1        Estimate `json:"f1,omitzero"`
	// People is how far people agree on the field, nil where that is unknown.
	People *FieldAgreement `json:"people,omitzero"`
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

// at returns the number of one origin, nil for an unknown origin.
func (o *Origins) at(of source.Origin) *int {
	switch of {
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
func (o Origins) Of(of source.Origin) int {
	if n := o.at(of); n != nil {
		return *n
	}
	return 0
}

// originsOf counts where the mistakes of a result come from, by attribute.
func originsOf(fields []eval.FieldResult) (rows []OriginRow) {
	var at map[string]int
	for i := range fields {
		f := &fields[i]
		if f.Origin == "" {
			continue
		}
		k, known := at[f.Attribute]
		if !known {
			if at == nil {
				at = map[string]int{}
			}
			k = len(rows)
			at[f.Attribute] = k
			rows = append(rows, OriginRow{Attribute: f.Attribute})
		}
		if n := rows[k].at(f.Origin); n != nil {
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

// Metric is the value of a [Measure] over a data set.
type Metric struct {
	Name string `json:"name"`
	// Value is undefined if it is undefined in any trial. Counts and measures over trials have no interval, nor does a
	// measure to which an answer contributes less than 0 or more than its weight. Min and Max are set only if each
	// trial has a value of its own.
	Estimate
	// The rest is as in Measure.
	LessIsBetter bool  `json:"less_is_better,omitzero"`
	Count        bool  `json:"count,omitzero"`
	Attainable   Ratio `json:"attainable,omitzero"`
	OverTrials   bool  `json:"over_trials,omitzero"`
}

// Metric returns the metric of m, without a value.
func (m Measure) Metric() Metric {
	return Metric{Name: m.Name, LessIsBetter: m.LessIsBetter, Count: m.Count, Attainable: m.Attainable, OverTrials: m.OverTrials}
}

// Stability says how far several trials of the same cases agree, whether they are
// right or wrong. A trial is one more answer to a document, never one more
// document: every number is made of the trials of one case and then averaged
// over cases.
type Stability struct {
	// Trials is how often each case was tried.
	Trials int `json:"trials"`
	// Cases is the number of cases that were tried so often.
	Cases int `json:"cases"`
	// DriftRate is the share of cases whose answer is not the same in all trials, of
	// those that were answered in any. It is undefined with one trial and where nothing
	// was answered, as are the numbers of the fields.
	DriftRate Ratio `json:"drift_rate,omitzero"`
	// Agreement and FlipRate are the means over Fields.
	Agreement Ratio `json:"agreement,omitzero"`
	FlipRate  Ratio `json:"flip_rate,omitzero"`
	// PassAtK[k-1] is the probability that at least one of k trials of a case is a
	// pass, PassHatK[k-1] that all of them are (see stats.PassAtK and PassHatK): the
	// means over cases.
	PassAtK  []Ratio `json:"pass_at_k,omitzero"`
	PassHatK []Ratio `json:"pass_hat_k,omitzero"`
	// Fields has one entry per attribute, in the order of the summary.
	Fields []FieldStability `json:"fields,omitzero"`
	// FlakyCases is how many cases pass in some trials and not in others, Flaky the
	// first 50 of them, those that fail most often first.
	FlakyCases int         `json:"flaky_cases"`
	Flaky      []FlakyCase `json:"flaky,omitzero"`
}

// FieldStability says how far trials agree on one attribute.
type FieldStability struct {
	Attribute string `json:"attribute"`
	// Agreement is the mean over cases of the share of pairs of trials with the same
	// value; for the values of a list, the same ones in any order.
	Agreement Ratio `json:"agreement,omitzero"`
	// FlipRate is the share of cases whose value is not the same in all trials.
	FlipRate Ratio `json:"flip_rate,omitzero"`
	// Jaccard is, for lists and sets, the mean over cases of the mean Jaccard index of
	// all pairs of trials: how much of the lists is the same.
	Jaccard Ratio `json:"jaccard,omitzero"`
}

// FlakyCase is a case that passes in some trials and not in others.
type FlakyCase struct {
	ID     string `json:"id"`
	Failed int    `json:"failed"` // trials that were not a pass
	Trials int    `json:"trials"`
}

// whyUndefined says why a number is undefined, if one is.
func (s *Stability) whyUndefined() string {
	switch {
	case s.Trials < 2:
		return "it takes several trials of each case, and there is one: set Suite.Trials or EVALTEST_TRIALS"
	case s.Cases > 0:
		return "no case was answered in any trial"
	}
	return ""
}

// Metrics returns the numbers by the names that a [Limit] has for them:
//
//   - driftRate, flakyRate (the share of flaky cases) and flipRate: less is better;
//   - agreement;
//   - pass@K and pass^K for K from 1 to the number of trials;
//   - "agreement of FIELD", "flipRate of FIELD" and, for lists, "jaccard of FIELD".
func (s *Stability) Metrics() []Metric {
	flaky := Ratio{}
	if s.Trials > 1 && s.Cases > 0 {
		flaky = RatioOf(float64(s.FlakyCases)/float64(s.Cases), true)
	}
	var all []Metric
	add := func(name string, value Ratio, lessIsBetter bool) {
		all = append(all, Metric{Name: name, Estimate: Estimate{Value: value}, LessIsBetter: lessIsBetter})
	}
	add("driftRate", s.DriftRate, true)
	add("flakyRate", flaky, true)
	add("agreement", s.Agreement, false)
	add("flipRate", s.FlipRate, true)
	for k, value := range s.PassAtK {
		add(fmt.Sprintf("pass@%d", k+1), value, false)
	}
	for k, value := range s.PassHatK {
		add(fmt.Sprintf("pass^%d", k+1), value, false)
	}
	for _, f := range s.Fields {
		add("agreement of "+f.Attribute, f.Agreement, false)
		add("flipRate of "+f.Attribute, f.FlipRate, true)
		if f.Jaccard.Defined || paths.InItems(f.Attribute) {
			add("jaccard of "+f.Attribute, f.Jaccard, false)
		}
	}
	return all
}

// Spending is the use of tokens, calls, money and time by the cases of a data set, over all trials. Amounts has an entry
// for each quantity that a case reports: "cost" (in US dollars), "tokens", "input_tokens", "output_tokens",
// "cached_tokens", "calls", "replayed_calls" or "latency" (in seconds). An entry has the number of Cases that report the
// quantity, of Silent ones that do not, and Total, Mean, P50 and P95.
type Spending = usage.Spending
