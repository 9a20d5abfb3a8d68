package render

import (
	"cmp"
	"slices"

	"github.com/extracteval/extracteval/metrics/compare/errorclass"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/breakdown"
	"github.com/extracteval/extracteval/report/internal/keep"
	"github.com/extracteval/extracteval/report/render/internal/plain"
	"github.com/extracteval/extracteval/report/summarize"
)

// Set is one data set of one run.
type Set struct {
	*artifact.Set
	Summary report.Summary
	// Judgement is the verdict, and Judgement.Gate what the gate found. Set.Gate is only
	// what was recorded.
	Judgement artifact.Judgement
	breakdown.Findings
	// History holds earlier runs, the oldest first.
	History []Past
	// Cases are those that are kept to be shown: what failed, by score, then what
	// passed, then what was skipped, each trial by itself. LeftOut is how many others
	// there are.
	Cases   []Case
	LeftOut int

	summarizer *summarize.Summarizer
	breakdowns breakdowns
	worst      keep.First[Case]
}

// Past is an earlier run of a data set.
type Past struct {
	Run     report.Run
	Summary report.Summary
	// Partial: not all of its cases are there. OtherSpec: it was made with another
	// spec, so that its numbers may mean something else.
	Partial, OtherSpec bool
}

// Case is a case with the classes of its fields' errors, "" for a field that is
// right.
type Case struct {
	*report.Case
	Classes []errorclass.Class
}

func newSet(set *artifact.Set, o Options) *Set {
	options := summarize.OptionsOf(&set.Dataset)
	options.Distinct = true // the joiner sees to it
	return &Set{
		Set:        set,
		summarizer: summarize.New(options),
		breakdowns: breakdowns{slicer: breakdown.Slicer{Policy: set.Dataset.Policy, MinCases: o.MinSlice}},
		worst:      keep.NewFirst(cmp.Or(o.MaxCases, defaultMaxCases), func(a, b Case) int { return plain.Compare(a.Case, b.Case) }),
	}
}

func (s *Set) add(c *report.Case) error {
	if err := s.summarizer.Add(c); err != nil {
		return err
	}
	classes := breakdown.Classes(c)
	s.breakdowns.slicer.Add(c)
	s.breakdowns.mistakes.Add(c, classes)
	s.breakdowns.calibrator.Add(c)
	s.worst.Add(Case{c, classes})
	return nil
}

func (s *Set) finish() {
	s.Summary = s.summarizer.Summary()
	s.Findings = breakdown.Findings{
		Slices: s.breakdowns.slicer.Slices(), Mistakes: s.breakdowns.mistakes.Mistakes(),
		Calibrations: s.breakdowns.calibrator.Calibrations(),
	}
	s.Cases = s.worst.Sorted()
	s.LeftOut = s.Summary.Cases().Total() - len(s.Cases)
	s.Judgement = s.Judge(s.Summary)
	slices.SortStableFunc(s.History, func(a, b Past) int { return a.Run.Start.Compare(b.Run.Start) })
}
