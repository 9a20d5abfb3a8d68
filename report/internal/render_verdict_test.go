package internal_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
)

func TestVerdict(t *testing.T) {
	gate := &report.Gate{MacroF1: 0.5}
	passed, failed := report.GateResult{Passed: true}, report.GateResult{}
	end := report.End{Cases: 1}
	for _, test := range []struct {
		name    string
		records []report.Record
		verdict verdict.Verdict
		head    string
	}{
		{"gate passed", []report.Record{run(1), report.Dataset{Name: "d", Gate: gate}, caseOf("a", true), passed, end}, verdict.Passed, "d: ready to merge, the gate passed"},
		{"gate failed", []report.Record{run(1), report.Dataset{Name: "d", Gate: gate}, caseOf("a", true), failed, end}, verdict.Failed, "d: do not merge, the gate failed"},
		{"passed was written over failed", []report.Record{run(1), report.Dataset{Name: "d", Gate: gate}, caseOf("a", false), passed, end}, verdict.Failed, "d: do not merge, the gate failed"},
		{"gate without a record is judged", []report.Record{run(1), report.Dataset{Name: "d", Gate: gate}, caseOf("a", false), end}, verdict.Failed, "d: do not merge, the gate failed"},
		{"not evaluable", []report.Record{run(1), report.Dataset{Name: "d"}, caseOf("a", true), report.GateResult{NotEvaluable: "3 of 4 cases"}, end}, verdict.NotEvaluable, "d: not evaluable"},
		{"broke off", []report.Record{run(1), report.Dataset{Name: "d"}, caseOf("a", true)}, verdict.NotEvaluable, "d: not evaluable"},
		{"no gate, all pass", []report.Record{run(1), report.Dataset{Name: "d"}, caseOf("a", true), end}, verdict.NoGate, "d: no gate: the only case passes"},
		{"no gate, one fails", []report.Record{run(1), report.Dataset{Name: "d"}, caseOf("a", false), end}, verdict.NoGate, "d: no gate: 1 of 1 case does not pass"},
		{"no case", []report.Record{run(1), report.Dataset{Name: "d"}, report.End{}}, verdict.NotEvaluable, "d: not evaluable"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := load(t, render.Options{}, memory("a.jsonl", test.records...))
			assert.Equal(t, test.verdict, r.Verdict())
			assert.Contains(t, htmlOf(t, r, page.Options{}), "<title>"+test.head+"</title>")
		})
	}
}

func TestLimitsThatAreKept(t *testing.T) {
	errors := func(n, allowed int) report.Check {
		return report.Check{Metric: "errors", Value: report.RatioOf(float64(n), true), Limit: float64(allowed), Passed: true}
	}
	limit := report.Check{Metric: "micro F1", Value: report.RatioOf(1, true), Limit: 0.9, Passed: true}
	chance := limit
	chance.Low, chance.High = report.RatioOf(0.85, true), limit.Value
	slice, rule, rare := limit, limit, limit
	slice.Slice, slice.Cases = "vendor=acme", 2
	rule.Metric, rule.Cases = "rule adds_up", 4
	rare.Values = 3
	for _, test := range []struct {
		checks []report.Check
		want   string
	}{
		{[]report.Check{limit, limit, errors(0, 0)}, "all 2 limits are kept, no errors, over 60 cases"},
		{[]report.Check{limit, errors(0, 0)}, "the only limit is kept, no errors, over 60 cases"},
		{[]report.Check{limit, errors(1, 2)}, "the only limit is kept, 1 error, within the 2 allowed, over 60 cases"},
		{[]report.Check{limit, chance, errors(0, 0)}, "all 2 limits are kept, 1 of 2 within the interval (other documents could fail), no errors, over 60 cases"},
		{[]report.Check{chance, errors(0, 0)}, "the only limit is kept, and lies within the interval (other documents could fail), no errors, over 60 cases"},
		{[]report.Check{errors(0, 0)}, "no errors, over 60 cases"},
		{[]report.Check{slice, errors(0, 0)}, "the only limit is kept, over some of the cases, no errors, over 60 cases"},
		{[]report.Check{rare, slice, rule, errors(0, 0)}, "all 3 limits are kept, 2 of 3 over some of the cases, no errors, over 60 cases"},
	} {
		gate := report.GateResult{Passed: true, Cases: 60, Checks: test.checks}
		source := memory("a.jsonl", run(1), report.Dataset{Name: "d"}, caseOf("a", true), gate, report.End{Cases: 1})
		r := load(t, render.Options{}, source)
		assert.Contains(t, renderWritten(t, func(w io.Writer) error { return render.WriteMarkdown(w, r, render.MarkdownOptions{}) }), "  - `"+test.want+"`\n")
		assert.Equal(t, slices.Contains(test.checks, chance), strings.Contains(htmlOf(t, r, page.Options{}),
			`<span class="ok">kept</span> <span class="dim">&#43;0.100</span></td><td class="n"><span class="dim">0.850–1.000</span></td>`))
		assert.Equal(t, slices.Contains(test.checks, chance), strings.Contains(htmlOf(t, r, page.Options{}), "Where an interval is given, the limit lies within it"))
		assert.Equal(t, slices.Contains(test.checks, chance), strings.Contains(renderWritten(t, func(w io.Writer) error { return render.JUnit(w, nil, source) }), "micro F1 1.000 reaches 0.900, within the interval 0.850–1.000: other documents could fail"))
	}
}

