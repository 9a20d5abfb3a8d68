package report_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/reporttest"
)

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
			got, err := report.Gate{Metrics: tt.limits}.Check(reporttest.Tried(t))
			require.NoError(t, err)
			reporttest.Line(t, got)
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
	}}.Check(reporttest.Tried(t))
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
