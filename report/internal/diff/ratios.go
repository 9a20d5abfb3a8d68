package diff

import (
	"math"
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/signflip"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// addMeasures compares the measures of both runs, in the order of the new one, and then the other numbers that only their
// summaries have.
func (p *pair) addMeasures() {
	old, new := p.sides[0], p.sides[1]
	previous, next := old.Recorded(), new.Recorded()
	for _, m := range new.Dataset.Measures {
		i := indexMeasure(old.Dataset.Measures, m)
		if i < 0 {
			p.addAlone(1, m)
			continue
		}
		r := newRow(m.Number())
		if m.OverTrials {
			r.setValues(previous.Number(m.Number().Name).Value, next.Number(m.Number().Name).Value)
		} else if p.measure(&r, [2]report.Ratio{old.Dataset.Measures[i].Empty, m.Empty}); r.Cases == 0 {
			continue
		}
		p.set.Measures = append(p.set.Measures, r)
	}
	for _, m := range old.Dataset.Measures {
		if indexMeasure(new.Dataset.Measures, m) < 0 {
			p.addAlone(0, m)
		}
	}
	for _, n := range next.Numbers {
		if old := previous.Number(n.Name); n.Kind != report.KindMeasure && !n.Secondary && old.Name != "" {
			r := newRow(n)
			r.setValues(old.Value, n.Value)
			p.set.Measures = append(p.set.Measures, r)
		}
	}
}

func indexMeasure(all []report.Measure, m report.Measure) int {
	return slices.IndexFunc(all, func(o report.Measure) bool { return o.Name == m.Name && o.OverTrials == m.OverTrials })
}

// addAlone warns about a measure of one run alone. Beside a baseline it is a row without values.
func (p *pair) addAlone(side int, m report.Measure) {
	if !p.measured(side, m) {
		return
	}
	p.warnings.addWarning(FieldsDiffer, "%s is measured in the %s run only", m.Name, [...]string{"old", "new"}[side])
	if p.frozen != nil {
		r := newRow(m.Number())
		r.Verdict = [...]Verdict{Disappeared, Appeared}[side]
		p.set.Measures = append(p.set.Measures, r)
	}
}

// measured reports whether a run has a value of a measure, over the cases that are compared.
func (p *pair) measured(side int, m report.Measure) bool {
	if m.OverTrials {
		return p.sides[side].Recorded().Number(m.Number().Name).Value.Defined
	}
	return p.weighs(side, m.Name)
}

// weighs reports whether any case of a run that is compared has a weight in a measure.
func (p *pair) weighs(side int, name string) bool {
	index := p.sides[side].Measure(name)
	return slices.ContainsFunc(p.documents, func(d document) bool { return p.sides[side].Measured(d.number, index).Weight > 0 })
}

// newRow returns the row of a number that is compared as a measure, whatever its kind.
func newRow(n report.Number) Row {
	row := Row{Row: runs.RowOf(n)}
	row.Kind = report.KindMeasure
	return row
}

func (r *Row) setValues(old, new report.Ratio) {
	r.Values = runs.Values(old, new)
	r.Delta = report.RatioOf(roundNine(new.Value-old.Value), old.Defined && new.Defined)
}

// measure compares one measure that the records of cases have. empty is its value in each run if all weights are 0.
func (p *pair) measure(r *Row, empty [2]report.Ratio) {
	var indices [2]int
	var weighed [2]bool
	for side, run := range p.sides {
		indices[side], weighed[side] = run.Measure(r.Name), p.weighs(side, r.Name)
	}
	ratios := p.compareRatios(r, empty, func(number int32) (first, second runs.Contribution) {
		var both [2]runs.Contribution
		for side, run := range p.sides {
			both[side] = run.Measured(number, indices[side])
			if !weighed[side] && weighed[1-side] { // records leave out the weight 0
				both[side] = runs.Contribution{}
			}
		}
		return both[0], both[1]
	})
	if ratios.OldDefined {
		empty[0] = report.RatioOf(roundNine(ratios.Old), true)
	}
	if ratios.NewDefined {
		empty[1] = report.RatioOf(roundNine(ratios.New), true)
	}
	r.setValues(empty[0], empty[1])
	if p.frozen != nil && r.Cases > 0 && empty[0].Defined != empty[1].Defined {
		r.Verdict = Appeared
		if empty[0].Defined {
			r.Verdict = Disappeared
		}
	}
	r.Low, r.High = report.RatioOf(roundNine(ratios.Change.Low), ratios.Defined), report.RatioOf(roundNine(ratios.Change.High), ratios.Defined)
	if !r.Count { // the measure is from 0 to 1
		r.Low.Value, r.High.Value = max(r.Low.Value, -1), min(r.High.Value, 1)
	}
}

// compareRatios compares the contributions of the documents that have one in both runs, the Cases of the row. empty is as
// in measure.
func (p *pair) compareRatios(r *Row, empty [2]report.Ratio, contributions func(number int32) (first, second runs.Contribution)) estimate.Ratios {
	var all []estimate.Measured
	for _, d := range p.documents {
		if first, second := contributions(d.number); first.Weight >= 0 && second.Weight >= 0 {
			all = append(all, estimate.Measured{Unit: d.unit, Sums: [2]float64{first.Sum, second.Sum}, Weights: [2]float64{first.Weight, second.Weight}})
		}
	}
	fillEmpty(all, empty)
	ratios := estimate.CompareRatios(all, p.o.Level)
	r.Cases, r.Approximate = len(all), ratios.Defined && ratios.Approximate
	p.judgeMeasure(r, all)
	return ratios
}

// fillEmpty gives a run in which all weights are 0 its declared value in each document, with the weight in the other run: a
// change from or to this value has an interval as others have.
func fillEmpty(all []estimate.Measured, empty [2]report.Ratio) {
	for side, value := range empty {
		if !value.Defined || slices.ContainsFunc(all, func(m estimate.Measured) bool { return m.Weights[side] > 0 }) {
			continue
		}
		for i := range all {
			weight := all[i].Weights[1-side]
			all[i].Sums[side], all[i].Weights[side] = value.Value*weight, weight
		}
	}
}

// apart reports whether each run is judged by its own rules, so that their cases do not pass by the same ones.
func (p *pair) apart() bool { return p.truth != nil && p.truth.Apart != "" }

// roundNine rounds to nine digits after the point: the order of trials changes only digits beyond.
func roundNine(v float64) float64 { return math.Round(v*1e9) / 1e9 }

// addUsage compares the spending of cases if both runs report it: payments to models with payments to models, and recorded
// spending with recorded spending.
func (p *pair) addUsage() {
	if !p.sides[0].SaysSpending || !p.sides[1].SaysSpending {
		return
	}
	mixed := false // some spending is from a recording in only one run
	last := 0      // cases of the last quantity
	for i, q := range runs.Quantities {
		r := Row{Row: runs.Row{Name: string(q.Quantity), Kind: report.KindUsage, Count: true, Less: true}}
		ratios := p.compareRatios(&r, [2]report.Ratio{}, func(number int32) (first, second runs.Contribution) {
			old, recordedOld := p.sides[0].Spent(number)
			new, recordedNew := p.sides[1].Spent(number)
			if old[i] > 0 && new[i] > 0 && recordedOld[i] != recordedNew[i] {
				mixed, old[i] = true, 0
			}
			return spending(old[i]), spending(new[i])
		})
		last = r.Cases
		if r.Cases == 0 {
			continue
		}
		amount := func(units float64, defined bool) report.Ratio { return report.RatioOf(q.Amount(units), defined) }
		changed := ratios.Defined || r.Cases > 1 // the interval is 0 if nothing changed
		r.Values, r.Delta = runs.Values(amount(ratios.Old, true), amount(ratios.New, true)), amount(ratios.New-ratios.Old, true)
		r.Low, r.High = amount(ratios.Change.Low, changed), amount(ratios.Change.High, changed)
		p.set.Usage = append(p.set.Usage, r)
	}
	old, new := p.sides[0].Replayed, p.sides[1].Replayed
	switch {
	case mixed && len(p.set.Usage) > 0:
		p.set.LatencyNote = "left out: what is from a recording in one run alone"
	case mixed && old+new == 0: // the recordings are of judges
		p.set.LatencyNote = "what cases took is not compared: in one run alone it is from recordings"
	case mixed:
		p.set.LatencyNote = "what cases took is not compared: " + sideOf(old, new) + " from recordings"
	case len(p.set.Usage) > 0 && last == 0 && old+new > 0:
		p.set.LatencyNote = "latency is not compared: " + sideOf(old, new) + " from recordings"
	case len(p.set.Usage) > 0 && last == 0 && p.sides[0].Taken+p.sides[1].Taken > 0:
		p.set.LatencyNote = "latency is not compared: " + sideOf(p.sides[0].Taken, p.sides[1].Taken) + " taken from an earlier run"
	}
}

// sideOf names the runs that have such answers.
func sideOf(old, new int) string {
	switch {
	case new == 0:
		return "answers of the old run are"
	case old == 0:
		return "answers of the new run are"
	}
	return "answers of both runs are"
}

// spending returns the contribution of a case. stored is the spending of the case plus one, or 0 if that is unknown.
func spending(stored int64) runs.Contribution {
	if stored == 0 {
		return runs.Contribution{Weight: -1}
	}
	return runs.Contribution{Sum: float64(stored - 1), Weight: 1}
}

// Texts returns a measure or the spending of cases for people: old, new, change, interval and number of cases.
func (r *Row) Texts() []string {
	amount, change := func(v report.Ratio) string { return terminal.Amount(v, r.Count) }, signed
	if r.Kind == report.KindUsage {
		amount = func(v report.Ratio) string { return usage.Quantity(r.Name).Text(v.Value) }
		change = func(v report.Ratio) string {
			if v.Value > 0 {
				return "+" + amount(v)
			}
			return amount(v)
		}
	}
	cases := "over trials"
	if r.Cases > 0 {
		cases = strconv.Itoa(r.Cases)
	}
	return []string{amount(r.Old()), amount(r.New()), change(r.Delta), r.Between(change, " to "), cases}
}

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
	if p.apart() {
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
