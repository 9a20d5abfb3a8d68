package page

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/figures"
)

// documentView is the document of a case: pictures of pages with boxes, and
// the text with the places of values.
type documentView struct {
	Overlays []template.HTML
	Text     template.HTML
	Marked   string // the meaning of its marks
	Notes    []string
	More     int // pages that are not drawn
	Later    int // the number of the trial whose pages the script asks for, see [Papers]; 0 for none
}

// Any reports whether there is anything to show beside the values.
func (v documentView) Any() bool { return len(v.Overlays) > 0 || v.Text != "" || v.Later > 0 }

const (
	maxTexts      = 1000   // cases with their text, the worst ones
	maxTextBytes  = 20_000 // of a text that are shown
	maxTextsBytes = 32 << 20
)

// documents makes the views of the documents of cases, the worst case first.
type documents struct {
	r           *render.Report
	o           Options
	asked, size int // texts that were asked for, and their bytes
	pictures    figures.Pictures
	whole       bool // all pages of a case are drawn, maxPapers at a time, from first on, and its text is not cut
	first       int

	// For each data set: the attributes with boxes to draw over pictures, the comparators of all attributes, and the
	// changes of its cases.
	boxes       []map[string]compare.Box
	comparators []map[string]compare.Comparator
	changes     []map[string]caseChange
}

func newDocuments(r *render.Report, o Options, changes []map[string]caseChange) *documents {
	d := &documents{r: r, o: o, changes: changes, pictures: figures.Pictures{Max: o.MaxPictures, Now: time.Now}}
	for _, set := range r.Sets {
		d.boxes = append(d.boxes, figures.BoxFields(set.Dataset.Spec))
		d.comparators = append(d.comparators, figures.Comparators(set.Dataset.Spec))
	}
	return d
}

// views returns the documents of the trials of a case.
func (d *documents) views(c pageCase) []documentView {
	set := d.r.Sets[c.set]
	if d.o.Pages != nil {
		for _, trial := range c.trials {
			d.o.Pages(set, trial.Case)
		}
	}
	text, cut, err := d.text(set, c.worst().Case)
	views := make([]documentView, len(c.trials))
	for i, trial := range c.trials {
		v := &views[i]
		if d.o.Blind || d.o.Review && d.o.Picture != nil && slices.ContainsFunc(trial.Pages, func(page report.Page) bool { return page.Image != "" }) {
			v.Later = max(trial.Trial, 1)
		} else {
			if v.Overlays, v.Notes, v.More = d.overlays(trial.Case, c.set); v.More > 0 && !d.whole {
				v.Notes = append(v.Notes, words.Plural(v.More, "more page")+" with boxes not drawn")
			}
		}
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			v.Notes = append(v.Notes, terminal.Excerpt("no text: "+err.Error(), terminal.MaxCharacters))
		case strings.TrimSpace(text) == "":
			v.Notes = append(v.Notes, "the text of the document is empty")
		default:
			v.Text, v.Marked = figures.Mark(text, trial.Case, d.comparators[c.set])
			if cut {
				v.Notes = append(v.Notes, fmt.Sprintf("only the first %d bytes of the text are shown", len(text)))
			}
		}
	}
	return views
}

// text returns the text of a case, cut to maxTextBytes. The error is fs.ErrNotExist if no text is shown: there is none,
// values are redacted, or the page has its share of texts.
func (d *documents) text(set *render.Set, c *report.Case) (text string, cut bool, err error) {
	switch {
	case d.o.Text == nil || d.o.Blind || d.first > 0 || d.asked == maxTexts || d.size > maxTextsBytes || redacted(set):
		return "", false, fs.ErrNotExist
	default:
		if text, err = d.o.Text(set, c); errors.Is(err, fs.ErrNotExist) {
			return "", false, err
		}
	}
	if cut = len(text) > maxTextBytes && !d.whole; cut {
		end := maxTextBytes
		for end > 0 && !utf8.RuneStart(text[end]) {
			end--
		}
		text = text[:end]
	}
	d.asked, d.size = d.asked+1, d.size+len(text)
	return text, cut, err
}

// picture returns the picture of a page of a data set.
func (d *documents) picture(set int, image string) (*figures.Picture, error) {
	owner := d.r.Sets[set]
	switch {
	case d.o.Picture == nil:
		return nil, figures.ErrNotInPage
	case redacted(owner):
		return nil, errRedacted
	}
	return d.pictures.Read(figures.PictureKey{Set: set, Image: image}, func() (io.ReadCloser, error) { return d.o.Picture(owner, image) })
}

// redacted reports whether values of a data set are redacted, which its documents would show.
func redacted(set *render.Set) bool { return set.Dataset.Redaction().String() != "" }

var errRedacted = errors.New("values of this data set are redacted, and its documents show them")

const (
	maxOverlays = 4 // pages of one case
	maxBare     = 2 // pages of a case without boxes
	maxPapers   = 8 // pages of a case that are drawn at a time, for [Papers]
)

// PagesWithValues returns the numbers, from 1, of the pages of a document that are worth a picture if the case has no
// boxes: the pages on which its values stand in the text of the document, at most two, preferably those with wrong
// values. A form feed ends a page; a text without form feeds has no pages.
func PagesWithValues(set *render.Set, c *report.Case, text string) []int {
	return figures.Pages(text, c, figures.Comparators(set.Dataset.Spec), maxBare)
}

// LabelsInText returns the wrong or missing values of a case whose labels stand in the text of its document, by their
// numbers in the record.
func LabelsInText(set *render.Set, c *report.Case, text string) map[int]bool {
	return figures.Labels(text, c, figures.Comparators(set.Dataset.Spec))
}

// overlays draws the pages of a case with their boxes, and says which cannot be drawn, and how many more there are.
func (d *documents) overlays(c *report.Case, set int) (all []template.HTML, notes []string, more int) {
	most := maxOverlays
	if d.whole {
		most = maxPapers
	}
	pages := figures.PagesToDraw(c, d.boxes[set], maxBare, d.whole)
	pages = pages[min(d.first, len(pages)):]
	more = max(len(pages)-most, 0)
	for _, o := range pages[:len(pages)-more] {
		page := figures.PageOf(c, o.Page)
		if page.Image != "" {
			if p, err := d.picture(set, page.Image); err == nil {
				o.Image, o.Width, o.Height = p.URI, float64(p.Width), float64(p.Height)
				page = figures.PageOf(c, o.Page) // the size of a page of a PDF is known now
			} else {
				notes = append(notes, terminal.Excerpt(fmt.Sprintf("no picture: %s: %v", page.Image, err), terminal.MaxCharacters))
			}
		}
		if page.Width > 0 && page.Height > 0 {
			o.Width, o.Height = page.Width, page.Height
		}
		if len(o.Boxes) == 0 && o.Image == "" {
			continue // a blank page says nothing
		}
		if o.Page == 0 && o.Image == "" && len(c.Pages) > 1 {
			notes = append(notes, "the boxes have no page, so they are drawn over no picture: page_path in the spec says where a box has it")
		}
		var b bytes.Buffer
		if o.WriteSVG(&b) == nil {
			all = append(all, template.HTML(b.String())) // the picture escapes its texts
		}
	}
	return all, notes, more
}

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
