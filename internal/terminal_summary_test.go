package internal_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/rivo/uniseg"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// Golden texts were written by hand from the counts below; -update does not exist.
func golden(t *testing.T, name string, s report.Summary, o terminal.Options) {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, terminal.WriteText(&b, s, o))
	want, err := os.ReadFile(filepath.Join("terminal/testdata", name))
	require.NoError(t, err)
	assert.Equal(t, string(want), b.String())
}

func missed(c *report.Case, path, tag, got, want string) {
	miss := path
	if tag != "" {
		miss += " (" + tag + ")"
	}
	c.Misses = append(c.Misses, miss)
	c.Fields = append(c.Fields, report.Field{Path: path, Got: []byte(got), Want: []byte(want)})
}

// noIntervals keeps golden texts independent of the bootstrap, which has tests
// of its own.
const noIntervals = -1

func TestTextOfASmallDataSet(t *testing.T) {
	a := reporttest.Counted("inv-1", 1, 1,
		reporttest.Row("number", metrics.Counts{Match: 1}), reporttest.Row("total", metrics.Counts{Match: 1}), reporttest.Row("memo", metrics.Counts{CorrectAbsence: 1}),
		metrics.Row{Attribute: "lines[]", Items: true, Counts: metrics.Counts{Match: 2}}, reporttest.Row("lines[].sku", metrics.Counts{Match: 2}))
	a.Verdict = eval.Pass
	b := reporttest.Counted("inv-2", 1, 0.25,
		reporttest.Row("number", metrics.Counts{Missing: 1}), reporttest.Row("total", metrics.Counts{Wrong: 1}), reporttest.Row("memo", metrics.Counts{Hallucinated: 1}),
		metrics.Row{Attribute: "lines[]", Items: true, Counts: metrics.Counts{Match: 1, Invented: 1}}, reporttest.Row("lines[].sku", metrics.Counts{Match: 1, Invented: 1}),
		reporttest.Row(metrics.InventedAttribute, metrics.Counts{Invented: 3}))
	missed(b, "number", "required, missing", "", `"R-17"`)
	missed(b, "total", "outside tolerance", "1889", "1898.5")
	missed(b, "memo", "unexpected value", `"paid"`, "")
	b.Misses = append(b.Misses, "lines[1] (unexpected item)")
	b.MoreMisses = 4
	golden(t, "small.txt", reporttest.Summarize(t, summarize.Options{Dataset: "invoices", Resamples: noIntervals}, a, b), terminal.Options{})
}

func TestTextOfTrials(t *testing.T) {
	golden(t, "trials.txt", reporttest.Summarize(t, summarize.Options{Dataset: "invoices", Resamples: noIntervals},
		reporttest.Counted("a", 1, 1, reporttest.Row("total", metrics.Counts{Match: 4})),
		reporttest.Counted("a", 2, 0.5, reporttest.Row("total", metrics.Counts{Match: 3, Wrong: 1})),
	), terminal.Options{})
}

func TestWorstCasesOfTrials(t *testing.T) {
	trial := func(id string, n int, score float64) *report.Case {
		c := reporttest.Counted(id, n, score, reporttest.Row("total", metrics.Counts{Wrong: 1}))
		c.Misses = []string{"total"}
		if score == 1 {
			c.Verdict, c.Misses = eval.Pass, nil
		}
		return c
	}
	cases := []*report.Case{
		trial("one", 1, 0.5), trial("one", 2, 1), trial("one", 3, 0.4),
		trial("three", 1, 0.2), trial("three", 2, 0.1), trial("three", 3, 0.3),
	}
	listed := func(s report.Summary) string {
		var b bytes.Buffer
		require.NoError(t, terminal.WriteText(&b, s, terminal.Options{}))
		_, text, _ := strings.Cut(b.String(), "\nworst cases\n")
		return text
	}
	for _, limit := range []int{0, 2} { // a case is one, however many trials it has
		s := reporttest.Summarize(t, summarize.Options{Resamples: noIntervals, WorstCases: limit}, cases...)
		assert.Equal(t, "  three (trial 2)  score 0.100  partial\n    total\n  one (trial 3)  score 0.400  partial\n    total\n", listed(s))
		slices.Reverse(cases)
		assert.Equal(t, s.WorstCases, reporttest.Summarize(t, summarize.Options{Resamples: noIntervals, WorstCases: limit}, cases...).WorstCases)

		s.Stability = &report.Stability{Trials: 3, Cases: 2, FlakyCases: 1, Flaky: []report.FlakyCase{{ID: "one", Failed: 2, Trials: 3}}}
		assert.Equal(t, "  three (trial 2; 3 of 3 fail)  score 0.100  partial\n    total\n  one (trial 3; 2 of 3 fail)  score 0.400  partial\n    total\n", listed(s))
		s.Stability.Cases = 1
		assert.Contains(t, listed(s), "  three (trial 2)", "a case that lacks a trial is not known to be no pass in all")
	}
}

