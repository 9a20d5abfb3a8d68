package history

import (
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

const maxNumbers = 50 // rows of the table of other numbers

// Series is one number over the runs.
type Series struct {
	Name string `json:"name"` // as a limit has it
	// Values has one value for each run, undefined where the run lacks the number.
	Values []report.Ratio `json:"values"`
	Count  bool           `json:"count,omitzero"` // a number of things or an amount, not a ratio
}

// allNumbers collects the numbers that have no row, those of the newest run first.
func allNumbers(runs []pastRun, key artifact.Key) (all []Series) {
	index := map[string]int{}
	for at, run := range slices.Backward(runs) {
		for _, n := range run.summaries[key].Numbers {
			if _, f1 := n.F1Of(); f1 && n.Kind == report.KindField || n.Kind == report.KindAverage || n.Kind == report.KindInvariant {
				continue // a row
			}
			if n.Secondary || !n.Value.Defined {
				continue
			}
			i, known := index[n.Name]
			if !known {
				i = len(all)
				index[n.Name] = i
				all = append(all, Series{Name: n.Name, Values: make([]report.Ratio, len(runs)), Count: n.Count})
			}
			all[i].Values[at] = n.Value
		}
	}
	return all
}

// NumberRows returns the rows of a table of the other numbers: name, first and newest value, and bars.
func (s *Set) NumberRows() (rows [][]string) {
	for _, n := range s.Numbers[:min(len(s.Numbers), maxNumbers)] {
		rows = append(rows, n.cells())
	}
	if more := len(s.Numbers) - len(rows); more > 0 {
		rows = append(rows, []string{fmt.Sprintf("… and %d more", more), "", "", ""})
	}
	return rows
}

// cells returns the name, the first and the newest value, and the bars.
func (n *Series) cells() []string {
	text := func(v report.Ratio) string { return amount(n.Name, v, n.Count) }
	first := slices.IndexFunc(n.Values, func(v report.Ratio) bool { return v.Defined })
	return []string{terminal.LineStart(n.Name), text(n.Values[first]), text(n.Values[len(n.Values)-1]), bars(n.Values)}
}

// amount returns a value with the unit of its number.
func amount(name string, v report.Ratio, count bool) string {
	if q := usage.QuantityOf(name); q != "" && v.Defined {
		return q.Text(v.Value)
	}
	return terminal.Amount(v, count)
}
