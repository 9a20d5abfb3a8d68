package readers

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
)

// fifteen is a page of the data sets n1 to n15, of which n2 and n10 fail. The others have
// no gate.
func fifteen(t *testing.T) string {
	t.Helper()
	var sources []artifact.Source
	for i := 1; i <= 15; i++ {
		name := fmt.Sprintf("n%d", i)
		source := answers(t, name, 12, 1, invoice.got)
		if i != 2 && i != 10 {
			source = without(t, source, `,"gate":{"field_f1":{"total":0.9}}`)
		}
		sources = append(sources, source)
	}
	return htmlOf(t, page.Options{}, sources...)
}

func TestWhatFailedComesFirst(t *testing.T) {
	html := fifteen(t)
	tab := open(t, html, settings{})
	names := []string{"n2", "n10", "n1", "n3", "n4", "n5", "n6", "n7", "n8", "n9", "n11", "n12", "n13", "n14", "n15"}
	assert.Equal(t, names, tab.texts("#contents a:has(.of)"), "what failed, then in natural order")
	assert.Equal(t, names, tab.texts("#sets tbody th a"))
	assert.Equal(t, names[:2], ask[[]string](tab, `[...document.querySelectorAll("details.set[open]")].map((d) => d.dataset.set)`), "which are open")
	assert.Equal(t, []string{"failed", "failed", "no gate"}, tab.texts("#contents .badge")[:3])
	assert.Less(t, ask[int](tab, `document.documentElement.scrollHeight`), 15_000)
	assert.Less(t, ask[float64](tab, `document.querySelector("#contents").getBoundingClientRect().right - document.querySelector("main").getBoundingClientRect().left`), 1.0, "contents are at the side")

	tab.click(`#contents li:nth-of-type(5) a`)
	tab.at("#set=n1")
	tab.until(`(() => { const s = document.querySelector("[data-set=n1]"), top = s.getBoundingClientRect().top; return s.open && top >= 0 && top < innerHeight; })()`)
	assert.Equal(t, []string{"n1"}, tab.texts("#contents [aria-current]"))
	ask[any](tab, `scrollTo(0, 0)`)
	tab.click(`#contents li:nth-of-type(5) a`) // once more, though the address is the same
	tab.until(`(() => { const top = document.querySelector("[data-set=n1]").getBoundingClientRect().top; return top >= 0 && top < innerHeight; })()`)

	phone := open(t, html, settings{width: 390, height: 844})
	assert.False(t, ask[bool](phone, `document.querySelector("#contents ul").checkVisibility()`), "contents are one line")
	assert.LessOrEqual(t, ask[float64](phone, `document.querySelector("#contents").getBoundingClientRect().bottom - document.querySelector("main").getBoundingClientRect().top`), 1.0, "above the page")
	phone.click("#contents summary")
	phone.click("#contents a:has(.of)")
	phone.at("#set=n2")
}

