package render

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/compare"
)

var comparedHeader = []string{
	"dataset", "package", "repetition", "run", "kind", "name", "value", "low", "high", "approximate", "best", "open", "p", "cases", "note",
}

// ComparedCSV writes a comparison of several runs, one number a row:
//
//	dataset,package,repetition,run,kind,name,value,low,high,approximate,best,open,p,cases,note
//
// The first row names the columns: find them by name, others may come behind them. Kind is
// "average", "pass_rate", "field", "invariant", "measure" or "usage"; of all but the last low and high
// are the interval. Of the first four, best is true where the run is better than every other beyond chance, open where it may be
// the best for all that is known, as others may. Cases is how many are compared.
//
// Behind them stand, for each data set, rows of the kind "dominated", whose name is the run by which run is
// dominated; of the kind "case", one for each run and case that is listed, whose value is the share of trials that
// pass and whose note says in which fields the run is wrong; of the kind "labels", whose value is by how much changed
// labels move macro F1 of the run, which is in no other number; and of the kind "not_evaluable", of a run or of all, whose note says why.
// No cell is a formula to a spreadsheet, as in [CSV].
func ComparedCSV(w io.Writer, r compare.Report) error {
	to := comparedCSV{csv.NewWriter(w), &r}
	to.Write(comparedHeader) // errors are there when it is flushed
	for i := range r.Sets {
		to.set(&r.Sets[i])
	}
	for _, column := range r.Columns {
		if column.Unreadable != "" {
			to.row(&compare.Set{}, map[string]string{"run": column.Name, "kind": "not_evaluable", "note": column.Unreadable})
		}
	}
	to.Flush()
	if err := to.Error(); err != nil {
		return fmt.Errorf("render: CSV: %w", err)
	}
	return nil
}

type comparedCSV struct {
	*csv.Writer
	r *compare.Report
}

// numeric are the columns that hold numbers, whose minus starts no formula.
var numeric = map[string]bool{"value": true, "low": true, "high": true, "p": true, "cases": true, "repetition": true}

func (to comparedCSV) row(s *compare.Set, values map[string]string) {
	if s.Dataset != "" {
		values["dataset"], values["package"], values["repetition"] = s.Dataset, s.Package, strconv.Itoa(s.Repetition)
		values["cases"] = strconv.Itoa(s.Cases)
	}
	row := make([]string, len(comparedHeader))
	for i, name := range comparedHeader {
		if row[i] = values[name]; !numeric[name] {
			row[i] = cell(row[i])
		}
	}
	to.Write(row)
}

func (to comparedCSV) set(s *compare.Set) {
	number := func(v report.Ratio) string {
		if !v.Defined {
			return ""
		}
		return strconv.FormatFloat(v.Value, 'g', -1, 64)
	}
	for k := range s.Rows {
		row := &s.Rows[k]
		for _, i := range s.Compared {
			v := row.Cells[i]
			values := map[string]string{
				"run": to.r.Columns[i].Name, "kind": strings.ReplaceAll(string(row.Kind), " ", "_"), "name": row.Name,
				"value": number(v.Value), "low": number(v.Low), "high": number(v.High), "approximate": strconv.FormatBool(v.Approximate), "p": number(row.P),
			}
			if row.Kind != compare.Measure {
				values["best"], values["open"] = strconv.FormatBool(row.Best && i == row.Top), strconv.FormatBool(row.Open(i))
			}
			to.row(s, values)
		}
	}
	for _, usage := range s.UsageRows() {
		for _, i := range s.Compared {
			to.row(s, map[string]string{"run": to.r.Columns[i].Name, "kind": "usage", "name": usage.Name, "value": number(usage.Values[i]), "note": s.Runs[i].Untimed()})
		}
	}
	for i, run := range s.Runs {
		name := to.r.Columns[i].Name
		for _, by := range run.DominatedBy {
			to.row(s, map[string]string{"run": name, "kind": "dominated", "name": to.r.Columns[by].Name})
		}
	}
	for _, c := range s.Disagreements {
		for _, i := range s.Compared {
			a := c.Answers[i]
			note := strings.Join(c.Wrong(i), ", ")
			if a.Failed > 0 {
				note = "error: " + a.Error
			}
			passed := report.RatioOf(float64(a.Passed)/float64(max(a.Trials, 1)), a.Trials > 0)
			to.row(s, map[string]string{"run": to.r.Columns[i].Name, "kind": "case", "name": c.ID, "value": number(passed), "note": note})
		}
	}
	for i, run := range s.Runs {
		if run.NotEvaluable != "" {
			to.row(s, map[string]string{"run": to.r.Columns[i].Name, "kind": "not_evaluable", "note": run.NotEvaluable})
		}
		if run.Relabelled != nil {
			to.row(s, map[string]string{"run": to.r.Columns[i].Name, "kind": "labels", "name": "macro F1", "value": number(run.Relabelled.MacroF1), "note": run.LabelChange()})
		}
	}
	if s.Why != "" {
		to.row(s, map[string]string{"kind": "not_evaluable", "note": s.Why})
	}
}
