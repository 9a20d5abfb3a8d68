package figures

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render"
)

// stackWidth is the width of the view box in the template.
const stackWidth = 120

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

// Grid returns three marks from a floor to 1. y returns the place of a mark.
func Grid(floor float64, y func(float64) string) (all []Tick) {
	for i := range 3 {
		value := floor + (1-floor)*float64(i)/2
		all = append(all, Tick{y(value), strconv.FormatFloat(value, 'f', 2, 64)})
	}
	return all
}

// Line returns the path through the first n points, with a gap where one is not there.
func Line(n int, point func(i int) (x, y string, defined bool)) string {
	var path strings.Builder
	command := "M"
	for i := range n {
		x, y, defined := point(i)
		if !defined {
			command = "M"
			continue
		}
		path.WriteString(command + x + " " + y)
		command = "L"
	}
	return path.String()
}

// Area returns the path around the area between two lines, both from left to right.
func Area(upper, lower []string) string {
	slices.Reverse(lower)
	return "M" + strings.Join(append(upper, lower...), "L") + "Z"
}

// Run is one run of a [History].
type Run struct {
	Label        string
	Micro, Macro report.Estimate
}

// History is F1 of runs from left to right.
type History struct {
	Label, Micro, Macro, Band string
	Grid                      []Tick
	Points                    []Point
}

// Point is a run in the line of macro F1.
type Point struct{ X, Y, Label string }

// NewHistory draws runs in their order.
func NewHistory(runs []Run) History {
	low := 1.0
	for _, run := range runs {
		for _, r := range []report.Ratio{run.Micro.Value, run.Macro.Value, run.Macro.Low} {
			if r.Defined {
				low = min(low, r.Value)
			}
		}
	}
	var v History
	if low = Floor(low); low >= 1 {
		return v
	}
	x := func(i int) string { return Coordinate(50 + 570*float64(i)/float64(max(len(runs)-1, 1))) }
	y := func(v float64) string { return Coordinate(150 - 135*(v-low)/(1-low)) }
	v.Grid = Grid(low, y)
	v.Micro = Line(len(runs), func(i int) (string, string, bool) {
		return x(i), y(runs[i].Micro.Value.Value), runs[i].Micro.Value.Defined
	})
	v.Macro = Line(len(runs), func(i int) (string, string, bool) {
		return x(i), y(runs[i].Macro.Value.Value), runs[i].Macro.Value.Defined
	})
	var upper, lower []string
	for i, run := range runs {
		if run.Macro.Low.Defined && run.Macro.High.Defined {
			upper = append(upper, x(i)+" "+y(run.Macro.High.Value))
			lower = append(lower, x(i)+" "+y(run.Macro.Low.Value))
		}
		if run.Macro.Value.Defined {
			v.Points = append(v.Points, Point{x(i), y(run.Macro.Value.Value), run.Label + ": macro F1 " + run.Macro.Value.String()})
		}
	}
	if len(upper) > 1 {
		v.Band = Area(upper, lower)
	}
	if n := len(v.Points); n > 0 {
		v.Label = v.Points[0].Label + "; " + v.Points[n-1].Label
	}
	return v
}
