package diff

import (
	"cmp"
	"slices"

	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/diff/internal/paired"
	"github.com/extracteval/extracteval/report/internal/ledger"
)

// TestJoined tests the change from one of several data sets of runs to another, by their indexes, as Compare
// does: the rows have F1, its change, and tests whose P is by itself, with Adjusted 0 (see
// [Adjust]). There are no intervals and no lists of cases. The last of the fields is [PassRate]. It is for package
// compare, and may be called concurrently.
func TestJoined(runs *ledger.Runs, j *ledger.Joined, old, new int, o Options) Set {
	s := newSet(j.Of()[new].Key())
	p := pair{comparison: &comparison{o: o, runs: runs}, set: &s}
	var pairs []ledger.Pair
	p.sides, pairs = j.Two(old, new)
	for _, of := range pairs {
		p.documents = append(p.documents, document{Pair: of})
	}
	p.layOut(j.Cases())
	p.addDocuments()
	p.addInfluences()
	p.judgeFields()
	p.judgeAverages()
	s.Fields = append(s.Fields, p.passRate(j.Cases()))
	return s
}

// PassRate is the name of the row of the cases that pass in [TestJoined].
const PassRate = "pass rate"

// passRate is the row of the share of cases that pass, of which the change is tested as
// that of a field with one value a case.
func (p *pair) passRate(cases int) Row {
	row := Row{Field: PassRate}
	var e paired.Evidence
	whole := true // shares are 0 and 1
	for i, entries := range p.entries(p.documents) {
		times := p.documents[i].Times
		passed, trials := [2]int{}, [2]int{len(entries[0]), len(entries[1])}
		for side := range entries {
			for _, x := range entries[side] {
				if x.Passed {
					passed[side]++
				}
			}
		}
		whole = whole && trials == [2]int{1, 1}
		if !p.unequal {
			e.Put(float64(passed[1]-passed[0])/float64(max(trials[0], 1)), times)
			continue
		}
		shares := func(side int) []float64 {
			return append(slices.Repeat([]float64{1}, passed[side]), make([]float64, trials[side]-passed[side])...)
		}
		e.PutTrials(stats.Trials{Old: shares(0), New: shares(1)}, times)
	}
	row.Right = p.rates(&p.passed)
	row.Cases = cases
	if n := float64(row.Cases); n > 0 {
		row.Old, row.New = report.RatioOf(row.Right.Old.Count/n, true), report.RatioOf(row.Right.New.Count/n, true)
		row.Delta = report.RatioOf(row.New.Value-row.Old.Value, true)
	}
	p.test(&row, &e)
	if len(row.Tests) == 1 && whole {
		row.Tests[0].Method = McNemar
	}
	return row
}

// Every returns the test of which the p-value is that of the weakest of several: it is
// significant at a level iff all of them are (an intersection-union test, Berger 1982).
// There is at least one.
func Every(tests []Test) Test {
	weakest := slices.MaxFunc(tests, func(a, b Test) int { return cmp.Compare(a.P, b.P) })
	least := weakest.possible.Least
	for _, t := range tests {
		least = min(least, t.possible.Least)
		weakest.sole = weakest.sole && t.sole
	}
	weakest.possible = paired.Possible{Least: least} // what is possible in another test may be what counts
	return weakest
}
