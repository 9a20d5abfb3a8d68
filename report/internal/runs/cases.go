package runs

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// MaxTrials bounds the trials of a data set that are compared.
const MaxTrials = 64

// Cases holds the compact records of the cases of one data set of one run.
type Cases struct {
	// Key is the package and the name by which the data set is matched with those of other runs.
	Key artifact.Key
	// Set is the first repetition of the data set as it was read, with its key and run. [Cases.State], [Cases.Why] and
	// [Cases.Sets] cover all repetitions.
	Set *artifact.Set
	// Dataset has the conventions that its cases are counted by.
	Dataset report.Dataset
	// Ledger has the attributes and the counts of the cases.
	Ledger *Ledger
	// Replayed is how many answers, in all trials, are from recordings, and Taken how many are from an earlier run.
	Replayed, Taken int
	// SaysSpending says that some record reports the spending of its case.
	SaysSpending bool
	// Beyond names the first records in trials beyond MaxTrials, with their places. MoreBeyond is how many others there
	// are.
	Beyond     []string
	MoreBeyond int

	sources []artifact.Source // of the run
	ids     *ids
	cases   []oneCase
	census  traits.Census // of the cases that no tag joins
	trials  []int32       // the numbers of the trials, sorted
	// repetitions are the repetitions by go test -count and -cpu, in their order.
	repetitions []*artifact.Set

	measures  []string        // the names of the measures that cases have
	recorded  []report.Number // over trials, of the summary, nil if there are several, as for shards
	summaries int             // of sections
	nonsense  string          // why the numbers of a summary mean nothing

	drafts map[int32]draft // truths that are drafts, by the number of their case

	record   report.Case      // of Records
	classBuf []numberedCounts // of the case that is added
}

// ids numbers the cases of one data set in all runs.
type ids = arithmetic.Numbering[string, int32]

// oneCase is a case with its trials, in their order, without those that were skipped.
type oneCase struct {
	unit    traits.Unit
	entries []Entry
}

// Entry is one case in one trial.
type Entry struct {
	// Truth and Input are hashes, 0 if they are not known. They have 32 bits, and are compared only within one case:
	// one change in 4 billion stays unseen.
	Truth, Input uint32
	Trial        int32
	Row          uint32 // of counts: equal for equal ones, see [Ledger.Counts]
	Passed       bool
	Failed       bool // with an error of the extractor
	Unlabelled   bool // it has no truth

	replayed, taken bool   // the answer is from a recording, or from an earlier run
	file, line      uint32 // where the record stands
	extra           *extra
}

// extra holds what a record has in addition to its counts. It is empty for most data sets.
type extra struct {
	spent    Spent
	measures []Contribution // to the measures of the data set, nil for none
}

// noExtra is the extra of all entries that have only counts.
var noExtra extra

// addCase adds a case of a repetition in a trial that the case does not have yet.
func (c *Cases) addCase(record *report.Case, repetition, file, line int, name string) {
	number, found := c.ids.Number[record.ID]
	if !found {
		number = c.ids.Add(strings.Clone(record.ID)) // else the whole line stays in memory
	}
	trial, ok := c.trial(repetition, record.Trial)
	if !ok || !c.compares(trial) || repetition > 1 && c.Entry(number, trial) != nil {
		c.beyond(record, line, name)
		return
	}
	if record.Status == report.Skipped {
		return
	}
	for int(number) >= len(c.cases) {
		c.cases = append(c.cases, oneCase{})
	}
	target := &c.cases[number]
	if target.unit.Key == 0 {
		unit, document := traits.Units(record, c.Dataset.Cluster)
		target.unit = unit
		c.census.Add(record, document)
	}
	if record.Label.Drafted() && c.drafts[number].Label == nil {
		arithmetic.Map(&c.drafts)[number] = draft{record.Label, record.OwnDraft}
	}
	j := c.ResultOf(record, trial)
	e := Entry{
		Truth: dataNumber(record.DataHash), Input: dataNumber(record.InputHash), Trial: trial, Row: j.Row, Passed: j.Passed,
		Failed: record.Status == report.Error, Unlabelled: record.Unlabelled, replayed: record.Replayed, taken: record.Taken != "",
		file: uint32(file), line: uint32(line), extra: &noExtra,
	}
	if spent, measures := c.spentOf(record), c.contributions(record); spent != (Spent{}) || measures != nil {
		e.extra = &extra{spent, measures}
		c.SaysSpending = c.SaysSpending || spent != Spent{}
	}
	index, _ := slices.BinarySearchFunc(target.entries, trial, Entry.compareTrial)
	target.entries = slices.Insert(target.entries, index, e)
	if e.replayed {
		c.Replayed++
	}
	if e.taken {
		c.Taken++
	}
}

