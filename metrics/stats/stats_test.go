package stats_test

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/stats"
)

// scipy 1.10.1: binomtest(k, n).proportion_ci(level, method='wilson').
func TestWilson(t *testing.T) {
	for _, tt := range []struct {
		successes, trials int
		level             float64
		low, high         float64
	}{
		{0, 10, .95, 0, 0.27753279986288926},
		{10, 10, .95, 0.7224672001371109, 1},
		{8, 10, .95, 0.4901624715366418, 0.9433178485456248},
		{190, 200, .95, 0.910421851861224, 0.9726173543992361},
		{1, 1, .9, 0.2698659487840541, 1},
		{45, 100, .99, 0.3289768378700213, 0.577245230901561},
		{99999, 100000, .95, 0.9999433529034095, 0.9999982347522695},
		{1, 2, .5, 0.2847588845819623, 0.7152411154180377},
	} {
		got, ok := stats.Wilson(share(tt.successes, tt.trials), float64(tt.trials), tt.level)
		require.True(t, ok)
		assert.InDelta(t, tt.low, got.Low, 1e-12, "%+v", tt)
		assert.InDelta(t, tt.high, got.High, 1e-12, "%+v", tt)
	}
	for _, tt := range []struct {
		name              string
		successes, trials int
		level             float64
	}{
		{"no trials", 0, 0, .95}, {"negative", -1, 5, .95}, {"more successes than trials", 6, 5, .95},
		{"level 0", 1, 5, 0}, {"level 1", 1, 5, 1}, {"level 95", 1, 5, 95}, {"level NaN", 1, 5, math.NaN()},
	} {
		got, ok := stats.Wilson(share(tt.successes, tt.trials), float64(tt.trials), tt.level)
		assert.False(t, ok, tt.name)
		assert.Zero(t, got, tt.name)
	}
}

func share(successes, trials int) float64 { return float64(successes) / float64(trials) }

func TestWilsonProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trials := rapid.IntRange(1, min(1<<40, math.MaxInt)).Draw(t, "trials")
		successes := rapid.IntRange(0, trials).Draw(t, "successes")
		level := rapid.Float64Range(1e-6, 1-1e-9).Draw(t, "level")
		i, ok := stats.Wilson(share(successes, trials), float64(trials), level)
		rate := float64(successes) / float64(trials)
		if !ok || i.Low < 0 || i.High > 1 || i.Low > rate+1e-12 || i.High < rate-1e-12 {
			t.Fatalf("%v %v around %v", i, ok, rate)
		}
		mirror, _ := stats.Wilson(share(trials-successes, trials), float64(trials), level)
		if math.Abs(mirror.Low-(1-i.High)) > 1e-12 {
			t.Fatalf("%v is not the mirror of %v", mirror, i)
		}
	})
}

// scipy 1.10.1: binomtest(b, b+c).pvalue.
func TestMcNemar(t *testing.T) {
	for _, tt := range []struct {
		fixed, broken int
		exact         float64
	}{
		{0, 0, 1},
		{1, 0, 1},
		{5, 0, 0.0625},
		{3, 10, 0.09228515625},
		{10, 3, 0.09228515625},
		{7, 7, 1},
		{12, 29, 0.011507789735333063},
		{60, 100, 0.001953728034064355},
		{4900, 5100, 0.046585527704947234},
		{0, 60, 1.734723475976807e-18},
		{499000, 501000, 0.045608299865389515},
	} {
		exact, ok := stats.McNemar(tt.fixed, tt.broken)
		require.True(t, ok)
		assert.InEpsilon(t, tt.exact, exact, 1e-8, "%+v", tt)
	}
	for _, tt := range [][2]int{{-1, 3}, {3, -1}, {math.MaxInt, math.MaxInt}, {math.MaxInt, 0}, {math.MaxInt32, 1}} {
		if strconv.IntSize == 32 && tt == [2]int{math.MaxInt, 0} {
			continue // the largest number of changed cases
		}
		p, ok := stats.McNemar(tt[0], tt[1])
		assert.False(t, ok, "%v", tt)
		assert.Zero(t, p)
	}
	p, ok := stats.McNemar(1<<29, 1<<29+1<<16) // large counts end
	assert.True(t, ok)
	assert.InDelta(t, 0.0455, p, 0.001) // two standard deviations
}

