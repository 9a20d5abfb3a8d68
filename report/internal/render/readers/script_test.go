package readers

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/report/internal/render/page"
)

func TestReadableWithoutJavaScript(t *testing.T) {
	tab := open(t, htmlOf(t, page.Options{}, invoices(t, cases, 1)), settings{noScript: true})
	text := ask[string](tab, `document.body.innerText`) // the rendered text
	for _, want := range []string{
		"invoices: do not merge, the gate failed",
		"F1 of total 0.667 is below 0.900", // 80 of 120 are right
		"Where to look", "Gate", "Fields", "lines[].sku", "weighted by support", "Kinds of mistakes", "Confidence", "Slices",
		"Without JavaScript this page shows the first 50 of 120 cases, what failed first, and has no filters.",
	} {
		assert.Contains(t, text, want)
	}
	assert.Equal(t, 50, ask[int](tab, `[...document.querySelectorAll("#list > details.case > summary")].filter((s) => s.checkVisibility()).length`))
	assert.Equal(t, 3, ask[int](tab, `[...document.querySelectorAll("#list table.leaves")].filter((t) => t.checkVisibility() && t.tHead).length`), "the first are open")
	for _, control := range []string{"#filters", "#toolbar", "#toolbar2", "#printed", ".sortable button"} {
		assert.False(t, ask[bool](tab, `!!document.querySelector("`+control+`")?.checkVisibility()`), "%s does nothing without JavaScript", control)
	}
	tab.click("#list > details.case:nth-of-type(5) > summary")
	tab.until(`document.querySelectorAll("#list > details.case")[4].open`)
}
