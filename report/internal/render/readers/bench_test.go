package readers

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
)

// clock says when a page has listed its cases, and lists others in stages: later work of the page,
// unpacked or by a timer, waits at the end of each until the next begins, so that its processor
// time can be read. Each ends when its cases are drawn, and is in milliseconds.
const clock = `
const timer = window.setTimeout, drawn = () => new Promise((done) => requestAnimationFrame(() => timer(done)));
const change = (is) => new Promise((done) => {
  const look = () => is() && (watcher.disconnect(), done());
  const watcher = new MutationObserver(look);
  watcher.observe(document, { childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ["aria-busy"] });
});
const busy = () => document.querySelector("#list[aria-busy]"), cases = () => document.querySelectorAll("#list > details.case");
window.listed = change(() => document.querySelector("#count")?.textContent && !busy()).then(drawn).then(() => performance.now());
let stopped = false, waiting = [];
const later = (what) => (stopped ? waiting.push(what) : what());
window.setTimeout = (what, ms) => timer(() => later(what), ms);
window.requestIdleCallback = () => {}; // what is unpacked for the printer is not measured
const text = Response.prototype.text;
Response.prototype.text = function () { return new Promise((done) => later(done)).then(() => text.call(this)); };
const until = async (is) => {
  const start = performance.now(), there = change(is).then(() => (stopped = true));
  stopped = false;
  for (const what of waiting.splice(0)) what();
  if (!is()) await there;
  stopped = true;
  await drawn();
  return performance.now() - start;
};
window.count = async (name, value) => {
  const start = performance.now(), control = document.querySelector("#filters [name=" + name + "]");
  window.old = cases()[0];
  stopped = true;
  const counted = new Promise((done) => new MutationObserver((_, o) => (o.disconnect(), done())).observe(document.querySelector("#count"), { childList: true }));
  control.value = value;
  control.dispatchEvent(new Event("input", { bubbles: true }));
  await counted;
  await drawn();
  return performance.now() - start;
};
window.first = () => until(() => !old?.isConnected);
window.screenful = () => until(() => !old?.isConnected && (cases().length >= 10 || !busy()));
window.all = () => until(() => !busy());
window.step = async () => {
  waiting.shift()?.();
  while (busy() && !waiting.length) await new Promise((done) => timer(done, 1));
  await drawn();
  return Boolean(busy());
};
`

// BenchmarkPage opens pages of many cases: load is from the beginning of the navigation until
// the list of cases is drawn. Then it chooses a filter that leaves one case in a hundred, in
// chunks that are not unpacked yet: from the choice until their number stands there (cold-count),
// until the first of them does (cold-first), until ten do (cold-screen), and until all do that the
// list shows at once (cold-all). Filter is the mean of ten further choices, until their number
// and the first cases stand there, and filter-all until all do. Each is the median of all runs, in ms by the
// clock, and in cpu-ms of the thread of the page. Cold-step is the longest step of the same filter:
// from one unpacked chunk or drawn part to the next, with the frame that shows it, at least one task.
func BenchmarkPage(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r, err := render.Load([]artifact.Source{artifact.File(many(b, n))}, render.Options{MaxCases: n})
			require.NoError(b, err)
			html := write(b, r, page.Options{MaxBytes: 1 << 30})
			tab := openAny(b, html, settings{})
			tab.do(call(cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: clock}))
			tab.do(call(performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks}))
			times := map[string][]float64{}
			took := func(name string, ms, of float64) { times[name] = append(times[name], ms/of) }
			busy := tab.busy()
			measure := func(name string, of float64, expression string) {
				took(name+"-ms", ask[float64](tab, expression), of)
				now := tab.busy()
				took(name+"-cpu-ms", now-busy, of)
				busy = now
			}
			for b.Loop() {
				tab.do(chromedp.Reload())
				busy = 0 // it counts from here
				measure("load", 1, "window.listed")
				var ms, cpu float64
				stage := func(name, expression string) {
					ms += ask[float64](tab, expression)
					now := tab.busy()
					cpu += now - busy
					busy = now
					took(name+"-ms", ms, 1)
					took(name+"-cpu-ms", cpu, 1)
				}
				stage("cold-count", `count("tag", "site: s7")`)
				stage("cold-first", `first()`)
				stage("cold-screen", `screenful()`)
				stage("cold-all", `all()`)
				var some, every [2]float64
				for _, c := range further {
					ms, cpu = 0, 0
					add := func(to *[2]float64, expression string) {
						ms += ask[float64](tab, expression)
						now := tab.busy()
						cpu += now - busy
						busy = now
						to[0] += ms
						to[1] += cpu
					}
					add(&some, fmt.Sprintf(`count(%q, %q).then(async (ms) => ms + await first())`, c[0], c[1]))
					add(&every, `all()`)
				}
				n := float64(len(further))
				took("filter-ms", some[0], n)
				took("filter-cpu-ms", some[1], n)
				took("filter-all-ms", every[0], n)
				took("filter-all-cpu-ms", every[1], n)

				tab.do(chromedp.Reload())
				ask[float64](tab, `window.listed`)
				longest, from := 0.0, tab.busy()
				ask[float64](tab, `count("tag", "site: s7")`)
				for more := true; more; more = ask[bool](tab, `step()`) {
					now := tab.busy()
					longest, from = max(longest, now-from), now
				}
				took("cold-step-cpu-ms", max(longest, tab.busy()-from), 1)
				ask[any](tab, `history.replaceState(null, "", "#cases")`) // else the next load is of these
			}
			for name, all := range times {
				slices.Sort(all)
				b.ReportMetric(all[len(all)/2], name)
			}
			b.ReportMetric(float64(len(html))/(1<<20), "MB")
		})
	}
}

var further = [][2]string{
	{"tag", ""}, {"outcome", "wrong"}, {"outcome", "mistake"}, {"field", "total"}, {"field", "lines[].sku"},
	{"tag", "lang: de"}, {"show", "failing"}, {"outcome", ""}, {"tag", ""}, {"show", ""},
}

// busy returns how long the thread of the page has worked, in milliseconds of its processor
// time.
func (tab *tab) busy() float64 {
	tab.t.Helper()
	read, err := within(tab, chromedp.Action[performance.GetMetricsResult](func(ctx context.Context, target *chromedp.Target) (performance.GetMetricsResult, error) {
		return cdp.Call(ctx, target, performance.GetMetrics, cdp.Empty{})
	}))
	require.NoError(tab.t, err)
	for _, m := range read.Metrics {
		if m.Name == "TaskDuration" {
			return 1000 * m.Value
		}
	}
	require.Fail(tab.t, "the browser does not say what it did")
	return 0
}

// many is the file of an artifact of n invoices.
func many(b testing.TB, n int) string {
	path := filepath.Join(b.TempDir(), "invoices.jsonl")
	f, err := os.Create(path)
	require.NoError(b, err)
	defer f.Close()
	buffer := bufio.NewWriter(f)
	var line []byte
	put := func(r report.Record) {
		line, err = artifact.AppendRecord(line[:0], r)
		require.NoError(b, err)
		_, err = buffer.Write(line)
		require.NoError(b, err)
	}
	evaluator, records := head(b, "invoices")
	for _, r := range records {
		put(r)
	}
	for i := range invoice(n) {
		c := i.evaluated(b, evaluator, 1, i.got(1))
		c.Tags["site"] = fmt.Sprint("s", i%100)
		put(c)
	}
	put(report.End{Cases: n})
	require.NoError(b, buffer.Flush())
	return path
}
