package several

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/internal/compare"
	"github.com/extracteval/extracteval/report/internal/render/figures"
)

// frontView is the chart of macro F1, with its interval, against the price. The plot reaches from (frontLeft, frontTop) to
// (frontRight, frontBottom).
type frontView struct {
	Label, Line, Axis string
	X, Y              []figures.Tick
	Points            []frontPoint
}

type frontPoint struct {
	X, Y, Bar, Class, Name, Label string
	TextX, TextY, Anchor          string
}

const (
	frontLeft, frontRight = 46.0, 470.0
	frontTop, frontBottom = 18.0, 226.0
	frontLabels           = 12   // the largest number of points with a name beside them
	letterWidth           = 6.7  // the approximate width of a letter of a name
	letterHeight          = 12.0 // the height of a line of text
	nameCells             = 22
)

func newFrontView(r *compare.Report, s *compare.Set) *frontView {
	if s.Cost == "" {
		return nil
	}
	v := &frontView{Axis: string(s.Cost) + " per case"}
	var placed []int
	var prices, values []float64
	for _, i := range s.Compared {
		f1 := s.Runs[i].Summary.Number("macro F1")
		if !f1.Value.Defined || !s.Runs[i].Price.Defined {
			continue
		}
		placed = append(placed, i)
		prices, values = append(prices, s.Runs[i].Price.Value), append(values, f1.Value.Value)
		if f1.Low.Defined && f1.High.Defined {
			values = append(values, f1.Low.Value, f1.High.Value)
		}
	}
	if len(placed) == 0 || slices.Max(prices) == 0 {
		return nil
	}
	// The runs on the front come first: if there is no room for all names, their names are shown.
	slices.SortStableFunc(placed, func(a, b int) int {
		return cmp.Or(arithmetic.TrueFirst(s.Runs[a].OnFront, s.Runs[b].OnFront), cmp.Compare(s.Runs[a].Price.Value, s.Runs[b].Price.Value))
	})
	yAxis := newAxis(slices.Min(values), min(slices.Max(values), 1), frontBottom, frontTop)
	xAxis := newPriceAxis(slices.Min(prices), slices.Max(prices))
	if xAxis.log {
		v.Axis += ", on a logarithmic scale"
	}
	v.Y = yAxis.marks(func(f1 float64) string { return strconv.FormatFloat(f1, 'f', 2, 64) })
	v.X = xAxis.marks(s.Cost.Text)
	var names []string
	for _, i := range placed {
		names = append(names, terminal.Excerpt(r.Columns[i].Name, terminal.MaxName))
	}
	var drawn layout
	var front []point
	for k, name := range words.FitAll(names, nameCells) {
		run := &s.Runs[placed[k]]
		f1 := run.Summary.Number("macro F1")
		spot := point{xAxis.at(run.Price.Value), yAxis.at(f1.Value.Value)}
		p := frontPoint{X: figures.Coordinate(spot.x), Y: figures.Coordinate(spot.y), Class: "dominated", Name: name}
		p.Label = fmt.Sprintf("%s: macro F1 %s %s, %s per case", names[k], f1.Value, f1.Interval(), s.Cost.Text(run.Price.Value))
		bar := box{spot.x - 4, spot.y - 5, spot.x + 4, spot.y + 5}
		if f1.Low.Defined && f1.High.Defined {
			high, low := yAxis.at(f1.High.Value), yAxis.at(f1.Low.Value)
			p.Bar = fmt.Sprintf("M%s %sV%s", p.X, figures.Coordinate(high), figures.Coordinate(low))
			bar.top, bar.bottom = min(bar.top, high), max(bar.bottom, low)
		}
		if run.OnFront {
			p.Class = "dot"
			front = append(front, spot)
		}
		drawn.taken = append(drawn.taken, bar)
		drawn.points = append(drawn.points, spot)
		v.Points = append(v.Points, p)
		v.Label += p.Label + "; "
	}
	v.Line = figures.Line(len(front), func(i int) (x, y string, present bool) {
		return figures.Coordinate(front[i].x), figures.Coordinate(front[i].y), true
	})
	for i := 1; i < len(front); i++ {
		drawn.lines = append(drawn.lines, [2]point{front[i-1], front[i]})
	}
	for k := range v.Points {
		p := &v.Points[k]
		if k >= frontLabels {
			p.Name = "" // its title has it
			continue
		}
		x, y, anchor := drawn.place(k, letterWidth*float64(words.Width(p.Name)))
		p.TextX, p.TextY, p.Anchor = figures.Coordinate(x), figures.Coordinate(y), anchor
	}
	v.Label += terminal.Excerpt(r.FrontLines(s)[0], terminal.MaxCharacters)
	return v
}

// axis places numbers between two ends.
type axis struct {
	low, high, source, target float64
	log                       bool
	ticks                     []float64
}

func (a *axis) at(v float64) float64 {
	low, high := a.low, a.high
	if a.log {
		low, high, v = math.Log(low), math.Log(high), math.Log(v)
	}
	return a.source + (a.target-a.source)*(v-low)/(high-low)
}

