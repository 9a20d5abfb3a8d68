// Package onerun says what the documents of one run prove beyond its numbers: which slices are worse than the whole, which
// mistakes go together more often than by chance, how far confidences are from the truth, and from which confidence no review
// is needed. As in package estimate, it knows neither records nor reports, and an undefined value comes with ok == false.
package onerun

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
)

// Trait is a property of units that divides them into bins: each unit is in one bin, or in none.
type Trait struct {
	// Bins has the bin of each unit, from 0 to Count-1, or -1 for none.
	Bins  []int
	Count int
	// Ordered says that the bins ascend. Otherwise they are values without an order.
	Ordered bool
	// Without is the field whose values do not count for this trait, -1 for none.
	Without int
}

// Worse is a slice of units that may be worse than the rest: the units in the bins From to To-1 of a trait.
type Worse struct {
	Trait, From, To int
	// Trend says that units get worse from bin to bin: with higher bins if Higher is set, else with lower ones. From
	// and To then cover all bins.
	Trend, Higher bool
	// Z is the statistic, about normal if the slice is like all units, and P is its p-value adjusted for all slices. Z
	// is the smaller of the statistics by residuals and by contributions, and P is the larger of the p-values.
	Z, P float64
}

const (
	permutations = 1000
	// undecided is the number of permutations that must reach the greatest statistic to end the drawing early. The
	// p-value of that statistic is then undecided divided by the number of permutations drawn (Besag and Clifford
	// 1991).
	undecided = 100
)

// WorseSlices tests, in one family, which slices of units have a lower F1 than the rest. A slice has, for example, the
// documents with a tag, or with many rows. A slice has at least least units and at most half of the units: where most
// units are worse, the others are better. The slices are:
//
//   - each bin of a trait that is not ordered;
//   - for each cut between two bins of an ordered trait, the units above the cut and the units below it;
//   - for an ordered trait of three or more bins that has such a slice, the trend over all bins by their midranks.
//
// WorseSlices adjusts the p-values for the number of slices by the method of Westfall and Young (1993, single-step max
// T). The p-value of a slice is (1+k)/(1+n): in k of n = 1,000 permutations of the residuals of the units, some slice
// has a statistic at least as large as this slice has now. As soon as 100 permutations reach the greatest statistic,
// WorseSlices stops, and the p-value is k/n, with the n drawn so far. So overlapping slices cost no power. The null
// hypothesis is that no trait says anything about F1 of a field: the residuals of units, whatever their sizes, are
// exchangeable. Then the least p-value is 0.05 or below in at most 5 % of samples.
//
// The statistic of a slice is F1 of the rest less F1 of the slice, each unit by its weight, divided by the standard
// error of the difference. The statistic of a trend is the sum of the contributions times the midranks of their bins,
// in either direction, divided by its standard error. The variance of a contribution is the variance among the own
// units of the slice, or of the rest, or among all units, whichever is larger, since a slice with more variance is far
// off more often. These are the studentised statistics of DiCiccio and Romano (2017): in large samples their
// permutation test needs equal means only, not equal distributions. In small samples a slice has a p-value of 1 unless
// it is also distinct: see [worseSlice.distinct].
//
// If units of one value are rarely wrong and larger units often, neither residuals nor contributions of units are quite
// exchangeable: the residuals of small units are more skewed, and the contributions of large units vary more. So
// WorseSlices permutes both (the contributions with equal weights), and takes the larger p-value. If a trait also says
// nothing about the sizes of units, the level by contributions is exact.
//
// The slices come in the order of traits and bins. There are none if all units are alike. The same units in the same
// order give the same p-values, since the seed of the permutations is fixed.
func WorseSlices(units [][]Values, traits []Trait, least int) []Worse {
	f := newWorseFamily(units, traits, least)
	all, distinct := f.worse(), f.distinctSlices()
	residuals := f.pValues()
	f.weighEqually()
	contributions := f.pValues()
	for i, w := range f.worse() {
		all[i].asWell(w)
		all[i].P = max(residuals[i], contributions[i])
		if !distinct[i] {
			all[i].P = 1
		}
	}
	return all
}

// SliceStatistics returns the slices of [WorseSlices] without p-values, with statistics for the choice among the cuts
// of a trait: they use the variance among all units. So the cut with the greatest statistic divides the units best by
// least squares, as in regression trees (Breiman et al. 1984). The variance among a slice's own units would instead
// prefer the most uniform of several worse slices. The statistic of a slice that is not distinct is 0.
func SliceStatistics(units [][]Values, traits []Trait, least int) []Worse {
	f := newWorseFamily(units, traits, least)
	f.pooled = true
	all, distinct := f.worse(), f.distinctSlices()
	f.weighEqually()
	for i, w := range f.worse() {
		all[i].asWell(w)
		if !distinct[i] {
			all[i].Z = 0
		}
	}
	return all
}

