package diff

import (
	"errors"
	"fmt"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// run is one of the two runs.
type run struct {
	side    string // "old" or "new"
	sources []artifact.Source
	rows    *countRows
	ids     map[artifact.Key]*caseIDs            // shared by both runs
	as      func(*artifact.Section) artifact.Key // the key in ids, nil for that of the section
	beside  *beside                              // what other runs are read at the same time, nil for none
	number  int                                  // among these
	sets    map[artifact.Key]*ledger
	cases   map[artifact.Key]*Cases // the same
	order   []artifact.Key          // sorted
	// repeated has the data sets without the number of their repetition.
	repeated map[artifact.Key]bool
}

func (r *run) read() error {
	r.sets, r.cases, r.repeated = map[artifact.Key]*ledger{}, map[artifact.Key]*Cases{}, map[artifact.Key]bool{}
	joiner := artifact.Joiner{Distinct: r.beside != nil}
	for i, s := range r.sources {
		if s.Open == nil {
			return fmt.Errorf("diff: source %q of the %s run cannot be opened: Open is nil", s.Name, r.side)
		}
		if err := r.source(&joiner, i, s); err != nil {
			return fmt.Errorf("diff: %s run: %w", r.side, err)
		}
	}
	for _, set := range joiner.Sets() {
		if r.sets[set.Key] == nil { // a run that broke off has left nothing but the sign of it
			if r.as == nil && r.side == sideNames[0] {
				continue // what it lacks has appeared
			}
			r.ledger(&artifact.Section{Key: set.Key, Run: set.Run, Dataset: set.Dataset})
		}
		r.order = append(r.order, set.Key)
		r.repeated[artifact.Key{Package: set.Package, Dataset: set.Key.Dataset}] = true
		r.sets[set.Key].remark(set)
	}
	if len(r.sets) == 0 {
		return errors.New("diff: the " + r.side + " run holds no data set")
	}
	return nil
}

func (r *run) source(joiner *artifact.Joiner, number int, s artifact.Source) error {
	var at *ledger
	return joiner.Read(s, artifact.Visitor{
		Brief: true,
		Begin: func(s *artifact.Section) { at = r.ledger(s) },
		Case: func(s *artifact.Section, c *report.Case, place artifact.Place) error {
			if r.beside != nil {
				r.beside.add(r.number, at, c, number, place.Line, s.Source)
			} else {
				at.add(c, number, place.Line, s.Source)
			}
			return nil
		},
		Summary: func(_ *artifact.Section, s *report.Summary) { at.measures.adopt(s.Metrics) },
	})
}

func (r *run) ledger(s *artifact.Section) *ledger {
	if r.beside != nil {
		r.beside.Lock()
		defer r.beside.Unlock()
	}
	l := r.sets[s.Key]
	if l == nil {
		key := s.Key
		if r.as != nil {
			key = r.as(s)
		}
		ids := r.ids[key]
		if ids == nil {
			ids = &caseIDs{}
			r.ids[key] = ids
		}
		l = &ledger{run: s.Run, dataset: s.Dataset, recorded: s.Dataset, rows: r.rows, ids: ids, measures: newMeasured(s.Dataset.Measures)}
		r.sets[s.Key], r.cases[s.Key] = l, &Cases{Key: s.Key, ledger: l, sources: r.sources}
		if r.beside != nil {
			r.beside.begin(r.number, r.cases[s.Key])
		}
	}
	return l
}