func (a *axis) marks(text func(float64) string) (all []figures.Tick) {
	for _, v := range a.ticks {
		all = append(all, figures.Tick{At: figures.Coordinate(a.at(v)), Text: text(v)})
	}
	return all
}

// step returns the least number that divides a span into at most four parts, among 1, 2 and 5 times a power of ten.
func step(span float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(span/4)))
	for _, m := range []float64{1, 2, 5} {
		if span/(m*power) <= 4 {
			return m * power
		}
	}
	return 10 * power
}

// newAxis returns an axis that holds the numbers from low to high, with two to six ticks.
func newAxis(low, high, source, target float64) axis {
	key := max(step(max(high-low, 0.02)), 0.01)
	a := axis{source: source, target: target}
	first, last := math.Floor(low/key+1e-9), math.Ceil(high/key-1e-9)
	if first == last {
		first--
	}
	for n := first; n <= last; n++ {
		a.ticks = append(a.ticks, n*key)
	}
	a.low, a.high = first*key, last*key
	return a
}

// newPriceAxis returns an axis that begins at 0. But if the cheapest run is not free, and the dearest costs at least
// five times as much, it returns a logarithmic axis with some room on both sides and at most five ticks.
func newPriceAxis(low, high float64) axis {
	if low <= 0 || high < 5*low {
		a := axis{high: 1.1 * high, source: frontLeft, target: frontRight}
		key := step(a.high)
		for n := 0.0; n*key < 1.05*high; n++ {
			a.ticks = append(a.ticks, n*key)
		}
		return a
	}
	room := math.Pow(high/low, 0.15)
	a := axis{low: low / room, high: high * room, source: frontLeft, target: frontRight, log: true}
	for _, factors := range [][]float64{{1, 2, 5}, {1, 3}, {1}} {
		a.ticks = nil
		for power := math.Pow(10, math.Floor(math.Log10(a.low))); power <= a.high; power *= 10 {
			for _, m := range factors {
				if v := m * power; v >= a.low && v <= a.high {
					a.ticks = append(a.ticks, v)
				}
			}
		}
		if len(a.ticks) <= 5 {
			break
		}
	}
	for len(a.ticks) > 5 { // every second one
		kept := a.ticks[:0]
		for i := 0; i < len(a.ticks); i += 2 {
			kept = append(kept, a.ticks[i])
		}
		a.ticks = kept
	}
	return a
}

type point struct{ x, y float64 }

type box struct{ left, top, right, bottom float64 }

func (b box) meets(o box) bool {
	return b.left < o.right && o.left < b.right && b.top < o.bottom && o.top < b.bottom
}

// crosses reports whether a line crosses the box. It samples the line, so it may overlook a cut corner.
func (b box) crosses(line [2]point) bool {
	const parts = 200
	for i := range parts + 1 {
		share := float64(i) / parts
		x, y := line[0].x+share*(line[1].x-line[0].x), line[0].y+share*(line[1].y-line[0].y)
		if x > b.left && x < b.right && y > b.top && y < b.bottom {
			return true
		}
	}
	return false
}

// layout holds the parts of a chart that are drawn already; place finds room between them for names.
type layout struct {
	points []point
	taken  []box // the points with their bars, then the names
	lines  [][2]point
}

// place chooses the place near point k where its name hides the least, takes it, and returns the anchor and the
// baseline of the name.
func (l *layout) place(k int, width float64) (x, y float64, anchor string) {
	spot, bar := l.points[k], l.taken[k]
	least := math.Inf(1)
	var best box
	type candidate struct {
		x, middle float64
		anchor    string
	}
	candidates := []candidate{{spot.x + 8, spot.y, "start"}, {spot.x - 8, spot.y, "end"}}
	for _, distance := range []float64{14, 28, 42, 56} {
		candidates = append(candidates, candidate{spot.x + 8, spot.y - distance, "start"}, candidate{spot.x - 8, spot.y - distance, "end"}, candidate{spot.x + 8, spot.y + distance, "start"}, candidate{spot.x - 8, spot.y + distance, "end"})
	}
	for _, anchor := range []string{"middle", "start", "end"} {
		candidates = append(candidates, candidate{spot.x, bar.top - 9, anchor}, candidate{spot.x, bar.bottom + 9, anchor})
	}
	for _, c := range candidates {
		b := box{c.x, c.middle - letterHeight/2, c.x + width, c.middle + letterHeight/2}
		switch c.anchor {
		case "end":
			b.left, b.right = c.x-width, c.x
		case "middle":
			b.left, b.right = c.x-width/2, c.x+width/2
		}
		if cost := l.cost(b); cost < least {
			least, best, x, y, anchor = cost, b, c.x, c.middle+4, c.anchor
		}
	}
	l.taken = append(l.taken, best)
	return x, y, anchor
}

// cost rates how much a name in a box would hide. A box outside the plot costs most.
func (l *layout) cost(b box) (cost float64) {
	if b.left < frontLeft+1 || b.right > frontRight+8 || b.top < 0 || b.bottom > frontBottom-1 {
		cost += 100
	}
	for _, taken := range l.taken {
		if b.meets(taken) {
			cost += 10
		}
	}
	for _, line := range l.lines {
		if b.crosses(line) {
			cost += 3
		}
	}
	return cost
}
