package internal_test

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/metrics"
)

// Of twelve documents with a number and a total, the new run lost nine totals. Both runs were asked once.
func Example_estimateAdjust() {
	const number, total = 0, 1
	right, missed := metrics.Confusion{TP: 1}, metrics.Confusion{FN: 1}
	fields := []*estimate.Field{number: {Averaged: true, InMacro: true}, total: {Averaged: true, InMacro: true}}
	s := estimate.NewSample(fields, [2]int{1, 1})

	var documents [12][2][2]metrics.Confusion // by field and run
	for i := range documents {
		documents[i] = [2][2]metrics.Confusion{number: {right, right}, total: {right, right}}
		if i < 9 {
			documents[i][total][1] = missed
		}
	}
	counts := make([]int, len(s.Totals))
	for _, d := range documents {
		for field, runs := range d {
			for side, c := range runs {
				s.Count(counts, field, side, 0, c)
			}
		}
	}
	s.Total(counts)
	s.Weigh()
	for _, d := range documents {
		s.StartUnit()
		s.StartDocument([2]int{1, 1})
		for field, runs := range d {
			for side, c := range runs {
				s.Add(field, side, 0, c, false)
			}
		}
		s.EndUnit()
	}

	f := &estimate.Family{}
	delta, defined := s.Layout.Delta(s.MicroBlock())
	if t, ok := estimate.NewTest(&s.Micro, delta, defined); ok {
		f.Averages = append(f.Averages, &t)
	}
	delta, defined = s.MacroDelta(s.Totals)
	if t, ok := estimate.NewTest(&s.Macro, delta, defined); ok {
		f.Averages = append(f.Averages, &t)
	}
	for i := range fields {
		delta, defined := s.Layout.Delta(s.Block(i))
		if t, ok := estimate.NewTest(&fields[i].Evidence, delta, defined); ok {
			fmt.Printf("field %d: ΔF1 %.3f, p = %.4f\n", i, t.Delta, t.P)
			f.Fields = append(f.Fields, &t)
		}
	}
	estimate.Adjust([]*estimate.Family{f}, 0.95)
	for _, t := range f.Fields {
		fmt.Printf("adjusted %.4f, worse: %t\n", t.Adjusted, t.Significant && t.Delta < 0)
	}
	// Output:
	// field 1: ΔF1 -0.600, p = 0.0039
	// adjusted 0.0078, worse: true
}
