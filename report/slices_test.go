package report_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// longAndShort has 10 invoices of 2 lines, which are right, and 10 of 40 lines, of which the last 30 are missing. The recall of
// lines[].amount is 20/20 in the short ones, 100/400 in the long ones, and 120/420 = 2/7 in all. The long ones are in Cyrillic.
func longAndShort(t *testing.T, slices ...string) report.Summary {
	t.Helper()
	var cases []*report.Case
	for i := range 20 {
		lines := metrics.Counts{Match: 2}
		c := reporttest.Counted(fmt.Sprint(i), 1, 1)
		c.Shape.Script = "Latin"
		if i >= 10 {
			lines = metrics.Counts{Match: 10, Missing: 30}
			c.Shape.Script = "Cyrillic"
		}
		items := reporttest.Row("lines[]", lines)
		items.Items = true
		c.Counts = []metrics.Row{reporttest.Row("notes", metrics.Counts{CorrectAbsence: 1}), items, reporttest.Row("lines[].amount", lines)}
		c.Classes = []report.ClassPair{{Attribute: "type", Want: "invoice", Got: "invoice", Values: 1}}
		cases = append(cases, c)
	}
	return reporttest.Summarize(t, summarize.Options{Dataset: "invoices", Resamples: -1, Slices: slices}, cases...)
}

func TestLimitsOnComputedSlices(t *testing.T) {
	for _, tt := range []struct{ slice, want string }{
		{"rows of lines>=40", "recall of lines[].amount where rows of lines>=40 0.250 (of 10 cases) is below 0.900"},
		{"rows of lines<40", "recall of lines[].amount where rows of lines<40 1.000 (of 10 cases) reaches 0.900"},
		{"rows of lines=2", "recall of lines[].amount where rows of lines=2 1.000 (of 10 cases) reaches 0.900"},
		{"script of text=Cyrillic", "recall of lines[].amount where script of text=Cyrillic 0.250 (of 10 cases) is below 0.900"},
		{"presence of notes=no", "recall of lines[].amount where presence of notes=no 0.286 (of 20 cases) is below 0.900"},
		{"rows of lines>=400", "not evaluable: no case that was scored has rows of lines>=400, on which recall of lines[].amount is limited"},
		{"presence of notes=yes", "not evaluable: no case that was scored has presence of notes=yes, on which recall of lines[].amount is limited"},
		{"script of text=Greek", "not evaluable: no case that was scored has script of text=Greek, on which recall of lines[].amount is limited"},
		{"stop of answer=length", "not evaluable: no case that was scored has stop of answer=length, on which recall of lines[].amount is limited"},
		{"rows of notes<1", "recall of lines[].amount where rows of notes<1 0.286 (of 20 cases) is below 0.900"},
		{"scrpt of text=Latin", `not evaluable: no case that was scored has the tag scrpt of text=Latin, on which recall of lines[].amount is limited; did you mean "script of text"?`},
		{"row of lines=4", `not evaluable: no case that was scored has the tag row of lines=4, on which recall of lines[].amount is limited; did you mean "rows of lines"?`},
	} {
		t.Run(tt.slice, func(t *testing.T) {
			gate := report.Gate{Limits: []report.Limit{{Metric: "recall of lines[].amount", Slice: tt.slice, Is: report.AtLeast, Value: 0.9}}}
			require.NoError(t, gate.Validate())
			got, err := gate.Check(longAndShort(t, tt.slice))
			require.NoError(t, err)
			if got.NotEvaluable != "" {
				assert.Equal(t, tt.want, "not evaluable: "+got.NotEvaluable)
				assert.False(t, got.Passed)
				return
			}
			assert.Equal(t, tt.want, got.Checks[0].String())
			assert.Equal(t, got.Checks[0].Passed, got.Passed)
		})
	}
}

// A limit on a class that no truth has says which class was perhaps meant.
func TestLimitsOnAClassOfTruths(t *testing.T) {
	c := reporttest.Counted("a", 1, 1, reporttest.Row("type", metrics.Counts{Match: 1}))
	c.Classes = []report.ClassPair{{Attribute: "type", Want: "invoice", Got: "invoice", Values: 1}}
	for slice, want := range map[string]string{
		"class of type=invoce":      `no case that was scored has class of type=invoce, on which micro F1 is limited; did you mean "invoice"?`,
		"class of type=credit note": "no case that was scored has class of type=credit note, on which micro F1 is limited",
	} {
		s := reporttest.Summarize(t, summarize.Options{Resamples: -1, Slices: []string{slice}, Classes: []report.ClassList{{Attribute: "type", Names: []string{"invoice", "credit note"}}}}, c)
		got, err := report.Gate{Limits: []report.Limit{{Metric: "micro F1", Slice: slice, Is: report.AtLeast, Value: 0.9}}}.Check(s)
		require.NoError(t, err)
		assert.Equal(t, want, got.NotEvaluable)
	}
}