func TestFootnotes(t *testing.T) {
	text := func(s report.Summary) string {
		var b bytes.Buffer
		require.NoError(t, terminal.WriteText(&b, s, terminal.Options{}))
		return b.String()
	}
	const few = "\n≈ approximate: fewer than 20 documents, effectively, have a value\n"
	all := func(n int, c metrics.Counts) (cases []*report.Case) {
		for i := range n {
			cases = append(cases, reporttest.Counted(strings.Repeat("x", i+1), 1, 1, reporttest.Row("total", c), reporttest.Row("vat", metrics.Counts{Match: i % 2, Wrong: 1 - i%2})))
		}
		return cases
	}
	s := reporttest.Summarize(t, summarize.Options{}, all(15, metrics.Counts{Match: 1})...)
	assert.Contains(t, text(s), few)
	assert.Regexp(t, `(?m)^total .* 1\.000  1\.000  1\.000  ≈0\.7[89][0-9]–1\.000$`, text(s), "15 right ones do not make a field certain: Wilson's 0.796")
	assert.Regexp(t, `(?m)^vat .*≈[0-9.]+–[0-9.]+$`, text(s))
	assert.True(t, terminal.Approximate(s))

	s = reporttest.Summarize(t, summarize.Options{}, all(30, metrics.Counts{Match: 1})...)
	assert.NotContains(t, text(s), "fewer than")
	assert.Regexp(t, `(?m)^total .* 0\.8[789][0-9]–1\.000$`, text(s), "Wilson's is from 0.886")

	s = reporttest.Summarize(t, summarize.Options{Resamples: noIntervals}, all(2, metrics.Counts{Match: 1})...)
	assert.False(t, terminal.Approximate(s), "there is no interval")

	s = reporttest.Summarize(t, summarize.Options{Resamples: noIntervals},
		reporttest.Counted("a", 1, 1, reporttest.Row("total", metrics.Counts{Match: 1}), reporttest.Row("totl", metrics.Counts{CorrectAbsence: 1}), reporttest.Row("lines[].x", metrics.Counts{}), reporttest.Row("late", metrics.Counts{CorrectAbsence: 1}), reporttest.Row("vat", metrics.Counts{Errored: 1})),
		reporttest.Counted("a", 2, 1, reporttest.Row("total", metrics.Counts{Match: 1}), reporttest.Row("totl", metrics.Counts{CorrectAbsence: 1}), reporttest.Row("lines[].x", metrics.Counts{}), reporttest.Row("late", metrics.Counts{Hallucinated: 1}), reporttest.Row("vat", metrics.Counts{Errored: 1})))
	assert.Equal(t, []string{"totl", "lines[].x"}, terminal.WithoutValues(s))
	assert.Contains(t, text(s), "\n\nF1 - (no match) counts as 0 in the macro average\nno value in any truth or answer: totl, lines[].x\n\naccuracy")

	empty := reporttest.Counted("a", 1, 1, reporttest.Row("lines", metrics.Counts{CorrectAbsence: 1}), reporttest.Row("tags", metrics.Counts{CorrectAbsence: 1}))
	filled := reporttest.Counted("b", 1, 1, metrics.Row{Attribute: "lines[]", Items: true, Counts: metrics.Counts{Match: 1}}, reporttest.Row("lines[].x", metrics.Counts{Match: 1}))
	s = reporttest.Summarize(t, summarize.Options{Resamples: noIntervals}, empty, filled)
	assert.Equal(t, []string{"tags"}, terminal.WithoutValues(s), "another document has lines")
	filled.Counts = append(filled.Counts, reporttest.Row("tags[]", metrics.Counts{Match: 1}), reporttest.Row("rates{}", metrics.Counts{Match: 1}))
	empty.Counts = append(empty.Counts, reporttest.Row("rates", metrics.Counts{CorrectAbsence: 1}))
	s = reporttest.Summarize(t, summarize.Options{Resamples: noIntervals}, empty, filled)
	assert.Empty(t, terminal.WithoutValues(s), "another document has tags and rates")

	var rows []metrics.Row
	for i := range 12 {
		rows = append(rows, reporttest.Row(strings.Repeat("n", i+1), metrics.Counts{CorrectAbsence: 1}))
	}
	assert.Contains(t, text(reporttest.Summarize(t, summarize.Options{}, reporttest.Counted("a", 1, 1, rows...))), ", nnnnnnnnnn, and 2 more\n")
}

