package diff

import (
	"slices"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/signflip"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// TestTwo tests the change from one data set to another as Compare does, over the cases with the given numbers. units
// are the units of these cases. The rows have F1, its change, and tests with an unadjusted P and Adjusted 0 (see
// [estimate.Adjust]). They have intervals only if o.Resamples is above 0, and the set has no lists of cases. Package compare calls TestTwo concurrently.
func TestTwo(old, new *runs.Cases, numbers []int32, units *runs.Units, o Options) Set {
	s := newSet(new.Key)
	p := pair{comparison: &comparison{o: o, ledger: new.Ledger}, set: &s, sides: [2]*runs.Cases{old, new}}
	p.setDocuments(numbers)
	p.layOut()
	p.weigh(units)
	if o.Resamples > 0 {
		p.startResamples()
	}
	p.addDocuments()
	p.addInfluences()
	p.judgeFields()
	p.judgeAverages()
	p.judgePassRate()
	return s
}

// passRate returns the row of the share of passing cases, and the evidence of each case. Its change is tested like
// the change of a field with one value a case. A case that has a truth in only one of the runs
// passes by other rules in that run; passRate leaves it out.
func (p *pair) passRate() (Row, *estimate.Evidence) {
	documents := slices.DeleteFunc(slices.Clone(p.documents), func(d document) bool { return d.half })
	weight := 1 / float64(max(len(documents), 1)) // how much one passing case adds to the rate
	row, shares := Row{Row: runs.Row{Name: runs.PassRate, Kind: runs.KindRate}, Change: Change{Cases: len(documents)}}, [2]estimate.Shares{}
	e := &estimate.Evidence{Weight: estimate.ValueWeight(weight), Each: p.units.Each()}
	whole := !p.units.Several() // shares are 0 and 1
	var passes [2][]int         // the passing cases of a unit in each trial
	for i, d := range documents {
		passed, trials := p.countPassed(d)
		for side := range trials {
			shares[side].Add(passed[side], trials[side])
			for len(passes[side]) < trials[side] {
				passes[side] = append(passes[side], 0)
			}
			for t := range passed[side] {
				passes[side][t]++
			}
		}
		whole = whole && trials == [2]int{1, 1}
		switch moreOften(passed, trials) {
		case -1:
			row.Broken++
		case 1:
			row.Fixed++
		}
		if d.cluster != 0 && i+1 < len(documents) && documents[i+1].cluster == d.cluster {
			continue
		}
		p.putPasses(e, passes, weight)
		passes = [2][]int{passes[0][:0], passes[1][:0]}
	}
	row.Right = p.rates(&shares)
	if n := float64(row.Cases); n > 0 {
		row.Values = runs.Values(report.RatioOf(row.Right.Old.Count/n, true), report.RatioOf(row.Right.New.Count/n, true))
		row.Delta = report.RatioOf(row.New().Value-row.Old().Value, true)
	}
	row.addTest(e)
	if len(row.Tests) == 1 && whole {
		row.Tests[0].Method = McNemar
	}
	return row, e
}

// putPasses adds the passing cases of a unit to the evidence.
func (p *pair) putPasses(e *estimate.Evidence, passes [2][]int, weight float64) {
	var sums [2]int
	var each [2][]float64
	for side, trials := range passes {
		for _, n := range trials {
			sums[side] += n
			each[side] = append(each[side], weight*float64(n))
		}
	}
	if p.sample.Unequal {
		e.PutTrials(signflip.Trials{Old: each[0], New: each[1]})
	} else {
		e.Put(weight * float64(sums[1]-sums[0]) / float64(max(len(each[0]), 1)))
	}
}

// judgePassRate compares the passing cases as [TestTwo] does. If the trials of a case differ, the numbers of fixed and
// broken cases are not whole; the interval is then computed from the numbers that give the same change and variance. It
// compares nothing if each run is judged by its own rules.
func (p *pair) judgePassRate() {
	var e *estimate.Evidence
	p.set.PassRate, e = p.passRate()
	p.pass = *e
	if p.truth != nil && p.truth.Apart != "" {
		row := &p.set.PassRate
		row.Change = Change{Cases: row.Cases, Right: row.Right, Reason: "not compared: cases pass by other rules"}
		return
	}
	n := float64(p.set.PassRate.Cases) * p.units.Effective() // the number of units
	net := n * e.Sum()                                       // fixed units less broken ones
	changed := max(n*n*e.Squares(), net, -net)
	if i, ok := estimate.ChangeOfShare((changed+net)/2, (changed-net)/2, n, p.o.Level); ok {
		row := &p.set.PassRate
		row.Low, row.High = report.RatioOf(i.Low, true), report.RatioOf(i.High, true)
		row.Approximate = n < estimate.FewDocuments
	}
}
