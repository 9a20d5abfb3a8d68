package readers

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
)

// hostile are values as JSON strings hold them; a script that any of them would run sets
// window.ran.
var hostile = []struct{ name, value string }{
	{"script", `<script>window.ran=1</script>`},
	{"end of script", `</script><script>window.ran=1</script>`},
	{"end of style", `</style></textarea></title><script>window.ran=1</script>`},
	{"comment", `<!--<script>--><!-- --!>`},
	{"CDATA", `]]><![CDATA[<script>window.ran=1</script>]]>`},
	{"attribute", `\"><img src=x onerror=window.ran=1>' onmouseover='window.ran=1`},
	{"SVG", `</text></svg><svg onload=window.ran=1><use href=data:,x>`},
	{"address", `javascript:window.ran=1`},
	{"link", `<a href=https://example.com ping=https://example.com>https://example.com</a>`},
	{"JavaScript template", "${window.ran=1} `${window.ran=1}` \\\\u003cscript>"},
	{"Go template", `{{.}}{{template \"page\" .}}{{\"x\"|html}}`},
	{"Markdown", "`|x|` [a](https://example.com) ![b](c) @nobody #1 **b**\\n\\n# h\\n|---|\\n~~~\\n</details>"},
	{"entities", `&lt;script&gt;&#x3c;b&#62;&amp;amp;`},
	{"prototype", `__proto__`},
	{"bidi", `a\u202egnp.exe\u2066\u200f\u061c`},
	{"ANSI", `\u001b[31mred\u001b]8;;https://example.com\u0007`},
	{"NUL", `a\u0000b\u0008c`},
	{"lone surrogates", `\ud800x\udc00`},
	{"line ends", `a\u2028b\u2029c\u0085d\r\ne\tf`},
	{"invisible", `a\u200b\ufeff\u00ad\ue000b`},
	{"one megabyte", strings.Repeat(`<b onclick=window.ran=1>Ж`, 1<<20/26)},
}

// places has a value in each place from which text comes to the page. OUTCOME is the outcome of the
// first field.
const places = `{"type":"run","schema":"extracteval/v1","run_id":"VALUE","package":"VALUE","repetition":1,"start":"2026-11-20T09:30:00Z","versions":{"go":"VALUE","platform":"VALUE","extracteval":"VALUE","module":"VALUE"},"vcs":{"revision":"VALUE"}}
{"type":"dataset","name":"VALUE","test":"VALUE","source":"VALUE","spec":{"fields":[{"path":"VALUE","match":"exact"},{"path":"stamp VALUE","match":"box","format":"xyxy"}]},"attributes":["VALUE","stamp VALUE"],"gate":{"macro_f1":0.8,"field_f1":{"VALUE":0.9},"metrics":{"VALUE":0.9}},"redact":""}
{"type":"case","id":"VALUE","trial":1,"status":"error","error":"VALUE","score":0,"verdict":"fail","reasoning":"VALUE","misses":["VALUE"],"counts":[{"attribute":"VALUE","counts":{"OUTCOME":1}},{"attribute":"stamp VALUE","counts":{"wrong":1}},{"attribute":"k","counts":{"hallucinated":1}}],"fields":[{"path":"VALUE","attribute":"VALUE","outcome":"OUTCOME","score":0,"similarity":0.5,"weight":1,"note":"VALUE","tag":"VALUE","error_class":"VALUE","origin":"VALUE","confidence":0.5,"got":"VALUE","want":"x VALUE y"},{"path":"stamp VALUE","attribute":"stamp VALUE","outcome":"wrong","score":0,"similarity":0,"weight":1,"note":"VALUE","got":[1,2,3,4],"want":[5,6,7,8]},{"path":"k","attribute":"k","outcome":"hallucinated","score":0,"similarity":0,"weight":1,"got":{"VALUE":["VALUE"]}}],"tags":{"VALUE":"VALUE"},"warnings":["VALUE"],"cost":{"VALUE":1},"alignments":[{"path":"VALUE","paired":0,"only_got":1,"only_want":0,"unmatched_got":[0]}]}
{"type":"case","id":"skipped VALUE","trial":1,"status":"skipped","error":"VALUE","tags":{"VALUE":"VALUE"}}
{"type":"case","id":"right","trial":1,"status":"ok","score":1,"verdict":"pass","counts":[{"attribute":"VALUE","counts":{"match":1}}],"fields":[{"path":"VALUE","attribute":"VALUE","outcome":"match","score":1,"similarity":1,"weight":1,"got":"VALUE","want":"VALUE"}],"tags":{"VALUE":"VALUE"}}
{"type":"case","id":"VALUE","trial":"VALUE"}
{"type":"gate","passed":false,"cases":3,"not_evaluable":"VALUE","checks":[{"metric":"VALUE","value":0.5,"limit":0.9,"passed":false}]}
{"type":"end","cases":3}
`