// TestLongIDsStayDifferent has ids and paths that differ at their ends, as addresses of files do.
func TestLongIDsStayDifferent(t *testing.T) {
	folder := "s3://documents/2024/03/incoming/customer-4711/region-eu-central/"
	path := "invoice.seller.registration.address.of.the.branch.that.delivered."
	c := reporttest.Counted(folder+"inv-001.pdf", 1, 0.5, reporttest.Row("total", metrics.Counts{Wrong: 1}))
	c.Misses = []string{path + "street", path + "city (required, missing)"}
	d := reporttest.Counted(folder+"inv-002.pdf", 1, 0.5, reporttest.Row("total", metrics.Counts{Wrong: 1}))
	d.Misses = []string{"total"}
	var b bytes.Buffer
	require.NoError(t, terminal.WriteText(&b, reporttest.Summarize(t, summarize.Options{Resamples: noIntervals}, c, d), terminal.Options{}))
	_, text, _ := strings.Cut(b.String(), "\nworst cases\n")
	assert.Equal(t, "  s3://documents/2024/03/incoming…11/region-eu-central/inv-001.pdf  score 0.500  partial\n"+
		"    invoice.seller.registration.add…the.branch.that.delivered.street\n    invoice.seller.registration.add…livered.city (required, missing)\n"+
		"  s3://documents/2024/03/incoming…11/region-eu-central/inv-002.pdf  score 0.500  partial\n    total\n", text)
}

// TestTextOfHostileNames has wide characters, a terminal escape, bidi controls,
// a word of go test, a name that is too long, and an error of several lines.
func TestTextOfHostileNames(t *testing.T) {
	c := reporttest.Counted("--- FAIL: TestX (0.00s)", 1, 0,
		reporttest.Row("合計金額", metrics.Counts{Match: 1}), reporttest.Row("\x1b[31mred", metrics.Counts{Wrong: 1}), reporttest.Row("user\u202egnp.exe", metrics.Counts{Match: 1}),
		reporttest.Row("PASS", metrics.Counts{Match: 1}), reporttest.Row("family 👨‍👩‍👧 ok", metrics.Counts{Match: 1}), reporttest.Row("bad\xffbyte", metrics.Counts{Match: 1}),
		reporttest.Row("deeply.nested.document.section.paragraph.amount", metrics.Counts{Match: 1}))
	c.Status, c.Verdict = report.Error, eval.Fail
	c.Error = "panic: \x1b]0;title\x07\nok  \tpkg 0.1s"
	missed(c, "\x1b[31mred", "", "\"\x1b[2J\"", `"`+strings.Repeat("長", 40)+`"`)
	golden(t, "hostile.txt", reporttest.Summarize(t, summarize.Options{Dataset: "ok \tx\n--- PASS: y", Resamples: noIntervals}, c), terminal.Options{})
}

func TestTextOfNothing(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, terminal.WriteText(&b, summarize.New(summarize.Options{Dataset: "invoices"}).Summary(), terminal.Options{}))
	assert.Equal(t, "invoices: 0 cases\nNo field was scored.\n\naccuracy    -  empty answer -\nmean score  -  empty answer -\n", b.String())
	require.NoError(t, terminal.WriteText(&b, report.Summary{}, terminal.Options{}))
	err := terminal.WriteText(errWriter{}, report.Summary{Dataset: "invoices"}, terminal.Options{})
	assert.EqualError(t, err, `printing: timeout`)
}

