package readers

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/internal/render/page"
)

// node is an element as a screen reader gets it.
type node struct{ role, name string }

func (tab *tab) accessibilityTree() []node {
	tab.t.Helper()
	tree, err := chromedp.Call(tab.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	require.NoError(tab.t, err)
	text := func(v *accessibility.Value) string {
		var s string
		if v != nil {
			_ = json.Unmarshal(v.Value, &s) // a role or a name is a string; other values are left empty
		}
		return s
	}
	var nodes []node
	for _, n := range tree.Nodes {
		if !n.Ignored {
			nodes = append(nodes, node{text(n.Role), text(n.Name)})
		}
	}
	return nodes
}

func named(nodes []node, role string) []string {
	var names []string
	for _, n := range nodes {
		if n.role == role {
			names = append(names, n.name)
		}
	}
	return names
}

func TestScreenReadersFindTheirWay(t *testing.T) {
	tab := open(t, everything(t), settings{})
	tab.click("#open")
	nodes := tab.accessibilityTree()
	require.Greater(t, len(nodes), 1000)

	controls := []string{"button", "link", "combobox", "searchbox", "textbox", "checkbox", "DisclosureTriangle", "image", "img", "region", "navigation", "form"}
	for _, n := range nodes {
		if slices.Contains(controls, n.role) {
			assert.NotEmpty(t, n.name, "a %s has no name", n.role)
		}
	}
	for _, role := range []string{"button", "link", "combobox", "searchbox", "DisclosureTriangle", "columnheader", "rowheader"} {
		assert.NotEmpty(t, named(nodes, role), "the check of each %s sees some", role)
	}
	for _, landmark := range []string{"banner", "main", "contentinfo"} {
		assert.Len(t, named(nodes, landmark), 1, landmark)
	}
	regions := named(nodes, "region")
	assert.Subset(t, regions, []string{"Where to look", "Data sets", "Cases"})
	slices.Sort(regions)
	assert.Len(t, slices.Compact(slices.Clone(regions)), len(regions), "regions have names of their own: %q", regions)
	assert.ElementsMatch(t, []string{"Contents", "Pages of cases"}, named(nodes, "navigation"))

	assert.Equal(t, "en", ask[string](tab, `document.documentElement.lang`))
	assert.Equal(t, 1, tab.count("h1"))
	assert.Empty(t, ask[[]string](tab, `[...document.querySelectorAll("h1, h2, h3, h4")].filter((h, i, all) => i > 0 && +h.localName[1] > +all[i - 1].localName[1] + 1).map((h) => h.textContent)`), "no level of headings is left out")
	assert.Empty(t, ask[[]string](tab, `[...document.querySelectorAll("table")].filter((t) => {
		const heads = [...(t.tHead?.rows[0].cells ?? [])];
		return !t.querySelector("th[scope=row]") && !heads.length || heads.some((h) => h.localName !== "th" || h.scope !== "col" || !h.textContent.trim());
	}).map((t) => t.textContent.slice(0, 80))`), "tables have headers, and no header is empty")
	assert.Empty(t, ask[[]string](tab, `[...document.querySelectorAll("[id]")].map((e) => e.id).filter((id, i, all) => all.indexOf(id) !== i)`), "an id is there once")
	assert.Empty(t, ask[[]string](tab, `[...document.querySelectorAll("[aria-labelledby]")].map((e) => e.getAttribute("aria-labelledby")).filter((id) => !document.getElementById(id))`))
	assert.Equal(t, "polite", ask[string](tab, `document.querySelector("#count").ariaLive`), "how many cases match is said")
	// Colours alone say nothing: a value below its limit says so in words, too.
	for _, selector := range []string{".gate tr.bad", ".metrics tr.bad"} {
		for _, text := range tab.texts(selector) {
			assert.Contains(t, text, "not kept", selector)
		}
	}
}

// The parts of a case have names, too, and come in the order in which they are read: the way back,
// the way on, the case, its document, its values.
func TestScreenReadersReadACase(t *testing.T) {
	tab := open(t, htmlOf(t, page.Options{Picture: scan, Text: printedText}, invoices(t, 12, 1)), settings{fragment: "#set=invoices&case=case-00003"})
	tab.reads("case-00003")
	nodes := tab.accessibilityTree()
	for _, n := range nodes {
		if slices.Contains([]string{"button", "link", "image", "img", "DisclosureTriangle", "checkbox"}, n.role) {
			assert.NotEmpty(t, n.name, "a %s has no name", n.role)
		}
	}
	assert.Subset(t, named(nodes, "group"), []string{"Cases that match", "Document of case-00003", "Values of case-00003"})
	assert.Equal(t, "polite", ask[string](tab, `document.querySelector("#reader .where").ariaLive`))
	var order []string
	tab.do(focus("#up"))
	for range 7 {
		order = append(order, ask[string](tab, `document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent.trim().replace(/\s.*/s, "")`))
		tab.press(kb.Tab)
	}
	assert.Equal(t, []string{"All", "Previous", "Next", "Keys", "partial", "case-00003", "Document of case-00003"}, order)
}
