package stats_test

import (
	"fmt"

	"github.com/extracteval/extracteval/metrics/stats"
)

// Three runs over four documents. By pairs of runs: 1, 1/3, 1 and 1/3 agree, 8/3 of 4. FlipRate is the share of documents whose answer changed.
func ExampleAgreement() {
	totals := [][]string{{"12", "12", "12"}, {"80", "80", "8"}, {"5", "5", "5"}, {"7", "1", "7"}}
	agreement, _ := stats.Agreement(totals)
	flips, _ := stats.FlipRate(totals)
	fmt.Printf("agreement %.3f, changed %.3f\n", agreement, flips)
	// Output: agreement 0.667, changed 0.500
}

// Two people sorted 100 documents into invoices (0) and receipts (1). Both say invoice of 45, and receipt of 35. By hand: they agree on
// 0.80; by chance it would be 0.60·0.50 + 0.40·0.50 = 0.50.
func ExampleCohenKappa() {
	kappa, ok := stats.CohenKappa(map[[2]int]int{{0, 0}: 45, {0, 1}: 15, {1, 0}: 5, {1, 1}: 35})
	fmt.Printf("%.2f %v\n", kappa, ok)
	// Output: 0.60 true
}

// The totals that two people read of three receipts, as numbers, so that a small difference counts for less than a large one. As
// categories, by NominalDifference, 30 and 32 would be as different as 30 and 10. By hand: 4 is the one difference within a receipt, and
// the squared differences of all 15 pairs of the six values add up to 2660, so that alpha is 1 - 5·4/2660.
func ExampleSquaredDifference() {
	alpha, ok := stats.KrippendorffAlpha([][]float64{{10, 10}, {20, 20}, {30, 32}}, stats.SquaredDifference)
	fmt.Printf("%.3f %v\n", alpha, ok)
	fmt.Println(stats.SquaredDifference(30, 32), stats.NominalDifference(30, 32))
	// Output:
	// 0.992 true
	// 4 1
}

// The Description of how many line items each of five runs found.
func ExampleDescribe() {
	d, ok := stats.Describe([]float64{4, 4, 4, 4, 9})
	fmt.Printf("%d runs, %v to %v, mean %v, standard deviation %v, %v\n", d.Count, d.Min, d.Max, d.Mean, d.StdDev, ok)
	// Output: 5 runs, 4 to 9, mean 5, standard deviation 2, true
}

// Three fields were tested at once. Holm multiplies the smallest of three values by 3, the next by 2.
func ExampleHolm() {
	adjusted, ok := stats.Holm([]float64{0.03, 0.01, 0.04})
	fmt.Printf("%.2f %v\n", adjusted, ok)
	// Output: [0.06 0.03 0.06] true
}

// How many standard deviations an interval at 95 % reaches to either side.
func ExampleNormal() {
	fmt.Printf("%.2f %.2f\n", stats.Normal(0.95), stats.Normal(0.99))
	// Output: 1.96 2.58
}

// A service that is asked three times, and right in 8 of 10 runs: all three are right in 8/10 · 7/9 · 6/8.
func ExamplePassHatK() {
	all, ok := stats.PassHatK(10, 8, 3)
	fmt.Printf("%.3f %v\n", all, ok)
	// Output: 0.467 true
}
