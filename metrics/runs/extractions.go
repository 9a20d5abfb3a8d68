package runs

import (
	"github.com/extracteval/extracteval/metrics/spans"
	"github.com/extracteval/extracteval/metrics/stats"
)

// UniqueExtractionStability returns how far the runs over one document found the same
// extractions, in [0,1]: the mean over all pairs of runs of the Jaccard index of their
// sets of keys (see [spans.Extraction.Key]). An extraction that one run returns twice
// counts once. Two runs without extractions agree: 1. Fewer than two runs are stable:
// 1.
func UniqueExtractionStability(runs [][]spans.Extraction) float64 {
	keys := make([][]string, len(runs))
	for i, run := range runs {
		for _, e := range run {
			keys[i] = append(keys[i], e.Key())
		}
	}
	return stats.MeanPairwiseJaccard(keys)
}

// CountStatistics says how many extractions the runs over one document returned,
// duplicates included.
type CountStatistics struct {
	Runs   int     `json:"runs"`
	Min    int     `json:"min"`
	Max    int     `json:"max"`
	Mean   float64 `json:"mean"`
	StdDev float64 `json:"stddev"` // of the population: divided by Runs
	// Stability compares the extractions themselves, since equal counts may be counts of different
	// extractions. See [UniqueExtractionStability].
	Stability float64 `json:"stability"`
}

// Count returns the count statistics of the runs over one document. It is undefined
// without runs.
func Count(runs [][]spans.Extraction) (CountStatistics, bool) {
	counts := make([]float64, len(runs))
	for i, run := range runs {
		counts[i] = float64(len(run))
	}
	d, ok := stats.Describe(counts)
	if !ok {
		return CountStatistics{}, false
	}
	return CountStatistics{
		Runs: d.Count, Min: int(d.Min), Max: int(d.Max), Mean: d.Mean, StdDev: d.StdDev,
		Stability: UniqueExtractionStability(runs),
	}, true
}
