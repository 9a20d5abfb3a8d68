package readers

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// patience is how long a step may take before the test gives up; none takes as long
// when all is well.
const patience = 2 * time.Minute

// tab is a page in the browser, and keeps the page's forbidden actions.
type tab struct {
	t   testing.TB
	ctx context.Context

	mu         sync.Mutex
	complaints []string
}

// settings are the settings of the reader.
type settings struct {
	width, height int64  // 1280 by 900
	scheme        string // "light", "dark"
	print         bool
	noScript      bool
	fragment      string // of the page's URL, with "#"
	held          bool   // nothing is unpacked until release is called in the page, with a number: so many
}

// watch runs before the page does and keeps the refusals of its policy.
const watch = `
window.refused = [];
addEventListener("securitypolicyviolation", (e) => refused.push(e.effectiveDirective + " " + (e.blockedURI || "inline")));
`

// hold keeps the page from unpacking anything, until it is told to.
const hold = `
const unpacked = Response.prototype.text, waiting = [];
let may = 0;
window.release = (n = Infinity) => {
	for (may += n; may > 0 && waiting.length; may--) waiting.shift()();
};
Response.prototype.text = function () {
	return new Promise((done) => (may > 0 ? (may--, done()) : waiting.push(done))).then(() => unpacked.call(this));
};
`

// open shows a page. When the test ends, the page must have been quiet: see
// complain.
func open(t *testing.T, html string, s settings) *tab {
	t.Helper()
	tab := openAny(t, html, s)
	t.Cleanup(func() { assert.Empty(t, tab.complain(), "what the page should not do") })
	return tab
}

// needsBrowser skips a test where there is no browser. Tests that make large pages call it first.
func needsBrowser(t testing.TB) context.Context {
	t.Helper()
	parent, err := browser()
	if errors.Is(err, errNone) {
		t.Skip(err)
	}
	require.NoError(t, err)
	return parent
}

// openAny shows a page that need not be quiet.
func openAny(t testing.TB, html string, s settings) *tab {
	t.Helper()
	parent := needsBrowser(t)
	file := filepath.Join(t.TempDir(), "report.html")
	require.NoError(t, os.WriteFile(file, []byte(html), 0o600))

	ctx, closeTab := chromedp.NewContext(parent)
	t.Cleanup(closeTab)
	tab := &tab{t: t, ctx: ctx}
	require.NoError(t, chromedp.Listen(ctx, tab.listen))
	if s.width == 0 {
		s.width, s.height = 1280, 900
	}
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: s.scheme}}}
	if s.print {
		media.Media = "print"
	}
	source := watch
	if s.held {
		source += hold
	}
	tab.do(
		chromedp.EmulateViewport(s.width, s.height),
		call(emulation.SetEmulatedMedia, media),
		call(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: s.noScript}),
		call(cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: source}),
		chromedp.Navigate((&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()+s.fragment),
	)
	if !s.noScript && !s.held {
		tab.until(`(document.querySelector("#count")?.textContent ?? "no cases") !== ""`)
	}
	return tab
}

// call is a command of the protocol as a step.
func call[P, R any](c cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, c, params)
		return err
	})
}

func (tab *tab) listen(event any) {
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if url := e.Request.URL; !(strings.HasPrefix(url, "file:") && strings.HasSuffix(url, "/report.html")) && !strings.HasPrefix(url, "data:") {
			tab.note("request of %.200s", url)
		}
	case *runtime.EventConsoleAPICalled:
		tab.note("console.%s", e.Type)
	case *runtime.EventExceptionThrown:
		tab.note("uncaught exception: %s", e.ExceptionDetails.Text)
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelWarning || e.Entry.Level == log.EntryLevelError {
			tab.note("%s: %.300s", e.Entry.Level, e.Entry.Text)
		}
	case *cdppage.EventJavascriptDialogOpening:
		tab.note("dialog %q", e.Message)
		go tab.dismiss() // a listener may not call
	case *cdppage.EventWindowOpen:
		tab.note("window %q", e.URL)
	}
}

// dismiss closes a dialog, so that the page goes on and the test can report the mistake.
func (tab *tab) dismiss() {
	_ = chromedp.Do(tab.ctx, call(cdppage.HandleJavaScriptDialog, cdppage.HandleJavaScriptDialogParams{}))
}

func (tab *tab) note(format string, args ...any) {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	tab.complaints = append(tab.complaints, fmt.Sprintf(format, args...))
}

// complain returns the forbidden actions of the page: requests, messages on the console,
// exceptions, dialogs, windows, and refusals of its policy. All events of the past are in it: they
// come before the answer to a question.
func (tab *tab) complain() []string {
	refused := ask[[]string](tab, `window.refused ?? []`)
	tab.mu.Lock()
	defer tab.mu.Unlock()
	all := append([]string(nil), tab.complaints...)
	for _, r := range refused {
		all = append(all, "the policy refused "+r)
	}
	return all
}

// within runs an action that must end before patience does.
func within[T any](tab *tab, action chromedp.Action[T]) (T, error) {
	ctx, cancel := context.WithTimeout(tab.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, action)
}

func (tab *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	tab.t.Helper()
	_, err := within(tab, chromedp.Steps(steps...))
	require.NoError(tab.t, err)
}

// ask returns the value of an expression in the page.
func ask[T any](tab *tab, expression string) T {
	tab.t.Helper()
	v, err := within(tab, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	require.NoError(tab.t, err, expression)
	return v
}

// until waits until the list has all its cases and an expression is true.
func (tab *tab) until(expression string) {
	tab.t.Helper()
	tab.wait(`!document.querySelector("#list[aria-busy]") && (` + expression + `)`)
}

// wait waits until an expression is true.
func (tab *tab) wait(expression string) {
	tab.t.Helper()
	_, err := within(tab, chromedp.Poll[chromedp.Void](expression, chromedp.WithPollingTimeout(0)))
	require.NoError(tab.t, err, "waiting for %s", expression)
}

// click clicks on the first element that a selector finds, in view.
func (tab *tab) click(selector string) {
	tab.t.Helper()
	tab.do(chromedp.ScrollIntoView(chromedp.CSS(selector)), chromedp.Click(chromedp.CSS(selector)))
}

// press presses keys, as text; see package kb for those without a letter.
func (tab *tab) press(keys string) {
	tab.t.Helper()
	tab.do(chromedp.KeyEvent(keys))
}

// texts returns the texts of the elements that a selector finds.
func (tab *tab) texts(selector string) []string {
	tab.t.Helper()
	return ask[[]string](tab, fmt.Sprintf(`[...document.querySelectorAll(%q)].map((e) => e.textContent.trim())`, selector))
}

func (tab *tab) count(selector string) int {
	tab.t.Helper()
	return ask[int](tab, fmt.Sprintf(`document.querySelectorAll(%q).length`, selector))
}

// focus puts the focus where a selector finds an element.
func focus(selector string) chromedp.Action[chromedp.Void] {
	return chromedp.Focus(chromedp.CSS(selector))
}

// hover moves the mouse over the first element that a selector finds, in view.
func (tab *tab) hover(selector string) {
	tab.t.Helper()
	at := ask[[2]float64](tab, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		e.scrollIntoView({ block: "nearest" });
		const r = e.getBoundingClientRect();
		return [r.left + r.width / 2, r.top + r.height / 2];
	})()`, selector))
	tab.do(call(input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: "mouseMoved", X: at[0], Y: at[1]}))
}
