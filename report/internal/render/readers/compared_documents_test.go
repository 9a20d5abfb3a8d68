package readers

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/compare"
	"github.com/extracteval/extracteval/report/internal/render/page/several"
)

// priced is an input with a cost of each case.
func priced(t *testing.T, name, usd string, source artifact.Source) compare.Input {
	t.Helper()
	f, err := source.Open()
	require.NoError(t, err)
	defer f.Close()
	text, err := io.ReadAll(f)
	require.NoError(t, err)
	source = textSource(name, strings.ReplaceAll(string(text), `{"type":"case",`, `{"type":"case","cost":{"usd":`+usd+`},`))
	return compare.Input{Name: name, Sources: []artifact.Source{source}}
}

// documentsPage returns the page of n invoices in two runs: one has got, the other before, which has all vendors, and each
// sixth number wrong.
func documentsPage(t *testing.T, n int) string {
	t.Helper()
	r, err := compare.Read([]compare.Input{
		priced(t, "new", "0.01", invoices(t, n, 1)), priced(t, "old", "0.03", answers(t, "invoices", n, 1, invoice.before)),
	}, compare.Options{MaxDocuments: 10_000})
	require.NoError(t, err)
	var b strings.Builder
	require.NoError(t, several.WriteCompared(&b, r))
	return b.String()
}

// A number leads to the documents that it is of, a value to its document, and one can go back.
func TestNumbersLeadToTheirDocuments(t *testing.T) {
	const n = 60
	tab := open(t, documentsPage(t, n), settings{})
	shown := func() []string { return tab.texts(".matrix tbody th a") }
	summary := func() string { return ask[string](tab, `document.querySelector(".drawn > p.dim").textContent`) }

	assert.Equal(t, 0, tab.count(".disputes:not([hidden])"), "nothing is said twice")
	// The systems differ in the vendors that are missing, and in the numbers that were wrong.
	differ := count(n, func(i invoice) bool { return i.vendorMissing() || i.numberWasWrong() })
	assert.Equal(t, fmt.Sprintf("%d of 60 documents: in which the systems differ. page 1 of 2 next", differ), summary())

	tab.click(`.compared a[href*="field=vendor&"][href*="system=new"]`)
	wrong := count(n, invoice.vendorMissing)
	tab.until(fmt.Sprintf(`document.querySelectorAll(".matrix tbody tr").length === %d`, wrong))
	assert.Len(t, shown(), wrong)
	assert.Equal(t, fmt.Sprintf("%d of 60 documents: vendor is wrong in new. ", wrong), summary())
	assert.Equal(t, []string{"document", "truth", "new", "old"}, tab.texts(".matrix thead th"), "the path of the value is the field")
	assert.Equal(t, "✕ nothing", tab.texts(".matrix td.wrong")[0])
	assert.Equal(t, `✓ "Acme GmbH"`, tab.texts(".matrix td.right")[0])

	tab.click(`.compared a[href*="field=vendor&"][href*="system=old"]`)
	tab.until(`document.querySelector(".drawn > p.dim").textContent.startsWith("0 of 60")`)
	tab.click(`.compared a[href*="field=number&"][href*="system=old"]`)
	tab.until(fmt.Sprintf(`document.querySelectorAll(".matrix tbody tr").length === %d`, count(n, invoice.numberWasWrong)))
	first := shown()[0]
	tab.click(".matrix td.wrong a")
	tab.until(`document.querySelector(".drawn h4")`)
	assert.Equal(t, first, tab.texts(".drawn h4")[0])
	values := tab.texts(".matrix tbody th")
	for _, want := range []string{"ended as", "number", "total", "vendor", "stamp", "lines[].sku", "cost per case"} {
		assert.Contains(t, values, want)
	}
	tab.click(".drawn p a")
	tab.until(`!document.querySelector(".drawn h4")`)
	assert.Equal(t, first, shown()[0])

	// The fields can be chosen, too, and the address follows.
	tab.do() // settled
	ask[bool](tab, `(() => { const s = document.querySelector(".controls select"); s.value = "total"; return s.dispatchEvent(new Event("change")); })()`)
	tab.until(`location.hash.includes("field=total")`)
	tab.click(`.compared a[href*="field=cost"][href*="system=old"]`)
	tab.until(`document.querySelector(".matrix td")?.textContent === "$0.01"`)
	assert.Empty(t, ask[[]string](tab, `window.refused`))
}

// Many documents come in pages, which are drawn at once.
func TestManyDocumentsComeInPages(t *testing.T) {
	tab := open(t, documentsPage(t, 1000), settings{fragment: "#set=invoices&show=all"})
	first := tab.count(".matrix tbody th a")
	assert.LessOrEqual(t, tab.count(".matrix tbody tr"), 40)
	assert.Greater(t, tab.count(".matrix tbody tr"), 30)
	assert.Contains(t, tab.texts(".drawn > p.dim")[0], "page 1 of ")
	tab.click(`.drawn > p.dim a`)
	tab.until(`document.querySelector(".drawn > p.dim").textContent.includes("page 2 of ")`)
	assert.Less(t, first, 1000)
	took := ask[float64](tab, `(() => { const from = performance.now(); location.hash = "#set=invoices&show=all&page=3"; dispatchEvent(new HashChangeEvent("hashchange")); return performance.now() - from; })()`)
	t.Logf("a page of documents is drawn in %.0f ms", took)
}

