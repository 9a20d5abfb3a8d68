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

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/labels/review"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
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
	d.serve(session, set, page.Options{Review: true, Picture: scan})
	return d
}

// serve serves the page of a set for an asker.
func (d *desk) serve(asker review.Asker, set *render.Set, o page.Options) {
	d.t.Helper()
	var html bytes.Buffer
	require.NoError(d.t, page.Write(&html, &render.Report{Sets: []*render.Set{set}}, o))
	server, err := review.Listen("", asker, review.Page{HTML: html.Bytes(), CaseKey: page.CaseKey, Paper: page.NewPapers(set, o).Draw})
	require.NoError(d.t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx) }()
	d.url = server.URL()
	d.stop = func() {
		cancel()
		if err, open := <-ended; open {
			assert.NoError(d.t, err)
			close(ended)
		}
	}
	d.t.Cleanup(d.stop)
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
	whole := d.options.Data + ".new" // the server may read at any time
	require.NoError(d.t, os.WriteFile(whole, []byte(b.String()), 0o600))
	require.NoError(d.t, os.Rename(whole, d.options.Data))
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
	return d.visit(s, `!document.querySelector("#review").hidden`)
}

// visit shows a page of the server, once the condition ready holds.
func (d *desk) visit(s settings, ready string) *tab {
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
	tab.until(ready)
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
		tab.key(r, 0, false)
	}
}

// back goes to the control before.
func (tab *tab) back() {
	tab.t.Helper()
	tab.key('\t', kb.ModifierShift, false)
}

// key presses a key, and another time where it is held: then it comes twice, as from a keyboard that repeats it.
func (tab *tab) key(r rune, with kb.Modifier, held bool) {
	tab.t.Helper()
	for _, e := range kb.Encode(r) {
		e.Modifiers = int64(with)
		if e.Type == kb.KeyDown {
			e.Type = input.DispatchKeyEventTypeRawKeyDown
		}
		tab.do(call(input.DispatchKeyEvent, *e))
		if held && e.Type == input.DispatchKeyEventTypeRawKeyDown {
			e.AutoRepeat = &held
			tab.do(call(input.DispatchKeyEvent, *e))
		}
	}
}
