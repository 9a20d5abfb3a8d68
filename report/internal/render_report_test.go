package internal_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/testdata/effort"
)

func run(day int) report.Run {
	return report.Run{Schema: report.Schema, Package: "example.com/p", Repetition: 1, Start: time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC)}
}

// caseOf is a case with one field, right or wrong.
func caseOf(id string, right bool) report.Case {
	c := report.Case{ID: id, Trial: 1, Status: report.OK, Verdict: eval.Fail, Score: report.RatioOf(0, true)}
	outcome := metrics.Wrong
	if right {
		outcome, c.Verdict, c.Score = metrics.Match, eval.Pass, report.RatioOf(1, true)
	} else {
		c.Misses = []string{"total"}
	}
	var counts metrics.Counts
	counts.Add(outcome)
	c.Counts = []metrics.Row{{Attribute: "total", Counts: counts}}
	c.Fields = []report.Field{{Path: "total", Attribute: "total", Outcome: outcome, Got: json.RawMessage(`1`), Want: json.RawMessage(`2`)}}
	return c
}

func TestMarkdownShowsACaseOnceWithItsWorstTrial(t *testing.T) {
	first, second, other := caseOf("a", false), caseOf("a", false), caseOf("b", false)
	second.Trial, first.Score = 2, report.RatioOf(0.5, true)
	r := load(t, render.Options{}, memory("a.jsonl", run(1), report.Dataset{Name: "d"}, first, second, other, report.End{Cases: 3}))
	text := renderWritten(t, func(w io.Writer) error { return render.WriteMarkdown(w, r, render.MarkdownOptions{}) })
	assert.Equal(t, 2, strings.Count(text, "<details>"))
	assert.Contains(t, text, "<summary>fail · score 0.000 · <code>a</code> · trial 2</summary>")
}

func TestPageShowsACaseOnceWithItsTrials(t *testing.T) {
	right, wrong := caseOf("a", true), caseOf("a", false)
	wrong.Trial = 2
	other := [2]report.Case{caseOf("b", true), caseOf("b", true)}
	other[1].Trial = 2
	records := []report.Record{run(1), report.Dataset{Name: "d"}, right, wrong, other[0], other[1], report.End{Cases: 4}}
	html := htmlOf(t, load(t, render.Options{}, memory("a.jsonl", records...)), page.Options{})
	entries := fragments(t, html)
	require.Len(t, entries, 2)
	assert.Contains(t, entries[0], `<summary><span class="badge bad">fail</span> <a class="open" href="#set=d&amp;case=a"><code class="id">a</code></a> <span class="dim">1 of 2 trials pass</span> <span class="score">0.000–1.000</span> <span class="brief">total</span></summary>`)
	assert.Regexp(t, `(?s)<details class="trial bad" open><summary>trial 2 .*<details class="trial ok"><summary>trial 1 `, entries[0], "the worst trial first")
	assert.Contains(t, entries[1], `<span class="dim">2 of 2 trials pass</span> <span class="score">1.000</span>`)
	assert.Contains(t, html, `<p class="dim">The worst first. <span`)
	assert.Contains(t, html, `<span class="label">cases, 2 trials each</span><b class="value">2</b>`)

	text := renderWritten(t, func(w io.Writer) error {
		return render.WriteMarkdown(w, load(t, render.Options{}, memory("a.jsonl", records...)), render.MarkdownOptions{})
	})
	assert.Contains(t, text, ", 2 cases in 2 trials (3 pass, 1 fail)\n")

	assert.Contains(t, html, `<span class="sub"><span class="whole">75%</span> of trials pass</span>`)

	html = htmlOf(t, load(t, render.Options{MaxCases: 1}, memory("a.jsonl", records...)), page.Options{})
	assert.Contains(t, html, "The worst first. 1 other, with a better score, is not in this page; every number above counts it.")
	assert.Contains(t, fragments(t, html)[0], `<p class="dim">1 other trial, with better scores, not in this page</p>`)
}

