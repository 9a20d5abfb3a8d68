package render

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/metrics/compare/errorclass"
	"github.com/extracteval/extracteval/report/breakdown"
	"github.com/extracteval/extracteval/report/internal/words"
)

type slicesView struct {
	Rows []sliceView
	Note string
}

type sliceView struct {
	Tag, Value, Filter, F1, PassRate, Interval string
	Cases                                      int
	Bar                                        barView
	Below                                      bool
}

const maxSliceRows = 50

func newSlicesView(r *Report, at int, names filterNames) *slicesView {
	s := &r.Sets[at].Slices
	if len(s.Slices) == 0 && s.Small == 0 {
		return nil
	}
	v := &slicesView{}
	for _, slice := range s.Slices[:min(len(s.Slices), maxSliceRows)] {
		f := newFilter(r, at)
		f.byTag(tagText(slice.Tag, slice.Value), names)
		row := sliceView{
			Tag: cut(slice.Tag, maxName), Value: cut(slice.Value, maxName), Filter: f.String(), Cases: slice.Cases,
			F1: slice.F1.Value.String(), Bar: newBar(slice.F1, 0, false), Below: slice.Below,
			PassRate: percent(slice.PassRate.Value.Value),
		}
		if row.Value == "" {
			row.Value = "(empty)"
		}
		if low, ok := slice.PassRate.Low.Get(); ok {
			row.Interval = percent(low) + "–" + percent(slice.PassRate.High.Value)
		}
		v.Rows = append(v.Rows, row)
	}
	v.Note = slicesNote(s, len(v.Rows))
	return v
}

func slicesNote(s *breakdown.Slices, shown int) string {
	var notes []string
	if more := len(s.Slices) - shown; more > 0 {
		notes = append(notes, fmt.Sprintf("%s with better F1 not shown.", words.Plural(more, "slice")))
	}
	if s.Small > 0 {
		notes = append(notes, fmt.Sprintf("%s with fewer than %d cases not listed.", words.Plural(s.Small, "slice"), s.MinCases))
	}
	if s.Uncounted > 0 {
		notes = append(notes, "There are more values of tags than are told apart.")
	}
	if shown > 1 {
		notes = append(notes, "Of twenty slices that are like all others, one lies outside of its interval by chance.")
	}
	return strings.Join(notes, " ")
}

type mistakesView struct {
	Rows []mistakeView
	Note string
}

type mistakeView struct {
	Field, Kind, Filter string
	Count               int
	Examples            []exampleView
}

type exampleView struct {
	Got, Want valueView
	Case      string
}

const (
	maxMistakeRows       = 30
	maxExamples          = 2
	maxExampleCharacters = 60
)

func newMistakesView(r *Report, at int, names filterNames) *mistakesView {
	all := r.Sets[at].Mistakes
	if len(all) == 0 {
		return nil
	}
	v := &mistakesView{}
	for _, m := range all[:min(len(all), maxMistakeRows)] {
		f := newFilter(r, at)
		f.byField(m.Attribute, names)
		f.byClass(m.Class, names)
		row := mistakeView{Field: cut(m.Attribute, maxName), Kind: cut(m.Class.String(), maxName), Filter: f.String(), Count: m.Count}
		for _, e := range m.Examples[:min(len(m.Examples), maxExamples)] {
			if len(e.Got)+len(e.Want) == 0 {
				continue // redacted
			}
			shown := showAll(maxExampleCharacters, e.Got, e.Want)
			ex := exampleView{Case: cut(e.Case, maxName)}
			ex.Got.Segments, ex.Want.Segments = same(shown[0]), same(shown[1])
			if m.Class != errorclass.Missing && m.Class != errorclass.Hallucinated && m.Class != errorclass.Invented {
				ex.Got.Segments, ex.Want.Segments = difference(shown[0], shown[1])
			}
			if len(e.Got) == 0 {
				ex.Got.None = "nothing"
			}
			if len(e.Want) == 0 {
				ex.Want.None = "nothing"
			}
			row.Examples = append(row.Examples, ex)
		}
		v.Rows = append(v.Rows, row)
	}
	if more := len(all) - len(v.Rows); more > 0 {
		v.Note = fmt.Sprintf("%s less frequent ones not shown.", strconv.Itoa(more))
	}
	return v
}

// confidenceView has charts of the first row of the table.
type confidenceView struct {
	confidenceTable
	Reliability reliabilityView
	Curve       curveView
}

func newConfidenceView(all []breakdown.Calibration) *confidenceView {
	table := newConfidenceTable(all)
	if table == nil {
		return nil
	}
	return &confidenceView{*table, newReliability(all[0].Bins), newCurve(all[0].Curve)}
}

// confidenceTable says how far the confidences of fields can be trusted.
type confidenceTable struct {
	Name   string // of the first row
	Levels []string
	Rows   []calibrationRow
	More   int // rows
	Note   string
}

// calibrationRow is one field; Name is empty for all of them together.
type calibrationRow struct {
	Name, Right, ECE, Brier, AUROC string
	Values                         int
	Levels                         []string
}

// newConfidenceTable returns nil where no value has a confidence.
func newConfidenceTable(all []breakdown.Calibration) *confidenceTable {
	if len(all) == 0 {
		return nil
	}
	first := &all[0]
	v := &confidenceTable{Name: "all fields"}
	if first.Attribute != "" {
		v.Name = cut(first.Attribute, maxName)
	}
	for _, s := range first.StraightThrough {
		v.Levels = append(v.Levels, percent(s.Accuracy)+" right")
	}
	for _, c := range all[:min(len(all), maxConfidenceRows)] {
		row := calibrationRow{
			Name: cut(c.Attribute, maxName), Values: c.Predictions, Right: c.Accuracy().Percent(),
			ECE: c.ECE.String(), Brier: c.Brier.String(), AUROC: c.AUROC.String(),
		}
		for _, s := range c.StraightThrough {
			row.Levels = append(row.Levels, s.String())
		}
		v.Rows = append(v.Rows, row)
	}
	v.Note = "ECE with 10 bins of equal width. “No review: 99% right” is the share of values that may be accepted without review so that 99% of them are right, and the confidence from which: the lower bound of what is right among them is as high, at a level of 95%."
	v.More = len(all) - len(v.Rows)
	if leftOut := first.LeftOut; leftOut > 0 { // of all together
		v.Note += fmt.Sprintf(" %d values came after the bound and are left out.", leftOut)
	}
	return v
}
