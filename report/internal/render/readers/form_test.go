package readers

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
	"github.com/extracteval/extracteval/report/internal/labels/review"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
)

// wholes serves a review of whole invoices, blind unless others have read them, and returns their ids in its order. The first has 12 pages
// and a long text, the second neither.
func wholes(t *testing.T, n int, others ...accept.Decision) (d *desk, ids []string) {
	t.Helper()
	d = reviewed(t, invoices(t, n, 1), nil)
	d.stop()
	documents, err := review.OpenDocuments(review.DocumentOptions{
		Dataset: d.options.Dataset, Cases: d.options.Cases, Data: d.options.Data, File: d.options.File, Reviewer: "cy", Adjudicate: others, Now: d.options.Now,
	})
	require.NoError(t, err)
	for i, c := range documents.Records() {
		ids, c.Pages = append(ids, c.ID), nil
		for range 12 {
			if i == 0 {
				c.Pages = append(c.Pages, report.Page{Image: "testdata/page.png"})
			}
		}
	}
	blank, err := render.Blank(d.options.Dataset.Name, documents.Records())
	require.NoError(t, err)
	d.serve(documents, blank, page.Options{Review: true, Blind: true, Picture: scan, Text: func(_ *render.Set, c *report.Case) (string, error) {
		if len(ids) > 1 && c.ID == ids[1] {
			return "", fs.ErrNotExist
		}
		return "letter of " + c.ID + strings.Repeat("\nline", 8000) + "\nthe end", nil
	}})
	return d, ids
}

// asksFor waits until the form is beside a document.
func (tab *tab) asksFor(id string) {
	tab.t.Helper()
	tab.until(fmt.Sprintf(`document.querySelector("#review .where a").textContent === %q && document.querySelector("details.case #boxes")?.closest("details").querySelector(".id").textContent === %[1]q`, id))
}

// save saves the document by keys, held too long.
func (tab *tab) save() {
	tab.t.Helper()
	tab.key('\r', kb.ModifierCtrl, true)
}

const boxed = `[...document.querySelectorAll("#boxes :is(input, select, textarea)")].map((e) => e.value).join("|")`

// Nothing that the page of a blind review has is of the run: neither the HTML, nor the packed cases, nor what the server tells.
func TestNothingOfTheRunIsInABlindReview(t *testing.T) {
	d, ids := wholes(t, desked)
	var all strings.Builder
	get := func(path string) string {
		answer, err := http.Get(d.url + path)
		require.NoError(t, err)
		defer answer.Body.Close()
		require.Equal(t, http.StatusOK, answer.StatusCode)
		text, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		all.Write(text)
		return string(text)
	}
	packed := regexp.MustCompile(`<script type="application/gzip"[^>]*>([^<]*)<`).FindAllStringSubmatch(get(""), -1)
	require.Len(t, packed, 2, "the cases, and their index")
	for _, found := range packed {
		data, err := base64.StdEncoding.DecodeString(found[1])
		require.NoError(t, err)
		text, err := gzip.NewReader(bytes.NewReader(data))
		require.NoError(t, err)
		_, err = io.Copy(&all, text)
		require.NoError(t, err)
	}
	get("questions")
	for _, id := range ids {
		assert.Contains(t, all.String(), id)
		get("paper?trial=1&case=" + id)
	}
	assert.Contains(t, all.String(), "data:image/png")
	assert.Contains(t, all.String(), "the end")
	code := regexp.MustCompile(`(?s)<(script|style)[^>]*>.*?</(script|style)>|data:image[^"]*`)
	shown := code.ReplaceAllString(all.String(), "")
	for _, value := range []string{"A-", "Acme", "1005", "100.5", "bolt", "washer", "300", "merge", "macro", "0.9", "example.com", "2026", "TestInvoices", `class="leaf`, "not labelled"} {
		assert.False(t, strings.Contains(shown, value), value)
	}
}

