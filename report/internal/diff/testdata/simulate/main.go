// Simulate measures comparisons: how often they see a change in two runs that differ in noise alone, and how
// often they find a change that is there. BENCHMARKS.md has its tables.
//
//	go run ./report/internal/diff/testdata/simulate [-pairs 1000] [-seed 1] [-table 0]
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sync"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/diff/testdata/world"
)

func main() {
	pairs := flag.Int("pairs", 1000, "`N` pairs of runs for each row")
	seed := flag.Uint64("seed", 1, "`SEED` of all draws")
	only := flag.Int("table", 0, "print table `N` only, from 1")
	flag.Parse()
	s := simulation{pairs: *pairs, seed: *seed}
	tables := []func() error{s.settings, s.trials, s.dataSets, s.power, s.coverage, s.changes, s.exact}
	if *only > 0 && *only <= len(tables) {
		tables = tables[*only-1 : *only]
	}
	for _, table := range tables {
		if err := table(); err != nil {
			fmt.Fprintln(os.Stderr, "simulate:", err)
			os.Exit(1)
		}
	}
}

type simulation struct {
	pairs int
	seed  uint64
}

// each draws all pairs, by their numbers, on all processors, and calls look for one result
// at a time. It returns an error of draw.
func each[T any](s simulation, draw func(number uint64) (T, error), look func(T)) (failed error) {
	var mutex sync.Mutex
	estimate.Abreast(s.pairs, func(i int) {
		drawn, err := draw(uint64(i))
		mutex.Lock()
		defer mutex.Unlock()
		if err != nil {
			failed = err
		} else {
			look(drawn)
		}
	})
	return failed
}

// count compares pairs of runs and counts the comparisons for which found is true. It calls found
// for one comparison at a time.
func (s simulation) count(found func(diff.Report) bool, worlds ...world.World) (count int, err error) {
	err = each(s, func(number uint64) (r diff.Report, err error) {
		old, new, err := world.Pair(rand.New(rand.NewPCG(s.seed, number)), worlds...)
		if err != nil {
			return r, err
		}
		return diff.Compare(old, new, diff.Options{Resamples: 20, MaxCases: -1}) // p-values need no resamples
	}, func(r diff.Report) {
		if found(r) {
			count++
		}
	})
	return count, err
}

// runsOf says how two runs are related.
func runsOf(kept float64) string {
	if kept > 0 {
		return "versions of one extractor"
	}
	return "independent"
}

func (s simulation) percent(n int) string {
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(s.pairs))
}

func anything(r diff.Report) bool {
	return slices.ContainsFunc(r.Sets, func(s diff.Set) bool { return s.Verdict != diff.Same })
}

func regressed(r diff.Report) bool { return r.Regressed() }

// marks counts the comparisons with any mark, and the comparisons with exit status 1.
func (s simulation) marks(worlds ...world.World) (marks, exits int, err error) {
	marks, err = s.count(func(r diff.Report) bool {
		if r.Regressed() {
			exits++ // count calls found for one comparison at a time
		}
		return anything(r)
	}, worlds...)
	return marks, exits, err
}

// settings prints how often a comparison has a mark where nothing changed.
func (s simulation) settings() error {
	fmt.Printf("Nothing changed, %d pairs of runs in each setting, seed %d: comparisons with any mark, and with exit status 1.\n\n", s.pairs, s.seed)
	fmt.Println("| documents | errors | runs | any mark | exit status 1 |\n|--:|--:|---|--:|--:|")
	for _, n := range []int{30, 65, 100, 300} {
		for _, wrong := range []float64{0.02, 0.08, 0.30} {
			for _, kept := range []float64{0, 0.8} {
				w := world.World{Documents: n, Wrong: wrong, Kept: kept, Clusters: kept > 0 && wrong < 0.1}
				marks, exits, err := s.marks(w)
				if err != nil {
					return err
				}
				fmt.Printf("| %d | %.0f %% | %s | %s | %s |\n", n, 100*wrong, runsOf(kept), s.percent(marks), s.percent(exits))
			}
		}
	}
	return nil
}

