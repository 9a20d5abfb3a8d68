package diff

import (
	"cmp"
	"slices"
)

// The lists of a Set that a changed case may be in.
const (
	broken = iota
	regressed
	fixed
	improved
)

// changedCase is a case that has another number of mistakes in some field.
type changedCase struct {
	document
	worse, better int // fields, and the extractor as one of them
	fails         bool
}

// addFailures compares in how many trials of a case the extractor failed, and reports
// whether it does so in more than before.
func (c *changedCase) addFailures(failed, trials [2]int, dirty *[2]bool) bool {
	for side, n := range failed {
		dirty[side] = dirty[side] || n > 0
	}
	switch cmp.Compare(failed[1]*trials[0], failed[0]*trials[1]) {
	case 1:
		c.worse++
		c.fails = true
	case -1:
		c.better++
	}
	return c.fails
}

// failedTrial is the first trial of the case in which the extractor fails now and did not
// before, 0 when there is none.
func (p *paired) failedTrial(c changedCase) int {
	if !c.fails {
		return 0
	}
	first := 0
	for _, e := range p.sides[1].entries(nil, c.cases[1]) {
		if old := p.entry(0, c, e.trial); e.failed && old != nil && !old.failed && (first == 0 || int(e.trial) < first) {
			first = int(e.trial)
		}
	}
	return first
}

// add compares the mistakes of a case in a field, for each trial.
func (c *changedCase) add(f *field, trials [2]int, dirty *[2]bool) {
	var wrong [2]int
	for side := range wrong {
		wrong[side] = f.counts[side].Mistakes()
		dirty[side] = dirty[side] || wrong[side] > 0
	}
	switch cmp.Compare(wrong[1]*trials[0], wrong[0]*trials[1]) {
	case 1:
		c.worse++
	case -1:
		c.better++
	}
}

// kind returns the list that the case belongs to, false when it did not change.
func (c *changedCase) kind(dirty [2]bool) (int, bool) {
	switch {
	case c.worse+c.better == 0:
		return 0, false
	case !dirty[0]:
		return broken, true
	case !dirty[1]:
		return fixed, true
	case c.worse > 0:
		return regressed, true
	}
	return improved, true
}

// worstChanges are the changed cases of a list that may be shown, and how many there
// are.
type worstChanges struct {
	cases []changedCase
	all   int
}

// keep keeps a changed case, unless there are as many as are shown that come before.
func (p *paired) keep(kind int, c changedCase) {
	w := &p.changed[kind]
	w.all += c.times
	if p.o.MaxCases == 0 {
		return
	}
	w.cases = append(w.cases, c)
	if len(w.cases) >= 2*p.o.MaxCases+64 { // now and then
		w.cases = p.first(w.cases)
	}
}

// first returns those that are shown: the cases with the most changed fields first.
func (p *paired) first(all []changedCase) []changedCase {
	slices.SortFunc(all, func(a, b changedCase) int {
		return cmp.Or(
			cmp.Compare(b.worse, a.worse),
			cmp.Compare(b.better, a.better),
			cmp.Compare(p.id(a), p.id(b)),
		)
	})
	return all[:min(len(all), p.o.MaxCases)]
}

// listChanges lists the changed cases that are shown.
func (p *paired) listChanges() {
	for kind, to := range []*Changes{broken: &p.set.Broken, regressed: &p.set.Regressed, fixed: &p.set.Fixed, improved: &p.set.Improved} {
		shown := p.first(p.changed[kind].cases)
		to.More = p.changed[kind].all - len(shown)
		for _, c := range shown {
			to.Cases = append(to.Cases, p.describe(c))
		}
		for i, c := range shown {
			p.want(&to.Cases[i], c)
		}
	}
}

func (p *paired) id(c changedCase) string { return p.sides[0].ids.names[c.cases[0]] }

// describe returns the change without values.
func (p *paired) describe(c changedCase) CaseChange {
	change := CaseChange{ID: p.id(c)}
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

// fieldChanges returns the fields with another number of mistakes, in order of the
// fields, and a trial in which that is so.
func (p *paired) fieldChanges(c changedCase) (changes []FieldChange) {
	type sums struct {
		mistakes [2]int
		byTrial  [2]map[int32]int
		errored  bool
	}
	var trials [2]int
	var common []int32 // trials that both runs have
	all := make([]sums, len(p.fields))
	for side, l := range p.sides {
		entries := l.entries(nil, c.cases[side])
		trials[side] = len(entries)
		for _, e := range entries {
			if side == 1 && p.entry(0, c, e.trial) != nil {
				common = append(common, e.trial)
			}
			for a, n := range p.rows.all(e.row) {
				if p.local[a] < 0 {
					continue
				}
				s := &all[p.local[a]]
				s.errored = s.errored || n.Errored > 0
				s.mistakes[side] += n.Mistakes()
				if s.byTrial[side] == nil {
					s.byTrial[side] = map[int32]int{}
				}
				s.byTrial[side][e.trial] += n.Mistakes()
			}
		}
	}
	for i, s := range all {
		by := cmp.Compare(s.mistakes[1]*trials[0], s.mistakes[0]*trials[1])
		if by == 0 || s.errored || p.fields[i].Items {
			continue
		}
		change := FieldChange{Field: p.fields[i].Field, Worse: by > 0}
		for _, t := range common {
			if cmp.Compare(s.byTrial[1][t], s.byTrial[0][t]) == by {
				change.Trial = int(t)
				break
			}
		}
		changes = append(changes, change)
	}
	return changes
}

// entry returns what is kept of a case in a trial, nil when there is nothing.
func (p *paired) entry(side int, c changedCase, trial int32) *entry {
	for _, e := range p.sides[side].entries(nil, c.cases[side]) {
		if e.trial == trial {
			return e
		}
	}
	return nil
}
