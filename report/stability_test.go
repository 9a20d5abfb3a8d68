package report_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
)

func ratio(v float64) report.Ratio { return report.RatioOf(v, true) }

// tried is a summary of two cases in two trials, of which "b" is flaky.
func tried(t *testing.T) report.Summary {
	s := summarize(t, report.SummaryOptions{Dataset: "invoices", Resamples: -1},
		counted("a", 1, 1, row("total", metrics.Counts{Match: 1})), counted("a", 2, 1, row("total", metrics.Counts{Match: 1})),
		counted("b", 1, 1, row("total", metrics.Counts{Match: 1})), counted("b", 2, 0, row("total", metrics.Counts{Wrong: 1})),
	)
	s.Metrics = []report.Metric{
		{Name: "schemaValidRate", Value: ratio(0.75), Min: ratio(0.5), Max: ratio(1)},
		{Name: "extractionCountMean", Value: ratio(2.5), Count: true},
		{Name: "rqs"},
	}
	s.Stability = &report.Stability{
		Trials: 2, Cases: 2, DriftRate: ratio(0.5), Agreement: ratio(0.75), FlipRate: ratio(0.25),
		PassAtK: []report.Ratio{ratio(0.75), ratio(1)}, PassHatK: []report.Ratio{ratio(0.75), ratio(0.5)},
		Fields: []report.FieldStability{
			{Attribute: "total", Agreement: ratio(0.5), FlipRate: ratio(0.5)},
			{Attribute: "tags[]", Agreement: ratio(1), FlipRate: ratio(0), Jaccard: ratio(1)},
		},
		FlakyCases: 1, Flaky: []report.FlakyCase{{ID: "b", Failed: 1, Trials: 2}},
	}
	return s
}

func TestStabilityText(t *testing.T) {
	s := tried(t)
	line(t, s)
	var b strings.Builder
	require.NoError(t, report.WriteText(&b, s, report.TextOptions{WorstFields: -1, WorstCases: -1}))
	_, after, _ := strings.Cut(b.String(), "\nmetrics\n")
	assert.Equal(t, `  schemaValidRate      0.750  (0.500–1.000 over trials)
  extractionCountMean  2.500
  rqs                  -

stability over 2 trials of 2 cases
  agreement 0.750  flip rate 0.250 (means over fields)  drift rate 0.500 (whole answers)
  pass@1 0.750  pass@2 1.000  pass^2 0.500
  total  agreement 0.500  flip rate 0.500
  flaky: 1 of 2 cases
    b fails in 1 of 2 trials
`, after)
}

func TestStabilityTextBoundsFlakyCases(t *testing.T) {
	s := tried(t)
	s.Stability.FlakyCases = 300
	for range 20 {
		s.Stability.Flaky = append(s.Stability.Flaky, report.FlakyCase{ID: "c", Failed: 1, Trials: 2})
	}
	var b strings.Builder
	require.NoError(t, report.WriteText(&b, s, report.TextOptions{}))
	assert.Equal(t, 9, strings.Count(b.String(), "    c fails in 1 of 2 trials\n"))
	assert.Contains(t, b.String(), "    … and 290 more\n")
}

func TestGateOnMetrics(t *testing.T) {
	for _, tt := range []struct {
		name   string
		limits map[string]float64
		want   string // what failed, "" for nothing
	}{
		{"kept", map[string]float64{
			"schemaValidRate": 0.75, "extractionCountMean": 2, "driftRate": 0.5, "flakyRate": 0.5, "flipRate": 0.25, "agreement": 0.7,
			"pass@2": 1, "pass^2": 0.5, "agreement of total": 0.5, "flipRate of tags[]": 0, "jaccard of tags[]": 1,
		}, ""},
		{"too low", map[string]float64{"schemaValidRate": 0.9}, "schemaValidRate 0.750 is below 0.900"},
		{"too high", map[string]float64{"driftRate": 0.4}, "driftRate 0.500 is above 0.400"},
		{"rounding", map[string]float64{"driftRate": 0.5 - 0.9e-9}, ""},
		{"a maximum of 0", map[string]float64{"flipRate of total": 0}, "flipRate of total 0.500 is above 0.000"},
		{"a count", map[string]float64{"extractionCountMean": 3}, "extractionCountMean 2.500 is below 3.000"},
		{"undefined", map[string]float64{"rqs": 0.5}, "rqs is undefined, want at least 0.500"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := report.Gate{Metrics: tt.limits}.Check(tried(t), nil)
			require.NoError(t, err)
			line(t, got)
			var failed []string
			for _, c := range got.Failed() {
				failed = append(failed, c.String())
			}
			assert.Equal(t, tt.want, strings.Join(failed, "; "))
		})
	}
}

func TestGateOnMetricsThatAreNone(t *testing.T) {
	_, err := report.Gate{Metrics: map[string]float64{
		"schemaValid": 0.9, "schemaValidRate": 95, "agreement": 0, "driftRate": math.Inf(1), "extractionCountMean": -1,
	}}.Check(tried(t), nil)
	assert.EqualError(t, err, `report: gate: driftRate: limit +Inf is no number from 0
report: gate: extractionCountMean: limit -1 is no number from 0
report: gate: agreement: limit 0 would always be kept
report: gate: driftRate: limit +Inf on a ratio is above 1
report: gate: data set "invoices" has no metric "schemaValid", only "schemaValidRate", "extractionCountMean", "rqs", `+
		`"driftRate", "flakyRate", "agreement", "flipRate", "pass@1", "pass@2", "pass^1", "pass^2", `+
		`"agreement of total", "flipRate of total", "agreement of tags[]", "flipRate of tags[]", "jaccard of tags[]"
report: gate: schemaValidRate: limit 95 on a ratio is above 1`)
}

func TestStabilityOfOneTrialIsUndefined(t *testing.T) {
	s := report.Stability{Trials: 1, Cases: 3}
	for _, m := range s.Metrics() {
		assert.False(t, m.Value.Defined, m.Name)
	}
}
