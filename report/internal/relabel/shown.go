package relabel

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/ledger"
	"github.com/extracteval/extracteval/report/internal/rescore"
)

// Shown is a shown case. The records of a run are judged by the truth of the newest run.
type Shown struct {
	judge *rescore.Judge
	truth json.RawMessage
}

// Show returns how the records of a case in a run are judged, and the record of the newest run that has the truth, which
// is to be read before these; nil where the run has judged the case by that truth itself.
func (r *Runs) Show(run int, number int32) (*Shown, ledger.Wanted) {
	if len(r.judged) == 0 || len(r.judged[run].was[number]) == 0 {
		return nil, ledger.Wanted{}
	}
	newest := r.of[r.Newest]
	judge, err := rescore.NewJudge(r.of[run].Dataset, newest.Dataset)
	if err != nil { // the case was not judged then
		return nil, ledger.Wanted{}
	}
	s := &Shown{judge: judge}
	return s, ledger.Wanted{Place: newest.Place(number, newest.Entries(nil, number)[0]), Take: func(c *report.Case) { s.truth = slices.Clone(c.Truth) }}
}

// Record returns the record as it would be by that truth, valid until the next call; of nil it is the record itself.
func (s *Shown) Record(c *report.Case) *report.Case {
	if s == nil {
		return c
	}
	if again, err := s.judge.Again(context.Background(), c, s.truth); err == nil {
		return again
	}
	return c
}
