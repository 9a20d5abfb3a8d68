// Package several makes the pages about several runs: a comparison, and a history with the course of each field. These
// pages have the style of the pages of package page.
package several

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/internal/compare"
	"github.com/extracteval/extracteval/report/internal/render/figures"
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
	sheet := page.Sheet{Footer: "Made by evalreport compare.", Style: comparedStyle, Sorted: true}
	sheet.Title, sheet.Head = head(&r)
	keys, documents := documentsOf(&r)
	sheet.Blocks = append([]view.Block{view.Note("A click on a heading sorts, on a number it shows the documents that it is of.")}, r.Body(r.Names(), compare.Surface{
		Row:   func(s *compare.Set, row *compare.Row, n int) string { return string(keys[s].ofRow(s, row, n)) },
		Usage: func(s *compare.Set, row *compare.UsageRow, n int) string { return string(keys[s].ofUsage(s, row, n)) },
		Front: func(s *compare.Set) []view.Block {
			front := newFrontView(&r, s)
			if front == nil {
				return nil
			}
			return []view.Block{view.Heading{Text: view.Plain("Quality against price")}, draw("front", front)}
		},
		Documents: func(s *compare.Set) []view.Block {
			if keys[s].set == "" {
				return nil
			}
			return []view.Block{draw("documents", keys[s].set)}
		},
	})...)
	if len(documents) > 0 {
		sheet.Script, sheet.Data = documentsScript, documents
	}
	if err := sheet.Write(w); err != nil {
		return fmt.Errorf("compared: %w", err)
	}
	return nil
}

var drawings = sync.OnceValue(func() *template.Template {
	return template.Must(figures.BlockTemplates().Parse(comparedMarkup + trendMarkup))
})

// draw returns the figure that a template makes of some data.
func draw(name string, data any) view.Figure {
	var b strings.Builder
	if err := drawings().ExecuteTemplate(&b, name, data); err != nil {
		panic(err) // our own templates and types
	}
	return view.Figure{Markup: template.HTML(b.String())}
}

// head returns the title of the page, and its head: the decision, or the decisions of several data sets.
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
	heading, rest, _ := strings.Cut(title, "; ")
	return title, headBlocks(kind, heading, rest, reasons)
}

// headBlocks returns the head of a page: its kind, the heading, the rest of the title, and the reasons.
func headBlocks(kind, heading, rest string, reasons view.List) []view.Block {
	return view.Filled(view.Sentence{Text: view.Plain(kind), Tone: "kind"}, view.Heading{Level: 1, Text: view.Plain(heading)}, view.Sentence{Text: view.Plain(rest), Tone: "rest"}, reasons)
}

// documentsOf returns the keys of the data sets, and the data of their documents.
func documentsOf(r *compare.Report) (map[*compare.Set]*keysView, []*documentsView) {
	var names []string
	for i := range r.Sets {
		names = append(names, r.Sets[i].Name())
	}
	all, documents, room := map[*compare.Set]*keysView{}, []*documentsView(nil), maxValueBytes
	setKeys := page.Keys(names)
	for i := range r.Sets {
		s, keys := &r.Sets[i], &keysView{}
		if i < len(setKeys) {
			keys = newKeys(r, s, setKeys[i])
		}
		all[s] = keys
		if keys.set != "" {
			documents = append(documents, newDocumentsView(s, keys, &room))
		}
	}
	return all, documents
}
