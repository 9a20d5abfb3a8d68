package readers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
	"github.com/extracteval/extracteval/report/internal/review"
	"github.com/extracteval/extracteval/report/internal/suspect"
)

// desk is a review of invoices that a browser can reach.
type desk struct {
	t       *testing.T
	options review.Options
	url     string
	stop    func()
}

// reviewed serves a review of a run. The data are of invoices, unless change says so.
func reviewed(t *testing.T, run artifact.Source, change func(d *desk)) *desk {
	t.Helper()
	dir := t.TempDir()
	r, err := render.Load([]artifact.Source{run}, render.Options{})
	require.NoError(t, err)
	set := r.Sets[0]
	d := &desk{t: t, options: review.Options{
		Dataset: set.Dataset, Data: filepath.Join(dir, "invoices.jsonl"), File: filepath.Join(dir, "invoices.review.jsonl"), Reviewer: "ann",
		Now: func() time.Time { return time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC) },
	}}
	records, err := render.Read(set.Cases)
	require.NoError(t, err)
	for _, c := range records {
		d.options.Cases = append(d.options.Cases, c.Case)
	}
	d.data("")
	if change != nil {
		change(d)
	}
	session, err := review.Open(d.options)
	require.NoError(t, err)
	var html bytes.Buffer
	require.NoError(t, page.Write(&html, r, page.Options{Review: true}))
	server, err := review.Listen("", session, html.Bytes(), page.CaseKey)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx) }()
	d.url = server.URL()
	d.stop = func() {
		cancel()
		if err, open := <-ended; open {
			assert.NoError(t, err)
			close(ended)
		}
	}
	t.Cleanup(d.stop)
	return d
}

// desked is the number of invoices of a review: of 0 the total, the vendor, the stamp and two
// rows are wrong, of 3 the total, of 4 two rows and of 5 the vendor.
const desked = 6

// data writes the data set, with another truth of one case.
func (d *desk) data(other string) {
	var b strings.Builder
	for i := range invoice(desked) {
		want := i.want()
		if i.id() == other {
			want = `{"number":"B"}`
		}
		fmt.Fprintf(&b, "{\"id\":%q,\"want\":%s}\n", i.id(), want)
	}
	require.NoError(d.t, os.WriteFile(d.options.Data, []byte(b.String()), 0o600))
}

// line has the fields of a line of the review file that the tests look at.
type line struct {
	Case, Path, Decision, Note, Reviewer string
	Value                                json.RawMessage
}

func (l line) String() string {
	return strings.Join(strings.Fields(strings.Join([]string{l.Reviewer, l.Case, l.Path, l.Decision, string(l.Value), l.Note}, " ")), " ")
}

// written returns the lines of the review file.
func (d *desk) written() (all []string) {
	text, err := os.ReadFile(d.options.File)
	if !errors.Is(err, os.ErrNotExist) {
		require.NoError(d.t, err)
	}
	for one := range strings.Lines(string(text)) {
		var l line
		require.NoError(d.t, json.Unmarshal([]byte(one), &l))
		all = append(all, l.String())
	}
	return all
}

// open shows the page. It may ask its own server and nobody else. A refusal is seen on the
// console, which is quiet otherwise.
func (d *desk) open(s settings) *tab {
	d.t.Helper()
	parent, err := browser()
	if errors.Is(err, errNone) {
		d.t.Skip(err)
	}
	require.NoError(d.t, err)
	ctx, closeTab := chromedp.NewContext(parent)
	d.t.Cleanup(closeTab)
	tab := &tab{t: d.t, ctx: ctx}
	require.NoError(d.t, chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			if !strings.HasPrefix(e.Request.URL, d.url) && !strings.HasPrefix(e.Request.URL, "data:") {
				tab.note("request of %.200s", e.Request.URL)
			}
		case *log.EventEntryAdded:
			if !strings.HasPrefix(e.Entry.Text, "Failed to load resource") {
				tab.listen(e)
			}
		default:
			tab.listen(e)
		}
	}))
	if s.width == 0 {
		s.width, s.height = 1280, 900
	}
	tab.do(
		chromedp.EmulateViewport(s.width, s.height),
		call(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: s.scheme}}}),
		call(cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: watch}),
		chromedp.Navigate(d.url),
	)
	tab.until(`!document.querySelector("#review").hidden`)
	d.t.Cleanup(func() { assert.Empty(d.t, tab.complain(), "what the page should not do") })
	return tab
}

