package main

import (
	"fmt"

	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// section is a part of an input that holds cases of one data set.
type section struct {
	key     setKey
	run     report.Run
	dataset *report.Dataset
	input   int
	name    string
	hash    uint64 // of key
}

func newSection(run report.Run, ds *report.Dataset, input int, name string) *section {
	k := keyOf(run, *ds)
	return &section{
		key: k, run: run, dataset: ds, input: input, name: name,
		hash: stats.DocumentHash(fmt.Sprintf("%q %q %d", k.pkg, k.dataset, k.repetition)),
	}
}

// caseHash stands for a case of a data set, as [summarize.Summarizer] has it.
func (s *section) caseHash(c *report.Case) uint64 {
	return stats.DocumentHash(c.ID) + s.hash*5 + uint64(c.Trial)*0x9e3779b97f4a7c15
}

// handler is called with what is read. Its functions may be nil.
type handler struct {
	glance    bool // cases have their id and trial alone, and may be bad lines
	onSection func(*section)
	onCase    func(s *section, c *report.Case, r *artifact.Reader)
	onEnd     func(*section, *report.End)
	onBad     func(error)
	onBroken  func(*section)
}

// read walks all inputs.
func (m *merger) read(h handler) error {
	for i := range m.inputs {
		if err := h.read(i, m.inputs[i]); err != nil {
			return err
		}
	}
	return nil
}

func (h handler) read(number int, in artifact.Source) error {
	f, err := in.Open()
	if err != nil {
		return err
	}
	defer f.Close()
	r := artifact.NewReader(f, in.Name)
	r.Brief, r.Glance = true, h.glance
	var run report.Run
	var at *section
	any := false
	bad := func(err error) {
		if h.onBad != nil {
			h.onBad(err)
		}
	}
	broken := func() {
		if at != nil && h.onBroken != nil {
			h.onBroken(at)
		}
		at = nil
	}
	for r.Scan() {
		switch rec := r.Record().(type) {
		case *artifact.SyntaxError:
			bad(rec)
		case *report.Run:
			broken()
			run = *rec
		case *report.Dataset:
			any = true
			at = newSection(run, rec, number, in.Name)
			if h.onSection != nil {
				h.onSection(at)
			}
		case *report.Case:
			if at == nil {
				bad(fmt.Errorf("%s:%d: case %q before its data set", in.Name, r.Line(), rec.ID))
			} else {
				h.onCase(at, rec, r)
			}
		case *report.End:
			if at != nil && h.onEnd != nil {
				h.onEnd(at, rec)
			}
			at = nil
		}
	}
	broken()
	if err := r.Err(); err != nil {
		return err
	}
	if !any {
		return fmt.Errorf("%s holds no data set", in.Name)
	}
	return nil
}
