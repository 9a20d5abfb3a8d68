package internal_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/breakdown"
	"github.com/extracteval/extracteval/report/internal/render"
)

func is(v float64) report.Ratio { return report.RatioOf(v, true) }

func writeWhy(f breakdown.Findings, w io.Writer, s view.Screen) error {
	return render.WriteWhy(w, &render.Set{Set: &artifact.Set{}, Summary: report.Summary{Level: 0.95}, Findings: f}, s)
}

func breakdownText(t *testing.T, f breakdown.Findings) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, writeWhy(f, &b, view.Screen{}))
	return b.String()
}

func TestFindingsText(t *testing.T) {
	f := breakdown.Findings{
		Slices: breakdown.Slices{MinCases: 10, Small: 2, Uncounted: 7, Slices: []breakdown.Slice{
			{Tag: "source", Value: "scan", Cases: 12, F1: report.Estimate{Value: is(0.345), Low: is(0.219), High: is(0.484)}, PassRate: report.Estimate{Value: is(0)}, Below: true},
			{Tag: "language", Value: "日本語", Cases: 50, F1: report.Estimate{Value: is(0.82)}, PassRate: report.Estimate{Value: is(2.0 / 3)}},
			{Tag: "language", Value: "none right", Cases: 10},
		}},
		Mistakes: []breakdown.Mistake{
			{Attribute: "total", Class: source.Class("transposed"), Count: 12, Examples: []breakdown.Example{{Case: "inv-7", Got: json.RawMessage(`1898`), Want: json.RawMessage(`1889`)}}},
			{Attribute: "lines[].amount", Class: source.Missing, Count: 3, Examples: []breakdown.Example{{Case: "inv-8", Want: json.RawMessage(`"an amount in words of many letters"`)}}},
			{Attribute: "vendor", Class: source.Unknown, Count: 1, Examples: []breakdown.Example{{Case: "inv-9"}}},
		},
		Calibrations: []breakdown.Calibration{
			{
				Predictions: 400, Documents: 310, Correct: 366, LeftOut: 9,
				Over: report.Estimate{Value: is(0.041), Low: is(0.01), High: is(0.07)}, ECE: report.Estimate{Value: is(0.0416), Low: is(0), High: is(0.08)},
				Brier: report.Estimate{Value: is(0.07), Low: is(0.05), High: is(0.09)}, AUROC: report.Estimate{Value: is(0.91), Low: is(0.7), High: is(0.99), Approximate: true},
				StraightThrough: []breakdown.StraightThrough{
					{Accuracy: 0.99, Reached: true, Point: stats.RiskPoint{Accepted: 245, Coverage: 0.6125, Confidence: 0.97}},
					{Accuracy: 0.95, Reached: true, Point: stats.RiskPoint{Accepted: 400, Coverage: 1, Confidence: 0.5}},
				},
			},
			{Attribute: "total", Predictions: 100, Documents: 100, Correct: 50, StraightThrough: []breakdown.StraightThrough{{Accuracy: 0.99}, {Accuracy: 0.95}}},
		},
	}
	assert.Equal(t, `
slices, worst first
slice                 cases  micro F1  95% interval  pass rate
source: scan             12     0.345   0.219–0.484         0%  below all cases
language: 日本語         50     0.820                    66.7%
language: none right     10         -                        -
2 slices with fewer than 10 cases not listed
The tags have more values than are counted apart
Below all cases: in at most one report of twenty does chance put any slice as low
Of twenty slices that are like all others, one lies outside of its interval by chance

kinds of mistakes
field           kind                count  example                               in case
total           digit transposed       12  1898 for 1889                         inv-7
lines[].amount  missing                 3  nothing for "an amount in words of …  inv-8
vendor          value not recorded      1                                        inv-9

confidence
field       documents  values  right           too sure by                  ECE                Brier                   AUROC
all fields        310     400  91.5%  +0.041 overconfident  0.042 (0.000–0.080)  0.070 (0.050–0.090)    0.910 (≈0.700–0.990)
total             100     100    50%    needs 20 documents   needs 20 documents   needs 20 documents  needs 5 right, 5 wrong

field       no review: 99% right  no review: 95% right
all fields      61.3% from 0.970       100% from 0.500
total                not assured           not assured
Too sure by: mean confidence less the share that is right; ECE has 10 bins of equal width; intervals at 95% over documents; ≈ approximate: fewer than 20 documents have a wrong value, or a right one
“No review: 99% right” is the share of values that needs no review, and from which confidence: as many are right in other documents like these, at a level of 95% each; values of one document count as one
Left out: 9 values beyond the bound
`, breakdownText(t, f))
	f = breakdown.Findings{Mistakes: f.Mistakes}
	f.Mistakes[0].Origins = []breakdown.OriginCount{{Origin: source.Misread, Count: 11}, {Origin: source.MadeUp, Count: 1}}
	f.Mistakes[1].Origins = []breakdown.OriginCount{{Origin: source.NotInSource, Count: 3}}
	assert.Equal(t, `
kinds of mistakes
field           kind                count  origin                 example                               in case
total           digit transposed       12  11 misread, 1 made up  1898 for 1889                         inv-7
lines[].amount  missing                 3  3 not in source        nothing for "an amount in words of …  inv-8
vendor          value not recorded      1                                                               inv-9
`, breakdownText(t, f))
	assert.Empty(t, breakdownText(t, breakdown.Findings{}))
	small := breakdown.Findings{Slices: breakdown.Slices{MinCases: 10, Small: 2}}
	assert.Equal(t, "\nslices, worst first\n2 slices with fewer than 10 cases not listed\n", breakdownText(t, small))
}

