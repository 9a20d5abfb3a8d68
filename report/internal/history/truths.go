package history

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/ledger"
	"github.com/extracteval/extracteval/report/internal/rescore"
	"github.com/extracteval/extracteval/report/summarize"
)

// Relabelled says how changed labels affect an earlier run, which is judged by the truths of the newest run.
type Relabelled struct {
	Run int `json:"run"` // index in Runs
	rescore.LabelChange
	// NotEvaluable says why the run has no F1 of the data set, "" where it has one.
	NotEvaluable string `json:"not_evaluable,omitzero"`
}

// judgeBy judges the data sets of a run again if their truths differ from the truths of the newest run. It replaces
// their numbers by those for the newest truths. It takes the memory of one comparison.
func (p *pastRun) judgeBy(newest *pastRun, intervals bool) error {
	changed := false
	for key, hash := range p.data {
		today, ok := newest.data[key]
		changed = changed || ok && today != hash
	}
	if !changed {
		return nil
	}
	sets, errs := new(ledger.Runs).Read([]ledger.Input{p.Input, newest.Input}, ledger.ByName)
	if err := cmp.Or(errs...); err != nil {
		return err
	}
	for _, m := range ledger.MatchTwo(sets) {
		if m.Sides[0] == nil || m.Sides[1] == nil || m.Sides[0].Key() != m.Sides[1].Key() {
			continue
		}
		if _, ok := p.summaries[m.Key]; !ok {
			continue
		}
		r := rescore.ByTruthsOf(1, []string{p.Name, newest.Name}, m.Sides[:], ledger.Common(m.Sides[:]...))
		if r.Changes[0] == nil {
			continue
		}
		p.relabelled[m.Key] = &Relabelled{LabelChange: *r.Changes[0], NotEvaluable: r.NotEvaluable}
		if r.NotEvaluable != "" {
			p.summaries[m.Key] = report.Summary{}
			continue
		}
		sum, err := summary(m.Sides[0], r.LeftOut, intervals)
		if err != nil {
			return err
		}
		p.summaries[m.Key] = sum
	}
	return nil
}

// addRepetitions replaces the numbers of data sets that have several repetitions by the numbers over all repetitions.
func (p *pastRun) addRepetitions(intervals bool) error {
	sets, errs := new(ledger.Runs).Read([]ledger.Input{p.Input}, ledger.ByName)
	if err := errs[0]; err != nil {
		return err
	}
	for _, of := range sets[0] {
		if _, ok := p.summaries[of.Key()]; !ok || of.Repetitions() == 1 {
			continue
		}
		sum, err := summary(of, nil, intervals)
		if err != nil {
			return err
		}
		p.summaries[of.Key()] = sum
	}
	return nil
}

// summary summarizes the cases of a run as they are judged now, without the cases of leftOut.
func summary(of *ledger.Cases, leftOut map[int32]bool, intervals bool) (report.Summary, error) {
	o := summarize.OptionsOf(&of.Dataset)
	o.Distinct, o.WorstCases, o.Slices = true, -1, nil
	if !intervals {
		o.Resamples = -1
	}
	s := summarize.New(o)
	for i := range of.Names() {
		if n := int32(i); !leftOut[n] && of.HasAsked(n) {
			if err := of.Records(n, s.Add); err != nil {
				return report.Summary{}, err
			}
		}
	}
	sum := s.Summary()
	sum.WorstCases, sum.Trials = nil, nil
	return sum, nil
}

// LabelChanges says in one line per run how changed labels affect the runs of a data set.
func (r Report) LabelChanges(s *Set) (lines []string) {
	for _, of := range s.Relabelled {
		name := r.Runs[of.Run].Label()
		switch {
		case of.NotEvaluable != "":
			lines = append(lines, fmt.Sprintf("%s has no F1: %s", name, strings.TrimSuffix(of.NotEvaluable, "; "+rescore.Remedy)))
		default:
			lines = append(lines, name+": "+of.Text())
		}
	}
	return lines
}
