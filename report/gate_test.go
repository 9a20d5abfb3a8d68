package report_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// gated has total: 7 of 10 right (F1 0.7), date: 9 of 10 (F1 0.9), memo:
// never right, currency: all right; macro F1 0.65, micro F1 26/40 = 0.65.
func gated(t *testing.T) report.Summary {
	return reporttest.Summarize(t, summarize.Options{Dataset: "invoices"},
		reporttest.Counted("a", 1, 0.8, reporttest.Row("total", metrics.Counts{Match: 7}), reporttest.Row("date", metrics.Counts{Match: 9}), reporttest.Row("memo", metrics.Counts{}), reporttest.Row("currency", metrics.Counts{Match: 10})),
		reporttest.Counted("b", 1, 0.6, reporttest.Row("total", metrics.Counts{Wrong: 3}), reporttest.Row("date", metrics.Counts{Wrong: 1}), reporttest.Row("memo", metrics.Counts{Wrong: 10}), reporttest.Row("currency", metrics.Counts{})),
	)
}

func TestGate(t *testing.T) {
	for _, tt := range []struct {
		name string
		gate report.Gate
		want string
	}{
		{"no limit", report.Gate{}, "invoices: gate passed over 2 cases"},
		{"kept", report.Gate{MacroF1: 0.65, MicroF1: 0.65, MicroPrecision: 0.65, MicroRecall: 0.65, Accuracy: 0.65, MeanScore: 0.7}, "invoices: gate passed over 2 cases; within the interval, where other documents could fail: micro F1, macro F1, micro precision, and 1 more"},
		{"rounding is allowed for", report.Gate{MeanScore: 0.7 + 0.9e-9}, "invoices: gate passed over 2 cases"},
		{"more than rounding is not", report.Gate{MeanScore: 0.7 + 2e-9}, "invoices: mean score 0.700000000 is below 0.700000002, over 2 cases; look first at memo (no match)"},
		{"several at once, in order", report.Gate{MacroF1: 0.9, MicroF1: 0.8}, "invoices: micro F1 0.650 is below 0.800; macro F1 0.650 is below 0.900, over 2 cases; look first at memo (no match)"},
		{"fields in the order of the table", report.Gate{FieldF1: map[string]float64{"date": 0.95, "total": 0.99, "currency": 1}}, "invoices: F1 of total 0.700 is below 0.990; F1 of date 0.900 is below 0.950, over 2 cases; look first at total (F1 0.700)"},
		{"undefined fails its limit", report.Gate{FieldF1: map[string]float64{"memo": 0.01}}, "invoices: F1 of memo is undefined (no match in 10 values), want at least 0.010, over 2 cases; look first at memo (no match)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.gate.Check(gated(t))
			require.NoError(t, err)
			assert.Equal(t, tt.want, got.String())
			assert.Equal(t, len(got.Failed()) == 0, got.Passed)
			reporttest.Line(t, got)
		})
	}
}

func TestGateSaysWhyF1IsUndefined(t *testing.T) {
	gate := report.Gate{FieldF1: map[string]float64{"totl": 0.9}}
	for _, tt := range []struct {
		name   string
		counts []metrics.Counts // by trial
		want   string
	}{
		{"never answered", []metrics.Counts{{Missing: 1}}, "F1 of totl is undefined (no match in 1 value), want at least 0.900, over 1 case; look first at totl (no match)"},
		{"all trials", []metrics.Counts{{Wrong: 2}, {Invented: 1, Hallucinated: 1, Missing: 1}}, "F1 of totl is undefined (no match in 5 values), want at least 0.900, over 1 case in each of 2 trials; look first at totl (no match)"},
		{"one of the trials", []metrics.Counts{{Match: 1}, {Missing: 1}}, "F1 of totl 0.500 is below 0.900, over 1 case in each of 2 trials; look first at totl (F1 0.500)"},
		{"a path that is nowhere", []metrics.Counts{{CorrectAbsence: 1}}, "gate not evaluable: nothing judged the only case: no truth and no answer has a value, and an extractor that never answers would be right, too: add documents that have values"},
		{"nothing could be compared", []metrics.Counts{{Errored: 1}}, "F1 of totl is undefined, want at least 0.900; 1 error, more than the 0 allowed, over 1 case"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var cases []*report.Case
			for i, c := range tt.counts {
				cases = append(cases, reporttest.Counted("a", i+1, 0, reporttest.Row("totl", c)))
			}
			got, err := gate.Check(reporttest.Summarize(t, summarize.Options{Dataset: "d"}, cases...))
			require.NoError(t, err)
			assert.Equal(t, "d: "+tt.want, got.String())
			reporttest.Line(t, got)
		})
	}
}

