package render

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
)

// Bench writes the scores in the format of Go benchmarks, for benchstat:
//
//	Unit F1 better=higher assume=exact
//	…
//	pkg: example.com/service
//	BenchmarkEval/dataset=invoices/field=total 120 0.95 F1 0.97 precision 0.93 recall
//
// There is a line for each field, for the micro and the macro average and, if there is only one trial, for the mean
// score of cases and for each other number that comparisons show, such as a measure or the cost of a case. The number of
// iterations is the number of cases. An undefined number is left out; but undefined F1, precision and recall are 0 if
// there are mistakes, as in means over trials, so that benchstat has the same means. Each trial has its own lines, which
// are samples for benchstat. If every data set has a single trial, the units say that values are exact, so that one
// sample is enough. A character of a name that the format does not allow becomes "_".
//
// The line "verdict: not evaluable" stands before the scores of a data set that is not evaluable. benchstat prints it
// above them, and does not compare them with evaluable scores.
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
	pkg, printed := "", ""
	for _, set := range r.Sets {
		message := ""
		if set.Judgement.Verdict == verdict.NotEvaluable {
			message = " " + string(verdict.NotEvaluable)
		}
		if message != printed {
			fmt.Fprintf(b, "verdict:%s\n", message)
			printed = message
		}
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

func benchTrial(w io.Writer, set *Set, i int) {
	trial := &set.Summary.Trials[i]
	line := func(name string, values ...string) {
		if text := strings.Join(values, ""); text != "" {
			fmt.Fprintf(w, "BenchmarkEval/dataset=%s/%s %d%s\n", benchPart(set.Dataset.Name), name, max(trial.Cases.Scored(), 1), text)
		}
	}
	confusion := func(c metrics.Confusion) string {
		mean := func(of func(metrics.Confusion) (float64, bool)) (float64, bool) { return metrics.InMean(of, c, false) }
		return benchValue("F1")(mean(metrics.Confusion.F1)) + benchValue("precision")(mean(metrics.Confusion.Precision)) + benchValue("recall")(mean(metrics.Confusion.Recall))
	}
	table := metrics.NewTable(trial.Counts...)
	table.Policy, table.SkipUndefined = set.Summary.Policy, set.Summary.SkipUndefined
	for _, row := range trial.Counts {
		if !row.Items {
			line("field="+benchPart(row.Attribute), confusion(row.Counts.Confusion(set.Summary.Policy)))
		}
	}
	line("average=micro", confusion(table.Micro()), benchValue("accuracy")(table.Total().Accuracy()))
	line("average=macro", benchValue("F1")(table.MacroF1()))
	if len(set.Summary.Trials) > 1 {
		return
	}
	score := set.Summary.Number("mean score").Value
	line("average=case", benchValue("score")(score.Value, score.Defined))
	for _, n := range set.Summary.Numbers {
		if _, f1 := n.F1Of(); !n.Secondary && n.Kind != report.KindAverage && (!f1 || n.Kind == report.KindClass) {
			line("number="+benchPart(n.Name), benchValue("value")(n.Value.Value, n.Value.Defined))
		}
	}
}

// benchValue returns a function that writes a number with its unit, "" for an undefined one.
func benchValue(unit string) func(v float64, ok bool) string {
	return func(v float64, ok bool) string {
		if !ok {
			return ""
		}
		return " " + strconv.FormatFloat(v, 'g', 6, 64) + " " + unit
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