// asWell sets the statistic of a slice by residuals to the smaller of its own and the statistic of the same slice by
// contributions, or to 0 if their trends go in different directions.
func (w *Worse) asWell(contributions Worse) {
	w.Z = min(w.Z, contributions.Z)
	if w.Higher != contributions.Higher {
		w.Z = 0
	}
}

// observed returns the statistics of the slices.
func (f *worseFamily) observed() []float64 {
	z := make([]float64, len(f.slices))
	f.permute(nil)
	f.statistics(z)
	return z
}

// worse returns the slices with their statistics.
func (f *worseFamily) worse() []Worse {
	var all []Worse
	for i, z := range f.observed() {
		w := f.slices[i].Worse
		w.Z, w.Higher = math.Abs(z), w.Trend && z > 0
		all = append(all, w)
	}
	return all
}

// pValues returns the adjusted p-values of the slices.
func (f *worseFamily) pValues() []float64 {
	observed := f.observed()
	if len(observed) == 0 {
		return nil
	}
	for i, z := range observed {
		observed[i] = math.Abs(z)
	}
	top := slices.Max(observed)
	order, drawn := arithmetic.Indices(len(f.units[0])), make([]float64, len(observed))
	random := rand.New(rand.NewPCG(1993, uint64(len(order))))
	reached, tops, n := make([]int, len(observed)), 0, 0
	for n < permutations && tops < undecided {
		n++
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		f.permute(order)
		f.statistics(drawn)
		most := 0.0
		for _, z := range drawn {
			most = max(most, math.Abs(z))
		}
		if most >= top-1e-9 {
			tops++
		}
		for i, z := range observed {
			if most >= z-1e-9 {
				reached[i]++
			}
		}
	}
	p := make([]float64, len(observed))
	for i := range p {
		p[i] = float64(1+reached[i]) / float64(1+n)
		if tops == undecided {
			p[i] = float64(reached[i]) / float64(n)
		}
	}
	return p
}

// worseFamily computes the statistics of all slices for one order of the residuals.
type worseFamily struct {
	traits   []Trait
	all      []*contributions // of all values, and of all values without one field
	numberOf []int            // trait -> index in all
	slices   []worseSlice
	units    [][]unitSum // index in all -> the sums of the units in the current order
	sums     []unitSum   // index in all -> the sums of all units
	bins     [][]unitSum // trait -> the sums of its bins
	pooled   bool        // the variance of a slice is the variance among all units
}

// unitSum sums x, x² and x·w², with x = w·(residual - mean·w) and w the weight.
type unitSum struct{ x, squares, weighted float64 }

func (s *unitSum) merge(o unitSum) {
	s.x += o.x
	s.squares += o.squares
	s.weighted += o.weighted
}

type worseSlice struct {
	Worse
	weight, fourth float64   // the sums of w² and of w⁴ over its units
	scores         []float64 // of a trend: the midranks of the bins less their mean
}

func newWorseFamily(units [][]Values, traits []Trait, least int) *worseFamily {
	f := &worseFamily{traits: traits}
	fields := 0
	for _, unit := range units {
		for _, v := range unit {
			fields = max(fields, int(v.Field)+1)
		}
	}
	complements := map[int]int{}
	for t, trait := range traits {
		k, found := complements[trait.Without]
		if !found {
			k = len(f.all)
			complements[trait.Without] = k
			f.all = append(f.all, newContributions(units, fields, trait.Without))
			f.units, f.sums = append(f.units, make([]unitSum, len(units))), append(f.sums, unitSum{})
		}
		f.numberOf = append(f.numberOf, k)
		f.bins = append(f.bins, make([]unitSum, trait.Count))
		if f.all[k].variance > 0 {
			f.addSlices(t, least)
		}
	}
	return f
}

// binSize is the size of a bin: its units with values, and the sums of their w² and w⁴.
type binSize struct {
	n              int
	weight, fourth float64
}

func (b *binSize) merge(o binSize) {
	b.n += o.n
	b.weight += o.weight
	b.fourth += o.fourth
}

// sizes returns the sizes of the bins of a trait, and the number of units with values that are in no bin.
func (f *worseFamily) sizes(t int) (bins []binSize, rest int) {
	trait := &f.traits[t]
	bins = make([]binSize, trait.Count)
	for i, w := range f.all[f.numberOf[t]].weights {
		switch b := trait.Bins[i]; {
		case w == 0:
		case b < 0:
			rest++
		default:
			bins[b].merge(binSize{1, w * w, w * w * w * w})
		}
	}
	return bins, rest
}