// unread is the line of places that no reader takes: a data set with it is not
// evaluable, and no gate is shown.
const unread = `{"type":"case","id":"VALUE","trial":"VALUE"}` + "\n"

// artifactOf puts a value everywhere, the name of the file included.
func artifactOf(t *testing.T, value, outcome string) artifact.Source {
	return valueIn(t, places, value, outcome)
}

// judgedOf is artifactOf without the fault that makes it not evaluable: its gate is shown.
func judgedOf(t *testing.T, value string) artifact.Source {
	t.Helper()
	require.Contains(t, places, unread)
	return valueIn(t, strings.Replace(places, unread, "", 1), value, "wrong")
}

func valueIn(t *testing.T, text, value, outcome string) artifact.Source {
	t.Helper()
	var name string
	require.NoError(t, json.Unmarshal([]byte(`"`+value+`"`), &name))
	return textSource(name, strings.NewReplacer("VALUE", value, "OUTCOME", outcome).Replace(text))
}

// textOf returns the text that a page shows of a value, or its beginning.
func textOf(t *testing.T, name, value string) string {
	t.Helper()
	if name == "one megabyte" {
		return "<b onclick=window.ran=1>Ж<b onclick=window.ran=1>Ж"
	}
	return terminal.Visible(artifactOf(t, value, "wrong").Name)
}

// foreign returns the parts of the page that are not of the template: elements, attributes that run
// or load something, characters that are not seen.
const foreign = `(() => {
	const elements = new Set(("html head meta title style body a header div p code h1 span ul li b main section h2 h3 ol br table thead tbody tfoot tr th td " +
		"svg rect path line text g desc circle wbr figure figcaption i details summary noscript nav dialog kbd pre form label select option input button output footer mark script").split(" "));
	const found = [];
	const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ue000]|\p{Surrogate}/u;
	for (const e of document.querySelectorAll("*")) {
		if (!elements.has(e.localName)) found.push("element " + e.localName);
		if (e.localName === "form" && e.id !== "filters" && e.method !== "dialog") found.push("a form");
		if (e.localName === "script" && (e.parentNode !== document.body || e.src)) found.push("a script");
		if (e.localName === "meta" && e.parentNode !== document.head) found.push("a meta");
		for (const a of e.attributes) {
			if (/^on/i.test(a.name) || a.name === "style" || a.name === "ping") found.push("attribute " + a.name);
			if (/^(src|srcset|action|formaction|.*:?href)$/i.test(a.name) && !a.value.startsWith("#")) found.push(a.name + "=" + a.value.slice(0, 99));
			if (unseen.test(a.value)) found.push("characters in " + a.name + " of " + e.localName);
		}
		if (e.localName !== "script") for (const c of e.childNodes) {
			if (c.nodeType === Node.COMMENT_NODE) found.push("a comment");
			if (c.nodeType === Node.TEXT_NODE && unseen.test(c.data)) found.push("characters in " + e.localName + ": " + JSON.stringify(c.data.slice(0, 99)));
		}
	}
	if ("ran" in window) found.push("a script ran");
	return [...new Set(found)];
})()`

