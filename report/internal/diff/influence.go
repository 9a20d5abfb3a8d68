package diff

import (
	"cmp"
	"slices"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/signflip"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report/internal/ledger"
)

// addInfluences adds the influence of every changed case to the evidence, once the sums are known.
func (p *pair) addInfluences() {
	inMacro, value := 0, 0.0 // value: the contribution of one value to F1 of its field, averaged over fields
	for i, f := range p.fields {
		block := p.layout.Of(p.totals, i)
		f.Weight = p.layout.Weigh(block)
		_, both := p.layout.Delta(block)
		f.never = f.Weight.Never && both
		if p.macroHas(f) && f.Weight != (estimate.Weight{}) {
			inMacro++
			value += f.Weight.Value()
		}
	}
	p.macro.Weight = estimate.ValueWeight(value / float64(max(inMacro*inMacro, 1)))
	p.micro.Weight = p.layout.Weigh(p.layout.Of(p.totals, len(p.fields)))
	changed := p.changedDocuments()
	var touched []*field
	for i, d := range changed {
		if first := i == 0 || d.cluster == 0 || changed[i-1].cluster != d.cluster; first {
			touched = touched[:0]
		}
		touched = p.collect(touched, d)
		if i+1 < len(changed) && d.cluster != 0 && changed[i+1].cluster == d.cluster {
			continue // the values of one unit are summed
		}
		if p.unequal {
			p.addTrials(touched, inMacro)
		} else {
			p.addChange(touched, inMacro)
		}
	}
}

// changedDocuments returns the documents whose trials differ, with documents of one unit next to each other.
func (p *pair) changedDocuments() (all []document) {
	for _, d := range p.documents {
		if !alike(p.entries(d)) {
			all = append(all, d)
		}
	}
	slices.SortStableFunc(all, func(a, b document) int { return cmp.Compare(a.cluster, b.cluster) })
	return all
}

func (p *pair) macroHas(f *field) bool {
	return f.averaged() && f.Field != metrics.InventedAttribute
}

// alike reports whether all trials of a case have the same counts.
func alike(entries [2][]ledger.Entry) bool {
	for _, side := range entries {
		for _, e := range side {
			if e.Row != entries[0][0].Row {
				return false
			}
		}
	}
	return true
}

// collect adds the counts of one case to the evidence of its fields and of the micro average. If touched is empty, the
// case is the first of its unit.
func (p *pair) collect(touched []*field, d document) []*field {
	entries := p.entries(d)
	trials := [2]int{len(entries[0]), len(entries[1])}
	if len(touched) == 0 {
		p.micro.Start(trials)
	}
	p.micro.Extend(trials)
	for side, all := range entries {
		for t, e := range all {
			for i, n := range p.counts(d, e) {
				f := p.fields[i]
				if !f.touched {
					f.touched, f.errored = true, false
					f.Start(trials)
					touched = append(touched, f)
				}
				f.Extend(trials)
				c := p.confusion(f, n)
				f.Add(side, t, c)
				f.errored = f.errored || n.Errored > 0
				if f.averaged() {
					p.micro.Add(side, t, c)
				}
			}
		}
	}
	return touched
}

// addChange adds the influence of a unit. Every case has the same number of trials in both runs.
func (p *pair) addChange(touched []*field, inMacro int) {
	p.micro.Put(p.micro.Influence())
	macro := 0.0
	for _, f := range touched {
		f.touched = false
		change := f.Influence()
		if !f.errored {
			f.Put(change)
		}
		if p.macroHas(f) && !f.never {
			macro += change
		}
	}
	p.macro.Put(macro / float64(max(inMacro, 1)))
}

// addTrials adds the contribution of each trial of a unit.
func (p *pair) addTrials(touched []*field, inMacro int) {
	micro := p.micro.Scores()
	p.micro.PutTrials(micro)
	macro := signflip.Trials{Old: make([]float64, len(micro.Old)), New: make([]float64, len(micro.New))}
	for _, f := range touched {
		f.touched = false
		scores := f.Scores()
		if !f.errored {
			f.PutTrials(scores)
		}
		if p.macroHas(f) && !f.never {
			for t, v := range scores.Old {
				macro.Old[t] += v / float64(max(inMacro, 1))
			}
			for t, v := range scores.New {
				macro.New[t] += v / float64(max(inMacro, 1))
			}
		}
	}
	p.macro.PutTrials(macro)
}
