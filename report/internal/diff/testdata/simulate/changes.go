package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/diff/testdata/world"
)

// changes prints how often 95 % intervals of a change hold the change that very many documents have.
func (s simulation) changes() error {
	fmt.Printf("\nCoverage of 95 %% intervals of a change of F1 in %%, %d pairs in each row, and in () the mean width in points; ≈ where most are printed as approximate.\n\n", s.pairs)
	fmt.Println("| documents | errors | fall by | runs | field | list | micro | macro |\n|--:|--:|--:|---|--:|--:|--:|--:|")
	for _, wrong := range []float64{0.02, 0.08, 0.30} {
		for _, more := range []float64{0.02, 0.10} {
			for _, kept := range []float64{0, 0.8} {
				w := world.World{Documents: 200_000, Fields: []string{"number", "total", "lines[].amount"}, Wrong: wrong, More: more, Kept: kept}
				truth, err := s.rows(w, 0, 1)
				if err != nil {
					return err
				}
				for _, n := range []int{8, 15, 30, 100, 300} {
					w.Documents = n
					row, err := s.coversChange(w, truth)
					if err != nil {
						return err
					}
					fmt.Printf("| %d | %.0f %% | %.0f | %s | %s |\n", n, 100*wrong, 100*more, runsOf(kept), row)
				}
			}
		}
	}
	return nil
}

// rows returns the rows of a field, a list, and the averages in a comparison of w.
func (s simulation) rows(w world.World, number uint64, resamples int) ([4]diff.Row, error) {
	old, new, err := world.Pair(rand.New(rand.NewPCG(s.seed, number+2<<32)), w)
	if err != nil {
		return [4]diff.Row{}, err
	}
	r, err := diff.Compare(old, new, diff.Options{Resamples: resamples, MaxCases: -1})
	if err != nil {
		return [4]diff.Row{}, err
	}
	set := &r.Sets[0]
	rows := [4]diff.Row{2: set.Micro, 3: set.Macro}
	for _, f := range set.Fields {
		switch f.Field {
		case "total":
			rows[0] = f
		case "lines[].amount":
			rows[1] = f
		}
	}
	return rows, nil
}

func (s simulation) coversChange(w world.World, truth [4]diff.Row) (row string, err error) {
	var seen coverage
	err = each(s, func(number uint64) ([4]diff.Row, error) { return s.rows(w, number+1, 1000) }, func(rows [4]diff.Row) {
		for k, r := range rows {
			seen.add(k, r.Low, r.High, truth[k].Delta.Value, r.Approximate)
		}
	})
	return seen.row(s.pairs), err
}