func TestHolm(t *testing.T) {
	for _, tt := range []struct {
		name string
		p    []float64
		want []float64
	}{
		{"none", nil, []float64{}},
		{"one", []float64{0.03}, []float64{0.03}},
		// 0.005·4, 0.01·3, 0.03·2, 0.04·1 raised to 0.06.
		{"by hand", []float64{0.01, 0.04, 0.03, 0.005}, []float64{0.03, 0.06, 0.06, 0.02}},
		{"at most 1", []float64{0.6, 0.7}, []float64{1, 1}},
		{"equal", []float64{0.02, 0.02}, []float64{0.04, 0.04}},
	} {
		got, ok := stats.Holm(tt.p)
		assert.True(t, ok, tt.name)
		assert.InDeltaSlice(t, tt.want, got, 1e-15, tt.name)
	}
	for _, bad := range []float64{-0.1, 1.1, math.NaN()} {
		got, ok := stats.Holm([]float64{0.5, bad})
		assert.False(t, ok)
		assert.Nil(t, got)
	}
}

// ten predictions: confidence and truth.
var ten = []stats.Prediction{
	{Confidence: .9, Correct: true}, {Confidence: .8, Correct: true}, {Confidence: .8}, {Confidence: .7, Correct: true},
	{Confidence: .6, Correct: true}, {Confidence: .6}, {Confidence: .6}, {Confidence: .4, Correct: true}, {Confidence: .3}, {Confidence: .1},
}

func TestCalibration(t *testing.T) {
	// scikit-learn: roc_auc_score and brier_score_loss.
	auroc, ok := stats.AUROC(ten)
	assert.True(t, ok)
	assert.InDelta(t, 0.74, auroc, 1e-15)
	brier, ok := stats.Brier(ten)
	assert.True(t, ok)
	assert.InDelta(t, 0.212, brier, 1e-15)

	// By hand, with two bins: below 0.5 are 0.4+0.3+0.1 = 0.8 with one right; above are 5.0 with four right.
	ece, ok := stats.ECE(ten, 2)
	assert.True(t, ok)
	assert.InDelta(t, (0.2+1.0)/10, ece, 1e-15)

	diagram, ok := stats.Reliability(ten, 2)
	assert.True(t, ok)
	require.Len(t, diagram, 2)
	assert.InDelta(t, 0.8/3, diagram[0].Confidence, 1e-15)
	assert.InDelta(t, 5.0/7, diagram[1].Confidence, 1e-15)
	diagram[0].Confidence, diagram[1].Confidence = 0, 0
	assert.Equal(t, []stats.Bin{{High: 0.5, Count: 3, Correct: 1}, {Low: 0.5, High: 1, Count: 7, Correct: 4}}, diagram)
	accuracy, ok := diagram[1].Accuracy()
	assert.True(t, ok)
	assert.InDelta(t, 4.0/7, accuracy, 1e-15)

	curve, ok := stats.RiskCoverage(ten)
	assert.True(t, ok)
	assert.Equal(t, []stats.RiskPoint{
		{Confidence: .9, Accepted: 1, Wrong: 0, Coverage: .1, Risk: 0},
		{Confidence: .8, Accepted: 3, Wrong: 1, Coverage: .3, Risk: 1. / 3},
		{Confidence: .7, Accepted: 4, Wrong: 1, Coverage: .4, Risk: .25},
		{Confidence: .6, Accepted: 7, Wrong: 3, Coverage: .7, Risk: 3. / 7},
		{Confidence: .4, Accepted: 8, Wrong: 3, Coverage: .8, Risk: .375},
		{Confidence: .3, Accepted: 9, Wrong: 4, Coverage: .9, Risk: 4. / 9},
		{Confidence: .1, Accepted: 10, Wrong: 5, Coverage: 1, Risk: .5},
	}, curve)

	point, ok := stats.StraightThrough(ten, 0.75)
	assert.True(t, ok)
	assert.Equal(t, curve[2], point)
	point, ok = stats.StraightThrough(ten, 0.6)
	assert.True(t, ok)
	assert.Equal(t, curve[4], point, "the greatest coverage, though a smaller one misses the accuracy")
}

func TestReliabilityBorders(t *testing.T) {
	for bins := 1; bins < 60; bins++ {
		for i := range bins {
			low := float64(i) / float64(bins)
			for _, c := range []float64{low, math.Nextafter(low, 2), math.Nextafter(low, -1)} {
				if c < 0 {
					continue
				}
				diagram, ok := stats.Reliability([]stats.Prediction{{Confidence: c}}, bins)
				require.True(t, ok)
				for k, b := range diagram {
					inside := b.Low <= c && (c < b.High || k == bins-1)
					if inside != (b.Count == 1) {
						t.Errorf("%v is in bin %+v of %d: %v", c, b, bins, !inside)
					}
				}
			}
		}
	}
	diagram, _ := stats.Reliability([]stats.Prediction{{Confidence: 1}}, 10)
	assert.Equal(t, 1, diagram[9].Count)
}

