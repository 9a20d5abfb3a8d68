package compare

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/signflip"
	"github.com/extracteval/extracteval/metrics"
)

// trial is one drawn pair of runs.
type trial struct {
	*pool
	random *rand.Rand
	shared float64
	broken []float64 // by field, the chance with which a right value becomes wrong

	old, donors []int                // units of the run, by the number of the unit in the pair
	keys        []uint64             // by which donor chooses another donor
	spoilt      []int                // by unit, how many values broke
	evidence    []*estimate.Evidence // by field, nil if look was not called
	counted     [][]counted          // by field, from the last draw for which look was called
}

// drawPair draws the documents of both runs.
func (t *trial) drawPair(units int) {
	t.old, t.donors, t.keys, t.spoilt = t.old[:0], t.donors[:0], t.keys[:0], t.spoilt[:0]
	for range units {
		old, donor := t.random.IntN(t.units), -1
		if t.random.Float64() >= t.shared {
			donor = t.random.IntN(t.units)
		}
		t.old, t.donors, t.keys, t.spoilt = append(t.old, old), append(t.donors, donor), append(t.keys, t.random.Uint64()), append(t.spoilt, 0)
	}
	t.evidence = make([]*estimate.Evidence, len(t.fields))
}

// donor returns the unit whose counts unit i of the pair has in a field of the new run, or -1 if it keeps its own. This
// is the drawn donor, if it has as many values as unit i. Else it is a unit of the same class as unit i. It is the same
// unit in all fields of a list.
func (t *trial) donor(f *field, i int) int {
	old, donor := t.old[i], t.donors[i]
	if donor < 0 || f.class[donor] == f.class[old] {
		return max(donor, -1)
	}
	class := f.classes[f.class[old]]
	return class[t.keys[i]%uint64(len(class))]
}

// counted has the counts of a unit of the pair in a field.
type counted struct {
	old, new metrics.Confusion
	errored  bool // whether a comparison errored
}