func TestKeysLeadThroughFailures(t *testing.T) {
	tab := open(t, htmlOf(t, page.Options{}, invoices(t, cases, 1)), settings{})
	tab.counted(cases, cases)
	ids := tab.texts("#list code.id")
	tab.press("n")
	tab.reads(ids[0])
	tab.press("n")
	tab.reads(ids[1])
	tab.press("p")
	tab.reads(ids[0])
	tab.press("p") // there is none before the first
	tab.reads(ids[0])

	// f leads from one wrong value to the next and shows where it stands.
	wrong := ask[[]string](tab, `[...document.querySelectorAll("#list .leaf:not(.match, .correct_absence)")].filter((e) => e.checkVisibility()).map((e) => e.dataset.path)`)
	require.Greater(t, len(wrong), 2)
	for _, step := range []struct{ key, path string }{{"f", wrong[0]}, {"f", wrong[1]}, {"F", wrong[0]}, {"F", wrong[len(wrong)-1]}} {
		tab.press(step.key)
		assert.Equal(t, step.path, ask[string](tab, `document.activeElement.dataset.path`))
		assert.True(t, ask[bool](tab, `document.activeElement.classList.contains("lit") && document.activeElement.getBoundingClientRect().top < innerHeight`))
	}
	tab.press("u")
	tab.counted(cases, cases)
	tab.until(`document.activeElement === document.querySelector("#list > details > summary")`)

	// In the list it leads through the fields of the filter.
	tab.press("f")
	tab.at("#field=number")
	tab.press("f")
	tab.at("#field=total")
	tab.press("v")
	tab.at("#field=total&view=values")
	tab.press("f")
	tab.at("#field=vendor&view=values")
	tab.press("v")
	tab.at("#field=vendor")
	tab.press("F")
	tab.at("#field=total")

	// A key that is pressed by the protocol is typed, too, whatever the page says; one of a
	// person is not.
	assert.False(t, ask[bool](tab, `document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true, cancelable: true }))`))
	assert.Equal(t, "text", ask[string](tab, `document.activeElement.name`))
	tab.press("nnp?")
	tab.at("#field=total&text=nnp%3F")
	assert.False(t, ask[bool](tab, `document.querySelector("#help").open`), "what is typed is no command")
	tab.click("#filters button[type=reset]")

	tab.press("?")
	tab.until(`document.querySelector("#help").open`)
	assert.Contains(t, tab.texts("#help th"), "n")
	assert.Contains(t, named(tab.accessibilityTree(), "dialog"), "Keys")
	tab.press(kb.Escape)
	tab.until(`!document.querySelector("#help").open`)
	tab.click("#contents .keys")
	tab.click("#keysOn")
	tab.press(kb.Escape)
	tab.until(`!document.querySelector("#help").open`)
	tab.press("n")
	tab.counted(cases, cases)
	assert.False(t, ask[bool](tab, `document.body.classList.contains("one")`), "keys that are off do nothing")
}

// printedText is the text of an invoice as its document has it.
func printedText(_ *render.Set, c *report.Case) (string, error) {
	var i int
	if _, err := fmt.Sscanf(c.ID, "case-%d", &i); err != nil {
		return "", fs.ErrNotExist
	}
	return fmt.Sprintf("Acme GmbH\n\nInvoice A-%d\n\nPos 1  bolt  5\nPos 2  nut  %[1]d\n%s\nTotal %d,50 EUR\n", i, strings.Repeat("\nconditions of sale", 60), 100+i), nil
}

