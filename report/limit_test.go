package report_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// vendors has 40 cases of each of two vendors, one value each. Of acme 30 are right,
// 10 wrong; of bolt all are right. P = R = F1 of total are 70/80, and of acme 30/40.
func vendors(t *testing.T, resamples int) report.Summary {
	t.Helper()
	var cases []*report.Case
	for i := range 40 {
		right := metrics.Counts{Match: 1}
		acme, score := right, 1.0
		if i < 10 {
			acme, score = metrics.Counts{Wrong: 1}, 0
		}
		a, b := reporttest.Counted(fmt.Sprint("a", i), 1, score, reporttest.Row("total", acme)), reporttest.Counted(fmt.Sprint("b", i), 1, 1, reporttest.Row("total", right), reporttest.Row("memo", right))
		a.Tags, b.Tags = map[string]string{"vendor": "acme"}, map[string]string{"vendor": "bolt", "empty": ""}
		cases = append(cases, a, b)
	}
	s := reporttest.Summarize(t, summarize.Options{
		Dataset: "invoices", Resamples: resamples, Slices: []string{"empty=", "vendor=acme", "vendor=bolt", "vendor=nobody"},
	}, cases...)
	measured(&s, report.Measure{Name: "errors"}, report.RatioOf(0.25, true))
	measured(&s, report.Measure{Name: "size", Count: true}, report.RatioOf(50, true))
	measured(&s, report.Measure{Name: "wide"}, report.RatioOf(50, true))
	measured(&s, report.Measure{Name: "never"}, report.Ratio{})
	measured(&s, report.Measure{Name: "tau"}, report.RatioOf(-0.25, true))
	s.Stability = &report.Stability{Trials: 1, Cases: 80}
	for _, n := range []report.Number{
		reporttest.Number("driftRate", 0.1), {Name: "flakyRate"}, {Name: "agreement"}, {Name: "flipRate"}, {Name: "pass@1"}, reporttest.Number("pass^1", 0.9),
		reporttest.Number("agreement of total", 0.8), {Name: "flipRate of total"},
	} {
		n.Kind, n.OverTrials, n.Better = report.KindStability, true, "more"
		if strings.Contains(n.Name, "Rate") {
			n.Better = "less"
		}
		s.Put(n)
	}
	return s
}

// measured adds a measure to a summary.
func measured(s *report.Summary, m report.Measure, value report.Ratio) {
	n := m.Number()
	n.Value = value
	s.Put(n)
}

