package render

import (
	"bytes"
	"encoding/json"
	"html/template"
	"regexp"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/report"
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

// overlays draws the boxes of a case, one picture for each page, and says how many
// pages are left out.
func overlays(c *report.Case, fields map[string]compare.Box) (all []template.HTML, more string) {
	if len(fields) == 0 {
		return nil, ""
	}
	pages := Overlays("Boxes", c.Fields, fields)
	if n := len(pages) - maxOverlays; n > 0 {
		pages, more = pages[:maxOverlays], plural(n, "more page")+" with boxes not drawn"
	}
	for _, o := range pages {
		var b bytes.Buffer
		if o.WriteSVG(&b) == nil {
			// The picture escapes its texts. Its own style is that of the page.
			all = append(all, template.HTML(pictureStyle.ReplaceAll(b.Bytes(), nil)))
		}
	}
	return all, more
}

var pictureStyle = regexp.MustCompile(`<style>[^<]*</style>`)
