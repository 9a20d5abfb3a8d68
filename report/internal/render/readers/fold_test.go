package readers

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/internal/render/page"
)

// sideways are the tables that have to be scrolled sideways to be read.
const sideways = `[...document.querySelectorAll(".scroll")].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.innerText.slice(0, 100))`

// On a phone every table is read without scrolling sideways: a row that has no room becomes
// lines of label and value, which can be sorted all the same, and has its columns again where
// there is room.
func TestTablesAreFolded(t *testing.T) {
	for name, html := range map[string]string{"a report": htmlOf(t, page.Options{}, invoices(t, cases, 3)), "against an earlier run": earlier(t), "runs": comparedPage(t)} {
		t.Run(name, func(t *testing.T) {
			tab := open(t, html, settings{width: 390, height: 800})
			ask[any](tab, `void document.querySelectorAll("details").forEach((d) => (d.open = true))`)
			tab.until(sideways + `.length === 0`)
			assert.LessOrEqual(t, ask[int](tab, `document.documentElement.scrollWidth - innerWidth`), 0)
			n := tab.count(".tight")
			assert.Positive(t, n)
			tab.do(chromedp.EmulateViewport(1800, 900))
			tab.until(`document.querySelectorAll(".tight").length === 0`)
			tab.do(chromedp.EmulateViewport(390, 800))
			tab.until(fmt.Sprintf(`document.querySelectorAll(".tight").length === %d`, n))
		})
	}
}

func TestFoldedTableIsSorted(t *testing.T) {
	tab := open(t, earlier(t), settings{width: 390, height: 800})
	row := ask[string](tab, `[...document.querySelectorAll(".folded .fields tbody tr")].find((r) => r.cells[0].textContent === "vendor").innerText`)
	assert.Regexp(t, `^vendor\s+0\.889\s+1\.000`, row)
	labels := ask[[]string](tab, `[...document.querySelectorAll(".folded .fields tbody tr:first-child td")].map((c) => getComputedStyle(c, "::before").content)`)
	require.Len(t, labels, 10)
	assert.Equal(t, []string{`"F1 "`, `"was "`, `"change "`}, labels[:3])
	f1 := func() []float64 {
		return ask[[]float64](tab, `[...document.querySelectorAll(".fields tbody tr")].map((r) => parseFloat(r.cells[1].textContent))`)
	}
	tab.click(".fields thead th:nth-child(2) button")
	assert.IsNonDecreasing(t, f1())
	tab.click(".fields thead th:nth-child(2) button")
	assert.IsNonIncreasing(t, f1())

	nodes := tab.accessibilityTree()
	assert.Contains(t, named(nodes, "rowheader"), "vendor", "it is a table for who hears it, too")
}

// On a phone the mark of an item without a partner stands beside the text of its row.
func TestMarksOfFoldedItemsHideNoText(t *testing.T) {
	tab := open(t, htmlOf(t, page.Options{}, invoices(t, cases, 1)), settings{width: 260, height: 800, fragment: "#case=case-00000"})
	const row = `document.querySelector("#list .folded .pairs tr.missing")`
	ask[any](tab, `void document.querySelectorAll("details").forEach((d) => (d.open = true))`)
	tab.until(row + ` !== null`)
	style := func(of, property string) string {
		return ask[string](tab, `getComputedStyle(`+of+`).getPropertyValue("`+property+`")`)
	}
	assert.Contains(t, style(row, "box-shadow"), "inset", "the row has the mark")
	assert.Equal(t, "none", style(row+`.cells[0]`, "box-shadow"))
	assert.GreaterOrEqual(t, ask[float64](tab, row+`.cells[0].getBoundingClientRect().left - `+row+`.getBoundingClientRect().left`), 3.0, "the width of the mark")
}
