package diff

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/invariant"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/lines"
	"github.com/extracteval/extracteval/report/internal/words"
)

const (
	maxValues     = 3   // of a field that is shown
	maxValueBytes = 200 // of a value that is shown
)

// wanted is one record that is needed for its values.
type wanted struct {
	side       int
	file, line uint32
	trial      int
	change     *pendingChange
}

// pendingChange is a case that is shown, until both its records have been read.
type pendingChange struct {
	*CaseChange
	trial  int                   // which Old and New are of
	leaves map[string]*[2][]leaf // by field
}

// leaf is one leaf of a record.
type leaf struct {
	path      string
	outcome   metrics.Outcome
	got, want string
}

// want asks for the records of a case that is shown.
func (p *paired) want(change *CaseChange, c changedCase) {
	pending := &pendingChange{CaseChange: change, trial: p.failedTrial(c), leaves: map[string]*[2][]leaf{}}
	var trials []int
	if pending.trial > 0 {
		trials = append(trials, pending.trial)
	} else if len(change.Fields) > 0 {
		pending.trial = change.Fields[0].Trial
	}
	for _, f := range change.Fields {
		if f.Trial > 0 && !slices.Contains(trials, f.Trial) {
			trials = append(trials, f.Trial)
		}
	}
	for _, trial := range trials {
		for side := range p.sides {
			e := p.entry(side, c, int32(trial))
			p.wanted = append(p.wanted, wanted{side: side, file: e.file, line: e.line, trial: trial, change: pending})
		}
	}
}

// fetch reads the sources again for the records that are wanted.
func (c *comparison) fetch() {
	slices.SortStableFunc(c.wanted, func(a, b wanted) int {
		return cmp.Or(cmp.Compare(a.side, b.side), cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line))
	})
	for rest := c.wanted; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].side == rest[0].side && rest[n].file == rest[0].file {
			n++
		}
		s := c.runs[rest[0].side].sources[rest[0].file]
		if err := fetchFrom(s, rest[:n]); err != nil {
			c.warnings.add(BadRecord, "values of %s are not shown: %v", s.Name, err)
		}
		rest = rest[n:]
	}
	for _, w := range c.wanted {
		w.change.finish()
	}
}

// fetchFrom reads the wanted records of one source, in order of their lines.
func fetchFrom(s artifact.Source, all []wanted) error {
	return recordsAt(s, len(all), func(i int) uint32 { return all[i].line }, func(i int, c *report.Case) bool {
		w := all[i]
		if c.ID != w.change.ID || c.Trial != w.trial {
			return false
		}
		w.change.take(w.side, c)
		return true
	})
}

// recordsAt reads n records of cases that stand at lines in ascending order. take says
// whether one is that which was there before.
func recordsAt(s artifact.Source, n int, line func(i int) uint32, take func(i int, c *report.Case) bool) (err error) {
	f, err := s.Open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	in := lines.New(f)
	for i := range n {
		text, err := in.At(int(line(i)))
		switch {
		case err == io.EOF:
			return errors.New("it has become shorter while it was read")
		case err != nil:
			return err
		case in.Size() > artifact.MaxLineBytes:
			return fmt.Errorf("line is longer than %d MiB", artifact.MaxLineBytes>>20)
		}
		var c report.Case
		if err := artifact.DecodeCase(text, &c); err != nil || !take(i, &c) {
			return errors.New("it has changed while it was read")
		}
	}
	return nil
}

// take keeps what is shown of one record.
func (p *pendingChange) take(side int, c *report.Case) {
	if p.trial == 0 || p.trial == c.Trial {
		state := CaseState{Status: c.Status, Error: words.Cut(c.Error, maxValueBytes), Score: c.Score}
		if side == 0 {
			p.Old = state
		} else {
			p.New = state
		}
	}
	for l := range Leaves(c) {
		if p.shows(l.Field, c.Trial) {
			p.keep(side, l.Field, leaf{path: l.Path, outcome: l.Outcome, got: l.Got, want: l.Want})
		}
	}
}

