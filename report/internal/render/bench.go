package render

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics"
)

// Bench writes the scores in the format of Go benchmarks, for benchstat:
//
//	Unit F1 better=higher assume=exact
//	…
//	pkg: example.com/service
//	BenchmarkEval/dataset=invoices/field=total 120 0.95 F1 0.97 precision 0.93 recall
//
// There is a line for each field, and for micro, macro and the mean score of cases;
// the number of iterations is the number of cases. A number that is undefined is left
// out. Each trial is a line of its own, a sample to benchstat; with a single trial
// in every data set the units say that values are exact, so that one sample is
// enough. A character of a name that the format does not have becomes "_".
//
// The format is specified in https://golang.org/design/14313-benchmark-format.
func Bench(w io.Writer, r *Report) error {
	b := bufio.NewWriter(w)
	assume := " assume=exact"
	for _, set := range r.Sets {
		if len(set.Summary.Trials) > 1 {
			assume = ""
		}
	}
	for _, unit := range []string{"F1", "precision", "recall", "accuracy", "score"} {
		fmt.Fprintf(b, "Unit %s better=higher%s\n", unit, assume)
	}
	pkg := ""
	for _, set := range r.Sets {
		if set.Run.Package != "" && set.Run.Package != pkg {
			pkg = set.Run.Package
			fmt.Fprintf(b, "pkg: %s\n", benchName(pkg))
		}
		for i := range set.Summary.Trials {
			benchTrial(b, set, i)
		}
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("render: benchmark format: %w", err)
	}
	return nil
}

type benchValue struct {
	unit  string
	value float64
	ok    bool
}

func benchTrial(w io.Writer, set *Set, i int) {
	trial := &set.Summary.Trials[i]
	prefix := "BenchmarkEval/dataset=" + benchPart(set.Dataset.Name)
	line := func(name string, values ...benchValue) {
		var text strings.Builder
		for _, v := range values {
			if v.ok {
				fmt.Fprintf(&text, " %s %s", strconv.FormatFloat(v.value, 'g', 6, 64), v.unit)
			}
		}
		if text.Len() > 0 {
			fmt.Fprintf(w, "%s/%s %d%s\n", prefix, name, max(trial.Cases.Scored(), 1), text.String())
		}
	}
	value := func(unit string, v float64, ok bool) benchValue { return benchValue{unit, v, ok} }
	confusion := func(c metrics.Confusion) []benchValue {
		f1, ok1 := c.F1()
		p, okP := c.Precision()
		r, okR := c.Recall()
		return []benchValue{value("F1", f1, ok1), value("precision", p, okP), value("recall", r, okR)}
	}
	table := metrics.NewTable(trial.Counts...)
	table.Policy, table.SkipUndefined = set.Summary.Policy, set.Summary.SkipUndefined
	for _, row := range trial.Counts {
		if !row.Items {
			line("field="+benchPart(row.Attribute), confusion(row.Counts.Confusion(set.Summary.Policy))...)
		}
	}
	accuracy, ok := table.Total().Accuracy()
	line("average=micro", append(confusion(table.Micro()), value("accuracy", accuracy, ok))...)
	macro, ok := table.MacroF1()
	line("average=macro", value("F1", macro, ok))
	if len(set.Summary.Trials) == 1 {
		score, ok := set.Summary.MeanScore.Value.Value, set.Summary.MeanScore.Value.Defined
		line("average=case", value("score", score, ok))
	}
}

// benchPart is a benchName that is one part of a benchmark's name.
func benchPart(name string) string { return strings.ReplaceAll(benchName(name), "/", "_") }

// benchName returns a name without white space and control characters.
func benchName(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return '_'
		}
		return r
	}, terminal.Visible(name))
	return strings.ToValidUTF8(name, "_")
}
