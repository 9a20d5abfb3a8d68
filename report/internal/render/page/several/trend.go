package several

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/history"
	"github.com/extracteval/extracteval/report/internal/render/figures"
	"github.com/extracteval/extracteval/report/internal/render/page"
)

var (
	//go:embed trend.css
	trendStyle string
	//go:embed trend.tmpl
	trendMarkup string
)

const (
	maxCharts = 200    // of a data set
	maxRuns   = 100    // the newest
	maxPoints = 50_000 // of the page
)

// WriteTrend writes a page of a history, or of the histories of several systems. Its title is the verdict. It has a
// small chart for each field; the charts of a data set have one scale, so that a reader can compare them at a glance. A
// chart has F1 of each run, its interval as a band (if [history.Options].Intervals asks for it), the last runs shaded,
// and the change point with the means on both sides. Regressed fields come first.
//
// The page is one file. It loads nothing, has no script, and its content security policy allows only its own style. It
// shows the newest 100 runs, 200 charts of each data set, and about 50,000 points in all, regressed fields first, and
// says how many it leaves out.
func WriteTrend(w io.Writer, all ...history.Report) error {
	v := newTrendView(all)
	sheet := page.Sheet{Title: v.title, Tone: v.tone, Head: headBlocks("Extraction history: "+v.kind, v.title, "", view.Quotes("reasons", v.lines)), Markup: trendMarkup, Style: trendStyle}
	if err := sheet.Write(w, v); err != nil {
		return fmt.Errorf("trend: %w", err)
	}
	return nil
}

type trendView struct {
	Bands     bool
	Last      int
	Sets      []setView
	Runs      []string
	OlderRuns string

	title, kind, tone string
	lines             []string
}

type setView struct {
	Name   string
	Charts []chartView
	Below  []view.Block
}

type chartView struct {
	Name, First, Newest, Recent, Change, Label string
	Tone                                       view.Tone
	Grid                                       []figures.Tick
	Shade                                      figures.Rect
	Bands                                      []string // paths
	Line                                       string
	ChangeAt, Before, After                    string // paths
	Points                                     []pointView
}

type pointView struct{ X, Y, R, Label string }

// The charts are 240 wide and 100 high; the plot is from (32,8) to (232,88).
const (
	left, right = 32, 232
	top, bottom = 8, 88
)

func newTrendView(all []history.Report) *trendView {
	v := &trendView{tone: "ok"}
	points := maxPoints
	for _, r := range all {
		switch {
		case r.Declined():
			v.tone = "bad"
		case r.Recent.NotEvaluable() && v.tone == "ok":
			v.tone = "warn"
		}
		lines := r.Heading()
		for i := range lines {
			lines[i] = terminal.Excerpt(lines[i], terminal.MaxCharacters)
		}
		v.kind, v.Last = strings.TrimSuffix(lines[0], ":"), max(v.Last, r.Last)
		if len(all) > 1 {
			v.lines = append(v.lines, strings.Join(append(lines[:1:1], strings.Join(lines[1:], "; ")), " "))
		} else {
			v.title = lines[1]
			v.lines = append(v.lines, lines[2:]...)
		}
		start := max(0, len(r.Runs)-maxRuns)
		if start > 0 {
			v.OlderRuns = words.Plural(start, "older run") + " not drawn; the change points count them."
		}
		for _, run := range r.Runs[start:] {
			v.Runs = append(v.Runs, terminal.Excerpt(run.Label(), terminal.MaxName))
		}
		for i := range r.Sets {
			set := newSetView(r, &r.Sets[i], start, &points)
			if r.System != "" {
				set.Name = terminal.Excerpt(r.System, terminal.MaxName) + ": " + set.Name
			}
			v.Bands = v.Bands || slices.ContainsFunc(set.Charts, func(c chartView) bool { return len(c.Bands) > 0 })
			v.Sets = append(v.Sets, set)
		}
	}
	v.lines = append(v.lines, all[0].Method()+".")
	if len(all) > 1 {
		v.kind, v.title = "of several systems", terminal.Excerpt(history.Summary(all), terminal.MaxCharacters)
	}
	return v
}

func newSetView(r history.Report, s *history.Set, start int, points *int) setView {
	v := setView{Name: terminal.Excerpt(s.Dataset, terminal.MaxName)}
	if s.Package != "" {
		v.Name += " in " + terminal.Excerpt(s.Package, terminal.MaxName)
	}
	rows := make([]*history.Row, len(s.Rows))
	for i := range s.Rows {
		rows[i] = &s.Rows[i]
	}
	slices.SortStableFunc(rows, func(a, b *history.Row) int { return rank(a) - rank(b) })
	runs := len(r.Runs) - start
	shown := min(len(rows), maxCharts, max(*points/runs, 1))
	*points = max(0, *points-shown*runs)
	scale := newScale(rows[:shown], start, runs)
	for _, row := range rows[:shown] {
		v.Charts = append(v.Charts, scale.chart(r, row, start))
	}
	if more := len(rows) - shown; more > 0 {
		v.Below = append(v.Below, view.Note(words.Plural(more, "more field")+" not drawn."))
	}
	v.Below = append(v.Below, view.Filled(s.NumberTable(), view.Quotes("dim", r.LabelChanges(s)))...)
	return v
}