// On a narrow page every line fits, and names of fields still differ.
func TestFindingsFitTheWidth(t *testing.T) {
	f := breakdown.Findings{
		Slices: breakdown.Slices{MinCases: 10, Small: 2, Slices: []breakdown.Slice{
			{Tag: "source", Value: "scans of the branch in the north", Cases: 12, F1: report.Estimate{Value: is(0.345), Low: is(0.219), High: is(0.484)}, PassRate: report.Estimate{Value: is(0)}, Below: true},
		}},
		Mistakes: []breakdown.Mistake{
			{Attribute: "contract.parties.seller.address.street", Class: source.Class("transposed"), Count: 12, Examples: []breakdown.Example{{Case: "inv-7", Got: json.RawMessage(`"Main Street of the town"`), Want: json.RawMessage(`"Mian Street of the town"`)}}},
			{Attribute: "contract.parties.buyer.address.street", Class: source.Missing, Count: 3},
		},
		Calibrations: []breakdown.Calibration{{Predictions: 400, Correct: 366, StraightThrough: []breakdown.StraightThrough{{Accuracy: 0.99}, {Accuracy: 0.98}, {Accuracy: 0.95}}}},
	}
	for _, width := range []int{40, 60, 80, 120} {
		var b strings.Builder
		require.NoError(t, writeWhy(f, &b, view.Screen{Width: width}))
		for line := range strings.Lines(b.String()) {
			assert.LessOrEqual(t, words.Width(strings.TrimSuffix(line, "\n")), width, "%q", line)
		}
		assert.Regexp(t, `\n\S*seller\S* .*12`, b.String())
		assert.Regexp(t, `\n\S*buyer\S* .*3`, b.String())
		assert.Equal(t, width < 120, strings.Contains(b.String(), fmt.Sprint(width, " columns are too few for example")), "%d\n%s", width, &b)
		assert.Contains(t, b.String(), "below all cases")
	}
}

func TestFindingsTextIsBounded(t *testing.T) {
	var f breakdown.Findings
	for i := range 1000 {
		f.Calibrations = append(f.Calibrations, breakdown.Calibration{Attribute: fmt.Sprint("field ", i), LeftOut: 2})
		f.Slices.Slices = append(f.Slices.Slices, breakdown.Slice{Tag: "t", Value: "v"})
		f.Mistakes = append(f.Mistakes, breakdown.Mistake{Attribute: "a", Class: source.Class("other")})
	}
	got := breakdownText(t, f)
	assert.Contains(t, got, "\n995 slices with better F1 not shown\n")
	assert.Contains(t, got, "\n990 less frequent ones not shown\n")
	assert.Contains(t, got, "\nfield 29 ")
	assert.NotContains(t, got, "\nfield 30 ")
	assert.Contains(t, got, "\nand 970 more fields\nToo sure by")
	assert.Contains(t, got, "\nLeft out: 2 values beyond the bound\n", "those of all together")
	assert.Less(t, strings.Count(got, "\n"), 100)
}