func TestLimits(t *testing.T) {
	for _, tt := range []struct {
		name  string
		limit report.Limit
		want  string // of the check; "not evaluable: why" when it could not be made
	}{
		{"a field", report.Limit{Metric: "recall of total", Is: "at_least", Value: 0.875}, "recall of total 0.875 reaches 0.875"},
		{"just missed", report.Limit{Metric: "precision of total", Is: "at_least", Value: 0.8751}, "precision of total 0.8750 is below 0.8751"},
		{"at most", report.Limit{Metric: "measure errors", Is: "at_most", Value: 0.24}, "measure errors 0.250 is above 0.240"},
		{"at most, kept", report.Limit{Metric: "measure errors", Is: "at_most", Value: 0.25}, "measure errors 0.250 is within 0.250"},
		{"rounding is allowed for", report.Limit{Metric: "mean score", Is: "at_least", Value: 0.875 + 0.9e-9}, "mean score 0.875 reaches 0.875"},
		{"an average", report.Limit{Metric: "weighted F1", Is: "at_least", Value: 0.5}, "weighted F1 0.917 reaches 0.500"}, // (70/80·80 + 1·40) / 120
		{"stability", report.Limit{Metric: "driftRate", Is: "at_most", Value: 0}, "driftRate 0.100 is above 0.000"},
		{"stability of a field", report.Limit{Metric: "agreement of total", Is: "at_least", Value: 0.9}, "agreement of total 0.800 is below 0.900"},
		{"a measure that has the name of another number", report.Limit{Metric: "measure errors", Is: "at_most", Value: 0.2}, "measure errors 0.250 is above 0.200"},
		{"a count", report.Limit{Metric: "measure size", Is: "at_least", Value: 60}, "measure size 50.000 is below 60.000"},
		{"undefined", report.Limit{Metric: "measure never", Is: "at_most", Value: 0.5}, "measure never is undefined, want at most 0.500"},
		{"a ratio that is none", report.Limit{Metric: "measure wide", Is: "at_least", Value: 0.9}, "not evaluable: measure wide is 50, outside of [0,1]: it is not a ratio; a measure of a number of things has Count"},
		{"a slice", report.Limit{Metric: "F1 of total", Slice: "vendor=acme", Is: "at_least", Value: 0.8}, "F1 of total where vendor=acme 0.750 (of 40 cases) is below 0.800"},
		{"another slice", report.Limit{Metric: "mean score", Slice: "vendor=bolt", Is: "at_least", Value: 1}, "mean score where vendor=bolt 1.000 (of 40 cases) reaches 1.000"},
		{"a tag without a value", report.Limit{Metric: "accuracy", Slice: "empty=", Is: "at_least", Value: 1}, "accuracy where empty= 1.000 (of 40 cases) reaches 1.000"},
		{"a slice without the field", report.Limit{Metric: "F1 of memo", Slice: "vendor=acme", Is: "at_least", Value: 0.5}, "F1 of memo where vendor=acme is undefined (of 40 cases), want at least 0.500"},
		{"a slice without a case", report.Limit{Metric: "F1 of total", Slice: "vendor=nobody", Is: "at_least", Value: 0.5}, "not evaluable: no case that was scored has the tag vendor=nobody, on which F1 of total is limited"},
		{"an end without an interval", report.Limit{Metric: "F1 of total", Bound: "low", Is: "at_least", Value: 0.5}, "not evaluable: F1 of total has no interval over 80 cases, and the limit is on its low end"},
		{"the value by name", report.Limit{Metric: "micro F1", Bound: "value", Is: "at_least", Value: 0.9}, "micro F1 0.917 reaches 0.900"}, // 2·110 / (2·110 + 10 + 10)
		{"a measure below 0", report.Limit{Metric: "measure tau", Is: "at_least", Value: -0.5}, "measure tau -0.250 reaches -0.500"},
		{"a measure is better than chance", report.Limit{Metric: "measure tau", Is: "at_least"}, "measure tau -0.250 is below 0.000"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			gate := report.Gate{Limits: []report.Limit{tt.limit}}
			require.NoError(t, gate.Validate())
			got, err := gate.Check(vendors(t, -1))
			require.NoError(t, err)
			reporttest.Line(t, got)
			reporttest.Line(t, report.Dataset{Name: "invoices", Gate: &gate})
			if got.NotEvaluable != "" {
				assert.Equal(t, tt.want, "not evaluable: "+got.NotEvaluable)
				assert.False(t, got.Passed)
				return
			}
			require.Len(t, got.Checks, 2)
			assert.Equal(t, tt.want, got.Checks[0].String())
			assert.Equal(t, got.Checks[0].Passed, got.Passed)
		})
	}
}

// A bound of a number that never has an interval is a mistake, not a matter of more cases.
func TestBoundsOfNumbersWithoutInterval(t *testing.T) {
	s := vendors(t, -1)
	kappa, runs := reporttest.Number("kappa of total", 0.6), reporttest.Number("measure runs", 0.5)
	kappa.Kind, runs.Kind, runs.OverTrials = report.KindClass, report.KindMeasure, true
	s.Put(kappa)
	s.Put(runs)
	for _, metric := range []string{"weighted F1", "accuracy", "mean score", "kappa of total", "cost per case", "drafts", "pass^1", "agreement of total", "measure runs"} {
		limit := report.Limit{Metric: metric, Bound: report.BoundLow, Is: report.AtLeast, Value: 0.5}
		if metric == "cost per case" || metric == "drafts" {
			limit.Is = report.AtMost
		}
		err := report.Gate{Limits: []report.Limit{limit}}.CheckLimits(s, true)
		assert.EqualError(t, err, fmt.Sprintf(`report: gate: limit on %s: it never has an interval, and Bound is "low": limit its value`, metric))
	}
	for _, metric := range []string{"micro F1", "micro precision", "macro F1", "recall of total", "measure errors"} {
		limit := report.Limit{Metric: metric, Bound: report.BoundHigh, Is: report.AtLeast, Value: 0.5}
		if metric == "measure errors" {
			limit.Is = report.AtMost
		}
		assert.NoError(t, report.Gate{Limits: []report.Limit{limit}}.CheckLimits(s, true), metric)
	}
}

