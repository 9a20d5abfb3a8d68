// Package several makes the pages about several runs: a comparison, and a history with the course of each field. These
// pages have the style of the pages of package page.
package several

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/internal/compare"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
)

var (
	//go:embed compared.css
	comparedStyle string
	//go:embed compared.tmpl
	comparedMarkup string
	//go:embed documents.js
	documentsScript string
)

// WriteCompared writes a page with a comparison of several runs. Its title is the decision. For each data set it has a
// table with a column for each run, which a click on a heading sorts; a chart of macro F1 against the price; and a
// table of documents and runs for a field that the reader chooses. This table has the value of each run, right or
// wrong, and the documents in which the runs differ come first. Each number links to its documents, and each value to
// all values of its document. The documents are those of [compare.Set].Documents. The page has up to 6 MiB of their
// values, and says how many it leaves out. It lacks the values that a record leaves out.
//
// The page is one file. It loads nothing, sends nothing and needs no server; its content security policy allows its own
// style and script by their hashes and nothing else. Without JavaScript it shows the cases on which the runs disagree,
// and tables unsorted.
func WriteCompared(w io.Writer, r compare.Report) error {
	view := newComparedView(&r)
	sheet := page.Sheet{Markup: comparedMarkup, Style: comparedStyle, Sorted: true}
	if len(view.documents) > 0 {
		sheet.Script, sheet.Data = documentsScript, view.documents
	}
	if err := sheet.Write(w, view.Title, view); err != nil {
		return fmt.Errorf("compared: %w", err)
	}
	return nil
}

type comparedView struct {
	Title, Kind, Level string
	Heading, Rest      string   // the first part of the title, and the rest
	Decisions          []string // of several data sets
	Runs               []runView
	Sets               []tableView
	Notes              []string

	documents []*documentsView
}

type runView struct{ Name, Source, Labels, Problem string }

type tableView struct {
	Name, Heading, Approximate, People string
	Documents                          string // the key of its documents
	Out, Columns, Notes                []string
	Numbers                            []view.Block
	Front                              *frontView
	Cases                              *disputedView
}

func newComparedView(r *compare.Report) *comparedView {
	v := &comparedView{Kind: words.Plural(len(r.Columns), "run") + " compared", Level: render.Percent(r.Level), Notes: cutAll(r.Warnings)}
	if len(r.By) > 0 {
		v.Kind = fmt.Sprintf("%d values of %s compared", len(r.Columns), terminal.Excerpt(strings.Join(r.By, ", "), terminal.MaxName))
	}
	v.Title = v.Kind
	name := func(i int) string { return terminal.Excerpt(r.Columns[i].Name, terminal.MaxName) }
	if lines := r.Decisions(name, func(text string) string { return terminal.Excerpt(text, terminal.MaxCharacters) }); len(lines) == 1 {
		v.Title = lines[0]
	} else {
		v.Decisions = lines
	}
	v.Heading, v.Rest, _ = strings.Cut(v.Title, "; ")
	for _, c := range r.Columns {
		run := runView{Name: terminal.Excerpt(c.Name, terminal.MaxName), Source: terminal.Excerpt(c.Source, terminal.MaxCharacters), Problem: terminal.Excerpt(c.Unreadable, terminal.MaxCharacters)}
		run.Labels = terminal.Excerpt(words.Labels(c.Labels), terminal.MaxCharacters)
		if len(r.By) == 0 {
			v.Runs = append(v.Runs, run)
		}
	}
	var names []string
	for i := range r.Sets {
		names = append(names, r.Sets[i].Name())
	}
	room, setKeys := maxValueBytes, page.Keys(names)
	for i := range r.Sets {
		s, keys := &r.Sets[i], &keysView{}
		if i < len(setKeys) {
			keys = newKeys(r, s, setKeys[i])
		}
		v.Sets = append(v.Sets, newTableView(r, s, keys))
		if keys.set != "" {
			v.documents = append(v.documents, newDocumentsView(s, keys, &room))
		}
	}
	return v
}

func cutAll(texts []string) (cut []string) {
	for _, text := range texts {
		cut = append(cut, terminal.Excerpt(text, terminal.MaxCharacters))
	}
	return cut
}

func newTableView(r *compare.Report, s *compare.Set, keys *keysView) tableView {
	v := tableView{Documents: keys.set, Name: terminal.Excerpt(s.Name(), terminal.MaxName), Heading: s.Heading(), Notes: cutAll(s.Warnings)}
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
	var runs []string
	for _, c := range r.Columns {
		runs = append(runs, c.Name)
	}
	for _, i := range s.Compared {
		v.Columns = append(v.Columns, terminal.Excerpt(runs[i], terminal.MaxName))
	}
	t := s.Table("F1", runs)
	t.Class = "sortable compared"
	link := func(cell *view.Cell, href template.URL) {
		if cell.Text[0].Link, cell.Text[0].Tone = string(href), ""; href == "" {
			cell.Text[0].Tone = view.Strong
		}
	}
	for k := range s.Rows {
		for n, i := range s.Compared {
			cell := &t.Rows[k].Cells[1+n]
			if link(cell, keys.ofRow(s, &s.Rows[k], n)); s.Rows[k].Mark(i) == "*" {
				cell.Class = "best"
			}
		}
	}
	usage := s.UsageRows()
	for k := range usage {
		for n := range s.Compared {
			link(&t.Rows[len(s.Rows)+k].Cells[1+n], keys.ofUsage(s, &usage[k], n))
		}
	}
	if len(usage) > 0 {
		t.Rows = slices.Insert(t.Rows, len(s.Rows), view.Row{})
	}
	if len(s.Compared) > 0 {
		v.Numbers = []view.Block{t}
	}
	if s.Approximate() {
		v.Approximate = terminal.ApproximateNote
	}
	v.Front = newFrontView(r, s)
	v.Cases = newDisputedView(s, v.Columns)
	if s.People() != nil {
		v.People = terminal.PeopleNote
	}
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
				Want: terminal.Excerpt(v.WantText(), terminal.MaxCharacters),
			})
		}
		if !shown {
			cell.Wrong = append(cell.Wrong, disputedValue{Path: terminal.Excerpt(f.Field, terminal.MaxName), Got: "wrong"})
		}
	}
	return cell
}
