package page

import (
	"math"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/render"
	"github.com/extracteval/extracteval/report/render/internal/plain"
)

type historyView struct {
	Chart historyChart
	Rows  []historyRow
}

type historyRow struct {
	Start, Revision, Micro, Macro, Accuracy, Remark string
	Cases                                           int
	Current                                         bool

	micro, macro report.Estimate
}

func newHistoryView(set *render.Set) *historyView {
	if len(set.History) == 0 {
		return nil
	}
	v := &historyView{}
	for _, past := range set.History {
		row := newHistoryRow(past.Run, &past.Summary)
		var remarks []string
		if past.Partial {
			remarks = append(remarks, "not all cases")
		}
		if past.OtherSpec {
			remarks = append(remarks, "another spec")
		}
		if past.Summary.DataHash != set.Summary.DataHash {
			remarks = append(remarks, "other data")
		}
		if text := past.Run.LabelText(); text != "" {
			remarks = append(remarks, plain.Cut(text, plain.MaxName))
		}
		row.Remark = strings.Join(remarks, ", ")
		v.Rows = append(v.Rows, row)
	}
	current := newHistoryRow(set.Run, &set.Summary)
	current.Current, current.Remark = true, "this run"
	v.Rows = append(v.Rows, current)
	v.Chart = newHistoryChart(v.Rows)
	return v
}

func newHistoryRow(run report.Run, s *report.Summary) historyRow {
	return historyRow{
		Start: when(run.Start), Revision: revision(run.VCS), Cases: s.Cases().Total(),
		Micro: s.MicroF1.Value.String(), Macro: s.MacroF1.Value.String(), Accuracy: s.Accuracy.Value.String(),
		micro: s.MicroF1, macro: s.MacroF1,
	}
}

type historyChart struct {
	Label, Micro, Macro, Band string
	Grid                      []tickView
	Points                    []pointView
}

type pointView struct{ X, Y, Label string }

// newHistoryChart draws F1 of runs from left to right; the axis begins below the
// lowest value, as differences between runs are small.
func newHistoryChart(rows []historyRow) historyChart {
	low := 1.0
	for _, row := range rows {
		for _, r := range []report.Ratio{row.micro.Value, row.macro.Value, row.macro.Low} {
			if r.Defined {
				low = min(low, r.Value)
			}
		}
	}
	low = max(math.Floor(low*10-0.5)/10, 0)
	x := func(i int) string { return coordinate(50 + 570*float64(i)/float64(max(len(rows)-1, 1))) }
	y := func(v float64) string { return coordinate(150 - 135*(v-low)/(1-low)) }
	var v historyChart
	if low >= 1 {
		return v
	}
	for i := range 3 {
		at := low + (1-low)*float64(i)/2
		v.Grid = append(v.Grid, tickView{y(at), strconv.FormatFloat(at, 'f', 2, 64)})
	}
	line := func(of func(historyRow) report.Ratio) string {
		var path strings.Builder
		command := "M"
		for i, row := range rows {
			r := of(row)
			if !r.Defined {
				command = "M"
				continue
			}
			path.WriteString(command + x(i) + " " + y(r.Value))
			command = "L"
		}
		return path.String()
	}
	v.Micro = line(func(r historyRow) report.Ratio { return r.micro.Value })
	v.Macro = line(func(r historyRow) report.Ratio { return r.macro.Value })
	var upper, lower []string
	for i, row := range rows {
		if row.macro.Low.Defined && row.macro.High.Defined {
			upper = append(upper, x(i)+" "+y(row.macro.High.Value))
			lower = append([]string{x(i) + " " + y(row.macro.Low.Value)}, lower...)
		}
		if row.macro.Value.Defined {
			v.Points = append(v.Points, pointView{x(i), y(row.macro.Value.Value), row.Start + ": macro F1 " + row.macro.Value.String()})
		}
	}
	if len(upper) > 1 {
		v.Band = "M" + strings.Join(append(upper, lower...), "L") + "Z"
	}
	if n := len(v.Points); n > 0 {
		v.Label = v.Points[0].Label + "; " + v.Points[n-1].Label
	}
	return v
}
