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
	sheet := trendSheet(all)
	if err := sheet.Write(w); err != nil {
		return fmt.Errorf("trend: %w", err)
	}
	return nil
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

func trendSheet(all []history.Report) page.Sheet {
	sheet := page.Sheet{Style: trendStyle, Tone: "ok"}
	points, last, kind, bands := maxPoints, 0, "of several systems", ""
	var lines []string
	var notes, sets []view.Block
	runs := view.List{Class: "runs"}
	for _, r := range all {
		switch {
		case r.Declined():
			sheet.Tone = "bad"
		case r.Recent.NotEvaluable() && sheet.Tone == "ok":
			sheet.Tone = "warn"
		}
		heading := r.Heading()
		for i := range heading {
			heading[i] = terminal.Excerpt(heading[i], terminal.MaxCharacters)
		}
		last = max(last, r.Last)
		if len(all) > 1 {
			lines = append(lines, heading[0]+" "+strings.Join(heading[1:], "; "))
		} else {
			kind, sheet.Title, lines = strings.TrimSuffix(heading[0], ":"), heading[1], heading[2:]
		}
		start := max(0, len(r.Runs)-maxRuns)
		if start > 0 {
			notes = view.Notes(words.Plural(start, "older run") + " not drawn; the change points count them.")
		}
		for _, run := range r.Runs[start:] {
			runs.Items = append(runs.Items, view.Code(run.Label()))
		}
		sets = append(sets, r.Body(func(s *history.Set) []view.Block {
			charts, more := newCharts(r, s, start, &points)
			if slices.ContainsFunc(charts, func(c chartView) bool { return len(c.Bands) > 0 }) {
				bands = "; the band is its interval"
			}
			return append([]view.Block{draw("trends", charts)}, more...)
		})...)
	}
	if len(all) > 1 {
		sheet.Title = terminal.Excerpt(history.Summary(all), terminal.MaxCharacters)
	}
	sheet.Head = headBlocks("Extraction history: "+kind, sheet.Title, "", view.Quotes("reasons", lines))
	sheet.Blocks = slices.Concat([]view.Block{view.Note(fmt.Sprintf("One chart for each field, all of a data set on one scale: F1 of each run, of an invariant the rate at which it holds, the newest last%s. "+
		"The last %d runs are shaded. A dashed red line is a change point, between the means before and after it.", bands, last))}, notes, sets,
		[]view.Block{view.Fold{Summary: view.Plain("Runs, the newest last"), Blocks: []view.Block{runs}}})
	return sheet
}

// newCharts returns the charts of the first fields of a data set, those that got worse first, and says how many more there
// are.
func newCharts(r history.Report, s *history.Set, start int, points *int) (charts []chartView, more []view.Block) {
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
		charts = append(charts, scale.chart(r, row, start))
	}
	if left := len(rows) - shown; left > 0 {
		more = view.Notes(words.Plural(left, "more field") + " not drawn.")
	}
	return charts, more
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
