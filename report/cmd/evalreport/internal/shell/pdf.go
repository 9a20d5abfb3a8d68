package shell

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/figures"
)

// PDF renders pages of documents by pdftoppm, a program of Poppler.
type PDF struct {
	// Whole says that documents with boxes have the other pages, too: those that values returns, see [PDF.Name].
	Whole bool

	dirs    []string
	program string
	timeout time.Duration
	// sizes holds the pages without a size in the record, by the name of their picture.
	sizes map[string]*pageSize
}

// pageSize is the size of a page, 0 until it is rendered, and the pages that wait for it.
type pageSize struct {
	width, height float64
	waiting       []*report.Page
}

const (
	pdfProgram = "pdftoppm"
	pdfTimeout = 15 * time.Second // to render one page
	pdfBytes   = 64 << 20         // of a document
	pngBytes   = 32 << 20         // of a page
	perInch    = 120              // pixels
	pdfSide    = 6000             // pixels: larger pages are cut off
	points     = 72               // points per inch
)

// newPDF returns a renderer for the documents in some folders. The error reports a missing folder or a missing program.
// If only the program is missing, newPDF also returns a renderer, which does nothing.
func newPDF(dirs []string) (*PDF, error) {
	if err := checkFolders(dirs); err != nil {
		return nil, err
	}
	program, err := exec.LookPath(pdfProgram)
	if err != nil {
		return &PDF{}, fmt.Errorf("%w: install Poppler (apt-get install poppler-utils, brew install poppler)", errNoProgram)
	}
	return &PDF{dirs: dirs, program: program, timeout: pdfTimeout, sizes: map[string]*pageSize{}}, nil
}

var errNoProgram = errors.New(pdfProgram + " is not on PATH, so pages of PDFs are not shown")

// Name adds the pages of a case's document to the case. If the record names no picture for a
// page with boxes and a file ID.pdf exists, it adds the page with that number (the first page
// if boxes name none). If the record names a PDF, it adds the page with that number in it.
// For a case without boxes it adds the pages that values returns, or the first page if values
// returns none; for one with boxes it adds the pages that values returns if Whole is set. Absolute boxes on
// pages without a size in the record are in points, 1/72 inch. Name does nothing if values are redacted, since
// documents show the values.
func (p *PDF) Name(set *render.Set, c *report.Case, values func(*render.Set, *report.Case) []int) {
	if p.program == "" || set.Dataset.Redaction().String() != "" {
		return
	}
	numbers := arithmetic.Each(figures.Overlays("", c.Fields, figures.BoxFields(set.Dataset.Spec)), func(page figures.Overlay) int { return page.Page })
	document := c.ID + ".pdf"
	if len(numbers) == 0 {
		document, numbers = p.barePages(c, func() []int { return values(set, c) })
	} else if !p.hasFile(document) {
		document = ""
	} else if p.Whole {
		for _, n := range values(set, c) {
			if !slices.Contains(numbers, n) && (n != 1 || !slices.Contains(numbers, 0)) { // boxes without a page are on the first
				numbers = append(numbers, n)
			}
		}
	}
	p.namePages(c, document, numbers)
}

// barePages returns the document and the pages of a case without boxes.
func (p *PDF) barePages(c *report.Case, values func() []int) (document string, numbers []int) {
	document = c.ID + ".pdf"
	switch {
	case len(c.Pages) == 1 && c.Pages[0].Number == 0 && isPDF(c.Pages[0].Image): // every page of the document
		if numbers = values(); len(numbers) > 0 {
			document, c.Pages = c.Pages[0].Image, nil
		}
	case slices.ContainsFunc(c.Pages, func(page report.Page) bool { return page.Image != "" }) || !p.hasFile(document):
	default:
		if numbers = values(); len(numbers) == 0 {
			numbers = []int{1}
			if len(c.Pages) > 0 {
				numbers[0] = c.Pages[0].Number
			}
		}
	}
	return document, numbers
}

// namePages adds pages of a document, "" for none, to the case. It appends the page number to the name of each PDF, and sets
// the sizes of the pages that have none, as soon as they are known.
func (p *PDF) namePages(c *report.Case, document string, numbers []int) {
	pages := slices.Clone(c.Pages)
	for _, n := range numbers {
		file := document
		index := slices.IndexFunc(pages, func(page report.Page) bool { return page.Number == n })
		if index < 0 && len(pages) == 1 && (n == 0 || pages[0].Number == 0) { // all boxes are on the only page
			if image := pages[0].Image; image != "" && !isPDF(image) || n == 0 {
				index = 0
			} else if image != "" {
				file = image
			}
		}
		switch {
		case index >= 0 && pages[index].Image != "":
		case file == "":
		case index >= 0:
			pages[index].Image = file
		default:
			pages = append(pages, report.Page{Number: n, Image: file})
		}
	}
	c.Pages = pages
	for i := range pages {
		page := &pages[i]
		if !isPDF(page.Image) {
			continue
		}
		page.Image += "#" + strconv.Itoa(max(page.Number, 1))
		if page.Width != 0 || page.Height != 0 {
			continue
		}
		size := arithmetic.Entry(&p.sizes, page.Image)
		if page.Width, page.Height = size.width, size.height; page.Width == 0 {
			size.waiting = append(size.waiting, page)
		}
	}
}