// count counts all units in a field, and breaks values.
func (t *trial) count(k int) []counted {
	f := &t.fields[k]
	all := slices.Grow(t.counted[k][:0], len(t.old))[:len(t.old)]
	for i, old := range t.old {
		c := counted{f.counts[old], f.counts[old], f.errored[old]}
		if d := t.donor(f, i); d >= 0 {
			c.new, c.errored = f.counts[d], c.errored || f.errored[d]
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

var oneTrial = estimate.Layout{Trials: [2]int{1, 1}}

func weigh(all []counted) estimate.Weight {
	var old, new metrics.Confusion
	for _, c := range all {
		old, new = old.Plus(c.old), new.Plus(c.new)
	}
	return oneTrial.Weigh([]int64{int64(old.TP), int64(old.FP), int64(old.FN), int64(new.TP), int64(new.FP), int64(new.FN)})
}

// influence returns how much a unit adds to F1.
func influence(e *estimate.Evidence, c counted) float64 {
	if c.old == c.new {
		return 0
	}
	e.Start(oneTrial.Trials)
	e.Add(0, 0, c.old)
	e.Add(1, 0, c.new)
	return e.Influence()
}

// evidenceOf returns the evidence of a field.
func (t *trial) evidenceOf(k int) *estimate.Evidence {
	if e := t.evidence[k]; e != nil {
		return e
	}
	t.counted[k] = t.count(k)
	e := &estimate.Evidence{Weight: weigh(t.counted[k])}
	t.evidence[k] = e
	for _, c := range t.counted[k] {
		if !c.errored {
			e.Put(influence(e, c))
		}
	}
	return e
}

// With at least this number of changes, of several sizes, a test takes their sum as normal. The field in which the drop
// is sought has the higher limit: its changes may have few sizes, so that their sum goes in steps. A slightly wrong
// p-value in another test of the family hardly matters.
const (
	manyOfRow    = 40
	manyOfOthers = 16
)

// testEvidence tests a row, nil if nothing changed. The test is exact if the number of changes is below many, or if all
// changes are of one size.
func testEvidence(e *estimate.Evidence, many int) *estimate.Test {
	test := &estimate.Test{Delta: e.Sum()}
	ok := e.Changes > 0
	switch {
	case !ok:
	case e.Changes < many || e.AllAlike():
		test.P, test.Possible, ok = e.Test()
	default:
		z := e.Sum() / math.Sqrt(e.Squares())
		test.P, test.Possible = math.Erfc(math.Abs(z)/math.Sqrt2), estimate.Possible{Least: signflip.LeastP(e.Changes)}
	}
	if !ok {
		return nil
	}
	return test
}

// finds reports whether the comparison of the pair marks a row as regressed: a field, or the micro average if row is
// below 0. It tests the rest of the family only if the result depends on it.
func (t *trial) finds(row int, alpha float64) bool {
	var test *estimate.Test
	var level float64 // at which the row is significant whatever the other tests give, by Bonferroni
	if row >= 0 {
		test, level = testEvidence(t.evidenceOf(row), manyOfRow), (1-estimate.AveragesShare)*alpha/float64(len(t.fields)+1)
	} else {
		averages := t.averages()
		test, level = testEvidence(&averages[0], manyOfOthers), estimate.AveragesShare*alpha/2
	}
	switch {
	case test == nil || test.Delta >= 0 || test.P > alpha:
		return false
	case test.P <= level:
		return true
	}
	estimate.Adjust([]*estimate.Family{t.family(row, test)}, 1-alpha)
	return test.Adjusted <= alpha
}

// family returns the tests of the pair, as package diff makes them. test is the test of the row.
func (t *trial) family(row int, test *estimate.Test) *estimate.Family {
	fields := make([]*estimate.Test, len(t.fields), len(t.fields)+1)
	for k := range fields {
		fields[k] = test
		if k != row {
			fields[k] = testEvidence(t.evidenceOf(k), manyOfOthers)
		}
	}
	sole, pass := t.soleField(), t.passRate()
	if sole < 0 || pass == nil || fields[sole] == nil || pass.P != fields[sole].P { // else it repeats the only field
		fields = append(fields, pass)
	}
	var averages []*estimate.Test
	if sole < 0 {
		both := t.averages()
		averages = []*estimate.Test{test, testEvidence(&both[1], manyOfOthers)}
		if row >= 0 {
			averages[0] = testEvidence(&both[0], manyOfOthers)
		}
	}
	changed := func(all []*estimate.Test) []*estimate.Test {
		return slices.DeleteFunc(all, func(t *estimate.Test) bool { return t == nil })
	}
	return &estimate.Family{Averages: changed(averages), Fields: changed(fields)}
}

// averages returns the evidence of the micro and the macro average.
func (t *trial) averages() (both [2]estimate.Evidence) {
	micro, macro := make([]counted, len(t.old)), make([]float64, len(t.old))
	inMacro := 0
	for _, f := range t.fields {
		if f.InMacro() {
			inMacro++
		}
	}
	for k, f := range t.fields {
		e := t.evidenceOf(k)
		for i, c := range t.counted[k] {
			if f.Averaged() {
				micro[i].old, micro[i].new = micro[i].old.Plus(c.old), micro[i].new.Plus(c.new)
			}
			if f.InMacro() {
				macro[i] += influence(e, c) / float64(inMacro)
			}
		}
	}
	both[0].Weight = weigh(micro)
	for i, c := range micro {
		both[0].Put(influence(&both[0], c))
		both[1].Put(macro[i])
	}
	return both
}

// passRate tests how many trials pass. Each broken value takes one pass from its unit, if the unit has one left.
func (t *trial) passRate() *estimate.Test {
	var e estimate.Evidence
	for i, old := range t.old {
		previous, next := t.passed[old], t.passed[old]
		if d := t.donors[i]; d >= 0 {
			next = t.passed[d]
		}
		next = max(next-t.spoilt[i], 0)
		e.Put(float64(next - previous)) // all documents have the same weight, which does not change the test
	}
	return testEvidence(&e, manyOfOthers)
}