// asked waits until the panel asks about a value.
func (tab *tab) asked(id invoice, path string) {
	tab.t.Helper()
	tab.until(fmt.Sprintf(`document.querySelector("#review .where").textContent.startsWith(%q)`, id.id()+" "+path+" "))
}

// progress waits until the panel shows text as its progress.
func (tab *tab) progress(text string) {
	tab.t.Helper()
	tab.until(fmt.Sprintf(`document.querySelector("#review .progress").textContent === %q`, text))
}

// problem waits until the panel shows a problem with text.
func (tab *tab) problem(text string) {
	tab.t.Helper()
	tab.until(fmt.Sprintf(`document.querySelector("#review .problem").textContent.includes(%q)`, text))
}

// nothing waits until the panel says of no problem.
func (tab *tab) nothing() {
	tab.t.Helper()
	tab.until(`document.querySelector("#review .problem").textContent === ""`)
}

// keys presses keys as a keyboard does: a key that the page has taken types nothing.
func (tab *tab) keys(text string) {
	tab.t.Helper()
	for _, r := range text {
		for _, e := range kb.Encode(r) {
			if e.Type == kb.KeyDown {
				e.Type = input.DispatchKeyEventTypeRawKeyDown
			}
			tab.do(call(input.DispatchKeyEvent, *e))
		}
	}
}

// back goes to the control before.
func (tab *tab) back() {
	tab.t.Helper()
	for _, e := range kb.Encode('\t') {
		e.Modifiers = int64(kb.ModifierShift)
		tab.do(call(input.DispatchKeyEvent, *e))
	}
}

