package report_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// shapeOf returns the shape in the record of a case whose answer is empty.
func shapeOf(t *testing.T, spec eval.Spec, want string, seen report.Observation, r redact.Redaction) report.Shape {
	t.Helper()
	e, err := spec.Compile()
	require.NoError(t, err)
	r, err = r.Compile(e)
	require.NoError(t, err)
	result, err := e.EvaluateDocument(context.Background(), eval.Document{Got: "{}", Want: want, Text: seen.Text})
	require.NoError(t, err)
	seen.ID, seen.Result, seen.Want = "a", &result, []byte(want)
	c := report.NewCase(seen, report.CaseOptions{Redaction: r, Fields: spec.Fields})
	reporttest.RequireValid(t, []byte(reporttest.Line(t, report.Run{Schema: report.Schema, Repetition: 1})+reporttest.Line(t, report.Dataset{Name: "d"})+reporttest.Line(t, c)+reporttest.Line(t, report.End{Cases: 1})))
	return c.Shape
}

func TestShape(t *testing.T) {
	got := shapeOf(t, eval.Spec{}, `{"total":"1.889,00","date":"25/12/2018","n":7}`, report.Observation{
		Text: "Счёт № 17", InputSize: 100, Pages: make([]report.Page, 250), Stop: " max_tokens\n",
	}, redact.Redaction{})
	assert.Equal(t, report.Shape{
		TextLength: 9, InputSize: 100, Pages: 250, Script: "Cyrillic", Numbers: "1.889,00", Dates: "dmy", Stop: "max_tokens",
	}, got)
	assert.Empty(t, shapeOf(t, eval.Spec{}, `{"total":1889.00,"date":null}`, report.Observation{}, redact.Redaction{}), "numbers of JSON show no layout")
	long := shapeOf(t, eval.Spec{}, `{}`, report.Observation{Stop: strings.Repeat("ü", 1000)}, redact.Redaction{})
	assert.Equal(t, strings.Repeat("ü", 50)+"…", long.Stop)
}

// A failed answer has the shape of its document, and may say that it was cut off.
func TestShapeOfAFailedAnswer(t *testing.T) {
	failed := report.Observation{Err: errors.New("unexpected end of JSON"), Stop: "length", Text: "abc"}
	assert.Equal(t, report.Shape{TextLength: 3, Script: "Latin", Dates: "ymd", Stop: "length"}, shapeOf(t, eval.Spec{}, `{"date":"2018-12-25"}`, failed, redact.Redaction{}))
}

// The spec says which texts may be numbers and dates; without one, and under auto, the texts themselves do.
func TestLayoutsAreOfFieldsThatAreCompared(t *testing.T) {
	const want = `{"a":"12,50","b":"2018-12-25","lines":[{"c":"1.889,00","d":"12/25/2018"}],"tags":["1,889.00"]}`
	for _, tt := range []struct {
		name   string
		fields []eval.Field
		want   report.Shape
	}{
		{"no spec", nil, report.Shape{Numbers: "mixed", Dates: "mixed"}},
		{"numbers are no dates", []eval.Field{{Path: "a", Match: compare.Numeric{}}, {Path: "b", Match: compare.Numeric{}}}, report.Shape{Numbers: "0,00"}},
		{"dates are no numbers", []eval.Field{{Path: "a", Match: compare.Date{}}, {Path: "b", Match: compare.Date{}}}, report.Shape{Dates: "ymd"}},
		{"codes are neither", []eval.Field{{Path: "a", Match: compare.Code{}}, {Path: "b", Match: compare.Exact{}}}, report.Shape{}},
		{"auto", []eval.Field{{Path: "a"}, {Path: "b", Match: compare.Auto{}}}, report.Shape{Numbers: "0,00", Dates: "ymd"}},
		{"in a list", []eval.Field{{Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "c", Match: compare.Numeric{}}, {Path: "d", Match: compare.Exact{}}}}}}, report.Shape{Numbers: "1.889,00"}},
		{"in a set", []eval.Field{{Path: "tags", Set: &eval.Set{Match: compare.Exact{}}}}, report.Shape{}},
		{"in a set of numbers", []eval.Field{{Path: "tags", Set: &eval.Set{Match: compare.Numeric{}}}}, report.Shape{Numbers: "1,889.00"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, shapeOf(t, eval.Spec{Fields: tt.fields}, want, report.Observation{}, redact.Redaction{}))
		})
	}
}

// A layout tells something of a value: a date that is dmy alone has a day from 13 on. So only values that the record keeps have
// one; and a stop reason is free text, which may quote a value.
func TestRedactedShape(t *testing.T) {
	const want = `{"total":"1.889,00","date":"25/12/2018"}`
	seen := report.Observation{Text: "Счёт", InputSize: 100, Pages: make([]report.Page, 2), Stop: "max_tokens"}
	document := report.Shape{TextLength: 4, InputSize: 100, Pages: 2, Script: "Cyrillic", Stop: "max_tokens"}
	with := func(numbers, dates string) report.Shape {
		s := document
		s.Numbers, s.Dates = numbers, dates
		return s
	}
	for _, tt := range []struct {
		name      string
		redaction redact.Redaction
		want      report.Shape
	}{
		{"hash", redact.Redaction{Mode: redact.Hash}, document},
		{"omit", redact.Redaction{Mode: redact.Omit}, document},
		{"the date", redact.Redaction{Paths: map[string]redact.Mode{"date": redact.Omit}}, with("1.889,00", "")},
		{"all but the date", redact.Redaction{Mode: redact.Hash, Paths: map[string]redact.Mode{"date": redact.None}}, with("", "dmy")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, shapeOf(t, eval.Spec{}, want, seen, tt.redaction))
			quoting := seen
			quoting.Stop = "after 1.889,00"
			assert.Empty(t, shapeOf(t, eval.Spec{}, want, quoting, tt.redaction).Stop)
		})
	}
}