// The tables of limits say over how many cases each number is.
func TestLimitsSayOverHowManyCases(t *testing.T) {
	limit := report.Check{Metric: "F1 of total", Value: report.RatioOf(0.5, true), Limit: 0.9}
	slice, rare, partial, whole := limit, limit, limit, limit
	slice.Slice, slice.Cases = "vendor=acme", 2
	rare.Values = 3
	partial.Metric, partial.Cases, partial.Silent = "cost per case", 28, 1
	source := memory("a.jsonl", run(1), report.Dataset{Name: "d"}, caseOf("a", true), report.GateResult{Cases: 30, Checks: []report.Check{slice, rare, partial, whole}}, report.End{Cases: 1})
	r := load(t, render.Options{}, source)
	markdown := renderWritten(t, func(w io.Writer) error { return render.WriteMarkdown(w, r, render.MarkdownOptions{}) })
	for _, want := range []string{
		"  - `F1 of total where vendor=acme 0.500 (of 2 cases) is below 0.900`\n",
		"| `F1 of total where vendor=acme` | ❌ **0.500** (of 2 of 30 cases) | 0.900 |",
		"| `F1 of total` | ❌ **0.500** (with 3 values in the truths) | 0.900 |",
		"| `cost per case` | ❌ **$0.5** (of 28 of 29 cases) | $0.9 |",
		"| `F1 of total` | ❌ **0.500** | 0.900 |",
	} {
		assert.Contains(t, markdown, want)
	}
	assert.Contains(t, htmlOf(t, r, page.Options{}), `<span class="dim">(of 2 of 30 cases)</span>`)
	assert.Contains(t, renderWritten(t, func(w io.Writer) error { return render.JUnit(w, nil, source) }), "F1 of total where vendor=acme 0.500 (of 2 of 30 cases) is below 0.900")
}

// A run that is no worse than its baseline says so among the reasons and in the row of the limit, and not below the table once more.
func TestBaselineIsNotRepeated(t *testing.T) {
	written := func(b report.Baseline) string {
		source := memory("a.jsonl", run(1), report.Dataset{Name: "d"}, caseOf("a", true), report.GateResult{Passed: b.Passed(), Cases: 1, Baseline: &b}, report.End{Cases: 1})
		return renderWritten(t, func(w io.Writer) error {
			return render.WriteMarkdown(w, load(t, render.Options{}, source), render.MarkdownOptions{})
		})
	}
	passed := written(report.Baseline{File: "b.jsonl", Cases: 1})
	assert.Equal(t, 1, strings.Count(passed, "no worse than the baseline b.jsonl over 1 case"))
	assert.Contains(t, passed, "| no worse than `b.jsonl` | no worse |")
	worse := written(report.Baseline{File: "b.jsonl", Cases: 1, Hidden: []string{"F1 of total"}})
	assert.Equal(t, 2, strings.Count(worse, "under the old rules F1 of total"), "%s", worse)
	assert.Contains(t, written(report.Baseline{File: "b.jsonl", NotEvaluable: "no baseline yet"}), "baseline not evaluable: no baseline yet")
}