// At the desk, with the keyboard alone: nothing is clicked, and no focus is set. A review opens at its first question, each
// decision goes on to the next, and neither end leads to the other.
func TestReviewByKeyboard(t *testing.T) {
	d := reviewed(t, invoices(t, desked, 1), nil)
	tab := d.open(settings{})
	tab.progress("0 of 9 looked at")
	tab.asked(0, "total")
	tab.until(`location.hash.endsWith("case=case-00000") && document.activeElement.dataset.path === "total"`)
	assert.True(t, ask[bool](tab, `(() => {
		const leaf = document.activeElement.getBoundingClientRect();
		return leaf.top >= 0 && leaf.bottom <= document.querySelector("#review").getBoundingClientRect().top;
	})()`), "the value is not behind the panel")
	assert.Equal(t, []string{"1005", "100.5"}, tab.texts("#review dd"))
	tab.keys("k")
	tab.problem("No question of those shown comes before this one.")
	tab.asked(0, "total")
	tab.keys("j") // the first one moves
	tab.asked(0, "vendor")
	tab.nothing()
	tab.keys("k")
	tab.asked(0, "total")
	tab.keys("a")
	tab.progress("1 of 9 looked at")
	assert.Equal(t, []string{"label wrong, answer taken"}, tab.texts("#list .said"))

	tab.asked(0, "vendor")
	tab.keys("v")
	tab.until(`document.activeElement.name === "typed" && document.activeElement.value === "Acme GmbH"`)
	tab.keys("Acme & Co")
	assert.Equal(t, []string{`The label will be "Acme & Co"`}, tab.texts("#review form output"))
	tab.keys(kb.Enter)
	tab.progress("2 of 9 looked at")

	tab.asked(0, "stamp")
	tab.until(`document.querySelector("#review form").hidden && document.activeElement.dataset.path === "stamp"`)
	tab.keys("n") // a note before the decision
	tab.until(`document.activeElement.id === "reviewNote"`)
	tab.keys("smudged")
	tab.keys(kb.Enter)
	tab.until(`document.activeElement.id === "review"`)
	tab.keys("w")
	tab.progress("3 of 9 looked at")
	tab.asked(0, "lines[1]")
	tab.keys("k")
	tab.asked(0, "stamp")
	tab.keys("n") // and another one behind it, which stays
	tab.keys(", twice")
	tab.keys(kb.Enter)
	tab.until(`document.querySelector("#review .own").textContent.includes("smudged, twice")`)
	tab.asked(0, "stamp")

	tab.keys("j") // a row that the answer lacks, as a whole
	tab.asked(0, "lines[1]")
	tab.keys("b")
	tab.progress("4 of 9 looked at")
	tab.asked(0, "lines[0]")
	tab.keys("k")
	tab.until(`document.querySelector("#review .stands").textContent.includes("but cannot be made in the data: the data cannot say that both are right")`)

	tab.keys("k")
	tab.asked(0, "stamp")
	tab.keys("k")
	tab.asked(0, "vendor")
	tab.keys("v") // a number is JSON, and stays as it is typed
	tab.until(`document.activeElement.value === "Acme & Co"`)
	tab.keys(kb.Tab + " ")
	tab.until(`document.activeElement.name === "isText" && document.querySelector("#review form [type=submit]").disabled`)
	tab.back()
	ask[any](tab, `document.querySelector("#review [name=typed]").select()`)
	tab.keys("30.50" + kb.Enter)
	tab.asked(0, "lines[0]") // the next one that is open
	for _, path := range []string{"lines[1]", "stamp", "vendor"} {
		tab.keys("k")
		tab.asked(0, path)
	}
	tab.until(`document.querySelector("#review .own").textContent.includes("30.50")`)

	tab.keys("v")
	tab.keys(kb.Escape)
	tab.until(`document.querySelector("#review form").hidden && document.activeElement.dataset.say === "value"`)
	tab.keys("?")
	tab.until(`document.querySelector("#help").open`)
	assert.Equal(t, []string{"j k", "a", "v", "w", "b", "z", "n", "N P", "c", "f F", "u", "/", "?"}, tab.texts("#help tbody th"))
	tab.keys("a") // which is nothing while the help is open
	tab.keys("?")
	tab.until(`!document.querySelector("#help").open`)
	tab.keys("j")
	tab.asked(0, "stamp")

	want := []string{
		"ann case-00000 total answer", `ann case-00000 vendor value "Acme & Co"`, "ann case-00000 stamp wrong smudged",
		"ann case-00000 stamp wrong smudged, twice", "ann case-00000 lines[1] both", "ann case-00000 vendor value 30.50",
	}
	assert.Equal(t, want, d.written())

	// A reload shows the decisions, and goes on where nothing was decided.
	tab.do(chromedp.Reload())
	tab.progress("4 of 9 looked at")
	tab.until(`document.querySelectorAll("#list .said").length >= 4`)
	tab.asked(0, "lines[0]")
	tab.keys("k")
	tab.asked(0, "lines[1]")
	tab.until(`document.querySelector('#review [data-say="both"]').getAttribute("aria-pressed") === "true"`)

	// Only questions that were not looked at.
	ask[any](tab, `document.querySelector("#reviewWhich").focus()`)
	tab.keys("n")
	tab.until(`document.querySelector("#reviewWhich").value === "open"`)
	ask[any](tab, `document.querySelector("#review").focus()`)
	for _, next := range []struct {
		id   invoice
		path string
	}{{0, "lines[0]"}, {3, "total"}, {5, "vendor"}, {4, "lines[1]"}, {4, "lines[0]"}} {
		tab.keys("j")
		tab.asked(next.id, next.path)
	}
	tab.keys("j")
	tab.problem("No question of those shown comes behind this one.")
	tab.asked(4, "lines[0]")
	assert.Equal(t, want, d.written(), "looking decides nothing")
	tab.keys("w")
	tab.problem("No question behind this one is open; 4 before it are: k goes back.")
}

// What was decided last is taken back first: what was said before counts again, or nothing.
func TestReviewIsTakenBack(t *testing.T) {
	d := reviewed(t, invoices(t, desked, 1), nil)
	tab := d.open(settings{})
	tab.asked(0, "total")
	tab.keys("z")
	tab.problem("This page has made no decision that could be taken back.")
	tab.keys("w")
	tab.asked(0, "vendor")
	tab.keys("b")
	tab.progress("2 of 9 looked at")
	tab.asked(0, "stamp")
	tab.keys("kk")
	tab.asked(0, "total")
	tab.keys("a")
	tab.asked(0, "stamp")

	tab.keys("z") // the total, which the answer had
	tab.asked(0, "total")
	tab.until(`document.querySelector("#review .own").textContent.includes("the answer is wrong")`)
	tab.progress("2 of 9 looked at")
	tab.click("#review .undo") // the vendor
	tab.asked(0, "vendor")
	tab.progress("1 of 9 looked at")
	assert.Equal(t, 0, tab.count("#review .own"))
	tab.keys("z")
	tab.asked(0, "total")
	tab.progress("0 of 9 looked at")
	assert.Equal(t, []string{
		"ann case-00000 total wrong", "ann case-00000 vendor both", "ann case-00000 total answer",
		"ann case-00000 total wrong", "ann case-00000 vendor open", "ann case-00000 total open",
	}, d.written())
	tab.do(chromedp.Reload())
	tab.progress("0 of 9 looked at")
	tab.asked(0, "total")
}

