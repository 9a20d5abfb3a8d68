package figures

import (
	"strconv"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/report"
)

// PagesToDraw returns the pages of a case that are drawn: those with boxes or, if there are none, the first ones with a picture, up to most.
func PagesToDraw(c *report.Case, fields map[string]compare.Box, most int) []Overlay {
	if pages := Overlays("Boxes", c.Fields, fields); len(pages) > 0 {
		return pages
	}
	var bare []Overlay
	for _, page := range c.Pages {
		if page.Image != "" && len(bare) < most {
			bare = append(bare, Overlay{Title: "Page " + strconv.Itoa(max(page.Number, 1)), Page: page.Number})
		}
	}
	return bare
}
