package internal_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/labels/audit"
)

// said is what a run has: the answers of its trials, one a case, "" for an extractor that failed.
type said struct {
	source, model string
	start         int // seconds
	trials        [][]string
}

// A voice speaks once to each document: "a b" are the sources whose answers to the first document are heard.
func TestVoices(t *testing.T) {
	ours := said{"a", "x", 1, [][]string{{`{"total":1}`, `{"total":2}`}}}
	changed := func(change func(*said)) said {
		s := ours
		s.source, s.start = "b", 2
		change(&s)
		return s
	}
	for _, tt := range []struct {
		reason   string
		runs     []said
		heard    string
		repeated []string
	}{
		{"the same file", []said{ours, ours}, "a", []string{"a is named twice, and counts as one"}},
		{"a copy of it", []said{ours, changed(func(s *said) { s.start = 1 })}, "a", []string{"b repeats a, with the same run: they count as one"}},
		{"another run of the system, with equal answers in other blanks", []said{ours, changed(func(s *said) { s.trials = [][]string{{`{ "total": 1 }`, `{"total":2}`}} })}, "a",
			[]string{"b repeats a, with the same answers under the same labels: they count as one"}},
		{"another system, with equal answers", []said{ours, changed(func(s *said) { s.model = "y" })}, "a b", nil},
		{"the labels of a copy were changed", []said{ours, changed(func(s *said) { s.start, s.model = 1, "y" })}, "a", []string{"b repeats a, with the same run: they count as one"}},
		{"an answer differs elsewhere", []said{ours, changed(func(s *said) { s.trials = [][]string{{`{"total":1}`, `{"total":3}`}} })}, "a b", nil},
		{"an extractor that failed says nothing", []said{ours, changed(func(s *said) { s.trials = [][]string{{`{"total":1}`, ``}} })}, "a",
			[]string{"b repeats a, with the same answers under the same labels: they count as one"}},
		{"a part of the cases", []said{ours, changed(func(s *said) { s.trials = [][]string{{`{"total":1}`}} })}, "a",
			[]string{"b repeats a, with the same answers under the same labels: they count as one"}},
		{"two trials that are equal throughout", []said{changed(func(s *said) { s.trials = append(s.trials[:1:1], s.trials...) })}, "b",
			[]string{"trial 2 of b repeats trial 1 of b, with the same answers under the same labels: they count as one"}},
		{"two trials that differ", []said{changed(func(s *said) { s.trials = [][]string{{`{"total":1}`, `{"total":2}`}, {`{"total":1}`, `{"total":3}`}} })}, "b b", nil},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			var v audit.Voices
			heard := ""
			each := func(use func(*audit.Witness, *report.Case)) {
				for _, run := range tt.runs {
					w := &audit.Witness{Source: run.source, Dataset: "set", Run: report.Run{Start: time.Unix(int64(run.start), 0), Labels: map[string]string{"model": run.model}}}
					for trial, answers := range run.trials {
						for i, answer := range answers {
							c := &report.Case{ID: fmt.Sprint("d", i), Trial: trial + 1, Status: report.OK, Answer: []byte(answer)}
							if answer == "" {
								c.Status, c.Answer = report.Error, nil
							}
							use(w, c)
						}
					}
				}
			}
			each(v.Count)
			assert.Equal(t, tt.repeated, v.Repeated())
			each(func(w *audit.Witness, c *report.Case) {
				if v.Speaks(w, c) && c.ID == "d0" {
					heard += " " + w.Source
				}
			})
			assert.Equal(t, " "+tt.heard, heard)
		})
	}
}

// A record that keeps no answer has values, which are compared instead.
func TestVoicesWithoutAnswers(t *testing.T) {
	record := func(got string) report.Case {
		c := answer(t, "d", got, `{"total":1}`, report.CaseOptions{})
		c.Answer = nil
		return c
	}
	for other, speaks := range map[string]bool{`{"total":7}`: false, `{"total":8}`: true} {
		var v audit.Voices
		a, b := record(`{"total":7}`), record(other)
		first, second := &audit.Witness{Source: "a"}, &audit.Witness{Source: "b", Run: report.Run{PID: 1}}
		v.Count(first, &a)
		v.Count(second, &b)
		assert.True(t, v.Speaks(first, &a))
		assert.Equal(t, speaks, v.Speaks(second, &b), other)
	}
}
