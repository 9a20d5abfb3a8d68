// Package several makes the pages of several runs: of their comparison, and of a history, the course of each field.
// They look as the pages of package page do.
package several

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/compare"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
	"github.com/extracteval/extracteval/report/internal/render/page/internal/figures"
)

var (
	//go:embed compared.css
	comparedStyle string
	//go:embed compared.tmpl
	comparedMarkup string
)

// WriteCompared writes a page of a comparison of several runs: for each data set a table
// with a column for each run, which a click on a heading sorts, macro F1 against cost as a
// chart, and the cases on which the runs disagree with the answer of each.
//
// The page is one file. It loads nothing, sends nothing and needs no server; its content
// security policy allows its own style and script by their hashes and nothing else. Without
// JavaScript it shows the same, unsorted.
func WriteCompared(w io.Writer, r compare.Report) error {
	view := newComparedView(&r)
	sheet := page.Sheet{Markup: comparedMarkup, Style: comparedStyle, Sorted: true}
	if err := sheet.Write(w, view.Title, view); err != nil {
		return fmt.Errorf("compared: %w", err)
	}
	return nil
}

type comparedView struct {
	Title, Level string
	Runs         []runView
	Sets         []tableView
	Notes        []string
}

type runView struct{ Name, Source, Labels, Problem string }

type tableView struct {
	Name, Heading, Approximate string
	Out, Columns, Notes        []string
	Rows, Usage                []rowView
	Front                      *frontView
	Cases                      *disputedView
}

type rowView struct {
	Name  string
	Items bool
	Cells []cellView
}

type cellView struct{ Text, Mark, Interval, Class, Value string }

func newComparedView(r *compare.Report) *comparedView {
	v := &comparedView{Title: words.Plural(len(r.Columns), "run") + " compared", Level: render.Percent(r.Level), Notes: cutAll(r.Warnings)}
	for _, c := range r.Columns {
		run := runView{Name: terminal.Excerpt(c.Name, terminal.MaxName), Source: terminal.Excerpt(c.Source, terminal.MaxCharacters), Problem: terminal.Excerpt(c.Unreadable, terminal.MaxCharacters)}
		run.Labels = terminal.Excerpt(words.Labels(c.Labels), terminal.MaxCharacters)
		v.Runs = append(v.Runs, run)
	}
	for i := range r.Sets {
		v.Sets = append(v.Sets, newTableView(r, &r.Sets[i]))
	}
	return v
}

func cutAll(texts []string) (cut []string) {
	for _, text := range texts {
		cut = append(cut, terminal.Excerpt(text, terminal.MaxCharacters))
	}
	return cut
}

func newTableView(r *compare.Report, s *compare.Set) tableView {
	v := tableView{Name: terminal.Excerpt(s.Name(), terminal.MaxName), Heading: s.Heading(), Notes: cutAll(s.Warnings)}
	for i, run := range s.Runs {
		name := terminal.Excerpt(r.Columns[i].Name, terminal.MaxName)
		switch {
		case r.Columns[i].Unreadable != "":
		case !run.Here:
			v.Out = append(v.Out, name+" does not have it")
		case run.NotEvaluable != "":
			v.Out = append(v.Out, name+" is not evaluable and not compared: "+terminal.Excerpt(run.NotEvaluable, terminal.MaxCharacters))
		case run.Relabelled != nil:
			v.Out = append(v.Out, name+": "+terminal.Excerpt(run.LabelChange(), terminal.MaxCharacters))
		}
	}
	for _, i := range s.Compared {
		v.Columns = append(v.Columns, terminal.Excerpt(r.Columns[i].Name, terminal.MaxName))
	}
	for k := range s.Rows {
		row := &s.Rows[k]
		shown := rowView{Name: terminal.Excerpt(row.Name, terminal.MaxName), Items: row.Items}
		for _, i := range s.Compared {
			e := row.Cells[i]
			cell := cellView{Text: row.Text(i), Interval: e.Interval(), Value: sortKey(e.Value)}
			if cell.Mark = row.Mark(i); cell.Mark == "*" {
				cell.Class = "best"
			}
			shown.Cells = append(shown.Cells, cell)
		}
		v.Rows = append(v.Rows, shown)
	}
	for _, usage := range s.UsageRows() {
		shown := rowView{Name: usage.Name}
		for _, i := range s.Compared {
			shown.Cells = append(shown.Cells, cellView{Text: usage.Cells[i], Value: sortKey(usage.Values[i])})
		}
		v.Usage = append(v.Usage, shown)
	}
	if s.Approximate() {
		v.Approximate = terminal.ApproximateNote
	}
	v.Front = newFrontView(r, s)
	v.Cases = newDisputedView(s, v.Columns)
	return v
}

// sortKey is the key by which a column is sorted.
func sortKey(v report.Ratio) string {
	if !v.Defined {
		return ""
	}
	return strconv.FormatFloat(v.Value, 'g', -1, 64)
}

