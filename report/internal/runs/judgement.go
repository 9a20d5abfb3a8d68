package runs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/rescore"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
)

// errOtherwise is why a case cannot be judged by another truth although its answer was kept.
var errOtherwise = errors.New("rules have changed: even by their own truths they would be judged differently today")

// judgement holds the results of the cases of a run whose truths or rules differ. The zero value has none.
type judgement struct {
	judge *rescore.Judge
	own   *rescore.Judge // as the run itself judges; judge, if only the truths differ
	// former has, by the number of a case that is now judged otherwise, its former result in each trial.
	former map[int32][]Result
	// lost has the reason why a case cannot be judged again, by its number.
	lost map[int32]string
	// results has the new results, and same the cases whose results stay, until they are put into the ledger.
	results map[int32][]Result
	same    map[int32]bool
	// refusal says why no answer can be judged again, "" if answers can.
	refusal string
}

// chunk bounds how many truths are in memory.
const chunk = 1 << 16

// judgeCases judges cases of a run, by their numbers, by the truths of the newest run and the rules of a run. A case whose
// truths have the same value, written in two ways, is neither judged nor lost if its rules stay. The results do not yet
// stand in the ledger. The error says which file cannot be read again.
func (t *OneTruth) judgeCases(answers, rules *Cases, cases []int32) (j judgement, err error) {
	j = judgement{former: map[int32][]Result{}, lost: map[int32]string{}, results: map[int32][]Result{}, same: map[int32]bool{}}
	truths := t.Sides[t.Newest]
	if j.own, err = rescore.NewJudge(answers.Dataset, truths.Dataset, answers.Dataset); err == nil {
		j.judge = j.own
		if rules != answers {
			j.judge, err = rescore.NewJudge(answers.Dataset, truths.Dataset, rules.Dataset)
		}
	}
	if err != nil {
		j.refusal = err.Error()
		for _, c := range cases {
			j.lost[c] = j.refusal
		}
		return j, nil
	}
	for some := range slices.Chunk(cases, chunk) {
		if err := j.judgeChunk(truths, answers, some); err != nil {
			return j, err
		}
	}
	return j, nil
}

func (j *judgement) judgeChunk(truths, answers *Cases, cases []int32) error {
	texts := map[int32]json.RawMessage{}
	var first, second []Wanted
	for _, c := range cases {
		first = append(first, Wanted{Of: truths, Number: c, Entry: &truths.Entries(c)[0], Take: func(record *report.Case) {
			texts[c] = slices.Clone(record.Truth)
		}})
		for i := range answers.Entries(c) {
			e := &answers.Entries(c)[i]
			second = append(second, Wanted{Of: answers, Number: c, Entry: e, Take: func(record *report.Case) {
				equal := len(record.Truth) > 0 && equalTruths(record.Truth, texts[c])
				if equal && j.own == j.judge {
					j.same[c] = true
				} else if r, err := j.judgeAgain(answers, e, record, texts[c], equal); err != nil {
					j.lost[c] = err.Error()
				} else {
					j.results[c] = append(j.results[c], r)
				}
			}})
		}
	}
	for _, wanted := range [][]Wanted{first, second} {
		for err := range Fetch(wanted) {
			return err
		}
	}
	for c := range j.same {
		delete(j.lost, c)
	}
	return nil
}

// replace puts the new results of the cases whose trials were all judged into the ledger, by put.
func (j *judgement) replace(answers *Cases, cases []int32, put func(number int32, r Result)) {
	for _, c := range cases {
		if _, lost := j.lost[c]; lost || j.same[c] {
			continue
		}
		for _, e := range answers.Entries(c) {
			j.former[c] = append(j.former[c], e.Result())
		}
		for _, r := range j.results[c] {
			put(c, r)
		}
	}
	j.results = nil
}

