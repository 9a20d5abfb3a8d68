package page

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/render/internal/say"
)

// Sizes are those of the view boxes in templates.
const (
	barWidth   = 160
	stackWidth = 120
)

// barView is a number in [0,1] with its interval.
type barView struct {
	Defined, Interval, HasLimit bool
	X, Low, High, Limit         string
	Tone                        string
}

func newBar(e report.Estimate, limit float64, hasLimit bool) barView {
	b := barView{Defined: e.Value.Defined, HasLimit: hasLimit}
	at := func(v float64) string { return coordinate(v * barWidth) }
	b.X, b.Limit = at(e.Value.Value), at(limit)
	if e.Low.Defined && e.High.Defined {
		b.Interval, b.Low, b.High = true, at(e.Low.Value), at(e.High.Value)
	}
	if hasLimit && !e.Value.Reaches(limit) {
		b.Tone = "bad"
	}
	return b
}

func coordinate(v float64) string { return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64) }

// stackView is a bar of shares.
type stackView struct {
	Label string
	Parts []partView
}

type partView struct{ Class, X, Width string }

type part struct {
	name  string
	count int
}

func newStack(parts []part) stackView {
	total := 0
	for _, p := range parts {
		total += p.count
	}
	var v stackView
	var labels []string
	x := 0.0
	for _, p := range parts {
		if p.count == 0 {
			continue
		}
		width := float64(p.count) / float64(total) * stackWidth
		v.Parts = append(v.Parts, partView{"s-" + p.name, coordinate(x), coordinate(width)})
		labels = append(labels, strconv.Itoa(p.count)+" "+strings.ReplaceAll(p.name, "_", " "))
		x += width
	}
	v.Label = strings.Join(labels, ", ")
	return v
}

func outcomeStack(c metrics.Counts) stackView {
	var parts []part
	for _, o := range metrics.Outcomes() {
		parts = append(parts, part{o.String(), c.Of(o)})
	}
	return newStack(parts)
}

func caseStack(c report.CaseCount) stackView {
	return newStack([]part{
		{"pass", c.Pass}, {"partial", c.Partial}, {"fail", c.Fail}, {"skipped", c.Skipped},
	})
}

type tickView struct{ At, Text string }

type axesView struct {
	XTicks, YTicks []tickView
	XLabel, YLabel string
}

// The plots have their origin at (40,170) and are 160 wide and high.
func plotX(v float64) float64 { return 40 + 160*v }

func plotY(v float64) float64 { return 170 - 160*v }

// newAxes returns axes from 0 to 1, and from 0 to top.
func newAxes(x, y string, top float64) axesView {
	a := axesView{XLabel: x, YLabel: y}
	for _, v := range []float64{0, 0.5, 1} {
		a.XTicks = append(a.XTicks, tickView{coordinate(plotX(v)), say.Percent(v)})
		a.YTicks = append(a.YTicks, tickView{coordinate(plotY(v)), say.Percent(v * top)})
	}
	return a
}

type reliabilityView struct {
	Label string
	Axes  axesView
	Bars  []rectView
}

type rectView struct {
	X, Y, Width, Height, Label string
	Count, Middle, Above       string // what stands above it, and where
}

func newReliability(bins []stats.Bin) reliabilityView {
	v := reliabilityView{Axes: newAxes("confidence", "right", 1)}
	var labels []string
	for _, bin := range bins {
		accuracy, ok := bin.Accuracy()
		if !ok {
			continue
		}
		label := fmt.Sprintf("confidence %s to %s: %d of %d right", say.Percent(bin.Low), say.Percent(bin.High), bin.Correct, bin.Count)
		labels = append(labels, label)
		height := max(accuracy, 0.01) // so that it is seen where none is right
		v.Bars = append(v.Bars, rectView{
			coordinate(plotX(bin.Low) + 0.7), coordinate(plotY(height)),
			coordinate(160*(bin.High-bin.Low) - 1.4), coordinate(160 * height), label,
			short(bin.Count), coordinate(plotX((bin.Low + bin.High) / 2)), coordinate(plotY(height) - 1.5),
		})
	}
	v.Label = strings.Join(labels, "; ")
	return v
}

// short is a count in at most four characters up to a million: "950", "1.2k", "13k".
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

type curveView struct {
	Label, Path string
	Axes        axesView
}

func newCurve(points []stats.RiskPoint) curveView {
	top := 0.01
	for _, p := range points {
		top = max(top, p.Risk)
	}
	v := curveView{Axes: newAxes("accepted without review", "wrong of accepted", top)}
	var path strings.Builder
	for i, p := range points {
		command := "L"
		if i == 0 {
			command = "M"
		}
		fmt.Fprintf(&path, "%s%s %s", command, coordinate(plotX(p.Coverage)), coordinate(plotY(p.Risk/top)))
	}
	v.Path = path.String()
	if n := len(points); n > 0 {
		v.Label = fmt.Sprintf("%s wrong when %s are accepted, %s when all are",
			say.Percent(points[0].Risk), say.Percent(points[0].Coverage), say.Percent(points[n-1].Risk))
	}
	return v
}