func TestProblemsOfTheArtifactAreListed(t *testing.T) {
	for _, test := range []struct {
		name string
		text []string
		want []string
	}{
		{"a bad line", []string{"d", "a", "bad", "end 1"}, []string{"x.jsonl:4: not JSON: invalid character 'o' in literal null (expecting 'u')"}},
		{"no end", []string{"d", "a"}, []string{`x.jsonl: data set "d" has no end record: its run broke off`}},
		{"no end, then another run", []string{"d", "a", "run", "d", "b", "end 1"}, []string{`x.jsonl: data set "d" has no end record: its run broke off`}},
		{"lost cases", []string{"d", "a", "end 3"}, []string{"x.jsonl:4: 1 of 3 cases could be read"}},
		{"nothing", []string{"d", "a", "b", "end 2"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := renderLine(t, run(1))
			for _, what := range test.text {
				switch n := 0; what {
				case "run":
					text += renderLine(t, run(1))
				case "d":
					text += renderLine(t, report.Dataset{Name: "d"})
				case "bad":
					text += "no record|`\n"
				case "a", "b":
					text += renderLine(t, caseOf(what, true))
				default:
					_, err := fmt.Sscanf(what, "end %d", &n)
					require.NoError(t, err)
					text += renderLine(t, report.End{Cases: n})
				}
			}
			r := load(t, render.Options{}, textSource("x.jsonl", text))
			var problems []string
			for _, err := range r.Sets[0].Problems.First {
				problems = append(problems, err.Error())
			}
			assert.Equal(t, test.want, problems)
			md := renderWritten(t, func(w io.Writer) error { return render.WriteMarkdown(w, r, render.MarkdownOptions{}) })
			html := htmlOf(t, r, page.Options{})
			assert.Equal(t, test.want != nil, r.Sets[0].State() == artifact.Broken)
			assert.Equal(t, test.want != nil, strings.Contains(md, "\n**Problems of the artifact of `d`**\n\n- `x.jsonl:"), md)
			assert.Equal(t, test.want != nil, strings.Contains(html, "<h3>Problems of the artifact</h3>\n<ul class=\"problems\"><li>x.jsonl:"))
		})
	}
}

func renderLine(t *testing.T, r report.Record) string {
	t.Helper()
	text, err := artifact.AppendRecord(nil, r)
	require.NoError(t, err)
	return string(text)
}

func TestApproximateIntervalsAreSaid(t *testing.T) {
	const footnote = `<p class="dim">≈ approximate: fewer than 20 documents, effectively, have a value.</p>`
	for n, said := range map[int]bool{1: false, 2: true, 15: true, 30: false} {
		records := []report.Record{run(1), report.Dataset{Name: "d"}}
		for i := range n {
			records = append(records, caseOf(fmt.Sprint(i), i%2 == 0))
		}
		html := htmlOf(t, load(t, render.Options{}, memory("a.jsonl", append(records, report.End{Cases: n})...)), page.Options{})
		assert.Equal(t, said, strings.Contains(html, footnote), n)
		if n == 1 {
			assert.NotContains(t, html, `class="whisker"`)
			assert.Contains(t, html, "no interval: too few cases")
		}
	}
}

func TestDataSetsOfOneNameHaveTheirPackage(t *testing.T) {
	first, second := run(1), run(1)
	second.Package, second.Repetition = "example.com/q", 2
	ds, c := report.Dataset{Name: "d"}, caseOf("a", false)
	c.Fields[0].Confidence = report.RatioOf(0.5, true)
	r := load(t, render.Options{}, memory("1.jsonl", first, ds, c, report.End{Cases: 1}), memory("2.jsonl", second, ds, c, report.End{Cases: 1}))
	html := htmlOf(t, r, page.Options{})
	assert.Contains(t, html, `<a href="#set=d&#43;in&#43;example.com%2Fp">d in example.com/p</a>`)
	assert.Contains(t, html, `<a href="#set=d&#43;in&#43;example.com%2Fq&#43;%28repetition&#43;2%29">d in example.com/q (repetition 2)</a>`)
	text := renderWritten(t, func(w io.Writer) error { return render.WriteMarkdown(w, r, render.MarkdownOptions{}) })
	assert.Contains(t, text, "\n### `d in example.com/p`\n")
	assert.Contains(t, text, "\n**Confidence of `d in example.com/p`**\n")
	assert.NotContains(t, text, "`d`")
}

