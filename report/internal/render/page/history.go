package page

import (
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render/figures"
)

// history returns the chart and the table of the earlier runs and this one.
func (s sections) history() []view.Block {
	if len(s.set.History) == 0 {
		return nil
	}
	t := view.TableOf([][]string{{"start", "revision", "cases", "micro F1", "macro F1", "accuracy", "remark"}}).Left("revision", "remark")
	var runs []figures.Run
	add := func(run report.Run, summary *report.Summary, remark string) {
		micro, macro := summary.Number("micro F1"), summary.Number("macro F1")
		row := view.Cells(when(run.Start), "", strconv.Itoa(summary.Cases().Total()), micro.Value.String(), macro.Value.String(), summary.Number("accuracy").Value.String(), remark)
		if text := revision(run.VCS); text != "" {
			row[1] = view.Name(text)
		}
		t.Rows = append(t.Rows, view.Row{Cells: row})
		runs = append(runs, figures.Run{Label: when(run.Start), Micro: micro.Estimate, Macro: macro.Estimate})
	}
	other := false
	for _, past := range s.set.History {
		var remarks []string
		if past.Partial {
			remarks = append(remarks, "not all cases")
		}
		if past.OtherSpec {
			remarks = append(remarks, "another spec")
		}
		if past.Summary.DataHash != s.set.Summary.DataHash {
			remarks, other = append(remarks, "other data"), true
		}
		if text := terminal.SystemAndData(past.Run, report.Dataset{Version: past.Version}); text != "" {
			remarks = append(remarks, terminal.Excerpt(text, terminal.MaxName))
		}
		add(past.Run, &past.Summary, strings.Join(remarks, ", "))
	}
	add(s.set.Run, &s.set.Summary, "this run")
	t.Rows[len(t.Rows)-1].Tone = view.Current
	return []view.Block{title("History", ""), view.Figure{Markup: draw("course", struct {
		Chart     figures.History
		Rows      int
		OtherData bool
	}{figures.NewHistory(runs), len(t.Rows), other})}, t}
}
