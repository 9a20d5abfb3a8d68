package diff

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// Joined is what the tests need of the cases that several data sets have in common. It grows
// with the number of different outcomes of a case in all of them, not with that of the cases.
type Joined struct {
	of       []*Cases
	outcomes []outcomeSet
	times    map[string]int // by the numbers of the outcomes of a case, 4 bytes each
	cases    int
	key      []byte
}

// outcomeSet are the different outcomes of the cases of one data set, as a ledger of cases:
// what of them counts in a test.
type outcomeSet struct {
	ledger
	numbers map[string]int32
	key     []byte
}

// Join returns what several data sets have in common, none yet.
func Join(of []*Cases) *Joined {
	return &Joined{of: of, outcomes: make([]outcomeSet, len(of)), times: map[string]int{}}
}

// Of are the data sets.
func (j *Joined) Of() []*Cases { return j.of }

// Cases is how many were added.
func (j *Joined) Cases() int { return j.cases }

// Add adds a case that was asked for in all of the data sets.
func (j *Joined) Add(number int32) {
	j.key = j.key[:0]
	for i, c := range j.of {
		j.key = binary.BigEndian.AppendUint32(j.key, uint32(j.outcomes[i].number(c.ledger, number)))
	}
	j.times[string(j.key)]++
	j.cases++
}

// number returns the number of a case's outcome.
func (o *outcomeSet) number(l *ledger, number int32) int32 {
	entries := l.entries(nil, number)
	o.key = o.key[:0]
	for _, e := range entries {
		o.key = binary.AppendUvarint(o.key, uint64(uint32(e.trial)))
		o.key = binary.AppendUvarint(o.key, uint64(e.row))
		o.key = append(o.key, bit(e.passed)|bit(e.failed)<<1|byte(e.is&unlabelled)<<2)
	}
	n, known := o.numbers[string(o.key)]
	if known {
		return n
	}
	if o.numbers == nil {
		o.numbers = map[string]int32{}
	}
	n = int32(len(o.latest))
	o.numbers[string(o.key)] = n
	o.latest = append(o.latest, -1)
	for _, e := range entries {
		kept := entry{row: e.row, previous: o.latest[n], trial: e.trial, passed: e.passed, failed: e.failed, is: e.is & unlabelled}
		o.latest[n] = o.book.add(kept)
	}
	return n
}

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// Test tests the change from one of the data sets to another, by their indexes, as Compare
// does: the rows have F1, its change, and tests whose P is by itself, with Adjusted 0 (see
// [Adjust]). There are no intervals and no lists of cases. The last of the fields is [PassRate].
func (r *Runs) Test(j *Joined, old, new int) Set {
	s := newSet(j.of[new].Key)
	p := newPaired(&comparison{o: r.o, rows: r.rows}, &s, [2]*ledger{j.ledger(old), j.ledger(new)})
	p.documents = j.documents(old, new)
	p.testOnly(j.cases)
	s.Fields = append(s.Fields, p.passRate(j.cases))
	return s
}

// ledger returns that of the outcomes of a data set.
func (j *Joined) ledger(i int) *ledger {
	l := j.outcomes[i].ledger
	l.dataset, l.rows = j.of[i].ledger.dataset, j.of[i].ledger.rows
	return &l
}

// documents are the different pairs of outcomes, each as often as there are cases of it.
func (j *Joined) documents(old, new int) []document {
	times := map[[2]int32]int{}
	for key, n := range j.times {
		at := func(i int) int32 { return int32(binary.BigEndian.Uint32([]byte(key[4*i:]))) }
		times[[2]int32{at(old), at(new)}] += n
	}
	documents := make([]document, 0, len(times))
	for cases, n := range times {
		documents = append(documents, document{cases: cases, times: n})
	}
	slices.SortFunc(documents, func(a, b document) int { return slices.Compare(a.cases[:], b.cases[:]) })
	return documents
}

// testOnly is compare without what [Runs.Test] has no need of.
func (p *paired) testOnly(cases int) {
	p.layOut(cases)
	p.addDocuments()
	p.addInfluences()
	p.judgeFields()
	p.judgeAverages()
}

// PassRate is the name of the row of the cases that pass in [Runs.Test].
const PassRate = "pass rate"

// passRate is the row of the share of cases that pass, of which the change is tested as
// that of a field with one value a case.
func (p *paired) passRate(cases int) Row {
	row := Row{Field: PassRate}
	var e evidence
	var entries [2][]*entry
	var rates [2]shares
	whole := true // shares are 0 and 1
	for _, d := range p.documents {
		var passed [2][]float64
		sums := [2]int{}
		for side, l := range p.sides {
			entries[side] = l.entries(entries[side][:0], d.cases[side])
			for _, x := range entries[side] {
				if x.passed {
					sums[side]++
				}
			}
			rates[side].add(sums[side], len(entries[side]), d.times)
			whole = whole && len(entries[side]) == 1
		}
		if !p.unequal {
			e.put(float64(sums[1]-sums[0])/float64(max(len(entries[0]), 1)), d.times)
			continue
		}
		for side := range passed {
			for i := range entries[side] {
				v := 0.0
				if i < sums[side] {
					v = 1
				}
				passed[side] = append(passed[side], v)
			}
		}
		e.putTrials(stats.Trials{Old: passed[0], New: passed[1]}, d.times)
	}
	row.Right = p.rates(&rates)
	row.Cases = cases
	if n := float64(row.Cases); n > 0 {
		row.Old, row.New = report.RatioOf(rates[0].sum()/n, true), report.RatioOf(rates[1].sum()/n, true)
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
	weakest.attains = nil // those of another test may be the ones that count
	for _, t := range tests {
		weakest.least = min(weakest.least, t.least)
		weakest.sole = weakest.sole && t.sole
	}
	return weakest
}
