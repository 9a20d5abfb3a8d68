package internal_test

import (
	entities "html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
)

func renderRatio(v float64) report.Ratio { return report.RatioOf(v, true) }

// measured is an artifact whose summary has metrics, and how far trials agree.
func renderMeasured(numbers []report.Number, stability *report.Stability, gate *report.Gate) artifact.Source {
	if stability != nil && stability.Trials > 1 {
		numbers = slices.Concat(numbers, trialNumbers)
	}
	for i := range numbers {
		numbers[i].OverTrials = true // no case has them
	}
	return memory("measured.jsonl",
		report.Run{Schema: report.Schema, Package: "example.com/service", Repetition: 1},
		report.Dataset{Name: "letters", Gate: gate},
		report.Case{ID: "letter-7", Trial: 1, Status: report.OK, Score: renderRatio(1), Verdict: "pass"},
		report.Summary{Dataset: "letters", Numbers: numbers, Stability: stability},
		report.End{Cases: 1},
	)
}

var (
	someMetrics = []report.Number{
		measure(report.Measure{Name: "schemaValidRate"}, report.Estimate{Value: renderRatio(0.9375), Min: renderRatio(0.875), Max: renderRatio(1)}),
		measure(report.Measure{Name: "failureRate", LessIsBetter: true}, report.Estimate{Value: renderRatio(0.25), Min: renderRatio(0.25), Max: renderRatio(0.25)}),
		measure(report.Measure{Name: "packs", Count: true}, report.Estimate{Value: renderRatio(3)}),
		measure(report.Measure{Name: "sizeMean", Count: true}, report.Estimate{Value: renderRatio(1.5)}),
		measure(report.Measure{Name: "never"}, report.Estimate{}),
	}
	someLimits = &report.Gate{Limits: []report.Limit{
		{Metric: "measure schemaValidRate", Is: "at_least", Value: 0.95},
		{Metric: "measure failureRate", Is: "at_most", Value: 0.25},
		{Metric: "measure packs", Is: "at_least", Value: 4},
		{Metric: "measure never", Is: "at_least", Value: 0.5},
	}}
	someTrials = &report.Stability{
		Trials: 5, Cases: 8, FlakyCases: 3,
		Flaky: []report.FlakyCase{{ID: "letter-7", Failed: 2, Trials: 5}, {ID: "letter-1", Failed: 1, Trials: 5}},
	}
)

var trialNumbers = func() (all []report.Number) {
	for _, n := range []struct {
		name  string
		value float64
	}{
		{"driftRate", 0.5}, {"agreement", 0.9}, {"flipRate", 0.25}, {"pass@1", 0.8}, {"pass@5", 1}, {"pass^1", 0.8}, {"pass^5", 0.625},
		{"agreement of total", 0.8}, {"flipRate of total", 0.5}, {"agreement of lines[]", 1}, {"flipRate of lines[]", 0}, {"jaccard of lines[]", 0.75},
	} {
		all = append(all, report.Number{Name: n.name, Kind: report.KindStability, Estimate: report.Estimate{Value: renderRatio(n.value)}})
	}
	return all
}()

func measure(m report.Measure, e report.Estimate) report.Number {
	n := m.Number()
	n.Estimate = e
	return n
}

