package power

import (
	"math"
	"math/rand/v2"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report/diff/internal/paired"
)

// trial is one drawn pair of runs.
type trial struct {
	*pool
	random *rand.Rand
	shared float64
	broken []float64 // by field, the chance with which a right value becomes wrong

	old, donors []int             // units of the run, by the number of the unit in the pair
	keys        []uint64          // for other donors
	spoilt      []int             // values that broke
	evidence    []paired.Evidence // of the fields that were looked at
	counted     [][]counted       // by field, nil where it was not looked at
}

// draw draws the documents of both runs.
func (t *trial) draw(units int) {
	t.old, t.donors, t.keys, t.spoilt = t.old[:0], t.donors[:0], t.keys[:0], t.spoilt[:0]
	for range units {
		old, donor := t.random.IntN(t.units), -1
		if t.random.Float64() >= t.shared {
			donor = t.random.IntN(t.units)
		}
		t.old, t.donors, t.keys, t.spoilt = append(t.old, old), append(t.donors, donor), append(t.keys, t.random.Uint64()), append(t.spoilt, 0)
	}
	t.evidence, t.counted = make([]paired.Evidence, len(t.fields)), make([][]counted, len(t.fields))
}

// donor is the unit whose counts a unit of the pair has in a field of the new run: the one that was drawn, or where that has another number of values one
// of its class, the same in all fields of a list.
func (t *trial) donor(f *field, i int) int {
	old, donor := t.old[i], t.donors[i]
	if donor < 0 || f.class[donor] == f.class[old] {
		return max(donor, -1)
	}
	class := f.classes[f.class[old]]
	return class[t.keys[i]%uint64(len(class))]
}

// counted is what a unit of the pair has in a field.
type counted struct {
	old, new metrics.Confusion
	errored  bool // a comparison
}

// count counts all units in a field, and breaks values.
func (t *trial) count(k int) []counted {
	f := &t.fields[k]
	all := make([]counted, len(t.old))
	for i, old := range t.old {
		c := counted{f.of[old], f.of[old], f.errored[old]}
		if d := t.donor(f, i); d >= 0 {
			c.new, c.errored = f.of[d], c.errored || f.errored[d]
		}
		if q := t.broken[k]; q > 0 {
			n := 0
			for range c.new.TP {
				if t.random.Float64() < q {
					n++
				}
			}
			t.spoilt[i] += n
			c.new.TP -= n
			c.new.FP += n * f.wrong.FP
			c.new.FN += n * f.wrong.FN
		}
		all[i] = c
	}
	return all
}

var alone = paired.Layout{Trials: [2]int{1, 1}}

func weigh(all []counted) paired.Weight {
	var old, new metrics.Confusion
	for _, c := range all {
		old, new = old.Plus(c.old), new.Plus(c.new)
	}
	return alone.Weigh([]int64{int64(old.TP), int64(old.FP), int64(old.FN), int64(new.TP), int64(new.FP), int64(new.FN)})
}

// influence is what a unit adds to F1.
func influence(e *paired.Evidence, c counted) float64 {
	if c.old == c.new {
		return 0
	}
	e.Start(alone.Trials)
	e.Add(0, 0, c.old)
	e.Add(1, 0, c.new)
	return e.Influence()
}

// look fills the evidence of a field.
func (t *trial) look(k int) *paired.Evidence {
	e := &t.evidence[k]
	if t.counted[k] != nil {
		return e
	}
	t.counted[k] = t.count(k)
	e.Weight = weigh(t.counted[k])
	for _, c := range t.counted[k] {
		if !c.errored {
			e.Put(influence(e, c), 1)
		}
	}
	return e
}

// result is a test.
type result struct {
	p        float64
	possible paired.Possible
	fell     bool
	ok       bool
}

func test(e *paired.Evidence) (r result) {
	if e.Changes == 0 {
		return r
	}
	r.p, r.possible, r.ok = e.Test()
	r.fell = e.Sum() < 0
	return r
}