// judgeAgain judges an answer by another truth or other rules. It first checks that the answer gets its recorded result by
// its own truth and rules. If it does not, something else differs, such as a rule of a later version of this module. equal
// says that the truth is its own truth. Under other rules, an answer whose truth differs was checked when it was judged by
// this truth.
func (j *judgement) judgeAgain(answers *Cases, e *Entry, record *report.Case, truth json.RawMessage, equal bool) (r Result, err error) {
	if len(record.Truth) > 0 && (equal || j.own == j.judge) {
		own, err := j.own.Judge(record.Truth, record)
		if err != nil {
			return r, err
		}
		if answers.ResultOf(own, e.Trial) != e.Result() {
			return r, errOtherwise
		}
	}
	judged, err := j.judge.Judge(truth, record)
	if err != nil {
		return r, err
	}
	return answers.ResultOf(judged, e.Trial), nil
}

// equalTruths reports whether two truths have the same value, however they are written.
func equalTruths(a, b json.RawMessage) bool {
	if bytes.Equal(a, b) {
		return true
	}
	x, errX := document.Parse(a)
	y, errY := document.Parse(b)
	return errX == nil && errY == nil && bytes.Equal(x.AppendCanonical(nil), y.AppendCanonical(nil))
}

// reasons says why cases were lost, with the number of cases if there are several reasons.
func (j *judgement) reasons() string {
	times := map[string]int{}
	for _, reason := range j.lost {
		times[reason]++
	}
	var parts []string
	for _, reason := range slices.Sorted(maps.Keys(times)) {
		text := reason
		if len(times) > 1 {
			text += fmt.Sprintf(" (%s)", words.Plural(times[reason], "case"))
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// lostCases returns the names of the lost cases.
func (j *judgement) lostCases(c *Cases) (lost Altered) {
	for n := range j.lost {
		lost.Add(c.Name(n))
	}
	return lost
}

// Shown is a record that is shown, of a case in a trial.
type Shown struct {
	Wanted // Take gets the record as judged by the one truth
	Truth  *OneTruth
	Run    int // its index there
}

// ReadShown reads shown records again; runs is the number of runs. It yields an error for each source that cannot be
// read, with the index of the run.
func ReadShown(runs int, all []Shown) iter.Seq2[int, error] {
	type key struct {
		truth  *OneTruth
		number int32
	}
	texts := map[key]json.RawMessage{}
	first, second := make([][]Wanted, runs), make([][]Wanted, runs)
	for _, s := range all {
		w, t, text := s.Wanted, s.Truth, key{s.Truth, s.Number}
		if j := t.lastJudgement(s.Run, s.Number); len(j.former[s.Number]) > 0 {
			newest := t.Sides[t.Newest]
			first[t.Newest] = append(first[t.Newest], Wanted{
				Of: newest, Number: s.Number, Entry: &newest.Entries(s.Number)[0], Take: func(c *report.Case) { texts[text] = slices.Clone(c.Truth) },
			})
			w.Take = func(c *report.Case) {
				if judged, err := j.judge.Judge(texts[text], c); err == nil {
					c = judged
				}
				s.Take(c)
			}
		}
		second[s.Run] = append(second[s.Run], w)
	}
	return func(yield func(int, error) bool) {
		for _, wanted := range [][][]Wanted{first, second} {
			for run := range wanted {
				for err := range Fetch(wanted[run]) {
					if !yield(run, err) {
						return
					}
				}
			}
		}
	}
}

// LabelChange is the effect of changed labels on one run of several.
type LabelChange struct {
	// Truths is the name of the run whose truths judge all runs; for two runs, "the old run" or "the new run".
	Truths string `json:"truths"`
	// Cases is how many cases of this run were judged again. The run may have had no truth for them.
	Cases int `json:"cases"`
	// MicroF1 and MacroF1 are by how much the labels change the averages of this run, over the compared cases. No
	// other number of the comparison includes this change.
	MicroF1 report.Ratio `json:"micro_f1,omitzero"`
	MacroF1 report.Ratio `json:"macro_f1,omitzero"`
	// LeftOut is how many cases cannot be judged by one truth, Why the reason. They are in no number of the comparison
	// or, if the truth was removed, only in the numbers of invariants.
	LeftOut int    `json:"left_out,omitzero"`
	Why     string `json:"why,omitzero"`
}

// Text returns the effect in one line: "labels changed in 6 cases: +0.4 points macro F1, not counted".
func (c *LabelChange) Text() string {
	text := "labels changed in " + words.Plural(c.Cases+c.LeftOut, "case")
	switch {
	case c.Cases > 0 && c.MacroF1.Defined:
		text += ": " + words.Points(c.MacroF1.Value) + " points macro F1, not counted"
	case c.Cases > 0:
		text += ": not counted"
	}
	switch {
	case c.LeftOut > 0 && c.Cases > 0:
		text += fmt.Sprintf("; %d of them left out: %s", c.LeftOut, c.Why)
	case c.LeftOut > 0:
		text += ", left out: " + c.Why
	}
	return text
}

// effect returns by how much the truths of the newest run change the averages of another run, over the cases that now
// have a truth in both: the mean over its trials.
func (t *OneTruth) effect(run int, numbers []int32) (micro, macro report.Ratio) {
	newest, c := t.Sides[t.Newest], t.Sides[run]
	fields := make([]*estimate.Field, len(c.Ledger.Attributes))
	for a := range fields {
		attribute := &c.Ledger.Attributes[a]
		fields[a] = &estimate.Field{Averaged: attribute.Averaged(), InMacro: attribute.InMacro()}
	}
	sample := estimate.NewSample(fields, [2]int{len(c.trials), len(c.trials)})
	sample.SkipUndefined = newest.Dataset.SkipUndefined
	counts := make([]int, len(sample.Totals))
	for _, n := range numbers {
		entries := c.Entries(n)
		if t.LeftOut[n] || newest.Entries(n)[0].Unlabelled || entries[0].Unlabelled {
			continue
		}
		former := t.truths[run].former[n]
		for k, e := range entries {
			rows := [2]uint32{e.Row, e.Row}
			if former != nil {
				rows[0] = former[k].Row
			}
			slot, _ := slices.BinarySearch(c.trials, e.Trial)
			for side, row := range rows {
				for a, n := range c.Ledger.Counts(row) {
					sample.Count(counts, a, side, slot, c.Ledger.Attributes[a].Confusion(n, newest.Dataset.Policy))
				}
			}
		}
	}
	sample.Total(counts)
	return report.RatioOf(sample.Layout.Delta(sample.MicroBlock())), report.RatioOf(sample.MacroDelta(sample.Totals))
}

// leastEmptied is the number of cases that a field of few cases must lose: a few truths that are corrected hide no
// mistakes to speak of.
const leastEmptied = 5

// emptiedFields says which fields lost too many truths between an earlier run i and the newest one: mistakes in a field
// whose truths were emptied count no longer. It is "" without such a field. The loss of a field is counted over the cases
// whose truths changed: the number of truths that had the field before, minus the number of truths that have it now. It is
// too much if it is more than a tenth of the cases. It is also too much if it is at least leastEmptied cases, and more
// than a tenth of the cases whose truth had the field before.
func (t *OneTruth) emptiedFields(i int, numbers []int32) string {
	if len(t.truths[i].former) == 0 {
		return ""
	}
	ledger := t.Sides[i].Ledger
	lost, support := make([]int, len(ledger.Attributes)), make([]int, len(ledger.Attributes))
	for _, n := range numbers {
		if t.LeftOut[n] {
			continue
		}
		row := t.Sides[i].Entries(n)[0].Row
		older := row
		if former := t.truths[i].former[n]; len(former) > 0 {
			older = former[0].Row
		}
		for a, counts := range ledger.Counts(older) {
			if counts.Support() > 0 {
				support[a]++
				lost[a]++
			}
		}
		for a, counts := range ledger.Counts(row) {
			if counts.Support() > 0 {
				lost[a]--
			}
		}
	}
	var fields []string
	for a, n := range lost {
		tooMany := func(cases int) bool { return float64(n) > mostLeftOut*float64(cases) }
		if (tooMany(len(numbers)) || n >= leastEmptied && tooMany(support[a])) && ledger.Attributes[a].Averaged() {
			fields = append(fields, fmt.Sprintf("%s has a truth in %d of %s less than before", words.Visible(ledger.Attributes[a].Name), n, words.Plural(support[a], "case")))
		}
	}
	return strings.Join(fields, "; ")
}
