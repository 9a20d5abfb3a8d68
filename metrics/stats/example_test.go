package stats_test

import (
	"fmt"

	"github.com/extracteval/extracteval/metrics/stats"
)

func ExampleWilson() {
	interval, ok := stats.Wilson(190.0/200, 200, 0.95)
	fmt.Printf("190 of 200 right: %.3f to %.3f %v\n", interval.Low, interval.High, ok)
	// Output: 190 of 200 right: 0.910 to 0.973 true
}

// Two runs over the same 200 documents. The new one is right about one field more in every tenth document. An Accumulator adds up the
// documents, and returns the Interval of any number that is made of their sums.
func ExampleBootstrap() {
	bootstrap := stats.Bootstrap{Seed: 1, Resamples: 10_000}
	counts, err := bootstrap.Accumulator(4) // right and wrong fields of the old run, then of the new one
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range 200 {
		row := []int{8, 2, 8, 2}
		if i%10 == 0 {
			row = []int{8, 2, 9, 1}
		}
		if err := counts.Add(stats.DocumentHash(fmt.Sprintf("invoice-%d", i)), row); err != nil {
			fmt.Println(err)
			return
		}
	}
	accuracy := func(right, wrong int64) float64 { return float64(right) / float64(right+wrong) }
	gain := func(sums []int64) (float64, bool) {
		if sums[0]+sums[1] == 0 {
			return 0, false
		}
		return accuracy(sums[2], sums[3]) - accuracy(sums[0], sums[1]), true
	}
	observed, _ := gain(counts.Sums())
	interval, _ := counts.Interval(gain)
	fmt.Printf("gain %.3f (%.3f to %.3f)\n", observed, interval.Low, interval.High)
	// Output: gain 0.010 (0.006 to 0.014)
}

func ExampleSignFlip() {
	// The scores of four documents rose and none fell: 2 of the 16 ways to exchange the runs are as uneven.
	p, _ := stats.SignFlip([]float64{0.1, 0.1, 0.1, 0.1, 0})
	fmt.Println(p)
	// Output: 0.125
}

// Three fields: how many documents became right, and how many wrong?
func ExampleMcNemar() {
	var p []float64
	for _, changed := range []struct{ fixed, broken int }{{2, 14}, {5, 12}, {7, 7}} {
		v, _ := stats.McNemar(changed.fixed, changed.broken)
		p = append(p, v)
	}
	adjusted, _ := stats.Holm(p)
	fmt.Printf("each by itself %.4f\n", p)
	fmt.Printf("read together  %.4f\n", adjusted)
	// Output:
	// each by itself [0.0042 0.1435 1.0000]
	// read together  [0.0125 0.2869 1.0000]
}

func ExampleStraightThrough() {
	predictions := []stats.Prediction{
		{Confidence: 0.99, Correct: true}, {Confidence: 0.97, Correct: true}, {Confidence: 0.95, Correct: true},
		{Confidence: 0.90, Correct: true}, {Confidence: 0.70, Correct: false}, {Confidence: 0.60, Correct: true},
	}
	point, ok := stats.StraightThrough(predictions, 0.99)
	fmt.Printf("%.0f%% need no review: confidence %.2f or more (%v)\n", 100*point.Coverage, point.Confidence, ok)
	// Output: 67% need no review: confidence 0.90 or more (true)
}

func ExamplePassAtK() {
	atLeastOne, _ := stats.PassAtK(10, 7, 3)
	all, _ := stats.PassHatK(10, 7, 3)
	fmt.Printf("7 of 10 runs are right. One of 3 is: %.3f. All 3 are: %.3f\n", atLeastOne, all)
	// Output: 7 of 10 runs are right. One of 3 is: 0.992. All 3 are: 0.292
}

func ExampleMeanPairwiseJaccard() {
	fmt.Printf("%.2f\n", stats.MeanPairwiseJaccard([][]string{{"acme", "42"}, {"acme", "42"}, {"acme"}}))
	// Output: 0.67
}

// Three people read the currency of four documents; one of them did not see the last. By hand: 1 - 10·1/(5·5 + 5·1 + 5·1).
func ExampleKrippendorffAlpha() {
	units := [][]string{{"EUR", "EUR", "EUR"}, {"USD", "USD", "CAD"}, {"USD", "USD", "USD"}, {"EUR", "EUR"}}
	alpha, ok := stats.KrippendorffAlpha(units, stats.NominalDifference)
	fmt.Printf("%.3f %v\n", alpha, ok)
	// Output: 0.714 true
}