func TestComputedSliceErrors(t *testing.T) {
	for _, tt := range []struct{ slice, want string }{
		{"rows of lines>40", `report: gate: limit on micro F1 (rows of lines>40): Slice is "rows of lines>40", want ">=", "<" or "=" after "rows of lines", as in "rows of lines>=40"`},
		{"rows of lines", `report: gate: limit on micro F1 (rows of lines): Slice is "rows of lines", want ">=", "<" or "=" after "rows of lines", as in "rows of lines>=40"`},
		{"script of text=Latn", `report: gate: limit on micro F1 (script of text=Latn): Slice is "script of text=Latn", and "Latn" is not a value of "script of text"; did you mean "Latin"?`},
		{"rows of lines[]>=40", `report: gate: limit on micro F1 (rows of lines[]>=40): data set "invoices" has no "rows of lines[]"; did you mean "rows of lines"? (there is "rows of lines")`},
		{"rows of lins>=40", `report: gate: limit on micro F1 (rows of lins>=40): data set "invoices" has no "rows of lins"; did you mean "rows of lines"? (there is "rows of lines")`},
		{"presence of note=yes", `report: gate: limit on micro F1 (presence of note=yes): data set "invoices" has no "presence of note"; did you mean "presence of notes"? (there is "presence of notes")`},
		{"class of typ=invoice", `report: gate: limit on micro F1 (class of typ=invoice): data set "invoices" has no "class of typ" (there are none of this kind)`},
	} {
		gate := report.Gate{Limits: []report.Limit{{Metric: "micro F1", Slice: tt.slice, Is: report.AtLeast, Value: 0.9}}}
		_, err := gate.Check(longAndShort(t, tt.slice))
		assert.EqualError(t, err, tt.want)
	}
}

// Before the first case a list may still come: without a spec, or below a field of it.
func TestComputedSlicesBeforeTheFirstCase(t *testing.T) {
	limited := func(slice string) report.Gate {
		return report.Gate{Limits: []report.Limit{{Metric: "micro F1", Slice: slice, Is: report.AtLeast, Value: 0.9}}}
	}
	spec := reporttest.Summarize(t, summarize.Options{Dataset: "d", Attributes: []string{"total", "lines[]", "lines[].amount"}})
	any := reporttest.Summarize(t, summarize.Options{Dataset: "d"})
	for _, slice := range []string{"rows of lines>=40", "presence of total=yes", "rows of total<1", "script of text=Greek", "vendor=acme"} {
		assert.NoError(t, limited(slice).CheckLimits(spec, true), slice)
		assert.NoError(t, limited(slice).CheckLimits(any, true), slice)
	}
	assert.EqualError(t, limited("rows of lins>=40").CheckLimits(spec, true),
		`report: gate: limit on micro F1 (rows of lins>=40): data set "d" has no "rows of lins"; did you mean "rows of lines"? (there is "rows of lines")`)
	assert.NoError(t, limited("rows of lins>=40").CheckLimits(any, true), "any list may come")

	// A spec names the fields of items, and not the items.
	spec = reporttest.Summarize(t, summarize.Options{Dataset: "d", Attributes: []string{"lines[].amount", "lines[].sku", "pages[].rows[].n", "rates{}.vat", "[].x"}})
	for _, slice := range []string{"rows of lines>=40", "rows of pages>=2", "rows of pages[].rows>=2", "rows of rates<1"} {
		assert.NoError(t, limited(slice).CheckLimits(spec, true), slice)
	}
	assert.ErrorContains(t, limited("rows of line>=40").CheckLimits(spec, true),
		`(there are "rows of lines", "rows of pages", "rows of pages[].rows", "rows of rates")`)

	// No case can have these, with or without a spec.
	for _, slice := range []string{"rows of lines[]>=40", "rows of rates{}<1", "presence of lines[].sku=yes", "class of lines[].sku=a"} {
		assert.ErrorContains(t, limited(slice).CheckLimits(spec, true), "has no ", slice)
		assert.ErrorContains(t, limited(slice).CheckLimits(any, true), "has no ", slice)
	}
}

// Slices by a number and its complement have each case once, in any trial.
func TestComputedSlicesPartition(t *testing.T) {
	s := longAndShort(t, "rows of lines<40", "rows of lines>=40", "presence of notes=no", "vendor=acme")
	cases := func(name string) int {
		part, ok := s.Slice(name)
		require.True(t, ok, name)
		return part.Cases().Scored()
	}
	assert.Equal(t, []int{10, 10, 20, 0}, []int{cases("rows of lines<40"), cases("rows of lines>=40"), cases("presence of notes=no"), cases("vendor=acme")})
}
