package readers

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/internal/render/page"
)

// faint returns the texts that are on the screen with less contrast than WCAG 2.2 asks for: 4.5,
// and 3 for large text (success criterion 1.4.3, with the formulas of its definitions). Texts of
// controls that are off are exempt.
const faint = `(() => {
	const channel = (c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
	const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
	const contrast = (a, b) => { const [x, y] = [luminance(a), luminance(b)].sort((x, y) => y - x); return (x + 0.05) / (y + 0.05); };
	const parse = (text) => { const n = text.match(/[\d.]+/g).map(Number); return [n[0], n[1], n[2], n[3] ?? 1]; };
	const over = ([r, g, b, a], under) => [r, g, b].map((c, i) => c * a + under[i] * (1 - a));
	const background = (e) => {
		const layers = [];
		for (; e; e = e.parentElement) layers.push(parse(getComputedStyle(e).backgroundColor));
		return layers.reverse().reduce((under, layer) => over(layer, under), dark ? [0, 0, 0] : [255, 255, 255]);
	};
	const dark = matchMedia("(prefers-color-scheme: dark)").matches;
	const inside = (e, under) => {
		const a = e.getBoundingClientRect(), b = under.getBoundingClientRect(), x = (a.left + a.right) / 2, y = (a.top + a.bottom) / 2;
		return b.left <= x && x <= b.right && b.top <= y && y <= b.bottom;
	};
	const found = [];
	const check = (e, colour, under, text) => {
		const style = getComputedStyle(e), size = parseFloat(style.fontSize);
		const least = size >= 24 || size >= 18.66 && style.fontWeight >= 700 ? 3 : 4.5;
		const value = contrast(over(colour, under), under);
		if (!(value >= least)) found.push(value.toFixed(2) + " for " + JSON.stringify(text.trim().slice(0, 40)) + " in " + e.localName + "." + (e.getAttribute("class") ?? ""));
	};
	let checked = 0;
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node; (node = walker.nextNode()); ) {
		const e = node.parentElement;
		if (!node.data.trim() || e.closest("script, title, desc, :disabled, option") || !e.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
		checked++;
		const style = getComputedStyle(e);
		if (e.localName !== "text") {
			check(e, parse(style.color), background(e), node.data);
			continue;
		}
		// In pictures labels whose middle is in the rectangle before them stand on it,
		// others on the back of the picture.
		const label = e.previousElementSibling, back = e.closest("svg").querySelector(".overlay-back");
		const fill = parse(style.fill);
		if (!e.classList.contains("overlay-text") && label?.localName === "rect" && inside(e, label)) {
			const rect = getComputedStyle(label);
			check(e, fill, over([...parse(rect.fill).slice(0, 3), +rect.fillOpacity], [255, 255, 255]), node.data);
		} else {
			check(e, fill, back ? parse(getComputedStyle(back).fill) : background(e.closest("svg").parentElement), node.data);
		}
	}
	for (const e of document.querySelectorAll("input, select")) {
		check(e, parse(getComputedStyle(e).color), background(e), e.name);
		check(e, parse(getComputedStyle(e, "::placeholder").color), background(e), e.name + " placeholder");
	}
	return { found: [...new Set(found)], checked, page: luminance(background(document.body)) };
})()`

type contrasts struct {
	Found   []string
	Checked int
	Page    float64 // luminance
}

func TestTextCanBeReadOnLightAndDarkScreens(t *testing.T) {
	html := everything(t)
	luminance := map[string]float64{}
	for _, scheme := range []string{"light", "dark"} {
		tab := open(t, html, settings{scheme: scheme})
		ask[any](tab, `document.querySelectorAll("details").forEach((d) => { d.open = true; })`)
		got := ask[contrasts](tab, faint)
		assert.Empty(t, got.Found, scheme)
		require.Greater(t, got.Checked, 500)
		luminance[scheme] = got.Page
	}
	assert.Greater(t, luminance["light"], 0.9)
	assert.Less(t, luminance["dark"], 0.05)
}

// The same of a case with its document, of the values of a field, and of the help.
func TestCasesCanBeReadOnLightAndDarkScreens(t *testing.T) {
	html := htmlOf(t, page.Options{Picture: scan, Text: printedText}, invoices(t, 12, 1))
	for _, scheme := range []string{"light", "dark"} {
		tab := open(t, html, settings{scheme: scheme, fragment: "#set=invoices&case=case-00000"})
		tab.reads("case-00000") // in which all is wrong
		ask[any](tab, `document.querySelectorAll("#list details").forEach((d) => { d.open = true; })`)
		for range 3 {
			tab.press("f")
			got := ask[contrasts](tab, faint)
			assert.Empty(t, got.Found, scheme)
			require.Greater(t, got.Checked, 50)
		}
		tab.press("?")
		tab.until(`document.querySelector("#help").open`)
		assert.Empty(t, ask[contrasts](tab, faint).Found, scheme)
		tab.press("?")
		tab.press("u")
		tab.choose("field", "total")
		tab.click("#asValues")
		tab.until(`!!document.querySelector("#list .across")`)
		assert.Empty(t, ask[contrasts](tab, faint).Found, scheme)
	}
}
