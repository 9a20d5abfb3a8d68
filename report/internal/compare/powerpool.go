package compare

import (
	"cmp"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// pool has the units of evidence of a run. Pairs of runs are drawn from them.
type pool struct {
	fields    []field
	policy    metrics.Policy
	documents int
	units     int
	each      float64 // documents in a unit, on average
	passed    []int   // by unit, how many of its trials passed
	trials    []int
}

// field has the counts of all units in one field, or for one invariant.
type field struct {
	*runs.Attribute
	counts  []metrics.Confusion // by unit
	wrong   metrics.Confusion   // the counts that one wrong value adds
	errored []bool
	class   []int   // by unit
	classes [][]int // units with about the same number of values, by class
}

// averaged returns the fields in the micro average.
func (p *pool) averaged() (all []int) {
	for f, field := range p.fields {
		if field.Averaged() {
			all = append(all, f)
		}
	}
	return all
}

// soleField returns the only field in the averages, or -1 if there are several. The averages over one field are no
// hypotheses of their own.
func (p *pool) soleField() int {
	if all := p.averaged(); len(all) == 1 && p.fields[all[0]].InMacro() {
		return all[0]
	}
	return -1
}

func newPool(c *runs.Cases) *pool {
	p := &pool{policy: c.Dataset.Policy}
	numbers := runs.Common(c)
	p.documents = len(numbers)
	units := c.Units(numbers)
	index, supports := map[uint64]int{}, map[int][]int{}
	byAttribute := map[int]*field{}
	for _, n := range numbers {
		key := units.Of(n)
		u, found := index[key]
		if !found {
			u = len(index)
			index[key] = u
			p.passed, p.trials = append(p.passed, 0), append(p.trials, 0)
		}
		for _, e := range c.Entries(n) {
			p.trials[u]++
			if e.Passed {
				p.passed[u]++
			}
			for a, counts := range c.Ledger.Counts(e.Row) {
				f := byAttribute[a]
				if f == nil {
					f = &field{Attribute: &c.Ledger.Attributes[a], counts: make([]metrics.Confusion, units.Count()), errored: make([]bool, units.Count())}
					byAttribute[a], supports[a] = f, make([]int, units.Count())
				}
				f.counts[u] = f.counts[u].Plus(f.Confusion(counts, p.policy))
				f.errored[u] = f.errored[u] || counts.Errored > 0
				supports[a][u] += counts.Support()
			}
		}
	}
	p.units = len(index)
	p.each = float64(p.documents) / float64(max(p.units, 1))
	for _, a := range c.Ledger.Order(c) {
		if f := byAttribute[a]; f != nil {
			f.wrong = f.Confusion(metrics.Counts{Wrong: 1}, p.policy)
			f.classify(supports[a])
			p.fields = append(p.fields, *f)
		}
	}
	return p
}

// leastClass is how many units a class needs before another number of values begins a new class: from a smaller class,
// the same units would be drawn again and again.
const leastClass = 20

// classify puts units into classes by their number of values, so that a document without a total does not get the
// counts of one with a total. Units with a rare number of values share a class with units that have the next greater
// numbers. Units without any value are a class of their own.
func (f *field) classify(support []int) {
	bySupport := map[int][]int{}
	for u, n := range support {
		bySupport[n] = append(bySupport[n], u)
	}
	f.class = make([]int, len(support))
	for _, n := range slices.SortedFunc(maps.Keys(bySupport), cmp.Compare[int]) {
		last := len(f.classes) - 1
		if last < 0 || len(f.classes[last]) >= leastClass || support[f.classes[last][0]] == 0 {
			f.classes = append(f.classes, nil)
			last++
		}
		f.classes[last] = append(f.classes[last], bySupport[n]...)
	}
	for k, units := range f.classes {
		for _, u := range units {
			f.class[u] = k
		}
	}
}

// scoreFields returns F1 of some fields together.
func (p *pool) scoreFields(fields []int) report.Ratio {
	var sum metrics.Confusion
	for _, f := range fields {
		sum = sum.Plus(p.sumField(f))
	}
	return report.RatioOf(sum.F1())
}

func (p *pool) sumField(f int) (sum metrics.Confusion) {
	for _, c := range p.fields[f].counts {
		sum = sum.Plus(c)
	}
	return sum
}
