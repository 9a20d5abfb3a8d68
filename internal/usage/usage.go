// Package usage counts the tokens, calls, money and time that answers take.
//
// An extractor reports the [Usage] of a case. [Spending] is the sum over the cases of a data set. Limits and tables use
// the [Metrics] of Spending.
package usage

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/words"
)

// Usage is the tokens, calls and money that an extractor used for one case.
type Usage struct {
	InputTokens  int // CachedTokens among them
	OutputTokens int
	CachedTokens int     // input tokens that were read from a cache
	Calls        int     // of models and services
	Cost         float64 // in US dollars
	// Free says that a 0 here is known to be 0: all numbers for an answer from a cache, Cost for a model that costs
	// nothing. Without Free a 0 means unknown.
	Free bool
	// Stop is the reason why the model stopped, in the words of its API: "end_turn", "max_tokens", "length". Of several
	// calls for a case the last reason counts, unless a reason means that a limit of tokens cut the answer off: see
	// shape.CutOff. Stop is not an amount: records keep it for slices of cases.
	Stop string
}

// Costs returns the amounts of u by unit, as records keep them; nil without any. It leaves out numbers that are
// negative, infinite or NaN, and zeros unless u is Free.
func (u Usage) Costs() map[string]float64 {
	costs := map[string]float64{}
	for _, part := range []struct {
		unit  Quantity
		value float64
	}{
		{UnitUSD, u.Cost}, {InputTokens, float64(u.InputTokens)}, {OutputTokens, float64(u.OutputTokens)},
		{CachedTokens, float64(u.CachedTokens)}, {Calls, float64(u.Calls)},
	} {
		if part.value > 0 && !math.IsInf(part.value, 0) || u.Free && part.value == 0 {
			costs[string(part.unit)] = part.value
		}
	}
	if len(costs) == 0 {
		return nil
	}
	return costs
}

// UnitUSD is the unit of [Cost].
const UnitUSD = "usd"

// StatedLatency is the unit of a latency that an answer states, in milliseconds. It is not added up; it says that the
// duration of the case is to be shown, as a spending is.
const StatedLatency = "latency_ms"

// Quantity is the quantity of an [Amount]. Summaries add up the unit "usd" and the units that are a Quantity; other
// units stay in the records of their cases.
type Quantity string

const (
	Cost         Quantity = "cost"   // in US dollars
	Tokens       Quantity = "tokens" // input and output
	InputTokens  Quantity = "input_tokens"
	OutputTokens Quantity = "output_tokens"
	CachedTokens Quantity = "cached_tokens"
	Calls        Quantity = "calls"
	// ReplayedCalls counts the calls that the recordings of a judge answered in place of a model; the recordings have
	// their cost.
	ReplayedCalls Quantity = "replayed_calls"
	Latency       Quantity = "latency" // in seconds
)

// Quantities returns all quantities in the order of reports.
func Quantities() []Quantity {
	return []Quantity{Cost, Tokens, InputTokens, OutputTokens, CachedTokens, Calls, ReplayedCalls, Latency}
}

// Unit returns the unit of q in [Usage.Costs], "" for a quantity that is not in them.
func (q Quantity) Unit() string {
	switch q {
	case Cost:
		return UnitUSD
	case Tokens, Latency:
		return ""
	}
	return string(q)
}

// Amount is the use of one quantity by the cases of a data set.
type Amount struct {
	Quantity Quantity `json:"quantity"`
	// Cases is the number of cases that have the quantity; each trial counts. Total, Mean, P50 and P95 are about these
	// cases.
	Cases int `json:"cases"`
	// Silent is the number of answered cases that do not report the quantity, for cost, tokens and calls. It does not
	// count answers from recordings without usage, and failed cases, which may have ended before any use. For other
	// quantities it is 0: latency is always measured, and a part of the tokens that is not reported counts as 0.
	Silent int `json:"silent,omitzero"`
	// Total is the sum, exact to 12 decimals of each value. The total latency is the time of all calls one after the
	// other.
	Total float64 `json:"total"`
	Mean  float64 `json:"mean"`
	// P50 is the least value that half of the values do not exceed, P95 the least value that 95 % of them do not
	// exceed. Above 4,096 cases they are off by at most 0.2 %.
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
}

// Coverage returns the number of cases that have the quantity, "57 of 60", if other cases are silent, else "".
func (a Amount) Coverage() string {
	if a.Silent == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d", a.Cases, a.Cases+a.Silent)
}

// OfCases returns the text after a value, " (of 57 of 60 cases)", "" if no case is silent.
func (a Amount) OfCases() string {
	if a.Silent == 0 {
		return ""
	}
	return words.Basis{Cases: a.Cases, Silent: a.Silent}.Of(0, "")
}

// Spending is the use by the cases of a data set, over all trials.
type Spending struct {
	// Amounts come in the order of [Quantities], without quantities that no case has.
	//
	// The latency of a case is the time of the last call of its extractor, without pauses before retries. Only cases
	// that were answered or timed out have a latency: the time of other errors has other reasons, and the time of a
	// recording is not the time of a model.
	Amounts []Amount `json:"amounts,omitzero"`
	// Replayed is the number of cases that recordings answered.
	Replayed int `json:"replayed,omitzero"`
	// Taken is the number of answers from an earlier run, with the usage recorded there.
	Taken int `json:"taken,omitzero"`
	// Retried is the number of cases with retries, Retries the number of their retries, and TimedOut the number of
	// cases without an answer in time.
	Retried  int `json:"retried,omitzero"`
	Retries  int `json:"retries,omitzero"`
	TimedOut int `json:"timed_out,omitzero"`
}