func TestGateCountsErrors(t *testing.T) {
	s := reporttest.Summarize(t, summarize.Options{Dataset: "invoices"},
		&report.Case{ID: "a", Trial: 1, Status: report.Error, Counts: []metrics.Row{reporttest.Row("total", metrics.Counts{Missing: 1})}},
		reporttest.Counted("b", 1, 1, reporttest.Row("total", metrics.Counts{Errored: 1})),
	)
	got, err := report.Gate{MaxErrors: 2}.Check(s)
	require.NoError(t, err)
	assert.True(t, got.Passed)
	got, err = report.Gate{MaxErrors: 1}.Check(s)
	require.NoError(t, err)
	assert.Equal(t, "invoices: 2 errors, more than the 1 allowed, over 2 cases", got.String(), "total has no match because of the errors")
}

func TestGateOfNothing(t *testing.T) {
	s := summarize.New(summarize.Options{Dataset: "invoices"}).Summary()
	reporttest.Line(t, s)
	got, err := report.Gate{MacroF1: 0.1}.Check(s)
	require.NoError(t, err)
	assert.Equal(t, "invoices: macro F1 is undefined, want at least 0.100, over 0 cases", got.String(), "nothing scored is not passed")
	_, err = report.Gate{FieldF1: map[string]float64{"x": 1}}.Check(s)
	assert.EqualError(t, err, `report: gate: data set "invoices" has no field "x" (there are no fields: no case was scored)`)
}

func TestGateErrors(t *testing.T) {
	_, err := report.Gate{
		MicroF1: 95, Accuracy: -1, FieldF1: map[string]float64{"totl": 0.5, "date": math.NaN()}, MaxErrors: -1,
	}.Check(gated(t))
	assert.EqualError(t, err, `report: gate: micro F1: limit 95 is outside (0,1]
report: gate: accuracy: limit -1 is outside (0,1]
report: gate: F1 of date: limit NaN is outside (0,1]
report: gate: MaxErrors is -1, want 0 or more
report: gate: data set "invoices" has no field "totl"; did you mean "total"? (there are "total", "date", "memo", "currency")`)
	assert.True(t, report.Gate{}.IsZero())
	assert.False(t, report.Gate{MaxErrors: 1}.IsZero())
	assert.EqualError(t, report.Gate{MaxErrors: 2}.Validate(), "report: gate: MaxErrors: 2 turns case failures off and limits nothing: set a limit beside it")
	assert.NoError(t, report.Gate{MaxErrors: 2, MeanScore: 0.5}.Validate())
	assert.NoError(t, report.Gate{}.Validate())
}

// A limit that was kept and lies within the interval might not be kept over other documents.
func TestCheckWithinChance(t *testing.T) {
	ratio := func(v float64) report.Ratio { return report.RatioOf(v, true) }
	for _, tt := range []struct {
		name  string
		check report.Check
		want  string // "" where it is beyond chance
	}{
		{"kept", report.Check{Metric: "macro F1", Value: ratio(0.905), Low: ratio(0.871), High: ratio(0.932), Limit: 0.9, Passed: true}, "macro F1 0.905 reaches 0.900, within the interval 0.871–0.932: other documents could fail"},
		{"beyond", report.Check{Metric: "macro F1", Value: ratio(0.905), Low: ratio(0.9), High: ratio(0.932), Limit: 0.9, Passed: true}, ""},
		{"not kept", report.Check{Metric: "macro F1", Value: ratio(0.895), Low: ratio(0.871), High: ratio(0.932), Limit: 0.9}, ""},
		{"no interval", report.Check{Metric: "macro F1", Value: ratio(0.905), Limit: 0.9, Passed: true}, ""},
		{"at most", report.Check{Metric: "micro F1", AtMost: true, Value: ratio(0.1), Low: ratio(0.05), High: ratio(0.2), Limit: 0.15, Passed: true}, "micro F1 0.100 is within 0.150, within the interval 0.050–0.200: other documents could fail"},
		{"at most, beyond", report.Check{Metric: "micro F1", AtMost: true, Value: ratio(0.1), Low: ratio(0.05), High: ratio(0.15), Limit: 0.15, Passed: true}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want != "", tt.check.WithinChance())
			if tt.want != "" {
				assert.Equal(t, tt.want, tt.check.String())
			} else {
				assert.NotContains(t, tt.check.String(), "chance")
			}
		})
	}
}

