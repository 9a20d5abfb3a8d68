package render

import (
	"io"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/compare"
)

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
	to := newCSVTable(w, "dataset,package,repetition,run,kind,name,value,low,high,approximate,best,open,p,cases,note", "value", "low", "high", "p")
	for i := range r.Sets {
		addCompared(to, &r, &r.Sets[i])
	}
	for _, column := range r.Columns {
		if column.Unreadable != "" {
			to.row(map[string]string{"run": column.Name, "kind": "not_evaluable", "note": column.Unreadable})
		}
	}
	return to.flush()
}

func addCompared(to *csvTable, r *compare.Report, s *compare.Set) {
	head := map[string]string{"dataset": s.Dataset, "package": s.Package, "repetition": strconv.Itoa(s.Repetition), "cases": strconv.Itoa(s.Cases)}
	for k := range s.Rows {
		row := &s.Rows[k]
		for _, i := range s.Compared {
			v := row.Cells[i]
			values := map[string]string{
				"run": r.Columns[i].Name, "kind": strings.ReplaceAll(string(row.Kind), " ", "_"), "name": row.Name,
				"value": ratioText(v.Value), "low": ratioText(v.Low), "high": ratioText(v.High), "approximate": strconv.FormatBool(v.Approximate), "p": ratioText(row.P),
			}
			if row.Kind != compare.Measure {
				values["best"], values["open"] = strconv.FormatBool(row.Best && i == row.Top), strconv.FormatBool(row.Open(i))
			}
			to.row(head, values)
		}
	}
	for _, usage := range s.UsageRows() {
		for _, i := range s.Compared {
			to.row(head, map[string]string{"run": r.Columns[i].Name, "kind": "usage", "name": usage.Name, "value": ratioText(usage.Values[i]), "note": s.Runs[i].Untimed()})
		}
	}
	for i, run := range s.Runs {
		name := r.Columns[i].Name
		for _, by := range run.DominatedBy {
			to.row(head, map[string]string{"run": name, "kind": "dominated", "name": r.Columns[by].Name})
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
			to.row(head, map[string]string{"run": r.Columns[i].Name, "kind": "case", "name": c.ID, "value": ratioText(passed), "note": note})
		}
	}
	for i, run := range s.Runs {
		if run.NotEvaluable != "" {
			to.row(head, map[string]string{"run": r.Columns[i].Name, "kind": "not_evaluable", "note": run.NotEvaluable})
		}
		if run.Relabelled != nil {
			to.row(head, map[string]string{"run": r.Columns[i].Name, "kind": "labels", "name": "macro F1", "value": ratioText(run.Relabelled.MacroF1), "note": run.LabelChange()})
		}
	}
	if s.Why != "" {
		to.row(head, map[string]string{"kind": "not_evaluable", "note": s.Why})
	}
}
