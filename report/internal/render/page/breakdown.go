package page

import (
	"cmp"
	"html/template"
	"strings"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/breakdown"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page/internal/figures"
)

type slicesView struct {
	Axis  figures.Axis // of their bars
	Level string       // of their intervals
	Rows  []sliceView
	Usage []string // headings of the usage of cases
	Note  string
}

type sliceView struct {
	Tag, Value, F1, PassRate, Interval string
	Filter                             template.URL
	Cases                              int
	Bar                                figures.Bar
	Below, Approximate                 bool
	Usage                              []string
}

const maxSliceRows = 50

func newSlicesView(r *render.Report, at int, names *filterNames) *slicesView {
	s := &r.Sets[at].Slices
	if len(s.Slices) == 0 && s.Small == 0 {
		return nil
	}
	v := &slicesView{Level: levelOf(r.Sets[at])}
	var took [][]string
	v.Usage, took = s.Usage(maxSliceRows)
	shown := s.Slices[:min(len(s.Slices), maxSliceRows)]
	var f1 []report.Estimate
	for _, slice := range shown {
		f1 = append(f1, slice.F1)
	}
	v.Axis = figures.Zoom(f1, nil)
	for i, slice := range shown {
		f := names.addressOf(at)
		f.byTag(slice.Name(), names)
		row := sliceView{
			Tag: terminal.Excerpt(slice.Tag, terminal.MaxName), Value: terminal.Excerpt(cmp.Or(slice.Condition, slice.Value), terminal.MaxName), Filter: f.href(), Cases: slice.Cases,
			F1: slice.F1.Value.String(), Bar: v.Axis.Bar(slice.F1, 0, false), Below: slice.Below, Approximate: slice.F1.Approximate,
			PassRate: render.Percent(slice.PassRate.Value.Value), Usage: took[i],
		}
		if row.Value == "" {
			row.Value = "(empty)"
		}
		if low, ok := slice.PassRate.Low.Value, slice.PassRate.Low.Defined; ok {
			row.Interval = render.Percent(low) + "–" + render.Percent(slice.PassRate.High.Value)
		}
		v.Rows = append(v.Rows, row)
	}
	v.Note = render.SlicesNote(s, len(v.Rows))
	return v
}

// patternView links to the cases of a pattern, and to the first one.
type patternView struct {
	Text, Case   string
	Filter, Href template.URL
}

func newPatternViews(r *render.Report, at int, cases *packed) (views []patternView, more int) {
	all, names := r.Sets[at].Patterns, &cases.names
	for _, p := range all[:min(len(all), breakdown.ShownPatterns)] {
		f := names.addressOf(at)
		if p.Slice != "" {
			f.byTag(render.SliceText(p.Slice), names)
		}
		if p.Attribute != "" {
			f.outcome = "mistake"
			f.byField(p.Attribute, names)
		}
		if p.Class != "" {
			f.byClass(p.Class, names)
		}
		views = append(views, patternView{terminal.Visible(p.Text), terminal.Excerpt(p.Case, terminal.MaxName), f.href(), cases.link(at, p.Case)})
	}
	return views, len(all) - len(views)
}

type mistakesView struct {
	Rows    []mistakeView
	Origins bool // there is a column for the origins
	Note    string
}

type mistakeView struct {
	Field, Kind   string
	Filter        template.URL
	Count         int
	Origin        string
	Before, After string // the words around the example
	Example       *exampleView
}

type exampleView struct {
	Got, Want valueView
	Case      string
	Href      template.URL
}

const (
	maxMistakeRows       = 30
	maxExampleCharacters = 60
)

func newMistakesView(r *render.Report, at int, cases *packed) *mistakesView {
	names := &cases.names
	all := r.Sets[at].Mistakes
	if len(all) == 0 {
		return nil
	}
	v := &mistakesView{Origins: breakdown.HasOrigins(all)}
	for _, m := range all[:min(len(all), maxMistakeRows)] {
		f := names.addressOf(at)
		f.byField(m.Attribute, names)
		f.byClass(m.Class, names)
		row := mistakeView{Field: terminal.Excerpt(m.Attribute, terminal.MaxName), Kind: terminal.Excerpt(m.Class.String(), terminal.MaxName), Filter: f.href(), Count: m.Count, Origin: m.OriginText()}
		var e *breakdown.Example
		if row.Before, e, row.After = m.Shown(); e != nil {
			shown := terminal.ShowValues(maxExampleCharacters, e.Got, e.Want)
			ex := &exampleView{Case: terminal.Excerpt(e.Case, terminal.MaxName), Href: cases.link(at, e.Case)}
			ex.Got.Segments, ex.Want.Segments = figures.Same(shown[0]), figures.Same(shown[1])
			if m.Class != source.Missing && m.Class != source.CutOff && m.Class != source.Hallucinated && m.Class != source.Invented {
				ex.Got.Segments, ex.Want.Segments = figures.Difference(shown[0], shown[1])
			}
			if len(e.Got) == 0 {
				ex.Got.None = "nothing"
			}
			if len(e.Want) == 0 {
				ex.Want.None = "nothing"
			}
			row.Example = ex
		}
		v.Rows = append(v.Rows, row)
	}
	v.Note = r.Sets[at].MistakesNote(len(v.Rows))
	return v
}

// confidenceView has charts of the first row of the table.
type confidenceView struct {
	render.Confidence
	Reliability figures.Reliability
	Curve       figures.Curve
}

// Interval splits a cell into a number and its interval in parentheses, "" for none. A line may break between the two.
func (confidenceView) Interval(text string) [2]string {
	number, interval, ok := strings.Cut(text, " (")
	if ok {
		interval = "(" + interval
	}
	return [2]string{number, interval}
}

func newConfidenceView(all []breakdown.Calibration) *confidenceView {
	table := render.NewConfidence(all)
	if table == nil {
		return nil
	}
	return &confidenceView{*table, figures.NewReliability(all[0].Bins), figures.NewCurve(all[0].Curve)}
}
