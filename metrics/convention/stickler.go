package convention

import "github.com/extracteval/extracteval/metrics"

// Stickler is the confusion matrix of stickler, which splits false positives in two.
type Stickler struct {
	TP int // both sides have a value, and they match
	FA int // false alarm: got has a value, the truth has none
	FD int // false discovery: both have a value, and they do not match
	TN int // neither has a value
	FN int // the truth has a value, got has none

	// RecallWithFD is stickler's option recall_with_fd: recall and F1 then count a wrong value as not found.
	RecallWithFD bool
}

// SticklerOf returns stickler's confusion matrix: wrong values are false discoveries, hallucinated and invented ones false
// alarms, missing ones false negatives.
//
// stickler pairs as many items of two lists as the shorter has, and counts a pair below its threshold as one FD without looking
// inside; here such items are unmatched, and their fields Missing and Invented. Its node "aggregate" is the sum over leaves, as
// [metrics.Table.Total] is; "overall" counts objects.
//
// Source: github.com/awslabs/stickler 0.7.0: src/stickler/structured_object_evaluator/models/metrics_helper.py (68ce077) and
// docs/docs/Advanced/classification-logic.md (07167c4).
func SticklerOf(c metrics.Counts) Stickler {
	return Stickler{TP: c.Match, FA: c.Hallucinated + c.Invented, FD: c.Wrong, TN: c.CorrectAbsence, FN: c.Missing}
}

// Confusion returns the confusion from which stickler computes precision, recall and F1; stickler prints 0 if they are
// undefined. FA and FD are false positives. By default a wrong value is not a false negative and does not lower recall;
// with RecallWithFD it is one.
func (s Stickler) Confusion() metrics.Confusion {
	c := metrics.Confusion{TP: s.TP, TN: s.TN, FP: s.FA + s.FD, FN: s.FN}
	if s.RecallWithFD {
		c.FN += s.FD
	}
	return c
}

// Accuracy returns (TP + TN) / (TP + TN + FA + FD + FN), in [0,1]; 0 and false without anything.
func (s Stickler) Accuracy() (float64, bool) {
	return ratio(s.TP+s.TN, s.TP+s.TN+s.FA+s.FD+s.FN)
}
