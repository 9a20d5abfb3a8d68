// Package world makes pairs of runs by known rules, for simulations of comparisons.
package world

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// World describes pairs of runs over the same documents. Documents differ in how hard they are, so that mistakes
// in one document come together, and runs share part of their mistakes, as two versions of one extractor do.
type World struct {
	Documents int
	// Fields are the names of the fields, those with "[]" with one to eight values in a document. Default: [Invoice].
	Fields []string
	// Wrong is the chance of a mistake in a document of average difficulty, in the old run and, but for More, in the new.
	Wrong float64
	// Kept is how far two trials share their mistakes, from 0, independent, to 1, all.
	Kept float64
	// More is by how much the chance is higher in the new run, in the field that Worse names, or in all when it is "".
	More  float64
	Worse string
	// Trials of the old and the new run; 0 is 1.
	Trials [2]int
	// Repeats makes all trials of a run the same.
	Repeats bool
	// Clusters makes documents far more unlike one another: half of all mistakes stand in one document of ten.
	Clusters bool
}

// Invoice is seven fields, and a list with two.
var Invoice = []string{"number", "date", "due", "vendor", "iban", "net", "total", "lines[].sku", "lines[].amount"}

// Runs draws a pair of runs.
func (w World) Runs(r *rand.Rand) (old, new []report.Case) {
	fields := w.Fields
	if fields == nil {
		fields = Invoice
	}
	copied := math.Sqrt(w.Kept) // two trials that each keep this much share Kept
	for i := range w.Documents {
		hard := w.hard(r)
		lines := 1 + r.IntN(8)
		var tables [2][]metrics.Table
		for side := range tables {
			tables[side] = make([]metrics.Table, max(w.Trials[side], 1))
		}
		for _, name := range fields {
			leaves := 1
			if strings.Contains(name, "[]") {
				leaves = lines
			}
			chance := min(w.Wrong*hard, 0.95)
			more := 0.0
			if w.Worse == "" || w.Worse == name {
				more = w.More
			}
			for range leaves {
				usual := outcome(r, chance)
				for side := range tables {
					var is metrics.Outcome
					for t := range tables[side] {
						if t == 0 || !w.Repeats {
							is = usual
							if r.Float64() >= copied {
								is = outcome(r, chance)
							}
							// Of the leaves that would be right, as many more are wrong as it takes.
							if side == 1 && is == metrics.Match && r.Float64() < more/(1-chance) {
								is = metrics.Wrong
							}
						}
						tables[side][t].Add(name, is)
					}
				}
			}
		}
		for side, to := range []*[]report.Case{&old, &new} {
			for t := range tables[side] {
				c := report.Case{ID: fmt.Sprintf("doc-%d", i), Trial: t + 1, Status: report.OK, Verdict: eval.Pass, Counts: tables[side][t].Attributes}
				for _, row := range c.Counts {
					if row.Counts.Mistakes() > 0 {
						c.Verdict = eval.Partial
					}
				}
				*to = append(*to, c)
			}
		}
	}
	return old, new
}

// hard draws how hard a document is, 1 on average.
func (w World) hard(r *rand.Rand) float64 {
	if !w.Clusters {
		return 2 * r.Float64()
	}
	if r.IntN(10) == 0 {
		return 5
	}
	return 5. / 9
}

// outcome draws a mistake with a chance: mostly a wrong value.
func outcome(r *rand.Rand, chance float64) metrics.Outcome {
	u := r.Float64()
	switch {
	case u < 0.7*chance:
		return metrics.Wrong
	case u < chance:
		return metrics.Missing
	}
	return metrics.Match
}

// Artifact returns the file of a complete run with one data set.
func Artifact(name string, cases []report.Case) (artifact.Source, error) {
	records := []report.Record{report.Run{Schema: report.Schema, Package: "example.com/invoices", Repetition: 1}, report.Dataset{Name: name}}
	for _, c := range cases {
		records = append(records, c)
	}
	var lines []byte
	for _, r := range append(records, report.End{Cases: len(cases)}) {
		var err error
		if lines, err = artifact.AppendRecord(lines, r); err != nil {
			return artifact.Source{}, err
		}
	}
	return artifact.Source{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(lines)), nil }}, nil
}

// Pair draws the artifacts of a pair of runs with as many data sets as there are worlds.
func Pair(r *rand.Rand, worlds ...World) (old, new []artifact.Source, err error) {
	for i, w := range worlds {
		before, after := w.Runs(r)
		for side, cases := range [][]report.Case{before, after} {
			s, err := Artifact(fmt.Sprintf("set-%d", i), cases)
			if err != nil {
				return nil, nil, err
			}
			if side == 0 {
				old = append(old, s)
			} else {
				new = append(new, s)
			}
		}
	}
	return old, new, nil
}