func sizeOf(bins []binSize) (all binSize) {
	for _, b := range bins {
		all.merge(b)
	}
	return all
}

func (f *worseFamily) addSlices(t, least int) {
	trait := &f.traits[t]
	bins, rest := f.sizes(t)
	units, count := rest+sizeOf(bins).n, len(f.slices)
	add := func(first, last int) {
		if n := sizeOf(bins[first:last]).n; n >= least && units-n >= max(least, n) {
			f.slices = append(f.slices, worseSlice{Worse: Worse{Trait: t, From: first, To: last}})
		}
	}
	for b := range bins {
		switch {
		case !trait.Ordered:
			add(b, b+1)
		case b > 0:
			add(b, trait.Count)
			add(0, b)
		}
	}
	if trait.Ordered && trait.Count > 2 && len(f.slices) > count {
		f.slices = append(f.slices, worseSlice{Worse: Worse{Trait: t, To: trait.Count, Trend: true}})
	}
	for i := count; i < len(f.slices); i++ {
		f.slices[i].weigh(bins)
	}
	if last := len(f.slices) - 1; last >= count && f.slices[last].weight == 0 {
		f.slices = f.slices[:last] // a trend over units that all are in one bin
	}
}

// weighEqually switches from residuals to contributions of units, all with weight 1.
func (f *worseFamily) weighEqually() {
	for _, c := range f.all {
		c.weighEqually()
	}
	var bins []binSize
	for i := range f.slices { // in the order of traits
		s := &f.slices[i]
		if i == 0 || f.slices[i-1].Trait != s.Trait {
			bins, _ = f.sizes(s.Trait)
		}
		s.weigh(bins)
	}
}

// weigh sets the sums of the weights from the sizes of the bins of the trait. The scores of a trend are the midranks of
// the bins, from 0 to 1, less their weighted mean.
func (s *worseSlice) weigh(bins []binSize) {
	size := sizeOf(bins[s.From:s.To])
	s.weight, s.fourth = size.weight, size.fourth
	if !s.Trend {
		return
	}
	s.weight, s.scores = 0, make([]float64, len(bins))
	if size.weight == 0 {
		return
	}
	seen, mean := 0, 0.0
	for b, bin := range bins {
		s.scores[b] = (float64(seen) + float64(bin.n)/2) / float64(size.n)
		seen += bin.n
		mean += s.scores[b] * bin.weight / size.weight
	}
	for b, bin := range bins {
		s.scores[b] -= mean
		s.weight += s.scores[b] * s.scores[b] * bin.weight
	}
}

// permute gives unit i the residual of unit order[i], and computes the sums of the units. With a nil order each unit keeps
// its own residual.
func (f *worseFamily) permute(order []int) {
	for k, c := range f.all {
		sums, total := f.units[k], 0.0
		for i, w := range c.weights {
			r := c.residuals[i]
			if order != nil {
				r = c.residuals[order[i]]
			}
			sums[i].x = r
			total += w * r
		}
		mean := total / c.weight
		for i, w := range c.weights {
			x := w * (sums[i].x - mean*w)
			sums[i] = unitSum{x, x * x, x * w * w}
		}
	}
}

// statistics computes the statistic of each slice. The statistic of a trend is above 0 if higher bins are worse; the
// statistic of another slice is never below 0.
func (f *worseFamily) statistics(dst []float64) {
	for k, units := range f.units {
		f.sums[k] = unitSum{}
		for _, u := range units {
			f.sums[k].merge(u)
		}
	}
	for t := range f.traits {
		bins, units := f.bins[t], f.units[f.numberOf[t]]
		clear(bins)
		for i, b := range f.traits[t].Bins {
			if b >= 0 {
				bins[b].merge(units[i])
			}
		}
	}
	for i := range f.slices {
		s := &f.slices[i]
		sums := f.all[f.numberOf[s.Trait]]
		if s.Trend {
			dst[i] = s.trend(sums, f.bins[s.Trait])
		} else {
			dst[i] = s.below(sums, f.bins[s.Trait], f.sums[f.numberOf[s.Trait]], f.pooled)
		}
	}
}

func (s *worseSlice) trend(sums *contributions, bins []unitSum) float64 {
	var sum, squares float64
	for b, score := range s.scores {
		sum += score * bins[b].x
		squares += score * score * bins[b].squares
	}
	return -sum / math.Sqrt(max(squares, sums.variance*s.weight))
}
