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
	"github.com/extracteval/extracteval/report/render"
	"github.com/extracteval/extracteval/report/render/page"
)

// clock says when a page has listed its cases, and how long it takes to list others, in
// milliseconds: until they are drawn.
const clock = `
const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
const change = (node, is) => new Promise((done) => {
  const look = () => is() && (watcher.disconnect(), done());
  const watcher = new MutationObserver(look);
  watcher.observe(node, { childList: true, subtree: true, characterData: true });
});
window.listed = change(document, () => document.querySelector("#count")?.textContent).then(drawn).then(() => performance.now());
window.choose = async (name, value) => {
  const start = performance.now(), control = document.querySelector("#filters [name=" + name + "]");
  const counted = change(document.querySelector("#count"), () => true);
  control.value = value;
  control.dispatchEvent(new Event("input", { bubbles: true }));
  await counted;
  await drawn();
  return performance.now() - start;
};
`

// BenchmarkPage opens pages of many cases: load is from the beginning of the navigation until
// the list of cases is drawn, first from the choice of a filter until the cases that it leaves
// are, one in a hundred, in chunks that are not unpacked yet, and filter the mean of ten further
// choices. Each is the median of all runs, in ms by the clock, and in cpu-ms of the thread of the page, whose
// work in the background is in it.
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
				measure("first", 1, `choose("tag", "site: s7")`)
				measure("filter", 10, `(async () => {
					const choices = [["tag", ""], ["outcome", "wrong"], ["outcome", "mistake"], ["field", "total"], ["field", "lines[].sku"], ["tag", "lang: de"], ["show", "failing"], ["outcome", ""], ["tag", ""], ["show", ""]];
					let sum = 0;
					for (const [name, value] of choices) sum += await choose(name, value);
					return sum;
				})()`)
			}
			for name, all := range times {
				slices.Sort(all)
				b.ReportMetric(all[len(all)/2], name)
			}
			b.ReportMetric(float64(len(html))/(1<<20), "MB")
		})
	}
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
func many(b *testing.B, n int) string {
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