// frontView is macro F1 against cost: the plot is from (46,10) to (470,190).
type frontView struct {
	Label, Line, Axis string
	X, Y              []figures.Tick
	Points            []frontPoint
	Lines             []string
}

type frontPoint struct{ X, Y, TextX, Anchor, Class, Name, Label string }

const (
	frontLeft, frontRight = 46, 470
	frontTop, frontBottom = 10, 190
)

func newFrontView(r *compare.Report, s *compare.Set) *frontView {
	if s.Cost == "" {
		return nil
	}
	v := &frontView{Axis: string(s.Cost) + " per case", Lines: cutAll(r.FrontLines(s))}
	v.Label = strings.Join(v.Lines, "; ")
	low, most := 1.0, 0.0
	var placed []int
	for _, i := range s.Compared {
		if q := s.Runs[i].Summary.MacroF1.Value; q.Defined && s.Runs[i].Price.Defined {
			placed = append(placed, i)
			low, most = min(low, q.Value), max(most, s.Runs[i].Price.Value)
		}
	}
	if most == 0 || len(placed) == 0 {
		return nil
	}
	most *= 1.1
	low = figures.Floor(low)
	x := func(price float64) float64 { return frontLeft + (frontRight-frontLeft)*price/most }
	y := func(f1 float64) string {
		return figures.Coordinate(frontBottom - (frontBottom-frontTop)*(f1-low)/(1-low))
	}
	v.Y = figures.Grid(low, y)
	for i := range 3 {
		price := most * float64(i) / 2
		v.X = append(v.X, figures.Tick{At: figures.Coordinate(min(x(price), frontRight-20)), Text: s.Cost.Text(price)})
	}
	slices.SortStableFunc(placed, func(a, b int) int {
		return cmp.Compare(s.Runs[a].Price.Value, s.Runs[b].Price.Value)
	})
	var front []frontPoint
	for _, i := range placed {
		run := &s.Runs[i]
		at, f1 := x(run.Price.Value), run.Summary.MacroF1.Value
		p := frontPoint{X: figures.Coordinate(at), Y: y(f1.Value), TextX: figures.Coordinate(at), Anchor: "middle", Class: "dominated", Name: terminal.Excerpt(r.Columns[i].Name, 24)}
		switch {
		case at < frontLeft+60:
			p.Anchor = "start"
		case at > frontRight-60:
			p.Anchor = "end"
		}
		p.Label = fmt.Sprintf("%s: macro F1 %s, %s per case", p.Name, f1, s.Cost.Text(run.Price.Value))
		if run.OnFront {
			p.Class = "dot"
			front = append(front, p)
		}
		v.Points = append(v.Points, p)
	}
	v.Line = figures.Line(len(front), func(i int) (x, y string, there bool) { return front[i].X, front[i].Y, true })
	return v
}

type disputedView struct {
	Columns []string
	Rows    []disputedRow
	More    string
}

type disputedRow struct {
	ID     string
	Points int
	Cells  []disputedCell
}

type disputedCell struct {
	Text  string
	Wrong []disputedValue
}

type disputedValue struct{ Path, Got, Want string }

func newDisputedView(s *compare.Set, columns []string) *disputedView {
	if len(s.Disagreements) == 0 {
		return nil
	}
	v := &disputedView{Columns: columns}
	for k := range s.Disagreements {
		c := &s.Disagreements[k]
		row := disputedRow{ID: terminal.Excerpt(c.ID, terminal.MaxName), Points: c.Disagreement}
		for _, i := range s.Compared {
			row.Cells = append(row.Cells, newDisputedCell(c, i))
		}
		v.Rows = append(v.Rows, row)
	}
	if s.More > 0 {
		v.More = "… and " + words.Plural(s.More, "more case") + "."
	}
	return v
}

func newDisputedCell(c *compare.Case, i int) disputedCell {
	a := c.Answers[i]
	cell := disputedCell{Text: a.Text()}
	if a.Failed > 0 && a.Error != "" {
		cell.Text += ": " + terminal.Excerpt(a.Error, terminal.MaxCharacters)
	}
	for n := range c.Fields {
		f := &c.Fields[n]
		if f.Marks[i] != compare.Mistaken {
			continue
		}
		shown := false
		for _, v := range f.Values {
			if o := v.Got[i].Outcome; o == 0 || o.Hit() {
				continue
			}
			shown = true
			cell.Wrong = append(cell.Wrong, disputedValue{
				Path: terminal.Excerpt(v.Path, terminal.MaxName), Got: terminal.Excerpt(compare.GotText(v.Got[i]), terminal.MaxCharacters),
				Want: terminal.Excerpt(compare.WantText(v.Want), terminal.MaxCharacters),
			})
		}
		if !shown {
			cell.Wrong = append(cell.Wrong, disputedValue{Path: terminal.Excerpt(f.Field, terminal.MaxName), Got: "wrong"})
		}
	}
	return cell
}
