package report_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

func TestGateOnNumbersOverTrials(t *testing.T) {
	for _, tt := range []struct {
		name        string
		least, most map[string]float64
		want        string // the failure, "" for none
	}{
		{"kept", map[string]float64{
			"measure schemaValidRate": 0.75, "measure extractionCountMean": 2, "agreement": 0.7, "pass@2": 1, "pass^2": 0.5, "agreement of total": 0.5, "jaccard of tags[]": 1,
		}, map[string]float64{"driftRate": 0.5, "flakyRate": 0.5, "flipRate": 0.25, "flipRate of tags[]": 0}, ""},
		{"too low", map[string]float64{"measure schemaValidRate": 0.9}, nil, "measure schemaValidRate 0.750 is below 0.900"},
		{"too high", nil, map[string]float64{"driftRate": 0.4}, "driftRate 0.500 is above 0.400"},
		{"rounding", nil, map[string]float64{"driftRate": 0.5 - 0.9e-9}, ""},
		{"a maximum of 0", nil, map[string]float64{"flipRate of total": 0}, "flipRate of total 0.500 is above 0.000"},
		{"a count", map[string]float64{"measure extractionCountMean": 3}, nil, "measure extractionCountMean 2.500 is below 3.000"},
		{"undefined", map[string]float64{"measure rqs": 0.5}, nil, "measure rqs is undefined, want at least 0.500"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var gate report.Gate
			for is, limits := range map[report.Direction]map[string]float64{report.AtLeast: tt.least, report.AtMost: tt.most} {
				for metric, value := range limits {
					gate.Limits = append(gate.Limits, report.Limit{Metric: metric, Is: is, Value: value})
				}
			}
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
