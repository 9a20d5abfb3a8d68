package diff

import (
	"cmp"
	"slices"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// paired compares the cases that both runs have of one data set.
type paired struct {
	*comparison
	set      *Set
	sides    [2]*ledger // old, new
	warnings warnings

	documents []document
	trials    [2][]int32 // the numbers of the trials that the documents have
	fields    []*field
	local     []int // index in fields by number of the attribute, -1: not compared
	layout    layout
	totals    []int64 // a block for each field, and one for the micro average
	resamples *stats.Accumulator
	unequal   bool     // a case has more trials in one run
	micro     evidence // for the averages
	macro     evidence
	passed    [2]shares
	failed    [2]shares
	changed   [4]worstChanges
	// fieldsChanged is how many cases are in those lists by their fields alone.
	fieldsChanged [4]int
}

// document is a case by its number in both runs.
type document struct {
	cases [2]int32
	unit  uint64 // of resampling
	half  bool   // it has a truth in one run only: its invariants alone are compared
	times int    // how many cases it stands for: 1, or all of some outcomes, see Joined
}

// field is one field that both runs judged.
type field struct {
	*Row
	attribute int
	right     [2]shares // of trials
	flips     [2]shares // of cases with several trials
	unknown   int       // cases in which a comparison errored
	several   bool      // a case has several values
	evidence

	// Of the case that is looked at, the sums over its trials, by run.
	counts   [2]metrics.Counts
	mistaken [2]int // trials with a mistake
	touched  bool
}

func newPaired(c *comparison, set *Set, sides [2]*ledger) *paired {
	return &paired{comparison: c, set: set, sides: sides}
}

func (p *paired) compare() {
	p.match()
	p.warnAboutRuns()
	p.layOut(len(p.documents))
	p.groupDocuments()
	p.startResamples()
	p.addDocuments()
	p.addInfluences()
	p.set.Passed, p.set.Failed = p.rates(&p.passed), p.rates(&p.failed)
	p.usage()
	p.measures()
	p.judgeFields()
	p.judgeAverages()
	p.setDetectable()
	p.setNoise()
	p.listChanges()
	p.warnAboutSize()
}

// layOut chooses what is compared of so many cases, and makes room for its sums.
func (p *paired) layOut(cases int) {
	p.set.Cases = cases
	p.chooseFields()
	p.set.Trials = [2]int{len(p.trials[0]), len(p.trials[1])}
	p.layout = layout{trials: p.set.Trials}
	p.totals = make([]int64, (len(p.fields)+1)*p.layout.block())
}

// match finds the cases that both runs asked for.
func (p *paired) match() {
	old, new := p.sides[0], p.sides[1]
	var gone, come []string
	p.documents = make([]document, 0, len(old.ids.names))
	for i, id := range old.ids.names {
		j, ok := new.ids.find(id)
		ok = ok && new.asked(j)
		switch asked := old.asked(int32(i)); {
		case asked && ok:
			p.documents = append(p.documents, document{cases: [2]int32{int32(i), j}, unit: stats.DocumentHash(id), times: 1})
		case asked:
			gone = append(gone, id)
		}
	}
	for j, id := range new.ids.names {
		if i, ok := old.ids.find(id); new.asked(int32(j)) && !(ok && old.asked(i)) {
			come = append(come, id)
		}
	}
	p.set.Disappeared = p.names(gone)
	p.set.Appeared = p.names(come)
}

func (p *paired) names(all []string) Names {
	slices.Sort(all)
	n := min(len(all), p.o.MaxCases)
	return Names{Names: slices.Clone(all[:n]), More: len(all) - n}
}

// averaged reports whether the field is in the averages: items and invariants are not.
func (f *field) averaged() bool { return !f.Items && !f.Rule }

// chooseFields sorts the fields into those that both runs judged and those that
// only one did, notes which trials there are, and whether truths have changed.
func (p *paired) chooseFields() {
	names := p.rows.fields
	sums := [2][]metrics.Counts{make([]metrics.Counts, len(names.names)), make([]metrics.Counts, len(names.names))}
	otherTruth, half := 0, 0
	var entries [2][]*entry
	for i := range p.documents {
		d := &p.documents[i]
		for side, l := range p.sides {
			entries[side] = l.entries(entries[side][:0], d.cases[side])
		}
		first := [2]*entry{entries[0][0], entries[1][0]}
		if d.half = (first[0].is^first[1].is)&unlabelled != 0; d.half {
			half++
		} else if first[0].data != first[1].data {
			otherTruth++
		}
		for side := range entries {
			for _, e := range entries[side] {
				p.noteTrial(side, e.trial)
				for a, n := range p.rows.all(e.row) {
					if !d.half || names.rules[a] { // what is there, however often
						sums[side][a] = sums[side][a].Plus(n)
					}
				}
			}
		}
	}
	p.warnAboutTruth(otherTruth, half)

	p.local = make([]int, len(names.names))
	for i := range p.local {
		p.local[i] = -1
	}
	for _, a := range p.order() {
		old, new := sums[0][a], sums[1][a]
		if old.Total()+new.Total() == 0 {
			continue
		}
		row := Row{Field: names.names[a], Items: names.items[a], Rule: names.rules[a]}
		// A field that only one run judged has no other side: all its cases would be
		// right there. Where the truth has no value for it, that is as it should be.
		switch {
		case old.Support() > 0 && new.Total() == new.Errored:
			row.Verdict = Disappeared
		case new.Support() > 0 && old.Total() == old.Errored:
			row.Verdict = Appeared
		default:
			p.local[a] = len(p.fields)
			p.fields = append(p.fields, &field{attribute: a})
		}
		p.set.Fields = append(p.set.Fields, row)
	}
	at := 0
	for i := range p.set.Fields {
		if p.set.Fields[i].Verdict == Same {
			p.fields[at].Row = &p.set.Fields[i]
			at++
		}
	}
}

func (p *paired) noteTrial(side int, trial int32) {
	if at, known := slices.BinarySearch(p.trials[side], trial); !known {
		p.trials[side] = slices.Insert(p.trials[side], at, trial)
	}
}

// policy returns the convention that both runs are counted by.
func (p *paired) policy() metrics.Policy { return p.sides[1].dataset.Policy }

// addDocuments looks at every document once, those of a unit of resampling together.
func (p *paired) addDocuments() {
	slices.SortFunc(p.documents, func(a, b document) int { return cmp.Compare(a.unit, b.unit) })
	var entries [2][]*entry
	var touched []*field
	var failed [2]int                    // trials
	counts := make([]int, len(p.totals)) // of a unit
	drawing := p.draw(p.resamples, len(p.documents), len(counts))
	defer drawing.end()
	for i, d := range p.documents {
		touched = touched[:0]
		for side, l := range p.sides {
			entries[side] = l.entries(entries[side][:0], d.cases[side])
			for _, e := range entries[side] {
				touched = p.addEntry(touched, counts, side, e, d)
			}
			failed[side] = p.addRates(side, entries[side], d.times)
		}
		p.addCase(d, touched, failed, [2]int{len(entries[0]), len(entries[1])})
		if i+1 == len(p.documents) || p.documents[i+1].unit != d.unit {
			for k, n := range counts {
				p.totals[k] += int64(n)
			}
			drawing.add(d.unit, counts)
			clear(counts)
		}
	}
}

// confusion is by the convention of the new run; of an invariant F1 is the share that holds.
func (p *paired) confusion(f *field, n metrics.Counts) metrics.Confusion {
	if f.Rule {
		return n.Confusion(metrics.WrongBoth)
	}
	return n.Confusion(p.policy())
}

// addEntry adds the counts of one trial, of invariants alone where only half of the case has a
// truth.
func (p *paired) addEntry(touched []*field, counts []int, side int, e *entry, d document) []*field {
	slot, _ := slices.BinarySearch(p.trials[side], e.trial)
	for a, n := range p.rows.all(e.row) {
		if p.local[a] < 0 {
			continue
		}
		f := p.fields[p.local[a]]
		if d.half && !f.Rule {
			continue
		}
		if !f.touched {
			f.touched = true
			f.counts, f.mistaken = [2]metrics.Counts{}, [2]int{}
			touched = append(touched, f)
		}
		f.counts[side] = f.counts[side].Plus(n)
		if n.Mistakes() > 0 {
			f.mistaken[side]++
		}
		confusion := p.confusion(f, n)
		confusion = metrics.Confusion{TP: d.times * confusion.TP, TN: d.times * confusion.TN, FP: d.times * confusion.FP, FN: d.times * confusion.FN}
		p.layout.add(counts, p.local[a], side, slot, confusion)
		if f.averaged() {
			p.layout.add(counts, len(p.fields), side, slot, confusion)
		}
	}
	return touched
}

func (p *paired) addRates(side int, entries []*entry, times int) (failed int) {
	passed := 0
	for _, e := range entries {
		if e.passed {
			passed++
		}
		if e.failed {
			failed++
		}
	}
	p.passed[side].add(passed, len(entries), times)
	p.failed[side].add(failed, len(entries), times)
	return failed
}

// addCase compares one case, given the fields it has and the numbers of trials, and of
// those in which the extractor failed.
func (p *paired) addCase(d document, touched []*field, failed, trials [2]int) {
	p.unequal = p.unequal || trials[0] != trials[1]
	change, fields := changedCase{document: d}, changedCase{}
	var dirty, dirtyFields [2]bool
	for _, f := range touched {
		f.touched = false
		for _, n := range f.counts {
			f.several = f.several || n.Total() > 1
		}
		if f.counts[0].Errored+f.counts[1].Errored > 0 {
			f.unknown += d.times
			continue
		}
		f.Cases += d.times
		var right [2]int
		for side := range right {
			right[side] = trials[side] - f.mistaken[side]
			f.right[side].add(right[side], trials[side], d.times)
			if n := f.mistaken[side]; n > 0 && n < trials[side] {
				f.flips[side].add(1, 1, d.times)
			} else if trials[side] > 1 {
				f.flips[side].add(0, 1, d.times)
			}
		}
		switch cmp.Compare(right[1]*trials[0], right[0]*trials[1]) {
		case -1:
			f.Broken += d.times
		case 1:
			f.Fixed += d.times
		}
		if !f.Items { // its leaves have fields of their own
			change.add(f, trials, &dirty)
		}
		if f.averaged() {
			fields.add(f, trials, &dirtyFields)
		}
	}
	fields.addFailures(failed, trials, &dirtyFields)
	if kind, ok := fields.kind(dirtyFields); ok {
		p.fieldsChanged[kind] += d.times
	}
	if change.addFailures(failed, trials, &dirty) {
		p.set.NewErrors += d.times
	}
	if kind, ok := change.kind(dirty); ok {
		p.keep(kind, change)
	}
}

func (p *paired) rates(of *[2]shares) Rates {
	return Rates{Old: of[0].rate(p.o.Level), New: of[1].rate(p.o.Level)}
}

// shares adds up, over cases, the share of a case's trials of which something is true.
// The sums are of integers, so that the order of cases does not matter.
type shares struct {
	byTrials []int // sums by the number of trials of the case
	cases    int
}

// add adds a number of cases, of each of which it is true in count of its trials.
func (s *shares) add(count, of, cases int) {
	for len(s.byTrials) <= of {
		s.byTrials = append(s.byTrials, 0)
	}
	s.byTrials[of] += count * cases
	s.cases += cases
}

// rate is the sum of the shares, with Wilson's interval of as many draws as cases: a
// second trial is not a second case.
func (s *shares) rate(level float64) Rate {
	r := Rate{Count: s.sum(), Of: s.cases}
	i, ok := stats.WilsonOfShare(r.Count/float64(max(r.Of, 1)), float64(r.Of), level)
	r.Low, r.High = report.RatioOf(i.Low, ok), report.RatioOf(i.High, ok)
	return r
}

func (s *shares) sum() (sum float64) {
	for of, count := range s.byTrials {
		sum += float64(count) / float64(max(of, 1))
	}
	return sum
}
