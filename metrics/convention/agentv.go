package convention

import "github.com/extracteval/extracteval/metrics"

// AgentVOf returns AgentV's confusion: a wrong value is a false positive and a false negative, a hallucinated one a false
// positive, a missing one a false negative, an absence on both sides a true negative. That is [metrics.WrongBoth].
// Precision, recall and F1 are methods of [metrics.Confusion], undefined where AgentV leaves them out. Its macro F1 is
// [metrics.Table.MacroF1] with the conventions of the zero Table: an attribute with errors and without F1 counts 0, one with
// true negatives only is left out.
//
// AgentV looks at the configured fields only: leave the row of invented keys, [metrics.InventedAttribute], out. Its grader for
// line items counts the fields of unmatched items, as the rows of lists do here.
//
// Where AgentV differs before counting: an answer that is not JSON scores 0 and adds nothing to the sums, where here every field
// is missing; null against a missing key is not counted there and is a correct absence here; and its grader computes
// macro_precision and macro_recall from the summed counts, that is, as micro averages.
//
// Source: github.com/EntityProcess/agentv, examples/features/document-extraction: README.md (1b46c04),
// graders/header_confusion_metrics.ts (1224fce), scripts/aggregate_metrics.ts (3605542), and
// openspec/changes/add-document-extraction-metrics/design.md (3605542).
func AgentVOf(c metrics.Counts) metrics.Confusion {
	return c.Confusion(metrics.WrongBoth)
}
