package score

import (
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/report"
)

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
