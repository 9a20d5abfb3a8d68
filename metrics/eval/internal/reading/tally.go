package reading

import (
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
)

// ScoreSum adds up the weighted scores of some fields, their weights, and their hits and misses.
type ScoreSum struct {
	Earned, Weight float64
	Hits, Misses   int
}

func (s *ScoreSum) Add(hit bool, weight, earned float64) {
	s.Weight += weight
	s.Earned += earned
	if hit {
		s.Hits++
	} else {
		s.Misses++
	}
}

// Mean returns the weighted mean of the scores, 0 without any weight.
func (s *ScoreSum) Mean() float64 {
	if s.Weight == 0 {
		return 0
	}
	return min(s.Earned/s.Weight, 1) // rounding may lift a sum of ones above its weight
}

// All returns 1 if there are hits and no misses, else 0.
func (s *ScoreSum) All() float64 {
	if s.Hits > 0 && s.Misses == 0 {
		return 1
	}
	return 0
}

// Tally adds up the scores of the fields of a case, or of the leaves of a list, and the score that an empty answer
// would have. Callers do not add unscored fields and optional values that got lacks.
type Tally struct {
	ScoreSum
	List    bool     // it adds up a list: correct absences are left out
	Matches int      // matching leaves
	Absent  int      // correct absences left out
	Null    ScoreSum // the score of an answer without any value
}

// Add adds a leaf and returns the weight with which it entered. expected says that the truth
// demands a value.
func (t *Tally) Add(o metrics.Outcome, score, weight float64, expected, optional bool) float64 {
	switch {
	case expected && optional: // the null answer is excused
	case expected:
		t.Null.Add(false, weight, 0)
	case o != metrics.Invented:
		t.Skip(weight)
	}
	if o == metrics.CorrectAbsence && t.List {
		t.Absent++
		return 0
	}
	t.ScoreSum.Add(o.Hit(), weight, weight*score)
	if o == metrics.Match {
		t.Matches++
	}
	return weight
}

// Skip notes a value that the truth lacks and that does not count, since the answer is void. An answer without any
// value would be right there.
func (t *Tally) Skip(weight float64) {
	if !t.List {
		t.Null.Add(true, weight, weight)
	}
}

// AddList adds a list as one field of the case: its score is the weighted mean of its leaves, 1 if it has no leaf.
// excused says that the list does not count for the null answer: it is optional, and the truth has items.
func (t *Tally) AddList(items *Tally, weight float64, excused bool) {
	if right := items.Null.Misses == 0; !excused && right {
		t.Null.Add(true, weight, weight)
	} else if !excused {
		t.Null.Add(false, weight, 0)
	}
	earned := weight
	if items.Weight != 0 {
		earned = weight * items.Earned / items.Weight
	}
	t.ScoreSum.Add(items.Misses == 0, weight, earned)
	t.Matches += items.Matches
}

// Share returns the weight in the case of a leaf of a list: its share of the list's weight.
func (t *Tally) Share(list, leaf float64, o metrics.Outcome) float64 {
	switch {
	case t.Weight != 0:
		return leaf * (list / t.Weight)
	case o == metrics.CorrectAbsence && t.Absent > 0:
		return list / float64(t.Absent)
	}
	return leaf
}

// MacroF1 returns the macro F1 of some attributes, without the unscored ones and without the excused values: optional
// values that got lacks, by row. If it is undefined, because all scored fields are correct absences or a comparator
// failed, MacroF1 returns All.
func (t *Tally) MacroF1(rows []metrics.Row, unscored []bool, excused map[int]int) float64 {
	var scored []metrics.Row
	for i, r := range rows {
		if i < len(unscored) && unscored[i] {
			continue
		}
		r.Counts.Missing -= excused[i]
		scored = append(scored, r)
	}
	f1, ok := metrics.Table{Attributes: scored}.MacroF1()
	if !ok {
		return t.All()
	}
	return f1
}

// The verdicts on a case; see eval.Result.
const (
	Pass    = "pass"
	Partial = "partial"
	Fail    = "fail"
)

// Verdict returns the verdict on a case with a score. The threshold is 0 for none. A void case earns nothing. strict says
// that one miss fails the case.
func (t *Tally) Verdict(score, threshold float64, void, strict bool) string {
	switch {
	case void || t.Hits+t.Misses == 0:
		return Fail
	case threshold > 0:
		if compare.Reaches(score, threshold) {
			return Pass
		}
		return Fail
	case t.Misses == 0:
		return Pass
	case t.Hits == 0 && t.Matches == 0, strict:
		return Fail
	}
	return Partial
}
