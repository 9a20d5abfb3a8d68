package stats_test

import (
	"fmt"

	"github.com/extracteval/extracteval/metrics/stats"
)

// totals are the totals of four receipts: how sure the extractor was, and whether it was right.
var totals = []stats.Prediction{
	{Confidence: 0.9, Correct: true, Document: stats.DocumentHash("receipt-1")},
	{Confidence: 0.8, Correct: true, Document: stats.DocumentHash("receipt-2")},
	{Confidence: 0.7, Correct: false, Document: stats.DocumentHash("receipt-3")},
	{Confidence: 0.2, Correct: false, Document: stats.DocumentHash("receipt-4")},
}

// Every right total has a greater confidence than every wrong one.
func ExampleAUROC() {
	area, ok := stats.AUROC(totals)
	fmt.Println(area, ok)
	// Output: 1 true
}

// The mean of 0.1², 0.2², 0.7² and 0.2².
func ExampleBrier() {
	score, ok := stats.Brier(totals)
	fmt.Printf("%.3f %v\n", score, ok)
	// Output: 0.145 true
}

// With two bins, the lower has one total, of confidence 0.2 and wrong, the upper three of mean confidence 0.8, two of them right. So ECE is
// 1/4 · 0.2 + 3/4 · (0.8 - 2/3).
func ExampleECE() {
	value, ok := stats.ECE(totals, 2)
	fmt.Printf("%.2f %v\n", value, ok)
	// Output: 0.15 true
}

// Each Bin of the diagram, for a plot of accuracy over confidence.
func ExampleReliability() {
	bins, _ := stats.Reliability(totals, 2)
	for _, bin := range bins {
		accuracy, _ := bin.Accuracy()
		fmt.Printf("%d totals, %.2f right\n", bin.Count, accuracy)
	}
	// Output:
	// 1 totals, 0.00 right
	// 3 totals, 0.67 right
}

// What happens if no person looks at totals from a confidence on: a RiskPoint for each.
func ExampleRiskCoverage() {
	curve, _ := stats.RiskCoverage(totals)
	for _, point := range curve {
		fmt.Printf("from %.1f: %.0f%% accepted, %.0f%% of them wrong\n", point.Confidence, 100*point.Coverage, 100*point.Risk)
	}
	// Output:
	// from 0.9: 25% accepted, 0% of them wrong
	// from 0.8: 50% accepted, 0% of them wrong
	// from 0.7: 75% accepted, 33% of them wrong
	// from 0.2: 100% accepted, 50% of them wrong
}

// A document is known by a hash of its name, the same on every machine: the FNV-1a hash of "a" is in its specification.
func ExampleDocumentHash() {
	fmt.Printf("%x\n", stats.DocumentHash("a"))
	// Output: af63dc4c8601ec8c
}
