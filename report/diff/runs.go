package diff

import (
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/invariant"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// Runs are any number of runs over the same documents: what [Compare] is made of for two.
// Package compare makes a table of them.
//
// Once all runs are read, their methods and those of [Cases] and [Joined] may be called
// concurrently, but for [Runs.Records].
type Runs struct {
	o    Options
	rows countRows
	ids  map[artifact.Key]*caseIDs
}

// Input is one run.
type Input struct {
	Name    string
	Sources []artifact.Source
}

// NewRuns returns Runs without any. The error says which option is out of range.
func NewRuns(o Options) (*Runs, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	return &Runs{o: o, rows: countRows{fields: &fieldNames{}}, ids: map[artifact.Key]*caseIDs{}}, nil
}

// Read reads runs and returns the data sets of each by key, or why there are none: a source
// cannot be opened or read, or the run holds no data set. Whatever else is wrong is in the
// state and the warnings of the data sets. A case has the same number in all data sets, of
// all runs, for whose sections as returns the same key.
//
// Where done is not nil the runs are read side by side. As soon as a case is there in all
// runs, in as many trials as their data sets have, and was asked for in each, done is called
// with these data sets, by run, and the number of the case. When it has returned the case is
// forgotten but for a hash of 64 bits of its name, and another one may have its number. Calls
// follow one another. What is not told, such as what a run lacks or has skipped, is in
// [Common] in the end.
//
// Read returns false where what was told does not hold: a case came again that had been
// forgotten, in a further trial or by mistake, or one whose name has the same hash, or in more
// trials than are compared, or as returns one key for two data sets of a run. Then everything
// is to be read again by other Runs, without done.
func (r *Runs) Read(inputs []Input, as func(*artifact.Section) artifact.Key, done func(all []*Cases, number int32)) (sets [][]*Cases, errs []error, ok bool) {
	sets, errs = make([][]*Cases, len(inputs)), make([]error, len(inputs))
	read := func(i int, b *beside) {
		one := run{side: inputs[i].Name, sources: inputs[i].Sources, rows: &r.rows, ids: r.ids, as: as, beside: b, number: i}
		if errs[i] = one.read(); errs[i] == nil {
			for _, key := range one.order {
				sets[i] = append(sets[i], one.cases[key])
			}
		}
	}
	if done == nil {
		for i := range inputs {
			read(i, nil)
		}
		return sets, errs, true
	}
	b := newBeside(len(inputs), done)
	var readers sync.WaitGroup
	for i := range inputs {
		readers.Go(func() {
			defer b.end(i)
			read(i, b)
		})
	}
	readers.Wait()
	return sets, errs, !b.again
}

// Cases are what is kept of the cases of one data set of one run.
type Cases struct {
	Key     artifact.Key
	ledger  *ledger
	sources []artifact.Source
	record  report.Case // of Records
}

// Run returns the record of the run.
func (c *Cases) Run() report.Run { return c.ledger.run }

// Dataset returns the record of the data set, with the conventions that are used.
func (c *Cases) Dataset() report.Dataset { return c.ledger.dataset }

// Recorded returns the record of the data set as it was read.
func (c *Cases) Recorded() report.Dataset { return c.ledger.recorded }

// State says how much of the data set is there, and why it is not whole.
func (c *Cases) State() (state artifact.State, why string) { return c.ledger.state, c.ledger.why }

// Replayed returns how many cases, each trial counted, were answered from recordings.
func (c *Cases) Replayed() int { return c.ledger.replayed }

// Taken returns how many cases, each trial counted, were taken from an earlier run.
func (c *Cases) Taken() int { return c.ledger.taken }

// RecordedMetric returns the value that the recorded summary has for a measure, undefined where there is
// none, or several as of shards. Of a measure over trials there is no other.
func (c *Cases) RecordedMetric(name string) report.Ratio { return c.ledger.recordedMetric(name) }

// Warnings are what is wrong with the records.
func (c *Cases) Warnings() []Warning { return c.ledger.warnings.all() }

// UseConventions makes a policy and a rule of macro averages those of the cases, in the
// place of those that they were recorded with.
func (c *Cases) UseConventions(policy metrics.Policy, skipUndefined bool) {
	c.ledger.dataset.Policy, c.ledger.dataset.SkipUndefined = policy, skipUndefined
}

// Name returns the id of the case with a number.
func (c *Cases) Name(number int32) string { return c.ledger.ids.names[number] }

// Asked returns how many cases were asked for in any trial.
func (c *Cases) Asked() (n int) {
	n = c.ledger.gone
	for i := range c.ledger.latest {
		if c.ledger.asked(int32(i)) {
			n++
		}
	}
	return n
}

// Common returns the numbers, ascending, of the cases that were asked for in all of several
// data sets, which share their numbers, but for those that were told while these were read.
func Common(all []*Cases) []int32 {
	if len(all) == 0 {
		return nil
	}
	var common []int32
	for i := range all[0].ledger.latest {
		n := int32(i)
		if !slices.ContainsFunc(all, func(c *Cases) bool { return !c.ledger.asked(n) }) {
			common = append(common, n)
		}
	}
	return common
}

// Records visits what is kept of a case, by its number, in all of its trials that were not
// skipped. What is kept is enough for a summarize.Summarizer: status, whether the verdict is
// pass (it is fail where it is not), counts, invariants, measures, what the case took, and
// whether it was taken from an earlier run. A record is valid until visit returns; an error
// of visit ends the visits. Records of one data set share their memory: it is not to be
// called concurrently for the same.
func (r *Runs) Records(c *Cases, number int32, visit func(*report.Case) error) error {
	record := &c.record
	for _, e := range c.ledger.entries(nil, number) {
		r.record(record, c, number, e)
		at := c.ledger.place(number, e)
		record.Measures = c.ledger.measures.appendTo(record.Measures[:0], at)
		if c.ledger.spends() {
			c.ledger.spentIn(record, at)
		}
		if err := visit(record); err != nil {
			return err
		}
	}
	return nil
}

// earlier stands for the file of an earlier run, of which a ledger keeps no name.
const earlier = "an earlier run"

func (r *Runs) record(to *report.Case, c *Cases, number int32, e *entry) {
	cost := to.Cost
	if cost == nil {
		cost = map[string]float64{}
	}
	clear(cost)
	*to = report.Case{
		ID: c.Name(number), Trial: int(e.trial), Status: report.OK, Verdict: eval.Fail, Unlabelled: e.is&unlabelled != 0,
		Counts: to.Counts[:0], Invariants: to.Invariants[:0], Measures: to.Measures, Cost: cost,
	}
	if e.passed {
		to.Verdict = eval.Pass
	}
	if e.failed {
		to.Status = report.Error
	}
	if e.is&taken != 0 {
		to.Taken = earlier
	}
	names := r.rows.fields
	for a, counts := range r.rows.all(e.row) {
		if !names.rules[a] {
			to.Counts = append(to.Counts, metrics.Row{Attribute: names.names[a], Items: names.items[a], Counts: counts})
			continue
		}
		to.Invariants = append(to.Invariants, invariant.Result{
			Name: strings.TrimPrefix(names.names[a], report.RuleMetric("")), State: stateOf(counts),
		})
	}
}

// stateOf is the inverse of outcomeOf.
func stateOf(c metrics.Counts) invariant.State {
	switch {
	case c.Wrong > 0:
		return invariant.Broken
	case c.Errored > 0:
		return invariant.Errored
	}
	return invariant.Holds
}

// spends reports whether anything is known of what cases took.
func (l *ledger) spends() bool { return len(l.spent) > 0 || l.replayed > 0 }

// place returns the number of an entry of a case.
func (l *ledger) place(number int32, e *entry) int32 {
	at := l.last(number)
	for at >= 0 && l.book.at(at) != e {
		at = l.book.at(at).previous
	}
	return at
}

// spentIn sets what a case took in one of its trials.
func (l *ledger) spentIn(c *report.Case, at int32) {
	e := l.book.at(at)
	c.Replayed = e.is&replayed != 0
	if int(at) >= len(l.spent) {
		return
	}
	s := l.spent[at]
	for i, set := range [len(compared)]func(v float64){
		func(v float64) { c.Cost["usd"] = v },
		func(v float64) { c.Cost["input_tokens"] = v },
		func(v float64) { c.Duration = time.Duration(v * float64(time.Second)) },
	} {
		if v := max(s[i], -s[i]); v > 0 {
			set(rounded(float64(v-1), compared[i].unit))
		}
	}
	c.TimedOut = e.failed && c.Duration > 0 // other failures have no time
}

// Place is where the record of a case stands, in its first trial that was not skipped.
type Place struct {
	file, line uint32
	trial      int32
	id         string
}

// Place returns that of a case which was asked for.
func (c *Cases) Place(number int32) Place {
	e := c.ledger.entries(nil, number)[0]
	return Place{e.file, e.line, e.trial, c.Name(number)}
}

// Fetch reads the sources of c again for some records, and visits them with their index
// among the places. The error says what could not be read; the records before it were visited.
func (c *Cases) Fetch(places []Place, visit func(i int, record *report.Case)) error {
	all := make([]wanted, len(places))
	for i, at := range places {
		all[i] = wanted{at.file, at.line, at.id, int(at.trial), func(record *report.Case) { visit(i, record) }}
	}
	for err := range fetch(c.sources, all) {
		return err
	}
	return nil
}

// Adjust sets the adjusted p-values of all tests of data sets, whether they are
// significant, and why a row is not: those of a data set are one family, and data sets
// are adjusted by the method of Holm. See the package comment.
func Adjust(sets []Set, level float64) { adjust(sets, 1-level) }

// Level is that of the options.
func (r *Runs) Level() float64 { return r.o.Level }
