package readers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
)

const cases = 120

// choose picks an option of a filter by typing its name, as a reader may.
func (tab *tab) choose(filter, option string) {
	tab.t.Helper()
	tab.do(focus(fmt.Sprintf(`#filters [name=%q]`, filter)))
	tab.press(option)
	require.Equal(tab.t, option, ask[string](tab, `document.activeElement.selectedOptions[0].label`))
}

// counted waits until so many cases are listed.
func (tab *tab) counted(matching, all int) {
	tab.t.Helper()
	text := fmt.Sprintf("%d of %d cases", matching, all)
	if matching == all {
		text = fmt.Sprintf("%d cases", all)
	}
	shown := min(matching, 50)
	tab.until(fmt.Sprintf(`document.querySelector("#count").textContent === %q && document.querySelectorAll("#list > details.case").length === %d`, text, shown))
}

func TestFilters(t *testing.T) {
	tab := open(t, htmlOf(t, page.Options{}, invoices(t, cases, 1)), settings{})
	tab.counted(cases, cases)
	for _, test := range []struct {
		name    string
		filters [][2]string
		fit     func(invoice) bool
	}{
		{"those that pass", [][2]string{{"show", "passing"}}, invoice.right},
		{"those that do not", [][2]string{{"show", "not passing"}}, func(i invoice) bool { return !i.right() }},
		{"errors", [][2]string{{"show", "errors"}}, func(invoice) bool { return false }},
		{"any mistake in a field", [][2]string{{"field", "total"}, {"outcome", "any mistake"}}, invoice.totalWrong},
		{"a field that is there in all", [][2]string{{"field", "total"}}, func(invoice) bool { return true }},
		{"an outcome", [][2]string{{"outcome", "missing"}}, func(i invoice) bool { return i.vendorMissing() || i.lineWrong() }},
		{"an outcome of a field", [][2]string{{"field", "vendor"}, {"outcome", "missing"}}, invoice.vendorMissing},
		{"an outcome that another field has", [][2]string{{"field", "stamp"}, {"outcome", "missing"}}, func(invoice) bool { return false }},
		{"a kind of mistake", [][2]string{{"kind", "scale by 10, 100 or 1000"}}, invoice.totalWrong},
		{"a tag", [][2]string{{"tag", "lang: de"}}, func(i invoice) bool { return i.language() == "de" }},
		{"all together", [][2]string{{"show", "not passing"}, {"field", "stamp"}, {"outcome", "wrong"}, {"tag", "lang: en"}},
			func(i invoice) bool { return i.stampWrong() && i.language() == "en" }},
	} {
		for _, f := range test.filters {
			tab.choose(f[0], f[1])
		}
		tab.counted(count(cases, test.fit), cases)
		for _, id := range tab.texts("#list .case code.id") {
			i, err := strconv.Atoi(strings.TrimPrefix(id, "case-"))
			require.NoError(t, err)
			assert.True(t, test.fit(invoice(i)), "%s: %s is listed", test.name, id)
		}
		tab.click(`#filters button[type=reset]`)
		tab.counted(cases, cases)
	}
}

