package diff

import (
	"errors"
	"fmt"
	"io"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// setKey is what data sets are matched by.
type setKey struct {
	pkg, dataset string
	repetition   int
}

// run is one of the two runs.
type run struct {
	side    string // "old" or "new"
	sources []artifact.Source
	rows    *countRows
	ids     map[setKey]*caseIDs // shared by both runs
	sets    map[setKey]*ledger
	order   []setKey // in which they were first seen
	// repeated has the data sets without the number of their repetition.
	repeated map[setKey]bool
	// warnings are of files, outside of any data set.
	warnings warnings
}

func (r *run) read() error {
	r.sets, r.repeated = map[setKey]*ledger{}, map[setKey]bool{}
	for i, s := range r.sources {
		if err := r.source(i, s); err != nil {
			return err
		}
	}
	if len(r.sets) == 0 {
		return fmt.Errorf("diff: the %s run holds no data set", r.side)
	}
	return nil
}

func (r *run) source(number int, s artifact.Source) (err error) {
	if s.Open == nil {
		return fmt.Errorf("diff: source %q of the %s run cannot be opened: Open is nil", s.Name, r.side)
	}
	f, err := s.Open()
	if err != nil {
		return fmt.Errorf("diff: %s run: %w", r.side, err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return r.records(number, s.Name, f)
}

func (r *run) records(number int, name string, from io.Reader) error {
	in := artifact.NewReader(from, name)
	in.Brief = true
	var head report.Run
	var set *ledger
	touched := map[*ledger]bool{}
	bad := func(format string, args ...any) {
		w := &r.warnings
		if set != nil {
			w = &set.warnings
		}
		w.add(BadRecord, format, args...)
	}
	for in.Scan() {
		switch rec := in.Record().(type) {
		case *artifact.SyntaxError:
			bad("%s", rec.Error())
		case *report.Run:
			head, set = *rec, nil
		case *report.Dataset:
			set = r.set(head, rec, name)
			touched[set] = true
		case *report.Case:
			if set == nil {
				bad("%s:%d: case %q before its data set", name, in.Line(), rec.ID)
			} else {
				set.add(rec, number, in.Line(), name)
			}
		case *report.End:
			if set != nil {
				set.partial = set.partial || rec.Partial
			}
		}
	}
	for l := range touched {
		l.incomplete = l.incomplete || !in.Complete()
	}
	if err := in.Err(); err != nil {
		return fmt.Errorf("diff: %s run: %w", r.side, err)
	}
	return nil
}

func (r *run) set(head report.Run, ds *report.Dataset, name string) *ledger {
	key := setKey{head.Package, ds.Name, head.Repetition}
	l := r.sets[key]
	if l == nil {
		ids := r.ids[key]
		if ids == nil {
			ids = &caseIDs{numbers: map[string]int32{}}
			r.ids[key] = ids
		}
		l = &ledger{run: head, dataset: *ds, rows: r.rows, ids: ids}
		r.sets[key] = l
		r.order = append(r.order, key)
		r.repeated[setKey{pkg: key.pkg, dataset: key.dataset}] = true
	}
	if l.dataset.SpecHash != ds.SpecHash {
		l.warnings.add(SpecChanged, "%s: data set %q was made with another spec than elsewhere in the %s run", name, ds.Name, r.side)
	}
	return l
}
