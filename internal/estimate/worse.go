package estimate

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// Trait is a property of units. It parts them: each unit is in one bin, or in none.
type Trait struct {
	// Bins has the bin of each unit, from 0 to Count-1, or -1 for none.
	Bins  []int
	Count int
	// Ordered: the bins ascend. Else they are values of which none comes before another.
	Ordered bool
	// Without is the field whose values are left out for this trait, -1 for none.
	Without int
}

// Worse is a slice of units, which may be worse than all: those in the bins From to To-1 of a trait.
type Worse struct {
	Trait, From, To int
	// Trend: the units are the worse the higher their bin, or the lower; From and To are all bins. Higher says which.
	Trend, Higher bool
	// Z is the statistic, about normal where the slice is as all, and P its p-value among all slices.
	Z, P float64
}

// Cuts parts the values of an ordered trait at their quantiles into at most most bins, whose least values it returns. Equal values
// are in one bin; NaN is in none, -1.
func Cuts(values []float64, most int) (bins []int, least []float64) {
	sorted := slices.DeleteFunc(slices.Clone(values), math.IsNaN)
	slices.Sort(sorted)
	for q := range most {
		at := q * len(sorted) / most
		if at < len(sorted) && (len(least) == 0 || sorted[at] > least[len(least)-1]) {
			least = append(least, sorted[at])
		}
	}
	bins = make([]int, len(values))
	for i, v := range values {
		at, found := slices.BinarySearch(least, v)
		if !found {
			at--
		}
		bins[i] = at
		if math.IsNaN(v) {
			bins[i] = -1
		}
	}
	return bins, least
}

const (
	permutations = 1000
	// undecided is how many permutations reach the greatest statistic when drawing ends early, with a p-value of undecided by the number
	// that was drawn (Besag and Clifford 1991).
	undecided = 100
)

// WorseSlices tests at once which slices of units have a lower F1 than all units: such as documents that share a tag, or that have many
// rows. A slice has at least least units, as the rest has. The slices are:
//
//   - each bin of a trait that is not ordered;
//   - of an ordered trait the units above each cut between two bins, and those below it;
//   - for an ordered trait of three bins or more with any such slice, the trend over all bins by their midranks.
//
// The p-values are adjusted for the number of slices by the method of Westfall and Young (1993, single-step max T): in how many of 1,000
// permutations of the units' residuals is any slice's statistic as large as this one's. So overlapping slices cost no power. The null
// hypothesis is that no trait says anything about F1 of a field: the residuals of units, whatever their sizes, are exchangeable. Then the
// least p-value is 0.05 or below in at most 5 % of samples.
//
// The statistic of a slice is the distance of its F1 below F1 of all, each unit by its weight, divided by its standard error; the statistic of
// a trend is the sum of the contributions by the midranks of their bins, in either direction, divided by the standard error of it. The
// variance of a contribution is that of the slice's own units or that of all, whichever is larger, since a slice with more variance is far off
// more often: the studentised statistics of DiCiccio and Romano (2017), for whose permutation equal means are enough in large samples, where
// the distributions differ.
//
// Where units of one value are rarely wrong and larger ones often, neither residuals nor contributions of units are quite exchangeable: the
// residuals of small units are more skewed than others, and the contributions of large units vary more. So both are permuted, the
// contributions with equal weights, and the p-value is the larger of the two.
//
// The slices come in the order of traits and bins; there are none where all units are alike. The same units in the same order give the same
// p-values: the permutations are seeded.
func WorseSlices(units [][]Values, traits []Trait, least int) []Worse {
	worse := newWorseFamily(units, traits, least, false).test()
	plain := newWorseFamily(units, traits, least, true).test()
	for i := range worse {
		worse[i].P = max(worse[i].P, plain[i].P)
	}
	return worse
}

// test returns the slices with their p-values.
func (f *worseFamily) test() []Worse {
	if len(f.slices) == 0 {
		return nil
	}
	observed := make([]float64, len(f.slices))
	for k := range f.all {
		f.put(k, nil)
	}
	f.statistics(observed)
	for i, z := range observed {
		s := &f.slices[i]
		s.Z, s.Higher = math.Abs(z), s.Trend && z > 0
	}
	top := slices.MaxFunc(f.slices, func(a, b worseSlice) int { return cmp.Compare(a.Z, b.Z) }).Z
	order, drawn := make([]int, len(f.units[0])), make([]float64, len(f.slices))
	for i := range order {
		order[i] = i
	}
	random := rand.New(rand.NewPCG(1993, uint64(len(order))))
	reached, tops, n := make([]int, len(f.slices)), 0, 0
	for n < permutations && tops < undecided {
		n++
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for k := range f.all {
			f.put(k, order)
		}
		f.statistics(drawn)
		most := 0.0
		for _, z := range drawn {
			most = max(most, math.Abs(z))
		}
		if most >= top-1e-9 {
			tops++
		}
		for i := range f.slices {
			if most >= f.slices[i].Z-1e-9 {
				reached[i]++
			}
		}
	}
	worse := make([]Worse, len(f.slices))
	for i := range worse {
		worse[i] = f.slices[i].Worse
		worse[i].P = float64(1+reached[i]) / float64(1+n)
		if tops == undecided {
			worse[i].P = float64(reached[i]) / float64(n)
		}
	}
	return worse
}