func (e Entry) compareTrial(trial int32) int { return cmp.Compare(e.Trial, trial) }

const maxBeyond = 10 // listed

// beyond notes a case in a trial that is not compared.
func (c *Cases) beyond(record *report.Case, line int, name string) {
	if len(c.Beyond) == maxBeyond {
		c.MoreBeyond++
		return
	}
	c.Beyond = append(c.Beyond, fmt.Sprintf("%s:%d: case %q", name, line, record.ID))
}

// Result is how a case ended in one trial: the part of an entry that another truth changes.
type Result struct {
	Trial  int32
	Row    uint32
	Passed bool
}

// Result returns how an entry ended.
func (e *Entry) Result() Result { return Result{e.Trial, e.Row, e.Passed} }

// ResultOf returns how a record ended. trial is the number of the trial in its entry.
func (c *Cases) ResultOf(record *report.Case, trial int32) Result {
	return Result{trial, c.Ledger.rowOf(record.Counts, record.Invariants, c.classes(record)), record.Passes()}
}

// Rejudge replaces the outcome of a case in a trial by its outcome under another truth. It forgets the measures of the
// trial: they may depend on the former truth.
func (c *Cases) Rejudge(number int32, r Result) {
	c.Replace(number, r)
	e := c.Entry(number, r.Trial)
	e.extra = &extra{spent: e.extra.spent}
}

// Replace replaces the outcome of a case in a trial by its outcome under other rules. The measures of the trial stay.
func (c *Cases) Replace(number int32, r Result) {
	e := c.Entry(number, r.Trial)
	e.Row, e.Passed, e.Unlabelled = r.Row, r.Passed, false
}

// SetTruth replaces the hash of the truth of a case.
func (c *Cases) SetTruth(number int32, truth uint32) {
	for i := range c.cases[number].entries {
		c.cases[number].entries[i].Truth = truth
	}
}

// compares reports whether a trial is compared: the first MaxTrials trials that occur are.
func (c *Cases) compares(trial int32) bool {
	index, found := slices.BinarySearch(c.trials, trial)
	if found || len(c.trials) == MaxTrials {
		return found
	}
	c.trials = slices.Insert(c.trials, index, trial)
	return true
}

// Name returns the id of the case with a number.
func (c *Cases) Name(number int32) string { return c.ids.All[number] }

// Entries returns the entries of a case, in order of the trials.
func (c *Cases) Entries(number int32) []Entry {
	if int(number) >= len(c.cases) {
		return nil
	}
	return c.cases[number].entries
}

// Entry returns the entry of a case in a trial, nil when there is none.
func (c *Cases) Entry(number, trial int32) *Entry {
	entries := c.Entries(number)
	if index, ok := slices.BinarySearchFunc(entries, trial, Entry.compareTrial); ok {
		return &entries[index]
	}
	return nil
}

// HasAsked reports whether a case was asked for in any trial.
func (c *Cases) HasAsked(number int32) bool { return len(c.Entries(number)) > 0 }

// Common returns the numbers, ascending, of the cases that all data sets asked for. The data sets share their numbers.
func Common(all ...*Cases) (common []int32) {
	if len(all) == 0 {
		return nil
	}
	for i := range all[0].cases {
		n := int32(i)
		if !slices.ContainsFunc(all, func(c *Cases) bool { return !c.HasAsked(n) }) {
			common = append(common, n)
		}
	}
	return common
}

// Missing returns the names of the cases that c asked for and another run did not. The data sets share their numbers.
func (c *Cases) Missing(other *Cases) (names []string) {
	for i := range c.cases {
		if n := int32(i); c.HasAsked(n) && !other.HasAsked(n) {
			names = append(names, c.Name(n))
		}
	}
	return names
}

// dataNumber returns the hash of a truth or an input as a number, 0 for none.
func dataNumber(hash string) uint32 {
	if hash == "" {
		return 0
	}
	n, err := strconv.ParseUint(hash, 16, 64)
	if err != nil {
		n = stats.DocumentHash(hash)
	}
	return max(uint32(n>>32)^uint32(n), 1)
}

// Contribution is the contribution of a case to a measure. Its Weight is -1 if the record does not have it.
type Contribution struct{ Sum, Weight float64 }

var notMeasured = Contribution{Weight: -1}