// A hint at a metric is about the field that was named, or one below it, and not about a short one that looks alike.
func TestHintsAtMetrics(t *testing.T) {
	s := reporttest.Summarize(t, summarize.Options{Dataset: "d", Attributes: []string{"type", "total", "due.value", "tags[]", "lines[].amount"}})
	for metric, want := range map[string]string{
		"F1 of due":      `"F1 of due.value"`,
		"F1 of tags":     `"F1 of tags[]"`,
		"F1 of lines":    `"F1 of lines[].amount"`,
		"F1 of totl":     `"F1 of total"`,
		"recal of total": `"recall of total"`,
	} {
		err := report.Gate{Limits: []report.Limit{{Metric: metric, Is: report.AtLeast, Value: 0.5}}}.CheckLimits(s, true)
		assert.ErrorContains(t, err, "did you mean "+want, metric)
	}
	for _, metric := range []string{"accuracy of type", "macro F1 of type", "kappa of type", "top-2 accuracy of type"} {
		err := report.Gate{Limits: []report.Limit{{Metric: metric, Is: report.AtLeast, Value: 0.5}}}.CheckLimits(s, true)
		assert.ErrorContains(t, err, `no classes of "type" are known; declare them in the spec`, metric)
	}
	s.Stability = &report.Stability{Trials: 2}
	err := report.Gate{Limits: []report.Limit{{Metric: "jaccard of total", Is: report.AtLeast, Value: 0.5}}}.CheckLimits(s, true)
	assert.ErrorContains(t, err, `no metric "jaccard of total"`, "it is of lists alone, which is told before the first case")
	s.Classes = []report.Classes{{Attribute: "tags[]"}} // of items: no case has one class
	for slice, want := range map[string]string{"presence of due=yes": `"presence of due.value"`, "presence of tags=yes": "", "class of tags=x": "", "class of tags[]=x": ""} {
		err := report.Gate{Limits: []report.Limit{{Metric: "micro F1", Slice: slice, Is: report.AtLeast, Value: 0.5}}}.CheckLimits(s, true)
		require.Error(t, err)
		assert.Equal(t, want != "", strings.Contains(err.Error(), "did you mean "), err)
		assert.ErrorContains(t, err, want)
	}
}

// Kappa is below 0 where truth and answer agree less than by chance: a limit on it is then missed, and may be 0 or less.
func TestLimitsOnKappaBelowZero(t *testing.T) {
	s := vendors(t, -1)
	kappa := reporttest.Number("kappa of total", -0.6)
	kappa.Kind, kappa.Better = report.KindClass, "more"
	s.Put(kappa)
	for value, want := range map[float64]string{
		0.1: "kappa of total -0.600 is below 0.100", 0: "kappa of total -0.600 is below 0.000", -0.7: "kappa of total -0.600 reaches -0.700",
	} {
		got, err := report.Gate{Limits: []report.Limit{{Metric: "kappa of total", Is: "at_least", Value: value}}}.Check(s)
		require.NoError(t, err)
		assert.Empty(t, got.NotEvaluable)
		assert.Equal(t, want, got.Checks[0].String())
	}
	for _, metric := range []string{"kappa of total", "measure tau"} {
		_, err := report.Gate{Limits: []report.Limit{{Metric: metric, Is: "at_least", Value: -1}}}.Check(s)
		assert.EqualError(t, err, "report: gate: limit on "+metric+": every value is at least -1")
	}
}