// hostilePage is a page with a data set for each value, and the artifacts before. It is made once.
func hostilePage(t *testing.T) string {
	t.Helper()
	if madeHostile != "" {
		return madeHostile
	}
	var now, before []artifact.Source
	for _, h := range hostile {
		now = append(now, artifactOf(t, h.value, "wrong"))
		before = append(before, artifactOf(t, h.value, "match"))
	}
	comparison, err := diff.Compare(before, now, diff.Options{Resamples: 100})
	require.NoError(t, err)
	r, err := render.Load(now, render.Options{MinSlice: 1, History: before})
	require.NoError(t, err)
	madeHostile = write(t, r, page.Options{Comparison: &comparison, Text: func(_ *render.Set, c *report.Case) (string, error) {
		return "x " + c.ID + " y\n" + c.ID, nil
	}})
	return madeHostile
}

var madeHostile string

// The addresses of hostile names lead to them, and such an address from elsewhere does
// nothing.
func TestHostileAddresses(t *testing.T) {
	needsBrowser(t)
	tab := open(t, hostilePage(t), settings{})
	all := 3 * len(hostile)
	tab.counted(all, all)
	for i, name := range tab.texts("#contents a:has(.of)") {
		ask[any](tab, fmt.Sprintf(`document.querySelectorAll("#contents a:has(.of)")[%d].click()`, i))
		tab.until(fmt.Sprintf(`document.querySelector("#contents [aria-current]")?.textContent === %q && document.querySelector("#count").textContent === "3 of %d cases"`, name, all))
		ask[any](tab, `document.querySelector("#list a.open").click()`)
		tab.until(`document.body.classList.contains("one") && document.querySelectorAll("#list > details").length === 1`)
		assert.Contains(t, ask[string](tab, `document.querySelector("#list .source").textContent`), "x ", "the text of the document")
		if i%4 == 0 {
			assert.Empty(t, ask[[]string](tab, foreign), name)
		}
	}
	for _, h := range hostile[:len(hostile)-1] {
		ask[any](tab, fmt.Sprintf(`(async () => {
			for (const name of ["set", "field", "outcome", "kind", "tag", "change", "show", "view", "page", "case"]) {
				location.hash = "#" + new URLSearchParams([[name, JSON.parse('"' + %q + '"') + "?"]]);
				await new Promise((done) => setTimeout(done));
			}
		})()`, h.value))
		tab.until(`document.querySelector("#count").textContent.includes("is not in this page")`)
		assert.Empty(t, ask[[]string](tab, `(() => {
			const text = document.querySelector("#count").textContent, unseen = /[\p{C}\p{Zl}\p{Zp}]/u;
			return [...(unseen.test(text) ? [text] : []), ...("ran" in window ? ["a script ran"] : [])];
		})()`), h.name)
	}
	assert.Empty(t, ask[[]string](tab, foreign))
	ask[any](tab, `void (location.hash = "#__proto__=1&constructor=2&set=toString")`)
	tab.until(`document.querySelector("#count").textContent.includes("“toString”")`)
}

func TestHostileValuesDoNothing(t *testing.T) {
	needsBrowser(t)
	html := hostilePage(t)
	assert.Less(t, len(html), 2<<20, "a megabyte is cut wherever it stands")
	const scripts = 3 // the cases, their index, the page's own

	still := open(t, html, settings{noScript: true})
	assert.Empty(t, ask[[]string](still, foreign))
	assert.Equal(t, scripts, still.count("script"))

	tab := open(t, html, settings{})
	all := 3 * len(hostile)
	for range 2 {
		tab.counted(all, all)
		tab.click("#open")
		assert.Empty(t, ask[[]string](tab, foreign))
		tab.click("#toolbar .next")
		tab.until(`document.querySelector("#toolbar .where").textContent === "page 2 of 2"`)
		tab.click("#open")
		assert.Empty(t, ask[[]string](tab, foreign))
		for _, link := range []string{"table.fields th a", ".kinds a", ".look li:nth-child(2) a"} {
			tab.click(link)
			tab.until(`document.querySelector("#count").textContent.includes(" of ")`)
		}
		tab.do(focus(`#filters [name=text]`))
		tab.press(`<img src=x onerror=window.ran=1>`)
		tab.until(`document.querySelector("#count").textContent.includes(" of ")`)
		tab.click(`#filters button[type=reset]`)
	}
	assert.Equal(t, scripts, tab.count("script"))
}