// contributions returns the contributions of a record to the measures of the data set, nil for none.
func (c *Cases) contributions(record *report.Case) (all []Contribution) {
	if len(c.measures) == 0 || len(record.Measures) == 0 {
		return nil
	}
	all = slices.Repeat([]Contribution{notMeasured}, len(c.measures))
	for _, measured := range record.Measures {
		if i := c.Measure(measured.Name); i >= 0 {
			all[i] = Contribution{measured.Sum, measured.Weight}
		}
	}
	return all
}

// Measure returns the number of a measure for [Cases.Measured], -1 for an unknown measure.
func (c *Cases) Measure(name string) int { return slices.Index(c.measures, name) }

// Measured returns the contribution of a case to a measure: the means over its trials.
func (c *Cases) Measured(number int32, measure int) Contribution {
	var mean Contribution
	n := 0.0
	for _, e := range c.Entries(number) {
		if measures := e.extra.measures; measures != nil && measures[measure].Weight >= 0 {
			mean.Sum, mean.Weight = mean.Sum+measures[measure].Sum, mean.Weight+measures[measure].Weight
			n++
		}
	}
	if n == 0 {
		return notMeasured
	}
	return Contribution{mean.Sum / n, mean.Weight / n}
}

// Recorded returns a summary that has only the numbers over trials of the recorded one. It has none if there is no summary, or
// if there are several, as for shards. Records of cases do not have these numbers.
func (c *Cases) Recorded() report.Summary { return report.Summary{Numbers: c.recorded} }

// Quantity is a quantity of the spending of cases, kept as integers.
type Quantity struct {
	usage.Quantity
	unit float64 // of the integers
}

// Quantities are the quantities of [Spent].
var Quantities = [...]Quantity{{usage.Cost, 1e-9}, {usage.Tokens, 1e-3}, {usage.Latency, 1e-6}}

// Amount converts a number of units to the quantity itself, rounded to a thousandth of a unit.
func (q Quantity) Amount(units float64) float64 {
	const digits = 1e3 // of a unit
	return math.Round(units*digits) / (digits * math.Round(1/q.unit))
}

// Spent is the spending of one trial of a case, as integers in the units of [Quantities]. An entry is 0 if the record
// does not report the quantity, else the amount plus 1. An amount from a recording is negative.
type Spent [len(Quantities)]int64

const mostSpent = 1e15 // units: 1 million dollars, 30 years

func (s *Spent) setAmount(i int, v float64) {
	s[i] = int64(math.Round(min(v/Quantities[i].unit, mostSpent))) + 1
}

// spentOf returns the spending of a case. It keeps the latency if the case states it or another quantity, or if the data
// set asks for latency. It drops the latency of recordings, which is not the latency of a model, and of answers from an
// earlier run, which was measured then.
func (c *Cases) spentOf(record *report.Case) (s Spent) {
	if v, ok := record.Cost[usage.Cost.Unit()]; ok && v >= 0 {
		s.setAmount(0, v)
	}
	input, ok := record.Cost[usage.InputTokens.Unit()]
	output, more := record.Cost[usage.OutputTokens.Unit()]
	if (ok || more) && input >= 0 && output >= 0 {
		s.setAmount(1, input+output)
	}
	_, stated := record.Cost[usage.StatedLatency]
	asked := stated || asksForLatency(&c.Dataset) || s != Spent{}
	if seconds, ok := traits.LatencyOf(record); ok && asked && record.Taken == "" {
		s.setAmount(2, seconds)
	}
	if record.Replayed || record.Cost[usage.ReplayedCalls.Unit()] > 0 {
		s[0], s[1] = -s[0], -s[1]
	}
	return s
}

// asksForLatency reports whether a data set says how its extractor was asked, or limits the spending of its cases.
func asksForLatency(ds *report.Dataset) bool {
	return ds.Runner != nil || ds.Gate != nil && slices.ContainsFunc(ds.Gate.Limits, func(l report.Limit) bool { return usage.QuantityOf(l.Metric) != "" })
}

// Spent returns the mean spending over the trials of a case that report it, plus 1; 0 if no trial reports it. recorded
// says that the amount of some trial came from a recording.
func (c *Cases) Spent(number int32) (mean Spent, recorded [len(Quantities)]bool) {
	var n Spent
	for _, e := range c.Entries(number) {
		for i, v := range e.extra.spent {
			if v < 0 {
				v, recorded[i] = -v, true
			}
			if v > 0 {
				mean[i] += v - 1
				n[i]++
			}
		}
	}
	for i := range mean {
		if n[i] > 0 {
			mean[i] = mean[i]/n[i] + 1
		}
	}
	return mean, recorded
}