// The ends of the interval are those that the summary shows, of a slice its own.
func TestLimitsOnAnEndOfTheInterval(t *testing.T) {
	s := vendors(t, 0)
	total := s.Number("F1 of total")
	acme, ok := s.Slice("vendor=acme")
	require.True(t, ok)
	low := acme.Number("F1 of total")
	require.Less(t, total.Low.Value, 0.875)
	require.Less(t, low.Low.Value, 0.75)
	got, err := report.Gate{Limits: []report.Limit{
		{Metric: "F1 of total", Is: "at_least", Value: 0.87, Bound: "low"},
		{Metric: "F1 of total", Is: "at_least", Value: 0.88, Bound: "high"},
		{Metric: "F1 of total", Slice: "vendor=acme", Is: "at_least", Value: 0.75, Bound: "low"},
	}}.Check(s)
	require.NoError(t, err)
	require.Len(t, got.Checks, 4)
	assert.Equal(t, []bool{false, true, false, true}, []bool{got.Checks[0].Passed, got.Checks[1].Passed, got.Checks[2].Passed, got.Checks[3].Passed})
	assert.Equal(t, []report.Ratio{total.Low, total.High, low.Low}, []report.Ratio{got.Checks[0].Value, got.Checks[1].Value, got.Checks[2].Value})
	assert.Equal(t, "lower end of F1 of total where vendor=acme", got.Checks[2].Name())
	assert.Equal(t, "upper end of F1 of total", got.Checks[1].Name())
}

func TestLimitErrors(t *testing.T) {
	for _, tt := range []struct {
		name  string
		limit report.Limit
		want  string
	}{
		{"no metric", report.Limit{Is: "at_least", Value: 0.5}, `report: gate: a limit has no Metric`},
		{"no direction", report.Limit{Metric: "driftRate", Value: 0.5}, `report: gate: limit on driftRate: Is is missing, want "at_least" or "at_most"`},
		{"a direction that is none", report.Limit{Metric: "driftRate", Is: "max", Value: 0.5}, `report: gate: limit on driftRate: Is is "max", want "at_least" or "at_most"`},
		{"a bound that is none", report.Limit{Metric: "micro F1", Is: "at_least", Value: 0.5, Bound: "lower"}, `report: gate: limit on micro F1: Bound is "lower", want "value", "low" or "high"`},
		{"not a number", report.Limit{Metric: "micro F1", Is: "at_least", Value: math.NaN()}, `report: gate: limit on micro F1: Value is NaN, want a number from 0`},
		{"infinite", report.Limit{Metric: "measure size", Is: "at_most", Value: math.Inf(1)}, `report: gate: limit on measure size: Value is +Inf, want a number`},
		{"negative", report.Limit{Metric: "measure size", Is: "at_most", Value: -1}, `report: gate: limit on measure size: Value is -1, want a number from 0`},
		{"always kept", report.Limit{Metric: "measure size", Is: "at_least"}, `report: gate: limit on measure size: every value is at least 0`},
		{"always kept, at most", report.Limit{Metric: "micro F1", Is: "at_most", Value: 1}, `report: gate: limit on micro F1: every ratio is at most 1`},
		{"at most, and more is better", report.Limit{Metric: "recall of total", Slice: "vendor=acme", Is: "at_most", Value: 0.9}, `report: gate: recall of total (vendor=acme) is better the more it is, but its limit is at most 0.9: write at_least`},
		{"agreement of at most", report.Limit{Metric: "agreement", Is: "at_most", Value: 0.9}, `report: gate: agreement is better the more it is, but its limit is at most 0.9: write at_least`},
		{"above a ratio", report.Limit{Metric: "measure errors", Is: "at_least", Value: 95}, `report: gate: limit on measure errors: Value is 95, and a ratio is at most 1`},
		{"a slice that is none", report.Limit{Metric: "micro F1", Slice: "acme", Is: "at_least", Value: 0.5}, `report: gate: limit on micro F1 (acme): Slice is "acme", want a tag and its value: "vendor=acme"`},
		{"a slice of stability", report.Limit{Metric: "driftRate", Slice: "vendor=acme", Is: "at_most", Value: 0.5}, `report: gate: limit on driftRate (vendor=acme): it is only known over all cases, not by Slice`},
		{"an unknown metric", report.Limit{Metric: "recal of total", Is: "at_least", Value: 0.5},
			`report: gate: data set "invoices" has no metric "recal of total"; did you mean "recall of total"? (there are "micro F1", "micro precision", "micro recall", "macro F1", "weighted F1", "accuracy", "mean score", ` +
				`"F1 of total", "precision of total", "recall of total", "F1 of memo", "precision of memo", "recall of memo", "drafts", "own drafts", "cost per case", "tokens per case", "calls per case", "latency p50", "latency p95", ` +
				`"measure errors", "measure size", "measure wide", "measure never", "measure tau", "driftRate", "flakyRate", "agreement", "flipRate", "pass@1", "pass^1", "agreement of total", "flipRate of total")`},
		{"a measure without its name space", report.Limit{Metric: "size", Is: "at_least", Value: 0.5}, `report: gate: data set "invoices" has no metric "size"; did you mean "measure size"? (`},
		{"errors have a limit of their own", report.Limit{Metric: "errors", Is: "at_most", Value: 1}, `report: gate: data set "invoices" has no metric "errors"; did you mean "measure errors"? (`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := report.Gate{Limits: []report.Limit{tt.limit}}.Check(vendors(t, -1))
			require.Error(t, err)
			if tt.want[len(tt.want)-1] == '(' {
				assert.Contains(t, err.Error(), tt.want)
				return
			}
			assert.EqualError(t, err, tt.want)
		})
	}
}

