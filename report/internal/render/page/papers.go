package page

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/internal/render"
)

// paperSide is how many pixels the longer side of a page has: enough for small print in a browser that enlarges it.
const paperSide = 2400

// Papers draws the documents of cases, one at a time, for the server of a page with [Options].Review.
type Papers struct {
	set   *render.Set
	o     Options
	cases map[string]entry // by key
}

// NewPapers returns the papers of a data set. Of o it needs Picture and Pages and, if the page is Blind, Text.
func NewPapers(set *render.Set, o Options) *Papers {
	if !o.Blind {
		o.Text = nil // the page has it
	}
	o.Review, o.Blind, o.MaxPictures = false, false, maxPapers
	p := &Papers{set, o, map[string]entry{}}
	for _, e := range entriesOf(set, 0) {
		p.cases[CaseKey(e.trials[0].ID)] = e
	}
	return p
}

// Draw returns pages of the document of a case in one trial with their boxes, as HTML: eight from the number first on, an element with
// data-first if there are more, and notes on those that cannot be shown. With the first pages of a blind page there is the text. The HTML
// is "" if there is no such case.
func (p *Papers) Draw(key string, trial, first int) (string, error) {
	cases, err := read([]entry{p.cases[key]})
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, record := range cases[0].trials {
		if max(record.Trial, 1) != trial {
			continue
		}
		docs := newDocuments(&render.Report{Sets: []*render.Set{p.set}}, p.o, nil)
		docs.whole, docs.first, docs.pictures.Side = true, max(first, 0), paperSide
		v := docs.views(pageCase{trials: []render.Record{record}})[0]
		for _, drawn := range v.Overlays {
			b.WriteString(`<div class="overlay">` + string(drawn) + "</div>")
		}
		if v.More > 0 {
			fmt.Fprintf(&b, `<p class="dim" data-first="%d">%s</p>`, docs.first+maxPapers, words.Plural(v.More, "more page"))
		}
		if v.Text != "" {
			b.WriteString(`<pre class="source">` + string(v.Text) + "</pre>")
		}
		if p.o.Text != nil && b.Len()+len(v.Notes) == 0 {
			v.Notes = []string{"Neither a text nor a picture of this document was found: open it elsewhere, by its name."}
		}
		for _, note := range v.Notes {
			b.WriteString(`<p class="dim">` + template.HTMLEscapeString(note) + "</p>")
		}
	}
	return b.String(), nil
}