func TestFieldsWithoutAnyValueAreNamed(t *testing.T) {
	c := caseOf("a", true)
	c.Counts = append(c.Counts, metrics.Row{Attribute: "to|tl", Counts: metrics.Counts{CorrectAbsence: 1}})
	r := load(t, render.Options{}, memory("a.jsonl", run(1), report.Dataset{Name: "d"}, c, report.End{Cases: 1}))
	assert.Contains(t, renderWritten(t, func(w io.Writer) error { return render.WriteMarkdown(w, r, render.MarkdownOptions{}) }), "\nno value in any truth or answer: `to\\u007ctl`.\n")
	assert.Contains(t, htmlOf(t, r, page.Options{}), `<p class="dim">no value in any truth or answer: <code>to|tl</code>.</p>`)
}

func TestCasesAreBoundedTheWorstStay(t *testing.T) {
	records := []report.Record{run(1), report.Dataset{Name: "d"}}
	for i := range 1000 {
		records = append(records, caseOf(fmt.Sprintf("case-%04d", i), i%100 != 0))
	}
	source := memory("a.jsonl", append(records, report.End{Cases: 1000})...)
	r := load(t, render.Options{MaxCases: 12}, source)
	require.Len(t, r.Sets[0].Cases, 12)
	assert.Equal(t, "case-0000", r.Sets[0].Cases[0].ID)
	assert.Equal(t, "case-0900", r.Sets[0].Cases[9].ID, "ten failed")
	assert.Equal(t, "case-0001", r.Sets[0].Cases[10].ID, "then those that pass, by id")
	html := htmlOf(t, r, page.Options{})
	assert.Contains(t, html, "The worst first. 988 others, with better scores, are not in this page; every number above counts them.")

	small := htmlOf(t, load(t, render.Options{}, source), page.Options{MaxBytes: 1})
	assert.Contains(t, small, "The worst first. 800 others", "one chunk is always there")
	assert.Len(t, fragments(t, small), 200)
}

func TestMarkdownKeepsToItsSize(t *testing.T) {
	records := []report.Record{run(1), report.Dataset{Name: "d"}}
	n := effort.Size(250, 500)
	for i := range n {
		records = append(records, caseOf(fmt.Sprintf("case-%04d", i), false))
	}
	r := load(t, render.Options{}, memory("a.jsonl", append(records, report.End{Cases: n})...))
	for _, size := range []int{100, 600, 2000, 65536} {
		text := renderWritten(t, func(w io.Writer) error {
			return render.WriteMarkdown(w, r, render.MarkdownOptions{MaxBytes: size, MaxCases: 1000})
		})
		assert.LessOrEqual(t, len(text), size)
		assert.Contains(t, text+"_More did not fit into this text._", "_More did not fit into this text._")
		assert.Equal(t, strings.Count(text, "<details"), strings.Count(text, "</details>"))
	}
}

func TestFooterNamesTheReleaseThatMadeTheRun(t *testing.T) {
	for version, want := range map[string]string{"v1.2.3": "Made by extracteval v1.2.3. ", "(devel)": "Made by extracteval. ", "": "Made by extracteval. "} {
		made := run(1)
		made.Versions.ExtractEval = version
		source := memory("a.jsonl", made, report.Dataset{Name: "a"}, caseOf("one", true), report.End{Cases: 1})
		assert.Contains(t, htmlOf(t, load(t, render.Options{}, source), page.Options{}), want, version)
	}
}

