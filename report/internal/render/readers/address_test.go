package readers

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
)

// at waits until the page has an address.
func (tab *tab) at(fragment string) {
	tab.t.Helper()
	tab.until(fmt.Sprintf(`location.hash === %q`, fragment))
}

// reads waits until one case alone is shown, open.
func (tab *tab) reads(id string) {
	tab.t.Helper()
	tab.until(fmt.Sprintf(`(() => {
		const list = [...document.querySelectorAll("#list > details.case")];
		return list.length === 1 && list[0].open && list[0].querySelector("code.id").textContent === %q;
	})()`, id))
}

func TestACaseHasAnAddress(t *testing.T) {
	html := htmlOf(t, page.Options{}, invoices(t, cases, 1))
	tab := open(t, html, settings{fragment: "#set=invoices&case=case-00084"})
	tab.reads("case-00084")
	assert.True(t, ask[bool](tab, `document.querySelector("#list table.leaves").checkVisibility()`))
	assert.False(t, ask[bool](tab, `document.querySelector(".look").checkVisibility()`), "the page shows the case and nothing else")
	assert.Less(t, ask[int](tab, `Math.round(document.querySelector("#list > details").getBoundingClientRect().top)`), 300)

	tab = open(t, html, settings{fragment: "#case=case-0008"})
	tab.until(`document.querySelectorAll("#list > *").length === 0`)
	assert.Equal(t, []string{"The case “case-0008” is not in this page: 120 cases"}, tab.texts("#count"), "the beginning of ids is none")

	tab = open(t, html, settings{fragment: "#field=nothing"})
	assert.Equal(t, []string{"This page has nothing that is called “nothing”: 0 of 120 cases"}, tab.texts("#count"))
}

// A link that is followed before the page knows its cases leads to the case, too.
func TestLinksBeforeCasesAreUnpacked(t *testing.T) {
	tab := open(t, htmlOf(t, page.Options{}, invoices(t, cases, 1)), settings{held: true})
	worst := tab.texts(".failing a:first-of-type")[0]
	tab.click(".failing a:first-of-type")
	assert.Equal(t, 50, tab.count("#list > details.case"), "nothing is unpacked")
	ask[any](tab, `release()`)
	tab.reads(worst)
}

func TestFiltersAreInTheAddress(t *testing.T) {
	tab := open(t, htmlOf(t, page.Options{}, invoices(t, cases, 1)), settings{})
	tab.counted(cases, cases)
	total, both := count(cases, invoice.totalWrong), count(cases, func(i invoice) bool { return i.totalWrong() && i.language() == "de" })
	tab.choose("field", "total")
	tab.at("#field=total")
	tab.choose("outcome", "any mistake")
	tab.at("#field=total&outcome=mistake")
	tab.counted(total, cases)
	tab.choose("tag", "lang: de")
	tab.at("#field=total&outcome=mistake&tag=lang%3A+de")
	tab.counted(both, cases)

	ask[any](tab, `history.back()`)
	tab.at("#field=total&outcome=mistake")
	tab.counted(total, cases)
	assert.Equal(t, "", ask[string](tab, `document.querySelector("[name=tag]").value`))
	ask[any](tab, `history.forward()`)
	tab.counted(both, cases)
	assert.Equal(t, "lang: de", ask[string](tab, `document.querySelector("[name=tag]").value`))

	// From the list to a case of it, and back to where one was.
	second := tab.texts("#list code.id")[1]
	tab.click("#list > details:nth-of-type(2) a.open")
	tab.reads(second)
	tab.at("#field=total&outcome=mistake&tag=lang%3A+de&case=" + second)
	assert.Equal(t, []string{fmt.Sprintf("case 2 of %d", both)}, tab.texts("#reader .where"), "in the list that one came from")
	ask[any](tab, `history.back()`)
	tab.counted(both, cases)
	tab.until(`document.activeElement === document.querySelector("#list > details:nth-of-type(2) > summary")`)

	tab.do(chromedp.Reload())
	tab.until(`document.querySelector("#count")?.textContent.startsWith("` + fmt.Sprint(both) + ` of ")`)
	tab.click("#filters button[type=reset]")
	tab.counted(cases, cases)
	tab.click("#toolbar2 .next")
	tab.at("#page=2")
	tab.until(`document.querySelector("#toolbar .where").textContent === "page 2 of 3"`)
	ids := tab.texts("#list code.id")
	tab.do(chromedp.Reload())
	tab.until(`document.querySelector("#toolbar .where")?.textContent === "page 2 of 3"`)
	assert.Equal(t, ids, tab.texts("#list code.id"))

	// Typing a text is one entry of the history, not one for each letter.
	tab.do(focus(`#filters [name=text]`))
	tab.press("case-00042")
	tab.at("#text=case-00042")
	ask[any](tab, `history.back()`)
	tab.at("#page=2")
}

// earlier is a page of invoices that are compared with an earlier run.
func earlier(t *testing.T) string {
	t.Helper()
	now := []artifact.Source{invoices(t, cases, 1)}
	comparison, err := diff.Compare([]artifact.Source{answers(t, "invoices", cases, 1, invoice.before)}, now, diff.Options{Resamples: 100, MaxCases: cases})
	require.NoError(t, err)
	r, err := render.Load(now, render.Options{})
	require.NoError(t, err)
	return write(t, r, page.Options{Comparison: &comparison})
}