// Invoice 84 has a wrong total, stamp and line.
func TestACaseInTwoPanes(t *testing.T) {
	html := htmlOf(t, page.Options{Picture: scan, Text: printedText}, invoices(t, cases, 1))
	tab := open(t, html, settings{fragment: "#set=invoices&case=case-00084"})
	tab.reads("case-00084")
	type box struct{ Left, Right, Top, Bottom, Height float64 }
	of := func(selector string) box {
		return ask[box](tab, fmt.Sprintf(`(({ left, right, top, bottom, height }) => ({ left, right, top, bottom, height }))(document.querySelector(%q).getBoundingClientRect())`, selector))
	}
	paper, values := of(".paper"), of(".values")
	assert.Less(t, paper.Right, values.Left, "the document is left of the values")
	assert.InDelta(t, paper.Height, values.Height, 1)
	assert.InDelta(t, paper.Top, values.Top, 1)
	assert.Equal(t, 1, tab.count(".paper .overlay image"), "the picture of the page")

	// A value that only the truth has; values that both have.
	assert.Equal(t, []string{"184,50"}, tab.texts(".source .spot.want:last-of-type"))
	assert.Contains(t, tab.texts(".source .spot.hit"), "A-84")
	assert.Contains(t, tab.texts(".source .spot.want"), "nut")
	assert.Contains(t, tab.texts(".paper > p")[0], "wanted, and not in the answer")

	// To point at a value shows its place, which is scrolled to, and the other way round.
	const total = `.values [data-path=total]`
	require.True(t, ask[bool](tab, `document.querySelector(".paper").scrollHeight > document.querySelector(".paper").clientHeight`))
	tab.hover(total + " th")
	tab.until(`document.querySelector(".source .lit")?.textContent === "184,50"`)
	tab.until(`(() => { const m = document.querySelector(".source .lit").getBoundingClientRect(), p = document.querySelector(".paper").getBoundingClientRect(); return m.top >= p.top && m.bottom <= p.bottom; })()`)
	tab.hover(`.values [data-path=stamp] th`)
	tab.until(`document.querySelector(".overlay g.lit title")?.textContent.startsWith("stamp")`)
	assert.Equal(t, 1, tab.count(".values .lit"))
	assert.Equal(t, []string{"total"}, ask[[]string](tab, `(() => {
		const mark = document.querySelector(".source .spot.want:last-of-type");
		mark.dispatchEvent(new PointerEvent("pointermove", { bubbles: true, screenX: 1 }));
		return [...document.querySelectorAll(".values .lit")].map((e) => e.dataset.path);
	})()`))

	// Boxes are pictures before they are numbers.
	assert.Equal(t, "svg", ask[string](tab, `document.querySelector(".values [data-path=stamp] .got").firstElementChild.localName`))
	assert.Equal(t, []string{"the box of the answer, away from that of the truth"}, ask[[]string](tab, `[...document.querySelectorAll(".values [data-path=stamp] .small")].map((e) => e.getAttribute("aria-label"))`))

	// Both scroll together, and to their ends.
	ask[any](tab, `(async () => { document.querySelector(".paper").scrollTop = 0; document.querySelector(".values").style.maxHeight = "200px"; await new Promise((done) => setTimeout(done, 700)); })()`)
	ask[any](tab, `void (document.querySelector(".values").scrollTop = 1e6)`)
	tab.until(`(() => { const p = document.querySelector(".paper"); return p.scrollTop > 0 && Math.abs(p.scrollHeight - p.clientHeight - p.scrollTop) < 3; })()`)

	phone := open(t, html, settings{width: 390, height: 844, fragment: "#set=invoices&case=case-00084"})
	phone.reads("case-00084")
	assert.True(t, ask[bool](phone, `document.querySelector(".paper").getBoundingClientRect().bottom <= document.querySelector(".values").getBoundingClientRect().top`), "one above the other")
	assert.True(t, ask[bool](phone, `document.documentElement.scrollWidth <= document.documentElement.clientWidth`))
}

func TestAFieldAcrossCases(t *testing.T) {
	tab := open(t, htmlOf(t, page.Options{}, invoices(t, cases, 1)), settings{})
	assert.True(t, ask[bool](tab, `document.querySelector("#asValues").disabled`), "of which field?")
	tab.choose("field", "total")
	tab.click("#asValues")
	tab.at("#field=total&view=values")
	tab.until(`document.querySelectorAll("#list .across tbody tr").length === 50`)
	assert.Equal(t, "true", ask[string](tab, `document.querySelector("#asValues").getAttribute("aria-pressed")`))
	seen := 0
	for {
		for _, cells := range ask[[][]string](tab, `[...document.querySelectorAll("#list .across tbody tr")].map((r) => [...r.cells].map((c) => c.textContent.trim()))`) {
			var i int
			_, err := fmt.Sscanf(cells[0], "case-%d", &i)
			require.NoError(t, err)
			got, want, outcome := fmt.Sprintf("%d.5", 100+i), fmt.Sprintf("%d.5", 100+i), "match"
			if invoice(i).totalWrong() {
				got, outcome = fmt.Sprint(1005+10*i), "wrong scale by 10, 100 or 1000"
			}
			assert.Equal(t, []string{"total", outcome, got, want}, cells[1:], cells[0])
			seen++
		}
		if ask[bool](tab, `document.querySelector("#toolbar .next").disabled`) {
			break
		}
		at := tab.texts("#toolbar .where")[0]
		tab.click("#toolbar .next")
		tab.until(fmt.Sprintf(`document.querySelector("#toolbar .where").textContent !== %q`, at))
	}
	assert.Equal(t, cases, seen, "each case once")
	tab.choose("outcome", "wrong")
	tab.until(fmt.Sprintf(`document.querySelectorAll("#list .across tbody tr").length === %d`, count(cases, invoice.totalWrong)))

	tab.choose("field", "lines[].sku")
	tab.choose("outcome", "missing")
	tab.until(fmt.Sprintf(`document.querySelectorAll("#list .across tr.missing").length === %d`, count(cases, invoice.lineWrong)))
	id := tab.texts("#list .across th a")[0]
	tab.click("#list .across th a")
	tab.reads(id)
}