// Errors of comparators lead to the cases with values that could not be compared: none of them has failed.
func TestErrorsOfComparatorsLeadToTheirCases(t *testing.T) {
	c := report.Case{
		ID: "a", Trial: 1, Status: report.OK, Verdict: eval.Fail, Score: report.RatioOf(0, true),
		Counts: []metrics.Row{{Attribute: "total", Counts: metrics.Counts{Errored: 1}}},
		Fields: []report.Field{{Path: "total", Attribute: "total", Outcome: metrics.Errored, Note: "there is no key"}},
	}
	source := memory("a.jsonl", run(1), report.Dataset{Name: "d", Gate: &report.Gate{MicroF1: 0.5}}, c, report.End{Cases: 1})
	html := htmlOf(t, load(t, render.Options{}, source), page.Options{})
	assert.Contains(t, html, `<a href="#set=d&amp;outcome=errored"><b>errors</b></a> <span class="why">1 error, more than the 0 allowed</span>`)
	assert.Contains(t, html, `<span class="what">most frequent error</span> <a href="#set=d&amp;outcome=errored"><b>1 case</b></a> <span class="why">total could not be compared: there is no key</span>`)
}

// Without cases there are no counts by verdict, and without a match there is no F1.
func TestMarkdownOfNothing(t *testing.T) {
	source := memory("a.jsonl", run(1), report.Dataset{Name: "d"}, report.End{})
	text := renderWritten(t, func(w io.Writer) error {
		return render.WriteMarkdown(w, load(t, render.Options{}, source), render.MarkdownOptions{})
	})
	assert.Contains(t, text, ", 0 cases\n")
	assert.Contains(t, text, "- micro F1, of all values: **-**, no value\n")
	source = memory("a.jsonl", run(1), report.Dataset{Name: "d"}, caseOf("a", false), report.End{Cases: 1})
	assert.Contains(t, renderWritten(t, func(w io.Writer) error {
		return render.WriteMarkdown(w, load(t, render.Options{}, source), render.MarkdownOptions{})
	}), "- micro F1, of all values: **-**, no match, ")
}

func TestHeadNamesTheDataSetsThatHaveNotPassed(t *testing.T) {
	sources := []artifact.Source{memory("0.jsonl", run(1), report.Dataset{Name: "right"}, caseOf("a", true), report.End{Cases: 1})}
	for i := range 12 {
		sources = append(sources, memory(fmt.Sprint(i, ".jsonl"), run(1), report.Dataset{Name: fmt.Sprintf("wrong-%02d", i)}, caseOf("a", false)))
	}
	reasons := func(sources ...artifact.Source) string {
		html := htmlOf(t, load(t, render.Options{}, sources...), page.Options{})
		_, html, _ = strings.Cut(html, `<ul class="reasons">`)
		html, _, _ = strings.Cut(html, "</ul>")
		return html
	}
	assert.Equal(t, "<li>no gate: the only case passes</li>", reasons(sources[0]))
	assert.Equal(t, `<li><a href="#set=wrong-00"><b>wrong-00</b></a>: 0.jsonl: data set &#34;wrong-00&#34; has no end record: its run broke off</li>`+
		`<li><a href="#set=right"><b>right</b></a>: no gate: the only case passes</li>`, reasons(sources[:2]...))
	all := reasons(sources...)
	assert.Equal(t, 11, strings.Count(all, "<li>"))
	assert.Contains(t, all, "<li>3 more data sets, below</li>")
	assert.NotContains(t, all, "right")
}

func TestShardsAreOneDataSetAndTheirGateIsJudgedAgain(t *testing.T) {
	ds := report.Dataset{Name: "d", Gate: &report.Gate{MicroF1: 0.6}}
	r := load(t, render.Options{},
		memory("1.jsonl", run(1), ds, caseOf("a", true), report.GateResult{Passed: true}, report.End{Cases: 1}),
		memory("2.jsonl", run(1), ds, caseOf("b", false), caseOf("a", true), report.GateResult{}, report.End{Cases: 2}))
	require.Len(t, r.Sets, 1)
	set := r.Sets[0]
	assert.Equal(t, 2, set.Summary.Cases().Total())
	assert.Equal(t, artifact.Broken, set.State())
	assert.Equal(t, `2.jsonl:4: report: data set "d": case "a" was recorded twice in trial 1`, set.Why())
}

