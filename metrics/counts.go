package metrics

// Counts holds how often each outcome occurred. It is a commutative monoid
// under [Counts.Plus] with the zero value as its neutral element, and all its
// numbers are integers: merging in any order and grouping gives the same value.
//
// The JSON form leaves out zeros.
type Counts struct {
	Match          int `json:"match,omitzero"`
	CorrectAbsence int `json:"correct_absence,omitzero"`
	Wrong          int `json:"wrong,omitzero"`
	Missing        int `json:"missing,omitzero"`
	Hallucinated   int `json:"hallucinated,omitzero"`
	Invented       int `json:"invented,omitzero"`
	Errored        int `json:"errored,omitzero"`
}

// all returns the counts by their outcomes, and nil for 0, which is not an outcome.
func (c *Counts) all() [Errored + 1]*int {
	return [...]*int{
		Match: &c.Match, CorrectAbsence: &c.CorrectAbsence, Wrong: &c.Wrong, Missing: &c.Missing,
		Hallucinated: &c.Hallucinated, Invented: &c.Invented, Errored: &c.Errored,
	}
}

// Add counts one outcome. A value that is not an outcome is not counted.
func (c *Counts) Add(o Outcome) {
	if Match <= o && o <= Errored {
		*c.all()[o]++
	}
}

// Plus returns the sum of c and d.
func (c Counts) Plus(d Counts) Counts {
	sum, other := c.all(), d.all()
	for o := Match; o <= Errored; o++ {
		*sum[o] += *other[o]
	}
	return c
}

// Of returns how often o occurred, 0 for a value that is not an outcome.
func (c Counts) Of(o Outcome) int {
	if o < Match || o > Errored {
		return 0
	}
	return *c.all()[o]
}

// Total returns the number of leaves.
func (c Counts) Total() int {
	return c.Match + c.CorrectAbsence + c.Wrong + c.Missing + c.Hallucinated + c.Invented + c.Errored
}

// Support returns how many leaves the truth has a value for and the comparator
// judged: Match + Wrong + Missing. It does not depend on a policy.
func (c Counts) Support() int { return c.Match + c.Wrong + c.Missing }

// Mistakes returns how many leaves are not as the truth has them: Wrong + Missing +
// Hallucinated + Invented. Of Errored ones nothing is known.
func (c Counts) Mistakes() int { return c.Wrong + c.Missing + c.Hallucinated + c.Invented }

// Accuracy returns (Match + CorrectAbsence) / all leaves, in [0,1]. Errored
// leaves are leaves: they count in the denominator. Undefined without leaves.
func (c Counts) Accuracy() (float64, bool) { return ratio(c.Match+c.CorrectAbsence, c.Total()) }

// SubstitutionErrorRate returns Mistakes / Support: the form of word error rate and
// of MUC's error per slot, in which a wrong value is one error, not two. It may
// exceed 1. Undefined without support.
//
// Source: Makhoul, Kubala, Schwartz, Weischedel: Performance measures for
// information extraction, DARPA Broadcast News Workshop 1999 ("slot error rate").
func (c Counts) SubstitutionErrorRate() (float64, bool) {
	return ratio(c.Mistakes(), c.Support())
}

// NullFloor returns the accuracy of an empty answer on the same truth: every leaf whose truth is
// empty would be a correct absence, and every other leaf missing. In [0,1]; undefined when only
// invented leaves were counted.
func (c Counts) NullFloor() (float64, bool) {
	return ratio(c.CorrectAbsence+c.Hallucinated, c.Total()-c.Invented)
}

// Confusion turns outcomes into true and false positives and negatives:
//
//   - Match is a true positive, CorrectAbsence a true negative;
//   - Missing is a false negative;
//   - Hallucinated and Invented are false positives;
//   - the policy decides what Wrong is: with [WrongBoth] a false positive (a wrong value was
//     given) and a false negative (the right one was not);
//   - Errored is left out, since its comparison failed.
//
// A policy that is not one of the constants is taken as WrongBoth.
func (c Counts) Confusion(p Policy) Confusion {
	m := Confusion{TP: c.Match, TN: c.CorrectAbsence, FP: c.Hallucinated + c.Invented, FN: c.Missing}
	if p != WrongFN {
		m.FP += c.Wrong
	}
	if p != WrongFP {
		m.FN += c.Wrong
	}
	return m
}