func TestUndefinedCalibration(t *testing.T) {
	right, wrong := stats.Prediction{Confidence: .5, Correct: true}, stats.Prediction{Confidence: .5}
	for name, predictions := range map[string][]stats.Prediction{
		"none": nil, "NaN": {right, wrong, {Confidence: math.NaN()}}, "above 1": {right, wrong, {Confidence: 1.5}}, "negative": {right, wrong, {Confidence: -1}},
	} {
		_, brier := stats.Brier(predictions)
		_, ece := stats.ECE(predictions, 10)
		_, auroc := stats.AUROC(predictions)
		_, diagram := stats.Reliability(predictions, 10)
		_, curve := stats.RiskCoverage(predictions)
		_, point := stats.StraightThrough(predictions, 0)
		assert.Equal(t, [6]bool{}, [6]bool{brier, ece, auroc, diagram, curve, point}, name)
	}
	_, ok := stats.AUROC([]stats.Prediction{right, right})
	assert.False(t, ok, "all right")
	_, ok = stats.AUROC([]stats.Prediction{wrong})
	assert.False(t, ok, "all wrong")
	area, ok := stats.AUROC([]stats.Prediction{wrong, right})
	assert.True(t, ok)
	assert.Equal(t, 0.5, area, "a tie")
	_, ok = stats.ECE([]stats.Prediction{right}, 0)
	assert.False(t, ok)
	_, ok = stats.Reliability([]stats.Prediction{right}, math.MaxInt)
	assert.False(t, ok)
	_, ok = stats.StraightThrough(ten, 1.1)
	assert.False(t, ok)
	_, ok = stats.StraightThrough(ten, math.NaN())
	assert.False(t, ok)
	_, ok = stats.Bin{}.Accuracy()
	assert.False(t, ok)
}

func TestStability(t *testing.T) {
	assert.Equal(t, 0.0, stats.MeanPairwiseJaccard([][]string{nil, {"a"}}))
	assert.Equal(t, 0.5, stats.MeanPairwiseJaccard([][]string{{"b", "a", "a", "c"}, {"a", "c", "d", "c"}}))
	assert.Equal(t, 1.0, stats.MeanPairwiseJaccard(nil))
	assert.Equal(t, 1.0, stats.MeanPairwiseJaccard([][]string{{"a"}}))
	assert.Equal(t, 1.0, stats.MeanPairwiseJaccard([][]string{{}, {}}))
	// {a,b}~{a} 1/2, {a,b}~{b} 1/2, {a}~{b} 0.
	assert.InDelta(t, 1.0/3, stats.MeanPairwiseJaccard([][]string{{"a", "b"}, {"a"}, {"b"}}), 1e-15)

	cases := [][]string{{"1", "1", "1"}, {"1", "2", "1"}, {"1", "2", "3"}, {"1"}, nil}
	agreement, ok := stats.Agreement(cases)
	assert.True(t, ok)
	assert.InDelta(t, (1+1.0/3+0)/3, agreement, 1e-15)
	flips, ok := stats.FlipRate(cases)
	assert.True(t, ok)
	assert.InDelta(t, 2.0/3, flips, 1e-15)
	_, ok = stats.Agreement(cases[3:])
	assert.False(t, ok)
	_, ok = stats.FlipRate(cases[3:])
	assert.False(t, ok)
}

// 1 - comb(n-c, k)/comb(n, k) and comb(c, k)/comb(n, k) in exact integers (Python).
func TestPass(t *testing.T) {
	for _, tt := range []struct {
		runs, correct, k int
		any, all         float64
	}{
		{10, 3, 1, 0.3, 0.3},
		{10, 3, 5, 0.9166666666666666, 0},
		{200, 30, 10, 0.8110586787384348, 1.3382481507937706e-09},
		{200, 30, 100, 0.9999999999283045, 0},
		{5, 5, 5, 1, 1},
		{5, 4, 5, 1, 0},
		{100, 99, 50, 1, 0.5},
		{3, 0, 2, 0, 0},
		{math.MaxInt32, math.MaxInt32 - 1, math.MaxInt32 - 1, 1, 1.0 / math.MaxInt32},
	} {
		anyRight, ok := stats.PassAtK(tt.runs, tt.correct, tt.k)
		assert.True(t, ok)
		assert.InDelta(t, tt.any, anyRight, 1e-13, "%+v", tt)
		allRight, ok := stats.PassHatK(tt.runs, tt.correct, tt.k)
		assert.True(t, ok)
		assert.InDelta(t, tt.all, allRight, 1e-13, "%+v", tt)
	}
	for _, tt := range [][3]int{{5, 2, 0}, {5, 2, 6}, {5, -1, 1}, {5, 6, 1}, {0, 0, 1}, {math.MaxInt, 1, 1}} {
		if strconv.IntSize == 32 && tt[0] == math.MaxInt {
			continue // the largest number of runs there
		}
		_, ok := stats.PassAtK(tt[0], tt[1], tt[2])
		assert.False(t, ok, "%v", tt)
		_, ok = stats.PassHatK(tt[0], tt[1], tt[2])
		assert.False(t, ok, "%v", tt)
	}
}

