package compare

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/runs"
)

const (
	mostUnits  = 2048 // of a drawn pair
	leastUnits = 4
	allDraws   = 8000 // of pairs, for all rows of a data set
	mostDraws  = 3000 // for a row
	leastDraws = 300
)

// search finds how many documents a comparison needs to find a drop in a row.
type search struct {
	*pool
	o      PowerOptions
	broken []int // fields whose values break
	micro  bool  // whether the drop is sought in the average
	row    uint64
	rows   int
}

// documents returns the number of documents, or 0 if F1 cannot fall by the drop.
//
// The normal quantile of power grows with the square root of the number n of units, as for a sum: z(n) = c·√n -
// z_alpha. The first of three rounds draws pairs with the number of units that a formula gives; each later round draws
// them with the number for which the round before predicts a power of 80 %. The last round has most of the draws, and
// gives the result. Its pairs have nearly this number of units, so z_alpha, which is not known exactly, hardly matters.
func (s search) documents() int {
	alpha := 1 - s.o.Level
	level := (1 - estimate.AveragesShare) * alpha / float64(len(s.fields)+1)
	if s.micro {
		level = estimate.AveragesShare * alpha
	}
	noise, value, ok := s.variance()
	z := estimate.Quantiles(level)
	formula := func(drop float64) float64 { return z * z * (noise + drop*value) / (drop * drop) }
	if _, possible := s.chances(s.o.Drop); !ok || !possible {
		return 0
	}
	drop := s.o.Drop
	start := formula(drop)
	if start > mostUnits { // formula(drop) = mostUnits
		b := z * z * value
		drop = (b + math.Sqrt(b*b+4*mostUnits*z*z*noise)) / (2 * mostUnits)
		if _, possible := s.chances(drop); !possible { // F1 is not above this drop
			return int(math.Ceil(start * s.each))
		}
	}
	chances, _ := s.chances(drop)
	units := min(max(formula(drop), leastUnits), mostUnits)
	draws := min(max(allDraws/s.rows, leastDraws), mostDraws)
	for round, share := range []int{1, 2, 7} {
		n := draws * share / 10
		size := int(math.Round(units))
		power := (float64(s.found(round, n, size, alpha, chances)) + 0.5) / float64(n+1)
		target := z
		reached := target - stats.Normal(2*estimate.Power-1) + quantile(power)
		logarithm := math.Log(float64(size)) + 2*math.Log(target/max(reached, target/2))
		units = math.Exp(logarithm)
		units = min(max(units, leastUnits), 2*mostUnits) // the formula may be wrong by a factor of 2
	}
	if drop != s.o.Drop {
		units *= start / formula(drop)
	}
	return int(math.Ceil(units * s.each))
}

// quantile is the normal quantile of a probability.
func quantile(p float64) float64 {
	if p < 0.5 {
		return -quantile(1 - p)
	}
	return stats.Normal(2*p - 1)
}

// variance returns two parts of the variance of a unit's change. noise is the variance if both runs are drawn. value is
// how much a drop of 1 adds to it: each broken value takes 2/B from F1, where B is the mean 2TP+FP+FN of a unit.
func (s search) variance() (noise, value float64, ok bool) {
	counts := make([]metrics.Confusion, s.units)
	var sum metrics.Confusion
	for _, f := range s.broken {
		for u, c := range s.fields[f].counts {
			counts[u] = counts[u].Plus(c)
			sum = sum.Plus(c)
		}
	}
	f1, defined := sum.F1()
	b := float64(2*sum.TP+sum.FP+sum.FN) / float64(max(s.units, 1))
	if !defined || b == 0 {
		return 0, 0, false
	}
	for _, c := range counts {
		d := (2*float64(c.TP) - f1*float64(2*c.TP+c.FP+c.FN)) / b
		noise += 2 * (1 - s.o.Shared) * d * d / float64(s.units)
	}
	return noise, 2 / b, true
}

// chances returns, by field, the chance with which a right value has to become wrong for F1 to fall by a drop. ok is
// false if F1 cannot fall so far. Of T right values T·q become wrong, and if a wrong value counts as w false positives
// and negatives, F1 is 2T(1-q) / (B - qT(2-w)).
func (s search) chances(drop float64) (chances []float64, ok bool) {
	var sum metrics.Confusion
	w := 2.0
	for _, f := range s.broken {
		sum = sum.Plus(s.sumField(f))
		w = float64(s.fields[f].wrong.FP + s.fields[f].wrong.FN)
	}
	f1, defined := sum.F1()
	if !defined || f1 <= drop {
		return nil, false
	}
	t, b := float64(sum.TP), float64(2*sum.TP+sum.FP+sum.FN)
	next := f1 - drop
	q := (2*t - next*b) / (t * (2 - next*(2-w)))
	chances = make([]float64, len(s.fields))
	for _, f := range s.broken {
		chances[f] = q
	}
	return chances, q > 0 && q <= 1
}

