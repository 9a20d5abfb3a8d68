package diff

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/words"
)

// adjust sets the adjusted p-values of all tests, and what they say.
//
// The tests of a data set are one family of two parts, the averages with half of alpha
// and the fields with the other half. Those of the fields are adjusted by [stepDown], the two averages,
// which mostly move together, by the method of Hochberg (1988): both are
// significant where the greater p-value is, which holds for two-sided tests of any correlation
// (Samuel-Cahn 1996). A part of which every hypothesis is rejected passes its alpha on
// to the other one (Bretz, Maurer, Brannath and Posch 2009), so that a drop of all fields
// costs nothing, and one of a single field is not drowned by the averages. The averages of
// a data set with one field are that field. Any test of a data set that did not change is
// significant with a chance of at most alpha.
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
	var parts [2][]*Test // averages, fields
	var soles []*Test
	for i, r := range s.rows() {
		part := 1
		if i < 2 {
			part = 0
		}
		for k := range r.Tests {
			if r.Tests[k].sole {
				soles = append(soles, &r.Tests[k])
				continue
			}
			parts[part] = append(parts[part], &r.Tests[k])
		}
	}
	if len(parts[0])+len(parts[1]) == 0 {
		return 0, false
	}
	whole := [2][]float64{hochberg(parts[0]), stepDown(parts[1])}
	shares := [2]float64{averagesShare, 1 - averagesShare}
	var passed [2]float64 // the p-value at which a part passes its alpha on
	for k, tests := range parts {
		for i, t := range tests {
			if t.least <= alpha { // else it is not a hypothesis that could be rejected
				s.Tests++
				passed[k] = max(passed[k], min(1, whole[k][i]/shares[k]))
			}
		}
	}
	least = 1
	for k, tests := range parts {
		for i, t := range tests {
			// By itself a part has a share of alpha; passed on, it has alpha.
			t.Adjusted = min(1, whole[k][i]/shares[k], max(whole[k][i], passed[1-k]))
			least = min(least, t.Adjusted)
		}
	}
	for _, t := range soles {
		for _, field := range parts[1] {
			if field.P == t.P {
				t.Adjusted, t.least = field.Adjusted, field.least
			}
		}
	}
	return least, true
}

// averagesShare is the share of alpha that the averages have.
const averagesShare = 0.5

// hochberg adjusts the p-values of the averages, of which there are at most two.
func hochberg(tests []*Test) []float64 {
	if len(tests) < 2 {
		return stepDown(tests)
	}
	a, b := tests[0].P, tests[1].P
	return []float64{min(2*a, max(a, b)), min(2*b, max(a, b))}
}

// stepDown returns the adjusted p-values of tests by the method of Holm (1979) for tests of few
// cases (Westfall and Wolfinger 1997; Westfall and Troendle 2008): where Holm multiplies a
// p-value by the number of tests, it adds up how probable so small a p-value is in each of
// them. A field of which seven cases changed, by as much each, has 1/64, then 1/8: at p = 0.01 it cannot be a
// false alarm, whichever way its changes go, and takes nothing from the others (Tarone 1990). How many
// cases changed says nothing about the direction in which they did, so it may be known
// beforehand. It holds whatever the dependence between the tests, and no adjusted p-value is
// above that of Holm.
func stepDown(tests []*Test) []float64 {
	order := make([]int, len(tests))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(tests[a].P, tests[b].P) })
	adjusted := make([]float64, len(tests))
	least := 0.0
	for rank, i := range order {
		sum := 0.0
		for _, k := range order[rank:] {
			if k == i {
				sum += tests[i].P
				continue
			}
			sum += tests[k].chance(tests[i].P)
		}
		least = max(least, min(1, sum))
		adjusted[i] = least
	}
	return adjusted
}

// chance bounds the probability of a p-value of at most p where nothing changed.
func (t *Test) chance(p float64) float64 {
	switch {
	case p < t.least*(1-1e-9):
		return 0
	case t.attains == nil:
		return p
	}
	at := sort.Search(len(t.attains), func(i int) bool { return t.attains[i] > p*(1+1e-9) })
	if at == 0 {
		return 0
	}
	return t.attains[at-1]
}