func TestDescribe(t *testing.T) {
	d, ok := stats.Describe([]float64{2, 4, 4, 4, 5, 5, 7, 9})
	assert.True(t, ok)
	assert.Equal(t, stats.Description{Count: 8, Min: 2, Max: 9, Mean: 5, StdDev: 2}, d)
	d, ok = stats.Describe([]float64{0.1, 0.1, 0.1})
	assert.True(t, ok)
	assert.Equal(t, stats.Description{Count: 3, Min: 0.1, Max: 0.1, Mean: 0.1}, d, "rounding does not move the mean of equal values")
	for _, values := range [][]float64{nil, {math.NaN()}, {1, math.Inf(1)}, {math.MaxFloat64, -math.MaxFloat64}, {math.MaxFloat64, math.MaxFloat64}} {
		d, ok := stats.Describe(values)
		assert.False(t, ok, "%v", values)
		assert.Zero(t, d)
	}
}

// Nothing is NaN or infinite, whatever the arguments.
func TestExtremeArguments(t *testing.T) {
	extremes := []float64{
		math.NaN(), math.Inf(1), math.Inf(-1), 0, 5e-324, 1e-310, 1e-170, 1e-20, .5, .95, 1 - 0x1p-53, 1, 3, 1e160, math.MaxFloat64,
		-1, -math.MaxFloat64,
	}
	for _, a := range extremes {
		assert.True(t, finite(stats.Normal(a)), "the z of %v", a)
		for _, b := range extremes {
			for _, c := range extremes {
				i, ok := stats.Wilson(a, b, c)
				assert.True(t, finite(i.Low) && finite(i.High) && i.Low <= i.High && (ok || i == stats.Interval{}), "%v of %v at %v: %v", a, b, c, i)
				d, _ := stats.Describe([]float64{a, b, c})
				assert.True(t, finite(d.Min) && finite(d.Max) && finite(d.Mean) && finite(d.StdDev), "%v %v %v: %v", a, b, c, d)
				alpha, _ := stats.KrippendorffAlpha([][]float64{{a, b}, {c, c}, {a, c}}, stats.SquaredDifference)
				p, _ := stats.SignFlip([]float64{a, b, c, a})
				assert.True(t, finite(alpha) && finite(p), "%v %v %v: %v %v", a, b, c, alpha, p)
			}
		}
	}
	assert.Zero(t, stats.Normal(math.NaN()))
	assert.Zero(t, stats.Normal(math.Inf(-1)))
	assert.Equal(t, stats.Normal(1), stats.Normal(math.Inf(1)))
	for _, n := range []float64{5e-324, 1e-310, 1e-100} {
		i, ok := stats.Wilson(0.25, n, 0.95)
		assert.True(t, ok)
		assert.InDelta(t, 0, i.Low, 1e-15, "%v trials tell nothing", n)
		assert.InDelta(t, 1, i.High, 1e-15, "%v trials tell nothing", n)
	}
	alpha, ok := stats.KrippendorffAlpha([][]float64{{-0.45e154, 0.45e154}, {0, 0}}, stats.SquaredDifference)
	assert.False(t, ok, "the differences are too large to add up")
	assert.Zero(t, alpha)
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// The unit of the differences has no effect, however large or small it is.
func TestSignFlipInAnyUnit(t *testing.T) {
	for _, documents := range []int{3, 14, 16, 200, 1000} {
		own := make([]float64, documents)
		for i := range own {
			own[i] = math.Sqrt(float64(i+1)) / math.Sqrt(float64(documents))
			if i%3 == 0 {
				own[i] = -own[i]
			}
		}
		want, ok := stats.SignFlip(own)
		require.True(t, ok)
		for _, unit := range []float64{1e-310, 0x1p-600, 0x1p600, 1e306, 1.7e308} {
			changes := make([]float64, documents)
			for i := range changes {
				changes[i] = own[i] * unit
			}
			got, ok := stats.SignFlip(changes)
			assert.True(t, ok)
			assert.InEpsilon(t, want, got, 1e-6, "%d documents in units of %v", documents, unit)
		}
	}
}
