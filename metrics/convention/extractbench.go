package convention

import "github.com/extracteval/extracteval/metrics"

// ExtractBench holds the confusion counts of Contextual AI's extract-bench.
type ExtractBench struct {
	TP int // passed, and the truth has a value
	TN int // passed, and neither side has a value
	FP int // failed, and the truth has no value
	FN int // failed otherwise: no value was extracted, or not that one
}

// ExtractBenchOf returns the confusion counts of Contextual AI's extract-bench, in which a wrong value is a false negative only:
// only values where the truth has none lower the precision. A metric that failed to run has not passed and is a false negative,
// so Errored leaves are false negatives here, too.
//
// extract-bench evaluates the fields that the schema names; invented keys are not part of it, and invented leaves are left
// out here. Its arrays are one value each, judged by an LLM unless configured otherwise; here every leaf of an item counts.
//
// Source: github.com/ContextualAI/extract-bench, src/extract_bench/evaluation/reporting/outcome_stats.py (4ca1955) and
// models.py (21b9512); Ferguson et al.: ExtractBench, arXiv:2602.12247, 2026.
func ExtractBenchOf(c metrics.Counts) ExtractBench {
	return ExtractBench{TP: c.Match, TN: c.CorrectAbsence, FP: c.Hallucinated, FN: c.Missing + c.Wrong + c.Errored}
}

// Precision returns TP / (TP + FP), in [0,1]; 1 and false when the denominator is 0.
func (e ExtractBench) Precision() (float64, bool) { return ratioOr(1, e.TP, e.TP+e.FP) }

// Recall returns TP / (TP + FN), in [0,1]; 1 and false when the truth has no value.
func (e ExtractBench) Recall() (float64, bool) { return ratioOr(1, e.TP, e.TP+e.FN) }

// F1 returns the harmonic mean of Precision and Recall, in [0,1]. Without a TP it is not defined here; extract-bench then
// reports 0, or 1 where both sides are empty.
func (e ExtractBench) F1() (float64, bool) { return harmonic(e.Precision, e.Recall, e.TP) }

// PassRate returns (TP + TN) / all, in [0,1]; 0 and false without anything.
func (e ExtractBench) PassRate() (float64, bool) {
	return ratioOr(0, e.TP+e.TN, e.TP+e.TN+e.FP+e.FN)
}
