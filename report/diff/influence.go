package diff

import (
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
)

// evidence is what each case adds to the change of an F1: its influence.
//
// F1 is a ratio A/B of sums over cases, with A = 2TP and B = 2TP+FP+FN. With A' and B'
// the means of both runs and F = A'/B', the change of the ratio is the sum over cases of
// (ΔA - F·ΔB)/B', times B'²/(B1·B2): an identity, no approximation. Exchanging the runs
// in one case changes the sign of what it adds, and neither A' nor B'. So a sign-flip
// test of the sum is one of ΔF1. Of the mean over trials, and of the macro average, which is the mean of several such
// sums, it is the linear part.
type evidence struct {
	weight  weight
	changes tally          // of the cases that changed, with as many trials in both runs
	trials  []stats.Trials // else: of the cases whose trials are not all alike
	changed int            // cases that changed

	// Of the case that is looked at, A and B by run and trial.
	a, b    [2][]int
	errored bool
	touched bool
}

// weight turns the A and B of a case into what they add to F1.
type weight struct{ f, b float64 }

func (w weight) of(a, b float64) float64 {
	if w.b == 0 {
		return 0
	}
	return (a - w.f*b) / w.b
}

// weigh returns the weight of the field, or average, whose sums a block has. Where
// nothing was ever right F is taken as 1: each mistake counts.
func (l layout) weigh(block []int64) weight {
	var a, b float64
	for side, trials := range l.trials {
		for t := range trials {
			c := l.confusion(block, side, t)
			a += float64(2*c.TP) / float64(2*trials)
			b += float64(2*c.TP+c.FP+c.FN) / float64(2*trials)
		}
	}
	switch {
	case b == 0:
		return weight{}
	case a == 0:
		return weight{f: 1, b: b}
	}
	return weight{f: a / b, b: b}
}

// addInfluences looks at every case again, when the sums are known.
func (p *paired) addInfluences() {
	inMacro := 0
	for i, f := range p.fields {
		f.weight = p.layout.weigh(of(p.layout, p.totals, i))
		if p.macroHas(f) && f.weight.b > 0 {
			inMacro++
		}
	}
	p.micro.weight = p.layout.weigh(of(p.layout, p.totals, len(p.fields)))
	var entries [2][]*entry
	var touched []*field
	for _, d := range p.documents {
		for side, l := range p.sides {
			entries[side] = l.entries(entries[side][:0], d.cases[side])
		}
		if alike(entries) {
			continue
		}
		touched = p.collect(touched[:0], entries, d.half)
		if p.unequal {
			p.addTrials(touched, inMacro, d.times)
		} else {
			p.addChange(touched, inMacro, d.times)
		}
	}
}

func (p *paired) macroHas(f *field) bool {
	return f.averaged() && f.Field != metrics.InventedAttribute
}

// alike reports whether all trials of a case have the same counts.
func alike(entries [2][]*entry) bool {
	for _, side := range entries {
		for _, e := range side {
			if e.row != entries[0][0].row {
				return false
			}
		}
	}
	return true
}

// collect sets what the evidence of fields and of the micro average has of one case.
func (p *paired) collect(touched []*field, entries [2][]*entry, half bool) []*field {
	p.micro.start(entries)
	for side, all := range entries {
		for t, e := range all {
			for attribute, n := range p.rows.all(e.row) {
				local := p.local[attribute]
				if local < 0 {
					continue
				}
				f := p.fields[local]
				if half && !f.Rule {
					continue
				}
				if !f.evidence.touched {
					f.start(entries)
					touched = append(touched, f)
				}
				c := p.confusion(f, n)
				f.add(side, t, c)
				f.errored = f.errored || n.Errored > 0
				if f.averaged() {
					p.micro.add(side, t, c)
				}
			}
		}
	}
	return touched
}

func (e *evidence) start(entries [2][]*entry) {
	e.touched, e.errored = true, false
	for side := range entries {
		n := len(entries[side])
		for len(e.a[side]) < n {
			e.a[side], e.b[side] = append(e.a[side], 0), append(e.b[side], 0)
		}
		e.a[side], e.b[side] = e.a[side][:n], e.b[side][:n]
		clear(e.a[side])
		clear(e.b[side])
	}
}

func (e *evidence) add(side, trial int, c metrics.Confusion) {
	e.a[side][trial] += 2 * c.TP
	e.b[side][trial] += 2*c.TP + c.FP + c.FN
}

// addChange adds what the case adds, where it has as many trials in both runs.
func (p *paired) addChange(touched []*field, inMacro, times int) {
	p.micro.put(p.micro.influence(), times)
	macro := 0.0
	for _, f := range touched {
		f.evidence.touched = false
		change := f.influence()
		if !f.errored {
			f.put(change, times)
		}
		if p.macroHas(f) {
			macro += change
		}
	}
	p.macro.put(macro/float64(max(inMacro, 1)), times)
}

// influence is taken of the integers: equal changes are equal, and opposite ones opposite.
func (e *evidence) influence() float64 {
	var a, b int
	for side, sign := range [2]int{-1, 1} {
		for t := range e.a[side] {
			a += sign * e.a[side][t]
			b += sign * e.b[side][t]
		}
	}
	return e.weight.of(float64(a), float64(b)) / float64(len(e.a[0]))
}

func (e *evidence) put(change float64, times int) {
	if change != 0 {
		e.changes.add(change, times)
		e.changed += times
	}
}

// addTrials adds what each trial of the case adds.
func (p *paired) addTrials(touched []*field, inMacro, times int) {
	p.micro.putTrials(p.micro.scores(), times)
	var macro stats.Trials
	macro.Old, macro.New = make([]float64, len(p.micro.a[0])), make([]float64, len(p.micro.a[1]))
	for _, f := range touched {
		f.evidence.touched = false
		scores := f.scores()
		if !f.errored {
			f.putTrials(scores, times)
		}
		if p.macroHas(f) {
			for t, v := range scores.Old {
				macro.Old[t] += v / float64(max(inMacro, 1))
			}
			for t, v := range scores.New {
				macro.New[t] += v / float64(max(inMacro, 1))
			}
		}
	}
	p.macro.putTrials(macro, times)
}

func (e *evidence) scores() stats.Trials {
	var sides [2][]float64
	for side := range sides {
		for t := range e.a[side] {
			sides[side] = append(sides[side], e.weight.of(float64(e.a[side][t]), float64(e.b[side][t])))
		}
	}
	return stats.Trials{Old: sides[0], New: sides[1]}
}

func (e *evidence) putTrials(scores stats.Trials, times int) {
	for range times {
		e.trials = append(e.trials, scores)
	}
	if scores.Change() != 0 {
		e.changed += times
	}
}

// sum is the linear part of ΔF1.
func (e *evidence) sum() float64 {
	sum := 0.0
	for _, c := range e.changes.all() {
		sum += c.Size * float64(c.Up-c.Down)
	}
	for _, t := range e.trials {
		sum += t.Change()
	}
	return sum
}

// attains are the p-values that are possible, nil where they are many.
func (e *evidence) attains() []float64 {
	if len(e.trials) > 0 {
		return nil
	}
	return stats.SignFlipAttains(e.changes.all())
}

// test returns the p-value, and the least that is possible for as many changes.
func (e *evidence) test() (p, least float64, ok bool) {
	if len(e.trials) > 0 {
		p, ok = stats.PairedTrials(e.trials)
		return p, 0, ok
	}
	p, ok = stats.SignFlipOf(e.changes.all())
	return p, stats.LeastP(e.changed), ok
}
