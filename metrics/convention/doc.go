// Package convention derives the numbers that other tools report from the outcomes that this module counts, so that who comes
// from one of them finds the numbers that he knows, and can see in one record what separates two tools.
//
// An outcome is a fact, see package metrics; whether a wrong value costs precision, recall or both is a convention. There is a
// function for each tool, named after it and Of, which takes the counts of an attribute, a document or a whole data set and
// returns the tool's own buckets, in its own words. For whole data sets give it the Total of a [metrics.Table]. KIEval
// alone is counted by the document: [KIEvalOf] takes its rows, [KIEvalOfFields] its leaves.
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
// # What is and is not reproduced
//
// The arithmetic is the tool's, from the same outcomes. Which values agree, what counts as empty and which list items belong
// together is decided before, by the specification: the numbers are equal to the tool's where those are. Each doc comment says
// where a tool decides otherwise.
//
// A ratio is returned with ok, which is false where this module holds it undefined. The value is then what the tool prints.
// An Errored leaf, of which nothing is known, is in no bucket unless the doc comment says so.
package convention

// ratioOr returns part / whole, or what the tool reports for a whole of 0.
func ratioOr(otherwise float64, part, whole int) (float64, bool) {
	if whole == 0 {
		return otherwise, false
	}
	return float64(part) / float64(whole), true
}

// harmonic returns 2pr / (p + r), 0 when both are 0. It is defined when there is a hit, so that both are.
func harmonic(precision, recall func() (float64, bool), hits int) (float64, bool) {
	p, _ := precision()
	r, _ := recall()
	if p+r == 0 {
		return 0, false
	}
	return 2 * p * r / (p + r), hits > 0
}