type errWriter struct{}

func (errWriter) Write([]byte) (int, error) { return 0, iotest.ErrTimeout }

// FuzzText holds the promises of WriteText against any name, id and value.
func FuzzText(f *testing.F) {
	for _, s := range []string{"total", "\x1b[31m", "--- FAIL: x", "\n=== RUN", "合計", "\u202e", "PASS", "ok", "\xff"} {
		f.Add(s, s)
	}
	word := regexp.MustCompile(`^\s*(--- |=== |(PASS|FAIL|ok|panic:)(\s|:|$))`)
	f.Fuzz(func(t *testing.T, name, value string) {
		c := reporttest.Counted("i"+name, 1, 0, reporttest.Row("a"+name, metrics.Counts{Wrong: 1}), reporttest.Row(name+"a", metrics.Counts{Match: 1}))
		c.Error, c.Status = value, report.Error
		c.Misses = []string{name, value, "x"}
		c.Fields = []report.Field{{Path: "x", Got: []byte(value), Want: []byte(name)}}
		var b bytes.Buffer
		require.NoError(t, terminal.WriteText(&b, reporttest.Summarize(t, summarize.Options{Dataset: name + value, Resamples: noIntervals}, c), terminal.Options{}))
		text := b.String()
		require.True(t, strings.HasSuffix(text, "\n"))
		for _, l := range strings.Split(text, "\n") {
			require.False(t, word.MatchString(l), "%q", l)
			require.Equal(t, terminal.Visible(l), l)
			require.LessOrEqual(t, uniseg.StringWidth(l), 200)
		}
	})
}

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"plain ~ text":           "plain ~ text",
		"Größe 合計 👍":             "Größe 合計 👍",
		"\x1b[31m\x00\x7f\t\r\n": "␛[31m␀␡␉␍␊",
		"a\u202eb\u2066\u200f":   `a\u202eb\u2066\u200f`,
		"a\u200bb\ufeff\u00ad":   `a\u200bb\ufeff\u00ad`,
		"a\u00a0b\u2028\u0085":   `a\u00a0b\u2028\u0085`,
		"\xff\xc3":               `\xff\xc3`,
		"\ufffd":                 "\ufffd",
		"\U000e0041\ue000":       `\U000e0041\ue000`,
		"a ##vso[task.x]":        `a #\u0023vso[task.x]`,
		"##[error]b ###[":        `#\u0023[error]b ##\u0023[`,
		"## heading":             "## heading",
	} {
		assert.Equal(t, want, terminal.Visible(text), "%q", text)
		assert.Equal(t, want, terminal.Visible(want), "twice is once")
	}
}

// Where a value is withheld, nobody is to think that there was none.
func TestTextSaysWhatIsRedacted(t *testing.T) {
	const want = "    total (outside tolerance)       got (redacted)  want (redacted)\n" +
		"    date (required, missing)        got nothing     want \"2026-11-21\"\n" +
		"    lines[1].sku (unexpected item)  got (redacted)  want nothing\n"
	for _, mode := range []redact.Mode{redact.Omit, redact.Hash} {
		c := report.NewCase(report.Observation{ID: "inv-1", Result: reporttest.Invoice()}, report.CaseOptions{
			Redaction: redact.Redaction{Mode: mode, Paths: map[string]redact.Mode{"date": redact.None}},
		})
		read := readBack(t, c)
		for _, from := range []*report.Case{&c, &read} {
			s := summarize.New(summarize.Options{})
			require.NoError(t, s.Add(from))
			reporttest.Line(t, s.Summary())
			var text strings.Builder
			require.NoError(t, terminal.WriteText(&text, s.Summary(), terminal.Options{}))
			assert.Contains(t, text.String(), want)
		}
	}
}

// readBack is a case as a brief reader has it.
func readBack(t *testing.T, c report.Case) report.Case {
	t.Helper()
	r := artifact.NewReader(strings.NewReader(reporttest.Line(t, c)), "memory")
	r.Brief = true
	require.True(t, r.Scan())
	return *r.Record().(*report.Case)
}