// found draws pairs, and returns in how many of them the drop of the row is found.
func (s search) found(round, draws, units int, alpha float64, chances []float64) (n int) {
	row := s.broken[0]
	if s.micro {
		row = s.soleField()
	}
	t := trial{pool: s.pool, shared: s.o.Shared, broken: chances, counted: make([][]counted, len(s.fields))}
	for i := range draws {
		t.random = rand.New(rand.NewPCG(s.o.Seed, s.row<<32|uint64(round)<<24|uint64(i)))
		t.drawPair(units)
		if t.finds(row, alpha) {
			n++
		}
	}
	return n
}

// PowerOptions say which drop the comparison has to find. The zero value is a drop of five points between independent runs.
type PowerOptions struct {
	Drop  float64 // of F1, in (0,1). Default 0.05
	Level float64 // of the comparison, in (0,1); see [github.com/extracteval/extracteval/report/internal/diff.Options]. Default 0.95
	// Shared is the share of its mistakes that the next run has in common with this one, in [0,1): 0 for independent
	// draws, about 0.8 for two versions of one extractor. Independent extractors also share mistakes if some documents
	// are harder than others; one run cannot tell these from failures by chance. At 0 the numbers are right if all
	// documents are equally hard. Else they are too great: 1.3 times in simulated lists in which 0.17 of the mistakes
	// are shared.
	Shared float64
	Seed   uint64 // of all draws
}

// PowerSet is one data set of the run.
type PowerSet struct {
	Set       *artifact.Set // as it was read
	Documents int           // that the run asked for
	// Needs has a row for micro F1, then one for each field in the order of the spec.
	Needs []Need
}

// Need is how many documents it takes to find a drop in one row.
type Need struct {
	Field string       `json:"field"`          // or "micro F1"
	Items bool         `json:"items,omitzero"` // whole items of a list
	F1    report.Ratio `json:"f1"`             // of all trials together
	// Documents is how many documents of the same kind a comparison needs to find the drop four times in five. It is 0
	// if F1 is undefined or not above the drop.
	Documents int `json:"documents"`
}

// Power says for each data set of a run how many documents a comparison needs to find a drop, four times in five, in the
// micro average and in each single field.
//
// With that number of documents, 80 % of drawn pairs of runs are marked as regressed in the row. Both runs of a pair
// have the same documents, drawn with replacement from this run; the documents of one cluster are drawn together. The
// old run has their counts. In the new run a share Shared of the documents has the same counts. Each other document has
// the counts of a document that is drawn at random among the documents with about as many values in the field. Then
// right values become wrong, each with the chance that makes F1 fall by Drop: only values of the field, or for micro F1
// values of all fields in the averages. All fields, items, invariants, both averages and the pass rate are tested as
// package diff tests them, as one family at 1 - Level, with one approximation: with 40 or more changed documents in the
// field, or 16 or more in an average or another row, a test takes the sum of the changes as normal, unless all changes
// are of one size. The counts of several trials are added up.
//
// The result depends only on the run and the options. The search draws 8000 pairs for a data set, at least 300 and at
// most 3000 for a row, of at most 2048 documents: 2 s of processor time for a run of 1,000 documents with 10 fields.
// Apart from reading, the time does not grow with the run. If more than 2048 documents are needed, Power takes the greater
// drop that about 2048 documents find, and extrapolates by variance / Drop². The standard error that the draws add
// is 2 % with one field, 3 % with 10 and 5 % with 30 or more. The run itself is a sample: with k mistakes in a field
// its variance has a relative standard error of about 1/√k.
//
// The error says which option is out of range, or which source cannot be read.
func Power(sources []artifact.Source, o PowerOptions) ([]PowerSet, error) {
	o.Drop, o.Level = cmp.Or(o.Drop, 0.05), cmp.Or(o.Level, estimate.DefaultLevel)
	if !(o.Drop > 0 && o.Drop < 1) || !(o.Level > 0 && o.Level < 1) || !(o.Shared >= 0 && o.Shared < 1) {
		return nil, fmt.Errorf("power: drop %v, level %v, shared %v: want a drop and a level between 0 and 1, and a share from 0 to below 1", o.Drop, o.Level, o.Shared)
	}
	sets, errs := new(runs.Ledger).Read([]runs.Input{{Name: "given", Sources: sources}})
	if errs[0] != nil {
		return nil, errs[0]
	}
	var all []PowerSet
	for _, c := range sets[0] {
		p := newPool(c)
		s := PowerSet{Set: c.Set, Documents: p.documents, Needs: []Need{{Field: "micro F1", F1: p.scoreFields(p.averaged())}}}
		rows := [][]int{p.averaged()}
		for f, field := range p.fields {
			if field.Kind != report.KindInvariant {
				s.Needs = append(s.Needs, Need{Field: field.Name, Items: field.Items, F1: p.scoreFields([]int{f})})
				rows = append(rows, []int{f})
			}
		}
		estimate.Abreast(len(rows), func(i int) {
			x := search{pool: p, o: o, broken: rows[i], micro: i == 0, row: uint64(i), rows: len(rows)}
			s.Needs[i].Documents = x.documents()
		})
		all = append(all, s)
	}
	return all, nil
}

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
