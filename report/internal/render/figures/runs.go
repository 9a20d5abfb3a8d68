package figures

import (
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/report"
)

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
