package diff

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/invariant"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// Runs are any number of runs over the same documents, each read once: what [Compare] is
// made of for two. Package compare makes a table of them.
//
// Of a case they keep what Compare keeps. Once all runs are read, their methods and those
// of [Cases] may be called concurrently.
type Runs struct {
	o    Options
	rows countRows
	ids  map[artifact.Key]*caseIDs
}

// NewRuns returns Runs without any. The error says which option is out of range.
func NewRuns(o Options) (*Runs, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	return &Runs{o: o, rows: countRows{fields: &fieldNames{}}, ids: map[artifact.Key]*caseIDs{}}, nil
}

// Read reads a run and returns its data sets by key. A case has the same number in all
// data sets, of all runs, for whose sections as returns the same key. The error says which
// source cannot be opened or read, or that the run holds no data set; whatever else is
// wrong is in the state and the warnings of the data sets.
func (r *Runs) Read(name string, sources []artifact.Source, as func(*artifact.Section) artifact.Key) ([]*Cases, error) {
	one := run{side: name, sources: sources, rows: &r.rows, ids: r.ids, as: as}
	if err := one.read(); err != nil {
		return nil, err
	}
	all := make([]*Cases, len(one.order))
	for i, key := range one.order {
		all[i] = &Cases{Key: key, ledger: one.sets[key], sources: sources}
	}
	return all, nil
}

// Cases are what is kept of the cases of one data set of one run.
type Cases struct {
	Key     artifact.Key
	ledger  *ledger
	sources []artifact.Source
}

// Run returns the record of the run.
func (c *Cases) Run() report.Run { return c.ledger.run }

// Dataset returns the record of the data set.
func (c *Cases) Dataset() report.Dataset { return c.ledger.dataset }

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
	for i := range c.ledger.latest {
		if c.ledger.asked(int32(i)) {
			n++
		}
	}
	return n
}

// Common returns the numbers, ascending, of the cases that were asked for in all of several
// data sets, which share their numbers.
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

// Records visits what is kept of cases, by their numbers, each in all of its trials that
// were not skipped. What is kept is enough for a summarize.Summarizer: status, whether the
// verdict is pass (it is fail where it is not), counts, invariants, measures, and what the case took, and whether it was taken from an earlier run.
// A record is valid until visit returns; an error of visit ends the visits.
func (r *Runs) Records(c *Cases, numbers []int32, visit func(*report.Case) error) error {
	var entries []*entry
	record := report.Case{Cost: map[string]float64{}}
	for _, n := range numbers {
		entries = c.ledger.entries(entries[:0], n)
		for _, e := range entries {
			r.record(&record, c, n, e)
			at := c.ledger.place(n, e)
			record.Measures = c.ledger.measures.appendTo(record.Measures[:0], at)
			if c.ledger.spends() {
				c.ledger.spentIn(&record, at)
			}
			if err := visit(&record); err != nil {
				return err
			}
		}
	}
	return nil
}

// earlier stands for the file of an earlier run, of which a ledger keeps no name.
const earlier = "an earlier run"

func (r *Runs) record(to *report.Case, c *Cases, number int32, e *entry) {
	cost := to.Cost
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

// Fetch reads the sources of c again for the records of some cases, the first trial of
// each. The error says what could not be read; the records before it were visited.
func (c *Cases) Fetch(numbers []int32, visit func(number int32, record *report.Case)) error {
	var all []wanted
	for _, n := range numbers {
		if entries := c.ledger.entries(nil, n); len(entries) > 0 {
			e := entries[0]
			all = append(all, wanted{e.file, e.line, c.Name(n), int(e.trial), func(record *report.Case) { visit(n, record) }})
		}
	}
	for err := range fetch(c.sources, all) {
		return err
	}
	return nil
}

// Test tests the change from one data set to another over cases that both asked for, by
// their numbers, as Compare does: the rows have F1, its change, and tests whose P is by
// itself, with Adjusted 0 (see [Adjust]). There are no intervals and no lists of cases. The last of
// the fields is [PassRate]. The error is one of the two data sets' numbers.
func (r *Runs) Test(old, new *Cases, numbers []int32) Set {
	s := newSet(new.Key)
	p := newPaired(&comparison{o: r.o, rows: r.rows}, &s, [2]*ledger{old.ledger, new.ledger})
	p.documents = make([]document, len(numbers))
	for i, n := range numbers {
		p.documents[i] = document{cases: [2]int32{n, n}, unit: stats.DocumentHash(old.Name(n))}
	}
	p.testOnly()
	s.Fields = append(s.Fields, p.passRate())
	return s
}

// testOnly is compare without what [Runs.Test] has no need of.
func (p *paired) testOnly() {
	p.layOut()
	p.addDocuments()
	p.addInfluences()
	p.judgeFields()
	p.judgeAverages()
}

// PassRate is the name of the row of the cases that pass in [Runs.Test].
const PassRate = "pass rate"

// passRate is the row of the share of cases that pass, of which the change is tested as
// that of a field with one value a case.
func (p *paired) passRate() Row {
	row := Row{Field: PassRate}
	var e evidence
	var entries [2][]*entry
	var rates [2]shares
	whole := true // shares are 0 and 1
	for _, d := range p.documents {
		var passed [2][]float64
		sums := [2]int{}
		for side, l := range p.sides {
			entries[side] = l.entries(entries[side][:0], d.cases[side])
			for _, x := range entries[side] {
				if x.passed {
					sums[side]++
				}
			}
			rates[side].add(sums[side], len(entries[side]))
			whole = whole && len(entries[side]) == 1
		}
		if !p.unequal {
			e.put(float64(sums[1]-sums[0]) / float64(max(len(entries[0]), 1)))
			continue
		}
		for side := range passed {
			for i := range entries[side] {
				v := 0.0
				if i < sums[side] {
					v = 1
				}
				passed[side] = append(passed[side], v)
			}
		}
		e.putTrials(stats.Trials{Old: passed[0], New: passed[1]})
	}
	row.Right = p.rates(&rates)
	row.Cases = len(p.documents)
	if n := float64(row.Cases); n > 0 {
		row.Old, row.New = report.RatioOf(rates[0].sum()/n, true), report.RatioOf(rates[1].sum()/n, true)
		row.Delta = report.RatioOf(row.New.Value-row.Old.Value, true)
	}
	p.test(&row, &e)
	if len(row.Tests) == 1 && whole {
		row.Tests[0].Method = McNemar
	}
	return row
}

// Every returns the test of which the p-value is that of the weakest of several: it is
// significant at a level iff all of them are (an intersection-union test, Berger 1982).
// There is at least one.
func Every(tests []Test) Test {
	weakest := slices.MaxFunc(tests, func(a, b Test) int { return cmp.Compare(a.P, b.P) })
	weakest.attains = nil // those of another test may be the ones that count
	for _, t := range tests {
		weakest.least = min(weakest.least, t.least)
		weakest.sole = weakest.sole && t.sole
	}
	return weakest
}

// Adjust sets the adjusted p-values of all tests of data sets, whether they are
// significant, and why a row is not: those of a data set are one family, and data sets
// are adjusted by the method of Holm. See the package comment.
func Adjust(sets []Set, level float64) { adjust(sets, 1-level) }

// Level is that of the options.
func (r *Runs) Level() float64 { return r.o.Level }
