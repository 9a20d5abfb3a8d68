package spans

// Tally counts spans in the five categories of the Message Understanding
// Conferences (Chinchor and Sundheim 1993), as SemEval-2013 task 9 and nervaluate
// use them. The zero value is an empty tally.
type Tally struct {
	Correct   int `json:"cor"` // COR: agrees with its gold span
	Incorrect int `json:"inc"` // INC: has a gold span and disagrees with it
	Partial   int `json:"par"` // PAR: overlaps its gold span, in the partial scheme
	Missed    int `json:"mis"` // MIS: a gold span without a quote
	Spurious  int `json:"spu"` // SPU: a quote without a gold span
}

// plus returns the sum of t and u.
func (t Tally) plus(u Tally) Tally {
	return Tally{
		Correct:   t.Correct + u.Correct,
		Incorrect: t.Incorrect + u.Incorrect,
		Partial:   t.Partial + u.Partial,
		Missed:    t.Missed + u.Missed,
		Spurious:  t.Spurious + u.Spurious,
	}
}

// Possible returns the number of gold spans: COR + INC + PAR + MIS.
func (t Tally) Possible() int { return t.Correct + t.Incorrect + t.Partial + t.Missed }

// Actual returns the number of quotes: COR + INC + PAR + SPU.
func (t Tally) Actual() int { return t.Correct + t.Incorrect + t.Partial + t.Spurious }

// credit is COR + PAR/2: only the partial scheme has PAR, so that one formula
// serves all four.
func (t Tally) credit() float64 { return float64(t.Correct) + 0.5*float64(t.Partial) }

// Precision returns (COR + PAR/2) / Actual, in [0,1]. Undefined without quotes.
func (t Tally) Precision() (float64, bool) { return ratio(t.credit(), t.Actual()) }

// Recall returns (COR + PAR/2) / Possible, in [0,1]. Undefined without gold spans.
func (t Tally) Recall() (float64, bool) { return ratio(t.credit(), t.Possible()) }

// F1 returns the harmonic mean of precision and recall, computed as 2·(COR + PAR/2) / (Possible +
// Actual). Undefined when either is undefined, or both are 0.
func (t Tally) F1() (float64, bool) {
	if t.Actual() == 0 || t.Possible() == 0 || t.credit() == 0 {
		return 0, false
	}
	return ratio(2*t.credit(), t.Possible()+t.Actual())
}

func ratio(numerator float64, denominator int) (float64, bool) {
	if denominator == 0 {
		return 0, false
	}
	return numerator / float64(denominator), true
}
