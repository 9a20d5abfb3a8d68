// Package usage holds the use of tokens, calls, money and time for answers.
//
// An extractor reports the [Usage] of a case; the sums over the cases of a data set are [Spending]. Limits and tables
// use the [Metrics] of it.
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
	"github.com/extracteval/extracteval/metrics/document"
)

// Usage is the use of an extractor for one case.
type Usage struct {
	InputTokens  int // CachedTokens among them
	OutputTokens int
	CachedTokens int     // input that was read from a cache
	Calls        int     // of models and services
	Cost         float64 // in US dollars
	// Free says that a 0 here is known to be 0: all numbers for an answer from a cache, Cost for a model that costs
	// nothing. Without Free a 0 means unknown.
	Free bool
	// Stop is the reason why the model stopped, as its API says it: "end_turn", "max_tokens", "length". Of several calls for a
	// case the last reason counts, unless one of them means that a limit of tokens cut the answer off: see shape.CutOff.
	// It is no amount: it is recorded for slices of cases.
	Stop string
}

// Costs returns u in the form of records, by unit, without zeros unless it is Free; nil when empty. A number that is
// negative, infinite or NaN is left out.
func (u Usage) Costs() map[string]float64 {
	costs := map[string]float64{}
	for _, part := range []struct {
		unit  Quantity
		value float64
	}{
		{unitUSD, u.Cost}, {InputTokens, float64(u.InputTokens)}, {OutputTokens, float64(u.OutputTokens)},
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

const unitUSD = "usd"

// Quantity is the quantity of an [Amount]. Summaries add up the units "usd" and those that are a Quantity; other
// units are kept with their case.
type Quantity string

const (
	Cost         Quantity = "cost"   // in US dollars
	Tokens       Quantity = "tokens" // input and output
	InputTokens  Quantity = "input_tokens"
	OutputTokens Quantity = "output_tokens"
	CachedTokens Quantity = "cached_tokens"
	Calls        Quantity = "calls"
	// ReplayedCalls are the Calls that comparators did not make: the recordings of a judge answered them, and tell their cost.
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
		return unitUSD
	case Tokens, Latency:
		return ""
	}
	return string(q)
}

// Amount is the use of one quantity by the cases of a data set.
type Amount struct {
	Quantity Quantity `json:"quantity"`
	// Cases is how many cases have it, each trial counted. The rest is of these.
	Cases int `json:"cases"`
	// Silent is, of cost, tokens and calls, how many cases were answered and do not say it.
	// An answer from a recording that says nothing of its usage is not among them, nor a
	// case that failed, as it may not have come as far. It is 0 of the rest: latency is
	// measured, and parts of the tokens that are not there are 0.
	Silent int `json:"silent,omitzero"`
	// Total is the sum, exact to 12 decimals of each value; of latencies it is the time
	// of all calls one after the other.
	Total float64 `json:"total"`
	Mean  float64 `json:"mean"`
	// P50 and P95 are the least of the values that half, and 95 %, of them do not exceed.
	// Above 4,096 cases they are off by at most 0.2 %.
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
}

// Coverage says how many cases have it where others are silent, "57 of 60", else "".
func (a Amount) Coverage() string {
	if a.Silent == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d", a.Cases, a.Cases+a.Silent)
}

// OfCases is printed behind a value: " (of 57 of 60 cases)", or "" where no case is silent.
func (a Amount) OfCases() string {
	if a.Silent == 0 {
		return ""
	}
	return " (of " + a.Coverage() + " cases)"
}

// Spending is the use by the cases of a data set, over all trials.
type Spending struct {
	// Amounts come in the order of [Quantities], without those that no case has.
	//
	// The latency of a case is the time of the last call of its extractor, without pauses before retries. Cases that
	// were answered and those that timed out have one. Other errors are quick or slow for reasons of their own, and
	// the time of a recording is not the time of a model.
	Amounts []Amount `json:"amounts,omitzero"`
	// Replayed is how many cases were answered from recordings.
	Replayed int `json:"replayed,omitzero"`
	// Taken is how many answers were taken from an earlier run, with the use that was recorded there.
	Taken int `json:"taken,omitzero"`
	// Retried is how many cases took Retries together, TimedOut how many had no answer in
	// time.
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

// Earlier says how many answers were taken from an earlier run, so that readers know the age of a verdict: "3 answers
// taken from an earlier run"; "" for none.
func (s *Spending) Earlier() string {
	if s == nil || s.Taken == 0 {
		return ""
	}
	return words.Plural(s.Taken, "answer") + " taken from an earlier run"
}

// Notes returns sentences on facts that the amounts do not show.
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

// Text returns a value with its unit, with 3 digits or more: "$0.0021", "1830", "1.25s".
func (q Quantity) Text(v float64) string { return q.Digits(v, 3) }

// Digits returns a value with its unit and so many significant digits, or more where it is whole.
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
	Name     string // as limits and tables have it
	Brief    string // above the column of a table of slices, "" where that leaves it out
	Quantity Quantity
	of       func(Amount) float64
}

// Metrics returns all metrics of spending, in the order of reports: those that limits can be on and that tables show.
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

// Of returns the value, or false where no case has one.
func (m Metric) Of(s *Spending) (value float64, ok bool) {
	a, ok := s.Amount(m.Quantity)
	return m.of(a), ok
}

// Text returns the value with its unit, and the cases that it is of where others are silent:
// "$0.012 (of 57 of 60 cases)"; "" where no case has one.
func (m Metric) Text(s *Spending) string {
	a, ok := s.Amount(m.Quantity)
	if !ok {
		return ""
	}
	return m.Quantity.Text(m.of(a)) + a.OfCases()
}

// QuantityOf returns the quantity of the metric of a limit, "" where the metric is not about spending.
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

// units are the units of [Usage.Costs] that a program may report for its answers.
var units = []string{unitUSD, string(InputTokens), string(OutputTokens), string(CachedTokens), string(Calls)}

// meant maps other programs' names to our units, "" for a sum of two.
var meant = map[string]string{
	"cost": unitUSD, "cost_usd": unitUSD, "price": unitUSD, "total_cost": unitUSD,
	"prompt_tokens": string(InputTokens), "promptTokenCount": string(InputTokens), "inputTokens": string(InputTokens),
	"completion_tokens": string(OutputTokens), "candidatesTokenCount": string(OutputTokens), "outputTokens": string(OutputTokens),
	"cache_read_input_tokens": string(CachedTokens), "cachedContentTokenCount": string(CachedTokens),
	"requests": string(Calls), "total_tokens": "", "totalTokenCount": "", "totalTokens": "", "tokens": "",
}

// reasons are names of the reason why a model stopped.
var reasons = []string{"stop", "stop_reason", "stopReason", "finish_reason", "finishReason", "done_reason"}

// CheckUnit returns an error when a name is not one of the units "usd", "input_tokens", "output_tokens",
// "cached_tokens" and "calls" that a program may report for its answers, with the unit that was probably meant. Names
// of other programs are no synonyms: whether prompt_tokens includes tokens from a cache is known only to the writer
// of the file.
func CheckUnit(name string) error {
	if slices.Contains(units, name) || name == string(ReplayedCalls) {
		return nil
	}
	hint := words.Hint(name, units)
	switch unit, ok := meant[name]; {
	case slices.Contains(reasons, name):
		hint = `; the reason why a model stopped stands beside usage, under "stop"`
	case unit != "":
		hint = fmt.Sprintf("; did you mean %q?", unit)
	case ok:
		hint = fmt.Sprintf("; it is the sum of %q and %q: say these", InputTokens, OutputTokens)
	}
	return fmt.Errorf("unknown key %q%s (valid: %s)", name, hint, strings.Join(units, ", "))
}

// Read returns the use that an object reports, by unit, as [Usage.Costs] does: its numbers from 0 by the names of
// [CheckUnit]. null reports no use, and of a key that appears twice the first one counts. The error lists each key
// that is unknown or has no number from 0; these are left out.
func Read(said document.Value) (map[string]float64, error) {
	switch said.Kind() {
	case document.Null:
		return nil, nil
	case document.Object:
	default:
		return nil, fmt.Errorf("usage is %s, want an object such as {%q: 0.0021}", kindOf(said), unitUSD)
	}
	var costs map[string]float64
	var wrong []string
	for key, value := range said.Members() {
		if err := CheckUnit(key); err != nil {
			wrong = append(wrong, err.Error())
			continue
		}
		number, err := strconv.ParseFloat(value.RawText(), 64)
		switch _, again := costs[key]; {
		case again || value.Kind() == document.Null:
		case value.Kind() != document.Number || err != nil || !(number >= 0 && number <= math.MaxFloat64):
			wrong = append(wrong, fmt.Sprintf("%q is %s, want a number from 0", key, kindOf(value)))
		default:
			if costs == nil {
				costs = map[string]float64{}
			}
			costs[key] = number
		}
	}
	if len(wrong) > 0 {
		return costs, fmt.Errorf("usage: %s", strings.Join(wrong, "; "))
	}
	return costs, nil
}

// kindOf names the kind of a value, or returns a number itself.
func kindOf(v document.Value) string {
	switch v.Kind() {
	case document.String:
		return "a text"
	case document.Array:
		return "an array"
	case document.Object:
		return "an object"
	}
	return v.RawText()
}
