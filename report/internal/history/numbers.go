package history

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/words"
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

// rowName returns the name of the row of a number. ok is false for a number that has no row and is among [Set].Numbers.
func rowName(n report.Number) (name string, ok bool) {
	switch n.Kind {
	case report.KindField:
		return n.F1Of()
	case report.KindAverage, report.KindInvariant:
		return n.Name, true
	}
	return "", false
}

// addRows adds rows for the numbers of one kind, those of the newest run first.
func (s *Set) addRows(kind report.Kind, runs []pastRun, key artifact.Key, intervals bool) {
	index := map[string]int{} // of this kind alone: an attribute may have the name of a rule
	for at, run := range slices.Backward(runs) {
		sum := run.summaries[key]
		if kind == report.KindAverage && len(sum.Attributes) == 0 {
			continue
		}
		number := sum.Lookup()
		for _, n := range sum.Numbers {
			name, ok := rowName(n)
			if n.Kind != kind || !ok || n.Secondary || n.OverTrials {
				continue
			}
			i, known := index[name]
			if !known {
				i = len(s.Rows)
				index[name] = i
				row := newRow(name, len(runs), intervals)
				row.Rule = kind == report.KindInvariant
				if kind == report.KindField {
					row.Items = slices.ContainsFunc(sum.Attributes, func(a report.Attribute) bool { return a.Items && a.Attribute == name })
					row.People = number(words.PeopleOn + name).Value
				}
				s.Rows = append(s.Rows, row)
			}
			beside := func(measure string) report.Number { return number(strings.Replace(n.Name, "F1", measure, 1)) }
			s.Rows[i].put(at, n.Estimate, beside("precision"), beside("recall"))
		}
	}
}

// allNumbers collects the numbers that have no row, those of the newest run first.
func allNumbers(runs []pastRun, key artifact.Key) (all []Series) {
	index := map[string]int{}
	for at, run := range slices.Backward(runs) {
		for _, n := range run.summaries[key].Numbers {
			if _, row := rowName(n); row || n.Secondary || !n.Value.Defined {
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