// Before the first case, a field that the spec does not name may still come: below one
// that it does, or when it names none.
func TestLimitsBeforeTheFirstCase(t *testing.T) {
	s := report.Summary{Dataset: "d", Attributes: []report.Attribute{{Attribute: "total"}, {Attribute: "vendor"}, {Attribute: "lines[].sku"}}}
	for _, tt := range []struct {
		metric string
		known  bool
	}{
		{"F1 of total", true}, {"recall of vendor.name", true}, {"F1 of vendor[].name", true}, {"F1 of lines[]", true}, {"F1 of (invented)", true},
		{"F1 of totals", false}, {"F1 of vendors.name", false}, {"agreement of total", false}, {"median of total", false}, {"measure total", false},
	} {
		err := report.Gate{Limits: []report.Limit{{Metric: tt.metric, Is: report.AtLeast, Value: 0.5}}}.CheckLimits(s, true)
		assert.Equal(t, tt.known, err == nil, "%s: %v", tt.metric, err)
	}
	limits := func(gate report.Gate) error { return gate.CheckLimits(report.Summary{Dataset: "d"}, true) }
	assert.NoError(t, limits(report.Gate{FieldF1: map[string]float64{"anything": 0.5}}), "the documents will show")
	assert.EqualError(t, limits(report.Gate{Limits: []report.Limit{{Metric: "F1 of x", Is: report.AtLeast, Value: 95}}}), "report: gate: limit on F1 of x: Value is 95, and a ratio is at most 1")
	assert.EqualError(t, report.Gate{FieldF1: map[string]float64{"totl": 0.5}}.CheckLimits(s, true),
		`report: gate: data set "d" has no field "totl"; did you mean "total"? (there are "total", "vendor", "lines[].sku")`)
}

// A limit on the wrong side passes what it is written against.
func TestLimitOnTheWrongSide(t *testing.T) {
	s := vendors(t, -1)
	measured(&s, report.Measure{Name: "packet over-split", LessIsBetter: true}, report.RatioOf(0.4, true))
	limit := report.Limit{Metric: "measure packet over-split", Is: report.AtLeast, Value: 0.05}
	_, err := report.Gate{Limits: []report.Limit{limit}}.Check(s)
	require.EqualError(t, err, "report: gate: measure packet over-split is better the less it is, but its limit is at least 0.05: write at_most")
	limit.Is, limit.Value = report.AtMost, 0.5
	got, err := report.Gate{Limits: []report.Limit{limit}}.Check(s)
	require.NoError(t, err)
	assert.True(t, got.Passed)
}