func TestRedactedValuesAreNowhere(t *testing.T) {
	evaluator, err := eval.Spec{Fields: []eval.Field{
		{Path: "iban"}, {Path: "total", Match: compare.Numeric{}}, {Path: "names", Set: &eval.Set{}},
	}, Strict: true}.Compile()
	require.NoError(t, err)
	got := `{"iban":"SECRETGOT1","total":"SECRETGOT2","names":["SECRETGOT3"],"SECRETKEY":"SECRETGOT4"}`
	want := `{"iban":"SECRETWANT1","total":12345.67,"names":["SECRETWANT3"]}`
	result, err := evaluator.Evaluate(context.Background(), got, want)
	require.NoError(t, err)
	for _, mode := range []redact.Mode{redact.Hash, redact.Omit} {
		c := report.NewCase(report.Observation{
			ID: "a", Result: &result, Want: []byte(want), Err: errors.New("cannot read SECRETGOT5"),
		}, report.CaseOptions{Redaction: redact.Redaction{Mode: mode}})
		source := memory("a.jsonl", run(1), report.Dataset{Name: "d", Redact: mode, Attributes: evaluator.Attributes()}, c, report.End{Cases: 1})
		for format, text := range outputs(t, source) {
			assert.NotContains(t, text, "SECRET", "%s, %s", mode, format)
			assert.NotContains(t, text, "12345", "%s, %s", mode, format)
		}
		read, err := render.Read(load(t, render.Options{}, source).Sets[0].Cases)
		require.NoError(t, err)
		for i, class := range read[0].Classes {
			if read[0].Fields[i].Outcome == metrics.Wrong {
				assert.Equal(t, "other", class.String(), "it is not a value, and stays")
			}
		}
	}
}

func TestValuesRedactedByRulesAreNowhere(t *testing.T) {
	evaluator, err := eval.Spec{Fields: []eval.Field{
		{Path: "iban"}, {Path: "total", Match: compare.Numeric{}}, {Path: "names", Set: &eval.Set{}}, {Path: "reference"}, {Path: "stamp", Match: compare.Box{Format: "xyxy"}},
	}, Strict: true}.Compile()
	require.NoError(t, err)
	got := `{"iban":"SECRETGOT1","total":12345.5,"names":["SECRETGOT3"],"SECRETKEY":"SECRETGOT4","reference":"not SECRET WANT1","stamp":[4711,2,5000,4]}`
	want := `{"iban":"SECRETWANT1","total":12345.67,"names":["SECRETWANT3"],"reference":"R","stamp":[4712,2,5000,4]}`
	result, err := evaluator.Evaluate(context.Background(), got, want)
	require.NoError(t, err)
	for _, mode := range []redact.Mode{redact.Hash, redact.Omit} {
		redaction, err := redact.Redaction{Paths: map[string]redact.Mode{"iban": mode, "names": mode, "stamp": mode}, Key: []byte("key")}.Compile(evaluator)
		require.NoError(t, err)
		c := report.NewCase(report.Observation{ID: "a", Result: &result, Want: []byte(want)}, report.CaseOptions{Redaction: redaction})
		dataset := report.Dataset{Name: "d", RedactPaths: redaction.Paths, Attributes: evaluator.Attributes()}
		for format, text := range outputs(t, memory("a.jsonl", run(1), dataset, c, report.End{Cases: 1})) {
			assert.NotContains(t, text, "SECRET", "%s, %s", mode, format)
			assert.NotContains(t, text, "471", "%s, %s", mode, format)
			assert.NotContains(t, text, `class="overlay"`, format)
			if format != "bench" {
				assert.Contains(t, text, "12345", "%s, %s: what is kept is there", mode, format)
			}
			if mode == redact.Omit && (format == "html" || format == "md" || format == "xml") {
				assert.Contains(t, text, "(redacted)", format)
			}
			if format == "html" {
				assert.Contains(t, text, "values are redacted (iban "+string(mode)+", names "+string(mode)+", stamp "+string(mode)+")")
			}
		}
	}
}

