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
	v := newComparedView(&r)
	sheet := page.Sheet{Footer: "Made by evalreport compare.", Markup: comparedMarkup, Style: comparedStyle, Sorted: true}
	sheet.Title, sheet.Head = head(&r)
	if len(v.documents) > 0 {
		sheet.Script, sheet.Data = documentsScript, v.documents
	}
	if err := sheet.Write(w, v); err != nil {
		return fmt.Errorf("compared: %w", err)
	}
	return nil
}

type comparedView struct {
	Level string
	Sets  []tableView
	Notes []view.Block

	documents []*documentsView
}

type tableView struct {
	Name, Heading        string
	Documents            string // the key of its documents
	Numbers, Cases, Rest []view.Block
	Front                *frontView
	Lines                []view.Block // on the front
}

// head returns the title of the page, and its head: the decision, or the decisions of several data sets, and the runs.
func head(r *compare.Report) (title string, blocks []view.Block) {
	title = words.Plural(len(r.Columns), "run") + " compared"
	if len(r.By) > 0 {
		title = fmt.Sprintf("%d values of %s compared", len(r.Columns), terminal.Excerpt(strings.Join(r.By, ", "), terminal.MaxName))
	}
	kind, reasons := "Extraction comparison: "+title, view.List{Class: "reasons"}
	name := func(i int) string { return terminal.Excerpt(r.Columns[i].Name, terminal.MaxName) }
	if lines := r.Decisions(name, func(text string) string { return terminal.Excerpt(text, terminal.MaxCharacters) }); len(lines) == 1 {
		title = lines[0]
	} else {
		for _, line := range lines {
			reasons.Items = append(reasons.Items, view.Text{{Text: line, Tone: view.Strong}})
		}
	}
	reasons.Items = append(reasons.Items, r.Inputs(r.Names()).Items...)
	heading, rest, _ := strings.Cut(title, "; ")
	return title, headBlocks(kind, heading, rest, reasons)
}

// headBlocks returns the head of a page: its kind, the heading, the rest of the title, and the reasons.
func headBlocks(kind, heading, rest string, reasons view.List) []view.Block {
	return view.Filled(view.Sentence{Text: view.Plain(kind), Tone: "kind"}, view.Heading{Level: 1, Text: view.Plain(heading)}, view.Sentence{Text: view.Plain(rest), Tone: "rest"}, reasons)
}

func newComparedView(r *compare.Report) *comparedView {
	v := &comparedView{Level: render.Percent(r.Level), Notes: view.Filled(compare.Notes(r.Warnings))}
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

func newTableView(r *compare.Report, s *compare.Set, keys *keysView) tableView {
	names := r.Names()
	v := tableView{Documents: keys.set, Name: terminal.Excerpt(s.Name(), terminal.MaxName), Heading: s.Heading()}
	v.Numbers = view.Filled(r.Outside(s, names))
	if v.Rest = view.Filled(compare.Notes(s.Warnings)); len(s.Compared) == 0 {
		return v
	}
	t := s.Table("F1", names)
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
	v.Numbers = slices.Concat(v.Numbers, []view.Block{t}, terminal.Footnotes(s.People() != nil, s.Approximate()))
	v.Front, v.Lines = newFrontView(r, s), view.Filled(view.Quotes("", r.FrontLines(s)))
	v.Cases = view.Section(view.Heading{Text: view.Plain("Cases on which the runs disagree")}, s.Disputed(names, mistake))
	if s.More > 0 {
		v.Cases = append(v.Cases, view.Sentence{Text: view.Plain("… and " + words.Plural(s.More, "more case") + "."), Tone: view.Dim})
	}
	return v
}

// mistake returns the values of a field in which a run is wrong, each on a line.
func mistake(f *compare.CaseField, run int) (text view.Text) {
	for _, v := range f.Values {
		if o := v.Got[run].Outcome; o != 0 && !o.Hit() {
			text = text.With(view.Span{Text: v.Path, Quote: true, Break: true, Tone: view.Dim, Tail: ":"}, view.Span{Text: compare.GotText(v.Got[run]), Quote: true, Tone: "no"},
				view.Span{Text: "want", Tone: view.Dim}, view.Span{Text: v.WantText(), Code: true})
		}
	}
	if text == nil {
		text = view.Text{{Text: f.Field, Quote: true, Break: true, Tone: view.Dim, Tail: ":"}, {Text: "wrong", Tone: "no"}}
	}
	return text
}