func (p *pendingChange) keep(side int, field string, l leaf) {
	both := p.leaves[field]
	if both == nil {
		both = new([2][]leaf)
		p.leaves[field] = both
	}
	both[side] = append(both[side], l)
}

// invariantLeaf is an invariant as a value: "holds", or why it does not.
func invariantLeaf(name string, r invariant.Result) leaf {
	l := leaf{path: name, outcome: cmp.Or(outcomeOf(r.State), metrics.CorrectAbsence)}
	said := string(r.State)
	if r.Note != "" {
		said += ": " + r.Note
	}
	l.got, l.want = string(gjson.AppendJSONString(nil, said)), `"holds"`
	return l
}

func (p *pendingChange) shows(field string, trial int) bool {
	return slices.ContainsFunc(p.Fields, func(f FieldChange) bool { return f.Field == field && f.Trial == trial })
}

// finish pairs the leaves of both records.
func (p *pendingChange) finish() {
	for i := range p.Fields {
		f := &p.Fields[i]
		if both := p.leaves[f.Field]; both != nil {
			f.Values = changedValues(*both, f.Worse)
			f.MoreValues = max(len(f.Values)-maxValues, 0)
			f.Values = f.Values[:min(len(f.Values), maxValues)]
		}
	}
	p.leaves = nil
}

// leafKey is what leaves of both runs are paired by: the path, in which a list item
// has its index in the truth. An invented item has that of the answer.
type leafKey struct {
	path     string
	invented bool
}

func (l leaf) key() leafKey { return leafKey{l.path, l.outcome == metrics.Invented} }

// changedValues returns the leaves with another outcome than before, those that go
// with the change first.
func changedValues(leaves [2][]leaf, worse bool) (values []ValueChange) {
	before := map[leafKey]leaf{}
	for _, l := range leaves[0] {
		before[l.key()] = l
	}
	for _, l := range leaves[1] {
		old, known := before[l.key()]
		delete(before, l.key())
		if known && old.outcome != l.outcome || !known && !l.outcome.Hit() {
			values = append(values, newValueChange(l.path, old, l))
		}
	}
	for _, l := range leaves[0] {
		if _, left := before[l.key()]; left && !l.outcome.Hit() {
			values = append(values, newValueChange(l.path, l, leaf{}))
		}
	}
	slices.SortStableFunc(values, func(a, b ValueChange) int {
		return cmp.Compare(rank(a.worse() != worse), rank(b.worse() != worse))
	})
	return values
}

// worse reports whether the new value is a mistake.
func (v ValueChange) worse() bool { return v.New.Outcome != 0 && !v.New.Outcome.Hit() }

// newValueChange cuts the values around what differs among them.
func newValueChange(path string, old, new leaf) ValueChange {
	texts := words.CutValues(maxValueBytes, old.got, new.got, cmp.Or(new.want, old.want))
	return ValueChange{Path: path, Old: Value{old.outcome, texts[0]}, New: Value{new.outcome, texts[1]}, Want: texts[2]}
}

// Leaf is one value of a record, or an invariant as one.
type Leaf struct {
	Field, Path string
	// Invented: the index in Path is that of the answer, not of the truth.
	Invented  bool
	Outcome   metrics.Outcome
	Got, Want string // JSON
}

// Leaves visits the values and the invariants of a record.
func Leaves(c *report.Case) iter.Seq[Leaf] {
	return func(yield func(Leaf) bool) {
		for i := range c.Fields {
			f := &c.Fields[i]
			l := leaf{path: f.Path, outcome: f.Outcome, got: string(f.Got), want: string(f.Want)}
			if !yield(Leaf{f.Attribute, l.path, l.key().invented, l.outcome, l.got, l.want}) {
				return
			}
		}
		for _, r := range c.Invariants {
			name := report.RuleMetric(r.Name)
			l := invariantLeaf(name, r)
			if !yield(Leaf{name, l.path, false, l.outcome, l.got, l.want}) {
				return
			}
		}
	}
}
