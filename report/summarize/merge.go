package summarize

import (
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// Merge joins artifacts in memory, as an [artifact.Joiner] does, and adds up the cases
// of each data set. The zero value is empty, ready to use.
type Merge struct {
	// Limits replace the limits of the tests; see [artifact.Joiner].
	Limits *verdict.GateFile
	// NoIntervals leaves out intervals, which are most of the work.
	NoIntervals bool
	// Counts is as in [artifact.Joiner].
	Counts func(s *artifact.Section, c *report.Case, place artifact.Place) bool
	// Added, if given, gets the place of the record of each case that was added.
	Added func(set *artifact.Set, place artifact.Place)

	joiner artifact.Joiner
	sums   map[*artifact.Set]*Summarizer
}

// Set is one data set of one run with the sums of its cases.
type Set struct {
	*artifact.Set
	Summarizer *Summarizer
}

// Read adds an artifact. An error is an error of the source; errors in the records are in the Problems of their set.
// Read leaves out a case that m already has, which is a problem.
func (m *Merge) Read(source artifact.Source) error {
	m.joiner.Limits, m.joiner.Counts = m.Limits, m.Counts
	var sums *Summarizer
	return m.joiner.Read(source, artifact.Visitor{
		Brief: true,
		Begin: func(s *artifact.Section) { sums = m.summarizerOf(s.Set) },
		Case: func(s *artifact.Section, c *report.Case, place artifact.Place) error {
			if m.Added != nil {
				m.Added(s.Set, place)
			}
			return sums.Add(c)
		},
		Summary: func(_ *artifact.Section, s *report.Summary) { sums.Adopt(*s) },
	})
}

func (m *Merge) summarizerOf(set *artifact.Set) *Summarizer {
	s := m.sums[set]
	if s == nil {
		o := OptionsOf(&set.Dataset)
		o.Distinct = true // the joiner sees to it
		if m.NoIntervals {
			o.Resamples = -1
		}
		s = New(o)
		arithmetic.Map(&m.sums)[set] = s
	}
	return s
}

// Judge returns the verdict on the data set.
func (s *Set) Judge() verdict.Judgement { return s.Set.Judge(s.Summarizer.Summary()) }

// Sets returns the data sets by package, name and repetition, when all artifacts
// have been read.
func (m *Merge) Sets() []*Set {
	var sets []*Set
	m.joiner.Limits = m.Limits
	for _, set := range m.joiner.Sets() {
		sums := m.summarizerOf(set)
		sums.moved = set.Moved
		sets = append(sets, &Set{set, sums})
	}
	return sets
}

// Adopt takes from the recorded summary of the same cases what records of cases do not give: Stability, and the numbers over
// trials. These cannot be added up: once s has adopted the summaries of several artifacts, such as shards, it returns
// neither. The findings of the truths about the spec add up.
func (s *Summarizer) Adopt(recorded report.Summary) {
	if recorded.Preflight != nil {
		s.preflight = s.preflight.Plus(*recorded.Preflight)
	}
	numbers := slices.DeleteFunc(slices.Clone(recorded.Numbers), func(n report.Number) bool { return !n.OverTrials })
	if recorded.Stability != nil || len(numbers) > 0 {
		s.recorded = append(s.recorded, report.Summary{Numbers: numbers, Stability: recorded.Stability})
	}
}

// recall puts the adopted numbers into a summary.
func (s *Summarizer) recall(sum *report.Summary) {
	sum.Moved = s.moved
	if s.preflight.Truths+s.preflight.Answers > 0 {
		sum.SetPreflight(s.preflight)
	}
	if len(s.recorded) == 1 {
		sum.Stability = s.recorded[0].Stability
		for _, n := range s.recorded[0].Numbers {
			sum.Put(n)
		}
	}
}