func TestHostileValuesAreShownAsText(t *testing.T) {
	needsBrowser(t)
	tab := open(t, hostilePage(t), settings{})
	shown := func(set int, text string, places ...string) {
		t.Helper()
		for _, place := range places {
			place = strings.ReplaceAll(place, "SET", fmt.Sprintf("main > details.set:nth-of-type(%d)", set+1))
			got := strings.Join(tab.texts(place), "\n")
			assert.True(t, strings.Contains(got, text), "%s: %q is not in %.300q", place, text, got)
		}
	}
	sets := tab.texts("#sets tbody th a") // in the order of their names
	require.Len(t, sets, len(hostile))
	for _, h := range hostile {
		text := textOf(t, h.name, h.value)
		set := slices.IndexFunc(sets, func(name string) bool { return strings.HasPrefix(name, text) })
		require.GreaterOrEqual(t, set, 0, h.name)
		quoted, err := json.Marshal(text)
		require.NoError(t, err)
		ask[any](tab, fmt.Sprintf(`(() => { const s = document.querySelector("[name=set]"); s.selectedIndex = %d; s.dispatchEvent(new Event("input", { bubbles: true })); })()`, set+1))
		tab.until(fmt.Sprintf(`document.querySelector("#count").textContent === "3 of %d cases" && document.querySelector("#list .dim").textContent.startsWith(%s)`, 3*len(hostile), quoted))
		shown(set, text, "SET h2", "SET .meta", "SET .problems", "SET .fields th code", "SET .ids",
			"#list .case > summary", "#list .leaves th", "#list .leaves .v code", "#list .remark", "#list .error code", "#list .warnings",
			"#list .foot", "#list .align", "#list .overlay", "#contents a:has(.of)", "#filters [name=field] option", "#comparison")
		runes := []rune(text) // a tag has it twice, and is cut in the middle
		shown(set, string(runes[:min(len(runes), view.MaxName/2)]), "#list .tag", "#filters [name=tag] option")
	}
	var judged []artifact.Source
	for _, h := range hostile {
		judged = append(judged, judgedOf(t, h.value))
	}
	tab = open(t, htmlOf(t, page.Options{}, judged...), settings{})
	assert.Empty(t, ask[[]string](tab, foreign))
	sets = tab.texts("#sets tbody th a")
	require.Len(t, sets, len(hostile))
	for _, h := range hostile {
		text := textOf(t, h.name, h.value)
		set := slices.IndexFunc(sets, func(name string) bool { return strings.HasPrefix(name, text) })
		require.GreaterOrEqual(t, set, 0, h.name)
		shown(set, text, "SET .gate")
	}
	require.Equal(t, "one megabyte", hostile[len(hostile)-1].name)
	assert.False(t, ask[bool](tab, fmt.Sprintf(`document.body.textContent.includes(%q)`, strings.Repeat("<b onclick=window.ran=1>Ж", 50))))

	for _, h := range hostile[:2] { // where a page of one data set names it
		source := artifactOf(t, h.value, "wrong")
		tab := open(t, htmlOf(t, page.Options{}, source), settings{})
		for _, place := range []string{"title", "h1", ".reasons", ".look", "footer", "header .kind"} {
			got := strings.Join(tab.texts(place), "\n")
			assert.Contains(t, got, source.Name[:12], place)
		}
		tab.counted(3, 3)
		tab.do(focus(`#filters [name=text]`))
		tab.press(source.Name)
		tab.counted(3, 3)
		tab.press("?")
		tab.counted(0, 3)
	}
}