// No number, word or id is broken within itself, and nothing has to be scrolled sideways for it: neither in the tables of the
// report nor in those of a case with its items.
func TestNothingIsBrokenInside(t *testing.T) {
	const broken = `[...document.querySelectorAll("table code, .tiles .whole, td.n b, .failing code")].filter((e) => e.checkVisibility() && !e.matches(".long")).flatMap((e) => {
		const walker = document.createTreeWalker(e, NodeFilter.SHOW_TEXT), found = [];
		for (let node = walker.nextNode(); node; node = walker.nextNode()) {
			for (const word of node.data.matchAll(/[\p{L}\p{N}.,]+/gu)) {
				const range = document.createRange();
				range.setStart(node, word.index);
				range.setEnd(node, word.index + word[0].length);
				if (new Set([...range.getClientRects()].map((r) => Math.round(r.top))).size > 1) found.push(word[0]);
			}
		}
		return found;
	})`
	html := htmlOf(t, page.Options{Picture: scan, Text: printedText}, invoices(t, 12, 1))
	for _, s := range []settings{{width: 1400, height: 900}, {width: 800, height: 900}, {width: 390, height: 800}} {
		s.fragment = "#set=invoices&case=case-00000"
		tab := open(t, html, s)
		tab.until(`document.body.classList.contains("one")`)
		ask[any](tab, `void document.querySelectorAll("details").forEach((d) => (d.open = true))`)
		tab.until(sideways + `.length === 0`)
		assert.Empty(t, ask[[]string](tab, broken), "a case, %d wide", s.width)
		require.Greater(t, tab.count("#list table code"), 20)
		ask[any](tab, `document.querySelector("#up").click()`)
		tab.until(`!document.body.classList.contains("one")`)
		tab.until(sideways + `.length === 0`)
		assert.Empty(t, ask[[]string](tab, broken), "the report, %d wide", s.width)
	}
}

// A bar is drawn where the values are, and the table says between which ends.
func TestZoomedBars(t *testing.T) {
	tab := open(t, htmlOf(t, page.Options{}, invoices(t, cases, 1)), settings{width: 1400, height: 900})
	axis := tab.texts(".fields .axis .what, .fields .axis .ends span")
	assert.Equal(t, []string{"zoomed, 95% interval"}, axis[:1])
	var low, high, total float64
	_, err := fmt.Sscan(axis[1], &low)
	require.NoError(t, err)
	_, err = fmt.Sscan(axis[2], &high)
	require.NoError(t, err)
	row := `[...document.querySelectorAll(".fields tbody tr")].find((r) => r.cells[0].textContent === "total")`
	_, err = fmt.Sscan(ask[string](tab, row+`.cells[1].textContent`), &total)
	require.NoError(t, err)
	assert.Less(t, low, total)
	at := ask[float64](tab, `(() => { const bar = `+row+`.querySelector(".bar").getBoundingClientRect(), dot = `+row+`.querySelector("circle").getBoundingClientRect(); return ((dot.left + dot.right) / 2 - bar.left) / bar.width; })()`)
	assert.InDelta(t, (total-low)/(high-low), at, 0.01, "the dot of %v between %v and %v", total, low, high)
	ends := ask[[]float64](tab, `[...document.querySelectorAll(".fields .axis .ends span")].map((e) => e.getBoundingClientRect()).flatMap((r) => [r.left, r.right])`)
	bar := ask[[]float64](tab, `(() => { const r = `+row+`.querySelector(".bar").getBoundingClientRect(); return [r.left, r.right]; })()`)
	assert.InDelta(t, bar[0], ends[0], 1, "the labels stand at the ends of the bars")
	assert.InDelta(t, bar[1], ends[3], 1)
}
