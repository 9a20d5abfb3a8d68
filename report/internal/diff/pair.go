package diff

import (
	"cmp"
	"iter"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// pair is a data set of both runs, or of one. It compares the cases that both runs have.
type pair struct {
	*comparison
	key      artifact.Key
	set      *Set
	sides    [2]*runs.Cases // old, new
	warnings warnings

	truth        *runs.OneTruth
	changedRules []string // of a baseline that is not judged by today's rules: the names of the rules that differ

	documents []document
	trials    [2][]int32 // the numbers of the trials that the documents have
	fields    []*field
	local     []int // index in fields by number of the attribute, -1: not compared
	sample    *estimate.Sample
	distinct  []int64 // the totals of a baseline with copies, in which copies of a document count once, times copyParts; else nil
	resamples *stats.Accumulator
	pass      estimate.Evidence
	passed    [2]estimate.Shares
	failed    [2]estimate.Shares
	changed   [4]changedCases
	units     *runs.Units
	// fieldsChanged is how many units broke or were fixed, judged only by the fields in the averages and by the
	// extractor.
	fieldsChanged unitCount
}

// document is a case, by its number.
type document struct {
	number  int32
	cluster uint64 // the unit that it shares with other cases, 0 for none
	unit    uint64 // of resampling
	half    bool   // it has a truth in only one run: only its invariants are compared
}

// field is one field that both runs judged.
type field struct {
	*Row
	attribute *runs.Attribute
	right     [2]estimate.Shares // of trials
	flips     [2]estimate.Shares // of cases with several trials
	unknown   int                // cases in which a comparison errored
	changed   unitCount          // units of which a case broke or was fixed
	several   bool               // some case has several values
	influence estimate.Field     // of the documents on F1; items, classes and invariants are in no average

	// The sums over the trials of the present case, by run.
	counts   [2]metrics.Counts
	mistaken [2]int // trials with a mistake
	touched  bool
}

func (p *pair) compare() {
	p.matchCases()
	p.warnAboutRuns()
	p.layOut()
	p.joinCopies()
	p.groupDocuments()
	p.startResamples()
	for kind := range p.changed {
		p.changed[kind].shown = arithmetic.NewFirst(p.o.MaxCases, p.compareChanged)
	}
	p.addDocuments()
	p.addInfluences()
	p.set.Passed, p.set.Failed = p.rates(&p.passed), p.rates(&p.failed)
	p.addUsage()
	p.addMeasures()
	p.judgeFields()
	p.judgePassRate()
	p.judgeAverages()
	p.judgeFrozen()
	p.setDetectable()
	p.setNoise()
	p.listChanges()
	p.warnAboutSize()
}

// layOut chooses the fields and averages to compare, and makes room for their sums.
func (p *pair) layOut() {
	p.set.Cases = len(p.documents)
	p.chooseFields()
	p.set.Trials = [2]int{len(p.trials[0]), len(p.trials[1])}
	sampled := make([]*estimate.Field, len(p.fields))
	for i, f := range p.fields {
		f.influence = estimate.Field{Averaged: f.attribute.Averaged(), InMacro: f.attribute.InMacro()}
		sampled[i] = &f.influence
	}
	p.sample = estimate.NewSample(sampled, p.set.Trials)
	p.sample.SkipUndefined, p.sample.Noise = p.sides[1].Dataset.SkipUndefined, p.frozen != nil
}

// matchCases finds the cases that both runs asked for, and judges both runs by one truth and one spec: the truths of the
// run that began last and, unless the comparison is by the old rules, its spec.
func (p *pair) matchCases() {
	old, new := p.sides[0], p.sides[1]
	p.set.Disappeared, p.set.Appeared = p.firstNames(old.Missing(new)), p.firstNames(new.Missing(old))
	newest := p.newest()
	rules := newest
	if p.oldRules {
		rules = 1 - newest
	}
	p.truth = runs.Judge(p.sides[:], p.names(), runs.Common(p.sides[:]...), newest, rules)
	p.set.NotEvaluable = cmp.Or(p.set.NotEvaluable, p.truth.NotEvaluable, p.truth.Emptied)
	p.leaveOut()
	p.setDocuments(p.truth.Numbers)
	p.set.Relabelled = cmp.Or(p.truth.Changes...)
	for _, note := range p.truth.Notes {
		p.warnings.addWarning(DataChanged, "%s", note)
	}
	if changed := p.truth.Rules[1-rules]; len(changed) > 0 {
		p.set.Rules = &RuleChange{Changed: changed, Apart: p.truth.Apart, notes: p.truth.RuleNotes}
	}
}

func (p *pair) setDocuments(numbers []int32) {
	p.documents = make([]document, len(numbers))
	for i, n := range numbers {
		p.documents[i].number = n
	}
}

func (p *pair) firstNames(all []string) Names {
	slices.Sort(all)
	n := min(len(all), p.o.MaxCases)
	return Names{Names: slices.Clone(all[:n]), More: len(all) - n}
}

// chooseFields divides the fields into those that both runs judged and those that only one run judged. It also notes
// which trials there are, and which truths and inputs have changed.
func (p *pair) chooseFields() {
	attributes := p.ledger.Attributes
	sums := [2][]metrics.Counts{make([]metrics.Counts, len(attributes)), make([]metrics.Counts, len(attributes))} // under each run's own spec
	type sight struct {
		row  uint32
		side int
		half bool
	}
	seen := map[sight]bool{} // the different rows, each once
	half, data := 0, runs.Data{}
	for i := range p.documents {
		d := &p.documents[i]
		entries := p.entries(*d)
		if d.half = entries[0][0].Unlabelled != entries[1][0].Unlabelled; d.half {
			half++
		} else {
			data.Look(p.sides[0], d.number, entries[:]...)
		}
		for side := range entries {
			for k, e := range entries[side] {
				if index, found := slices.BinarySearch(p.trials[side], e.Trial); !found {
					p.trials[side] = slices.Insert(p.trials[side], index, e.Trial)
				}
				sighted := sight{p.truth.OwnRow(side, d.number, k, e.Row), side, d.half}
				if seen[sighted] {
					continue
				}
				seen[sighted] = true
				for a, n := range p.ledger.Counts(sighted.row) {
					if !d.half || attributes[a].Kind == report.KindInvariant {
						sums[side][a] = sums[side][a].Plus(n)
					}
				}
			}
		}
	}
	p.warnAboutData(&data, half)

	p.local = slices.Repeat([]int{-1}, len(attributes))
	declared := p.declared()
	order := p.ledger.Order(p.sides[1], p.sides[0])
	p.set.Fields = make([]Row, 0, len(order)) // which the fields point into
	for _, a := range order {
		old, new, attribute := sums[0][a], sums[1][a], &attributes[a]
		if old.Total()+new.Total() == 0 || attribute.Kind == report.KindClass && !declared[attribute.Name] || !p.keepsRule(attribute) {
			continue
		}
		p.set.Fields = append(p.set.Fields, Row{Row: attribute.Row()})
		row := &p.set.Fields[len(p.set.Fields)-1]
		// A field that only one run judged cannot be compared: all its cases would be right in the other run. A field
		// of which the truth has no value is compared.
		switch {
		case old.Support() > 0 && new.Total() == new.Errored:
			row.Verdict = Disappeared
		case new.Support() > 0 && old.Total() == old.Errored:
			row.Verdict = Appeared
		default:
			p.local[a] = len(p.fields)
			p.fields = append(p.fields, &field{Row: row, attribute: attribute})
		}
	}
}

// declared returns the names of the classes that both runs declare. Other classes cannot be compared.
func (p *pair) declared() map[string]bool {
	old, both := map[string]bool{}, map[string]bool{}
	for side, names := range []map[string]bool{old, both} {
		for _, list := range p.sides[side].Dataset.Classes {
			for _, name := range list.Names {
				if class := report.ClassName(list.Attribute, name); list.Declared && (side == 0 || old[class]) {
					names[class] = true
				}
			}
		}
	}
	return both
}

// addDocuments adds up every document once, the documents of one unit of resampling together.
func (p *pair) addDocuments() {
	slices.SortFunc(p.documents, func(a, b document) int {
		return cmp.Or(cmp.Compare(a.unit, b.unit), cmp.Compare(a.cluster, b.cluster))
	})
	var touched []*field
	counts := make([]int, len(p.sample.Totals)) // of a unit
	drawing := estimate.Draw(p.o.bootstrap(), p.resamples, len(counts))
	defer drawing.End()
	if p.frozen != nil && p.units.Several() && !p.units.Tagged() && len(p.documents) <= maxUnits {
		p.distinct = make([]int64, len(counts))
	}
	copies := 0 // in the unit so far
	for i, d := range p.documents {
		copies++
		touched = touched[:0]
		var passed, failed, trials [2]int
		for side, entries := range p.entries(d) {
			for _, e := range entries {
				touched = p.addEntry(touched, counts, side, e, d)
				trials[side]++
				if e.Passed {
					passed[side]++
				}
				if e.Failed {
					failed[side]++
				}
			}
			p.passed[side].Add(passed[side], trials[side])
			p.failed[side].Add(failed[side], trials[side])
		}
		p.addCase(d, touched, failed, trials)
		if i+1 == len(p.documents) || p.documents[i+1].unit != d.unit {
			p.sample.Total(counts)
			for k := range p.distinct {
				p.distinct[k] += int64(counts[k]) * copyParts / int64(copies)
			}
			drawing.Add(d.unit, counts)
			clear(counts)
			copies = 0
		}
	}
}

// entries returns the trials of a document in both runs.
func (p *pair) entries(d document) [2][]runs.Entry {
	return [2][]runs.Entry{p.sides[0].Entries(d.number), p.sides[1].Entries(d.number)}
}

// counts visits the counts of a document in the compared fields, by their index. A document with a truth in only one
// run has counts only in the invariants.
func (p *pair) counts(d document, e runs.Entry) iter.Seq2[int, metrics.Counts] {
	return func(yield func(int, metrics.Counts) bool) {
		for a, n := range p.ledger.Counts(e.Row) {
			if i := p.local[a]; i >= 0 && (!d.half || p.fields[i].Kind == report.KindInvariant) && !yield(i, n) {
				return
			}
		}
	}
}

// confusion counts by the convention of the new run.
func (p *pair) confusion(f *field, n metrics.Counts) metrics.Confusion {
	return f.attribute.Confusion(n, p.sides[1].Dataset.Policy)
}

// addEntry adds the counts of one trial.
func (p *pair) addEntry(touched []*field, counts []int, side int, e runs.Entry, d document) []*field {
	slot, _ := slices.BinarySearch(p.trials[side], e.Trial)
	for i, n := range p.counts(d, e) {
		f := p.fields[i]
		if !f.touched {
			f.touched = true
			f.counts, f.mistaken = [2]metrics.Counts{}, [2]int{}
			touched = append(touched, f)
		}
		f.counts[side] = f.counts[side].Plus(n)
		if n.Mistakes() > 0 {
			f.mistaken[side]++
		}
		p.sample.Count(counts, i, side, slot, p.confusion(f, n))
	}
	return touched
}

// addCase compares one case. touched are its fields; failed is the number of trials in which the extractor failed, by
// run.
func (p *pair) addCase(d document, touched []*field, failed, trials [2]int) {
	p.sample.Unequal = p.sample.Unequal || trials[0] != trials[1]
	change, fields := changedCase{document: d}, changedCase{}
	for _, f := range touched {
		f.touched = false
		for _, n := range f.counts {
			f.several = f.several || n.Total() > 1
		}
		if f.counts[0].Errored+f.counts[1].Errored > 0 {
			f.unknown++
			continue
		}
		f.Cases++
		var right [2]int
		for side := range right {
			right[side] = trials[side] - f.mistaken[side]
			f.right[side].Add(right[side], trials[side])
			if n := f.mistaken[side]; n > 0 && n < trials[side] {
				f.flips[side].Add(1, 1)
			} else if trials[side] > 1 {
				f.flips[side].Add(0, 1)
			}
		}
		switch moreOften(right, trials) {
		case -1:
			f.Broken++
			f.changed.addUnit(d)
		case 1:
			f.Fixed++
			f.changed.addUnit(d)
		}
		mistakes := [2]int{f.counts[0].Mistakes(), f.counts[1].Mistakes()}
		if !f.Items && f.Kind != report.KindClass { // the leaves of items have fields of their own; classes repeat their field
			change.addMistakes(mistakes, trials)
		}
		if f.influence.Averaged {
			fields.addMistakes(mistakes, trials)
		}
	}
	fields.addMistakes(failed, trials)
	if fields.turned() {
		p.fieldsChanged.addUnit(d)
	}
	if change.fails = change.addMistakes(failed, trials); change.fails {
		p.set.NewErrors++
	}
	passed, all := p.countPassed(d)
	if p.apart() {
		passed = [2]int{}
	}
	if list, ok := change.chooseList(passed, all); ok {
		p.changed[list].all++
		p.changed[list].shown.Add(change)
	}
}

func (p *pair) rates(shares *[2]estimate.Shares) Rates {
	return Rates{Old: p.rateOf(&shares[0]), New: p.rateOf(&shares[1])}
}

func (p *pair) rateOf(s *estimate.Shares) Rate {
	i, ok := s.Interval(p.o.Level, p.units.Effective())
	return Rate{Count: s.Sum(), Of: s.Cases, Low: report.RatioOf(i.Low, ok), High: report.RatioOf(i.High, ok)}
}
