// Package figures makes the parts of a page that are more than text: charts as numbers for SVG; the differences of
// two values; the places of values in the text of a document; and small pictures of its pages.
package figures

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render"
)

// stackWidth is the width of the view box in the template.
const stackWidth = 120

// Axis is the part of 0 to 1 on which the bars of a table are drawn. The zero value is invalid: see [Whole] and [Zoom].
type Axis struct{ low, high float64 }

// Whole is the axis from 0 to 1.
var Whole = Axis{0, 1}

const (
	vagueWidth = 0.5 // of an interval: the axis does not grow for wider ones, but cuts them off
	mostZoomed = 0.8 // of 0 to 1; a wider axis is [Whole]
)

// Zoom returns the axis that shows estimates and limits. It goes from a tenth that is at least 0.05 below all values,
// limits and ends of intervals to a tenth that is at least 0.05 above them, or to 0 and 1. Intervals that are wider
// than vagueWidth do not count. The axis is [Whole] if it would be longer than mostZoomed, if no estimate is defined,
// or if more than half of the estimates have such a wide interval.
func Zoom(estimates []report.Estimate, limits []float64) Axis {
	low, high := 1.0, 0.0
	take := func(v float64) { low, high = min(low, v), max(high, v) }
	some, vague := 0, 0
	for _, e := range estimates {
		if !e.Value.Defined {
			continue
		}
		some++
		take(e.Value.Value)
		switch {
		case !e.Low.Defined || !e.High.Defined:
		case e.High.Value-e.Low.Value > vagueWidth:
			vague++
		default:
			take(e.Low.Value)
			take(e.High.Value)
		}
	}
	for _, limit := range limits {
		take(limit)
	}
	a := Axis{Floor(low), 1 - Floor(1-high)}
	if some == 0 || 2*vague > some || a.high-a.low > mostZoomed {
		return Whole
	}
	return a
}

// Low and High are the ends of the axis, as texts.
func (a Axis) Low() string  { return strconv.FormatFloat(a.low, 'g', 2, 64) }
func (a Axis) High() string { return strconv.FormatFloat(a.high, 'g', 2, 64) }

// Zoomed reports whether the axis is a part of 0 to 1.
func (a Axis) Zoomed() bool { return a != Whole }

// position returns the place of a number in percent of the axis, 0 or 100 for a number beyond its ends.
func (a Axis) position(v float64) float64 { return 100 * min(max((v-a.low)/(a.high-a.low), 0), 1) }

// Bar is a number in [0,1] with its interval. Places are in percent of its axis.
type Bar struct {
	Defined, Interval, HasLimit bool
	Whole                       bool // the axis begins at 0, so that the length of a bar says something
	X, Low, Width, Limit        string
	Tone, Label                 string
}

// Bar draws an estimate, and a limit if there is one. An interval that goes beyond the axis ends with it.
func (a Axis) Bar(e report.Estimate, limit float64, hasLimit bool) Bar {
	b := Bar{Defined: e.Value.Defined, HasLimit: hasLimit, Whole: a.low == 0, X: Coordinate(a.position(e.Value.Value)), Limit: Coordinate(a.position(limit))}
	if b.Label = e.Interval(); e.Low.Defined && e.High.Defined {
		low, high := a.position(e.Low.Value), a.position(e.High.Value)
		b.Interval, b.Low, b.Width = true, Coordinate(low), Coordinate(high-low)
	}
	if hasLimit && !e.Value.Reaches(limit) {
		b.Tone = "bad"
	}
	return b
}

// Coordinate returns a number as a coordinate of SVG, with one decimal.
func Coordinate(v float64) string { return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64) }

// Stack is a bar of shares.
type Stack struct {
	Label string
	Parts []Part
}

// Part is a share of a [Stack].
type Part struct{ Class, X, Width string }

type part struct {
	name  string
	count int
}

func newStack(parts []part) Stack {
	total := 0
	for _, p := range parts {
		total += p.count
	}
	var v Stack
	var labels []string
	x := 0.0
	for _, p := range parts {
		if p.count == 0 {
			continue
		}
		width := float64(p.count) / float64(total) * stackWidth
		v.Parts = append(v.Parts, Part{"s-" + p.name, Coordinate(x), Coordinate(width)})
		labels = append(labels, strconv.Itoa(p.count)+" "+strings.ReplaceAll(p.name, "_", " "))
		x += width
	}
	v.Label = strings.Join(labels, ", ")
	return v
}

