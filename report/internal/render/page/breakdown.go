package page

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/breakdown"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/figures"
)

const (
	maxSliceRows   = 50
	maxMistakeRows = 30
)

// patterns lists what mistakes have in common, with links to the cases of each pattern and to the first one.
func (s sections) patterns() []view.Block {
	list := view.List{Class: "preflight"}
	for _, p := range s.set.Patterns[:min(len(s.set.Patterns), breakdown.ShownPatterns)] {
		f := s.names.addressOf(s.number)
		if p.Slice != "" {
			f.byTag(render.SliceText(p.Slice), s.names)
		}
		if p.Attribute != "" {
			f.outcome = "mistake"
			f.byField(p.Attribute, s.names)
		}
		if p.Class != "" {
			f.byClass(p.Class, s.names)
		}
		item := view.Plain(p.Text)
		if item[0].Link = string(f.href()); p.Case != "" {
			item[0].Tail = ","
			item = item.With(view.Span{Text: "first in"}, view.Span{Text: p.Case, Code: true, Link: string(s.cases.link(s.number, p.Case))})
		}
		list.Items = append(list.Items, item)
	}
	return view.Section(title("What mistakes have in common", "most mistakes first"), list.And(len(s.set.Patterns)-len(list.Items)))
}

// slices returns the table of the worst slices.
func (s sections) slices() []view.Block {
	all := &s.set.Slices
	if len(all.Slices) == 0 && all.Small == 0 {
		return nil
	}
	t := all.Table(maxSliceRows)
	columns := breakdown.UsageColumns(t)
	shown := all.Slices[:len(t.Rows)]
	t.AddColumn(view.Column{Name: "tag"}, func(i int) view.Cell { return view.Cell{Text: view.Quote(shown[i].Tag)} })
	t.AddColumn(view.Column{Name: "value"}, func(i int) view.Cell {
		f := s.names.addressOf(s.number)
		f.byTag(shown[i].Name(), s.names)
		value := cmp.Or(shown[i].Condition, shown[i].Value, "(empty)")
		return view.Cell{Text: view.Text{{Text: value, Quote: true, Link: string(f.href())}}}
	})
	t.AddColumn(view.Column{Name: "pass interval", Title: "interval", Number: true}, func(i int) view.Cell {
		if rate := shown[i].PassRate; rate.Low.Defined {
			return view.Cells(terminal.Percent(rate.Low) + "–" + terminal.Percent(rate.High))[0]
		}
		return view.Cell{}
	})
	for i := range t.Rows {
		t.Cell(i, "micro F1").Text[0].Tone = view.Strong
	}
	t = t.Pick(append([]string{"tag", "value", "cases", "micro F1", s.interval(), "pass rate", "pass interval"}, columns...)...)
	t.Class = "sortable"
	return append(view.Filled(title("Slices", "worst first"), t), all.Notes(len(t.Rows))...)
}

// mistakes returns the table of the kinds of mistakes.
func (s sections) mistakes() []view.Block {
	all := s.set.Mistakes
	t := breakdown.MistakesTable(all, maxMistakeRows)
	t.Class = "sortable"
	for i := range t.Rows {
		f := s.names.addressOf(s.number)
		f.byField(all[i].Attribute, s.names)
		f.byClass(all[i].Class, s.names)
		kind := t.Cell(i, "kind").Text
		kind[0].Link, kind[0].Code, kind[0].Quote = string(f.href()), false, true
		if _, e, _ := all[i].Shown(); e != nil {
			example := t.Cell(i, "for example")
			example.Text = example.With(view.Span{Text: "in", Tone: view.Dim}, view.Span{Text: e.Case, Code: true, Link: string(s.cases.link(s.number, e.Case))})
		}
	}
	return append(view.Section(title("Kinds of mistakes", ""), t), s.set.MistakesNotes(len(t.Rows))...)
}

// confidence says how far the confidences of fields can be trusted, with charts of the first row of the table.
func (s sections) confidence() []view.Block {
	all := s.set.Calibrations
	t, _ := breakdown.CalibrationTable(all, render.MaxCalibrations)
	if len(t.Rows) == 0 {
		return nil
	}
	t.Class = "sortable"
	for i := range t.Columns[4:] {
		c := &t.Columns[4+i]
		if c.Unsorted = true; strings.HasPrefix(c.Name, "no review") {
			c.Class = "wraps"
		}
	}
	for _, row := range t.Rows {
		for k := range row.Cells[4:] {
			cell := &row.Cells[4+k]
			cell.Class = strings.TrimPrefix("wraps", t.Columns[4+k].Class)        // if the column has no class
			if number, interval, ok := strings.Cut(cell.Text[0].Text, " ("); ok { // a line may break between the two
				cell.Text = view.Text{{Text: number}, {Text: "(" + interval, Tone: view.Whole}}
			}
		}
	}
	return append([]view.Block{title("Confidence", ""), view.Figure{Markup: draw("charts", struct {
		Reliability figures.Reliability
		Curve       figures.Curve
		Name        string
	}{figures.NewReliability(all[0].Bins), figures.NewCurve(all[0].Curve), terminal.Excerpt(cmp.Or(all[0].Attribute, "all fields"), terminal.MaxName)})}, t}, breakdown.CalibrationNotes(all, len(t.Rows))...)
}

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