// A person reads documents beside a form, and saves what they have; what is typed stays while another document is looked at.
func TestReadingDocuments(t *testing.T) {
	d, ids := wholes(t, 3)
	tab := d.open(settings{})
	tab.asksFor(ids[0])
	tab.progress("0 of 3 looked at")
	assert.Equal(t, []string{"number", "total", "vendor", "stamp"}, tab.texts("#boxes > div > label"))

	// All pages of a document can be seen, eight at a time, and the whole text.
	tab.until(`document.querySelectorAll(".paper image").length === 8`)
	assert.Equal(t, []string{"4 more pages"}, tab.texts(".paper [data-first]"))
	assert.True(t, strings.HasSuffix(ask[string](tab, `document.querySelector(".paper .source").textContent`), "the end"))
	ask[any](tab, `document.querySelector(".paper [data-first]").scrollIntoView()`)
	tab.until(`document.querySelectorAll(".paper image").length === 12 && !document.querySelector(".paper [data-first]")`)
	assert.Equal(t, 0.0, ask[float64](tab, `document.querySelector(".values").scrollTop`), "the form stays where it is filled in")

	tab.until(`document.activeElement.labels?.[0].textContent === "number"`)
	tab.keys("A-77" + kb.Enter) // Enter saves nothing
	tab.keys(kb.Escape + "j")
	tab.asksFor(ids[1])
	tab.until(`document.querySelector(".paper").textContent.startsWith("Neither a text nor a picture of this document was found")`)
	assert.Equal(t, "|||", ask[string](tab, boxed))
	tab.save()
	tab.problem("Nothing is typed. If the document has none of these values, save once more.")
	tab.save()
	tab.progress("1 of 3 looked at")
	tab.asksFor(ids[2])
	tab.keys(kb.Escape)
	ask[any](tab, `for (const key of ["k", "k"]) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))`)
	tab.asksFor(ids[0]) // faster than the page draws the one between
	assert.Equal(t, "A-77|||", ask[string](tab, boxed), "a draft stays")
	tab.click("#boxes fieldset > button")
	tab.until(`document.activeElement.labels?.[0].textContent === "sku"`)
	tab.keys("bolt" + kb.Tab + "5,00")
	tab.click("#review .save")
	tab.progress("2 of 3 looked at")
	tab.asksFor(ids[2])
	assert.Equal(t, []string{
		"cy " + ids[1] + ` (document) document {"number":null,"total":null,"vendor":null,"stamp":null,"lines":[]}`,
		"cy " + ids[0] + ` (document) document {"number":"A-77","total":null,"vendor":null,"stamp":null,"lines":[{"sku":"bolt","amount":"5,00"}]}`,
	}, d.written())

	// The list says what is saved; the page begins where the reviewer has stopped, and another tab gets the news.
	tab.keys(kb.Escape + "u")
	tab.until(`document.querySelectorAll("#list .badge").length === 3`)
	assert.ElementsMatch(t, []string{"saved", "saved", "open"}, tab.texts("#list .badge"))
	assert.Equal(t, []string{"Text"}, ask[[]string](tab, `[...document.querySelectorAll("#filters label, #toolbar button:not(.pager *)")].filter((e) => e.checkVisibility()).map((e) => e.textContent)`),
		"there is nothing else to filter by")
	two := d.open(settings{})
	two.asksFor(ids[2])
	two.keys("x")
	two.save()
	two.problem("All questions were looked at.")
	tab.click(`#list a.open[href$="` + ids[2] + `"]`)
	tab.asksFor(ids[2])
	tab.keys("k")
	tab.asksFor(ids[1])
	tab.progress("3 of 3 looked at")
	tab.keys(kb.Escape + "k")
	tab.asksFor(ids[0])
	assert.Equal(t, "A-77||||bolt|5,00", ask[string](tab, boxed), "one's own values come back")
}

// The form can be read, heard and used with a thumb.
func TestFormCanBeReadAndHeard(t *testing.T) {
	d, ids := wholes(t, 3)
	for _, s := range []settings{{scheme: "light"}, {scheme: "dark"}, {scheme: "light", width: 390, height: 800}} {
		tab := d.open(s)
		tab.asksFor(ids[0])
		tab.click("#boxes fieldset > button")
		got := ask[contrasts](tab, faint)
		assert.Empty(t, got.Found, s.scheme)
		require.Greater(t, got.Checked, 10)
		assert.LessOrEqual(t, ask[int](tab, `document.documentElement.scrollWidth - innerWidth`), 0, "nothing is cut")
		nodes := tab.accessibilityTree()
		for _, n := range nodes {
			switch n.role {
			case "button", "link", "combobox", "textbox", "region", "navigation", "form":
				assert.NotEmpty(t, n.name, "a %s has no name", n.role)
			}
		}
		assert.Subset(t, named(nodes, "form"), []string{"The values of the document"})
		assert.Subset(t, named(nodes, "textbox"), []string{"number", "total", "vendor", "sku", "amount"})
		if s.width == 390 {
			for _, box := range []string{"fieldset", "div"} { // down to the rows, and up again
				assert.True(t, ask[bool](tab, `(() => {
					const box = document.querySelector("#boxes `+box+` input"), paper = document.querySelector(".paper").getBoundingClientRect();
					box.focus();
					const place = box.getBoundingClientRect();
					return paper.top >= 0 && place.top >= paper.bottom && place.bottom <= document.querySelector("#review").getBoundingClientRect().top;
				})()`), "a box is on the screen, below the document: %s", box)
			}
			assert.GreaterOrEqual(t, ask[float64](tab, `document.querySelector("#review .save").getBoundingClientRect().height`), 40.0)
		}
	}
}

// Who adjudicates a list sees which cells differ: named above the list, and marked in what one of the others says, with what the
// other says.
func TestCellsOfAListAreMarked(t *testing.T) {
	var others []accept.Decision
	for _, name := range []string{"ann", "bob"} {
		value := invoice(1).want()
		if name == "bob" {
			value = strings.Replace(value, `"amount":5`, `"amount":6`, 1)
			require.NotEqual(t, invoice(1).want(), value)
		}
		others = append(others, accept.Decision{Case: invoice(1).id(), Path: "(document)", Decision: accept.Document, Value: json.RawMessage(value), Reviewer: name, Blind: true})
	}
	d, ids := wholes(t, desked, others...)
	require.Equal(t, []string{invoice(1).id()}, ids)
	for _, width := range []int64{1400, 390} {
		tab := d.open(settings{width: width, height: 1000})
		tab.asksFor(ids[0])
		assert.Equal(t, []string{"lines[0].amount  ann: 5, bob: 6"}, tab.texts(".says li"))
		assert.Equal(t, 0, tab.count("input.differs"))
		tab.save()
		tab.problem("Others differ on lines: choose, or type a value.")
		tab.click(".says button:nth-of-type(2)")
		tab.until(`document.querySelector("input.differs")?.value === "6"`)
		assert.Equal(t, []string{"ann: 5"}, tab.texts("p.differs"))
		assert.Equal(t, 1, tab.count("input.differs"))
		assert.LessOrEqual(t, ask[float64](tab, `document.documentElement.scrollWidth - innerWidth`), 0.0)
		if width == 390 {
			tab.click("#review .save")
			tab.progress("1 of 1 looked at")
			assert.Equal(t, []string{"cy " + ids[0] + " (document) document " + strings.Replace(invoice(1).want(), `"amount":5`, `"amount":6`, 1)}, d.written())
		}
	}
}