// The number of cases waits for nothing; they come as their chunks do, of which there are five
// here, and not when another filter was chosen meanwhile.
func TestCasesOfAFilterComeOneAfterTheOther(t *testing.T) {
	const n = 1000
	r, err := render.Load([]artifact.Source{artifact.File(many(t, n))}, render.Options{MaxCases: n})
	require.NoError(t, err)
	tab := open(t, write(t, r, page.Options{}), settings{held: true})
	ids := func() []string { return tab.texts("#list > .case code.id") }
	ask[any](tab, `release(2)`) // the index and the first chunk
	tab.counted(n, n)
	before := ids()

	passing := count(n, invoice.right)
	tab.choose("show", "passing")
	tab.wait(fmt.Sprintf(`document.querySelector("#count").textContent === "%d of 1000 cases"`, passing))
	assert.Equal(t, "true", ask[string](tab, `document.querySelector("#list").ariaBusy`))
	assert.Equal(t, before, ids(), "until there are others")

	tab.click(`#filters button[type=reset]`)
	tab.counted(n, n)
	tab.choose("tag", "site: s84") // of which invoice 84 is among the worst, as everything is wrong in it
	tab.wait(`document.querySelector("#count").textContent === "10 of 1000 cases" && document.querySelectorAll("#list > .case").length < 10`)
	some := ids()
	assert.Equal(t, "case-00084", some[0])
	assert.Equal(t, "true", ask[string](tab, `document.querySelector("#list").ariaBusy`))
	tab.do(focus("#list > .case > summary"))
	tab.click("#open")

	ask[any](tab, `release()`)
	tab.counted(10, n)
	assert.Equal(t, some, ids()[:len(some)], "others come after them")
	for _, id := range ids() {
		assert.Regexp(t, "84$", id)
	}
	assert.Equal(t, 10, tab.count("#list > .case[open]"), "as all were to be opened")

	tab.choose("show", "passing")
	tab.counted(0, n)
	tab.choose("tag", "any")
	tab.counted(passing, n)
}

func TestTextIsFound(t *testing.T) {
	tab := open(t, htmlOf(t, page.Options{}, invoices(t, cases, 1)), settings{})
	for _, test := range []struct {
		text string
		fit  func(invoice) bool
	}{
		{"CASE-00042", func(i invoice) bool { return i == 42 }},
		{" case-00007 ", func(i invoice) bool { return i == 7 }},
		{`"A-119"`, func(i invoice) bool { return i == 119 }},
		{"184.5", func(i invoice) bool { return i == 84 }}, // of which the point is marked
		{"washer", invoice.lineWrong},
		{"IoU 0, want at least", invoice.stampWrong},
		{"<mark>", func(invoice) bool { return false }},
		{".*", func(invoice) bool { return false }},
	} {
		tab.do(focus(`#filters [name=text]`))
		tab.press(test.text)
		tab.counted(count(cases, test.fit), cases)
		tab.click(`#filters button[type=reset]`)
		tab.counted(cases, cases)
	}
}

func TestPagesOfTheList(t *testing.T) {
	tab := open(t, htmlOf(t, page.Options{}, invoices(t, cases, 1)), settings{})
	tab.counted(cases, cases)
	seen := map[string]bool{}
	for number, shown := range []int{50, 50, 20} {
		tab.until(fmt.Sprintf(`document.querySelector("#toolbar .where").textContent === "page %d of 3"`, number+1))
		ids := tab.texts("#list .case code.id")
		assert.Len(t, ids, shown)
		for _, id := range ids {
			seen[id] = true
		}
		assert.Equal(t, number == 0, ask[bool](tab, `document.querySelector("#toolbar .prev").disabled`))
		assert.Equal(t, number == 2, ask[bool](tab, `document.querySelector("#toolbar .next").disabled`))
		if number < 2 {
			tab.click("#toolbar2 .next")
		}
	}
	assert.Len(t, seen, cases, "each case is on one page")
	tab.click("#toolbar .prev")
	tab.until(`document.querySelector("#toolbar .where").textContent === "page 2 of 3"`)
	tab.choose("show", "passing")
	tab.until(`document.querySelector("#toolbar .where").textContent === "page 1 of 1" && document.querySelector("#toolbar2").hidden`)
}

func TestFieldsCanBeSorted(t *testing.T) {
	tab := open(t, htmlOf(t, page.Options{}, invoices(t, cases, 1)), settings{})
	column := func(n int) []string { return tab.texts(fmt.Sprintf("table.fields tbody td:nth-child(%d)", n)) }
	before := column(2)
	require.False(t, slices.IsSorted(before), "else sorting shows nothing")
	tab.click("table.fields thead th:nth-child(2) button")
	tab.until(`document.querySelector("table.fields th:nth-child(2)").getAttribute("aria-sort") === "ascending"`)
	assert.Equal(t, slices.Sorted(slices.Values(before)), column(2))
	tab.click("table.fields thead th:nth-child(2) button")
	tab.until(`document.querySelector("table.fields th:nth-child(2)").getAttribute("aria-sort") === "descending"`)
	down := column(2)
	slices.Reverse(down)
	assert.True(t, slices.IsSorted(down), down)
	tab.click("table.fields thead th:nth-child(1) button")
	assert.True(t, slices.IsSorted(tab.texts("table.fields tbody th code")))
	assert.Equal(t, 1, tab.count("table.fields [aria-sort]"))
}

