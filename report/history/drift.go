package history

import (
	"math"
	"math/rand/v2"
	"slices"
)

const (
	// reads is over how many reads of a history, one after each run, the level of a report holds.
	reads = 13
	// leastRuns is how many runs a series has at least that is looked at: of fewer no order is rare enough.
	leastRuns = 8
	// leastSide is how many runs stand at least before and after a step.
	leastSide = 3
	// stepPenalty is by how much more a step has to fit than a slope, which lies in one place only.
	stepPenalty = 1.0
	// driftShare is the share of the chance of a false alarm that series have, where they are long enough, and recentShare that of the
	// comparison of the last runs. What is left is for the reads before: each goes by the orders of the runs that there were.
	driftShare, recentShare = 0.6, 0.2

	mostOrders  = 9999
	leastOrders = 1999
	driftSeed   = 20261123
)

// series is one number over the runs, NaN where a run does not have it.
type series struct {
	values []float64
	unit   float64 // by how much one document changes it
}

// drift is the change that fits a series best, in the direction in which it fits better.
type drift struct {
	at      int  // runs before a step, those without the number not counted
	gradual bool // a slope over all runs fits better than any step
	fall    bool
	p       float64 // 1 where nothing changed
}

// findDrifts looks in each series for a change of its level: a step between two runs, as the test of Pettitt (1979) does, or a
// slope over all runs, as that of Mann (1945) and Kendall (1975). How well one fits is its likelihood ratio, -(n-2)/2·ln(1-r²), with r
// the correlation with the values, of which those beyond three median deviations from the median count as if they stood
// there, so that one outlier matters little, and of which the variance has at least that of one document.
//
// The p-value is the probability of a fit as good in any of the series, in any of the last 13 reads that there were, one after
// each run from the eighth on, if the runs stood in any order; for a fall and for a rise apart. It is counted over a number of
// orders of the runs that are drawn with a fixed seed, the same for all series: so series that move together, such as a field and
// the average of it alone, are one hypothesis (Westfall and Young 1993). It is multiplied by 13 over the number of reads, which
// leaves their share to those that are yet to come. So where nothing changes, the chance of p <= alpha for any fall in any of 13 reads is
// alpha at most: see TestReadAfterEveryRun.
func findDrifts(all []series, orders int) []drift {
	found := make([]drift, len(all))
	var tested []*scan
	for i, s := range all {
		found[i].p = 1
		if scan := newScan(s); scan != nil {
			scan.to = &found[i]
			tested = append(tested, scan)
		}
	}
	if len(tested) == 0 {
		return found
	}
	runs := len(all[0].values)
	first := max(leastRuns, runs-reads+1)
	looks := runs - first + 1
	order := make([]int, runs)
	for i := range order {
		order[i] = i
	}
	for _, s := range tested {
		s.read(order, first, make([][2]float64, looks), s.to)
	}
	// The best fit of any series in each order and read, by direction.
	best := [2][][]float64{}
	for way := range best {
		best[way] = make([][]float64, looks)
	}
	r := rand.New(rand.NewPCG(driftSeed, uint64(runs)))
	fits := make([][2]float64, looks)
	for range orders {
		r.Shuffle(runs, func(i, j int) { order[i], order[j] = order[j], order[i] })
		clear(fits)
		for _, s := range tested {
			s.read(order, first, fits, nil)
		}
		for look, fit := range fits {
			for way := range best {
				best[way][look] = append(best[way][look], fit[way])
			}
		}
	}
	var ways [2]orderings
	for way := range best {
		ways[way] = newOrderings(best[way])
	}
	for _, s := range tested {
		way := rises
		if s.to.fall {
			way = falls
		}
		s.to.p = min(1, ways[way].p(s.fit)*reads/float64(looks))
	}
	return found
}

const (
	falls = iota
	rises
)

// ordersOf is how many orders are drawn for a number of series: fewer where there are so many that it takes seconds.
func ordersOf(all int) int { return max(leastOrders, min(mostOrders, 100*mostOrders/max(all, 1))) }

// orderings are the best fits of the drawn orders.
type orderings struct {
	newest []float64 // of the newest read, ascending
	least  []float64 // of each order the least p-value of its reads, ascending
}