// At any width the page is no wider than the window, and its tables are read in the two schemes.
func TestDocumentsFitTheWindow(t *testing.T) {
	html := documentsPage(t, 60)
	for _, width := range []int64{1400, 800, 390} {
		for _, fragment := range []string{"", "#set=invoices&field=lines%5B%5D.sku&show=wrong&system=new", "#set=invoices&case=case-00003"} {
			tab := open(t, html, settings{width: width, height: 900, fragment: fragment})
			assert.LessOrEqual(t, ask[float64](tab, `document.documentElement.scrollWidth - innerWidth`), 0.0, "%d %s", width, fragment)
			assert.Equal(t, 0, ask[int](tab, `[...document.querySelectorAll(".scroll")].filter((s) => s.scrollWidth > s.clientWidth + 1).length`), "%d %s", width, fragment)
		}
	}
	for _, scheme := range []string{"light", "dark"} {
		tab := open(t, html, settings{scheme: scheme, fragment: "#set=invoices&field=vendor&show=all"})
		assert.Empty(t, ask[contrasts](tab, faint).Found, scheme)
	}
}

// The names in the chart lie on no line, no bar and no other name.
func TestNamesInTheChartAreFree(t *testing.T) {
	for _, runs := range [][]string{{"0.01", "0.03"}, {"0.01", "0.0101", "0.0102"}, {"0.01", "0.011", "0.02", "0.021", "0.3", "0.31"}} {
		var inputs []compare.Input
		for i, usd := range runs {
			wrong := func(n invoice, trial int) string {
				if int(n)%(i+2) == 0 {
					return strings.Replace(n.got(trial), `"number":"A-`, `"number":"B-`, 1)
				}
				return n.got(trial)
			}
			inputs = append(inputs, priced(t, fmt.Sprintf("model-%d", i), usd, answers(t, "invoices", 40, 1, wrong)))
		}
		r, err := compare.Read(inputs, compare.Options{})
		require.NoError(t, err)
		var b strings.Builder
		require.NoError(t, several.WriteCompared(&b, r))
		for _, width := range []int64{1400, 390} {
			tab := open(t, b.String(), settings{width: width, height: 900})
			assert.Equal(t, len(runs), tab.count("svg.front text.name"))
			assert.LessOrEqual(t, tab.count("svg.front text.tick"), 6+6+2, "few marks")
			assert.Empty(t, ask[[]string](tab, `(() => {
				const found = [], names = [...document.querySelectorAll("svg.front text.name")];
				const inside = (b, p) => p.x > b.x + 1 && p.x < b.x + b.width - 1 && p.y > b.y + 3 && p.y < b.y + b.height - 3;
				for (const name of names) {
					const b = name.getBBox();
					if (b.x < 0 || b.x + b.width > 500) found.push(name.textContent + " leaves the chart");
					for (const path of document.querySelectorAll("svg.front path.line, svg.front path.whisker")) {
						for (let at = 0, all = path.getTotalLength(); at <= all; at++) {
							if (inside(b, path.getPointAtLength(at))) { found.push(name.textContent + " on a " + path.className.baseVal); break; }
						}
					}
					for (const other of names) {
						const o = other.getBBox();
						if (other !== name && b.x < o.x + o.width && o.x < b.x + b.width && b.y + 3 < o.y + o.height - 3 && o.y + 3 < b.y + b.height - 3) found.push(name.textContent + " on " + other.textContent);
					}
				}
				return found;
			})()`), "%v at %d", runs, width)
		}
	}
}

// Of the documents in which a run is wrong, its own mistakes stand above those of others.
func TestMistakesOfTheChosenRunComeFirst(t *testing.T) {
	const n = 60
	for _, system := range []string{"new", "old"} {
		tab := open(t, documentsPage(t, n), settings{fragment: "#set=invoices&show=wrong&system=" + system})
		column := map[string]int{"new": 2, "old": 3}[system]
		type document struct {
			ID    string
			Wrong []bool
		}
		documents := ask[[]document](tab, fmt.Sprintf(`(() => {
			const all = [];
			for (const row of document.querySelectorAll(".matrix tbody tr")) {
				if (row.classList.contains("of")) all.push({ ID: row.querySelector("th a").textContent, Wrong: [] });
				else all.at(-1).Wrong.push(row.querySelectorAll("td")[%d].classList.contains("wrong"));
			}
			return all;
		})()`, column))
		mixed := 0
		for _, d := range documents {
			assert.True(t, d.Wrong[0], "%s: %s", system, d.ID)
			right := slices.Index(d.Wrong, false)
			if right >= 0 {
				mixed++
				assert.NotContains(t, d.Wrong[right:], true, "%s: %s", system, d.ID)
			}
		}
		assert.Positive(t, mixed, "documents in which both runs are wrong")
	}
}