func TestLinksFromNumbersToCases(t *testing.T) {
	tab := open(t, htmlOf(t, page.Options{}, invoices(t, cases, 1)), settings{})
	tab.counted(cases, cases)
	row := `table.fields tbody tr:nth-child(%d) `
	for _, test := range []struct {
		name, selector string
		fit            func(invoice) bool
	}{
		{"the field total", fmt.Sprintf(row, 2) + "th a", invoice.totalWrong},
		{"missing vendors", fmt.Sprintf(row, 3) + ".kinds a", invoice.vendorMissing},
		{"the field to look at first", ".look li:nth-child(1) a", invoice.totalWrong},
	} {
		tab.click(test.selector)
		tab.counted(count(cases, test.fit), cases)
		tab.until(`Math.abs(document.querySelector("#cases").getBoundingClientRect().top) < innerHeight`)
		tab.click(`#filters button[type=reset]`)
		tab.counted(cases, cases)
	}
	worst := tab.texts(".failing a:first-of-type")
	tab.click(".failing a:first-of-type")
	tab.until(`document.body.classList.contains("one")`)
	assert.Equal(t, worst, tab.texts("#list code.id"))
}

// invoice 84 has each mistake: 84 = 3·4·7, and 60 has no vendor.
func TestACaseShowsWhatIsWrong(t *testing.T) {
	tab := open(t, htmlOf(t, page.Options{}, invoices(t, cases, 1)), settings{})
	tab.do(focus(`#filters [name=text]`))
	tab.press("case-00084")
	tab.counted(1, cases)
	assert.False(t, ask[bool](tab, `document.querySelector("#list details.case").open`))
	assert.False(t, ask[bool](tab, `document.querySelector("#list table.leaves").checkVisibility()`))
	tab.click("#list details.case > summary")
	tab.until(`document.querySelector("#list table.leaves").checkVisibility()`)

	cell := func(field, column string) string {
		return fmt.Sprintf(`[...document.querySelectorAll("#list > .case .values > .scroll > .leaves tbody tr")].find((r) => r.cells[0].textContent === %q).cells[%s]`, field, column)
	}
	assert.Equal(t, "1845", ask[string](tab, cell("total", "2")+".textContent"), "got")
	assert.Equal(t, "184.5", ask[string](tab, cell("total", "3")+".textContent"), "want")
	assert.Equal(t, ".", ask[string](tab, cell("total", "3")+`.querySelector("mark").textContent`), "what got lacks is marked")
	assert.Contains(t, ask[string](tab, cell("total", "1")+".textContent"), "scale by 10, 100 or 1000")
	// The mark differs from the text around it, for those too who see no colours.
	assert.Contains(t, ask[string](tab, `getComputedStyle(`+cell("total", "3")+`.querySelector("mark")).textDecorationLine`), "underline")

	// Of two items one is paired, at another place; the others have their nearest items beside them.
	assert.Equal(t, []string{"Items of lines 1 paired, 1 only in got, 1 only in want; want 0 is got 1"}, tab.texts("#list .align"))
	// "nut" shares one letter of four with "bolt" at best, and none with "washer".
	assert.Equal(t, [][]string{
		{"want 1missing; nearest is item 1 of got, similarity 0.25, want 0.8 (sku)", `want "nut"got 1 "bolt"`, "want 84got 1 5"},
		{"got 0invented", `got "washer"`, "got 84"},
	}, ask[[][]string](tab, `[...document.querySelectorAll("#list .pairs tbody tr")].map((r) => [...r.cells].map((c) => c.textContent))`))

	// The stamp is drawn where it is wanted and where it was found, to one scale: the
	// second box is as large as the first, two box widths to the right and four
	// heights down.
	boxes := ask[[][4]float64](tab, `[...document.querySelectorAll("#list .overlay g path:not([stroke-dasharray='1 4'])")].map((p) => {
		const r = p.getBBox();
		return [r.x, r.y, r.width, r.height];
	})`)
	require.Len(t, boxes, 2)
	want, got := boxes[0], boxes[1]
	assert.InDelta(t, want[2], got[2], 0.1)
	assert.InDelta(t, want[2]/2, want[3], 0.1, "100 by 50")
	assert.InDelta(t, 2*want[2], got[0]-want[0], 0.1)
	assert.InDelta(t, 4*want[3], got[1]-want[1], 0.1)
	assert.True(t, ask[bool](tab, `document.querySelector("#list .overlay svg").getBoundingClientRect().height > 100`))
	assert.Contains(t, ask[string](tab, `document.querySelector("#list .overlay").textContent`), "size of the page unknown")

	tab.click("#list .hits > summary")
	tab.until(`document.querySelector("#list .hits table").checkVisibility()`)
	assert.Contains(t, tab.texts("#list .hits th"), "number")

	tab.click("#close")
	tab.until(`!document.querySelector("#list details.case").open`)
	tab.click("#open")
	tab.until(`document.querySelector("#list details.case").open`)
}

