package ledger

import (
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// MaxTrials bounds the trials of a data set that are compared.
const MaxTrials = 64

// Cases holds the compact records of the cases of one data set of one run.
type Cases struct {
	// Set is the data set as it was read, its first repetition: its key and run. [Cases.State] and others describe
	// all repetitions: how much of them is there, and their errors.
	Set *artifact.Set
	// Dataset has the conventions that its cases are counted by.
	Dataset report.Dataset
	// Replayed and Taken are how many cases, each trial counted, were answered from recordings, and taken from
	// an earlier run.
	Replayed, Taken int
	// Beyond says of the first cases in more than MaxTrials trials where they stand. MoreBeyond is how many others there are.
	Beyond     []string
	MoreBeyond int
	// Sources are the artifacts of the run, see [Fetch].
	Sources []artifact.Source

	runs   *Runs
	ids    *caseIDs
	latest []int32 // of each case the last of its entries, which are linked, -1: none
	book   book
	trials []int32 // the numbers of the trials, sorted
	// repetitions are the repetitions by go test -count and -cpu, in their order.
	repetitions []*artifact.Set

	units     units
	summaries int    // of sections
	nonsense  string // why a summary means nothing

	spent    []Spent // by entry, those behind the last one that says it left out
	measures measured
	record   report.Case // of Records
}

// Entry is one case in one trial.
type Entry struct {
	// Truth and Input are hashes, 0 where these are not known. With 32 bits each, which are compared for one
	// case only, one change in 4 billion is not seen.
	Truth, Input uint32
	file, line   uint32 // where the record stands
	Row          uint32 // of counts: equal for equal ones, see [Runs.Counts]
	previous     int32  // entry of the same case, -1: none
	Trial        int32
	skipped      bool
	Passed       bool
	Failed       bool // with an error of the extractor
	is           kind
}

// kind says more of an entry, in the one byte that is left of its 32.
type kind uint8

const (
	unlabelled kind = 1 << iota // it has no truth
	replayed                    // the answer is from a recording
	taken                       // it is from an earlier run
)

func kindOf(c *report.Case) (k kind) {
	if c.Unlabelled {
		k |= unlabelled
	}
	if c.Replayed {
		k |= replayed
	}
	if c.Taken != "" {
		k |= taken
	}
	return k
}

// Unlabelled reports whether the case has no truth.
func (e *Entry) Unlabelled() bool { return e.is&unlabelled != 0 }

// add adds a case of a repetition, which is not there in this trial.
func (c *Cases) add(record *report.Case, repetition, file, line int, name string) {
	i := c.ids.number(record.ID)
	trial, ok := c.trial(repetition, record.Trial)
	if !ok || !c.compares(trial) || repetition > 1 && c.Entry(i, trial) != nil {
		c.beyond(record, line, name)
		return
	}
	e := Entry{
		Truth: dataNumber(record.DataHash), Input: dataNumber(record.InputHash), file: uint32(file), line: uint32(line), previous: c.last(i), Trial: trial,
		skipped: record.Status == report.Skipped,
		Failed:  record.Status == report.Error, is: kindOf(record),
	}
	if !e.skipped {
		j := c.JudgementOf(record, trial)
		e.Row, e.Passed = j.Row, j.Passed
	}
	for int(i) >= len(c.latest) {
		c.latest = append(c.latest, -1)
	}
	c.latest[i] = c.book.add(e)
	if !e.skipped {
		c.units.add(i, record)
		c.spend(c.latest[i], record)
		c.measures.add(c.latest[i], record.Measures)
	}
}

const maxBeyond = 10 // that are told

// beyond notes a case in a trial that is not compared.
func (c *Cases) beyond(record *report.Case, line int, name string) {
	if len(c.Beyond) == maxBeyond {
		c.MoreBeyond++
		return
	}
	c.Beyond = append(c.Beyond, fmt.Sprintf("%s:%d: case %q", name, line, record.ID))
}

// Judgement is how a case ended in one trial: the part of an entry that another truth changes.
type Judgement struct {
	Trial  int32
	Row    uint32
	Passed bool
}

// Judgement returns how an entry ended.
func (e *Entry) Judgement() Judgement { return Judgement{e.Trial, e.Row, e.Passed} }

// JudgementOf returns how a record ended in a trial, by the number of its entry.
func (c *Cases) JudgementOf(record *report.Case, trial int32) Judgement {
	return Judgement{trial, c.runs.row(record.Counts, record.Invariants), record.Passes()}
}

// Rejudge replaces how a case ended in a trial that it has, by another truth. It forgets the measures of the trial:
// they may depend on the former truth.
func (c *Cases) Rejudge(number int32, j Judgement) {
	for at, e := range c.all(number) {
		if e.Trial == j.Trial {
			e.Row, e.Passed = j.Row, j.Passed
			e.is &^= unlabelled
			c.measures.forget(at)
		}
	}
}

// SetTruth replaces the hash of the truth of a case.
func (c *Cases) SetTruth(number int32, truth uint32) {
	for _, e := range c.all(number) {
		e.Truth = truth
	}
}

// last returns the last entry of a case, -1 when there is none.
func (c *Cases) last(i int32) int32 {
	if int(i) >= len(c.latest) {
		return -1
	}
	return c.latest[i]
}

// all visits the entries of a case with their numbers, the last one first.
func (c *Cases) all(i int32) iter.Seq2[int32, *Entry] {
	return func(yield func(int32, *Entry) bool) {
		for at := c.last(i); at >= 0; {
			e := c.book.at(at)
			if !yield(at, e) {
				return
			}
			at = e.previous
		}
	}
}

// compares reports whether a trial is compared, which the first ones that come are.
func (c *Cases) compares(trial int32) bool {
	at, known := slices.BinarySearch(c.trials, trial)
	if known || len(c.trials) == MaxTrials {
		return known
	}
	c.trials = slices.Insert(c.trials, at, trial)
	return true
}

// Name returns the id of the case with a number.
func (c *Cases) Name(number int32) string { return c.ids.names[number] }

// Names are the ids of the cases by their numbers, of all data sets that share the numbers.
func (c *Cases) Names() []string { return c.ids.names }

// Find returns the number of a case, false where none of the data sets that share numbers has it.
func (c *Cases) Find(id string) (number int32, ok bool) { return c.ids.find(id) }

// Entries appends the entries of a case, without the trials that were skipped, in order of the trials.
func (c *Cases) Entries(to []*Entry, number int32) []*Entry {
	from := len(to)
	for _, e := range c.all(number) {
		if !e.skipped {
			to = append(to, e)
		}
	}
	if len(to)-from > 1 {
		slices.SortFunc(to[from:], func(a, b *Entry) int { return int(a.Trial) - int(b.Trial) })
	}
	return to
}

// Entry returns the entry of a case in a trial, nil when there is none.
func (c *Cases) Entry(number, trial int32) *Entry {
	for _, e := range c.all(number) {
		if e.Trial == trial && !e.skipped {
			return e
		}
	}
	return nil
}

// HasAsked reports whether a case was asked for in any trial.
func (c *Cases) HasAsked(number int32) bool {
	for _, e := range c.all(number) {
		if !e.skipped {
			return true
		}
	}
	return false
}

// Asked returns how many cases were asked for in any trial.
func (c *Cases) Asked() (n int) {
	for i := range c.latest {
		if c.HasAsked(int32(i)) {
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
	for i := range all[0].latest {
		n := int32(i)
		if !slices.ContainsFunc(all, func(c *Cases) bool { return !c.HasAsked(n) }) {
			common = append(common, n)
		}
	}
	return common
}

// dataNumber is the hash of a truth or an input, 0 when there is none.
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
