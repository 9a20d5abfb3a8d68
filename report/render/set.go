package render

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare/errorclass"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/breakdown"
	"github.com/extracteval/extracteval/report/internal/keep"
	"github.com/extracteval/extracteval/report/internal/words"
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
		worst:      keep.NewFirst(cmp.Or(o.MaxCases, defaultMaxCases), func(a, b Case) int { return compareCases(a.Case, b.Case) }),
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
	s.breakdowns.warnings.Add(c)
	s.worst.Add(Case{c, classes})
	return nil
}

func (s *Set) finish() {
	s.Summary = s.summarizer.Summary()
	s.Findings = breakdown.Findings{
		Slices: s.breakdowns.slicer.Slices(), Mistakes: s.breakdowns.mistakes.Mistakes(),
		Calibrations: s.breakdowns.calibrator.Calibrations(), Warnings: s.breakdowns.warnings.Warnings(),
	}
	s.Cases = s.worst.Sorted()
	s.LeftOut = s.Summary.Cases().Total() - len(s.Cases)
	s.Judgement = s.Judge(s.Summary)
	slices.SortStableFunc(s.History, func(a, b Past) int { return a.Run.Start.Compare(b.Run.Start) })
}

// reasons returns why the verdict is what it is, one sentence each.
func reasons(s *Set) []string {
	switch j := s.Judgement; j.Verdict {
	case artifact.NotEvaluable:
		return []string{j.Why}
	case artifact.NoGate:
		return []string{"no gate: " + j.Passing()}
	case artifact.Passed:
		return []string{keptText(j.Gate)}
	default:
		var reasons []string
		for _, check := range j.Gate.Failed() {
			reasons = append(reasons, check.String())
		}
		return reasons
	}
}

// keptText says "all 2 limits are kept, no errors, over 60 cases". Errors are always
// checked and no limit that anybody has set.
func keptText(g *report.GateResult) string {
	limits, chance, errors := 0, 0, "no errors"
	for _, c := range g.Checks {
		if c.WithinChance() {
			chance++
		}
		switch {
		case c.Metric != "errors":
			limits++
		case c.Value.Value > 0:
			errors = c.String()
		}
	}
	over := ", over " + words.Plural(g.Cases, "case")
	kept := fmt.Sprintf("all %d limits are kept", limits)
	switch limits {
	case 0:
		return errors + over
	case 1:
		kept = "the only limit is kept"
	}
	switch {
	case chance == limits:
		kept += " within chance"
	case chance > 0:
		kept += fmt.Sprintf(", %d within chance", chance)
	}
	return kept + ", " + errors + over
}

// worstField returns the field to look at first: of those with a mistake, one below
// its limit before others, then the one with the lowest F1.
func worstField(s *Set) (report.Attribute, metrics.Counts, bool) {
	found, worstBelow := false, false
	var worst report.Attribute
	var counts metrics.Counts
	for i, a := range s.Summary.Attributes {
		if a.Items || a.Attribute == metrics.InventedAttribute {
			continue
		}
		c := s.Summary.CountsOf(i)
		if c.Mistakes() == 0 {
			continue
		}
		below := belowLimit(s, a)
		if !found || below && !worstBelow || below == worstBelow && a.F1.Value.Value < worst.F1.Value.Value {
			found, worst, worstBelow, counts = true, a, below, c
		}
	}
	return worst, counts, found
}

// asked returns how many cases there are; each trial asks for all of them.
func asked(s *Set) int {
	n := 0
	for _, t := range s.Summary.Trials {
		n = max(n, t.Cases.Total())
	}
	return n
}

// casesWords returns "49 cases", and "49 cases in 5 trials" where there are several.
func casesWords(s *Set) string {
	asked := words.Plural(asked(s), "case")
	if n := len(s.Summary.Trials); n > 1 {
		asked += fmt.Sprintf(" in %d trials", n)
	}
	return asked
}

func belowLimit(s *Set, a report.Attribute) bool {
	limit, ok := limitOn(s, a.Attribute)
	return ok && !a.F1.Value.Reaches(limit)
}

// limitOn returns the gate's limit on the F1 of a field.
func limitOn(s *Set, attribute string) (float64, bool) {
	if s.Dataset.Gate == nil {
		return 0, false
	}
	limit, ok := s.Dataset.Gate.FieldF1[attribute]
	return limit, ok
}

// meanOf returns the mean over trials of a number that was counted in all of them, as the
// numbers beside it are: "3", "0.5".
func meanOf(s *Set, n int) string {
	return strconv.FormatFloat(math.Round(10*float64(n)/float64(max(len(s.Summary.Trials), 1)))/10, 'f', -1, 64)
}

// mistakesIn returns "3 wrong, 1 missing", means over trials.
func mistakesIn(s *Set, c metrics.Counts) string {
	var parts []string
	for _, o := range metrics.Outcomes() {
		if n := c.Of(o); n > 0 && !o.Hit() {
			parts = append(parts, meanOf(s, n)+" "+o.String())
		}
	}
	return strings.Join(parts, ", ")
}