// The vendor was always right, and is missing in each fifth case now: F1 is 2·0.8/1.8. The
// number was wrong in each sixth case, of which all are right now: F1 was 5/6.
func TestNumbersOfTheComparisonLeadToTheirCases(t *testing.T) {
	tab := open(t, earlier(t), settings{})
	tab.counted(cases, cases)
	assert.Regexp(t, `^macro F1 0\.\d{3} → 0\.\d{3}, [−+]\d\.\d`, tab.texts(".top .delta")[0])
	row := func(table, field string) []string {
		return ask[[]string](tab, fmt.Sprintf(`[...document.querySelectorAll(%q)].find((r) => r.cells[0].textContent === %q).innerText.split("\t").map((t) => t.trim())`, table+" tbody tr", field))
	}
	assert.Equal(t, []string{"vendor", "0.889", "1.000", "−11.1 regressed"}, row("table.fields", "vendor")[:4])
	assert.Equal(t, []string{"number", "1.000", "0.833", "+16.7 improved"}, row("table.fields", "number")[:4])
	assert.Equal(t, []string{"total", "0.667 < 0.900", "0.667", "same"}, row("table.fields", "total")[:4])
	assert.Equal(t, []string{"vendor"}, tab.texts(".look li:nth-child(2) b"), "what lost most comes next to the field to look at first")

	inTable := func(table, field string, column int) string {
		n := ask[int](tab, fmt.Sprintf(`[...document.querySelectorAll("%s tbody tr")].findIndex((r) => r.cells[0].textContent === %q)`, table, field))
		return fmt.Sprintf("%s tbody tr:nth-child(%d) > *:nth-child(%d) a", table, n+1, column)
	}
	in := func(field string, column int) string { return inTable("#comparison", field, column) }
	old := func(i invoice) bool { return i.totalWrong() || i.stampWrong() || i.lineWrong() || i.numberWasWrong() }
	for _, test := range []struct {
		name, selector string
		fit            func(invoice) bool
	}{
		{"old F1 of the vendor", in("vendor", 2), invoice.vendorMissing},
		{"change of the vendor", in("vendor", 4), invoice.vendorMissing},
		{"interval of the number", in("number", 5), invoice.numberWasWrong},
		{"p of the number", in("number", 6), invoice.numberWasWrong},
		{"old macro F1", in("macro F1", 2), func(i invoice) bool { return i.vendorMissing() || i.numberWasWrong() }},
		{"p of micro F1", in("micro F1", 6), func(i invoice) bool { return i.vendorMissing() || i.numberWasWrong() }},
		{"what the F1 of the number was, beside it", inTable("table.fields", "number", 3), invoice.numberWasWrong},
		{"broken vendors", in("vendor", 7), invoice.vendorMissing},
		{"fixed numbers", in("number", 8), invoice.numberWasWrong},
		{"F1 of the vendor", in("vendor", 3), invoice.vendorMissing},
		{"macro F1", in("macro F1", 3), func(i invoice) bool { return !i.right() }},
		{"newly broken", "#comparison .group:nth-of-type(1) p a", func(i invoice) bool { return i.vendorMissing() && !old(i) }},
		{"regressed", "#comparison .group:nth-of-type(2) p a", func(i invoice) bool { return i.vendorMissing() && old(i) }},
		{"fixed", "#comparison .group:nth-of-type(3) p a", func(i invoice) bool { return i.numberWasWrong() && i.right() }},
		{"the greatest loss", ".look li:nth-child(2) a", invoice.vendorMissing},
	} {
		ask[any](tab, `void document.querySelectorAll("#comparison .group").forEach((g) => (g.open = true))`)
		n := count(cases, test.fit)
		require.Positive(t, n, test.name)
		tab.do(focus(test.selector)) // by keyboard, as by mouse
		tab.press(kb.Enter)
		tab.until(fmt.Sprintf(`document.querySelector("#count").textContent === "%d of %d cases"`, n, cases))
		for _, id := range tab.texts("#list .case code.id") {
			var i int
			_, err := fmt.Sscanf(id, "case-%d", &i)
			require.NoError(t, err)
			assert.True(t, test.fit(invoice(i)), "%s: %s is listed", test.name, id)
		}
		there := ask[string](tab, `location.hash`)
		ask[any](tab, `history.back()`)
		tab.counted(cases, cases)
		ask[any](tab, `history.forward()`)
		tab.at(there)
		tab.counted(n, cases)
		ask[any](tab, `location.hash = "#comparison"`)
		tab.counted(cases, cases)
	}
	links := named(tab.accessibilityTree(), "link")
	assert.Subset(t, links, []string{
		"old F1 1.000: cases in which vendor changed", "new F1 0.889: cases in which vendor is wrong",
		fmt.Sprintf("broken %d: cases in which vendor is worse", count(cases, invoice.vendorMissing)), "old F1 0.833: cases in which number changed",
		fmt.Sprintf("fixed %d: cases in which number is better", count(cases, invoice.numberWasWrong)), "was 1.000: cases in which vendor changed",
	})

	// A case shows its earlier outcome, also where the page has the answer of this run alone.
	tab.click(in("number", 8))
	tab.counted(count(cases, invoice.numberWasWrong), cases)
	var i invoice
	_, err := fmt.Sscanf(tab.texts("#list .case code.id")[0], "case-%d", &i)
	require.NoError(t, err)
	ask[any](tab, `void (document.querySelector("#list details.case").open = true)`)
	assert.Contains(t, tab.texts("#list details.case:first-of-type .was")[0], fmt.Sprintf("number: was \"B-%d\", is \"A-%[1]d\", want \"A-%[1]d\"", int(i)))
	ask[any](tab, `location.hash = "#comparison"`)
	tab.counted(cases, cases)
	first := tab.texts("#comparison .changed a code")[0]
	tab.click("#comparison .changed a")
	tab.reads(first)
}
