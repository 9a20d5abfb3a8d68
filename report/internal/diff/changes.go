package diff

import (
	"cmp"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// The lists of a Set that a changed case may be in.
const (
	broken = iota
	regressed
	fixed
	improved
)

// changedCase is a case whose number of mistakes changed in some field.
type changedCase struct {
	document
	worse, better int     // fields; the extractor counts as one
	dirty         [2]bool // by run: the case has a mistake
	fails         bool    // the extractor fails in a greater share of trials than before
}

// addMistakes compares the mistakes of a field, or the failures of the extractor, and reports whether they became more
// frequent.
func (c *changedCase) addMistakes(mistakes, trials [2]int) (worse bool) {
	for side, n := range mistakes {
		c.dirty[side] = c.dirty[side] || n > 0
	}
	switch moreOften(mistakes, trials) {
	case 1:
		c.worse++
		return true
	case -1:
		c.better++
	}
	return false
}

// moreOften returns 1 if the count per trial of the new run is greater than that of the old run, -1 if it is less, and
// 0 if it is equal.
func moreOften(count, trials [2]int) int { return cmp.Compare(count[1]*trials[0], count[0]*trials[1]) }

// failedTrial returns the first trial of the case in which the extractor fails now but did not before, 0 for none.
func (p *pair) failedTrial(c changedCase) int {
	if !c.fails {
		return 0
	}
	first := 0
	for _, e := range p.sides[1].Entries(c.number) {
		if old := p.sides[0].Entry(c.number, e.Trial); e.Failed && old != nil && !old.Failed && (first == 0 || int(e.Trial) < first) {
			first = int(e.Trial)
		}
	}
	return first
}

// turned reports whether all mistakes of the case are new, or all have gone.
func (c *changedCase) turned() bool { return c.worse+c.better > 0 && (!c.dirty[0] || !c.dirty[1]) }

// chooseList returns the list that the case belongs to, and false if the case did not change. passed is the number of
// trials in which it passes, by run; see [pair.countPassed].
func (c *changedCase) chooseList(passed, trials [2]int) (int, bool) {
	switch order := moreOften(passed, trials); {
	case order < 0:
		return broken, true
	case order > 0:
		return fixed, true
	case c.worse > 0:
		return regressed, true
	}
	return improved, c.better > 0
}

// countPassed returns the number of trials in which a case passes, and the number of its trials, by run. A case that has a
// truth in only one run passes by other rules there, and counts as if it did not change.
func (p *pair) countPassed(d document) (passed, trials [2]int) {
	for side, entries := range p.entries(d) {
		trials[side] = len(entries)
		for _, e := range entries {
			if e.Passed && !d.half {
				passed[side]++
			}
		}
	}
	return passed, trials
}

// changedCases are the shown cases of a list, and the number of all its cases.
type changedCases struct {
	shown arithmetic.First[changedCase]
	all   int
}

func (p *pair) compareChanged(a, b changedCase) int {
	return cmp.Or(cmp.Compare(b.worse, a.worse), cmp.Compare(b.better, a.better), cmp.Compare(p.caseID(a), p.caseID(b)))
}

// listChanges lists the changed cases that are shown.
func (p *pair) listChanges() {
	for kind, list := range []*Changes{broken: &p.set.Broken, regressed: &p.set.Regressed, fixed: &p.set.Fixed, improved: &p.set.Improved} {
		shown := p.changed[kind].shown.Sorted()
		list.More = p.changed[kind].all - len(shown)
		list.Cases = slices.Grow(list.Cases, len(shown)) // without growing later: p.want keeps pointers into it
		for i, c := range shown {
			list.Cases = append(list.Cases, p.describe(c))
			p.wantRecords(&list.Cases[i], c)
		}
	}
}

func (p *pair) caseID(c changedCase) string { return p.sides[0].Name(c.number) }

// describe returns the change of a case without its values.
func (p *pair) describe(c changedCase) CaseChange {
	change := CaseChange{ID: p.caseID(c)}
	var worse, better []FieldChange
	for _, f := range p.fieldChanges(c) {
		if f.Worse {
			worse = append(worse, f)
		} else {
			better = append(better, f)
		}
	}
	change.Fields = append(worse, better...)
	if more := len(change.Fields) - maxFields; more > 0 {
		change.Fields, change.MoreFields = change.Fields[:maxFields], more
	}
	return change
}

const maxFields = 10 // of a case that is shown

// fieldChanges returns the fields whose number of mistakes changed, in order of the fields, each with the first trial
// in which it changed.
func (p *pair) fieldChanges(c changedCase) (changes []FieldChange) {
	entries := p.entries(c.document)
	var mistakes [2][][]int // by run, entry and field
	errored := make([]bool, len(p.fields))
	for side := range entries {
		for t, e := range entries[side] {
			mistakes[side] = append(mistakes[side], make([]int, len(p.fields)))
			for a, n := range p.ledger.Counts(e.Row) {
				if i := p.local[a]; i >= 0 {
					mistakes[side][t][i] = n.Mistakes()
					errored[i] = errored[i] || n.Errored > 0
				}
			}
		}
	}
	for i, f := range p.fields {
		var sums [2]int
		for side, trials := range mistakes {
			for _, counts := range trials {
				sums[side] += counts[i]
			}
		}
		order := moreOften(sums, [2]int{len(entries[0]), len(entries[1])})
		if order == 0 || errored[i] || f.Items || f.Kind == report.KindClass {
			continue
		}
		change := FieldChange{Field: f.Name, Worse: order > 0}
		for t, e := range entries[1] {
			old := slices.IndexFunc(entries[0], func(o runs.Entry) bool { return o.Trial == e.Trial })
			if old >= 0 && cmp.Compare(mistakes[1][t][i], mistakes[0][old][i]) == order {
				change.Trial = int(e.Trial)
				break
			}
		}
		changes = append(changes, change)
	}
	return changes
}

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
