package runs

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/spans"
	"github.com/extracteval/extracteval/metrics/stats"
)

// DriftRate returns the share of cases whose answer is not the same in all runs, in [0,1]. cases[c][r] is the answer to
// case c in run r, the missing Value if the run has no answer. Two answers are the same if they are the same JSON,
// white space and the order of keys aside; numbers are compared as written. Cases with fewer than two runs do not
// count. DriftRate is undefined if no case is left.
func DriftRate(cases [][]document.Value) (rate float64, ok bool) {
	texts := make([][]string, len(cases))
	for c, answers := range cases {
		for _, answer := range answers {
			texts[c] = append(texts[c], string(answer.AppendCanonical(nil)))
		}
	}
	return stats.FlipRate(texts)
}

// Texts returns the values of the answers at a path, in the form that [stats.Agreement] and [stats.FlipRate] take: a
// string as it is quoted in JSON, every other value as canonical JSON, "" for an empty value, see [document.Value.Empty].
// It is an error if the path cannot be read.
func Texts(cases [][]document.Value, path string) ([][]string, error) {
	p, err := document.ParsePath(path)
	if err != nil {
		return nil, fmt.Errorf("runs: path %q: %w", path, err)
	}
	texts := make([][]string, len(cases))
	for c, answers := range cases {
		for _, answer := range answers {
			texts[c] = append(texts[c], canonical(answer.At(p)))
		}
	}
	return texts, nil
}

// ItemTexts returns the items of the list at a path, for each run over one document, in the form that
// [stats.MeanPairwiseJaccard] takes. It leaves out empty items. A value that is not a list has no items. It is an error
// if the path cannot be read.
func ItemTexts(answers []document.Value, path string) ([][]string, error) {
	p, err := document.ParsePath(path)
	if err != nil {
		return nil, fmt.Errorf("runs: path %q: %w", path, err)
	}
	texts := make([][]string, len(answers))
	for r, answer := range answers {
		for _, item := range answer.At(p).Items() {
			if !item.Empty() {
				texts[r] = append(texts[r], canonical(item))
			}
		}
	}
	return texts, nil
}

// SchemaValid returns the share of the records that validate accepts, in [0,1], and 1 without records.
func SchemaValid(records []document.Value, validate func(document.Value) error) float64 {
	if len(records) == 0 {
		return 1
	}
	valid := 0
	for _, record := range records {
		if validate(record) == nil {
			valid++
		}
	}
	return float64(valid) / float64(len(records))
}

func canonical(v document.Value) string {
	if v.Empty() {
		return ""
	}
	return string(v.AppendCanonical(nil))
}

// UniqueExtractionStability returns the agreement of the runs over one document on their extractions, in [0,1]: the
// mean over all pairs of runs of the Jaccard index of their sets of keys (see [spans.Extraction.Key]). An extraction
// that one run returns twice counts once. The index of two runs without extractions is 1. The result is 1 for fewer
// than two runs.
func UniqueExtractionStability(runs [][]spans.Extraction) float64 {
	keys := make([][]string, len(runs))
	for i, run := range runs {
		for _, e := range run {
			keys[i] = append(keys[i], e.Key())
		}
	}
	return stats.MeanPairwiseJaccard(keys)
}

// CountStatistics describes the numbers of extractions that the runs over one document returned, duplicates included.
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
	counts := arithmetic.Each(runs, func(run []spans.Extraction) float64 { return float64(len(run)) })
	d, ok := stats.Describe(counts)
	if !ok {
		return CountStatistics{}, false
	}
	return CountStatistics{
		Runs: d.Count, Min: int(d.Min), Max: int(d.Max), Mean: d.Mean, StdDev: d.StdDev,
		Stability: UniqueExtractionStability(runs),
	}, true
}