// rank puts fields that got worse first.
func rank(row *history.Row) int {
	switch {
	case row.Recent != nil && row.Recent.Verdict == diff.Regressed:
		return 0
	case row.Change != nil && row.Change.After.Value < row.Change.Before.Value:
		return 1
	}
	return 2
}

// scale is the scale of all charts of a data set.
type scale struct {
	low  float64
	runs int
}

// newScale returns a scale that begins below the lowest value, as differences between runs are small. It may cut
// intervals off.
func newScale(rows []*history.Row, start, runs int) scale {
	low := 0.9
	for _, row := range rows {
		for _, e := range row.Values[start:] {
			if f1 := e.Value; f1.Defined {
				low = min(low, f1.Value)
			}
		}
	}
	return scale{figures.Floor(low), runs}
}

func (s scale) x(run float64) string {
	return figures.Coordinate(left + 4 + (right-left-8)*run/float64(max(s.runs-1, 1)))
}

func (s scale) y(v float64) string {
	return figures.Coordinate(bottom - (bottom-top)*(min(max(v, s.low), 1)-s.low)/(1-s.low))
}

func (s scale) chart(r history.Report, row *history.Row, start int) chartView {
	v := chartView{Name: terminal.Excerpt(row.Name, terminal.MaxName), Recent: row.RecentText(), Change: r.ChangeText(row), Newest: row.Value(len(row.Values) - 1).String()}
	if row.Items {
		v.Name += " items"
	}
	if row.Recent != nil {
		v.Tone = row.Recent.Verdict.Tone()
	}
	v.Grid = figures.Grid(s.low, s.y)
	last := float64(s.runs) - float64(r.Last) - 0.5
	shade := left + 4 + (right-left-8)*max(last, 0)/float64(max(s.runs-1, 1))
	v.Shade = figures.Rect{X: figures.Coordinate(shade), Y: strconv.Itoa(top), Width: figures.Coordinate(right - shade), Height: strconv.Itoa(bottom - top)}
	s.line(&v, r, row, start)
	s.bands(&v, row, start)
	if c := row.Change; c != nil && c.Gradual {
		v.Before = fmt.Sprintf("M%s %sL%s %s", s.x(float64(c.Run-1-start)), s.y(c.Before.Value), s.x(float64(s.runs-1)), s.y(c.After.Value))
	} else if c != nil && c.Run >= start {
		value := float64(c.Run-start) - 0.5
		v.ChangeAt = fmt.Sprintf("M%s %dV%d", s.x(value), top, bottom)
		if value > 0 {
			v.Before = fmt.Sprintf("M%s %sH%s", s.x(0), s.y(c.Before.Value), s.x(value))
		}
		v.After = fmt.Sprintf("M%s %sH%s", s.x(max(value, 0)), s.y(c.After.Value), s.x(float64(s.runs-1)))
	}
	switch {
	case row.Recent == nil:
		v.Recent = "not in both the oldest and the newest of the last runs"
	case v.Recent == "":
		v.Recent = "the same over the last runs"
	}
	measure := "F1"
	if row.Kind == report.KindInvariant {
		measure = "rate"
	}
	v.Label = fmt.Sprintf("%s of %s over %s: first %s, newest %s; %s", measure, v.Name, words.Plural(s.runs, "run"), v.First, v.Newest, v.Recent)
	if row.Change != nil {
		v.Label += "; " + v.Change
	}
	return v
}

// line draws F1, with a gap for a run that does not have the field.
func (s scale) line(v *chartView, r history.Report, row *history.Row, start int) {
	all := row.Values[start:]
	v.Line = figures.Line(len(all), func(i int) (x, y string, present bool) {
		return s.x(float64(i)), s.y(all[i].Value.Value), all[i].Value.Defined
	})
	for i, e := range all {
		f1 := e.Value
		if !f1.Defined {
			continue
		}
		v.First = cmp.Or(v.First, f1.String())
		label := terminal.Excerpt(r.Runs[start+i].Label(), terminal.MaxName) + ": " + f1.String()
		if interval := e.Interval(); interval != "" {
			label += " (" + interval + ")"
		}
		radius := "1.6"
		if i == s.runs-1 {
			radius = "3"
		}
		v.Points = append(v.Points, pointView{s.x(float64(i)), s.y(f1.Value), radius, label})
	}
	v.First = cmp.Or(v.First, "-")
}

// bands draws the intervals of runs that follow one another as an area, the interval of a single run as a bar.
func (s scale) bands(v *chartView, row *history.Row, start int) {
	var upper, lower []string
	end := func() {
		if len(upper) > 0 {
			v.Bands = append(v.Bands, figures.Area(upper, lower))
		}
		upper, lower = nil, nil
	}
	all := row.Values[start:]
	defined := func(i int) bool {
		return i >= 0 && i < len(all) && all[i].Low.Defined && all[i].High.Defined
	}
	add := func(run float64, e report.Estimate) {
		upper = append(upper, s.x(run)+" "+s.y(e.High.Value))
		lower = append(lower, s.x(run)+" "+s.y(e.Low.Value))
	}
	for i, e := range all {
		switch {
		case !defined(i):
			end()
		case !defined(i-1) && !defined(i+1):
			add(float64(i)-0.15, e)
			add(float64(i)+0.15, e)
		default:
			add(float64(i), e)
		}
	}
	end()
}
