package metrics

import "fmt"

// Policy says how a wrong value counts in a [Confusion]. The empty Policy is
// [WrongBoth].
type Policy string

const (
	WrongBoth Policy = "wrong_both" // a false positive and a false negative
	WrongFP   Policy = "wrong_fp"   // a false positive only
	WrongFN   Policy = "wrong_fn"   // a false negative only
)

// Validate returns an error that lists the valid policies when p is unknown.
func (p Policy) Validate() error {
	switch p {
	case "", WrongBoth, WrongFP, WrongFN:
		return nil
	}
	return fmt.Errorf("metrics: unknown policy %q, want %q, %q or %q", p, WrongBoth, WrongFP, WrongFN)
}

// Confusion is the binary confusion matrix of "the extractor gave the value
// that the truth has". The JSON form has all four numbers.
type Confusion struct {
	TP int `json:"tp"`
	TN int `json:"tn"`
	FP int `json:"fp"`
	FN int `json:"fn"`
}

// Plus returns the sum of c and d.
func (c Confusion) Plus(d Confusion) Confusion {
	return Confusion{TP: c.TP + d.TP, TN: c.TN + d.TN, FP: c.FP + d.FP, FN: c.FN + d.FN}
}

// Precision returns TP / (TP + FP), in [0,1]: of the values that were given, the
// share that is right. Undefined when none was given.
func (c Confusion) Precision() (float64, bool) { return ratio(c.TP, c.TP+c.FP) }

// Recall returns TP / (TP + FN), in [0,1]: the share of the truth's values that was found.
// Undefined when the truth has no value.
func (c Confusion) Recall() (float64, bool) { return ratio(c.TP, c.TP+c.FN) }

// F1 returns the harmonic mean of precision and recall, in [0,1], computed as
// 2TP / (2TP + FP + FN) so that round values are reached exactly. Undefined when
// precision or recall is undefined or both are 0, that is, without any TP.
func (c Confusion) F1() (float64, bool) {
	if c.TP == 0 {
		return 0, false
	}
	return ratio(2*c.TP, 2*c.TP+c.FP+c.FN)
}

// FBeta returns the weighted harmonic mean of precision and recall in which recall counts beta times as much as
// precision: (1+b²)TP / ((1+b²)TP + b²FN + FP), in [0,1]. Undefined if F1 is undefined, if beta is not positive, and if
// beta² exceeds 1e300.
//
// Source: C. J. van Rijsbergen: Information Retrieval, 2nd ed. 1979, ch. 7.
func (c Confusion) FBeta(beta float64) (float64, bool) {
	b2 := beta * beta
	if c.TP == 0 || !(beta > 0) || b2 > 1e300 {
		return 0, false
	}
	tp := (1 + b2) * float64(c.TP)
	return tp / (tp + b2*float64(c.FN) + float64(c.FP)), true
}

func ratio(part, whole int) (float64, bool) {
	if whole <= 0 {
		return 0, false
	}
	return float64(part) / float64(whole), true
}