func TestBoxesAreDrawn(t *testing.T) {
	html := htmlOf(t, load(t, render.Options{}, artifact.File("render/testdata/small.jsonl")), page.Options{})
	drawn := 0
	for _, fragment := range fragments(t, html) {
		if strings.Contains(fragment, `<div class="overlay"><svg`) {
			drawn++
			assert.NotContains(t, fragment, "<style", "the policy of the page has no place for it")
		}
	}
	assert.Equal(t, 2, drawn, "the two cases with a stamp")
}

func TestPicturesAreBounded(t *testing.T) {
	c := caseOf("a", false)
	for i := range 6 {
		box := fmt.Appendf(nil, `{"bbox":[1,2,3,4],"page":%d}`, i+1)
		c.Fields = append(c.Fields, report.Field{Path: fmt.Sprint("p", i), Attribute: "stamp", Outcome: metrics.Match, Got: box, Want: box})
	}
	ds := report.Dataset{Name: "d", Spec: []byte(`{"fields":[{"path":"stamp","match":"box","format":"xyxy"}]}`)}
	fragment := fragments(t, htmlOf(t, load(t, render.Options{}, memory("a.jsonl", run(1), ds, c, report.End{Cases: 1})), page.Options{}))[0]
	assert.Equal(t, 4, strings.Count(fragment, `<div class="overlay">`))
	assert.Contains(t, fragment, `<p class="dim">2 more pages with boxes not drawn</p>`)
}

func TestErrorsOfSourcesAndWriters(t *testing.T) {
	broken := artifact.Source{Name: "x.jsonl", Open: func() (io.ReadCloser, error) { return nil, os.ErrNotExist }}
	_, err := render.Load([]artifact.Source{broken}, render.Options{})
	assert.EqualError(t, err, "x.jsonl: file does not exist")
	_, err = render.Load([]artifact.Source{textSource("empty.jsonl", "")}, render.Options{})
	assert.EqualError(t, err, "report: empty.jsonl holds no data set")
	_, err = render.CSV(io.Discard, broken)
	assert.EqualError(t, err, "x.jsonl: file does not exist")
	assert.EqualError(t, render.JUnit(io.Discard, nil, broken), "x.jsonl: file does not exist")

	small := artifact.File("render/testdata/small.jsonl")
	r := load(t, render.Options{}, small)
	assert.ErrorIs(t, page.Write(renderFull{}, r, page.Options{}), errFull)
	assert.ErrorIs(t, render.WriteMarkdown(renderFull{}, r, render.MarkdownOptions{}), errFull)
	assert.ErrorIs(t, render.Bench(renderFull{}, r), errFull)
	_, err = render.CSV(renderFull{}, small)
	assert.ErrorIs(t, err, errFull)
	assert.ErrorIs(t, render.JUnit(renderFull{}, nil, small), errFull)
}

var errFull = errors.New("disk full")

type renderFull struct{}

func (renderFull) Write([]byte) (int, error) { return 0, errFull }

func Example_renderCSV() {
	text := `{"type":"run","schema":"extracteval/v1","repetition":1,"start":"2026-11-20T09:30:00Z","versions":{},"labels":{"model":"x"}}
{"type":"dataset","name":"invoices"}
{"type":"case","id":"=1+1","trial":1,"status":"ok","fields":[{"path":"total","attribute":"total","outcome":"wrong","score":0,"similarity":0,"weight":1,"tag":"outside tolerance","error_class":"transposed","origin":"made_up","confidence":0.75,"got":"=cmd","want":-5}],"tags":{"source":"scan"}}
{"type":"end","cases":1}
`
	source := artifact.Source{Name: "artifact", Open: func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(text)), nil
	}}
	if _, err := render.CSV(os.Stdout, source); err != nil {
		fmt.Println(err)
	}
	// Output:
	// dataset,case,trial,want_index,got_index,path,outcome,similarity,want,got,note,package,origin,attribute,score,weight,confidence,cause,error_class,status,tags,labels,version,rank
	// invoices,'=1+1,1,,,total,wrong,0,-5,"""=cmd""",,,made_up,total,0,1,0.75,outside tolerance,transposed,ok,"{""source"":""scan""}","{""model"":""x""}",,
}

