package figures

import (
	"cmp"
	_ "embed"
	"html/template"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
)

//go:embed blocks.tmpl
var blocks string

// BlockTemplates returns the template "blocks", which prints blocks, and the template "text", which prints a text. Names and
// values are cut as in Markdown. A link leads to a place in the page, and nowhere if it does not begin with "#".
func BlockTemplates() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"address": address, "class": class, "heading": heading, "cell": blockCell, "shown": shown, "drawTable": drawTable, "drawBar": drawBar, "value": value,
	}).Parse(blocks))
}

func address(link string) template.URL {
	if !strings.HasPrefix(link, "#") {
		link = "#"
	}
	return template.URL(link)
}

// classes are the classes of tones in the style of the page, where these have other names.
var classes = map[view.Tone]string{view.Good: "ok", view.Warning: "warn"}

// class returns the class of a tone.
func class(tone view.Tone) string { return cmp.Or(classes[tone], string(tone)) }

func heading(c view.Column) string {
	if c.Unsorted {
		c.Class += " nosort"
	}
	return blockCell(c, view.Cell{})
}

func blockCell(c view.Column, cell view.Cell) string {
	text := c.Class + " " + cell.Class
	if c.Number && cell.Interval == nil {
		text = "n " + text
	}
	return strings.Join(strings.Fields(text), " ")
}

// shown returns the text of a span.
func shown(s view.Span) string {
	switch {
	case s.Code && strings.TrimSpace(s.Text) == "":
		return "(empty)"
	case s.Code:
		return view.Excerpt(s.Text, view.MaxName)
	case s.Quote:
		return view.Excerpt(s.Text, view.MaxCharacters)
	}
	return words.Visible(s.Text)
}

// value returns a value as markup, with marks on the segments that differ, or the words for a missing value. It does not
// use the template, since a page has a hundred thousand values.
func value(s view.Span) template.HTML {
	var b strings.Builder
	if len(s.Segments) == 0 {
		b.WriteString(`<span class="none">` + template.HTMLEscapeString(s.Text) + `</span>`)
		return template.HTML(b.String())
	}
	b.WriteString(openValue(s.Segments))
	for _, segment := range s.Segments {
		if segment.Differs {
			b.WriteString("<mark>")
		}
		b.WriteString(template.HTMLEscapeString(segment.Text))
		if segment.Differs {
			b.WriteString("</mark>")
		}
	}
	b.WriteString("</code>")
	return template.HTML(b.String())
}

// MaxWhole is the greatest length, in characters, of a word that is never broken.
const MaxWhole = 28

// openValue returns the tag of a value. Its class is whole if the value is one short word or number, which stays on one
// line, and long if a word of it is too long for that. Other values are broken only between words.
func openValue(segments []view.Segment) string {
	words, longest, length := 1, 0, 0
	for _, s := range segments {
		for _, r := range s.Text {
			length++
			if unicode.IsSpace(r) {
				words, length = words+1, 0
			}
			longest = max(longest, length)
		}
	}
	switch {
	case longest > MaxWhole:
		return `<code class="long">`
	case words == 1:
		return `<code class="whole">`
	}
	return "<code>"
}

// drawn is a table with the axes of the columns that have intervals, nil for other columns.
type drawn struct {
	view.Table
	Axes []*Axis
}

// drawTable returns a table as it is drawn: with a column of remarks if any row has one. The axis of a column is zoomed to
// its intervals, see [zoom].
func drawTable(t view.Table) drawn {
	t = t.Filled(true).Remarked()
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
		take(i.Limit)
		if !i.Value.Defined {
			continue
		}
		some++
		take(i.Value)
		if i.Ends() && i.High.Value-i.Low.Value > vagueWidth {
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
