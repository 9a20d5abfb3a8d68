package internal_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/history"
	"github.com/extracteval/extracteval/report/internal/render/page/several"
	"github.com/extracteval/extracteval/report/internal/runs"
	"github.com/extracteval/extracteval/testdata/effort"
)

// trendOf is a history of one data set with an interval of ±0.05 around each F1; a value below 0 is a run
// without the field.
func trendOf(rows map[string][]float64, order ...string) history.Report {
	r := history.Report{Last: 2, Recent: diff.Report{Level: 0.95}}
	set := history.Set{Dataset: "invoices"}
	for _, name := range order {
		row := history.Row{Row: runs.Row{Name: name}}
		for _, v := range rows[name] {
			var e report.Estimate
			if v >= 0 {
				e = report.Estimate{Value: report.RatioOf(v, true), Low: report.RatioOf(v-0.05, true), High: report.RatioOf(min(1, v+0.05), true), Approximate: v < 0.85}
			}
			row.Values = append(row.Values, e)
		}
		set.Rows = append(set.Rows, row)
	}
	for i := range rows[order[0]] {
		r.Runs = append(r.Runs, history.Run{Input: runs.Input{Name: fmt.Sprintf("run-%d", i+1)}, Start: time.Date(2026, 11, 1+i, 0, 0, 0, 0, time.UTC)})
	}
	r.Sets = []history.Set{set}
	return r
}

func trendPage(t *testing.T, r history.Report) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, several.WriteTrend(&b, r))
	return b.String()
}

// By hand: the least value is 0.8, so the scale is from 0.7, with 80 units for 0.3; four runs are 64 units apart, from 36. The
// second run lacks the field: its neighbours have a bar each in place of an area.
func TestHistoryChart(t *testing.T) {
	r := trendOf(map[string][]float64{"total": {1, -1, 0.8, 0.85}, "number": {1, 1, 1, 1}}, "number", "total")
	r.Sets[0].Rows[1].Change = &history.Change{Run: 2, Before: report.RatioOf(1, true), After: report.RatioOf(0.85, true), P: 0.012}
	r.Sets[0].Rows[1].Recent = &diff.Row{Row: runs.Row{Name: "total"}, Change: diff.Change{Verdict: diff.Regressed, Delta: report.RatioOf(-0.2, true)}}
	html := trendPage(t, r)
	total, number, found := strings.Cut(html[strings.Index(html, "<figure"):], "</figure>")
	require.True(t, found)
	assert.Contains(t, total, `<figure class="bad">`, "what regressed comes first")
	assert.Contains(t, total, `<code>total</code>`)
	assert.Contains(t, total, `<path class="lineF1" d="M36 8M164 61.3L228 48"/>`)
	assert.Contains(t, total, `<path class="band" d="M26.4 8L45.6 8L45.6 21.3L26.4 21.3Z"/><path class="band" d="M164 48L228 34.7L228 61.3L164 74.7Z"/>`)
	assert.Contains(t, total, `<path class="mean" d="M36 8H132"/><path class="mean" d="M132 48H228"/><path class="change" d="M132 8V88"/>`)
	assert.Contains(t, total, `<rect class="shade" x="132" y="8" width="100" height="80"/>`, "the last two of four")
	assert.Contains(t, total, `<title>run-3 (2026-11-03): 0.800 (≈0.750–0.850)</title>`)
	assert.Contains(t, total, "<b>regressed -0.200 (p ")
	assert.Contains(t, total, "change point: 1.000 → 0.850 since run-3 (2026-11-03) (p 0.012)")
	assert.Contains(t, number, `d="M36 8L100 8L164 8L228 8"`)
	assert.Contains(t, number, "change point: too few runs")
}

// Nothing that a run or field is named breaks out of its place, and the page may run nothing.
func TestHistoryIsHarmless(t *testing.T) {
	evil := `</title><script>alert(1)</script>"'><img src=x onerror=alert(1)>`
	r := trendOf(map[string][]float64{evil: {1, 0.9}}, evil)
	r.Runs[0].Name, r.Sets[0].Dataset = evil, evil
	html := trendPage(t, r)
	assert.NotContains(t, html, "<script")
	assert.NotContains(t, html, "<img")
	policy := regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(html)
	require.NotNil(t, policy)
	assert.Contains(t, policy[1], "default-src &#39;none&#39;")
	assert.NotContains(t, policy[1], "script-src")
	style := regexp.MustCompile(`(?s)<style>(.*?)</style>`).FindStringSubmatch(html)
	require.NotNil(t, style)
	sum := sha256.Sum256([]byte(style[1]))
	assert.Contains(t, strings.ReplaceAll(policy[1], "&#43;", "+"), base64.StdEncoding.EncodeToString(sum[:]), "the style is as it was hashed")
}

func TestHistoryIsBounded(t *testing.T) {
	effort.NeedsLong(t)
	rows, order := map[string][]float64{}, []string{}
	for i := range 250 {
		name := fmt.Sprintf("field_%d", i)
		order = append(order, name)
		for run := range 120 {
			rows[name] = append(rows[name], 0.9+0.001*float64((i*run)%100))
		}
	}
	r := trendOf(rows, order...)
	html := trendPage(t, r)
	assert.Equal(t, 200, strings.Count(html, "<figure"))
	assert.Equal(t, 200*100, strings.Count(html, "<circle"))
	assert.Contains(t, html, "50 more fields not drawn.")
	assert.Contains(t, html, "20 older runs not drawn")
	assert.Less(t, len(html), 4<<20)

	for range 9 {
		r.Sets = append(r.Sets, r.Sets[0])
	}
	assert.LessOrEqual(t, strings.Count(trendPage(t, r), "<circle"), 50_000+10*100, "of ten data sets")
}
