package figures

import (
	"math"
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/internal/view"
)

// drawn is a table with the axes of the columns that have intervals, nil for other columns.
type drawn struct {
	view.Table
	Axes []*Axis
}

// drawTable returns a table as it is drawn: with a column of remarks if any row has one. The axis of a column is zoomed to
// its intervals, see [zoom].
func drawTable(t view.Table) drawn {
	t = t.Filled()
	if slices.ContainsFunc(t.Rows, func(r view.Row) bool { return r.Remark != "" }) {
		t.Columns = append(t.Columns, view.Column{Name: "remark", Unsorted: true})
		for i, r := range t.Rows {
			if missing := len(t.Columns) - 1 - len(r.Cells); len(r.Cells) > 0 && missing >= 0 {
				remark := view.Text{{Text: r.Remark, Tone: r.Tone, Badge: r.Tone != ""}}
				t.Rows[i].Cells = append(append(r.Cells, make([]view.Cell, missing)...), view.Cell{Text: remark})
			}
		}
	}
	d := drawn{t, make([]*Axis, len(t.Columns))}
	for k := range t.Columns {
		var all []view.Interval
		for _, row := range d.Rows {
			if k < len(row.Cells) && row.Cells[k].Interval != nil {
				all = append(all, *row.Cells[k].Interval)
			}
		}
		if all != nil {
			axis := zoom(all)
			d.Axes[k] = &axis
		}
	}
	return d
}

// Axis is the part of 0 to 1 on which the bars of a column are drawn.
type Axis struct{ low, high float64 }

var whole = Axis{0, 1}

const (
	vagueWidth = 0.5 // of an interval: the axis does not grow for wider ones, but cuts them off
	mostZoomed = 0.8 // of 0 to 1; a wider axis is whole
)

// zoom returns the axis that shows intervals and limits. It goes from a tenth that is at least 0.05 below all values,
// limits and ends of intervals to a tenth that is at least 0.05 above them, or to 0 and 1. Intervals that are wider
// than vagueWidth do not count. The axis is whole if it would be longer than mostZoomed, if no value is defined, or if
// more than half of the values have such a wide interval.
func zoom(all []view.Interval) Axis {
	low, high := 1.0, 0.0
	take := func(values ...view.Ratio) {
		for _, v := range values {
			if v.Defined {
				low, high = min(low, v.Value), max(high, v.Value)
			}
		}
	}
	some, vague := 0, 0
	for _, i := range all {
		if take(i.Limit); !i.Value.Defined {
			continue
		}
		some++
		if take(i.Value); i.Ends() && i.High.Value-i.Low.Value > vagueWidth {
			vague++
		} else if i.Ends() {
			take(i.Low, i.High)
		}
	}
	a := Axis{Floor(low), 1 - Floor(1-high)}
	if some == 0 || 2*vague > some || a.high-a.low > mostZoomed {
		return whole
	}
	return a
}

// Floor returns the beginning of an axis: a tenth that is at least 0.05 below the lowest value, or 0. The axis rarely
// begins at 0, since differences between runs are small.
func Floor(lowest float64) float64 { return max(math.Floor(lowest*10-0.5)/10, 0) }

// Low and High are the ends of the axis, as texts.
func (a Axis) Low() string  { return strconv.FormatFloat(a.low, 'g', 2, 64) }
func (a Axis) High() string { return strconv.FormatFloat(a.high, 'g', 2, 64) }

// Zoomed reports whether the axis is a part of 0 to 1.
func (a Axis) Zoomed() bool { return a != whole }

// position returns the place of a number in percent of the axis, 0 or 100 for a number beyond its ends.
func (a Axis) position(v float64) float64 { return 100 * min(max((v-a.low)/(a.high-a.low), 0), 1) }

// bar is an interval as it is drawn. Places are in percent of the axis.
type bar struct {
	view.Interval
	FromZero              bool // the axis begins at 0, so that the length of a bar says something
	X, Start, Width, Mark string
	Tone                  string
}

// drawBar draws the interval of a cell, nil for a cell without one. An interval that goes beyond the axis ends with it.
func drawBar(a *Axis, c view.Cell) *bar {
	if c.Interval == nil {
		return nil
	}
	if a == nil {
		a = &whole
	}
	place := func(r view.Ratio) string { return Coordinate(a.position(r.Value)) }
	i := *c.Interval
	b := &bar{Interval: i, FromZero: a.low == 0, X: place(i.Value), Start: place(i.Low), Mark: place(i.Limit)}
	b.Width = Coordinate(a.position(i.High.Value) - a.position(i.Low.Value))
	if i.Missed {
		b.Tone = " bad"
	}
	return b
}

// Coordinate returns a number as a coordinate of SVG, with one decimal.
func Coordinate(v float64) string { return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64) }
