package diff

import (
	"cmp"
	"slices"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/signflip"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/ledger"
	"github.com/extracteval/extracteval/report/internal/paired"
)

// TestJoined tests the change from one data set to another, by their indexes in j, as Compare does. The rows have F1,
// its change, and tests with an unadjusted P and Adjusted 0 (see [Adjust]). They lack intervals and lists of cases.
// The last of the fields is [PassRate]. It is for package compare, and may be called concurrently.
func TestJoined(runs *ledger.Runs, j *ledger.Joined, old, new int, o Options) Set {
	s := newSet(j.Of()[new].Key())
	p := pair{comparison: &comparison{o: o, runs: runs}, set: &s}
	var pairs []ledger.Pair
	p.sides, pairs = j.Two(old, new)
	for _, of := range pairs {
		p.documents = append(p.documents, document{Pair: of, unit: of.Cluster})
	}
	p.layOut(j.Cases())
	p.weighUnits()
	p.addDocuments()
	p.addInfluences()
	p.judgeFields()
	p.judgeAverages()
	row, _ := p.passRate(j.Cases())
	s.Fields = append(s.Fields, row)
	return s
}

// PassRate is the name of the row of the cases that pass.
const PassRate = "pass rate"

// passRate returns the row of the share of passing cases, and the evidence of each case. Its change is tested like
// the change of a field with one value a case. A case that has a truth in one run only passes there by other rules,
// and is left out.
func (p *pair) passRate(cases int) (Row, *paired.Evidence) {
	documents := make([]document, 0, len(p.documents))
	for _, d := range p.documents {
		if d.half {
			cases -= d.Times
		} else {
			documents = append(documents, d)
		}
	}
	one := 1 / float64(max(cases, 1)) // by how much a case that passes raises the rate
	row, shares, e := Row{Field: PassRate}, [2]paired.Shares{}, &paired.Evidence{Weight: paired.ValueWeight(one)}
	whole := !p.weights.several() // shares are 0 and 1
	e.Each = p.weights.each()
	sum := passes{one: one}
	for i, entries := range p.entries(documents) {
		d := documents[i]
		times := d.Times
		passed, trials := [2]int{}, [2]int{len(entries[0]), len(entries[1])}
		for side := range entries {
			for _, x := range entries[side] {
				if x.Passed {
					passed[side]++
				}
			}
			shares[side].Add(passed[side], trials[side], times)
		}
		whole = whole && trials == [2]int{1, 1}
		switch moreOften(passed, trials) {
		case -1:
			row.Broken += times
		case 1:
			row.Fixed += times
		}
		sum.add(passed, trials, times/d.units())
		if d.Cluster != 0 && i+1 < len(documents) && documents[i+1].Cluster == d.Cluster {
			continue
		}
		sum.put(e, p.unequal, d.units())
	}
	row.Right = p.rates(&shares)
	row.Cases = cases
	if n := float64(row.Cases); n > 0 {
		row.Old, row.New = report.RatioOf(row.Right.Old.Count/n, true), report.RatioOf(row.Right.New.Count/n, true)
		row.Delta = report.RatioOf(row.New.Value-row.Old.Value, true)
	}
	p.test(&row, e)
	if len(row.Tests) == 1 && whole {
		row.Tests[0].Method = McNemar
	}
	return row, e
}

// passes counts the passing cases of a unit in each trial, and holds the contribution of one case.
type passes struct {
	one float64
	of  [2][]int
}

// add adds a number of cases of the unit.
func (s *passes) add(passed, trials [2]int, cases int) {
	for side := range passed {
		for len(s.of[side]) < trials[side] {
			s.of[side] = append(s.of[side], 0)
		}
		for t := range passed[side] {
			s.of[side][t] += cases
		}
	}
}

// put adds them to the evidence.
func (s *passes) put(e *paired.Evidence, unequal bool, times int) {
	var sums [2]int
	var each [2][]float64
	for side, trials := range s.of {
		for _, n := range trials {
			sums[side] += n
			each[side] = append(each[side], s.one*float64(n))
		}
		s.of[side] = trials[:0]
	}
	if unequal {
		e.PutTrials(signflip.Trials{Old: each[0], New: each[1]}, times)
	} else {
		e.Put(s.one*float64(sums[1]-sums[0])/float64(max(len(each[0]), 1)), times)
	}
}

// judgePassRate compares the passing cases as [TestJoined] does. Where the trials of a case differ, the interval is
// the interval of as many cases, fixed and broken in whole, as have the same change and variance.
func (p *pair) judgePassRate() {
	var e *paired.Evidence
	p.set.PassRate, e = p.passRate(len(p.documents))
	p.pass = *e
	n := float64(p.set.PassRate.Cases) * p.weights.effective() // units
	net := n * e.Sum()                                         // of them
	changed := max(n*n*e.Squares(), net, -net)
	if i, ok := estimate.ChangeOfShare((changed+net)/2, (changed-net)/2, n, p.o.Level); ok {
		row := &p.set.PassRate
		row.Low, row.High = report.RatioOf(i.Low, true), report.RatioOf(i.High, true)
		row.Approximate = n < estimate.FewDocuments
	}
}

// Every returns the test with the greatest p-value of several: it is significant at a level iff all of them are (an
// intersection-union test, Berger 1982). tests is not empty.
func Every(tests []Test) Test {
	weakest := slices.MaxFunc(tests, func(a, b Test) int { return cmp.Compare(a.P, b.P) })
	least := weakest.possible.Least
	for _, t := range tests {
		least = min(least, t.possible.Least)
		weakest.sole = weakest.sole && t.sole
	}
	weakest.possible = paired.Possible{Least: least} // the least p-value possible in any of the tests
	return weakest
}
