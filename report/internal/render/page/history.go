package page

import (
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page/internal/figures"
)

type historyView struct {
	Chart figures.History
	Rows  []historyRow
	// OtherData says that an earlier run was judged by other truths, or has other cases, than this run.
	OtherData bool
}

type historyRow struct {
	Start, Revision, Micro, Macro, Accuracy, Remark string
	Cases                                           int
	Current                                         bool
}

func newHistoryView(set *render.Set) *historyView {
	if len(set.History) == 0 {
		return nil
	}
	v := &historyView{}
	var runs []figures.Run
	add := func(run report.Run, s *report.Summary, remark string, current bool) {
		row := historyRow{
			Start: when(run.Start), Revision: revision(run.VCS), Cases: s.Cases().Total(), Remark: remark, Current: current,
			Micro: s.Number("micro F1").Value.String(), Macro: s.Number("macro F1").Value.String(), Accuracy: s.Number("accuracy").Value.String(),
		}
		v.Rows = append(v.Rows, row)
		runs = append(runs, figures.Run{Label: row.Start, Micro: s.Number("micro F1").Estimate, Macro: s.Number("macro F1").Estimate})
	}
	for _, past := range set.History {
		var remarks []string
		if past.Partial {
			remarks = append(remarks, "not all cases")
		}
		if past.OtherSpec {
			remarks = append(remarks, "another spec")
		}
		if past.Summary.DataHash != set.Summary.DataHash {
			remarks, v.OtherData = append(remarks, "other data"), true
		}
		if text := terminal.SystemAndData(past.Run, report.Dataset{Version: past.Version}); text != "" {
			remarks = append(remarks, terminal.Excerpt(text, terminal.MaxName))
		}
		add(past.Run, &past.Summary, strings.Join(remarks, ", "), false)
	}
	add(set.Run, &set.Summary, "this run", true)
	v.Chart = figures.NewHistory(runs)
	return v
}