// trials prints the same for other numbers of trials.
func (s simulation) trials() error {
	fmt.Println("\nNothing changed, 100 documents, errors of 8 %, several trials.\n\n| trials | trials of a run | any mark |\n|---|---|--:|")
	for _, trials := range [][2]int{{5, 1}, {1, 5}, {3, 5}, {5, 5}} {
		for _, repeats := range []bool{false, true} {
			marks, err := s.count(anything, world.World{Documents: 100, Wrong: 0.08, Kept: 0.3, Trials: trials, Repeats: repeats})
			if err != nil {
				return err
			}
			kind := "drawn anew"
			if repeats {
				kind = "repeat each other"
			}
			fmt.Printf("| %d against %d | %s | %s |\n", trials[0], trials[1], kind, s.percent(marks))
		}
	}
	return nil
}

// dataSets prints the same for several data sets.
func (s simulation) dataSets() error {
	fmt.Println("\nNothing changed in any data set, 40 documents each, errors of 8 %.\n\n| data sets | any mark | exit status 1 |\n|--:|--:|--:|")
	for _, n := range []int{1, 5, 20} {
		worlds := make([]world.World, n)
		for i := range worlds {
			worlds[i] = world.World{Documents: 40, Wrong: 0.08, Kept: 0.5}
		}
		marks, exits, err := s.marks(worlds...)
		if err != nil {
			return err
		}
		fmt.Printf("| %d | %s | %s |\n", n, s.percent(marks), s.percent(exits))
	}
	return nil
}

// power prints how often a change is found.
func (s simulation) power() error {
	six := []string{"number", "date", "vendor", "iban", "net", "total"}
	field := func(name string) func(diff.Report) bool {
		return func(r diff.Report) bool {
			return slices.ContainsFunc(r.Sets[0].Fields, func(f diff.Row) bool { return f.Field == name && f.Verdict == diff.Regressed })
		}
	}
	fmt.Println("\nSomething changed.\n\n| what | found |\n|---|--:|")
	for _, row := range []struct {
		what  string
		world world.World
		found func(diff.Report) bool
	}{
		{"one of six fields falls by 12 points, 100 documents, versions of one extractor: the field", world.World{Documents: 100, Fields: six, Wrong: 0.03, Kept: 0.9, More: 0.12, Worse: "total"}, field("total")},
		{"the same, independent runs: the field", world.World{Documents: 100, Fields: six, Wrong: 0.03, More: 0.12, Worse: "total"}, field("total")},
		{"one of six fields falls by 20 points, 30 documents, versions of one extractor: exit status 1", world.World{Documents: 30, Fields: six, Wrong: 0.03, Kept: 0.9, More: 0.2, Worse: "total"}, regressed},
		{"the only field falls by 12 points, 100 documents, independent runs: the field", world.World{Documents: 100, Fields: []string{"total"}, Wrong: 0.08, More: 0.12}, field("total")},
		{"all of nine fields fall by 5 points, 100 documents, independent runs: exit status 1", world.World{Documents: 100, Wrong: 0.08, More: 0.05}, regressed},
		{"all of nine fields fall by 5 points, 300 documents, independent runs: exit status 1", world.World{Documents: 300, Wrong: 0.08, More: 0.05}, regressed},
		{"all of nine fields fall by 3 points, 100 documents, versions of one extractor: exit status 1", world.World{Documents: 100, Wrong: 0.08, Kept: 0.8, More: 0.03}, regressed},
		{"values of a list fall by 6 points, 100 documents, versions of one extractor: the field", world.World{Documents: 100, Wrong: 0.08, Kept: 0.8, More: 0.06, Worse: "lines[].amount"}, field("lines[].amount")},
		{"the same, with clusters", world.World{Documents: 100, Wrong: 0.08, Kept: 0.8, More: 0.06, Worse: "lines[].amount", Clusters: true}, field("lines[].amount")},
		{"one of nine fields falls by 5 points, 300 documents, versions of one extractor: the field", world.World{Documents: 300, Wrong: 0.05, Kept: 0.9, More: 0.05, Worse: "total"}, field("total")},
	} {
		found, err := s.count(row.found, row.world)
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %s |\n", row.what, s.percent(found))
	}
	return nil
}
