package history

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/report"
)

const (
	// reads is the number of reads of a history in a row, one after each run, for which the level of a report holds.
	reads = 13
	// leastRuns is the number of runs that a series needs: with fewer, no order of the runs is rare enough.
	leastRuns = 8
	// leastSide is the number of runs that stand at least before and after a step.
	leastSide = 3
	// stepPenalty is subtracted from the fit of a step: a step can lie in many places, a slope over all runs in one.
	stepPenalty = 1.5
	// outlier is the distance from the median, in median deviations, at which a value is cut off: three standard
	// deviations of a normal distribution.
	outlier = 4.45
	// driftShare and recentShare divide the chance of a false alarm between the search for changes in series and the
	// comparison of the last runs. The rest is a reserve: an earlier read took its threshold from the orders of fewer
	// runs.
	driftShare, recentShare = 0.6, 0.2

	mostOrders  = 9999
	leastOrders = 1999
	driftSeed   = 20261123
)

// series is one number over the runs, NaN where a run does not have it.
type series struct {
	values []float64
	unit   float64 // by how much one value of one document changes the number
}

// drift is the change that fits a series best, in the direction in which it fits better.
type drift struct {
	start   int  // runs before a step, without the runs that lack the number
	gradual bool // a slope over all runs fits better than any step
	fall    bool
	p       float64 // 1 where the series cannot be tested
}

// findDrifts looks in each series for a change of its level, by the method of the package comment. A change is a step
// between two runs, as in the test of Pettitt (1979), or a slope over all runs, as in the test of Mann (1945) and
// Kendall (1975).
//
// A p-value is the share of the drawn orders of the runs in which any series fits as well in any of the last 13 reads,
// see [orderings.pValue]. The orders are the same for all series, so the p-value holds for all of them together, and series
// that move together, such as a field and the average over only this field, count as one (Westfall and Young 1993). If
// there have been fewer than 13 reads, the p-value is multiplied by 13 and divided by their number, which saves a share
// for later reads. If nothing changes, the chance of p <= alpha for any fall in any of 13 reads in a row is about
// alpha: see TestReadAfterEveryRun.
func findDrifts(all []series, orders int) []drift {
	found := make([]drift, len(all))
	var tested []*scan
	for i, s := range all {
		found[i].p = 1
		if scan := newScan(s); scan != nil {
			scan.drift = &found[i]
			tested = append(tested, scan)
		}
	}
	if len(tested) == 0 {
		return found
	}
	runs := len(all[0].values)
	first := max(leastRuns, runs-reads+1)
	looks := runs - first + 1
	order := arithmetic.Indices(runs)
	for _, s := range tested {
		s.readOrder(order, first, make([][2]float64, looks), s.drift)
	}
	// The best fit of any series, by direction, read and order.
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
			s.readOrder(order, first, fits, nil)
		}
		for look, fit := range fits {
			for way := range best {
				best[way][look] = append(best[way][look], fit[way])
			}
		}
	}
	var ways [2]orderings
	for way := range best {
		ways[way] = newOrderings(best[way], first)
	}
	for _, s := range tested {
		way := rises
		if s.drift.fall {
			way = falls
		}
		s.drift.p = min(1, ways[way].pValue(s.fit)*reads/float64(looks))
	}
	return found
}

const (
	falls = iota
	rises
)

// orderings are the best fits of the drawn orders.
type orderings struct {
	newest []float64 // in the newest read, ascending
	least  []float64 // the least weighted p-value of each order, in units of the newest read, ascending
}

// newOrderings returns the best fits. fits are by read and order; first is the number of runs of the first read. In
// each read the p-value of an order is the share of orders that fit as well, divided by the weight of the read. The
// weight is the number of runs, because a read of few runs finds little, up to the 20 runs of the 13th read; later
// reads are alike.
func newOrderings(fits [][]float64, first int) orderings {
	weight := func(look int) float64 { return float64(min(first+look, leastRuns+reads-1)) }
	least := slices.Repeat([]float64{1}, len(fits[0]))
	var sorted []float64
	for look, all := range fits {
		sorted = slices.Clone(all)
		slices.Sort(sorted)
		scale := weight(len(fits)-1) / weight(look)
		for i, fit := range all {
			least[i] = min(least[i], scale*atLeast(sorted, fit))
		}
	}
	slices.Sort(least)
	return orderings{newest: sorted, least: least}
}

// atLeast returns the share of sorted fits that are as good, with the observed fit as one more.
func atLeast(sorted []float64, fit float64) float64 {
	index, _ := slices.BinarySearch(sorted, fit-1e-9)
	return float64(len(sorted)-index+1) / float64(len(sorted)+1)
}

// pValue returns the share of orders in which the weighted p-value of any read is as small as that of a fit in the newest
// read.
func (o *orderings) pValue(fit float64) float64 {
	own := atLeast(o.newest, fit)
	index, _ := slices.BinarySearch(o.least, own+1e-9)
	return max(own, float64(index+1)/float64(len(o.least)+1))
}

// scan reads one series.
type scan struct {
	values []float64 // less the median, outliers cut off; NaN where a run has none
	unit   float64
	drift  *drift
	fit    float64 // in the newest read, in the direction of the drift

	sums []float64 // of the values up to each run, used by read
}

