package rescore

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/internal/ledger"
)

// ByRulesOf judges the answers of all runs under the spec of one run, by the truths as [ByTruthsOf] left them, so that
// neither labels nor rules differ. numbers are as there. The new results replace those of the runs whose specs have other
// rules ([OtherRules]). Invariants that are functions of Go, or read the text of a document, keep their recorded
// results.
//
// A case whose answers cannot be judged in this way is added to LeftOut, and Notes say so. If more than a tenth of the
// cases of any run cannot, ByRulesOf changes nothing, and returns the reason.
func (t *OneTruth) ByRulesOf(run int, numbers []int32) (reason string) {
	ruled, cases := make([]judged, len(t.of)), make([][]int32, len(t.of))
	for i, c := range t.of {
		if i == run || len(OtherRules(t.of[run], c)) == 0 {
			continue
		}
		for _, n := range numbers {
			if !t.LeftOut[n] && !c.Entries(n)[0].Unlabelled && !t.of[t.newest].Entries(n)[0].Unlabelled {
				cases[i] = append(cases[i], n)
			}
		}
		j, err := t.judgeUnder(t.of[run], c, cases[i])
		if err != nil {
			return err.Error()
		}
		if float64(len(j.lost)) > mostLeftOut*float64(len(cases[i])) {
			return why(j.lost)
		}
		ruled[i] = j
	}
	for i, c := range t.of {
		ruled[i].replace(c, cases[i], c.Replace)
		var lost ledger.Altered
		for _, n := range cases[i] {
			if _, out := ruled[i].lost[n]; out {
				t.LeftOut[n] = true
				lost.Add(c.Name(n))
			}
		}
		if len(ruled[i].lost) > 0 {
			t.Notes = append(t.Notes, fmt.Sprintf("%s cannot be judged by the rules of %s in %s: left out, as %s", t.names[i], t.names[run], lost, why(ruled[i].lost)))
		}
	}
	t.ruled = ruled
	return ""
}

// OtherRules returns the rules of a run that differ from those of another one, as [words.OtherRules]; none if one run is
// the other under a changed spec, as evalreport rescore makes it: such runs differ in nothing else.
func OtherRules(c, other *ledger.Cases) []string {
	is, was := &c.Set.Run, &other.Set.Run
	if is.Rescored != was.Rescored && !is.Start.IsZero() && is.Start.Equal(was.Start) && is.PID == was.PID {
		return nil
	}
	return words.OtherRules(c.Dataset.Spec, other.Dataset.Spec)
}

// judgeUnder judges cases of a run under the rules of another, without a change of the ledger.
func (t *OneTruth) judgeUnder(rules, answers *ledger.Cases, cases []int32) (all judged, err error) {
	all, truths := newJudged(), t.of[t.newest]
	if all.own, err = newJudge(answers.Dataset, truths.Dataset, answers.Dataset); err != nil {
		return all, err
	}
	if all.by, err = newJudge(answers.Dataset, truths.Dataset, rules.Dataset); err != nil {
		return all, err
	}
	return all, all.judge(truths, answers, cases)
}

// last returns what a case of a run was judged by last.
func (t *OneTruth) last(run int, number int32) judged {
	if t.ruled != nil && len(t.ruled[run].was[number]) > 0 {
		return t.ruled[run]
	}
	return t.judged[run]
}

// OwnRow returns the row of counts of a case in the kth of its trials under the spec of its own run. row is its present
// row.
func (t *OneTruth) OwnRow(run int, number int32, k int, row uint32) uint32 {
	if t.ruled != nil {
		if was := t.ruled[run].was[number]; k < len(was) {
			return was[k].Row
		}
	}
	return row
}
