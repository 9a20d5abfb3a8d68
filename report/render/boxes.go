package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"regexp"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/words"
	"github.com/tidwall/gjson"
)

// boxFields returns the attributes that a spec compares as boxes. It reads the JSON
// form of the spec loosely: comparators of the user's own do not matter here.
func boxFields(spec json.RawMessage) map[string]compare.Box {
	boxes := map[string]compare.Box{}
	if gjson.ValidBytes(spec) {
		addBoxFields(boxes, "", gjson.GetBytes(spec, "fields"))
	}
	return boxes
}

func addBoxFields(boxes map[string]compare.Box, prefix string, fields gjson.Result) {
	for _, f := range fields.Array() {
		attribute := prefix + f.Get("path").String()
		match := f.Get("match")
		name, format := match.String(), f.Get("format").String()
		if match.IsObject() {
			name, format = match.Get("match").String(), match.Get("format").String()
		}
		switch {
		case name == "box":
			boxes[attribute] = compare.Box{Format: format}
		case f.Get("fields").IsArray():
			addBoxFields(boxes, attribute+"[].", f.Get("fields"))
		}
	}
}

const maxOverlays = 4 // pages of one case

// overlays draws the boxes of a case, one picture for each page, and says what is
// not drawn.
func overlays(c *report.Case, fields map[string]compare.Box, pictureOf func(image string) pictureOrError) (all []template.HTML, notes []string) {
	if len(fields) == 0 {
		return nil, nil
	}
	pages := Overlays("Boxes", c.Fields, fields)
	if n := len(pages) - maxOverlays; n > 0 {
		pages = pages[:maxOverlays]
		notes = append(notes, words.Plural(n, "more page")+" with boxes not drawn")
	}
	for _, o := range pages {
		page := pageOf(c, o.Page)
		if page.Width > 0 && page.Height > 0 {
			o.Width, o.Height = page.Width, page.Height
		}
		if page.Image != "" {
			p := pictureOf(page.Image)
			if p.picture != nil {
				o.Image = p.uri
				if o.Width == 0 {
					o.Width, o.Height = float64(p.width), float64(p.height)
				}
			} else {
				notes = append(notes, cut(fmt.Sprintf("no picture: %s: %v", page.Image, p.err), maxCharacters))
			}
		}
		var b bytes.Buffer
		if o.WriteSVG(&b) == nil {
			// The picture escapes its texts. Its own style is that of the page.
			all = append(all, template.HTML(pictureStyle.ReplaceAll(b.Bytes(), nil)))
		}
	}
	return all, notes
}

var pictureStyle = regexp.MustCompile(`<style>[^<]*</style>`)
