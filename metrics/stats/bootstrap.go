package stats

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
)

const (
	defaultResamples = 1000
	defaultLevel     = 0.95

	maxResamples = 1 << 20
	maxColumns   = 1 << 20
)

// Bootstrap is the Poisson bootstrap over documents. It estimates how much a score, computed from sums of counts, would
// differ for another sample of documents of the same kind. In every resample each document counts a number of times
// that is Poisson distributed with mean 1 (Hanley and MacGibbon 2006; Chamandy et al. 2012). The seed, the document's
// hash and the number of the resample determine these weights, so that a program can add documents in any order and on
// any machine, and two scores of the same documents use the same resamples.
//
// The zero value is ready for use.
type Bootstrap struct {
	Seed      uint64
	Resamples int     // 0: 1000. Comparisons of runs should use 10,000
	Level     float64 // confidence level of intervals, between 0 and 1; 0: 0.95
}

// Accumulator returns an empty accumulator for documents with a number of counts each. The error says which setting is
// out of range: Resamples from 1 to 2^20, Level between 0 and 1, columns from 1 to 2^20.
func (b Bootstrap) Accumulator(columns int) (*Accumulator, error) {
	b.Resamples = cmp.Or(b.Resamples, defaultResamples)
	b.Level = cmp.Or(b.Level, defaultLevel)
	switch {
	case b.Resamples < 1 || b.Resamples > maxResamples:
		return nil, fmt.Errorf("stats: bootstrap with %d resamples: must be from 1 to %d, or 0 for %d", b.Resamples, maxResamples, defaultResamples)
	case !validLevel(b.Level):
		return nil, fmt.Errorf("stats: bootstrap level is %v: must be between 0 and 1, or 0 for %v", b.Level, defaultLevel)
	case columns < 1 || columns > maxColumns:
		return nil, fmt.Errorf("stats: bootstrap of %d columns: must be from 1 to %d", columns, maxColumns)
	}
	return &Accumulator{
		bootstrap: b,
		columns:   make([]column, columns),
		weights:   makeSums(b.Resamples),
		drawn:     make([]uint64, words(b.Resamples)),
	}, nil
}

// Accumulator holds the sums of the documents' counts: plain, and for every resample. The sums are integers, and their
// addition is associative and commutative: the result is the same however documents are spread over accumulators and in
// whatever order these are merged. An Accumulator takes 10 bytes for each column and resample, whatever the number of
// documents. An Accumulator must not be used by two goroutines at a time.
//
// Sums must stay below 2^63, which counts below 2^32 in up to 100 million documents do.
type Accumulator struct {
	bootstrap Bootstrap
	documents int
	weights   sums // of 1 for each document
	columns   []column
	drawn     []uint64 // the weights of the document being added
}

// column holds the sums of one count. Most documents have the same value in a column, such as one right answer. So a
// column sums only the weighted differences from a base value, and adds base times the sum of the weights at the end.
// The base follows the majority of the values (Boyer and Moore 1991), but slowly, since a change of the base costs as
// much as several documents. The base does not affect the result.
type column struct {
	total  int64
	base   int64
	votes  int
	excess sums // of value-base
}

// patience is the lead in votes against the base at which the base changes.
const patience = 16

// Add adds a document. A document that is added again, for a second trial say, is the same unit of resampling: both
// have the same weights. It is an error if the number of counts is not the number of columns; then Add adds nothing.
func (a *Accumulator) Add(document uint64, counts []int) error {
	if len(counts) != len(a.columns) {
		return fmt.Errorf("stats: document with %d counts: the accumulator has %d columns", len(counts), len(a.columns))
	}
	drawWeights(a.drawn, a.bootstrap.Seed, document)
	for j, n := range counts {
		c, value := &a.columns[j], int64(n)
		c.total += value
		switch {
		case value == c.base:
			c.votes++
			continue
		case a.documents == 0:
			c.base, c.votes = value, 1
			continue
		case c.votes == -patience:
			c.rebase(value, a.resampled())
			c.votes = 1
			continue
		}
		c.votes--
		c.allocate(a.bootstrap.Resamples)
		c.excess.addDraw(a.drawn, value-c.base)
	}
	a.weights.addDraw(a.drawn, 1)
	a.documents++
	return nil
}

// allocate makes room for the differences from the base.
func (c *column) allocate(resamples int) {
	if c.excess.all == nil {
		c.excess = makeSums(resamples)
	}
}

// rebase changes the base, given the sums of the weights of the documents so far.
func (c *column) rebase(base int64, weights []int64) {
	for i, w := range weights {
		c.excess.all[i] += (c.base - base) * w
	}
	c.base = base
}