// The merge depends on the field whose limit is broken, not on the field with the lowest F1.
func TestLookFirstAtTheFieldBelowItsLimit(t *testing.T) {
	mistake := metrics.Counts{Match: 1, Wrong: 1}
	s := report.Summary{Dataset: "invoices", Attributes: []report.Attribute{{Attribute: "date"}, {Attribute: "total"}, {Attribute: "memo"}}, Numbers: []report.Number{
		reporttest.Number("F1 of date", 0.5), reporttest.Number("F1 of total", 0.5), reporttest.Number("F1 of memo", 0.25),
	}, Trials: []report.Trial{{Cases: report.CaseCount{OK: 2, Pass: 1, Fail: 1}, Counts: []metrics.Row{{Counts: mistake}, {Counts: mistake}, {Counts: metrics.Counts{Match: 1, Wrong: 3}}}}}}
	names := func(g report.Gate) (all []string) {
		for _, a := range g.WorstFields(s, 3) {
			all = append(all, a.Attribute)
		}
		return all
	}
	assert.Equal(t, []string{"memo", "date", "total"}, names(report.Gate{}))
	gate := report.Gate{FieldF1: map[string]float64{"total": 0.9, "date": 0.5}}
	assert.Equal(t, []string{"total", "memo", "date"}, names(gate))
	result, err := gate.Check(s)
	assert.NoError(t, err)
	assert.Equal(t, "total", result.WorstField)
}

// The cause of the verdict comes first: a field whose limit is kept explains neither errors nor a broken invariant.
func TestFieldToLookAtFirstIsACauseOfTheVerdict(t *testing.T) {
	mistake := metrics.Counts{Match: 3, Wrong: 1}
	s := report.Summary{Dataset: "invoices", Attributes: []report.Attribute{{Attribute: "total.amount"}, {Attribute: "date"}, {Attribute: "lines[].sku"}}, Numbers: []report.Number{
		reporttest.Number("micro F1", 0.8), reporttest.Number("F1 of total.amount", 0.75), reporttest.Number("F1 of date", 0.9), reporttest.Number("recall of date", 0.9),
		reporttest.Number("F1 of lines[].sku", 0.95), reporttest.Number("rule sum of total.amount", 0.5),
	}, Invariants: []report.Invariant{{Name: "sum of total.amount", Holds: 1, Broken: 1}},
		Trials: []report.Trial{{Cases: report.CaseCount{OK: 37, Error: 3, Pass: 30, Fail: 10}, Counts: []metrics.Row{{Counts: mistake}, {Counts: mistake}, {Counts: mistake}}}}}
	at9 := func(metric string) report.Limit { return report.Limit{Metric: metric, Is: report.AtLeast, Value: 0.92} }
	for _, tt := range []struct {
		name string
		gate report.Gate
		want string
	}{
		{"errors alone", report.Gate{FieldF1: map[string]float64{"total.amount": 0.5}}, "invoices: 3 errors, more than the 0 allowed, over 40 cases"},
		{"an invariant alone", report.Gate{MaxErrors: 3, Limits: []report.Limit{at9("rule sum of total.amount")}},
			"invoices: rule sum of total.amount 0.500 is below 0.920, over 40 cases"},
		{"a field with a higher F1 than others", report.Gate{MaxErrors: 3, FieldF1: map[string]float64{"total.amount": 0.5, "date": 0.92}},
			"invoices: F1 of date 0.900 is below 0.920, over 40 cases; look first at date (F1 0.900)"},
		{"its recall", report.Gate{MaxErrors: 3, Limits: []report.Limit{at9("recall of date")}},
			"invoices: recall of date 0.900 is below 0.920, over 40 cases; look first at date (F1 0.900)"},
		{"an average", report.Gate{MicroF1: 0.9}, "invoices: micro F1 0.800 is below 0.900; 3 errors, more than the 0 allowed, over 40 cases; look first at total.amount (F1 0.750)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			result, err := tt.gate.Check(s)
			require.NoError(t, err)
			assert.Equal(t, tt.want, result.String())
		})
	}
}

// A table may have very many fields with a limit each: a file that somebody sends must not take a time by their square.
func TestLimitsOnManyFieldsTakeNoMoreEach(t *testing.T) {
	check := func(fields int) (allocations float64) {
		s, gate := report.Summary{Trials: []report.Trial{{}}}, report.Gate{FieldF1: map[string]float64{}}
		for i := range fields {
			name := fmt.Sprintf("total.of.the.lines.with.a.long.name.%04d", (i*7)%fields) // not in the order of their names
			s.Attributes, s.Numbers = append(s.Attributes, report.Attribute{Attribute: name}), append(s.Numbers, reporttest.Number("F1 of "+name, 1))
			gate.FieldF1[name] = 0.5
		}
		return testing.AllocsPerRun(1, func() {
			result, err := gate.Check(s)
			require.NoError(t, err)
			require.Len(t, result.Checks, fields+1)
			require.Equal(t, "F1 of "+s.Attributes[1].Attribute, result.Checks[1].Metric, "in the order of the table")
		})
	}
	assert.Less(t, check(1000)/1000, 3*check(100)/100, "allocations for each field")
}