// worseFamily computes the statistics of all slices for one order of the residuals.
type worseFamily struct {
	traits []Trait
	all    []*contributions // all values, and without a field each
	of     []int            // by trait: which of them
	slices []worseSlice
	units  [][]unitSum // by contributions, for the order that is looked at
	bins   [][]unitSum // by trait
}

// unitSum sums x, x² and x·w², with x = w·(residual - mean·w) and w the weight.
type unitSum struct{ x, squares, weighted float64 }

func (s *unitSum) add(o unitSum) {
	s.x += o.x
	s.squares += o.squares
	s.weighted += o.weighted
}

type worseSlice struct {
	Worse
	weight, fourth float64   // the sums of w² and of w⁴ over its units
	scores         []float64 // of a trend: the midranks of the bins less their mean
}

// newWorseFamily makes the family of the residuals or, with plain, of the contributions.
func newWorseFamily(units [][]Values, traits []Trait, least int, plain bool) *worseFamily {
	f := &worseFamily{traits: traits}
	fields := 0
	for _, unit := range units {
		for _, v := range unit {
			fields = max(fields, int(v.Field)+1)
		}
	}
	without := map[int]int{}
	for t, trait := range traits {
		k, known := without[trait.Without]
		if !known {
			k = len(f.all)
			without[trait.Without] = k
			c := newContributions(units, fields, trait.Without)
			if plain {
				c.weighEqually()
			}
			f.all = append(f.all, c)
			f.units = append(f.units, make([]unitSum, len(units)))
		}
		f.of = append(f.of, k)
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

func (b *binSize) add(o binSize) {
	b.n += o.n
	b.weight += o.weight
	b.fourth += o.fourth
}

func (f *worseFamily) addSlices(t, least int) {
	trait, of := &f.traits[t], f.all[f.of[t]]
	bins, rest := make([]binSize, trait.Count), 0
	for i, w := range of.weights {
		switch b := trait.Bins[i]; {
		case w == 0:
		case b < 0:
			rest++
		default:
			bins[b].add(binSize{1, w * w, w * w * w * w})
		}
	}
	var all binSize
	for _, b := range bins {
		all.add(b)
	}
	before := len(f.slices)
	add := func(from, to int) {
		var size binSize
		for _, b := range bins[from:to] {
			size.add(b)
		}
		if size.n >= least && rest+all.n-size.n >= least {
			f.slices = append(f.slices, worseSlice{Worse: Worse{Trait: t, From: from, To: to}, weight: size.weight, fourth: size.fourth})
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
	if trend := trendOf(t, bins, all); trait.Ordered && trait.Count > 2 && len(f.slices) > before && trend.weight > 0 {
		f.slices = append(f.slices, trend)
	}
}

// trendOf returns the trend of a trait. The midranks are from 0 to 1, and have the weighted mean 0.
func trendOf(t int, bins []binSize, all binSize) worseSlice {
	s := worseSlice{Worse: Worse{Trait: t, To: len(bins), Trend: true}, scores: make([]float64, len(bins))}
	seen, mean := 0, 0.0
	if all.weight == 0 {
		return s
	}
	for b, size := range bins {
		s.scores[b] = (float64(seen) + float64(size.n)/2) / float64(all.n)
		seen += size.n
		mean += s.scores[b] * size.weight / all.weight
	}
	for b := range bins {
		s.scores[b] -= mean
		s.weight += s.scores[b] * s.scores[b] * bins[b].weight
	}
	return s
}

// put gives each unit the residual of another one, by their order; nil is their own order.
func (f *worseFamily) put(k int, order []int) {
	c, sums := f.all[k], f.units[k]
	total := 0.0
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

// statistics computes the statistic of each slice; that of a trend is above 0 where higher bins are worse, that of another slice never
// below 0.
func (f *worseFamily) statistics(to []float64) {
	for t := range f.traits {
		bins, units := f.bins[t], f.units[f.of[t]]
		clear(bins)
		for i, b := range f.traits[t].Bins {
			if b >= 0 {
				bins[b].add(units[i])
			}
		}
	}
	for i := range f.slices {
		s := &f.slices[i]
		of := f.all[f.of[s.Trait]]
		if s.Trend {
			to[i] = s.trend(of, f.bins[s.Trait])
		} else {
			to[i] = s.below(of, f.bins[s.Trait])
		}
	}
}

func (s *worseSlice) below(of *contributions, bins []unitSum) float64 {
	var sum unitSum
	for _, b := range bins[s.From:s.To] {
		sum.add(b)
	}
	if sum.x >= 0 {
		return 0
	}
	mean := sum.x / s.weight
	within := (sum.squares - 2*mean*sum.weighted + mean*mean*s.fourth) / (s.weight * s.weight)
	return -mean / math.Sqrt(max(within, of.variance/s.weight)*(1-s.weight/of.weight))
}

func (s *worseSlice) trend(of *contributions, bins []unitSum) float64 {
	var sum, squares float64
	for b, score := range s.scores {
		sum += score * bins[b].x
		squares += score * score * bins[b].squares
	}
	return -sum / math.Sqrt(max(squares, of.variance*s.weight))
}
