package page

import (
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