func TestTrialsOfACaseAreOneEntry(t *testing.T) {
	tab := open(t, htmlOf(t, page.Options{}, invoices(t, 12, 3)), settings{})
	tab.counted(12, 12)
	tab.do(focus(`#filters [name=text]`))
	tab.press("case-00009") // the total is wrong in the first of three trials
	tab.counted(1, 12)
	assert.Contains(t, tab.texts("#list .case > summary")[0], "2 of 3 trials pass")
	tab.click("#list details.case > summary")
	tab.until(`document.querySelector("#list .trial table").checkVisibility()`)
	assert.Equal(t, []string{"trial 1 fail", "trial 2 pass", "trial 3 pass"}, ask[[]string](tab,
		`[...document.querySelectorAll("#list .trial > summary")].map((s) => s.textContent.split(" ").slice(0, 3).join(" ").replace("partial", "fail"))`))
	assert.Equal(t, []bool{true, false, false}, ask[[]bool](tab, `[...document.querySelectorAll("#list .trial")].map((s) => s.open)`))

	tab.click(`#filters button[type=reset]`)
	tab.counted(12, 12)
	tab.choose("show", "passing")
	tab.counted(count(12, invoice.right), 12)
	tab.press(kb.Home)
	tab.counted(12, 12)
}

// TestPictureOfAPage expects the boxes where they are on the scan, which the browser
// has decoded: in the list as it is written and in one that the script made.
func TestPictureOfAPage(t *testing.T) {
	tab := open(t, htmlOf(t, page.Options{Picture: scan}, invoices(t, 8, 1)), settings{})
	for _, filter := range []string{"", "stamp"} {
		if filter != "" {
			tab.choose("field", filter)
		}
		tab.until(`document.querySelectorAll("#list .overlay image").length > 0`)
		assert.Equal(t, []int{500, 400}, ask[[]int](tab, `(async () => {
			const scan = new Image();
			scan.src = document.querySelector("#list .overlay image").getAttribute("href");
			await scan.decode();
			return [scan.naturalWidth, scan.naturalHeight];
		})()`))
		// The box of the truth, in pixels of the scan.
		ask[bool](tab, `document.querySelector("#list > details.case").open = true`)
		near := ask[[]float64](tab, `(() => {
			const paper = document.querySelector("#list .overlay svg svg rect").getBBox();
			const box = document.querySelector("#list .overlay g path").getBBox();
			return [box.x / paper.width * 500, box.y / paper.height * 400, box.width / paper.width * 500, box.height / paper.height * 400];
		})()`)
		for i, want := range []float64{100, 100, 100, 50} {
			assert.InDelta(t, want, near[i], 1)
		}
		assert.NotContains(t, ask[string](tab, `document.querySelector("#list .overlay").textContent`), "size of the page unknown")
	}
}
