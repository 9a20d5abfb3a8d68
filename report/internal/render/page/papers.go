package page

import (
	"html/template"
	"strings"

	"github.com/extracteval/extracteval/report/internal/render"
)

// Papers draws the pages of documents, one case at a time, for the server of a page with [Options].Review.
type Papers struct {
	set   *render.Set
	o     Options
	cases map[string]entry // by key
}

// NewPapers returns the papers of a data set. Of o it needs Picture and Pages.
func NewPapers(set *render.Set, o Options) *Papers {
	o.Review, o.MaxPictures = false, maxPapers
	p := &Papers{set, o, map[string]entry{}}
	for _, e := range entriesOf(set, 0) {
		p.cases[CaseKey(e.trials[0].ID)] = e
	}
	return p
}

// Draw returns the pages of the document of a case in one trial with their boxes, and notes on those that are not shown, as HTML. It is
// "" if there is no such case.
func (p *Papers) Draw(key string, trial int) (string, error) {
	cases, err := read([]entry{p.cases[key]})
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, record := range cases[0].trials {
		if max(record.Trial, 1) != trial {
			continue
		}
		if p.o.Pages != nil {
			p.o.Pages(p.set, record.Case)
		}
		docs := newDocuments(&render.Report{Sets: []*render.Set{p.set}}, p.o, nil)
		docs.whole = true
		overlays, notes := docs.overlays(record.Case, 0)
		for _, drawn := range overlays {
			b.WriteString(`<div class="overlay">` + string(drawn) + "</div>")
		}
		for _, note := range notes {
			b.WriteString(`<p class="dim">` + template.HTMLEscapeString(note) + "</p>")
		}
	}
	return b.String(), nil
}