// In a row of several trials every number is a mean: 1 wrong of 2 trials is 0.5, beside
// a support of 1.
func TestNumbersOfARowAreOfOneUnit(t *testing.T) {
	right, wrong := caseOf("a", true), caseOf("a", false)
	wrong.Trial = 2
	r := load(t, render.Options{}, memory("a.jsonl", run(1), report.Dataset{Name: "d"}, right, wrong, report.End{Cases: 2}))
	text := renderWritten(t, func(w io.Writer) error { return render.WriteMarkdown(w, r, render.MarkdownOptions{}) })
	assert.Regexp(t, `(?m)^\| .total. \|.*\| 1 \| 0\.000–1\.000 \| 0\.5 \| 0\.5 wrong \|$`, text)
	assert.Regexp(t, `<td class="n">1</td>.*<td class="n">0\.5</td><td class="kinds"><a [^>]*>0\.5 wrong</a>`, htmlOf(t, r, page.Options{}))
}

// Where the text of a document tells where mistakes come from, every form says it.
func TestOrigins(t *testing.T) {
	c := caseOf("a", false)
	c.Fields[0].Origin = "made_up"
	hostile := caseOf("b", false)
	hostile.Fields[0].Origin = "<b>|`"
	known := []report.Record{run(1), report.Dataset{Name: "d"}, c, hostile, report.End{Cases: 2}}
	unknown := []report.Record{run(1), report.Dataset{Name: "d"}, caseOf("a", false), report.End{Cases: 1}}
	comment := func(r *render.Report) string {
		return renderWritten(t, func(w io.Writer) error { return render.WriteMarkdown(w, r, render.MarkdownOptions{}) })
	}
	r := load(t, render.Options{}, memory("a.jsonl", known...))
	assert.Regexp(t, `(?m)^\| field \| kind \| count \| origin \| example \| in case \|\n\|---\|---\|--:\|---\|---\|---\|\n\| .total. \| .* \| 2 \| 1 made up \| `, comment(r))
	assert.Contains(t, comment(r), "| wrong: one digit off (made up) |")
	assert.Contains(t, comment(r), "| wrong: one digit off |", "what no version of ours says")
	html := htmlOf(t, r, page.Options{})
	assert.Contains(t, html, `<td>1 made up</td>`)
	assert.Contains(t, html, `<span title="made up: nowhere in the document">origin</span></th>`)
	assert.Contains(t, html, `<span class="kind" title="nowhere in the document">made up</span>`)
	assert.Contains(t, html, `<span class="kind">&lt;b&gt;|`)
	c.Origins = []report.OriginRow{{Attribute: "total", Origins: report.Origins{MadeUp: 1, Misread: 1}}}
	known[2] = c
	junit := renderWritten(t, func(w io.Writer) error { return render.JUnit(w, nil, memory("a.jsonl", known...)) })
	assert.Regexp(t, `total: wrong: got .*, want \S+ \(made up\)`, junit)
	assert.NotContains(t, junit, "|`")
	assert.Contains(t, junit, `<property name="mistakes of total" value="1 misread, 1 made up"></property>`)

	r = load(t, render.Options{}, memory("a.jsonl", unknown...))
	assert.Contains(t, comment(r), "\n| field | kind | count | example | in case |\n")
	assert.NotContains(t, htmlOf(t, r, page.Options{}), "origin")
}
