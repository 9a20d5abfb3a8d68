package score

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/report"
)

// Documents finds the texts of documents, which lines of truths or answers have under the key text. It finds a text by its hash
// ([report.Case].TextHash), not by the id of its line, so it never returns another text than the evaluated one.
type Documents struct{ places map[string]documentPlace }

type documentPlace struct {
	lines *dataset.Reader
	line  dataset.Line
}

// Add reads a file, which must stay open, since Text reads it again. Lines that are not JSON have no text.
func (d *Documents) Add(f *dataset.File) error {
	lines := f.Lines()
	for line, err := range lines.All() {
		if err != nil {
			return err
		}
		if text := gjson.GetBytes(line.Text, "text").Str; text != "" {
			line.Text = nil
			arithmetic.Map(&d.places)[report.Hash([]byte(text))] = documentPlace{lines, line}
		}
	}
	return nil
}

// Text returns the text with a hash. The error is [fs.ErrNotExist] if there is none.
func (d *Documents) Text(hash string) (string, error) {
	place, ok := d.places[hash]
	if !ok {
		return "", fs.ErrNotExist
	}
	line, err := place.lines.Again(place.line)
	if err != nil {
		return "", err
	}
	text := gjson.GetBytes(line.Text, "text").Str
	if report.Hash([]byte(text)) != hash {
		return "", errors.New(place.lines.Where(line) + " has changed while it was read")
	}
	return text, nil
}

// Texts finds the texts of the documents of truths.
type Texts struct {
	Format Lines
	Dir    string // the folder with the texts, ID.txt; "" if lines have them under the key text

	first string // id
}

// Of returns the text of the document of a line, "" for none.
func (t *Texts) Of(line []byte) (string, error) {
	if t.Dir == "" {
		return t.Format.Text(line, nil), nil
	}
	id, err := t.Format.ID(line)
	if err != nil {
		return "", err
	}
	t.first = cmp.Or(t.first, id)
	name := id + ".txt"
	if !filepath.IsLocal(name) {
		return "", nil
	}
	text, err := os.ReadFile(filepath.Join(t.Dir, name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", fmt.Errorf("%s: %w", filepath.Join(t.Dir, name), files.Cause(err))
	}
	return string(text), nil
}

// First returns the first id for which Of looked for a text, "ID" for none.
func (t *Texts) First() string { return cmp.Or(t.first, "ID") }

const pagesKey = "pages"

// Pages returns the pages of the document: those in the line of the truth, else those in the line of the answer, nil for none. They
// are a list of the names of pictures, the first page first, or of pages as records have them, see [report.Page]:
//
//	{"id": "inv-1", "want": {"total": 12.5}, "pages": ["scans/inv-1-1.png", "scans/inv-1-2.png"]}
//	{"id": "inv-2", "want": {"total": 7}, "pages": [{"number": 1, "image": "scans/inv-2.png", "width": 612, "height": 792}]}
//
// A name is relative to the folder of the file; if that leads out of the working directory, the name stays as it is. Pages ignores any
// other value, which is the user's own, and the pages of a line that is a document itself. The error says which pages cannot be read.
func (l Lines) Pages(p Pair) ([]report.Page, error) {
	if held := gjson.GetBytes(p.Want, pagesKey); held.Exists() && (l.wantOf(p.Want).Exists() || !l.Labelled(p.Want)) && !slices.Contains([]string{l.idKey(), l.Want}, pagesKey) {
		if pages, err := pagesOf(held, p.WantFile); pages != nil || err != nil {
			return pages, err
		}
	}
	if held := gjson.GetBytes(p.Got, pagesKey); held.Exists() && l.isLine(p.Got) && !slices.Contains([]string{l.ofAnswers().idKey(), l.Got}, pagesKey) {
		return pagesOf(held, p.GotFile)
	}
	return nil, nil
}

// pagesOf reads the pages in a line of a file.
func pagesOf(held gjson.Result, file string) ([]report.Page, error) {
	var pages []report.Page
	items := held.Array()
	if !held.IsArray() || slices.ContainsFunc(items, func(item gjson.Result) bool { return item.Type != gjson.String && !item.Get("image").Exists() }) {
		return nil, nil
	}
	for i, item := range items {
		page := report.Page{Number: i + 1, Image: item.Str}
		if item.IsObject() {
			page = report.Page{}
			if err := json.Unmarshal([]byte(item.Raw), &page); err != nil {
				return nil, fmt.Errorf("pages[%d] cannot be read, so the document is shown without pages: %w", i, err)
			}
		}
		if name := path.Join(path.Dir(filepath.ToSlash(file)), page.Image); page.Image != "" && filepath.IsLocal(filepath.FromSlash(name)) {
			page.Image = name
		}
		pages = append(pages, page)
	}
	return pages, nil
}
