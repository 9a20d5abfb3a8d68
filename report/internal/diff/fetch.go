package diff

import (
	"cmp"
	"slices"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/runs"
)

const (
	maxValues     = 3   // shown of a field
	maxValueBytes = 200 // shown of a value
)

// pendingChange is a case that is shown, until both its records have been read.
type pendingChange struct {
	*CaseChange
	trial  int                        // of Old and New
	leaves map[string]*[2][]runs.Leaf // by field
}

// wantRecords asks for the records of a case that is shown.
func (p *pair) wantRecords(change *CaseChange, c changedCase) {
	pending := &pendingChange{CaseChange: change, trial: p.failedTrial(c), leaves: map[string]*[2][]runs.Leaf{}}
	p.pending = append(p.pending, pending)
	var trials []int
	if pending.trial > 0 {
		trials = append(trials, pending.trial)
	} else if len(change.Fields) > 0 {
		pending.trial = change.Fields[0].Trial
	}
	for _, f := range change.Fields {
		pending.leaves[f.Field] = new([2][]runs.Leaf)
		if f.Trial > 0 && !slices.Contains(trials, f.Trial) {
			trials = append(trials, f.Trial)
		}
	}
	for side, cases := range p.sides {
		for _, trial := range trials {
			p.wanted = append(p.wanted, runs.Shown{Truth: p.truth, Run: side, Wanted: runs.Wanted{
				Of: cases, Number: c.number, Entry: cases.Entry(c.number, int32(trial)), Take: func(c *report.Case) { pending.takeRecord(side, c) },
			}})
		}
	}
}

// fetch reads the wanted records from the sources again.
func (c *comparison) fetch() {
	for _, err := range runs.ReadShown(len(sideNames), c.wanted) {
		c.warnings.addWarning(BadRecord, "%v", err)
	}
	for _, p := range c.pending {
		p.finish()
	}
}

// takeRecord keeps the shown parts of one record.
func (p *pendingChange) takeRecord(side int, c *report.Case) {
	state := []*CaseState{&p.Old, &p.New}[side]
	if p.trial == 0 || p.trial == c.Trial {
		*state = CaseState{Status: c.Status, Error: words.Cut(c.Error, maxValueBytes), Score: c.Score}
	}
	state.unkept = c.Status == report.OK
	for l := range runs.Leaves(c) {
		state.unkept = false
		if slices.ContainsFunc(p.Fields, func(f FieldChange) bool { return f.Field == l.Field && f.Trial == c.Trial }) {
			p.leaves[l.Field][side] = append(p.leaves[l.Field][side], l)
		}
	}
}

// finish pairs the leaves of both records, and cuts the values around their first difference.
func (p *pendingChange) finish() {
	for i := range p.Fields {
		f := &p.Fields[i]
		changes := runs.Changes(*p.leaves[f.Field], f.Worse)
		f.MoreValues = max(len(changes)-maxValues, 0)
		for _, c := range changes[:min(len(changes), maxValues)] {
			texts := words.CutValues(maxValueBytes, c.Old.Got, c.New.Got, cmp.Or(c.New.Want, c.Old.Want))
			f.Values = append(f.Values, ValueChange{
				Path: cmp.Or(c.New.Path, c.Old.Path), Old: Value{c.Old.Outcome, texts[0]}, New: Value{c.New.Outcome, texts[1]}, Want: texts[2],
			})
		}
	}
}
