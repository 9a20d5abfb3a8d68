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
	file, line uint32
	id         string
	trial      int
	take       func(*report.Case)
}

// pendingChange is a case that is shown, until both its records have been read.
type pendingChange struct {
	*CaseChange
	trial  int                   // which Old and New are of
	leaves map[string]*[2][]Leaf // by field
}

// want asks for the records of a case that is shown.
func (p *paired) want(change *CaseChange, c changedCase) {
	pending := &pendingChange{CaseChange: change, trial: p.failedTrial(c), leaves: map[string]*[2][]Leaf{}}
	p.pending = append(p.pending, pending)
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
			p.wanted[side] = append(p.wanted[side], wanted{
				e.file, e.line, change.ID, trial, func(c *report.Case) { pending.take(side, c) },
			})
		}
	}
}

// fetch reads the sources again for the records that are wanted.
func (c *comparison) fetch() {
	for side, r := range c.runs {
		for err := range fetch(r.sources, c.wanted[side]) {
			c.warnings.add(BadRecord, "%v", err)
		}
	}
	for _, p := range c.pending {
		p.finish()
	}
}

// fetch reads sources again for records, and yields an error for each that cannot be read.
func fetch(sources []artifact.Source, all []wanted) iter.Seq[error] {
	slices.SortStableFunc(all, func(a, b wanted) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line))
	})
	return func(yield func(error) bool) {
		for rest := all; len(rest) > 0; {
			n := slices.IndexFunc(rest, func(w wanted) bool { return w.file != rest[0].file })
			if n < 0 {
				n = len(rest)
			}
			s := sources[rest[0].file]
			if err := fetchFrom(s, rest[:n]); err != nil && !yield(fmt.Errorf("values of %s are not shown: %w", s.Name, err)) {
				return
			}
			rest = rest[n:]
		}
	}
}

// fetchFrom reads the wanted records of one source, in order of their lines.
func fetchFrom(s artifact.Source, all []wanted) (err error) {
	f, err := s.Open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	in := lines.New(f)
	for _, w := range all {
		text, err := in.At(int(w.line))
		switch {
		case err == io.EOF:
			return errors.New("it has become shorter while it was read")
		case err != nil:
			return err
		case in.Size() > artifact.MaxLineBytes:
			return fmt.Errorf("line is longer than %d MiB", artifact.MaxLineBytes>>20)
		}
		var c report.Case
		if err := artifact.DecodeCase(text, &c); err != nil || c.ID != w.id || c.Trial != w.trial {
			return errors.New("it has changed while it was read")
		}
		w.take(&c)
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
			p.keep(side, l)
		}
	}
}

func (p *pendingChange) keep(side int, l Leaf) {
	both := p.leaves[l.Field]
	if both == nil {
		both = new([2][]Leaf)
		p.leaves[l.Field] = both
	}
	both[side] = append(both[side], l)
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

func (l Leaf) key() leafKey { return leafKey{l.Path, l.Invented} }

// changedValues returns the leaves with another outcome than before, those that go
// with the change first.
func changedValues(leaves [2][]Leaf, worse bool) (values []ValueChange) {
	before := map[leafKey]Leaf{}
	for _, l := range leaves[0] {
		before[l.key()] = l
	}
	for _, l := range leaves[1] {
		old, known := before[l.key()]
		delete(before, l.key())
		if known && old.Outcome != l.Outcome || !known && !l.Outcome.Hit() {
			values = append(values, newValueChange(l.Path, old, l))
		}
	}
	for _, l := range leaves[0] {
		if _, left := before[l.key()]; left && !l.Outcome.Hit() {
			values = append(values, newValueChange(l.Path, l, Leaf{}))
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
func newValueChange(path string, old, new Leaf) ValueChange {
	texts := words.CutValues(maxValueBytes, old.Got, new.Got, cmp.Or(new.Want, old.Want))
	return ValueChange{Path: path, Old: Value{old.Outcome, texts[0]}, New: Value{new.Outcome, texts[1]}, Want: texts[2]}
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
			if !yield(Leaf{f.Attribute, f.Path, f.Outcome == metrics.Invented, f.Outcome, string(f.Got), string(f.Want)}) {
				return
			}
		}
		for _, r := range c.Invariants {
			if !yield(invariantLeaf(r)) {
				return
			}
		}
	}
}

// invariantLeaf is an invariant as a value: "holds", or why it does not.
func invariantLeaf(r invariant.Result) Leaf {
	name, said := report.RuleMetric(r.Name), string(r.State)
	if r.Note != "" {
		said += ": " + r.Note
	}
	return Leaf{
		Field: name, Path: name, Outcome: cmp.Or(outcomeOf(r.State), metrics.CorrectAbsence),
		Got: string(gjson.AppendJSONString(nil, said)), Want: `"holds"`,
	}
}
