package report

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Agreement adds up how far several runs over the same documents agree: what
// stats.Agreement and stats.FlipRate are of all cases at once. All runs of a
// case are added together. See [FactsSchema]. The zero Agreement is empty, ready
// to use.
type Agreement struct {
	runs map[int]agreementSums // by the number of runs: the denominator of a case
}

type agreementSums struct {
	Cases   int `json:"cases"`
	Flipped int `json:"flipped"` // not the same in all runs
	Pairs   int `json:"pairs"`   // of runs that agree
}

const maxRuns = 1 << 20

// Add adds the answers to one case. A case with fewer than two is left out, and
// so is one with more than a million.
func (a *Agreement) Add(answers ...string) {
	if len(answers) < 2 || len(answers) > maxRuns {
		return
	}
	sorted := slices.Sorted(slices.Values(answers))
	sums := agreementSums{Cases: 1}
	for from := 0; from < len(sorted); {
		to := from + 1
		for to < len(sorted) && sorted[to] == sorted[from] {
			to++
		}
		sums.Pairs += (to - from) * (to - from - 1) / 2
		from = to
	}
	if sorted[0] != sorted[len(sorted)-1] {
		sums.Flipped = 1
	}
	a.add(len(answers), sums)
}

func (a *Agreement) add(runs int, s agreementSums) {
	if a.runs == nil {
		a.runs = map[int]agreementSums{}
	}
	have := a.runs[runs]
	a.runs[runs] = agreementSums{have.Cases + s.Cases, have.Flipped + s.Flipped, have.Pairs + s.Pairs}
}

// Merge adds what o has added and leaves o as it is.
func (a *Agreement) Merge(o *Agreement) {
	for _, n := range sortedKeys(o.runs) {
		a.add(n, o.runs[n])
	}
}

// Cases returns the number of cases with two runs or more.
func (a *Agreement) Cases() int {
	n := 0
	for _, s := range a.runs {
		n += s.Cases
	}
	return n
}

// Agreement returns the mean over cases of the share of pairs of runs that gave
// the same answer, in [0,1]. It is undefined without cases.
func (a *Agreement) Agreement() (rate float64, ok bool) {
	sum := 0.0
	for _, n := range sortedKeys(a.runs) {
		sum += float64(a.runs[n].Pairs) / (float64(n) * float64(n-1) / 2)
	}
	return sum / float64(max(a.Cases(), 1)), a.Cases() > 0
}

// FlipRate returns the share of cases whose answer is not the same in all runs, in
// [0,1]. It is undefined without cases.
func (a *Agreement) FlipRate() (rate float64, ok bool) {
	flipped := 0
	for _, s := range a.runs {
		flipped += s.Flipped
	}
	return float64(flipped) / float64(max(a.Cases(), 1)), a.Cases() > 0
}

type agreementFacts struct {
	factsHead
	Runs []agreementRuns `json:"runs"`
}

type agreementRuns struct {
	Runs int `json:"runs"`
	agreementSums
}

// MarshalJSON returns the form that [FactsSchema] describes.
func (a *Agreement) MarshalJSON() ([]byte, error) {
	f := agreementFacts{headOf("agreement"), []agreementRuns{}}
	for _, n := range sortedKeys(a.runs) {
		f.Runs = append(f.Runs, agreementRuns{n, a.runs[n]})
	}
	return json.Marshal(f)
}

// UnmarshalJSON reads what MarshalJSON wrote, in place of what a holds.
func (a *Agreement) UnmarshalJSON(data []byte) error {
	var f agreementFacts
	if err := json.Unmarshal(data, &f); err != nil {
		return fmt.Errorf("report: facts: %w", err)
	}
	if err := f.check("agreement"); err != nil {
		return err
	}
	read := Agreement{}
	for _, r := range f.Runs {
		// Not Cases times pairs of runs, which may be too large for an int.
		possible := float64(r.Cases) * (float64(r.Runs) * float64(r.Runs-1) / 2)
		if r.Runs < 2 || r.Runs > maxRuns || r.Cases < 1 || r.Flipped < 0 || r.Flipped > r.Cases ||
			r.Pairs < 0 || float64(r.Pairs) > possible {
			return fmt.Errorf("report: agreement: %d cases of %d runs, %d flipped, %d pairs that agree", r.Cases, r.Runs, r.Flipped, r.Pairs)
		}
		read.add(r.Runs, r.agreementSums)
	}
	*a = read
	return nil
}
