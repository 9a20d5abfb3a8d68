package readers

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
)

// invoice is the number of a generated case, which determines its mistakes.
type invoice int

func (i invoice) totalWrong() bool    { return i%3 == 0 } // ten times the truth
func (i invoice) vendorMissing() bool { return i%5 == 0 }
func (i invoice) stampWrong() bool    { return i%7 == 0 }
func (i invoice) lineWrong() bool     { return i%4 == 0 } // a washer for a nut

func (i invoice) right() bool {
	return !i.totalWrong() && !i.vendorMissing() && !i.stampWrong() && !i.lineWrong()
}

func (i invoice) language() string {
	if i%2 == 0 {
		return "de"
	}
	return "en"
}

func (i invoice) id() string { return fmt.Sprintf("case-%05d", int(i)) }

// count counts the cases from 0 to n for which a condition holds.
func count(n int, holds func(invoice) bool) int {
	count := 0
	for i := range n {
		if holds(invoice(i)) {
			count++
		}
	}
	return count
}

func (i invoice) want() string {
	return fmt.Sprintf(`{"number":"A-%d","total":%d.5,"vendor":"Acme GmbH","stamp":[100,100,200,150],"lines":[{"sku":"bolt","amount":5},{"sku":"nut","amount":%[1]d}]}`, int(i), 100+i)
}

// got is the answer in a trial; in all trials but the first the total is right.
func (i invoice) got(trial int) string {
	total, vendor, stamp, sku := fmt.Sprintf("%d.5", 100+i), `"Acme GmbH"`, `[101,100,200,150]`, "nut"
	if i.totalWrong() && trial == 1 {
		total = fmt.Sprintf("%d", 1005+10*i)
	}
	if i.vendorMissing() {
		vendor = "null"
	}
	if i.stampWrong() {
		stamp = `[300,300,400,350]`
	}
	if i.lineWrong() {
		sku = "washer"
	}
	return fmt.Sprintf(`{"number":"A-%d","total":%s,"vendor":%s,"stamp":%s,"lines":[{"sku":%q,"amount":%[1]d},{"sku":"bolt","amount":5}]}`, int(i), total, vendor, stamp, sku)
}

// before is the answer of an earlier run: it has all vendors, and each sixth number is wrong.
func (i invoice) before(trial int) string {
	got := strings.Replace(i.got(trial), `"vendor":null`, `"vendor":"Acme GmbH"`, 1)
	if i.numberWasWrong() {
		got = strings.Replace(got, `"number":"A-`, `"number":"B-`, 1)
	}
	return got
}

func (i invoice) numberWasWrong() bool { return i%6 == 1 }

// invoices is an artifact of n invoices, evaluated as a test would.
func invoices(t *testing.T, n, trials int) artifact.Source {
	t.Helper()
	return answers(t, "invoices", n, trials, invoice.got)
}

// answers returns an artifact of a data set with that name and an extractor's answers.
func answers(t *testing.T, name string, n, trials int, got func(i invoice, trial int) string) artifact.Source {
	t.Helper()
	evaluator, records := head(t, name)
	for i := range invoice(n) {
		for trial := 1; trial <= trials; trial++ {
			records = append(records, i.evaluated(t, evaluator, trial, got(i, trial)))
		}
	}
	if trials > 1 {
		records = append(records, measured(trials, n))
	}
	return memory(t, name+".jsonl", append(records, report.End{Cases: n * trials})...)
}

// head returns the evaluator of such an artifact, and its first records.
func head(t testing.TB, name string) (*eval.Evaluator, []report.Record) {
	t.Helper()
	spec := eval.Spec{Fields: []eval.Field{
		{Path: "number"}, {Path: "total", Match: compare.Numeric{}}, {Path: "vendor", Match: compare.Fuzzy{}},
		{Path: "stamp", Match: compare.Box{Format: "xyxy"}},
		{Path: "lines", List: &eval.List{By: []string{"sku"}, Fields: []eval.Field{{Path: "sku"}, {Path: "amount", Match: compare.Numeric{}}}}},
	}}
	evaluator, err := spec.Compile()
	require.NoError(t, err)
	rules, err := json.Marshal(spec)
	require.NoError(t, err)
	return evaluator, []report.Record{
		report.Run{Schema: report.Schema, Package: "example.com/invoices", Repetition: 1, Start: time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC)},
		report.Dataset{Name: name, Test: "TestInvoices", Spec: rules, Attributes: evaluator.Attributes(), Gate: &report.Gate{FieldF1: map[string]float64{"total": 0.9}}},
	}
}