// A name from a document or an extractor stays on its line and does nothing.
func TestFindingsTextIsHarmless(t *testing.T) {
	const bad = "--- FAIL: x\n\x1b[31m\u202e\x00"
	values := json.RawMessage(`"` + bad + strings.Repeat("x", 1<<20) + `"`)
	got := breakdownText(t, breakdown.Findings{
		Slices:       breakdown.Slices{Slices: []breakdown.Slice{{Tag: bad, Value: bad}}},
		Mistakes:     []breakdown.Mistake{{Attribute: bad, Class: bad, Examples: []breakdown.Example{{Case: bad, Got: values, Want: values}}}},
		Calibrations: []breakdown.Calibration{{Attribute: bad}},
	})
	for _, r := range "\x1b\u202e\x00" {
		assert.NotContains(t, got, string(r))
	}
	assert.Equal(t, 17, strings.Count(got, "\n"), got)
	assert.NotRegexp(t, `(?m)^--- FAIL`, got)
	assert.Less(t, len(got), 4000)
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestFindingsTextError(t *testing.T) {
	assert.EqualError(t, writeWhy(breakdown.Findings{}, full{}, view.Screen{}), "printing: disk full")
}

// The table of a run with confidences: of 400 documents the 80 least sure are wrong. 320 that are
// all right assure 99 %.
func Example_breakdownFindingsWriteText() {
	var calibrator breakdown.Calibrator
	for i := range 400 {
		outcome := metrics.Match
		if i < 80 {
			outcome = metrics.Wrong
		}
		calibrator.Add(&report.Case{ID: fmt.Sprint(i), Fields: []report.Field{
			{Attribute: "total", Outcome: outcome, Confidence: report.RatioOf(float64(i/40)/10, true)},
		}})
	}
	writeWhy(breakdown.Findings{Calibrations: calibrator.Calibrations()}, os.Stdout, view.Screen{})
	// Output:
	// confidence
	// field  documents  values  right            too sure by                  ECE                Brier                AUROC
	// total        400     400    80%  -0.350 underconfident  0.370 (0.316–0.398)  0.205 (0.184–0.228)  1.000 (0.954–1.000)
	//
	// field  no review: 99% right  no review: 98% right  no review: 95% right
	// total        80% from 0.200        80% from 0.200        80% from 0.200
	// Too sure by: mean confidence less the share that is right; ECE has 10 bins of equal width; intervals at 95% over documents
	// “No review: 99% right” is the share of values that needs no review, and from which confidence: as many are right in other documents like these, at a level of 95% each; values of one document count as one
}

// The most frequent kind is one that says something: other mistakes are named where there are no others.
func TestMostFrequentKind(t *testing.T) {
	other, digit := breakdown.Mistake{Attribute: "date", Class: source.Other, Count: 8}, breakdown.Mistake{Attribute: "total", Class: source.Class("digit"), Count: 3}
	again := breakdown.Mistake{Attribute: "tax", Class: source.Class("digit"), Count: 2}
	k, ok := breakdown.MostFrequent([]breakdown.Mistake{other, digit, again})
	assert.True(t, ok)
	assert.Equal(t, breakdown.Kind{Class: "digit", Count: 5, Attributes: 2, Attribute: "total"}, k)
	k, ok = breakdown.MostFrequent([]breakdown.Mistake{other})
	assert.True(t, ok)
	assert.Equal(t, breakdown.Kind{Class: source.Other, Count: 8, Attributes: 1, Attribute: "date"}, k)
	_, ok = breakdown.MostFrequent(nil)
	assert.False(t, ok)
}