// newScan returns nil for a series of too few values, or of equal ones.
func newScan(s series) *scan {
	defined := slices.DeleteFunc(slices.Clone(s.values), math.IsNaN)
	if len(defined) < leastRuns || slices.Min(defined) == slices.Max(defined) {
		return nil
	}
	center := median(defined)
	deviations := make([]float64, len(defined))
	for i, v := range defined {
		deviations[i] = math.Abs(v - center)
	}
	reach := outlier * max(median(deviations), s.unit)
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

// readOrder puts the runs in an order and raises fits, by read and direction, to the fits of the series. first is the number
// of runs of the first read. If d is not nil, read sets it to the drift of the newest read.
func (s *scan) readOrder(order []int, first int, fits [][2]float64, d *drift) {
	var squares, moment float64
	n := 0
	for position, run := range order {
		if v := s.values[run]; !math.IsNaN(v) {
			n++
			s.sums[n] = s.sums[n-1] + v
			squares += v * v
			moment += float64(n) * v
		}
		if position+1 < first || n < leastRuns {
			continue
		}
		// The best step and the slope, by direction, as correlations times the root of n-1. The variance of one value
		// is added.
		size, sum := float64(n), s.sums[n]
		deviation := math.Sqrt(max(0, (squares-sum*sum/size)/(size-1)) + s.unit*s.unit)
		slope := (sum*(size+1)/2 - moment) / math.Sqrt(size*(size*size-1)/12) / deviation
		var steps [2]float64
		var places [2]int
		for k := leastSide; k <= n-leastSide; k++ {
			previous := float64(k)
			step := (s.sums[k] - previous/size*sum) / math.Sqrt(previous*(size-previous)/size)
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
			fits[position+1-first][way] = max(fits[position+1-first][way], fit)
			if d != nil && position+1 == len(order) && (way == falls || fit > s.fit) {
				s.fit = fit
				d.start, d.gradual, d.fall = places[way], gradual > step, way == falls
			}
		}
	}
}

// likelihood returns the logarithm of the likelihood ratio of z, a correlation times the root of n-1; 0 where z is not
// positive.
func likelihood(z float64, n int) float64 {
	r := max(z, 0) * max(z, 0) / float64(n-1)
	return -float64(n-2) / 2 * math.Log1p(-min(r, 1-1e-12))
}

// findChanges tests all rows of all data sets and sets their changes.
func (r *Report) findChanges() {
	var rows []*Row
	var all []series
	for i := range r.Sets {
		for k := range r.Sets[i].Rows {
			row := &r.Sets[i].Rows[k]
			rows, all = append(rows, row), append(all, series{values: row.tested, unit: 1 / float64(max(row.values, 1))})
		}
	}
	for i, d := range findDrifts(all, max(leastOrders, min(mostOrders, 100*mostOrders/max(len(all), 1)))) {
		if p := min(1, d.p/driftShare); p <= 1-r.Level {
			rows[i].Change = rows[i].changeOf(d, p)
		}
	}
}

// changeOf describes a significant drift of the row by the numbers before and after it.
func (r *Row) changeOf(d drift, p float64) *Change {
	var values []float64
	var runs []int
	for run, v := range r.tested {
		if !math.IsNaN(v) {
			values, runs = append(values, v), append(runs, run)
		}
	}
	c := &Change{Gradual: d.gradual, P: p}
	previous, next, newest := 0.0, 0.0, len(values)-1
	if d.gradual {
		c.Run = runs[1]
		slope, middle := 0.0, float64(newest)/2
		for i, v := range values {
			slope += (float64(i) - middle) * v
		}
		slope /= middle * (middle + 1) * (2*middle + 1) / 3 // Σ (i - middle)²
		previous, next = arithmetic.Mean(values)-slope*middle, arithmetic.Mean(values)+slope*middle
	} else {
		c.Run = runs[d.start]
		previous, next = arithmetic.Mean(values[:d.start]), arithmetic.Mean(values[d.start:])
		newest = min(newest, len(values)-d.start)
	}
	c.Before, c.After = report.RatioOf(min(max(previous, 0), 1), true), report.RatioOf(min(max(next, 0), 1), true)
	last := arithmetic.Mean(values[len(values)-min(newest, newestRuns):])
	c.Stands = math.Abs(last-next) <= math.Abs(last-previous)
	return c
}

// newestRuns is the largest number of newest runs that decide whether a change still stands.
const newestRuns = 5

// fallOf returns by how much F1 fell: negative for a rise, 0 for no change or one that no longer stands.
func (c *Change) fallOf() float64 {
	if c == nil || !c.Stands {
		return 0
	}
	return c.Before.Value - c.After.Value
}

// Declined reports whether any row fell by more than MaxDrop and has not risen again, or whether the newest run is
// significantly worse than the oldest of the last runs, see [diff.Report.Regressed].
func (r Report) Declined() bool { return r.Recent.Regressed() || len(r.fallen()) > 0 }

// Fallen reports whether any row fell by more than MaxDrop and has not risen again, by a change point or over the last
// runs. Unlike [Report.Declined] it ignores what disappeared: someone took it away.
func (r Report) Fallen() bool { return r.Recent.Worse() || len(r.fallen()) > 0 }

// fallen returns the rows that fell by more than MaxDrop and have not risen again, by data set.
func (r Report) fallen() map[*Set][]*Row {
	all := map[*Set][]*Row{}
	for i := range r.Sets {
		s := &r.Sets[i]
		for k := range s.Rows {
			if row := &s.Rows[k]; row.Change.fallOf() > r.Recent.MaxDrop+compare.Slack {
				all[s] = append(all[s], row)
			}
		}
	}
	return all
}