func TestShardsThatAreMissingAreNoVerdict(t *testing.T) {
	shard := func(n int) report.Dataset {
		return report.Dataset{Name: "d", Cases: 2, Shard: n, Shards: 2, Gate: &report.Gate{MicroF1: 0.5}}
	}
	first := memory("1.jsonl", run(1), shard(1), caseOf("a", true), report.End{Cases: 1})
	second := memory("2.jsonl", run(1), shard(2), caseOf("b", true), report.End{Cases: 1})

	r := load(t, render.Options{}, first)
	const missing = `report: data set "d": 1 of 2 shards are there, missing 2`
	assert.Equal(t, verdict.NotEvaluable, r.Verdict())
	assert.Equal(t, missing, r.Sets[0].Why())
	text := renderWritten(t, func(w io.Writer) error { return render.WriteMarkdown(w, r, render.MarkdownOptions{}) })
	assert.Contains(t, text, "## ⚠️ Extraction: not evaluable\n")
	assert.Contains(t, text, "  - `"+missing+"`\n")
	assert.Contains(t, htmlOf(t, r, page.Options{}), "d: not evaluable")

	xml := renderWritten(t, func(w io.Writer) error { return render.JUnit(w, nil, first) })
	assert.Contains(t, xml, `tests="2" failures="0" errors="1" time="0.000" skipped="0"`)
	assert.Contains(t, xml, `<error message="d: gate not evaluable: report: data set &#34;d&#34;: 1 of 2 shards are there, missing 2" type="not evaluable">`)
	xml = renderWritten(t, func(w io.Writer) error {
		return render.JUnit(w, nil, memory("1.jsonl", run(1), shard(1), caseOf("a", true)))
	})
	assert.Contains(t, xml, `<error message="d: gate not evaluable: 1.jsonl: data set &#34;d&#34; has no end record: its run broke off" type="not evaluable">`)

	r = load(t, render.Options{}, first, second)
	assert.Equal(t, verdict.Passed, r.Verdict())
	assert.Equal(t, artifact.Whole, r.Sets[0].State())
}