func TestMarkdownOfMetricsAndStability(t *testing.T) {
	text := outputs(t, renderMeasured(someMetrics, someTrials, someLimits))["md"]
	_, text, found := strings.Cut(text, "\n**Metrics of")
	require.True(t, found)
	assert.Equal(t, " `letters`**\n"+`
| metric | value | over trials | limit of the gate |
|---|--:|--:|---|
| `+"`schemaValidRate`"+` | ❌ **0.938** | 0.875–1.000 | at least 0.950 not kept |
| `+"`failureRate`"+` | 0.250 |  | at most 0.250 |
| `+"`packs`"+` | ❌ **3** |  | at least 4 not kept |
| `+"`sizeMean`"+` | 1.500 |  |  |
| `+"`never`"+` | ❌ **-** |  | at least 0.500 not kept |

**Stability of `+"`letters`"+`**, over 5 trials of 8 cases

- agreement: **0.900**, of two trials, mean of fields
- flip rate: **0.250**, of values not always the same
- drift rate: **0.500**, of answers not always the same
- pass\@1: **0.800**, of trials pass, mean of cases
- pass\@5: **1.000**, of cases pass in some trial
- pass^5: **0.625**, of cases pass in every trial

| field | agreement | flip rate | Jaccard index |
|---|--:|--:|--:|
| `+"`total`"+` | 0.800 | 0.500 |  |
| `+"`lines[]`"+` | 1.000 | 0.000 | 0.750 |

Flaky: 3 of 8 cases, in some trials a pass and in others not.

- `+"`letter-7`"+` fails in 2 of 5 trials
- `+"`letter-1`"+` fails in 1 of 5 trials
- and 1 more
`, text)
}

// The facts about a metric beyond its value have columns of their own. The gate judges a limit on
// an end of the interval or on a slice.
func TestMetricsWithIntervals(t *testing.T) {
	metrics := []report.Number{
		measure(report.Measure{Name: "rqs", Attainable: renderRatio(0.85)}, report.Estimate{Value: renderRatio(0.7375), Low: renderRatio(0.7), High: renderRatio(0.78)}),
		measure(report.Measure{Name: "hallucination", LessIsBetter: true}, report.Estimate{Value: renderRatio(0.125), Low: renderRatio(0.05), High: renderRatio(0.25), Approximate: true}),
	}
	gate := &report.Gate{Limits: []report.Limit{
		{Metric: "measure rqs", Is: "at_least", Value: 0.72, Bound: report.BoundLow},
		{Metric: "measure hallucination", Is: "at_most", Value: 0.2},
	}}
	source := renderMeasured(metrics, nil, gate)
	text := outputs(t, source)["md"]
	assert.Contains(t, text, `
| metric | value | attainable | 95% interval | limit of the gate |
|---|--:|--:|--:|---|
| `+"`rqs`"+` | ❌ **0.738** | 0.850 | 0.700–0.780 | lower end at least 0.720 not kept |
| `+"`hallucination`"+` | 0.125 |  | ≈0.050–0.250 | at most 0.200 |
`)
	html := htmlOf(t, load(t, render.Options{}, source), page.Options{})
	html = html[strings.Index(html, "<h3>Metrics"):strings.Index(html, `<section id="cases"`)]
	assert.Equal(t, `Metrics
metric | value | attainable | 95% interval | limit of the gate
rqs | 0.738 |  | 0.850 | 0.700–0.780 | lower end at least 0.720 not kept
hallucination | 0.125 |  | ≈0.050–0.250 | at most 0.200
`, strings.TrimRight(renderRows(html), " |\n")+"\n")
}

// rows returns the text of headings, table rows, tiles and list items, one a line.
func renderRows(html string) string {
	html = strings.ReplaceAll(html, "\n", "")
	html = regexp.MustCompile(`</(h3|tr|li|p)>`).ReplaceAllString(html, "\n")
	html = regexp.MustCompile(`</t[hd]>|</span>|</b>`).ReplaceAllString(html, " | ")
	html = entities.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(html, ""))
	return regexp.MustCompile(`( *\| *)+\n`).ReplaceAllString(html, "\n")
}

