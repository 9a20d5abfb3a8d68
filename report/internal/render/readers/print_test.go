package readers

import (
	"bytes"
	"fmt"
	"image/png"
	"regexp"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/internal/render/page"
)

var sheet = regexp.MustCompile(`/Type\s*/Page\b`)

// print prints and returns the number of sheets.
func (tab *tab) print() int {
	tab.t.Helper()
	pdf, err := within(tab, chromedp.PrintToPDF())
	require.NoError(tab.t, err)
	return len(sheet.FindAll(pdf, -1))
}

func TestPrintHasAllCases(t *testing.T) {
	const cases = 70
	tab := open(t, htmlOf(t, page.Options{}, invoices(t, cases, 1)), settings{})
	tab.counted(cases, cases)
	ask[any](tab, `addEventListener("beforeprint", () => {
		window.printed = [document.querySelectorAll("#list > details.case").length, document.querySelector("#printed").textContent];
	})`)
	for _, test := range []struct {
		filter string
		fit    func(invoice) bool
		text   string
	}{
		{"all cases", func(invoice) bool { return true }, fmt.Sprintf("Printed: %d cases.", cases)},
		{"passing", invoice.right, fmt.Sprintf("Printed: %d of %d cases.", count(cases, invoice.right), cases)},
	} {
		tab.choose("show", test.filter)
		tab.counted(count(cases, test.fit), cases)
		tab.click("#list > details.case:nth-of-type(4) > summary")
		sheets := tab.print()
		assert.Equal(t, []any{float64(count(cases, test.fit)), test.text}, ask[[]any](tab, `printed`))
		assert.Greater(t, sheets, count(cases, test.fit)/4, "and they are on paper, open")
		// The screen is as it was.
		assert.Equal(t, min(count(cases, test.fit), 50), tab.count("#list > details.case"))
		assert.True(t, ask[bool](tab, `document.querySelectorAll("#list > details.case")[3].open`))
	}
}

func TestPrintShowsEverything(t *testing.T) {
	needsBrowser(t)
	for name, html := range map[string]string{
		"everything": everything(t),
		"hostile":    hostilePage(t),
	} {
		// A4 less the usual margins, at 96 pixels an inch; Letter is wider.
		tab := open(t, html, settings{width: 718, height: 1000, print: true, scheme: "dark"})
		for _, control := range []string{"#filters", ".toolbar", ".skip"} {
			assert.False(t, ask[bool](tab, `!!document.querySelector("`+control+`")?.checkVisibility()`), control)
		}
		for _, part := range []string{"h1", ".look", ".tiles", ".fields", "#cases", "footer"} {
			assert.True(t, ask[bool](tab, `document.querySelector("`+part+`").checkVisibility()`), part)
		}
		ask[any](tab, `dispatchEvent(new Event("beforeprint"))`)
		assert.True(t, ask[bool](tab, `document.querySelector("#printed").checkVisibility()`), "how many cases are printed is said")
		assert.Empty(t, ask[[]string](tab, `[...document.querySelectorAll("#list .leaves, .trial .leaves, .group .changed")]
			.filter((e) => !e.closest(".hits") && !e.checkVisibility()).map((e) => e.textContent.slice(0, 80))`), "%s: what is closed is printed open", name)
		assert.Equal(t, "rgb(255, 255, 255)", ask[string](tab, `getComputedStyle(document.body).backgroundColor`), "paper is white for those with dark screens, too")
		assert.Empty(t, ask[[]string](tab, clipped), name)
		assert.Empty(t, ask[contrasts](tab, faint).Found, name)
	}
}

// clipped returns the elements that are wider than the page or than the box that cuts them off.
const clipped = `(() => {
	const found = [], width = document.documentElement.clientWidth;
	if (document.documentElement.scrollWidth > width) found.push("the page is " + document.documentElement.scrollWidth + " wide");
	for (const e of document.querySelectorAll("body *:not(svg *)")) {
		if (!e.checkVisibility() || e.closest(".sr, .skip") || e.localName === "script") continue;
		const style = getComputedStyle(e), r = e.getBoundingClientRect();
		if (style.display === "inline") continue; // spaces at the end of its lines hang over
		if (r.right > width + 1) found.push(e.localName + "." + e.className + " ends at " + r.right.toFixed());
		if (style.overflowX !== "visible" && e.scrollWidth > e.clientWidth + 1) found.push(e.localName + "." + e.className + " hides " + (e.scrollWidth - e.clientWidth));
	}
	return [...new Set(found)].slice(0, 20);
})()`

func TestPagesFitTheirScreens(t *testing.T) {
	html := everything(t)
	for _, width := range []int64{1280, 768, 390} {
		tab := open(t, html, settings{width: width, height: 844})
		tab.click("#open")
		// Wide tables scroll by themselves; nothing else is wider than the screen.
		assert.Empty(t, ask[[]string](tab, `[...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() && !e.closest(".scroll, .skip, .sr, svg") &&
			e.getBoundingClientRect().right > document.documentElement.clientWidth + 1).map((e) => e.localName + "." + e.className)`), width)
		assert.True(t, ask[bool](tab, `document.documentElement.scrollWidth <= document.documentElement.clientWidth`), width)
	}
}

// TestTablesThatGoOnSaySo looks at the pixels at the edges of the table of fields on
// a phone without JavaScript, where it is not folded: the edge where the table goes on is shaded, that where it ends is not.
func TestTablesThatGoOnSaySo(t *testing.T) {
	for _, scheme := range []string{"light", "dark"} {
		tab := open(t, everything(t), settings{width: 390, height: 844, scheme: scheme})
		const box = `document.querySelector(".fields").closest(".scroll")`
		ask[any](tab, box+`.classList.remove("tight", "folded")`)
		require.True(t, ask[bool](tab, box+`.scrollWidth > `+box+`.clientWidth + 50`), "the table is wider than the screen")
		assert.Equal(t, [2]bool{false, true}, shaded(tab, box), "%s: at its beginning", scheme)
		ask[any](tab, `void `+box+`.scrollTo({ left: 100 })`)
		assert.Equal(t, [2]bool{true, true}, shaded(tab, box), "%s: in its middle", scheme)
		ask[any](tab, `void `+box+`.scrollTo({ left: 10000 })`)
		assert.Equal(t, [2]bool{true, false}, shaded(tab, box), "%s: at its end", scheme)
	}
}

// shaded reports of the left and of the right edge of a box whether less than a
// quarter of its pixels have the colour of the page.
func shaded(tab *tab, box string) (edges [2]bool) {
	tab.t.Helper()
	ask[any](tab, `void `+box+`.scrollIntoView({ block: "start" })`)
	at := ask[[]int](tab, `(() => { const r = `+box+`.getBoundingClientRect(); return [Math.ceil(r.left), Math.floor(r.right) - 1, Math.ceil(r.top), Math.floor(Math.min(r.bottom, innerHeight))]; })()`)
	file, err := within(tab, chromedp.CaptureScreenshot())
	require.NoError(tab.t, err)
	picture, err := png.Decode(bytes.NewReader(file))
	require.NoError(tab.t, err)
	paper := picture.At(2, at[2]) // in the margin
	for i, x := range at[:2] {
		same := 0
		for y := at[2]; y < at[3]; y++ {
			if picture.At(x, y) == paper {
				same++
			}
		}
		edges[i] = 4*same < at[3]-at[2]
	}
	return edges
}