// A label that stands in the text of its document is changed by saying so twice. An answer that is wrong is said once.
func TestReviewWarnsOfLabelsInTheText(t *testing.T) {
	d := reviewed(t, invoices(t, desked, 1), func(d *desk) {
		d.options.InText = func(c *report.Case) map[int]bool {
			in := map[int]bool{}
			for i, f := range c.Fields {
				in[i] = f.Path == "total"
			}
			return in
		}
	})
	const warning = "Say so once more to change this label all the same."
	tab := d.open(settings{})
	tab.asked(0, "total")
	assert.Equal(t, []string{"This label stands in the text of the document."}, tab.texts("#review .inText"))
	tab.keys("a")
	tab.problem(warning)
	assert.Empty(t, d.written())
	tab.keys("a")
	tab.asked(0, "vendor")
	tab.nothing()
	assert.False(t, ask[bool](tab, `document.querySelector("#review .inText").checkVisibility()`), "the vendor does not stand there")
	tab.keys("w")
	tab.progress("2 of 9 looked at")
	for range 3 {
		tab.keys("j")
	}
	tab.asked(3, "total")
	tab.keys("v")
	tab.keys("7" + kb.Enter)
	tab.problem(warning)
	tab.keys(kb.Enter)
	tab.asked(5, "vendor")
	assert.Equal(t, []string{"ann case-00000 total answer", "ann case-00000 vendor wrong", "ann case-00003 total value 7"}, d.written())
}

func TestReviewByMouse(t *testing.T) {
	d := reviewed(t, invoices(t, desked, 1), nil)
	tab := d.open(settings{})
	tab.until(`location.hash.endsWith("case=case-00000")`)
	tab.click(`#list .leaf[data-path="stamp"]`) // a value of the case is asked about when it is clicked
	tab.asked(0, "stamp")
	tab.click(`[data-say="both"]`)
	tab.progress("1 of 9 looked at")
	tab.asked(0, "lines[1]")
	tab.click("#review .prev")
	tab.asked(0, "stamp")
	tab.click(`[data-say="value"]`)
	tab.until(`document.querySelector("#review [name=typed]").value === "[100,100,200,150]"`)
	tab.keys("[1,2,3,4]")
	tab.click("#review [type=submit]")
	tab.until(`document.querySelector("#review form").hidden`)
	tab.click("#reader .next") // the page's own way to the next case
	tab.asked(3, "total")
	tab.click(`[data-say="answer"]`)
	tab.progress("2 of 9 looked at")
	assert.Equal(t, []string{"ann case-00000 stamp both", "ann case-00000 stamp value [1,2,3,4]", "ann case-00003 total answer"}, d.written())
}

// Trials that answer the same are one question, and each shows the decision.
func TestReviewOfTrials(t *testing.T) {
	d := reviewed(t, invoices(t, desked, 3), nil)
	tab := d.open(settings{})
	tab.progress("0 of 9 looked at") // the total is wrong in the first trial, the others in all
	tab.asked(0, "total")
	tab.keys("a")
	tab.asked(0, "vendor")
	tab.until(`document.querySelector("#review .outcome").textContent === "missing, 3 trials"`)
	tab.keys("w")
	tab.progress("2 of 9 looked at")
	assert.Equal(t, []string{"label wrong, answer taken", "answer wrong", "answer wrong", "answer wrong"}, tab.texts("#list .said"))
}