// newOrderings takes the fits by read and order. In each read the p-value of an order is the share of orders that fit as well: so
// reads of few runs, of which hardly any fits well, count as much as those of many.
func newOrderings(fits [][]float64) orderings {
	least := slices.Repeat([]float64{1}, len(fits[0]))
	var sorted []float64
	for _, all := range fits {
		sorted = slices.Clone(all)
		slices.Sort(sorted)
		for i, fit := range all {
			least[i] = min(least[i], atLeast(sorted, fit))
		}
	}
	slices.Sort(least)
	return orderings{newest: sorted, least: least}
}

// atLeast is the share of sorted fits that are as good, with the one that was seen.
func atLeast(sorted []float64, fit float64) float64 {
	at, _ := slices.BinarySearch(sorted, fit-1e-9)
	return float64(len(sorted)-at+1) / float64(len(sorted)+1)
}

// p is the share of orders of which any read has a p-value as small as the newest read has for a fit.
func (o *orderings) p(fit float64) float64 {
	own := atLeast(o.newest, fit)
	at, _ := slices.BinarySearch(o.least, own+1e-9)
	return max(own, float64(at+1)/float64(len(o.least)+1))
}

// scan reads one series.
type scan struct {
	values []float64 // from the median, the outliers drawn in; NaN where there is none
	unit   float64
	to     *drift
	fit    float64 // of the newest read, in the direction of the drift

	sums []float64
}

// newScan returns nil where there is nothing to read: too few values, or all the same.
func newScan(s series) *scan {
	var known []float64
	for _, v := range s.values {
		if !math.IsNaN(v) {
			known = append(known, v)
		}
	}
	if len(known) < leastRuns || slices.Min(known) == slices.Max(known) {
		return nil
	}
	center := median(known)
	deviations := make([]float64, len(known))
	for i, v := range known {
		deviations[i] = math.Abs(v - center)
	}
	reach := 3 * max(median(deviations), s.unit)
	values := make([]float64, len(s.values))
	for i, v := range s.values {
		values[i] = min(max(v-center, -reach), reach) // of NaN it is NaN
	}
	return &scan{values: values, unit: s.unit, sums: make([]float64, len(values)+1)}
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// read raises fits to those of the series with its runs in an order, of the reads from the first on, by direction. Where to is not nil, it is set
// to the drift of the newest read.
func (s *scan) read(order []int, first int, fits [][2]float64, to *drift) {
	var squares, moment float64
	n := 0
	for at, run := range order {
		if v := s.values[run]; !math.IsNaN(v) {
			n++
			s.sums[n] = s.sums[n-1] + v
			squares += v * v
			moment += float64(n) * v
		}
		if at+1 < first || n < leastRuns {
			continue
		}
		// By direction, the best step and the slope, as correlations times the root of n-1.
		size, sum := float64(n), s.sums[n]
		deviation := math.Sqrt(max(0, (squares-sum*sum/size)/(size-1)) + s.unit*s.unit)
		slope := (sum*(size+1)/2 - moment) / math.Sqrt(size*(size*size-1)/12) / deviation
		var steps [2]float64
		var places [2]int
		for k := leastSide; k <= n-leastSide; k++ {
			before := float64(k)
			step := (s.sums[k] - before/size*sum) / math.Sqrt(before*(size-before)/size)
			if step > steps[falls] {
				steps[falls], places[falls] = step, k
			}
			if -step > steps[rises] {
				steps[rises], places[rises] = -step, k
			}
		}
		for way, slope := range [2]float64{slope, -slope} {
			step, gradual := likelihood(steps[way]/deviation, n)-stepPenalty, likelihood(slope, n)
			fit := max(step, gradual, 0)
			fits[at+1-first][way] = max(fits[at+1-first][way], fit)
			if to != nil && at+1 == len(order) && (way == falls || fit > s.fit) {
				s.fit = fit
				to.at, to.gradual, to.fall = places[way], gradual > step, way == falls
			}
		}
	}
}

// likelihood is the logarithm of the likelihood ratio of a correlation times the root of n-1, 0 where it is not positive.
func likelihood(z float64, n int) float64 {
	r := max(z, 0) * max(z, 0) / float64(n-1)
	return -float64(n-2) / 2 * math.Log1p(-min(r, 1-1e-12))
}
