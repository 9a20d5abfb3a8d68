package shell

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render"
)

// Folders finds pictures of pages, and texts of documents. Artifacts name pictures relative to the folder of the
// package. Folders looks for them in the given folders, in the folder that holds _evaltest with the artifacts, and in
// the folder that the package has in the module of the working directory.
type Folders struct {
	// Missing lists the pictures that could not be opened, with the reason.
	Missing []string
	// PDF renders pages of documents; may be nil.
	PDF *PDF

	given  []string
	module Module // around the working directory

	texts  []string // folders
	data   string   // the data set, "" for the data set of the run
	inputs *Inputs
	own    map[*render.Set]*ownTexts
	ids    map[*render.Set]map[string]bool
	named  map[string]bool // by id: whether a document that -pages or -pdf may have has a picture
}

// newFolders returns the folders of the flags -pages and -texts. data is the data set, a file or a folder, "" for the data set of the run;
// in opens its files.
func newFolders(pages, texts []string, data string, inputs *Inputs) (*Folders, error) {
	if err := checkFolders(pages); err != nil {
		return nil, Errorf("-pages: %v", err)
	}
	if err := checkFolders(texts); err != nil {
		return nil, Errorf("-texts: %v", err)
	}
	return &Folders{given: pages, texts: texts, data: data, inputs: inputs, module: CurrentModule(), own: map[*render.Set]*ownTexts{}, ids: map[*render.Set]map[string]bool{}, named: map[string]bool{}}, nil
}

func checkFolders(dirs []string) error {
	for _, dir := range dirs {
		info, err := os.Stat(dir)
		if err == nil && !info.IsDir() {
			err = errors.New("it is not a folder")
		}
		if err != nil {
			return fmt.Errorf("%s: %w", dir, files.Cause(err))
		}
	}
	return nil
}

// Open opens a picture. A name that leads out of its folder, by "..", a root or a
// link, is refused: a foreign artifact must not put a file of this machine into a
// page.
func (p *Folders) Open(set *render.Set, image string) (io.ReadCloser, error) {
	f, err := p.openImage(set, image)
	if err != nil {
		p.Missing = append(p.Missing, fmt.Sprintf("%s: %v", image, err))
	}
	return f, err
}

func (p *Folders) openImage(set *render.Set, image string) (io.ReadCloser, error) {
	document, number, ok := p.PDF.splitName(image)
	switch {
	case !ok && isPDF(image):
		return nil, errors.New("it is a PDF, whose pages -pdf shows")
	case !ok:
		return p.findImage(set, image)
	case !filepath.IsLocal(filepath.FromSlash(document)):
		return nil, errOutside
	}
	return p.PDF.openPage(image, number, func() (io.ReadCloser, error) { return p.openPDF(set, document) })
}

// openPDF opens a document in the folders of -pdf, or as findImage does.
func (p *Folders) openPDF(set *render.Set, document string) (io.ReadCloser, error) {
	f, err := openFirst(p.PDF.dirs, document)
	if errors.Is(err, fs.ErrNotExist) {
		f, err = p.findImage(set, document)
	}
	return f, err
}

var errOutside = errors.New("its name leads out of the package")

func (p *Folders) findImage(set *render.Set, image string) (io.ReadCloser, error) {
	if !filepath.IsLocal(filepath.FromSlash(image)) {
		return nil, errOutside
	}
	f, err := openFirst(p.foldersOf(set), image)
	if errors.Is(err, fs.ErrNotExist) {
		err = errors.New("there is no such file; -pages names the folder that it is relative to")
	}
	return f, files.Cause(err)
}

// openFirst opens a file in the first of some folders that has it. The error is [fs.ErrNotExist] if none has.
func openFirst(dirs []string, name string) (f io.ReadCloser, err error) {
	err = fs.ErrNotExist
	for i := 0; i < len(dirs) && errors.Is(err, fs.ErrNotExist); i++ {
		f, err = openIn(dirs[i], filepath.FromSlash(name))
	}
	return f, err
}

// openIn opens a regular file below a folder.
func openIn(dir, name string) (io.ReadCloser, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	info, err := root.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular(): // opening a pipe could wait for ever
		return nil, errors.New("it is not a regular file")
	}
	return root.Open(name)
}

// foldersOf returns the folders for a data set, in search order.
func (p *Folders) foldersOf(set *render.Set) []string {
	dirs := slices.Clone(p.given)
	for _, file := range set.Files {
		if dir := filepath.Dir(file); filepath.Base(dir) == DefaultDir {
			dirs = append(dirs, filepath.Dir(dir))
		}
	}
	if dir, ok := p.module.Dir(set.Run.Package); ok {
		dirs = append(dirs, dir)
	}
	return dirs
}

// DocumentFlags are the folders with the documents of cases that the user names.
type DocumentFlags struct{ Pages, PDFs, Texts []string }

// NewDocumentFlags defines the flags.
func NewDocumentFlags(fs *flag.FlagSet) *DocumentFlags {
	f := &DocumentFlags{}
	ListVar(fs, &f.Pages, "pages", "show the pictures ID.png, ID.jpg, or ID-1.png, ID-2.png and so on, in this `DIR`, and those that records name; repeatable")
	ListVar(fs, &f.PDFs, "pdf", "show pages of the documents ID.pdf in this `DIR`, and of PDFs that records name, through pdftoppm; repeatable")
	ListVar(fs, &f.Texts, "texts", "look in this `DIR` for texts of documents, ID.txt or ID.input.txt, before the data set; repeatable")
	return f
}

// Folders returns the folders. data is the data set, a file or a folder, "" for the data set of the run; inputs opens its files.
// If a program for PDFs is missing, Folders says so, and shows none.
func (f *DocumentFlags) Folders(data string, inputs *Inputs) (*Folders, error) {
	folders, err := newFolders(f.Pages, f.Texts, data, inputs)
	if err != nil || len(f.PDFs) == 0 {
		return folders, err
	}
	if folders.PDF, err = newPDF(f.PDFs); err != nil {
		if !errors.Is(err, errNoProgram) {
			return nil, Errorf("-pdf: %v", err)
		}
		inputs.Say("-pdf: %v", err)
	}
	return folders, nil
}

// Notes names the documents that are not shown whole: documents without a picture in the folders that the user named, pictures that cannot be
// opened, and texts whose data set was not found.
func (p *Folders) Notes() (notes []string) {
	var without []string
	for id, found := range p.named {
		if !found {
			without = append(without, id)
		}
	}
	slices.Sort(without)
	if len(without) > 0 {
		var names []string
		if len(p.given) > 0 {
			names = append(names, "ID.png, ID.jpg, ID-1.png in "+strings.Join(p.given, ", "))
		}
		if p.PDF != nil && p.PDF.program != "" {
			names = append(names, "ID.pdf in "+strings.Join(p.PDF.dirs, ", "))
		}
		notes = append(notes, fmt.Sprintf("no picture of %d of %s is found (looked for %s): %s", len(without), words.Plural(len(p.named), "document"), strings.Join(names, "; "), words.Quoted(without, 5, "")))
	}
	if n := len(p.Missing); n > 0 {
		notes = append(notes, fmt.Sprintf("pictures of pages that cannot be shown: %d; the first: %s", n, p.Missing[0]))
	}
	return append(notes, p.lostNotes()...)
}

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
