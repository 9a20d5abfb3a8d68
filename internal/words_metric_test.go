package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/words"
)

func TestMetricNames(t *testing.T) {
	for _, tt := range []struct {
		metric, attribute string
		named, ofFields   bool
	}{
		{"F1 of total", "total", true, true},
		{"F1 of total", "total.net", false, true},
		{"recall of date of birth", "date of birth", true, true},
		{`recall of type="credit note"`, "type", true, true},
		{"top-2 accuracy of type", "type", true, true},
		{"F1 of lines[]", "lines[].sku", true, true},
		{"F1 of lines[].sku", "lines[].sku", true, true},
		{"F1 of lines[].sku", "lines[].skus", false, true},
		{"agreement of total", "total", true, true},
		{"macro F1", "total", false, true},
		{"mean score", "total", false, true},
		{"flakyRate", "total", false, true},
		{"pass^3", "total", false, true},
		{"errors", "total", false, false},
		{"rule sum of total", "total", false, false},
		{"measure share of total", "total", false, false},
		{"latency p95", "total", false, false},
		{"own drafts", "total", false, false},
	} {
		_, ofFields := words.MetricField(tt.metric)
		assert.Equal(t, []bool{tt.named, tt.ofFields}, []bool{words.MetricNames(tt.metric, tt.attribute), ofFields}, "%s: %s", tt.metric, tt.attribute)
	}
}
