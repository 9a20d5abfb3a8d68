package figures

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/view"
)

func ratio(v float64) view.Ratio { return view.Ratio{Value: v, Defined: true} }

func interval(low, value, high float64) view.Interval {
	return view.Interval{Value: ratio(value), Low: ratio(low), High: ratio(high)}
}

func TestZoom(t *testing.T) {
	limited := interval(0.75, 0.8, 0.84)
	limited.Limit = ratio(0.5)
	for _, test := range []struct {
		reason    string
		intervals []view.Interval
		low, high string
	}{
		{"a tenth below the lowest interval, and 1 above 0.95", []view.Interval{interval(0.75, 0.9, 0.96), interval(0.85, 0.92, 1)}, "0.7", "1"},
		{"at least 0.05 below", []view.Interval{interval(0.74, 0.9, 0.96)}, "0.6", "1"},
		{"both ends", []view.Interval{interval(0.16, 0.3, 0.44)}, "0.1", "0.5"},
		{"a limit is on the axis", []view.Interval{limited}, "0.4", "0.9"},
		{"a field without a value says nothing", []view.Interval{{}, interval(0.85, 0.92, 1)}, "0.8", "1"},
		{"one vague interval in three is cut off", []view.Interval{interval(0.1, 0.8, 0.9), interval(0.85, 0.92, 1), interval(0.85, 0.92, 1)}, "0.7", "1"},
		{"most are vague", []view.Interval{interval(0.1, 0.8, 0.9), interval(0.1, 0.8, 0.9), interval(0.85, 0.92, 1)}, "0", "1"},
		{"values everywhere", []view.Interval{interval(0.1, 0.2, 0.3), interval(0.85, 0.92, 1)}, "0", "1"},
		{"no value", []view.Interval{{}}, "0", "1"},
	} {
		a := zoom(test.intervals)
		assert.Equal(t, [2]string{test.low, test.high}, [2]string{a.Low(), a.High()}, test.reason)
		assert.Equal(t, test.low != "0", a.Zoomed(), test.reason)
	}
}

func TestBar(t *testing.T) {
	zoomed := Axis{0.8, 1}
	draw := func(a *Axis, i view.Interval) [4]string {
		b := drawBar(a, view.Cell{Interval: &i})
		return [4]string{b.X, b.Start, b.Width, b.Mark}
	}
	assert.Equal(t, [4]string{"50", "25", "50", "0"}, draw(&zoomed, interval(0.85, 0.9, 0.95)))
	limited := interval(0.5, 0.85, 0.95)
	limited.Limit = ratio(0.9)
	assert.Equal(t, [4]string{"25", "0", "75", "50"}, draw(&zoomed, limited), "an interval ends with the axis")
	assert.Equal(t, [4]string{"50", "25", "50", "0"}, draw(nil, interval(0.25, 0.5, 0.75)), "from 0 to 1")
	assert.Nil(t, drawBar(nil, view.Cell{}))
}
