package page

import (
	"bytes"
	"fmt"
	"html/template"
	"regexp"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/figures"
)

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
	most, bare := maxOverlays, maxBare
	if d.whole {
		most, bare = maxPapers, len(c.Pages)
	}
	pages := figures.PagesToDraw(c, d.boxes[set], bare)
	pages = pages[min(d.first, len(pages)):]
	more = max(len(pages)-most, 0)
	for _, o := range pages[:len(pages)-more] {
		page := render.PageOf(c, o.Page)
		if page.Image != "" {
			if p, err := d.picture(set, page.Image); err == nil {
				o.Image, o.Width, o.Height = p.URI, float64(p.Width), float64(p.Height)
				page = render.PageOf(c, o.Page) // the size of a page of a PDF is known now
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
		var b bytes.Buffer
		if o.WriteSVG(&b) == nil {
			// The picture escapes its texts. The page has its style.
			all = append(all, template.HTML(pictureStyle.ReplaceAll(b.Bytes(), nil)))
		}
	}
	return all, notes, more
}

var pictureStyle = regexp.MustCompile(`<style>[^<]*</style>`)
