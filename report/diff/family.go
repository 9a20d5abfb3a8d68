package diff

import (
	"fmt"
	"github.com/extracteval/extracteval/report/internal/words"
	"slices"

	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// adjust sets the adjusted p-values of all tests, and what they say.
//
// The tests of a data set are one family, in two halves with half of alpha each: the
// averages, and the fields. Within a half p-values are adjusted by the method of Holm
// (1979). A half of which every hypothesis is rejected passes its alpha on to the other
// one (Bretz, Maurer, Brannath and Posch 2009), so that a drop of all fields costs
// nothing, and one of a single field is not drowned by the averages. The averages of a
// data set with one field are that field. Any test of a data
// set that did not change is significant with a chance of at most alpha.
//
// Data sets are then adjusted by the method of Holm, each by its least p-value: any
// test of any number of unchanged data sets is significant with a chance of at most
// alpha. The p-value of a test is the greater one, that within its data set and that of
// the data set.
func adjust(sets []Set, alpha float64) {
	var tested []int
	var least []float64
	for i := range sets {
		s := &sets[i]
		p, ok := s.adjust(alpha)
		if ok {
			tested = append(tested, i)
			least = append(least, p)
		}
	}
	adjusted, _ := stats.Holm(least) // all are between 0 and 1
	for k, i := range tested {
		sets[i].P = report.RatioOf(adjusted[k], true)
		for _, r := range sets[i].rows() {
			for j := range r.Tests {
				t := &r.Tests[j]
				within := t.Adjusted
				t.Adjusted = max(within, adjusted[k])
				t.Significant = t.Adjusted <= alpha
				r.Reason = t.reason(alpha, within, sets[i].Tests, len(tested))
			}
		}
	}
}

// reason says why a change is not significant, "" when it is.
func (t *Test) reason(alpha, within float64, tests, sets int) string {
	switch {
	case t.Significant:
		return ""
	case t.least > alpha:
		return "too few changed cases to tell"
	case t.P > alpha:
		return "within chance"
	case within > alpha:
		return fmt.Sprintf("within chance of %s", words.Plural(max(tests, 1), "test"))
	}
	return fmt.Sprintf("within chance of %s", words.Plural(sets, "data set"))
}

// adjust sets the p-values of one data set within its family, and returns the least of
// them, or false without any test.
func (s *Set) adjust(alpha float64) (least float64, ok bool) {
	var halves [2][]*Test // averages, fields
	var soles []*Test
	for i, r := range s.rows() {
		half := 1
		if i < 2 {
			half = 0
		}
		for k := range r.Tests {
			if r.Tests[k].sole {
				soles = append(soles, &r.Tests[k])
				continue
			}
			halves[half] = append(halves[half], &r.Tests[k])
		}
	}
	if len(halves[0])+len(halves[1]) == 0 {
		return 0, false
	}
	// By itself a half has alpha/2, at which p-values count twice; passed on, it has alpha.
	var alone, whole [2][]float64
	var passed [2]float64 // the p-value at which a half passes its alpha on
	for h, tests := range halves {
		alone[h], _ = tarone(tests, alpha/2)
		for i := range alone[h] {
			alone[h][i] = min(1, 2*alone[h][i])
		}
		var family []int
		whole[h], family = tarone(tests, alpha)
		s.Tests += len(family)
		for _, i := range family {
			passed[h] = max(passed[h], alone[h][i])
		}
	}
	least = 1
	for h, tests := range halves {
		for i, t := range tests {
			t.Adjusted = min(alone[h][i], max(whole[h][i], passed[1-h]))
			least = min(least, t.Adjusted)
		}
	}
	for _, t := range soles {
		for _, field := range halves[1] {
			if field.P == t.P {
				t.Adjusted, t.least = field.Adjusted, field.least
			}
		}
	}
	return least, true
}

// tarone returns the p-values of tests by the method of Holm, and the tests that are in
// the family.
//
// A test of few changed cases may be without a chance: three cases that all broke
// have p = 1/4. What cannot be significant in the family, whichever way its changes
// go, need not be in it (Tarone 1990), since it cannot be a false alarm; how many
// cases changed says nothing about the direction in which they did. So a
// field that broke is found beside many that hardly changed.
func tarone(tests []*Test, alpha float64) (adjusted []float64, family []int) {
	adjusted = make([]float64, len(tests))
	limit := alpha / float64(familySize(tests, alpha))
	var p []float64
	for i, t := range tests {
		if t.least > limit {
			adjusted[i] = min(1, t.P*float64(len(tests))) // as Bonferroni has it: above alpha
			continue
		}
		family = append(family, i)
		p = append(p, t.P)
	}
	holm, _ := stats.Holm(p) // every P is between 0 and 1
	for k, i := range family {
		adjusted[i] = holm[k]
	}
	return adjusted, family
}

// familySize is the least k, from 1, for which at most k tests can have a p-value of
// alpha/k or less.
func familySize(tests []*Test, alpha float64) int {
	least := make([]float64, len(tests))
	for i, t := range tests {
		least[i] = t.least
	}
	slices.Sort(least)
	for k := 1; k < len(least); k++ {
		if least[k] > alpha/float64(k) { // at most the first k are below
			return k
		}
	}
	return max(len(least), 1)
}