// finds reports whether the comparison of the pair marks a row as regressed: the field, or the micro average where it is below 0.
// The family is tested only where it decides.
func (t *trial) finds(row int, alpha float64) bool {
	level := (1 - paired.AveragesShare) * alpha / float64(len(t.fields)+1) // at which it is significant beside any others, by Bonferroni
	var e *paired.Evidence
	if row >= 0 {
		e = t.look(row)
	} else {
		level = paired.AveragesShare * alpha / 2
		averages := t.averages()
		e = &averages[0]
	}
	if z := -e.Sum() / math.Sqrt(e.Squares()); e.Changes >= 30 && (z < stats.Normal(1-alpha)-clear || z > stats.Normal(1-level)+clear) {
		return z > 0 && z > stats.Normal(1-alpha)
	}
	switch r := test(e); {
	case !r.ok || !r.fell || r.p > alpha:
		return false
	case r.p <= level:
		return true
	}
	return t.family(row).finds(row, alpha)
}

// clear is how far the z-value of a sum of many changes has to be from the one that decides for the exact test not to be made.
const clear = 0.3

// family has the tests of a pair: both averages, the fields and, last of these, the pass rate.
type family struct {
	averages []result
	fields   []result
	sole     int // the only field in the averages, which are then that field; else -1
}

func (t *trial) family(row int) family {
	x := family{sole: -1}
	for k := range t.fields {
		x.fields = append(x.fields, tested(t.look(k), k == row))
	}
	if averaged := t.averaged(); len(averaged) == 1 && t.fields[averaged[0]].inMacro {
		x.sole = averaged[0]
	}
	x.fields = append(x.fields, t.passRate(x.sole >= 0))
	averages := t.averages()
	x.averages = []result{tested(&averages[0], row < 0), tested(&averages[1], false)}
	return x
}

// many changes have so nearly a normal sum that the tests beside the row that is looked at are taken of it.
const many = 40

// tested is the test of a row in a family, exact where it is the one that is looked at.
func tested(e *paired.Evidence, exact bool) result {
	if exact || e.Changes < many {
		return test(e)
	}
	z := e.Sum() / math.Sqrt(e.Squares())
	return result{p: math.Erfc(math.Abs(z) / math.Sqrt2), possible: paired.Possible{Least: stats.LeastP(e.Changes)}, fell: z < 0, ok: true}
}

// averages has the evidence of the micro and the macro average.
func (t *trial) averages() (both [2]paired.Evidence) {
	micro, macro := make([]counted, len(t.old)), make([]float64, len(t.old))
	inMacro := 0
	for _, f := range t.fields {
		if f.inMacro {
			inMacro++
		}
	}
	for k, f := range t.fields {
		e := t.look(k)
		for i, c := range t.counted[k] {
			if !f.items && !f.rule {
				micro[i].old, micro[i].new = micro[i].old.Plus(c.old), micro[i].new.Plus(c.new)
			}
			if f.inMacro {
				macro[i] += influence(e, c) / float64(inMacro)
			}
		}
	}
	both[0].Weight = weigh(micro)
	for i, c := range micro {
		both[0].Put(influence(&both[0], c), 1)
		both[1].Put(macro[i], 1)
	}
	return both
}

// passRate tests the cases that pass: one of which a value broke does not.
func (t *trial) passRate(exact bool) result {
	var e paired.Evidence
	for i, old := range t.old {
		was, is := t.passed[old], t.passed[old]
		if d := t.donors[i]; d >= 0 {
			is = t.passed[d]
		}
		is = max(is-t.spoilt[i], 0)
		e.Put(float64(is-was), 1) // every document has as much weight: it does not change the test
	}
	return tested(&e, exact)
}

// finds reports whether a row fell beyond chance, in the family that package diff makes.
func (x family) finds(row int, alpha float64) bool {
	parts := paired.Parts()
	add := func(part *paired.Part, r result) int {
		if !r.ok {
			return -1
		}
		part.P, part.Possible = append(part.P, r.p), append(part.Possible, r.possible)
		return len(part.P) - 1
	}
	if row < 0 && x.sole >= 0 {
		row = x.sole
	}
	part, at, of := 1, -1, result{}
	if x.sole < 0 {
		for k, r := range x.averages {
			if n := add(&parts[0], r); k == 0 && row < 0 {
				part, at, of = 0, n, r
			}
		}
	}
	for k, r := range x.fields {
		if k == len(x.fields)-1 && x.sole >= 0 && r.p == x.fields[x.sole].p {
			continue // the pass rate is that field
		}
		if n := add(&parts[1], r); k == row {
			at, of = n, r
		}
	}
	if at < 0 || !of.fell {
		return false
	}
	adjusted, _ := paired.Family(parts, alpha)
	return adjusted[part][at] <= alpha
}
