// Package convention derives the numbers that other tools report from the outcomes that this module counts, so that users of
// another tool find the numbers that they know, and see in one record how two tools differ. The conventions of other tools
// change with those tools: this package may change in a minor version.
//
// An outcome is a fact, see package metrics; whether a wrong value costs precision, recall or both is a convention.
// Each tool except AgentV has a function, such as [SticklerOf], that takes the counts of an attribute, a document or a
// whole data set and returns the tool's buckets: a type with the tool's own names if they differ from the names here,
// else [metrics.Confusion] or [metrics.Counts], whose methods are the tool's ratios. For a whole data set pass the
// Total of a [metrics.Table]. Only KIEval counts by document: [KIEvalOf] takes the rows of one document,
// [KIEvalOfFields] its leaves.
//
//	tool                wrong value         unknown key of got   ratio without denominator
//	this module         FP and FN           FP                   undefined
//	AgentV              FP and FN           not looked at        undefined
//	stickler            FD, an FP           FA, an FP            0
//	extract-bench       FN                  not looked at        1
//	KIEval              one replacement     not looked at        0
//	omni-extract-bench  misread             invented             0
//	fieldbench          wrong_value         not looked at        0
//
// # AgentV
//
// AgentV's confusion is [metrics.Counts.Confusion] with [metrics.WrongBoth]: a wrong value is a false positive and a false
// negative, a hallucinated one a false positive, a missing one a false negative, an absence on both sides a true negative.
// Precision, recall and F1 are methods of [metrics.Confusion], undefined where AgentV leaves them out. Its macro F1 is
// [metrics.Table.MacroF1] with the conventions of the zero Table: an attribute with errors and without F1 counts 0, one with
// true negatives only is left out.
//
// AgentV looks at the configured fields only: leave the row of invented keys, [metrics.InventedAttribute], out. Its grader for
// line items counts the fields of unmatched items, as the rows of lists do here.
//
// AgentV differs in three more points. An answer that is not JSON scores 0 there and adds nothing to the sums; here
// every field is missing. null against a missing key is not counted there; here it is a correct absence. And AgentV's
// grader computes macro_precision and macro_recall from the summed counts, that is, as micro averages.
//
// Source: github.com/EntityProcess/agentv, examples/features/document-extraction: README.md (1b46c04),
// graders/header_confusion_metrics.ts (1224fce), scripts/aggregate_metrics.ts (3605542), and
// openspec/changes/add-document-extraction-metrics/design.md (3605542).
//
// # Limits of the reproduction
//
// The arithmetic is the tool's, but the specification decides which values agree, which are empty and which list items
// belong together. The numbers equal the tool's if the tool decides the same way. Each doc comment says where a tool
// decides otherwise.
//
// A ratio is returned with ok, which is false if the ratio is undefined in this module. The value is then 0, as the
// tools print it, except extract-bench and AgentV. An Errored leaf could not be compared; it is in no bucket unless the
// doc comment says otherwise.
package convention

// ratio returns part / whole, undefined for a whole of 0.
func ratio(part, whole int) (float64, bool) {
	if whole == 0 {
		return 0, false
	}
	return float64(part) / float64(whole), true
}
