package readers

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/internal/render/page"
)

// controls numbers, in the order of the page, the elements on the screen that can be clicked,
// chosen or typed into.
const controls = `(window.controls = [...document.querySelectorAll("a[href], button, input, select, summary")].filter((e) => e.checkVisibility() && !e.disabled))`

// focused is the number of the control that has the focus, whether that can be seen
// and whether it is in view; -1 is another element, such as a table that scrolls.
const focused = `(() => {
	const e = document.activeElement, style = getComputedStyle(e), r = e.getBoundingClientRect();
	return {
		control: window.controls.indexOf(e), what: e.localName + " " + e.textContent.trim().slice(0, 40), page: e === document.body,
		seen: e.matches(":focus-visible") && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 && style.outlineColor !== style.backgroundColor,
		inView: r.bottom > 0 && r.top < innerHeight && r.right > 0 && r.left < innerWidth,
	};
})()`

type focusState struct {
	Control            int
	What               string
	Page, Seen, InView bool
}

func TestTabReachesEveryControl(t *testing.T) {
	tab := open(t, everything(t), settings{})
	n := ask[int](tab, controls+`.length`)
	require.Greater(t, n, 100)
	last := -1
	for range 2 * n {
		tab.press(kb.Tab)
		at := ask[focusState](tab, focused)
		if at.Page {
			break
		}
		require.True(t, at.Seen, "the focus is seen on %s", at.What)
		assert.True(t, at.InView, at.What)
		if at.Control < 0 {
			continue
		}
		require.Equal(t, last+1, at.Control, "after another one comes %s", at.What)
		last = at.Control
	}
	assert.Equal(t, n-1, last, "the last control is reached")
}

func TestKeysWork(t *testing.T) {
	tab := open(t, htmlOf(t, page.Options{}, invoices(t, cases, 1)), settings{})
	tab.counted(cases, cases)

	tab.press(kb.Tab) // the first is the link over all numbers
	assert.Equal(t, "Skip to the cases that do not pass", ask[string](tab, `document.activeElement.textContent`))
	assert.True(t, ask[bool](tab, `document.activeElement.getBoundingClientRect().left >= 0`), "which is seen when it has the focus")
	tab.press(kb.Enter)
	tab.until(`location.hash === "#show=failing" && Math.abs(document.querySelector("#cases").getBoundingClientRect().top) < innerHeight / 2`)
	tab.press(kb.Tab)
	assert.Equal(t, "show", ask[string](tab, `document.activeElement.name`), "and the next one is the first filter")

	tab.counted(cases-count(cases, invoice.right), cases)
	tab.press(kb.ArrowDown)
	tab.counted(count(cases, invoice.right), cases)
	tab.press(kb.Home)
	tab.counted(cases, cases)

	tab.do(focus("#list details.case:nth-of-type(4) > summary"))
	for _, key := range []string{kb.Enter, " "} {
		for _, open := range []bool{true, false} {
			tab.press(key)
			tab.until(fmt.Sprintf(`document.querySelectorAll("#list > details.case")[3].open === %v`, open))
		}
	}
	tab.do(focus("#toolbar .next"))
	tab.press(kb.Enter)
	tab.until(`document.querySelector("#toolbar .where").textContent === "page 2 of 3"`)
	tab.do(focus("#filters button[type=reset]"))
	tab.press(" ")
	tab.until(`document.querySelector("#toolbar .where").textContent === "page 1 of 3"`)

	tab.do(focus("table.fields thead th button"))
	tab.press(kb.Enter)
	tab.until(`document.querySelector("table.fields th").getAttribute("aria-sort") === "ascending"`)
	assert.Equal(t, "field", ask[string](tab, `document.activeElement.textContent`), "sorting keeps the focus")
	tab.do(focus("table.fields tbody th a"))
	tab.press(kb.Enter)
	tab.until(`document.querySelector("#count").textContent.includes(" of ")`)

	// The cases that do not pass are one key away, from wherever one is.
	ask[any](tab, `scrollTo(0, 0)`)
	tab.press("c")
	tab.counted(cases-count(cases, invoice.right), cases)
	tab.until(`document.activeElement.id === "cases-h" && Math.abs(document.activeElement.getBoundingClientRect().top) < innerHeight / 2`)
}
