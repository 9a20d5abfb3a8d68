package report_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// Artifacts from before have limits without a direction.
func TestGateOnRecordedMetrics(t *testing.T) {
	for _, tt := range []struct {
		name   string
		limits map[string]float64
		want   string // the failure, "" for none
	}{
		{"kept", map[string]float64{
			"schemaValidRate": 0.75, "extractionCountMean": 2, "driftRate": 0.5, "flakyRate": 1, "flipRate": 0.25, "agreement": 0.7,
			"pass@2": 1, "pass^2": 0.5, "agreement of total": 0.5, "flipRate of tags[]": 0, "jaccard of tags[]": 1,
		}, ""},
		{"too low", map[string]float64{"schemaValidRate": 0.9}, "measure schemaValidRate 0.750 is below 0.900"},
		{"too high", map[string]float64{"driftRate": 0.4}, "driftRate 0.500 is above 0.400"},
		{"rounding", map[string]float64{"driftRate": 0.5 - 0.9e-9}, ""},
		{"a maximum of 0", map[string]float64{"flipRate of total": 0}, "flipRate of total 0.500 is above 0.000"},
		{"a count", map[string]float64{"extractionCountMean": 3}, "measure extractionCountMean 2.500 is below 3.000"},
		{"undefined", map[string]float64{"rqs": 0.5}, "measure rqs is undefined, want at least 0.500"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text, err := json.Marshal(map[string]any{"metrics": tt.limits})
			require.NoError(t, err)
			var gate report.Gate
			require.NoError(t, json.Unmarshal(text, &gate))
			got, err := gate.Check(reporttest.Tried(t))
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
