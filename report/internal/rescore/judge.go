package rescore

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/trials"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/ledger"
)

// judge judges the kept answers of a run by the truths of another run over the same cases. By labels it judges them as
// the run itself would: under its own spec, with the recorded results of its functions of Go, and with its recorded
// invariants, which depend only on answers. So only the truths differ. By rules it judges them under the spec of another
// run, see [OneTruth.ByRulesOf].
type judge struct {
	again   *again
	classes []report.ClassList
	record  report.Case
}

// Why a case cannot be judged by another truth.
var (
	errNotKept   = errors.New("their answers or truths were not kept")
	errUnknown   = errors.New("a comparator that is a function of Go has not compared these values")
	errOtherwise = errors.New("rules have changed: even by their own truths they would be judged differently today")
)

// newJudge returns a judge of the answers of a data set by the truths of one run of it, under the rules of one. The
// error says why it refuses all answers: values are redacted, the recorded spec cannot be compiled for these answers, or
// the spec of a run ignores values that the rules compare, so that its records lack them.
func newJudge(of, truths, rules report.Dataset) (*judge, error) {
	if of.Redaction().Active() || truths.Redaction().Active() {
		return nil, errors.New("values are redacted, and so records keep neither answers nor truths")
	}
	text, err := withChangedInvariants(rules.Spec, of.Spec)
	if err != nil {
		return nil, err
	}
	spec, err := eval.ParseSpec(text, Functions(of.Spec))
	if err != nil {
		return nil, fmt.Errorf("the recorded spec: %w", err)
	}
	own := trials.IgnoredFields(rules)
	for _, ignored := range slices.Concat(trials.IgnoredFields(truths), trials.IgnoredFields(of)) {
		if !slices.Contains(own, ignored) {
			return nil, fmt.Errorf("only one spec ignores %q, and its records lack these truths", ignored)
		}
	}
	a, err := newAgain(of.Spec, spec)
	if err != nil {
		return nil, fmt.Errorf("the recorded spec: %w", err)
	}
	return &judge{again: a, classes: rules.Classes}, nil
}

// by returns the record of a case as the run would have written it under another truth; truth is JSON text. The record
// is valid until the next call. The error is errNotKept if the record has no answer or truth is empty, errUnknown, or an
// error in the truth.
func (j *judge) by(truth json.RawMessage, c *report.Case) (*report.Case, error) {
	if len(truth) == 0 {
		return nil, errNotKept
	}
	ctx, verdicts := j.again.remember(context.Background(), c)
	by := *c
	by.Truth, by.Unlabelled = truth, false
	one := evaluated{old: &by, again: j.again}
	var err error
	if one.documents, err = documentsOf(&by, true); err != nil {
		return nil, errNotKept
	}
	one.result, err = j.again.evaluate(ctx, one.documents, "")
	switch {
	case verdicts.missing != "":
		return nil, errUnknown
	case err != nil:
		return nil, err
	}
	one.record(&j.record, j.again.options(j.classes))
	j.record.Invariants = withNew(c.Invariants, j.record.Invariants)
	return &j.record, nil
}

// withNew returns the recorded results of invariants, with new results in place of those of the same name.
func withNew(recorded, results []invariant.Result) []invariant.Result {
	if len(results) == 0 {
		return recorded
	}
	return append(slices.DeleteFunc(slices.Clone(recorded), func(was invariant.Result) bool {
		return slices.ContainsFunc(results, func(r invariant.Result) bool { return r.Name == was.Name })
	}), results...)
}

// judged holds the results for the cases of a run whose truths or rules differ.
type judged struct {
	by  *judge
	own *judge // as the run itself judges; by, if only the truths differ
	// was has, by the number of a case that is now judged otherwise, its former result in each trial.
	was map[int32][]ledger.Judgement
	// lost has the reason why a case cannot be judged again, by its number.
	lost map[int32]string
	// now has the new results, and same the cases whose results stay, until they are put into the ledger.
	now  map[int32][]ledger.Judgement
	same map[int32]bool
}

func newJudged() judged {
	return judged{was: map[int32][]ledger.Judgement{}, lost: map[int32]string{}, now: map[int32][]ledger.Judgement{}, same: map[int32]bool{}}
}

// chunk bounds how many truths are in memory.
const chunk = 1 << 16

// judgeBy judges cases of a run, by their numbers, by the truths of another run, and replaces their results in answers.
// A case whose truths have the same value, written in two ways, is neither judged nor lost. The error says which file
// cannot be read again.
func judgeBy(truths, answers *ledger.Cases, cases []int32) (all judged, err error) {
	all = newJudged()
	if all.by, err = newJudge(answers.Dataset, truths.Dataset, answers.Dataset); err != nil {
		for _, c := range cases {
			all.lost[c] = err.Error()
		}
		return all, nil
	}
	all.own = all.by
	if err := all.judge(truths, answers, cases); err != nil {
		return all, err
	}
	all.replace(answers, cases, answers.Rejudge)
	for _, c := range cases {
		if _, lost := all.lost[c]; !lost {
			answers.SetTruth(c, truths.Entries(c)[0].Truth)
		}
	}
	return all, nil
}

