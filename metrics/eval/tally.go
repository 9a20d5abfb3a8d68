package eval

import "github.com/extracteval/extracteval/metrics"

// scoreSum adds up the weighted scores of some fields, their weights, and their hits and misses.
type scoreSum struct {
	earned, weight float64
	hits, misses   int
}

func (s *scoreSum) add(hit bool, weight, earned float64) {
	s.weight += weight
	s.earned += earned
	if hit {
		s.hits++
	} else {
		s.misses++
	}
}

// mean is the weighted mean of the scores, 0 without any weight.
func (s *scoreSum) mean() float64 {
	if s.weight == 0 {
		return 0
	}
	return min(s.earned/s.weight, 1) // rounding may lift a sum of ones above its weight
}

// all is 1 if there are hits alone, else 0.
func (s *scoreSum) all() float64 {
	if s.hits > 0 && s.misses == 0 {
		return 1
	}
	return 0
}

// tally adds up the scores of the fields of a case, or of the leaves of a list, and the score that
// an empty answer would have. Optional values that got lacks and unscored fields are not added.
type tally struct {
	scoreSum
	list    bool     // of a list: correct absences are left out
	matches int      // of leaves that the truth has
	absent  int      // correct absences left out
	null    scoreSum // the score of an answer without any value
}

// add adds a leaf and returns the weight with which it entered. expected says that the truth
// demands a value.
func (t *tally) add(o metrics.Outcome, score, weight float64, expected, optional bool) float64 {
	switch {
	case expected && optional: // the null answer is excused
	case expected:
		t.null.add(false, weight, 0)
	case o != metrics.Invented:
		t.skip(weight)
	}
	if o == metrics.CorrectAbsence && t.list {
		t.absent++
		return 0
	}
	t.scoreSum.add(o.Hit(), weight, weight*score)
	if o == metrics.Match {
		t.matches++
	}
	return weight
}

// skip notes a value that the truth lacks and that is not counted, since the answer
// is void. An answer without any value would have been right.
func (t *tally) skip(weight float64) {
	if !t.list {
		t.null.add(true, weight, weight)
	}
}

// addList adds a list as one field of the case: its score is the weighted mean of its leaves, 1 if
// it has no leaf. The null answer is excused for an optional list with items in the truth.
func (t *tally) addList(items *tally, weight float64, excused bool) {
	if right := items.null.misses == 0; !excused && right {
		t.null.add(true, weight, weight)
	} else if !excused {
		t.null.add(false, weight, 0)
	}
	earned := weight
	if items.weight != 0 {
		earned = weight * items.earned / items.weight
	}
	t.scoreSum.add(items.misses == 0, weight, earned)
	t.matches += items.matches
}

// share returns the weight in the case of a leaf of a list: its share of the list's weight.
func (t *tally) share(list, leaf float64, o metrics.Outcome) float64 {
	switch {
	case t.weight != 0:
		return leaf * (list / t.weight)
	case o == metrics.CorrectAbsence && t.absent > 0:
		return list / float64(t.absent)
	}
	return leaf
}
