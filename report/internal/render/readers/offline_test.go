package readers

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/report/internal/render/page"
)

// Every test checks that no page complains: see open. This one shows that forbidden requests would
// be seen, and are refused.
func TestThePolicyHolds(t *testing.T) {
	tab := openAny(t, htmlOf(t, page.Options{}, small()), settings{})
	assert.Empty(t, tab.complain())
	assert.Regexp(t, `^default-src 'none'; style-src 'sha256-[^ ]+'; script-src 'sha256-[^ ]+'; img-src data:; base-uri 'none'; form-action 'none'$`,
		ask[string](tab, `document.querySelector("meta[http-equiv='Content-Security-Policy']").content`))
	ask[any](tab, `(async () => {
		const add = (name, attributes) => document.body.append(Object.assign(document.createElement(name), attributes));
		add("script", { textContent: "window.ran = 1" });
		add("script", { src: "https://example.com/a.js" });
		add("img", { src: "https://example.com/a.png" });
		add("link", { rel: "stylesheet", href: "https://example.com/a.css" });
		add("iframe", { src: "https://example.com/" });
		add("style", { textContent: "body { color: red }" });
		add("b", { innerHTML: "<i onclick='window.ran = 1'></i>" });
		document.body.lastChild.firstChild.click();
		const form = document.createElement("form");
		form.action = "https://example.com/";
		document.body.append(form);
		form.submit();
		await fetch("https://example.com/").catch(() => {});
		console.warn("a warning");
		setTimeout(() => { throw new Error("nobody catches this"); });
	})()`)
	tab.until(`refused.length >= 9`)
	tab.until(`new Promise((done) => setTimeout(() => done(true)))`) // after the timer before it
	all := strings.Join(tab.complain(), "\n")
	for _, want := range []string{
		"the policy refused script-src-elem inline", "the policy refused script-src-elem https://example.com/a.js",
		"the policy refused img-src https://example.com/a.png", "the policy refused style-src-elem https://example.com/a.css",
		"the policy refused frame-src https://example.com", "the policy refused style-src-elem inline",
		"the policy refused script-src-attr inline", "the policy refused form-action https://example.com/",
		"the policy refused connect-src https://example.com/", "console.warning", "uncaught exception",
	} {
		assert.Contains(t, all, want)
	}
	assert.False(t, ask[bool](tab, `"ran" in window`))
}