func TestReviewInTwoTabs(t *testing.T) {
	d := reviewed(t, invoices(t, desked, 1), nil)
	one, two := d.open(settings{}), d.open(settings{})
	one.asked(0, "total")
	two.asked(0, "total")
	one.keys("a")
	one.progress("1 of 9 looked at")

	// A decision that the other tab does not know of is refused, and told; the typed text stays.
	two.keys("j")
	two.progress("1 of 9 looked at") // which tells the other one
	two.keys("k")
	two.asked(0, "total")
	two.until(`document.querySelector('#review [data-say="answer"]').getAttribute("aria-pressed") === "true"`)
	one.keys("k")
	one.asked(0, "total")
	one.keys("w")
	one.progress("1 of 9 looked at")
	one.asked(0, "vendor")
	two.keys("v")
	two.keys("101.5" + kb.Enter)
	two.problem("it was decided meanwhile: the answer is wrong")
	two.until(`document.querySelector("#review .own").textContent.includes("the answer is wrong")`)
	assert.Equal(t, "101.5", ask[string](two, `document.activeElement.value`))
	assert.Equal(t, []string{"ann case-00000 total answer", "ann case-00000 total wrong"}, d.written())
	two.keys(kb.Enter) // now that it is known
	two.asked(0, "vendor")
	one.keys("k")
	one.until(`document.querySelector("#review .own").textContent.includes("101.5")`)
	assert.Equal(t, []string{"ann case-00000 total answer", "ann case-00000 total wrong", "ann case-00000 total value 101.5"}, d.written())
}

// A decision made before a tab has heard of another tab's decision is refused, although it has
// heard of it when it sends its own; decisions that one tab makes one after the other are taken.
func TestReviewFasterThanItsTabs(t *testing.T) {
	d := reviewed(t, invoices(t, desked, 1), nil)
	one, two := d.open(settings{}), d.open(settings{})
	const at = `for (const key of %s) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))`
	one.asked(0, "total")
	two.asked(0, "total")
	ask[any](one, fmt.Sprintf(at, `["w", "a"]`))
	one.until(`document.querySelectorAll("#list .said")[0]?.textContent === "label wrong, answer taken"`)
	one.nothing()
	ask[any](two, fmt.Sprintf(at, `["b"]`))
	two.problem("it was decided meanwhile: the label is wrong, and the answer is taken")
	assert.Equal(t, []string{"ann case-00000 total wrong", "ann case-00000 total answer"}, d.written())
}

// A text of several lines is edited as JSON: a field of one line would join them.
func TestReviewOfLines(t *testing.T) {
	d := reviewed(t, invoices(t, desked, 1), nil)
	tab := d.open(settings{})
	tab.asked(0, "total")
	tab.keys("j")
	tab.asked(0, "vendor")
	tab.keys("v")
	tab.keys(kb.Tab + " ")
	tab.back()
	ask[any](tab, `document.querySelector("#review [name=typed]").select()`)
	tab.keys(`"Acme\nBerlin"` + kb.Enter)
	tab.progress("1 of 9 looked at")
	tab.asked(0, "stamp")
	tab.keys("k")
	tab.asked(0, "vendor")
	tab.keys("v")
	tab.until(`document.activeElement.value === ` + "`\"Acme\\\\nBerlin\"`" + ` && !document.activeElement.form.elements.isText.checked`)
	tab.keys(kb.Enter)
	tab.until(`document.querySelector("#review form").hidden`)
	assert.Equal(t, []string{`ann case-00000 vendor value "Acme\nBerlin"`}, d.written()[:1])
}

func TestReviewWhenTheDataChange(t *testing.T) {
	d := reviewed(t, invoices(t, desked, 1), nil)
	tab := d.open(settings{})
	tab.asked(0, "total")
	tab.keys("a")
	tab.progress("1 of 9 looked at")
	tab.asked(0, "vendor")
	tab.keys("k")
	tab.asked(0, "total")
	d.data("case-00003")
	tab.keys("w")
	tab.until(`document.querySelector("#review .told").textContent.includes("invoices.jsonl changed underneath: the truth of 1 case is not the one that was evaluated")`)
	tab.asked(0, "vendor")
	for range 4 {
		tab.keys("j")
	}
	tab.asked(3, "total")
	tab.until(`document.querySelector("#review .stands").textContent.includes("Nothing can be decided here")`)
	assert.Equal(t, 4, tab.count("#review .say button:disabled"))
	tab.keys("a")
	tab.keys("v")
	tab.keys("j")
	tab.asked(5, "vendor")
	assert.Equal(t, []string{"ann case-00000 total answer", "ann case-00000 total wrong"}, d.written())
}