func isPDF(name string) bool { return strings.EqualFold(filepath.Ext(name), ".pdf") }

// hasFile reports whether a document exists.
func (p *PDF) hasFile(name string) bool {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return false
	}
	f, err := openFirst(p.dirs, name)
	if err == nil {
		f.Close()
	}
	return err == nil
}

// splitName splits the name of a picture, as Name makes it, into the document and the page number.
func (p *PDF) splitName(image string) (document string, number int, ok bool) {
	hash := strings.LastIndexByte(image, '#')
	if p == nil || p.program == "" || hash < 0 || !isPDF(image[:hash]) {
		return "", 0, false
	}
	number, err := strconv.Atoi(image[hash+1:])
	return image[:hash], number, err == nil && number >= 1
}

// openPage renders a page of a document, which open opens.
func (p *PDF) openPage(image string, number int, open func() (io.ReadCloser, error)) (io.ReadCloser, error) {
	f, err := open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	picture, err := p.render(f, number)
	if err != nil {
		return nil, err
	}
	if size := p.sizes[image]; size != nil {
		if pixels, err := png.DecodeConfig(bytes.NewReader(picture)); err == nil {
			size.width, size.height = float64(pixels.Width)*points/perInch, float64(pixels.Height)*points/perInch
			for _, page := range size.waiting {
				page.Width, page.Height = size.width, size.height
			}
			size.waiting = nil
		}
	}
	return io.NopCloser(bytes.NewReader(picture)), nil
}

// render returns one page of a document as a PNG.
func (p *PDF) render(document io.Reader, number int) ([]byte, error) {
	dir, err := os.MkdirTemp("", "evalreport-pdf-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	page, side := strconv.Itoa(number), strconv.Itoa(pdfSide)
	_, err = p.run("page "+page, dir, document, p.program, "-png", "-singlefile", "-r", strconv.Itoa(perInch), "-x", "0", "-y", "0", "-W", side, "-H", side,
		"-f", page, "-l", page, "in.pdf", "out")
	if err != nil {
		return nil, err
	}
	file, err := os.Open(filepath.Join(dir, "out.png"))
	if err != nil {
		return nil, fmt.Errorf("%s has made no picture of page %d", pdfProgram, number)
	}
	defer file.Close()
	picture, err := io.ReadAll(io.LimitReader(file, pngBytes+1))
	if err == nil && len(picture) > pngBytes {
		err = fmt.Errorf("the picture of page %d is longer than %d MiB", number, pngBytes>>20)
	}
	return picture, err
}

// count returns the number of pages of a document, 1 if pdfinfo does not say it.
func (p *PDF) count(document io.Reader) int {
	dir, err := os.MkdirTemp("", "evalreport-pdf-*")
	if err != nil {
		return 1
	}
	defer os.RemoveAll(dir)
	text, err := p.run("pages", dir, document, "pdfinfo", "in.pdf")
	if err != nil {
		return 1
	}
	for line := range strings.Lines(string(text)) {
		if number, found := strings.CutPrefix(line, "Pages:"); found {
			n, _ := strconv.Atoi(strings.TrimSpace(number))
			return min(max(n, 1), maxPages)
		}
	}
	return 1
}

// run runs a program of Poppler in a folder, in which it reads a copy of the document under a fixed name, and returns its output. It
// kills the program after a timeout. Errors name the subject.
func (p *PDF) run(subject, dir string, document io.Reader, program string, args ...string) ([]byte, error) {
	if err := copyTo(filepath.Join(dir, "in.pdf"), document); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), p.timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	cmd.WaitDelay = time.Second // the program may leave children that hold the output open
	output, err := cmd.Output()
	program = filepath.Base(program)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("%s took longer than %v for %s", program, p.timeout, subject)
	}
	if err != nil {
		text := fmt.Sprintf("%s: %s: %v", program, subject, files.Cause(err))
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && len(exit.Stderr) > 0 {
			message, _, _ := strings.Cut(strings.TrimSpace(string(exit.Stderr)), "\n")
			text += ": " + words.Clip(words.Visible(message), 120)
		}
		return nil, errors.New(text)
	}
	return output, nil
}

func copyTo(path string, source io.Reader) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	n, err := io.Copy(f, io.LimitReader(source, pdfBytes+1))
	if err = errors.Join(err, f.Close()); err == nil && n > pdfBytes {
		err = fmt.Errorf("the document is longer than %d MiB", pdfBytes>>20)
	}
	return err
}
