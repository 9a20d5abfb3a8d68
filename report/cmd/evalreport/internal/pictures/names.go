package pictures

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render"
)

// pictureEnds are the endings of the names of pictures, after the id of the case and the number of the page.
var pictureEnds = []string{".png", ".jpg", ".jpeg", ".gif", ".PNG", ".JPG", ".JPEG", ".GIF"}

// maxPages is the largest number of pages of a document, as in records.
const maxPages = 100

// Name adds the pages of the document of a case to the case. A case whose record names no picture has those in the folders of
// -pages: ID.png, or ID-1.png, ID-2.png and so on, where the number may begin with zeros, as pdftoppm writes it. Other pages come from
// PDFs, see [PDF.Name]. Name does nothing if values are redacted, since documents show the values.
func (p *Folders) Name(set *render.Set, c *report.Case, values func(*render.Set, *report.Case) []int) {
	hasPicture := func(page report.Page) bool { return page.Image != "" }
	if set.Dataset.Redaction().String() != "" {
		return
	}
	if !slices.ContainsFunc(c.Pages, hasPicture) {
		p.namePictures(set, c)
	}
	if p.PDF != nil {
		p.PDF.Name(set, c, values)
	}
	if len(p.given) > 0 || p.PDF != nil && p.PDF.program != "" {
		p.named[c.ID] = p.named[c.ID] || slices.ContainsFunc(c.Pages, hasPicture)
	}
}

// namePictures adds the pictures that bear the id of a case to its pages.
func (p *Folders) namePictures(set *render.Set, c *report.Case) {
	pages := slices.Clone(c.Pages)
	for i, image := range p.picturesOf(set, c.ID) {
		index := slices.IndexFunc(pages, func(page report.Page) bool { return page.Number == i+1 })
		if index < 0 && i == 0 && len(pages) == 1 && pages[0].Number == 0 {
			index = 0 // the only page, whose boxes have no number
		}
		if index < 0 {
			pages = append(pages, report.Page{Number: i + 1})
			index = len(pages) - 1
		}
		pages[index].Image = image
	}
	c.Pages = pages
}

// picturesOf returns the names of the pictures that bear an id, in the order of the pages. A picture ID-1 is of the case with the id ID-1, if
// there is one.
func (p *Folders) picturesOf(set *render.Set, id string) (names []string) {
	if name := p.picture(id); name != "" {
		return []string{name}
	}
	for number := 1; number <= maxPages; number++ {
		name := ""
		for digits := 1; digits <= 3 && name == ""; digits++ {
			if page := fmt.Sprintf("-%0*d", digits, number); len(page) == digits+1 && !p.isID(set, id+page) {
				name = p.picture(id + page)
			}
		}
		if name == "" {
			break
		}
		names = append(names, name)
	}
	return names
}

// isID reports whether a shown case of a data set has an id.
func (p *Folders) isID(set *render.Set, id string) bool {
	if p.ids[set] == nil {
		p.ids[set] = map[string]bool{}
		for _, c := range set.Cases {
			p.ids[set][c.ID] = true
		}
	}
	return p.ids[set][id]
}

// picture returns the name of the picture with a stem in the folders of -pages, "" for none. A stem leads out of no folder.
func (p *Folders) picture(stem string) string {
	for _, dir := range p.given {
		for _, end := range pictureEnds {
			if name := filepath.FromSlash(stem + end); filepath.IsLocal(name) {
				if f, err := openIn(dir, name); err == nil {
					f.Close()
					return stem + end
				}
			}
		}
	}
	return ""
}

// FirstPage is for [Folders.Name]: of a PDF it chooses the first page.
func FirstPage(*render.Set, *report.Case) []int { return []int{1} }

// AllPages is for [Folders.Name]: of a PDF it chooses all pages, by pdfinfo, or the first page if that program is missing.
func (p *Folders) AllPages(set *render.Set, c *report.Case) (numbers []int) {
	document := c.ID + ".pdf"
	if len(c.Pages) == 1 && isPDF(c.Pages[0].Image) {
		document = c.Pages[0].Image
	}
	if !filepath.IsLocal(filepath.FromSlash(document)) {
		return nil
	}
	f, err := p.openPDF(set, document)
	if err != nil {
		return nil // opening its pages says why
	}
	defer f.Close()
	for number := range p.PDF.count(f) {
		numbers = append(numbers, number+1)
	}
	return numbers
}
