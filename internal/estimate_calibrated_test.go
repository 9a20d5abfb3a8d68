package internal_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/estimate/onerun"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/testdata/effort"
)

// ten predictions: confidence and truth.
var ten = []stats.Prediction{
	{Confidence: .9, Correct: true}, {Confidence: .8, Correct: true}, {Confidence: .8}, {Confidence: .7, Correct: true},
	{Confidence: .6, Correct: true}, {Confidence: .6}, {Confidence: .6}, {Confidence: .4, Correct: true}, {Confidence: .3}, {Confidence: .1},
}

// By hand. A hundred values with a confidence of 0.95 are all right: Wilson's interval of that is 100/(100+z²) = 0.9630 to 1. The
// standard error of the one bin is 0.0370/z = 0.01888, and chance is √(2/π)·0.01888 + z·√(1-2/π)·0.01888 = 0.0374.
func TestIntervalsOfCalibrationByHand(t *testing.T) {
	var sure []stats.Prediction
	for range 100 {
		sure = append(sure, stats.Prediction{Confidence: 0.95, Correct: true})
	}
	over, documents, ok := onerun.Overconfidence(sure, 0.95)
	require.True(t, ok)
	assert.InDelta(t, 100, documents, 1e-9)
	assert.InDelta(t, -0.05, over.Value, 1e-9)
	assert.InDelta(t, -0.05, over.Low, 1e-9)
	assert.InDelta(t, -0.0130, over.High, 1e-4)
	ece, _, ok := onerun.ECEInterval(sure, 10, 0.95)
	require.True(t, ok)
	// |Z| of one bin is half normal: mean 0.7979 and standard deviation 0.6028, of which 1.96 + 2.84·0.9953/6 = 2.4314.
	assert.InDelta(t, 0.05-(0.7979+2.4314*0.6028)*0.0370/1.96, ece.Low, 1e-4)
	assert.InDelta(t, 0.05+0.0370, ece.High, 1e-4)
	// The same values of four documents are four: 4/(4+z²) = 0.5101.
	for i := range sure {
		sure[i].Document = uint64(1 + i%4)
	}
	over, documents, _ = onerun.Overconfidence(sure, 0.95)
	assert.InDelta(t, 4, documents, 1e-9)
	assert.InDelta(t, 0.95-0.5101, over.High, 1e-4)
	ece, _, _ = onerun.ECEInterval(sure, 10, 0.95)
	assert.Zero(t, ece.Low)

	// Losses of 0.04 each: 0.0384/0.00018464/1.03 = 201.9 values, with 2(.04² + .96²)/100² = 0.00018464.
	for i := range sure {
		sure[i] = stats.Prediction{Confidence: 0.8, Correct: true}
	}
	brier, _, ok := onerun.BrierInterval(sure, 0.95)
	require.True(t, ok)
	want, _ := stats.Wilson(0.04, 201.92, 0.95)
	assert.InDelta(t, want.Low, brier.Low, 1e-5)
	assert.InDelta(t, want.High, brier.High, 1e-5)

	// Placements of the right ones 1, .9, .8, .6, .4 and of the wrong ones .3, .7, .7, 1, 1, about 0.74: 0.232/25 + 0.332/25 = 0.02256,
	// 0.1924/0.02256/(1+3/5) = 5.330 values.
	auroc, documents, ok := onerun.AUROCInterval(ten, 0.95)
	require.True(t, ok)
	assert.InDelta(t, 5, documents, 1e-9)
	want, _ = stats.Wilson(0.74, 5.3303, 0.95)
	assert.InDelta(t, want.Low, auroc.Low, 1e-4)
	assert.InDelta(t, want.High, auroc.High, 1e-4)
	// Of two documents they are one of each, and tell less.
	clustered := make([]stats.Prediction, len(ten))
	for i, p := range ten {
		p.Document = 1
		if p.Correct {
			p.Document = 2
		}
		clustered[i] = p
	}
	wide, documents, _ := onerun.AUROCInterval(clustered, 0.95)
	assert.InDelta(t, 1, documents, 1e-9)
	assert.Greater(t, wide.High-wide.Low, auroc.High-auroc.Low)

	for _, undefined := range []float64{0, 1} {
		_, _, a := onerun.Overconfidence(sure, undefined)
		_, _, b := onerun.BrierInterval(sure, undefined)
		_, _, c := onerun.ECEInterval(sure, 10, undefined)
		_, _, d := onerun.AUROCInterval(ten, undefined)
		assert.Equal(t, [4]bool{}, [4]bool{a, b, c, d})
	}
	_, _, ok = onerun.AUROCInterval(sure, 0.95)
	assert.False(t, ok, "all right")
	_, _, ok = onerun.Overconfidence(nil, 0.95)
	assert.False(t, ok)
}