// weighted returns the weighted sum of the values in a resample, given the sum of the weights there. The column must be
// unpacked.
func (c *column) weighted(resample int, weight int64) int64 {
	sum := c.base * weight
	if c.excess.all != nil {
		sum += c.excess.all[resample]
	}
	return sum
}

// resampled returns the sums of the weights by resample.
func (a *Accumulator) resampled() []int64 { return a.weights.unpack()[:a.bootstrap.Resamples] }

// unpack completes the sums of the columns, and returns the sums of the weights by resample.
func (a *Accumulator) unpack() (weights []int64) {
	for j := range a.columns {
		a.columns[j].excess.unpack()
	}
	return a.resampled()
}

// Merge adds the documents of other to a. It does not change other. It is an error if the two differ in seed, number of
// resamples or number of columns; then Merge adds nothing.
func (a *Accumulator) Merge(other *Accumulator) error {
	x, y := a.bootstrap, other.bootstrap
	if x.Seed != y.Seed || x.Resamples != y.Resamples || len(a.columns) != len(other.columns) {
		return fmt.Errorf("stats: accumulators of %d columns, seed %d, %d resamples and of %d columns, seed %d, %d resamples cannot be merged",
			len(a.columns), x.Seed, x.Resamples, len(other.columns), y.Seed, y.Resamples)
	}
	weights := other.unpack()
	for j := range a.columns {
		c, d := &a.columns[j], &other.columns[j]
		c.total += d.total
		c.allocate(len(weights))
		for i, w := range weights {
			c.excess.all[i] += d.weighted(i, w) - c.base*w
		}
	}
	for i, w := range weights {
		a.weights.all[i] += w
	}
	a.documents += other.documents
	return nil
}

// Documents is the number of documents added, including documents of merged accumulators.
func (a *Accumulator) Documents() int { return a.documents }

// Settings returns the settings of the bootstrap, with the defaults filled in.
func (a *Accumulator) Settings() Bootstrap { return a.bootstrap }

// Sums returns the sums of the counts over the documents, without resampling.
func (a *Accumulator) Sums() []int64 {
	sums := make([]int64, len(a.columns))
	for j := range a.columns {
		sums[j] = a.columns[j].total
	}
	return sums
}

// Interval returns the percentile interval of a statistic. The statistic is a function of the sums in the order of the
// columns; it returns false where it is undefined, and must not keep the slice. It is called once for the plain sums, then
// once for each resample. The bounds are the (1-Level)/2 and (1+Level)/2 quantiles of its values over the resamples,
// interpolated linearly between neighbours. Interval leaves out resamples in which the statistic is undefined, NaN or
// infinite.
//
// The interval is undefined for fewer than two documents, where the statistic is undefined for the plain sums, and
// where it is undefined in more than half of the resamples. It is too narrow for few documents, or few that differ.
func (a *Accumulator) Interval(statistic func(sums []int64) (value float64, ok bool)) (interval Interval, ok bool) {
	if v, ok := statistic(a.Sums()); a.documents < 2 || !ok || !finite(v) {
		return Interval{}, false
	}
	values := make([]float64, 0, a.bootstrap.Resamples)
	for sums := range a.Resamples() {
		if v, ok := statistic(sums); ok && finite(v) {
			values = append(values, v)
		}
	}
	if 2*len(values) < a.bootstrap.Resamples {
		return Interval{}, false
	}
	slices.Sort(values)
	tail := (1 - a.bootstrap.Level) / 2
	return Interval{Low: quantile(values, tail), High: quantile(values, 1-tail)}, true
}

// Resamples yields the sums of the counts in each resample, in the order of the columns. A slice is valid until the
// next one.
func (a *Accumulator) Resamples() iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		sums := make([]int64, len(a.columns))
		for i, w := range a.unpack() {
			for j := range a.columns {
				sums[j] = a.columns[j].weighted(i, w)
			}
			if !yield(sums) {
				return
			}
		}
	}
}

// quantile returns the p-quantile of sorted values by linear interpolation (type 7 of Hyndman and Fan 1996).
func quantile(sorted []float64, p float64) float64 {
	rank := p * float64(len(sorted)-1)
	lower := int(rank)
	if lower+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	low, high := sorted[lower], sorted[lower+1]
	if low == high {
		return low // exactly, whatever the rounding
	}
	part := rank - float64(lower)
	if span := high - low; finite(span) {
		return low + span*part
	}
	return low*(1-part) + high*part
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