// judge judges the cases, a chunk of them at a time.
func (j *judged) judge(truths, answers *ledger.Cases, cases []int32) error {
	for some := range slices.Chunk(cases, chunk) {
		if err := j.judgeSome(truths, answers, some); err != nil {
			return err
		}
	}
	return nil
}

func (j *judged) judgeSome(truths, answers *ledger.Cases, cases []int32) error {
	truth := map[int32]json.RawMessage{}
	var first, then []ledger.Wanted
	for _, c := range cases {
		first = append(first, ledger.Wanted{Of: truths, Number: c, Entry: &truths.Entries(c)[0], Take: func(record *report.Case) {
			truth[c] = slices.Clone(record.Truth)
		}})
		for i := range answers.Entries(c) {
			e := &answers.Entries(c)[i]
			then = append(then, ledger.Wanted{Of: answers, Number: c, Entry: e, Take: func(record *report.Case) {
				equal := len(record.Truth) > 0 && alike(record.Truth, truth[c])
				if equal && j.own == j.by {
					j.same[c] = true
				} else if one, err := j.again(answers, e, record, truth[c], equal); err != nil {
					j.lost[c] = err.Error()
				} else {
					j.now[c] = append(j.now[c], one)
				}
			}})
		}
	}
	for _, wanted := range [][]ledger.Wanted{first, then} {
		for err := range ledger.Fetch(wanted) {
			return err
		}
	}
	for _, c := range cases {
		if j.same[c] {
			delete(j.lost, c)
		}
	}
	return nil
}

// replace puts the new results of the cases whose trials were all judged into the ledger, by set.
func (j *judged) replace(answers *ledger.Cases, cases []int32, set func(number int32, now ledger.Judgement)) {
	for _, c := range cases {
		if _, lost := j.lost[c]; lost || j.same[c] {
			continue
		}
		for _, e := range answers.Entries(c) {
			j.was[c] = append(j.was[c], e.Judgement())
		}
		for _, one := range j.now[c] {
			set(c, one)
		}
	}
	j.now = nil
}

// again judges an answer by another truth or other rules. It first checks that the answer gets its recorded result by
// its own truth and rules: else more would differ, such as a rule of a later version of this module. equal says that the
// truth is its own. Under other rules, an answer whose truth differs was checked when it was judged by this truth.
func (j *judged) again(answers *ledger.Cases, e *ledger.Entry, record *report.Case, truth json.RawMessage, equal bool) (now ledger.Judgement, err error) {
	if len(record.Truth) > 0 && (equal || j.own == j.by) {
		own, err := j.own.by(record.Truth, record)
		if err != nil {
			return now, err
		}
		if answers.JudgementOf(own, e.Trial) != e.Judgement() {
			return now, errOtherwise
		}
	}
	by, err := j.by.by(truth, record)
	if err != nil {
		return now, err
	}
	return answers.JudgementOf(by, e.Trial), nil
}

// alike reports whether two truths have the same value, however they are written.
func alike(a, b json.RawMessage) bool {
	if bytes.Equal(a, b) {
		return true
	}
	x, errX := document.Parse(a)
	y, errY := document.Parse(b)
	return errX == nil && errY == nil && bytes.Equal(x.AppendCanonical(nil), y.AppendCanonical(nil))
}

// Shown is a record that is shown, of a case in a trial.
type Shown struct {
	ledger.Wanted // Take gets the record as judged by the one truth
	Truth         *OneTruth
	Run           int // its index there
}

// ReadShown reads shown records again; runs is the number of runs. It yields an error for each source that cannot be
// read, with the index of the run.
func ReadShown(runs int, all []Shown) iter.Seq2[int, error] {
	type key struct {
		of     *OneTruth
		number int32
	}
	truths := map[key]json.RawMessage{}
	first, then := make([][]ledger.Wanted, runs), make([][]ledger.Wanted, runs)
	for _, s := range all {
		w, at := s.Wanted, key{s.Truth, s.Number}
		if judged := s.Truth.last(s.Run, s.Number); len(judged.was[s.Number]) > 0 {
			newest := s.Truth.of[s.Truth.newest]
			first[s.Truth.newest] = append(first[s.Truth.newest], ledger.Wanted{
				Of: newest, Number: s.Number, Entry: &newest.Entries(s.Number)[0], Take: func(c *report.Case) { truths[at] = slices.Clone(c.Truth) },
			})
			w.Take = func(c *report.Case) {
				if again, err := judged.by.by(truths[at], c); err == nil {
					c = again
				}
				s.Take(c)
			}
		}
		then[s.Run] = append(then[s.Run], w)
	}
	return func(yield func(int, error) bool) {
		for _, wanted := range [][][]ledger.Wanted{first, then} {
			for run := range wanted {
				for err := range ledger.Fetch(wanted[run]) {
					if !yield(run, err) {
						return
					}
				}
			}
		}
	}
}