func TestPageOfMetricsAndStability(t *testing.T) {
	html := htmlOf(t, load(t, render.Options{}, renderMeasured(someMetrics, someTrials, someLimits)), page.Options{})
	from, to := strings.Index(html, "<h3>Metrics"), strings.Index(html, `<section id="cases"`)
	require.True(t, 0 < from && from < to)
	html = html[from:to]
	assert.Equal(t, `Metrics
metric | value | over trials | limit of the gate
schemaValidRate | 0.938 |  | 0.875–1.000 | at least 0.950 not kept
failureRate | 0.250 |  | at most 0.250
packs | 3 |  |  | at least 4 not kept
sizeMean | 1.500
never | - |  |  | at least 0.500 not kept
Stability over 5 trials of 8 cases
agreement | 0.900 | of two trials, mean of fields
flip rate | 0.250 | of values not always the same
drift rate | 0.500 | of answers not always the same
pass@1 | 0.800 | of trials pass, mean of cases
pass@5 | 1.000 | of cases pass in some trial
pass^5 | 0.625 | of cases pass in every trial
field | agreement | flip rate | Jaccard index
total | 0.800 | 0.500
lines[] | 1.000 | 0.000 | 0.750
Flaky: 3 of 8 cases, in some trials a pass and in others not.
letter-7 fails in 2 of 5 trials
letter-1 fails in 1 of 5 trials
and 1 more
`, strings.TrimRight(renderRows(html), " |\n")+"\n")
	assert.Contains(t, html, `<a href="#set=letters&amp;case=letter-7"><code>letter-7</code></a>`, "a case leads to its answers")
	assert.Contains(t, html, `<li><code>letter-1</code>`, "which is not in the page")
	assert.Equal(t, 3, strings.Count(html, `<tr class="bad">`))
}

// Sections and columns without anything in them are not there, nor is the
// stability of a single trial.
func TestNothingOfMetricsThatAreNotThere(t *testing.T) {
	one := &report.Stability{Trials: 1, Cases: 8}
	bare := outputs(t, renderMeasured([]report.Number{measure(report.Measure{Name: "packs", Count: true}, report.Estimate{Value: renderRatio(3)})}, one, nil))
	assert.Contains(t, bare["html"], "<h3>Metrics</h3>")
	for _, absent := range []string{"over trials", "limit of the gate", "<h3>Stability", "Flaky"} {
		assert.NotContains(t, bare["html"], absent)
	}
	assert.NotContains(t, bare["md"], "Stability")
	none := outputs(t, renderMeasured(nil, &report.Stability{Trials: 2, Cases: 8}, nil))
	assert.NotContains(t, none["html"], "<h3>Metrics")
	assert.NotContains(t, none["md"], "Metrics")
	assert.NotContains(t, none["html"], "Flaky: ")
	assert.Contains(t, none["html"], "No case passes in some trials and not in others.")
}

// TestPageOfHostileValues and TestMarkdownOfHostileValues look at the values in them.
func TestHostileSummariesAreShown(t *testing.T) {
	out := outputs(t, hostile)
	for _, section := range []string{"<h3>Metrics</h3>", "<h3>Stability "} {
		assert.Contains(t, out["html"], section)
	}
	for _, section := range []string{"**Metrics of", "**Stability of"} {
		assert.Contains(t, out["md"], section)
	}
}

func TestLimitsOfMetricsInTheTableOfTheGate(t *testing.T) {
	stability := &report.Stability{Trials: 2, Cases: 8}
	source := renderMeasured(someMetrics, stability, &report.Gate{Limits: []report.Limit{
		{Metric: "driftRate", Is: "at_most", Value: 0.25},
		{Metric: "measure packs", Is: "at_least", Value: 2},
	}})
	out := outputs(t, source)
	lines := strings.Split(renderRows(out["html"]), "\n")
	assert.Contains(t, lines, "measure packs | 3 | 2 | kept |  +1.000")
	assert.Contains(t, lines, "driftRate | 0.500 |  | at most 0.250 | not kept |  +0.250")
	assert.Contains(t, out["md"], "\n| `driftRate` | ❌ **0.500** | at most 0.250 | not kept +0.250 |\n| `measure packs` | 3 | 2 | kept +1.000 |\n")
}
