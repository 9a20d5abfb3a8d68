package relabel

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/ledger"
	"github.com/extracteval/extracteval/report/internal/rescore"
)

// judged holds the results for the cases of a run whose truths differ.
type judged struct {
	// was is how those that are judged by other truths now had ended, by their numbers, in each trial.
	was map[int32][]ledger.Judgement
	// lost are those that cannot be judged again, by their numbers, with the reason.
	lost map[int32]string
}

// chunk bounds how many truths are in memory.
const chunk = 1 << 16

// judge judges cases of a run, by their numbers, by the truths of another run, and replaces their results in answers.
// A case whose truths only look different is neither judged nor lost. The error says which file cannot be read again.
func judge(answers, truths *ledger.Cases, cases []int32) (all judged, err error) {
	all = judged{was: map[int32][]ledger.Judgement{}, lost: map[int32]string{}}
	by, err := rescore.NewJudge(answers.Dataset, truths.Dataset)
	if err != nil {
		for _, c := range cases {
			all.lost[c] = err.Error()
		}
		return all, nil
	}
	for some := range slices.Chunk(cases, chunk) {
		p := pass{answers: answers, judge: by, truths: make(map[int32]json.RawMessage, len(some)), now: map[int32][]ledger.Judgement{}, alike: map[int32]bool{}, lost: all.lost}
		if err := p.read(truths, some); err != nil {
			return all, err
		}
		p.replace(truths, some, all.was)
	}
	return all, nil
}

// pass is one pass over the files.
type pass struct {
	answers *ledger.Cases
	judge   *rescore.Judge
	truths  map[int32]json.RawMessage
	now     map[int32][]ledger.Judgement
	alike   map[int32]bool // both truths say the same
	lost    map[int32]string
}

func (p *pass) read(truths *ledger.Cases, cases []int32) error {
	var wanted []ledger.Wanted
	for _, c := range cases {
		wanted = append(wanted, ledger.Wanted{Place: truths.Place(c, truths.Entries(nil, c)[0]), Take: func(record *report.Case) {
			p.truths[c] = slices.Clone(record.Truth)
		}})
	}
	for err := range ledger.Fetch(truths.Sources, wanted) {
		return err
	}
	wanted = wanted[:0]
	for _, c := range cases {
		for _, e := range p.answers.Entries(nil, c) {
			wanted = append(wanted, ledger.Wanted{Place: p.answers.Place(c, e), Take: func(record *report.Case) {
				p.take(c, e, record)
			}})
		}
	}
	for err := range ledger.Fetch(p.answers.Sources, wanted) {
		return err
	}
	return nil
}

// take judges the answer of one trial.
func (p *pass) take(number int32, e *ledger.Entry, record *report.Case) {
	truth := p.truths[number]
	if len(record.Truth) > 0 && alike(record.Truth, truth) {
		p.alike[number] = true
		return
	}
	now, err := p.again(e, record, truth)
	if err != nil {
		p.lost[number] = err.Error()
		return
	}
	p.now[number] = append(p.now[number], now)
}

// again judges an answer by another truth, once it was found that it is judged by its own as it was then: else more than
// the truth would differ, such as a rule of a later version of this module.
func (p *pass) again(e *ledger.Entry, record *report.Case, truth json.RawMessage) (now ledger.Judgement, err error) {
	if len(record.Truth) > 0 {
		own, err := p.judge.Again(context.Background(), record, record.Truth)
		if err != nil {
			return now, err
		}
		if p.answers.JudgementOf(own, e.Trial) != e.Judgement() {
			return now, rescore.ErrOtherwise
		}
	}
	by, err := p.judge.Again(context.Background(), record, truth)
	if err != nil {
		return now, err
	}
	return p.answers.JudgementOf(by, e.Trial), nil
}

// alike reports whether two truths say the same, however they are written.
func alike(a, b json.RawMessage) bool {
	if bytes.Equal(a, b) {
		return true
	}
	x, errX := document.Parse(a)
	y, errY := document.Parse(b)
	return errX == nil && errY == nil && bytes.Equal(x.AppendCanonical(nil), y.AppendCanonical(nil))
}

// replace takes over the results of cases whose trials were all judged.
func (p *pass) replace(truths *ledger.Cases, cases []int32, was map[int32][]ledger.Judgement) {
	for _, c := range cases {
		_, lost := p.lost[c]
		switch {
		case p.alike[c]:
			delete(p.lost, c)
		case lost:
			continue
		default:
			for _, e := range p.answers.Entries(nil, c) {
				was[c] = append(was[c], e.Judgement())
			}
			for _, now := range p.now[c] {
				p.answers.Rejudge(c, now)
			}
		}
		p.answers.SetTruth(c, truths.Entries(nil, c)[0].Truth)
	}
}
