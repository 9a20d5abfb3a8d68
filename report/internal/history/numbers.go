package history

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/runs"
)

const maxNumbers = 50 // rows of the table of other numbers

// kinds are the kinds of the numbers that are searched for changes, in the order of their rows.
var kinds = []report.Kind{report.KindField, report.KindAverage, report.KindInvariant}

// addRows adds the rows of a data set. The rows of the newest run come first.
func (s *Set) addRows(past []pastRun, key artifact.Key) {
	documents := 0 // that are searched, of the run with the most
	rows := runs.Rows(len(past), func(yield func(int, *report.Summary) bool) {
		for i, run := range slices.Backward(past) {
			if s := run.sets[key]; s != nil {
				documents = max(documents, s.documents)
			}
			sum := run.summary(key)
			if len(sum.Attributes) == 0 { // averages of nothing
				sum.Numbers = slices.DeleteFunc(slices.Clone(sum.Numbers), func(n report.Number) bool { return n.Kind == report.KindAverage })
			}
			if !yield(i, &sum) {
				return
			}
		}
	})
	fields := 0
	for _, r := range rows {
		switch row := (Row{Row: r, values: documents}); {
		case slices.Contains(kinds, row.Kind):
			if row.Kind == report.KindField {
				fields++
			}
			s.Rows = append(s.Rows, row)
		case slices.ContainsFunc(row.Values, func(e report.Estimate) bool { return e.Value.Defined }):
			s.Numbers = append(s.Numbers, row)
		}
	}
	slices.SortStableFunc(s.Rows, func(a, b Row) int { return cmp.Compare(slices.Index(kinds, a.Kind), slices.Index(kinds, b.Kind)) })
	for k := range s.Rows {
		row := &s.Rows[k]
		if row.Kind == report.KindAverage {
			row.values *= fields
		}
		for i, e := range row.Values {
			sum, value := past[i].summary(key), e.Value
			if s := past[i].sets[key]; s != nil && s.searched != nil {
				sum, value = *s.searched, s.searched.Number(row.Metric).Value
			}
			number := tested(sum, row.Metric, value)
			if s := past[i].sets[key]; s != nil && s.apart && (row.Kind == report.KindAverage || words.RuledBy(row.Name, s.otherRules)) {
				number = math.NaN()
			}
			row.tested = append(row.tested, number)
		}
	}
}

// tested returns a number as it is searched for changes. If it is undefined but its precision or recall is defined, values
// were judged and none was right: it is 0.
func tested(sum report.Summary, metric string, value report.Ratio) float64 {
	if value.Defined {
		return value.Value
	}
	for _, measure := range []string{"precision", "recall"} {
		if sum.Number(strings.Replace(metric, "F1", measure, 1)).Value.Defined {
			return 0
		}
	}
	return math.NaN()
}

// NumberTable returns the table of the other numbers.
func (s *Set) NumberTable() view.Table {
	t := view.TableOf([][]string{{"number", "first", "newest", "runs"}}).Left("runs")
	for i := range s.Numbers {
		n := &s.Numbers[i]
		text := func(v report.Ratio) string {
			if q := usage.QuantityOf(n.Metric); q != "" && v.Defined {
				return q.Text(v.Value)
			}
			return terminal.Amount(v, n.Count)
		}
		t.Rows = append(t.Rows, view.Row{Cells: append([]view.Cell{view.Name(n.Metric)}, view.Cells(text(n.first()), text(n.newest()), bars(n.Values))...)})
	}
	return t.First(maxNumbers)
}

// first returns the first value that is defined.
func (r *Row) first() report.Ratio {
	for _, e := range r.Values {
		if e.Value.Defined {
			return e.Value
		}
	}
	return report.Ratio{}
}

// newest returns the value of the newest run.
func (r *Row) newest() report.Ratio { return r.Value(len(r.Values) - 1) }
