package stats_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/stats"
)

// f1 of true positives, false positives, false negatives.
func f1(sums []int64) (float64, bool) {
	if sums[0] == 0 && sums[1] == 0 && sums[2] == 0 {
		return 0, false
	}
	return 2 * float64(sums[0]) / float64(2*sums[0]+sums[1]+sums[2]), true
}

func accumulator(t testing.TB, b stats.Bootstrap, columns int) *stats.Accumulator {
	acc, err := b.Accumulator(columns)
	require.NoError(t, err)
	return acc
}

var five = map[string][]int{"a": {3, 1, 0}, "b": {2, 0, 1}, "c": {0, 2, 2}, "d": {4, 0, 0}, "e": {1, 1, 1}}

// The same weights and sums in Python, numpy.percentile of the 197 of 200 resamples that define F1.
func TestIntervalKnownAnswer(t *testing.T) {
	acc := accumulator(t, stats.Bootstrap{Seed: 1, Resamples: 200, Level: 0.9}, 3)
	for id, counts := range five {
		require.NoError(t, acc.Add(stats.DocumentHash(id), counts))
	}
	assert.Equal(t, 5, acc.Documents())
	assert.Equal(t, []int64{10, 4, 4}, acc.Sums())
	interval, ok := acc.Interval(f1)
	assert.True(t, ok)
	assert.InDelta(t, 0.3695652173913044, interval.Low, 1e-12)
	assert.InDelta(t, 0.9197505197505198, interval.High, 1e-12)

	// Of the differences FP-FN 129 are <= 0 and 128 >= 0, also in Python.
	notAbove, notBelow := 0, 0
	for sums := range acc.Resamples() {
		if sums[1] <= sums[2] {
			notAbove++
		}
		if sums[1] >= sums[2] {
			notBelow++
		}
	}
	assert.Equal(t, []int{129, 128}, []int{notAbove, notBelow})
}