// confident is documents with values whose confidences are worth more or less.
type confident struct {
	documents, rows int
	right           func(confidence float64) float64
	spoilt          float64 // the share of documents in which half of the values that would be right are wrong
	lost            bool    // all values of a spoilt document are wrong
}

func (w confident) draw(r *rand.Rand) (all []stats.Prediction) {
	for d := range w.documents {
		factor := 1.0
		if r.Float64() < w.spoilt {
			factor = 0.5
			if w.lost {
				factor = 0
			}
		}
		for range w.rows {
			c := 0.5 + 0.5*math.Sqrt(r.Float64())
			all = append(all, stats.Prediction{Confidence: c, Correct: r.Float64() < factor*w.right(c), Document: uint64(d + 1)})
		}
	}
	return all
}

// The intervals of calibration hold the values measured on very many documents, whether the values of one document are
// wrong together or not.
func TestIntervalsOfCalibrationHold(t *testing.T) {
	runs := effort.Draws(t, effort.Size(20, 40))
	calibrated := func(c float64) float64 { return c }
	tooSure := func(c float64) float64 { return c - 0.15 }
	sharp := func(c float64) float64 { return 1 / (1 + math.Exp(-20*(c-0.7))) }
	for _, documents := range effort.Some(1, []int{20, 100, 300}) {
		for _, w := range effort.Some(4, []confident{
			{documents, 1, calibrated, 0, false}, {documents, 10, calibrated, 0, false}, {documents, 1, tooSure, 0, false},
			{documents, 10, tooSure, 0.2, false}, {documents, 20, tooSure, 0.3, true},
			{documents, 1, sharp, 0, false}, {documents, 10, sharp, 0.1, false},
		}) {
			name := map[float64]string{0.75: "calibrated", 0.6: "too sure", 0.73: "sharp"}[math.Round(100*w.right(0.75))/100]
			t.Run(fmt.Sprintf("%s, %d documents of %d, %.0f %% spoilt", name, documents, w.rows, 100*w.spoilt), func(t *testing.T) {
				many := w
				many.documents = effort.Size(50_000, 200_000) / w.rows
				all := many.draw(rand.New(rand.NewPCG(1, 1)))
				brier, _ := stats.Brier(all)
				ece, _ := stats.ECE(all, 10)
				auroc, _ := stats.AUROC(all)
				over, _, _ := onerun.Overconfidence(all, 0.95)
				var held [4]int
				var width [4]float64
				areas := 0
				for run := range runs {
					sample := w.draw(rand.New(rand.NewPCG(51, uint64(run))))
					count := func(k int, i stats.Interval, truth float64) {
						width[k] += i.High - i.Low
						if i.Low <= truth && truth <= i.High {
							held[k]++
						}
					}
					o, n, ok := onerun.Overconfidence(sample, 0.95)
					require.True(t, ok)
					require.InDelta(t, documents, n, 1e-9)
					count(0, o.Interval, over.Value)
					i, _, _ := onerun.BrierInterval(sample, 0.95)
					count(1, i, brier)
					i, _, _ = onerun.ECEInterval(sample, 10, 0.95)
					count(2, i, ece)
					if i, n, ok := onerun.AUROCInterval(sample, 0.95); ok && n >= estimate.FewDocuments {
						areas++
						count(3, i, auroc)
					}
				}
				n := float64(runs)
				t.Logf("over %.3f (%.2f), Brier %.3f (%.2f), ECE %.3f (%.2f), AUROC %.3f (%.2f) of %d", float64(held[0])/n, width[0]/n,
					float64(held[1])/n, width[1]/n, float64(held[2])/n, width[2]/n, float64(held[3])/float64(max(areas, 1)), width[3]/float64(max(areas, 1)), areas)
				for k, name := range []string{"overconfidence", "Brier", "ECE", "AUROC"} {
					of := []int{runs, runs, runs, areas}[k]
					if noise, ok := stats.Wilson(0.92, float64(of), 0.995); ok {
						assert.GreaterOrEqual(t, float64(held[k])/float64(of), noise.Low, name)
					}
				}
			})
		}
	}
}
