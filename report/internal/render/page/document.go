package page

import (
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page/internal/figures"
)

// documentView is the document of a case: pictures of pages with boxes, and
// the text with the places of values.
type documentView struct {
	Overlays []template.HTML
	Text     template.HTML
	Marked   string // the meaning of its marks
	Notes    []string
}

// Any reports whether there is anything to show beside the values.
func (v documentView) Any() bool { return len(v.Overlays) > 0 || v.Text != "" }

const (
	maxTexts      = 1000   // cases that have their text, the worst
	maxTextBytes  = 20_000 // of a text that are shown
	maxTextsBytes = 32 << 20
)

// documents holds the documents of the cases that were read last, beside their records.
type documents struct {
	r *render.Report
	o Options
	pictures
	texts       map[textKey]textOrError
	told, size  int // texts that were asked for, and their bytes
	comparators []map[string]compare.Comparator
	changes     []map[string]caseChange // of each data set
}

func newDocuments(r *render.Report, o Options, changes []map[string]caseChange) *documents {
	d := &documents{r: r, o: o, changes: changes, pictures: newPictures(r, o, time.Now), texts: map[textKey]textOrError{}, comparators: make([]map[string]compare.Comparator, len(r.Sets))}
	for i, set := range r.Sets {
		if o.Text != nil {
			d.comparators[i] = figures.Comparators(set.Dataset.Spec)
		}
	}
	return d
}

// read reads the documents of further cases.
func (d *documents) read(cases []pageCase) {
	for _, c := range cases {
		if d.o.Pages != nil {
			for _, trial := range c.trials {
				d.o.Pages(d.r.Sets[c.set], trial.Case)
			}
		}
	}
	d.pictures.read(cases)
	d.readTexts(cases)
}

type textKey struct {
	set int
	id  string
}

type textOrError struct {
	text string
	cut  bool
	err  error
}

// readTexts reads the texts of cases, while there are few.
func (d *documents) readTexts(cases []pageCase) {
	if d.o.Text == nil {
		return
	}
	for _, c := range cases {
		if d.told == maxTexts || d.size > maxTextsBytes {
			return
		}
		id, set := c.worst().ID, d.r.Sets[c.set]
		if redacted(set) {
			d.texts[textKey{c.set, id}] = textOrError{err: errRedacted}
			d.told++
			continue
		}
		text, err := d.o.Text(set, id)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		found := textOrError{text: text, err: err}
		if len(text) > maxTextBytes {
			end := maxTextBytes
			for end > 0 && !utf8.RuneStart(text[end]) {
				end--
			}
			found.text, found.cut = strings.Clone(text[:end]), true
		}
		d.size += len(found.text)
		d.texts[textKey{c.set, id}] = found
		d.told++
	}
}

// redacted reports whether values of a data set are hidden, which its documents show.
func redacted(set *render.Set) bool { return set.Dataset.Redaction().String() != "" }

var errRedacted = errors.New("values of this data set are redacted, and its documents show them")

// view returns the document of a trial.
func (d *documents) view(c *report.Case, set int) documentView {
	var v documentView
	v.Overlays, v.Notes = overlays(c, d.boxes[set], func(image string) pictureOrError { return d.get(set, image) })
	found, ok := d.texts[textKey{set, c.ID}]
	switch {
	case !ok:
	case found.err != nil:
		v.Notes = append(v.Notes, terminal.Excerpt("no text: "+found.err.Error(), terminal.MaxCharacters))
	case strings.TrimSpace(found.text) == "":
		v.Notes = append(v.Notes, "the text of the document is empty")
	default:
		v.Text, v.Marked = figures.Mark(found.text, c, d.comparators[set])
		if found.cut {
			v.Notes = append(v.Notes, fmt.Sprintf("only the first %d bytes of the text are shown", len(found.text)))
		}
	}
	return v
}