func TestLimitsOfCases(t *testing.T) {
	for metric, want := range map[string]bool{
		"micro F1": true, "F1 of total": true, "recall of agreement": true, "driftRate": false, "pass^3": false, "pass@1": false,
		"agreement": false, "agreement of total": false, "jaccard of tags[]": false, "measure F1 of total": false,
	} {
		assert.Equal(t, want, report.Gate{Limits: []report.Limit{{Metric: "micro F1"}, {Metric: metric}}}.OfCases(), metric)
	}
}

// The numbers of a slice, by a tag or computed, are the numbers of its cases alone, merged or not, and facts on their way
// between machines keep them.
func TestSlicesAreSummariesOfTheirCases(t *testing.T) {
	for _, slice := range []string{"vendor=acme", "script of text=Greek"} {
		t.Run(slice, func(t *testing.T) { testSliceIsASummaryOfItsCases(t, slice) })
	}
}

func testSliceIsASummaryOfItsCases(t *testing.T, slice string) {
	o := summarize.Options{Dataset: "d", Slices: []string{slice}}
	alone := summarize.Options{Dataset: slice, WorstCases: -1}
	all, left, right, acme := summarize.New(o), summarize.New(o), summarize.New(o), summarize.New(alone)
	for i := range 60 {
		c := reporttest.Counted(fmt.Sprint(i), 1, 0.5, reporttest.Row("total", metrics.Counts{Match: i % 3, Wrong: i % 2}))
		c.Tags = map[string]string{"vendor": []string{"acme", "bolt"}[i/30]}
		c.Shape.Script = []string{"Greek", "Latin"}[i/30]
		require.NoError(t, all.Add(c))
		part := []*summarize.Summarizer{left, right}[i%2]
		require.NoError(t, part.Add(c))
		if i < 30 {
			require.NoError(t, acme.Add(c))
		}
	}
	facts, err := json.Marshal(right)
	require.NoError(t, err)
	sent := new(summarize.Summarizer)
	require.NoError(t, json.Unmarshal(facts, sent))
	require.NoError(t, left.Merge(sent))
	for _, s := range []*summarize.Summarizer{all, left} {
		got, ok := s.Summary().Slice(slice)
		require.True(t, ok)
		assert.Equal(t, acme.Summary(), got)
	}
	_, ok := all.Summary().Slice("vendor=bolt")
	assert.False(t, ok, "nobody asked for it")
	assert.Error(t, left.Merge(summarize.New(summarize.Options{Dataset: "d"})), "of other slices")
}

// A gate file may ask for a slice that the gate of the test did not.
func TestMergeWithAGateOfAFile(t *testing.T) {
	file := &verdict.GateFile{Name: "gates.json"}
	file.Add("d", 1, report.Gate{Limits: []report.Limit{{Metric: "recall of total", Slice: "vendor=acme", Is: report.AtLeast, Value: 0.75}}})
	file.Add("other", 1, report.Gate{MicroF1: 1})
	bad := reporttest.Counted("a", 1, 0, reporttest.Row("total", metrics.Counts{Missing: 1}))
	bad.Tags = map[string]string{"vendor": "acme"}
	var text string
	for _, r := range []report.Record{
		artifact.NewRun("example.com/a"), report.Dataset{Name: "d", Gate: &report.Gate{MicroF1: 0.1}}, bad,
		reporttest.Counted("b", 1, 1, reporttest.Row("total", metrics.Counts{Match: 1})), report.End{Cases: 2},
	} {
		text += reporttest.Line(t, r) + "\n"
	}
	m := summarize.Merge{Limits: file}
	require.NoError(t, m.Read(reporttest.Source("d.jsonl", text)))
	sets := m.Sets()
	require.Len(t, sets, 2)
	assert.Equal(t, "d: recall of total where vendor=acme 0.000 (of 1 of 2 cases) is below 0.750; look first at total (F1 0.667 over all cases)", sets[0].Judge().String())
	assert.Equal(t, "other: gate not evaluable: no artifact has this data set (gates.json:1)", sets[1].Judge().String())
}
