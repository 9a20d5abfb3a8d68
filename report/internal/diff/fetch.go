package diff

import (
	"cmp"
	"slices"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/ledger"
	"github.com/extracteval/extracteval/report/internal/relabel"
)

const (
	maxValues     = 3   // of a field that is shown
	maxValueBytes = 200 // of a value that is shown
)

// pendingChange is a case that is shown, until both its records have been read.
type pendingChange struct {
	*CaseChange
	trial  int                          // which Old and New are of
	leaves map[string]*[2][]ledger.Leaf // by field
	shown  [2]*relabel.Shown            // how records are judged, by run
}

// want asks for the records of a case that is shown.
func (p *pair) want(change *CaseChange, c changedCase) {
	pending := &pendingChange{CaseChange: change, trial: p.failedTrial(c), leaves: map[string]*[2][]ledger.Leaf{}}
	p.pending = append(p.pending, pending)
	var trials []int
	if pending.trial > 0 {
		trials = append(trials, pending.trial)
	} else if len(change.Fields) > 0 {
		pending.trial = change.Fields[0].Trial
	}
	for _, f := range change.Fields {
		pending.leaves[f.Field] = new([2][]ledger.Leaf)
		if f.Trial > 0 && !slices.Contains(trials, f.Trial) {
			trials = append(trials, f.Trial)
		}
	}
	for side, of := range p.sides {
		number, to := c.Cases[side], &p.wanted[side]
		if shown, truth := p.relabelled.Show(side, number); shown != nil {
			pending.shown[side], to = shown, &p.later[side]
			p.wanted[1-side] = append(p.wanted[1-side], truth)
		}
		for _, trial := range trials {
			*to = append(*to, ledger.Wanted{
				Place: of.Place(number, of.Entry(number, int32(trial))), Take: func(c *report.Case) { pending.take(side, c) },
			})
		}
	}
}

// fetch reads the sources again for the records that are wanted.
func (c *comparison) fetch() {
	for _, wanted := range [][2][]ledger.Wanted{c.wanted, c.later} {
		for side, sources := range c.sources {
			for err := range ledger.Fetch(sources, wanted[side]) {
				c.warnings.add(BadRecord, "%v", err)
			}
		}
	}
	for _, p := range c.pending {
		p.finish()
	}
}

// take keeps the shown parts of one record.
func (p *pendingChange) take(side int, c *report.Case) {
	c = p.shown[side].Record(c)
	if p.trial == 0 || p.trial == c.Trial {
		*[]*CaseState{&p.Old, &p.New}[side] = CaseState{Status: c.Status, Error: words.Cut(c.Error, maxValueBytes), Score: c.Score}
	}
	for l := range ledger.Leaves(c) {
		if slices.ContainsFunc(p.Fields, func(f FieldChange) bool { return f.Field == l.Field && f.Trial == c.Trial }) {
			p.leaves[l.Field][side] = append(p.leaves[l.Field][side], l)
		}
	}
}

// finish pairs the leaves of both records.
func (p *pendingChange) finish() {
	for i := range p.Fields {
		f := &p.Fields[i]
		changes := ledger.Changes(*p.leaves[f.Field], f.Worse)
		f.MoreValues = max(len(changes)-maxValues, 0)
		for _, c := range changes[:min(len(changes), maxValues)] {
			f.Values = append(f.Values, newValueChange(c.Old, c.New))
		}
	}
	p.leaves = nil
}

// newValueChange cuts the values around their first difference.
func newValueChange(old, new ledger.Leaf) ValueChange {
	texts := words.CutValues(maxValueBytes, old.Got, new.Got, cmp.Or(new.Want, old.Want))
	return ValueChange{Path: cmp.Or(new.Path, old.Path), Old: Value{old.Outcome, texts[0]}, New: Value{new.Outcome, texts[1]}, Want: texts[2]}
}
