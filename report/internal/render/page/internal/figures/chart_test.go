package figures

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// Bars say of how many values they are: the same height may be one value or a thousand.
func TestReliabilityBarsHaveCounts(t *testing.T) {
	v := NewReliability([]stats.Bin{{Low: 0, High: 0.5, Count: 1, Correct: 1}, {Low: 0.5, High: 0.75}, {Low: 0.75, High: 1, Count: 1240, Correct: 620}})
	if assert.Len(t, v.Bars, 2, "an empty bin has no bar") {
		// The plot is 160 wide and high, with its origin at (40,170).
		assert.Equal(t, [3]string{"1", "80", "8.5"}, [3]string{v.Bars[0].Count, v.Bars[0].Middle, v.Bars[0].Above})
		assert.Equal(t, [3]string{"1.2k", "180", "88.5"}, [3]string{v.Bars[1].Count, v.Bars[1].Middle, v.Bars[1].Above})
	}
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1.0k", 9949: "9.9k", 9950: "10k", 999499: "999k", 999500: "1.0M"} {
		assert.Equal(t, want, short(n))
	}
}

func estimate(low, value, high float64) report.Estimate {
	return report.Estimate{Value: report.RatioOf(value, true), Low: report.RatioOf(low, true), High: report.RatioOf(high, true)}
}

func TestZoom(t *testing.T) {
	var undefined report.Estimate
	for _, test := range []struct {
		reason    string
		estimates []report.Estimate
		limits    []float64
		low, high string
	}{
		{"a tenth below the lowest interval, and 1 above 0.95", []report.Estimate{estimate(0.75, 0.9, 0.96), estimate(0.85, 0.92, 1)}, nil, "0.7", "1"},
		{"at least 0.05 below", []report.Estimate{estimate(0.74, 0.9, 0.96)}, nil, "0.6", "1"},
		{"both ends", []report.Estimate{estimate(0.16, 0.3, 0.44)}, nil, "0.1", "0.5"},
		{"a limit of the gate is on the axis", []report.Estimate{estimate(0.75, 0.8, 0.84)}, []float64{0.5}, "0.4", "0.9"},
		{"a field without a value says nothing", []report.Estimate{undefined, estimate(0.85, 0.92, 1)}, nil, "0.8", "1"},
		{"one vague interval in three is cut off", []report.Estimate{estimate(0.1, 0.8, 0.9), estimate(0.85, 0.92, 1), estimate(0.85, 0.92, 1)}, nil, "0.7", "1"},
		{"most are vague", []report.Estimate{estimate(0.1, 0.8, 0.9), estimate(0.1, 0.8, 0.9), estimate(0.85, 0.92, 1)}, nil, "0", "1"},
		{"values everywhere", []report.Estimate{estimate(0.1, 0.2, 0.3), estimate(0.85, 0.92, 1)}, nil, "0", "1"},
		{"no value", []report.Estimate{undefined}, nil, "0", "1"},
	} {
		a := Zoom(test.estimates, test.limits)
		assert.Equal(t, [2]string{test.low, test.high}, [2]string{a.Low(), a.High()}, test.reason)
		assert.Equal(t, test.low != "0", a.Zoomed(), test.reason)
	}
}

func TestBar(t *testing.T) {
	zoomed := Zoom([]report.Estimate{estimate(0.85, 0.9, 0.95)}, nil) // 0.8 to 1
	assert.Equal(t, Bar{Defined: true, Interval: true, X: "50", Low: "25", Width: "50", Limit: "0", Label: "0.850–0.950"}, zoomed.Bar(estimate(0.85, 0.9, 0.95), 0, false))
	assert.Equal(t, Bar{Defined: true, Interval: true, HasLimit: true, X: "25", Low: "0", Width: "75", Limit: "50", Label: "0.500–0.950", Tone: "bad"},
		zoomed.Bar(estimate(0.5, 0.85, 0.95), 0.9, true), "an interval ends with the axis")
	assert.Equal(t, Bar{Defined: true, Interval: true, Whole: true, X: "50", Low: "25", Width: "50", Limit: "0", Label: "0.250–0.750"}, Whole.Bar(estimate(0.25, 0.5, 0.75), 0, false))
}
