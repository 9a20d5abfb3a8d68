package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/diff/testdata/world"
)

// exact prints how often the test of a row finds a change by itself, beside the exact test on the same samples.
func (s simulation) exact() error {
	fmt.Printf("\nPower at p ≤ 0.05 of the test of one row by itself in %%, of %d pairs, and of the exact test on the same pairs.\n\n", s.pairs)
	fmt.Println("| row | exact test | documents | errors | fall by | runs | changed | here | exact | ratio |\n|---|---|--:|--:|--:|---|--:|--:|--:|--:|")
	single, list := []string{"total"}, []string{"lines[].amount"}
	both := []string{"total", "lines[].amount"}
	kinds := []struct {
		row, exact string
		fields     []string
		micro      bool
		world      world.World
		runs       string
	}{
		{"field", mcnemar, single, false, world.World{}, "independent"},
		{"field", mcnemar, single, false, world.World{Kept: 0.9}, "versions of one extractor"},
		{"field", exchange, single, false, world.World{}, "independent"},
		{"field", exchange, single, false, world.World{Kept: 0.9}, "versions of one extractor"},
		{"list", exchange, list, false, world.World{}, "independent"},
		{"list", exchange, list, false, world.World{Kept: 0.9}, "versions of one extractor"},
		{"list", exchange, list, false, world.World{Kept: 0.9, Clusters: true}, "versions, clusters"},
		{"list", exchange, list, false, world.World{Kept: 0.9, Heavy: true}, "versions, heavy-tailed in size"},
		{"list", exchange, list, false, world.World{Kept: 0.5, Trials: [2]int{3, 3}}, "versions, 3 trials"},
		{"micro", exchange, both, true, world.World{Kept: 0.9}, "versions of one extractor"},
		{"macro", exchange, both, false, world.World{Kept: 0.9}, "versions of one extractor"},
	}
	for _, k := range kinds {
		for _, n := range []int{15, 40, 150} {
			for _, wrong := range []float64{0.03, 0.2} {
				w := k.world
				w.Documents, w.Wrong, w.Fields, w.More = n, wrong, k.fields, fall(n, k.row == "field", w.Kept > 0)
				row, err := s.against(w, k.row, k.exact, world.Exchange{Fields: k.fields, Micro: k.micro, Draws: 2000})
				if err != nil {
					return err
				}
				fmt.Printf("| %s | %s | %d | %.0f %% | %.0f | %s | %s |\n", k.row, k.exact, n, 100*wrong, 100*w.More, k.runs, row)
			}
		}
	}
	return nil
}

const (
	mcnemar  = "McNemar"
	exchange = "exchange of runs"
)

// fall returns a fall of F1 that is found now and then.
func fall(documents int, single, versions bool) float64 {
	fall := map[int]float64{15: 0.12, 40: 0.06, 150: 0.02}[documents]
	if single {
		fall *= 2.5
	}
	if !versions {
		fall *= 1.5
	}
	return fall
}

// against draws pairs of w, and returns the cells of a row.
func (s simulation) against(w world.World, name, test string, reference world.Exchange) (row string, err error) {
	var here, exact, changed int
	err = each(s, func(number uint64) (pairTest, error) { return s.both(w, name, test, reference, number) }, func(t pairTest) {
		changed += t.changed
		if t.p <= 0.05 {
			here++
		}
		if t.want <= 0.05 {
			exact++
		}
	})
	ratio := "-"
	if exact > 0 {
		ratio = fmt.Sprintf("%.2f", float64(here)/float64(exact))
	}
	return fmt.Sprintf("%.1f | %s | %s | %s", float64(changed)/float64(s.pairs), s.percent(here), s.percent(exact), ratio), err
}

// pairTest has the p-values of the comparison and of the exact test for one pair, and how many documents changed.
type pairTest struct {
	p, want float64
	changed int
}

func (s simulation) both(w world.World, name, test string, reference world.Exchange, number uint64) (t pairTest, err error) {
	r := rand.New(rand.NewPCG(s.seed, number+3<<32))
	old, new := w.Runs(r)
	var files [2]artifact.Source
	if files[0], err = world.Artifact("a", old); err == nil {
		files[1], err = world.Artifact("a", new)
	}
	if err != nil {
		return t, err
	}
	compared, err := diff.Compare(files[:1], files[1:], diff.Options{Resamples: 1, MaxCases: -1})
	if err != nil {
		return t, err
	}
	set := &compared.Sets[0]
	of := &set.Fields[0]
	switch name {
	case "micro":
		of = &set.Micro
	case "macro":
		of = &set.Macro
	}
	t.p = 1
	if len(of.Tests) > 0 {
		t.p = of.Tests[0].P
	}
	t.want, t.changed = reference.P(r, old, new)
	if test == mcnemar {
		t.want, _ = stats.McNemar(of.Fixed, of.Broken)
	}
	return t, nil
}
