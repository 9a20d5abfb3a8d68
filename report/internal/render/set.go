package render

import (
	"cmp"
	"compress/flate"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/breakdown"
	"github.com/extracteval/extracteval/report/summarize"
)

// Set is one data set of one run.
type Set struct {
	*artifact.Set
	Summary report.Summary
	// Judgement is the verdict. Judgement.Gate is the result of the gate; Set.Gate is only the recorded result.
	Judgement verdict.Judgement
	breakdown.Findings
	// History holds earlier runs, the oldest first.
	History []Past
	// Cases are the cases to show: failed ones, by score, then passed ones, then skipped ones, each trial by itself.
	// LeftOut is how many others there are.
	Cases   []Case
	LeftOut int

	number func(name string) report.Number // made by Number

	found []traits.Condition // the computed slices among the Patterns

	*collector // nil when all is read
}

// Number returns the number of a name, see [report.Summary.Number].
func (s *Set) Number(name string) report.Number {
	if s.number == nil {
		s.number = s.Summary.Lookup()
	}
	return s.number(name)
}

// F1 returns the F1 of a field.
func (s *Set) F1(attribute string) report.Number { return s.Number("F1 of " + attribute) }

// collector is the part of a set that grows while cases are read.
type collector struct {
	summarizer *summarize.Summarizer
	slicer     breakdown.Slicer
	mistakes   breakdown.Mistakes
	causes     breakdown.Causes
	calibrator breakdown.Calibrator
	worst      arithmetic.First[Case]
	zip        *flate.Writer // of their records
}

// Past is an earlier run of a data set.
type Past struct {
	Run     report.Run
	Version string // of the data set
	Summary report.Summary
	// Partial says that not all of its cases are there. OtherSpec says that it was made with another spec, so that its
	// numbers may mean something else.
	Partial, OtherSpec bool
}

func newSet(set *artifact.Set, o Options) *Set {
	options := summarize.OptionsOf(&set.Dataset)
	options.Distinct = true                         // the joiner sees to it
	zip, _ := flate.NewWriter(nil, flate.BestSpeed) // the level is valid, so there is no error
	c := &collector{
		summarizer: summarize.New(options),
		slicer:     breakdown.Slicer{Policy: set.Dataset.Policy, MinCases: o.MinSlice, Cluster: set.Dataset.Cluster},
		mistakes:   breakdown.Mistakes{Dataset: &set.Dataset},
		causes:     breakdown.Causes{Dataset: &set.Dataset},
		calibrator: breakdown.Calibrator{Cluster: set.Dataset.Cluster},
		worst:      arithmetic.NewFirst(cmp.Or(o.MaxCases, defaultMaxCases), Case.Compare),
		zip:        zip,
	}
	c.slicer.Mistakes = &c.mistakes
	return &Set{Set: set, collector: c}
}

// add adds a case, and keeps the parts of it that are shown.
func (s *collector) add(c *report.Case) (err error) {
	if err = s.summarizer.Add(c); err != nil {
		return err
	}
	classes := breakdown.Classes(c)
	s.slicer.Add(c, classes)
	s.mistakes.Add(c, classes)
	s.causes.Add(c)
	s.calibrator.Add(c)
	item := newCase(c)
	if !s.worst.Takes(item) {
		return nil
	}
	item.packed, err = s.pack(c)
	s.worst.Add(item)
	return err
}

func (s *Set) finish() {
	s.Summary = s.summarizer.Summary()
	s.Summary.Moved = s.Moved
	s.Findings = breakdown.Findings{Slices: s.slicer.Slices(), Mistakes: s.mistakes.Mistakes(), Unlisted: s.mistakes.Unlisted(), Calibrations: s.calibrator.Calibrations()}
	s.Patterns = breakdown.SortedPatterns(s.Slices.Patterns, s.causes.Patterns(), s.mistakes.Patterns())
	s.found = computedSlices(s.Patterns)
	s.Cases = s.worst.Sorted()
	s.collector = nil
	s.LeftOut = s.Summary.Cases().Total() - len(s.Cases)
	s.Judgement = s.Judge(s.Summary)
	slices.SortStableFunc(s.History, func(a, b Past) int { return a.Run.Start.Compare(b.Run.Start) })
}

// Trials is "trials" for a data set with several trials, else "cases".
func (s *Set) Trials() string {
	if len(s.Summary.Trials) > 1 {
		return "trials"
	}
	return "cases"
}

// TagText returns "lang: de".
func TagText(name, value string) string { return name + ": " + value }

// SliceText returns a slice, as package dataset reads it, in the words of the filter of tags: "lang: de" for
// "lang=de". It returns a computed slice unchanged.
func SliceText(slice string) string {
	if c, err := dataset.ParseCondition(slice); err == nil && !c.Computed {
		return TagText(c.Name, c.Text)
	}
	return slice
}

// computedSlices returns the slices of patterns that are not by a tag.
func computedSlices(patterns []breakdown.Pattern) (all []traits.Condition) {
	for _, p := range patterns {
		if slice, err := traits.Parse(p.Slice); err == nil && slice.Computed {
			all = append(all, slice)
		}
	}
	return all
}

// Found returns the computed slices of patterns to which a case belongs.
func (s *Set) Found(c *report.Case) (all []string) {
	for _, slice := range s.found {
		if slice.Holds(c) {
			all = append(all, slice.String())
		}
	}
	return all
}