func TestAccumulatorsAreAMonoid(t *testing.T) {
	const documents, columns = 300, 4
	r := rand.New(rand.NewPCG(1, 2))
	rows := make([][]int, documents)
	for d := range rows {
		rows[d] = []int{1, r.IntN(2), r.IntN(1000) - 500, 0}
		if r.IntN(10) == 0 {
			rows[d][0] = 0
		}
	}
	b := stats.Bootstrap{Seed: 7, Resamples: 100}
	add := func(acc *stats.Accumulator, order []int) *stats.Accumulator {
		for _, d := range order {
			require.NoError(t, acc.Add(uint64(d), rows[d]))
		}
		return acc
	}
	order := r.Perm(documents)
	want, err := add(accumulator(t, b, columns), order).MarshalBinary()
	require.NoError(t, err)
	for range 20 {
		order := r.Perm(documents)
		var parts []*stats.Accumulator
		for len(order) > 0 {
			n := r.IntN(len(order) + 1)
			parts = append(parts, add(accumulator(t, b, columns), order[:n]))
			order = order[n:]
		}
		parts = append(parts, accumulator(t, b, columns)) // the neutral element
		for len(parts) > 1 {
			i := r.IntN(len(parts) - 1)
			if r.IntN(2) == 0 { // by way of the bytes
				data, err := parts[i+1].MarshalBinary()
				require.NoError(t, err)
				parts[i+1] = new(stats.Accumulator)
				require.NoError(t, parts[i+1].UnmarshalBinary(data))
			}
			require.NoError(t, parts[i].Merge(parts[i+1]))
			parts = append(parts[:i+1], parts[i+2:]...)
		}
		got, err := parts[0].MarshalBinary()
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
}

// The interval of a binomial rate should hold the true rate in 95 of 100 cases; the percentile bootstrap with 100 documents of five
// fields each comes close. All draws are seeded.
func TestIntervalCoverage(t *testing.T) {
	const simulations, documents, fields, rate = 400, 100, 5, 0.8
	r := rand.New(rand.NewPCG(3, 4))
	covered, zeroIn := 0, 0
	for s := range simulations {
		acc := accumulator(t, stats.Bootstrap{Seed: uint64(s), Resamples: 400}, 4)
		for d := range documents {
			counts := []int{0, 0, 0, fields}
			// The fields of a document hang together: half of them fail as one.
			spoiled := r.Float64() >= rate
			for range fields {
				right := !spoiled
				if r.IntN(2) == 0 {
					right = r.Float64() < rate
				}
				if right {
					counts[0]++
				}
				if r.Float64() < rate { // another run of the same quality
					counts[1]++
				}
				if r.Float64() < rate {
					counts[2]++
				}
			}
			require.NoError(t, acc.Add(uint64(d), counts))
		}
		interval, ok := acc.Interval(func(s []int64) (float64, bool) { return float64(s[0]) / float64(s[3]), s[3] > 0 })
		require.True(t, ok)
		if interval.Low <= rate && rate <= interval.High {
			covered++
		}
		difference, ok := acc.Interval(func(s []int64) (float64, bool) { return float64(s[1]-s[2]) / float64(s[3]), s[3] > 0 })
		require.True(t, ok)
		if difference.Low <= 0 && 0 <= difference.High {
			zeroIn++
		}
	}
	// Three standard deviations of 400 draws at 0.95 are 0.033.
	assert.InDelta(t, 0.945, float64(covered)/simulations, 0.035)
	assert.InDelta(t, 0.945, float64(zeroIn)/simulations, 0.035)
}

func TestUndefinedIntervals(t *testing.T) {
	acc := accumulator(t, stats.Bootstrap{}, 3)
	undefined := func(name string, statistic func([]int64) (float64, bool)) {
		t.Helper()
		interval, ok := acc.Interval(statistic)
		assert.False(t, ok, name)
		assert.Zero(t, interval, name)
	}
	undefined("no document", func([]int64) (float64, bool) { return 1, true })
	require.NoError(t, acc.Add(1, []int{1, 0, 0}))
	undefined("one document", f1)
	require.NoError(t, acc.Add(2, []int{0, 0, 0}))
	_, ok := acc.Interval(f1)
	assert.True(t, ok, "defined where the weight of the first document is not 0: in 63 of 100 resamples")
	undefined("undefined for the sums", func(s []int64) (float64, bool) { return 0, s[0] != 1 })
	undefined("NaN", func(s []int64) (float64, bool) { return math.NaN(), true })
	undefined("infinite", func(s []int64) (float64, bool) { return math.Inf(1), true })
	undefined("undefined in most resamples", func(s []int64) (float64, bool) { return 0, s[0] == 1 })
}

func TestBootstrapErrors(t *testing.T) {
	for _, tt := range []struct {
		b       stats.Bootstrap
		columns int
		text    string
	}{
		{stats.Bootstrap{Resamples: -1}, 1, "stats: bootstrap with -1 resamples: must be from 1 to 1048576, or 0 for 1000"},
		{stats.Bootstrap{Level: 95}, 1, "stats: bootstrap level is 95: must be between 0 and 1, or 0 for 0.95"},
		{stats.Bootstrap{Level: math.NaN()}, 1, "stats: bootstrap level is NaN: must be between 0 and 1, or 0 for 0.95"},
		{stats.Bootstrap{}, 0, "stats: bootstrap of 0 columns: must be from 1 to 1048576"},
	} {
		_, err := tt.b.Accumulator(tt.columns)
		assert.EqualError(t, err, tt.text)
	}
	acc := accumulator(t, stats.Bootstrap{Resamples: 10}, 3)
	assert.EqualError(t, acc.Add(1, []int{1}), "stats: document with 1 counts: the accumulator has 3 columns")
	assert.EqualError(t, acc.Merge(accumulator(t, stats.Bootstrap{Resamples: 10, Seed: 1}, 3)),
		"stats: accumulators of 3 columns, seed 0, 10 resamples and of 3 columns, seed 1, 10 resamples cannot be merged")
	assert.Zero(t, acc.Documents())
}

func FuzzUnmarshalBinary(f *testing.F) {
	acc := accumulator(f, stats.Bootstrap{Resamples: 3}, 2)
	require.NoError(f, acc.Add(1, []int{1, 2}))
	data, err := acc.MarshalBinary()
	require.NoError(f, err)
	f.Add(data)
	f.Add(data[:len(data)-1])
	f.Add([]byte("stats/1\n"))
	f.Add(slices.Concat(data[:24], make([]byte, 8), data[32:])) // without a level
	f.Fuzz(func(t *testing.T, data []byte) {
		var acc stats.Accumulator
		if acc.UnmarshalBinary(data) != nil {
			return
		}
		again, err := acc.MarshalBinary()
		require.NoError(t, err)
		require.Equal(t, data, again)
		acc.Interval(f1OrLess)
	})
}

func f1OrLess(sums []int64) (float64, bool) { return float64(sums[0]), sums[0] != 0 }

// Documents of 40 attributes with true positives, false positives and false negatives each; one attribute in ten is wrong.
func BenchmarkBootstrap(b *testing.B) {
	const columns = 40 * 3
	for _, resamples := range []int{1000, 10000} {
		b.Run(fmt.Sprintf("resamples=%d", resamples), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 2))
			rows := make([][]int, 1000)
			for d := range rows {
				rows[d] = make([]int, columns)
				for a := 0; a < columns; a += 3 {
					if r.IntN(10) == 0 {
						rows[d][a+1], rows[d][a+2] = 1, 1
					} else {
						rows[d][a] = 1
					}
				}
			}
			acc := accumulator(b, stats.Bootstrap{Resamples: resamples}, columns)
			d := 0
			for b.Loop() {
				if err := acc.Add(uint64(d), rows[d%len(rows)]); err != nil {
					b.Fatal(err)
				}
				d++
			}
			b.ReportMetric(float64(d)/b.Elapsed().Seconds(), "documents/s")
		})
	}
}

// The span of the values may be too large for a float64. The ends of the interval at level 0.25 lie at 1.125 and 1.875
// of the four values.
func TestIntervalOfExtremeValues(t *testing.T) {
	for level, want := range map[float64]stats.Interval{0.5: {Low: -1.6e308, High: 1.6e308}, 0.25: {Low: -1.2e308, High: 1.2e308}} {
		a, err := stats.Bootstrap{Resamples: 4, Level: level}.Accumulator(1)
		require.NoError(t, err)
		require.NoError(t, a.Add(1, []int{1}))
		require.NoError(t, a.Add(2, []int{1}))
		values := []float64{0, -1.6e308, -1.6e308, 1.6e308, 1.6e308} // of the plain sums, and of the resamples
		got, ok := a.Interval(func([]int64) (value float64, ok bool) {
			value, values = values[0], values[1:]
			return value, true
		})
		assert.True(t, ok)
		assert.InEpsilon(t, want.Low, got.Low, 1e-12, "level %v", level)
		assert.InEpsilon(t, want.High, got.High, 1e-12, "level %v", level)
	}
}
