package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff/testdata/world"
	"github.com/extracteval/extracteval/report/summarize"
)

// coverage prints how often 95 % intervals of summaries hold the value that very many documents have.
func (s simulation) coverage() error {
	fmt.Printf("\nCoverage of 95 %% intervals of F1 in %%, %d runs in each row, and in () the mean width in points; ≈ where most are printed as approximate.\n\n", s.pairs)
	fmt.Println("| documents | errors | documents are | field | list | micro | macro |\n|--:|--:|---|--:|--:|--:|--:|")
	for _, kind := range []world.World{{}, {Clusters: true}, {Heavy: true}} {
		for _, wrong := range []float64{0.02, 0.08, 0.30} {
			w := kind
			w.Wrong, w.Fields = wrong, []string{"number", "total", "lines[].amount"}
			w.Documents = 200_000
			truth, err := s.summary(w, 0, -1)
			if err != nil {
				return err
			}
			for _, n := range []int{30, 100, 300, 1000} {
				w.Documents = n
				row, err := s.covers(w, truth)
				if err != nil {
					return err
				}
				name := "alike"
				if w.Clusters {
					name = "unlike: clusters"
				} else if w.Heavy {
					name = "heavy-tailed in size"
				}
				fmt.Printf("| %d | %.0f %% | %s | %s |\n", n, 100*wrong, name, row)
			}
		}
	}
	return nil
}

// summary returns the summary of a run of w.
func (s simulation) summary(w world.World, number uint64, resamples int) (report.Summary, error) {
	cases, _ := w.Runs(rand.New(rand.NewPCG(s.seed, number+1<<32)))
	sum := summarize.New(summarize.Options{Resamples: resamples, WorstCases: -1, Distinct: true})
	for i := range cases {
		if err := sum.Add(&cases[i]); err != nil {
			return report.Summary{}, err
		}
	}
	return sum.Summary(), nil
}

// estimates returns the estimates of a field, a list, and the averages.
func estimates(s report.Summary) [4]report.Estimate {
	var all [4]report.Estimate
	for i, name := range []string{"total", "lines[].amount"} {
		a, _ := s.Attribute(name)
		all[i] = a.F1
	}
	all[2], all[3] = s.MicroF1, s.MacroF1
	return all
}

func (s simulation) covers(w world.World, truth report.Summary) (row string, err error) {
	var seen coverage
	want := estimates(truth)
	err = each(s, func(number uint64) (report.Summary, error) { return s.summary(w, number+1, 0) }, func(sum report.Summary) {
		for k, e := range estimates(sum) {
			seen.add(k, e.Low, e.High, want[k].Value.Value, e.Approximate)
		}
	})
	return seen.row(s.pairs), err
}