// evaluated returns the case of an extractor's answer.
func (i invoice) evaluated(t testing.TB, evaluator *eval.Evaluator, trial int, got string) report.Case {
	t.Helper()
	want := []byte(i.want())
	result, err := evaluator.Evaluate(context.Background(), []byte(got), want)
	require.NoError(t, err)
	c := report.NewCase(report.Observation{
		ID: i.id(), Trial: trial, Result: &result, Want: want, Duration: 1200 * time.Microsecond, Tags: map[string]string{"lang": i.language()},
		Pages: []report.Page{{Image: "testdata/page.png"}},
	}, report.CaseOptions{})
	for f := range c.Fields {
		c.Fields[f].Confidence = report.RatioOf(0.97-0.3*float64(i%4/3), true)
	}
	return c
}

// measured returns a summary with a test's measures beside fields.
func measured(trials, cases int) report.Summary {
	ratio := func(v float64) report.Ratio { return report.RatioOf(v, true) }
	numbers := []report.Number{
		{Name: "measure schemaValidRate", Kind: report.KindMeasure, Estimate: report.Estimate{Value: ratio(0.9375), Min: ratio(0.875), Max: ratio(1)}, OverTrials: true},
		{Name: "measure packs", Kind: report.KindMeasure, Estimate: report.Estimate{Value: ratio(3)}, Count: true, OverTrials: true},
	}
	for _, n := range []struct {
		name  string
		value float64
	}{
		{"driftRate", 0.5}, {"agreement", 0.9}, {"flipRate", 0.25}, {"pass@1", 0.8}, {"pass@2", 1}, {"pass^1", 0.8}, {"pass^2", 0.625},
		{"agreement of total", 0.8}, {"flipRate of total", 0.5}, {"agreement of lines[]", 1}, {"flipRate of lines[]", 0}, {"jaccard of lines[]", 0.75},
	} {
		numbers = append(numbers, report.Number{Name: n.name, Kind: report.KindStability, Estimate: report.Estimate{Value: ratio(n.value)}, OverTrials: true, Secondary: true})
	}
	return report.Summary{
		Dataset: "invoices",
		Numbers: numbers,
		Stability: &report.Stability{
			Trials: trials, Cases: cases, FlakyCases: 1, Flaky: []report.FlakyCase{{ID: invoice(3).id(), Failed: 1, Trials: trials}},
		},
	}
}

func memory(t *testing.T, name string, records ...report.Record) artifact.Source {
	t.Helper()
	var text []byte
	for _, r := range records {
		var err error
		text, err = artifact.AppendRecord(text, r)
		require.NoError(t, err)
	}
	return textSource(name, string(text))
}

func textSource(name, text string) artifact.Source {
	return artifact.Source{Name: name, Open: func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader([]byte(text))), nil
	}}
}

// small is the artifact that the golden files of package render are made of: each
// outcome, an error, a skipped case, list items, boxes, confidence.
func small() artifact.Source { return artifact.File("../testdata/small.jsonl") }

// everything returns a page with each section that a page can have: the page of small with
// problems, history and a comparison, and another data set with trials.
func everything(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../testdata/small.jsonl")
	require.NoError(t, err)
	old := textSource("old.jsonl", strings.NewReplacer(`"outcome":"wrong"`, `"outcome":"match"`, `{"wrong":1}`, `{"match":1}`).Replace(string(text)))
	now := textSource("new.jsonl", string(text)+"no record\n")
	comparison, err := diff.Compare([]artifact.Source{old}, []artifact.Source{now}, diff.Options{Resamples: 100})
	require.NoError(t, err)
	r, err := render.Load([]artifact.Source{now, invoices(t, 6, 2)}, render.Options{MinSlice: 2, History: []artifact.Source{old}})
	require.NoError(t, err)
	return write(t, r, page.Options{Comparison: &comparison, Picture: scan})
}

// scan is the picture of the page of an invoice: 500 by 400 pixels, grey.
func scan(_ *render.Set, name string) (io.ReadCloser, error) {
	if name != "testdata/page.png" {
		return nil, fmt.Errorf("asked for %q", name)
	}
	var b bytes.Buffer
	grey := image.NewGray(image.Rect(0, 0, 500, 400))
	for i := range grey.Pix {
		grey.Pix[i] = 200
	}
	err := png.Encode(&b, grey)
	return io.NopCloser(&b), err
}

func htmlOf(t *testing.T, o page.Options, sources ...artifact.Source) string {
	t.Helper()
	r, err := render.Load(sources, render.Options{MinSlice: 2})
	require.NoError(t, err)
	return write(t, r, o)
}

func write(t testing.TB, r *render.Report, o page.Options) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, page.Write(&b, r, o))
	return b.String()
}

// without is an artifact that lacks a part of its text.
func without(t *testing.T, source artifact.Source, part string) artifact.Source {
	t.Helper()
	f, err := source.Open()
	require.NoError(t, err)
	defer f.Close()
	text, err := io.ReadAll(f)
	require.NoError(t, err)
	require.Contains(t, string(text), part)
	return textSource(source.Name, strings.Replace(string(text), part, "", 1))
}
