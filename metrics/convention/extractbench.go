package convention

import "github.com/extracteval/extracteval/metrics"

// ExtractBenchOf returns the confusion counts of Contextual AI's extract-bench, in which a wrong value is a false
// negative only: only values where the truth has none lower the precision. Its pass rate is (TP + TN) / (TP + TN + FP +
// FN). If precision or recall is undefined, extract-bench prints 1; if F1 is undefined, it prints 0, or 1 if both sides
// are empty. In extract-bench a metric that failed to run has not passed and is a false negative, so Errored leaves are
// also false negatives here.
//
// extract-bench evaluates the fields that the schema names; invented keys are not part of it, and invented leaves are left
// out here. Its arrays are one value each, judged by an LLM unless configured otherwise; here every leaf of an item counts.
//
// Source: github.com/ContextualAI/extract-bench, src/extract_bench/evaluation/reporting/outcome_stats.py (4ca1955) and
// models.py (21b9512); Ferguson et al.: ExtractBench, arXiv:2602.12247, 2026.
func ExtractBenchOf(c metrics.Counts) metrics.Confusion {
	return metrics.Confusion{TP: c.Match, TN: c.CorrectAbsence, FP: c.Hallucinated, FN: c.Missing + c.Wrong + c.Errored}
}