func TestHistory(t *testing.T) {
	ds := report.Dataset{Name: "d"}
	older := memory("older.jsonl", run(1), ds, caseOf("a", false), caseOf("b", true), report.End{Cases: 2})
	old := memory("old.jsonl", run(2), ds, caseOf("a", true), caseOf("b", true), report.End{Cases: 2})
	now := memory("new.jsonl", run(3), ds, caseOf("a", true), caseOf("b", false), report.End{Cases: 2})
	r := load(t, render.Options{History: []artifact.Source{old, older}}, now)
	require.Len(t, r.Sets[0].History, 2)
	assert.Equal(t, 1, r.Sets[0].History[0].Run.Start.Day(), "the oldest first")
	html := htmlOf(t, r, page.Options{})
	assert.Contains(t, html, "of 3 runs, this one last")

	comparison, err := diff.Compare([]artifact.Source{old}, []artifact.Source{now}, diff.Options{})
	require.NoError(t, err)
	html = htmlOf(t, r, page.Options{Comparison: &comparison})
	assert.Contains(t, html, "Broken: 1 case")
	assertHarmless(t, styleElement.ReplaceAllString(strings.TrimPrefix(pageScript.ReplaceAllString(packedData.ReplaceAllString(html, ""), ""), "<!doctype html>\n"), ""))
	text := renderWritten(t, func(w io.Writer) error {
		return render.WriteMarkdown(w, r, render.MarkdownOptions{Comparison: &comparison})
	})
	assert.Contains(t, text, "\n<details open><summary>Broken: 1 case</summary>\n\n- `b`: `total`\n\n</details>\n")
	assert.Regexp(t, "(?m)^\\| ~ \\| `micro F1` .* \\|  \\|  \\|$", text, "averages have no counts of cases")
	assert.Regexp(t, "(?m)^\\| ~ \\| `total` .* \\| 1 wrong \\| 1 \\| 0 \\|$", text)

	same, err := diff.Compare([]artifact.Source{old}, []artifact.Source{old}, diff.Options{})
	require.NoError(t, err)
	text = renderWritten(t, func(w io.Writer) error { return render.WriteMarkdown(w, r, render.MarkdownOptions{Comparison: &same}) })
	assert.Contains(t, text, "\n|  | `micro F1` | 1.000 | 1.000 |  |  |  |  |  |  |\n")
	assert.Contains(t, text, "<summary>1 field of <code>d</code> without a change</summary>")
	assert.NotContains(t, text, "Disappeared")

	less, err := diff.Compare([]artifact.Source{old}, []artifact.Source{memory("less.jsonl", run(3), ds, caseOf("a", true), report.End{Cases: 1})}, diff.Options{})
	require.NoError(t, err)
	text = renderWritten(t, func(w io.Writer) error { return render.WriteMarkdown(w, r, render.MarkdownOptions{Comparison: &less}) })
	assert.Contains(t, text, "\n<details><summary>Disappeared: 1 case</summary>\n\n- `b`\n\n</details>\n")
	assert.Contains(t, htmlOf(t, r, page.Options{Comparison: &less}), "Disappeared: 1 case")

	// Where spec and documents have changed, the numbers are not to be read without a note.
	strict, moved := ds, caseOf("a", true)
	strict.SpecHash, moved.InputHash = "00000000000000ff", "00000000000000ff"
	given := caseOf("a", true)
	given.InputHash = "00000000000000aa"
	others, err := diff.Compare([]artifact.Source{memory("given.jsonl", run(2), ds, given, report.End{Cases: 1})},
		[]artifact.Source{memory("strict.jsonl", run(3), strict, moved, report.End{Cases: 1})}, diff.Options{})
	require.NoError(t, err)
	text = renderWritten(t, func(w io.Writer) error {
		return render.WriteMarkdown(w, r, render.MarkdownOptions{Comparison: &others})
	})
	assert.Contains(t, text, "\n- note: `the spec has changed: differences may come from the rules`\n"+
		"- note: `the input of 1 case (a) has changed: differences may come from the documents, unless only their paths changed`\n")
	assert.NotContains(t, text, "with fewer than", "the rows say so")
	page := htmlOf(t, r, page.Options{Comparison: &others})
	assert.Contains(t, page, "the input of 1 case (a) has changed: differences may come from the documents, unless only their paths changed")
}

// A gate with room in it passes a run that has become worse: the head of the report says so.
func TestVerdictOfWhatPassedAndRegressed(t *testing.T) {
	records := func(right int) (all []report.Record) {
		all = append(all, run(1), report.Dataset{Name: "d", Gate: &report.Gate{MicroF1: 0.5}})
		for i := range 100 {
			all = append(all, caseOf(fmt.Sprintf("case-%03d", i), i < right))
		}
		return append(all, report.GateResult{Passed: true}, report.End{Cases: 100})
	}
	before, now := memory("old.jsonl", records(95)...), memory("new.jsonl", records(70)...)
	worse, err := diff.Compare([]artifact.Source{before}, []artifact.Source{now}, diff.Options{})
	require.NoError(t, err)
	require.True(t, worse.Regressed())
	r := load(t, render.Options{}, now)
	html := htmlOf(t, r, page.Options{Comparison: &worse})
	assert.Contains(t, html, "<h1>d: look before you merge, the gate passed, and the run is worse than the last one</h1>")
	assert.Contains(t, html, `<header class="top warn">`)
	text := renderWritten(t, func(w io.Writer) error { return render.WriteMarkdown(w, r, render.MarkdownOptions{Comparison: &worse}) })
	assert.Contains(t, text, "## ⚠️ Extraction: look before you merge, the gate passed, and the run is worse than the last one\n")

	better, err := diff.Compare([]artifact.Source{now}, []artifact.Source{before}, diff.Options{})
	require.NoError(t, err)
	assert.Contains(t, htmlOf(t, r, page.Options{Comparison: &better}), "<h1>d: ready to merge, the gate passed</h1>")
	assert.Equal(t, verdict.Passed, r.Verdict(), "of the run alone")
}