// Amount returns the amount of a quantity.
func (s *Spending) Amount(q Quantity) (Amount, bool) {
	if s == nil {
		return Amount{}, false
	}
	i := slices.IndexFunc(s.Amounts, func(a Amount) bool { return a.Quantity == q })
	if i < 0 {
		return Amount{}, false
	}
	return s.Amounts[i], true
}

// Earlier returns "3 answers taken from an earlier run", so that readers know the age of a verdict; "" for none.
func (s *Spending) Earlier() string {
	if s == nil || s.Taken == 0 {
		return ""
	}
	return words.Plural(s.Taken, "answer") + " taken from an earlier run"
}

// Notes returns sentences about facts that the amounts do not show.
func (s *Spending) Notes() []string {
	var notes []string
	if s.TimedOut > 0 {
		notes = append(notes, words.Plural(s.TimedOut, "case")+" timed out")
	}
	if s.Retried > 0 {
		retries := "1 retry"
		if s.Retries > 1 {
			retries = strconv.Itoa(s.Retries) + " retries"
		}
		notes = append(notes, fmt.Sprintf("%s took %s", words.Plural(s.Retried, "case"), retries))
	}
	if earlier := s.Earlier(); earlier != "" {
		notes = append(notes, earlier+", with the usage and latency recorded there")
	}
	if s.Replayed > 0 {
		note := words.Plural(s.Replayed, "case") + " answered from recordings, without latency"
		if slices.ContainsFunc(s.Amounts, func(a Amount) bool { return a.Quantity != Latency }) {
			note += "; the rest is what the recorded calls took"
		}
		notes = append(notes, note)
	}
	return notes
}

// Text returns a value with its unit, rounded to 3 significant digits or to a whole number: "$0.0021", "1830", "1.25s".
func (q Quantity) Text(v float64) string { return q.Digits(v, 3) }

// Digits returns a value with its unit, rounded to the given number of significant digits or, if that is more exact, to
// a whole number.
func (q Quantity) Digits(v float64, digits int) string {
	if v < 0 {
		return "-" + q.Digits(-v, digits)
	}
	switch {
	case q == Latency && v >= 1e-9 && v < 1e9:
		scale := math.Pow(10, math.Floor(math.Log10(v))+1-float64(digits))
		if scale < 1 {
			v = math.Round(v/scale) * scale
		}
		return time.Duration(math.Round(v * 1e9)).String()
	case q == Latency:
		return strconv.FormatFloat(v, 'g', digits, 64) + "s"
	}
	decimals := 0
	if v > 0 {
		decimals = min(max(digits-1-int(math.Floor(math.Log10(v))), 0), 12)
	}
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	if q == Cost {
		return "$" + text
	}
	return text
}

// A Metric is one number of the spending of cases.
type Metric struct {
	Name     string // the name in limits and tables
	Brief    string // the title of its column in a table of slices, "" for none
	Quantity Quantity
	amount   func(Amount) float64
}

// Metrics returns all metrics of spending, in the order of reports. Tables show them, and a limit can bound them.
func Metrics() []Metric {
	mean, p50, p95 := func(a Amount) float64 { return a.Mean }, func(a Amount) float64 { return a.P50 }, func(a Amount) float64 { return a.P95 }
	return []Metric{
		{"cost per case", "cost", Cost, mean},
		{"tokens per case", "tokens", Tokens, mean},
		{"calls per case", "", Calls, mean},
		{"latency p50", "", Latency, p50},
		{"latency p95", "latency p95", Latency, p95},
	}
}

// Of returns the value; ok is false if no case has one.
func (m Metric) Of(s *Spending) (value float64, ok bool) {
	a, ok := s.Amount(m.Quantity)
	return m.amount(a), ok
}

// Text returns the value with its unit and, if some cases are silent, the number of its cases: "$0.012 (of 57 of 60
// cases)". It returns "" if no case has a value.
func (m Metric) Text(s *Spending) string {
	a, ok := s.Amount(m.Quantity)
	if !ok {
		return ""
	}
	return m.Quantity.Text(m.amount(a)) + a.OfCases()
}

// QuantityOf returns the quantity of the metric of a limit, "" for a metric that is not about spending.
func QuantityOf(metric string) Quantity {
	for _, m := range Metrics() {
		if m.Name == metric {
			return m.Quantity
		}
	}
	return ""
}

// Columns are the headings of [Spending.Rows].
var Columns = []string{"usage", "cases", "total", "mean", "p50", "p95"}

// Rows returns the amounts as texts, a row for each.
func (s *Spending) Rows() (rows [][]string) {
	if s == nil {
		return nil
	}
	for _, a := range s.Amounts {
		name, text := strings.ReplaceAll(string(a.Quantity), "_", " "), a.Quantity.Text
		rows = append(rows, []string{name, cmp.Or(a.Coverage(), strconv.Itoa(a.Cases)), text(a.Total), text(a.Mean), text(a.P50), text(a.P95)})
	}
	return rows
}