func TestLineStart(t *testing.T) {
	for text, want := range map[string]string{
		"total":               "total",
		"--- FAIL: x":         `"--- FAIL: x"`,
		"  ::error::x":        `"  ::error::x"`,
		"::stop-commands::t:": `"::stop-commands::t:"`,
		"a::b":                "a::b",
		"ok":                  `"ok"`,
		"okay":                "okay",
	} {
		assert.Equal(t, want, terminal.LineStart(text))
	}
}

func TestVisibleLines(t *testing.T) {
	assert.Equal(t, "main.f()\n\t/x.go:1 ␛[31m␉\n", terminal.VisibleLines("main.f()\n\t/x.go:1 \x1b[31m\t\n"))
}

// Of many classes those of least support are among the other values, and a note says so. A note explains the sign before the intervals of
// classes, where only these are of few documents.
func TestNotesOnClasses(t *testing.T) {
	c := report.Classes{Attribute: "type", Declared: true, Classes: make([]report.Attribute, 20), Pairs: []report.ClassPair{{Want: "a", Got: "a", Values: 1}}}
	none := report.Summary{}.Lookup()
	assert.NotContains(t, terminal.ClassNumbers(&c, none), "(other)")
	c.Classes = make([]report.Attribute, 25)
	assert.Contains(t, terminal.ClassNumbers(&c, none), "; (other) has the 5 of least support, too")

	few := func(names ...string) bool {
		s := report.Summary{Classes: []report.Classes{c}}
		for _, name := range names {
			s.Put(report.Number{Name: name, Kind: report.KindClass, Estimate: report.Estimate{Approximate: true}, Secondary: true})
		}
		return terminal.Approximate(s)
	}
	assert.False(t, few())
	assert.True(t, few("macro F1 of type"))
	c.Declared = false
	assert.False(t, few("macro F1 of type"), "recognised classes without a confusion are not shown")
	c.Pairs[0].Got = "b"
	assert.True(t, few("macro F1 of type"))
	assert.True(t, few("top-1 accuracy of type"))
	assert.False(t, few("recall of type=a"), "the interval of F1 alone is shown")
}

func TestClasses(t *testing.T) {
	var cases []*report.Case
	for i := range 40 {
		want := []string{"invoice", "credit note", "receipt"}[i%3]
		got := want
		switch {
		case i%10 == 9:
			got = "receipt"
		case i == 5:
			got = report.ClassOther
		}
		c := reporttest.Counted(fmt.Sprint(i), 1, 1, reporttest.Row("type", metrics.Counts{Match: 1}))
		c.Classes = []report.ClassPair{{Attribute: "type", Want: want, Got: got, Values: 1}, {Attribute: "vendor", Want: want, Got: got, Values: 1}, {Attribute: "paid", Want: "true", Got: "true", Values: 1}}
		cases = append(cases, c)
	}
	names := []string{"invoice", "credit note", "receipt", "reminder\x1b[31m"}
	s := reporttest.Summarize(t, summarize.Options{Resamples: -1, Classes: []report.ClassList{
		{Attribute: "type", Names: names, Declared: true}, {Attribute: "vendor", Names: names}, {Attribute: "paid", Names: []string{"true", "false"}},
	}}, cases...)
	var b strings.Builder
	require.NoError(t, terminal.WriteText(&b, s, terminal.Options{WorstCases: -1, WorstFields: -1}))
	_, got, _ := strings.Cut(b.String(), "classes of type")
	// Of 14 invoices two (9, 39), of 13 credit notes one (19) and of 13 receipts one (29) come as a receipt: 29 is right. 5 is other.
	assert.Equal(t, `
Accuracy 0.900, macro F1 0.913, Cohen's kappa 0.852
class          support  precision  recall     F1  interval
invoice             14      1.000   0.857  0.923
credit note         13      1.000   0.923  0.960
receipt             13      0.800   0.923  0.857
reminder␛[31m        ·          -       -      -
  want invoice, got receipt: 2
  want credit note, got receipt: 1
  want receipt, got (other): 1

classes of vendor: accuracy 0.900, macro F1 0.913, Cohen's kappa 0.852; recognised in the truths; most often want invoice, got receipt: 2
`, got)
}
