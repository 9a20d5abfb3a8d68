package convention

import "github.com/extracteval/extracteval/metrics"

// KIEval holds the entity-level counts of KIEval: the corrections that a person would make to the answers.
//
// The Confusion has KIEval's entity-level precision, recall and F1; where they are undefined KIEval prints 0.
type KIEval struct {
	metrics.Confusion     // TP are exact matches; a wrong value is in FP and FN; KIEval knows no TN
	WrongMatch        int // pairs of a false positive and a false negative: values to be replaced
	NoMatch           int // values without a counterpart, to be removed or added
}

// KIEvalOf returns KIEval's counts for one document; Plus adds the counts of several. Wrong matches are the smaller number of
// false positives and false negatives of each key within the document, so that a value that is missing and another one that is
// invented for the same key are one replacement. Counts summed over documents would replace values of one document by values
// of another, so the rows must be of one document.
//
// Item-level rows and the row of invented keys, [metrics.InventedAttribute], are not keys of KIEval's and are left out.
//
// KIEval takes the minimum within a pair of groups (list items), not within the document. The two differ when one pair lacks a
// value of a key and another pair of the same document has one too many: two corrections there, one replacement here.
// [KIEvalOfFields] tells them apart. KIEval's score of whole groups is not derived.
//
// Source: Khang, Jung, Park, Hong: KIEval: Evaluation Metric for Document Key Information Extraction, ICDAR 2025,
// arXiv:2503.05488; github.com/UpstageAI/KIEval, KIEval/kieval.py and KIEval/utils.py (95914a4).
func KIEvalOf(document []metrics.Row) KIEval {
	var k KIEval
	for _, row := range document {
		if !row.Items && row.Attribute != metrics.InventedAttribute {
			k = k.Plus(ofKey(row.Counts))
		}
	}
	return k
}

// ofKey returns KIEval's counts of one key.
func ofKey(counts metrics.Counts) KIEval {
	c := counts.Confusion(metrics.WrongBoth)
	c.TN = 0
	replaced := min(c.FP, c.FN)
	return KIEval{Confusion: c, WrongMatch: replaced, NoMatch: max(c.FP, c.FN) - replaced}
}

// Plus returns the sum of k and l.
func (k KIEval) Plus(l KIEval) KIEval {
	return KIEval{Confusion: k.Confusion.Plus(l.Confusion), WrongMatch: k.WrongMatch + l.WrongMatch, NoMatch: k.NoMatch + l.NoMatch}
}

// Aligned returns KIEval's aligned score, TP / (TP + WrongMatch + NoMatch), in [0,1]: the share of all values
// that need no correction. 0 and false without anything.
func (k KIEval) Aligned() (float64, bool) {
	return ratio(k.TP, k.TP+k.WrongMatch+k.NoMatch)
}

// Accuracy returns TP / (TP + FP + FN), in [0,1], in which a wrong value costs twice; 0 and false without anything.
func (k KIEval) Accuracy() (float64, bool) { return ratio(k.TP, k.TP+k.FP+k.FN) }