// A server that has ended is told, and the typed text stays.
func TestReviewWithoutItsServer(t *testing.T) {
	d := reviewed(t, invoices(t, desked, 1), nil)
	tab := d.open(settings{})
	tab.asked(0, "total")
	d.stop()
	tab.keys("v")
	tab.keys("7" + kb.Enter)
	tab.problem("The server does not answer, and says nothing of this decision.")
	assert.Equal(t, "7", ask[string](tab, `document.querySelector("#review [name=typed]").value`))
	assert.Empty(t, d.written())
}

func TestReviewOfTwoPeople(t *testing.T) {
	d := reviewed(t, invoices(t, desked, 1), func(d *desk) {
		bob := filepath.Join(filepath.Dir(d.options.Data), "bob.jsonl")
		require.NoError(t, os.WriteFile(bob, []byte(`{"case":"case-00003","path":"total","decision":"value","value":7,"want":103.5,"got":1035,"note":"see page 2","reviewer":"bob"}`), 0o600))
		d.options.Others = []string{bob}
		d.options.Labels = []suspect.Label{{ID: "case-00003", Path: "total", Evidence: []suspect.Evidence{{Kind: suspect.Nowhere, Text: "it stands nowhere in the text of the document"}}}}
	})
	tab := d.open(settings{})
	tab.asked(3, "total") // the suspect label is the first
	assert.Equal(t, []string{"it stands nowhere in the text of the document"}, tab.texts("#review .evidence li"))
	assert.Equal(t, []string{"bob: the label is to be 7 (see page 2)"}, tab.texts("#review .stands p"))
	tab.keys("a")
	tab.progress("1 of 9 looked at; reviewers differ on 1")
	tab.asked(0, "total")
	tab.keys("k")
	tab.asked(3, "total")
	assert.Equal(t, []string{"You: the label is wrong, and the answer is taken", "bob: the label is to be 7 (see page 2)"}, tab.texts("#review .stands p"))
	tab.keys("v")
	tab.keys("7" + kb.Enter)
	tab.progress("1 of 9 looked at")
}

func TestReviewCanBeReadAndHeard(t *testing.T) {
	contested := func(d *desk) {
		bob := filepath.Join(filepath.Dir(d.options.Data), "bob.jsonl")
		require.NoError(t, os.WriteFile(bob, []byte(`{"case":"case-00000","path":"total","decision":"wrong","want":100.5,"got":1005,"reviewer":"bob"}`+"\n"+
			`{"case":"gone","path":"total","decision":"wrong","reviewer":"bob"}`), 0o600))
		d.options.Others = []string{bob}
		d.options.Labels = []suspect.Label{{ID: "case-00000", Path: "total", Evidence: []suspect.Evidence{{Kind: suspect.Nowhere, Text: "it stands nowhere"}}}}
	}
	for _, s := range []settings{{scheme: "light"}, {scheme: "dark"}, {scheme: "light", width: 390, height: 800}} {
		tab := reviewed(t, invoices(t, desked, 1), contested).open(s)
		tab.until(`document.activeElement.dataset.path === "total"`)
		tab.keys("a")
		tab.progress("1 of 9 looked at; reviewers differ on 1")
		tab.asked(0, "vendor")
		tab.keys("k")
		tab.asked(0, "total")
		tab.keys("v")
		tab.until(`document.activeElement.name === "typed"`)
		got := ask[contrasts](tab, faint)
		assert.Empty(t, got.Found, s.scheme)
		require.Greater(t, got.Checked, 50)
		assert.Equal(t, s.scheme == "dark", got.Page < 0.05)
		assert.LessOrEqual(t, ask[int](tab, `document.documentElement.scrollWidth - innerWidth`), 0, "nothing is cut")
		assert.LessOrEqual(t, ask[int](tab, `document.querySelector("#review").scrollWidth - document.querySelector("#review").clientWidth`), 0)

		if s.width == 390 { // a thumb reaches each decision, and sees what it is about
			assert.GreaterOrEqual(t, ask[float64](tab, `Math.min(...[...document.querySelectorAll("#review .say button")].map((e) => e.getBoundingClientRect().height))`), 40.0)
			assert.True(t, ask[bool](tab, `(() => {
				const leaf = document.querySelector("#list .asked").getBoundingClientRect();
				return leaf.top >= 0 && leaf.bottom <= document.querySelector("#review").getBoundingClientRect().top;
			})()`))
		}

		nodes := tab.accessibilityTree()
		for _, n := range nodes {
			switch n.role {
			case "button", "link", "combobox", "textbox", "checkbox", "region", "navigation", "form":
				assert.NotEmpty(t, n.name, "a %s has no name", n.role)
			}
		}
		assert.Subset(t, named(nodes, "region"), []string{"Review", "Cases"})
		assert.Subset(t, named(nodes, "navigation"), []string{"Questions"})
		assert.Subset(t, named(nodes, "form"), []string{"The right value"})
		buttons := []string{"Label wrong, take the answer a", "Label wrong, type the value v", "Answer wrong w", "Both acceptable b", "Undo z", "Previous k", "Next j"}
		if s.width == 390 { // where there are no keys
			for i := range buttons {
				buttons[i] = buttons[i][:len(buttons[i])-2]
			}
		}
		assert.Subset(t, named(nodes, "button"), append(buttons, "Save", "Cancel"))
		assert.Equal(t, []string{"", "polite", "polite"}, ask[[]string](tab, `[".head", ".progress", ".stands"].map((s) => document.querySelector("#review " + s).getAttribute("aria-live") ?? "")`))

		// Tab goes through the panel in the order on the screen, and the focus is seen.
		tab.keys(kb.Escape)
		ask[any](tab, `document.querySelector("#review").focus()`)
		var order []string
		for range 9 {
			tab.keys(kb.Tab)
			at := ask[focusState](tab, strings.Replace(focused, "window.controls.indexOf(e)", "0", 1))
			assert.True(t, at.Seen && at.InView, "the focus is seen on %s", at.What)
			order = append(order, ask[string](tab, `document.activeElement.id || document.activeElement.dataset.say || document.activeElement.className || document.activeElement.localName`))
		}
		assert.Equal(t, []string{"reviewWhich", "prev", "next", "a", "answer", "value", "wrong", "both", "undo"}, order)
	}
}