// OfOutcomes draws the outcomes of values.
func OfOutcomes(c metrics.Counts) Stack {
	var parts []part
	for _, o := range metrics.Outcomes() {
		parts = append(parts, part{o.String(), c.Of(o)})
	}
	return newStack(parts)
}

// OfCases draws the outcomes of cases.
func OfCases(c report.CaseCount) Stack {
	return newStack([]part{
		{"pass", c.Pass}, {"partial", c.Partial}, {"fail", c.Fail}, {"not judged", c.Unjudged}, {"skipped", c.Skipped},
	})
}

// Tick is a mark of an axis.
type Tick struct{ At, Text string }

// Axes are the axes of a plot.
type Axes struct {
	XTicks, YTicks []Tick
	XLabel, YLabel string
}

// The plots have their origin at (40,170) and are 160 wide and high.
func plotX(v float64) float64 { return 40 + 160*v }

func plotY(v float64) float64 { return 170 - 160*v }

// newAxes returns axes from 0 to 1, and from 0 to top.
func newAxes(x, y string, top float64) Axes {
	a := Axes{XLabel: x, YLabel: y}
	for _, v := range []float64{0, 0.5, 1} {
		a.XTicks = append(a.XTicks, Tick{Coordinate(plotX(v)), render.Percent(v)})
		a.YTicks = append(a.YTicks, Tick{Coordinate(plotY(v)), render.Percent(v * top)})
	}
	return a
}

// Reliability is how often values are right, by their confidence.
type Reliability struct {
	Label string
	Axes  Axes
	Bars  []Rect
}

// Rect is a bar of a plot, or a part of it.
type Rect struct {
	X, Y, Width, Height, Label string
	Count, Middle, Above       string // the text above it, and its place
}

// NewReliability draws the bins that have values.
func NewReliability(bins []stats.Bin) Reliability {
	v := Reliability{Axes: newAxes("confidence", "right", 1)}
	var labels []string
	for _, bin := range bins {
		accuracy, ok := bin.Accuracy()
		if !ok {
			continue
		}
		label := fmt.Sprintf("confidence %s to %s: %d of %d right", render.Percent(bin.Low), render.Percent(bin.High), bin.Correct, bin.Count)
		labels = append(labels, label)
		height := max(accuracy, 0.01) // so that a bar is visible if no value is right
		v.Bars = append(v.Bars, Rect{
			Coordinate(plotX(bin.Low) + 0.7), Coordinate(plotY(height)),
			Coordinate(160*(bin.High-bin.Low) - 1.4), Coordinate(160 * height), label,
			short(bin.Count), Coordinate(plotX((bin.Low + bin.High) / 2)), Coordinate(plotY(height) - 1.5),
		})
	}
	v.Label = strings.Join(labels, "; ")
	return v
}

// short returns a count in at most four characters, up to a million: "950", "1.2k", "13k".
func short(n int) string {
	switch {
	case n < 1000:
		return strconv.Itoa(n)
	case n < 9950:
		return strconv.FormatFloat(float64(n)/1000, 'f', 1, 64) + "k"
	case n < 999500:
		return strconv.FormatFloat(float64(n)/1000, 'f', 0, 64) + "k"
	}
	return strconv.FormatFloat(float64(n)/1e6, 'f', 1, 64) + "M"
}

// Curve is the risk against the coverage.
type Curve struct {
	Label, Path string
	Axes        Axes
}

// NewCurve draws the risk at each coverage, up to the greatest risk.
func NewCurve(points []stats.RiskPoint) Curve {
	top := 0.01
	for _, p := range points {
		top = max(top, p.Risk)
	}
	v := Curve{Axes: newAxes("accepted without review", "wrong of accepted", top)}
	v.Path = Line(len(points), func(i int) (x, y string, defined bool) {
		return Coordinate(plotX(points[i].Coverage)), Coordinate(plotY(points[i].Risk / top)), true
	})
	if n := len(points); n > 0 {
		v.Label = fmt.Sprintf("%s wrong when %s are accepted, %s when all are",
			render.Percent(points[0].Risk), render.Percent(points[0].Coverage), render.Percent(points[n-1].Risk))
	}
	return v
}