// Hostile values do nothing in the panel either.
func TestHostileValuesInAReview(t *testing.T) {
	needsBrowser(t)
	lines := strings.SplitAfter(places, "\n")
	one := strings.Replace(lines[2], `"status":"error","error":"VALUE"`, `"status":"ok"`, 1)
	require.NotEqual(t, lines[2], one)
	fill := func(text, value string) string {
		return strings.NewReplacer("VALUE", value, "OUTCOME", "wrong").Replace(text)
	}
	var run, data strings.Builder
	run.WriteString(fill(lines[0]+lines[1], hostile[0].value))
	var labels []suspect.Label
	hashes := map[string]string{}
	for _, h := range hostile {
		var text string
		require.NoError(t, json.Unmarshal([]byte(`"`+h.value+`"`), &text))
		run.WriteString(fill(one, h.value))
		data.WriteString(fill(`{"id":"VALUE","want":{"k":"VALUE"}}`+"\n", h.value))
		hashes[text] = report.DataHash(text, []byte(`{"k":"`+h.value+`"}`))
		labels = append(labels, suspect.Label{ID: text, Path: "k", Evidence: []suspect.Evidence{{Kind: suspect.Nowhere, Text: text}}})
	}
	fmt.Fprintf(&run, `{"type":"end","cases":%d}`, len(hostile))
	const n = 21
	require.Len(t, hostile, n)
	d := reviewed(t, textSource("hostile", run.String()), func(d *desk) {
		require.NoError(t, os.WriteFile(d.options.Data, []byte(data.String()), 0o600))
		for _, c := range d.options.Cases {
			c.DataHash = hashes[c.ID]
			require.NotEmpty(t, c.DataHash)
		}
		d.options.Reviewer, d.options.Labels = labels[1].ID, labels
	})
	tab := d.open(settings{})
	allowed := strings.NewReplacer(`script"`, `script kbd template dl dt dd"`, `e.id !== "filters"`, `e.id !== "filters" && e.getAttribute("aria-label") !== "The right value"`).Replace(foreign)
	for i := range n { // of each case the value k, whose label is suspect
		tab.until(`document.querySelector("#review .evidence li") && !document.querySelector("#review .own")`)
		tab.keys("n" + `<img src=x onerror=window.ran=1>` + kb.Enter)
		tab.keys("a")
		tab.until(fmt.Sprintf(`document.querySelector("#review .progress").textContent.startsWith("%d of ")`, i+1))
		assert.Empty(t, ask[[]string](tab, allowed), hostile[i].name)
	}
	assert.Len(t, d.written(), n)
}
