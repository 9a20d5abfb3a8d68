package render

import (
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/summarize"
)

// junitPlan is the result of the first reading.
type junitPlan struct {
	joiner artifact.Joiner
	sets   map[*artifact.Set]*junitSet
	suites []*junitSuite
}

// junitSet is a data set, of one suite or several.
type junitSet struct {
	*artifact.Set
	summarizer *summarize.Summarizer
	summary    report.Summary
	judgement  artifact.Judgement
	trials     bool
	last       *junitSuite // which has its gate
}

// junitSuite is one section.
type junitSuite struct {
	junitTotals
	set      *junitSet
	run      report.Run
	statuses [3]int // passed, not passed, failed with an error
}

func (p *junitPlan) read(source artifact.Source) error {
	var at *junitSuite
	return p.joiner.Read(source, artifact.Visitor{
		Brief: true,
		Begin: func(s *artifact.Section) {
			set := p.sets[s.Set]
			if set == nil {
				o := summarize.OptionsOf(&s.Set.Dataset)
				o.Distinct = true // the joiner sees to it
				set = &junitSet{Set: s.Set, summarizer: summarize.New(o)}
				p.sets[s.Set] = set
			}
			at = &junitSuite{set: set, run: s.Run}
			set.last = at
			p.suites = append(p.suites, at)
		},
		Case: func(_ *artifact.Section, c *report.Case, _ artifact.Place) error {
			at.count(c)
			return at.set.summarizer.Add(c)
		},
		Summary: func(_ *artifact.Section, s *report.Summary) { at.set.summarizer.Adopt(*s) },
		End: func(s *artifact.Section) {
			if s.End != nil {
				at.duration = s.End.Duration
			}
		},
	})
}

// finish returns the suites in the order of the sections.
func (p *junitPlan) finish() []*junitSuite {
	for _, set := range p.sets {
		set.summary = set.summarizer.Summary()
		set.judgement = set.Judge(set.summary)
	}
	for _, set := range p.joiner.Sets() {
		if p.sets[set] == nil { // a gate is of no artifact
			absent := &junitSet{Set: set, judgement: set.Judge(report.Summary{})}
			absent.last = &junitSuite{set: absent}
			p.suites = append(p.suites, absent.last)
		}
	}
	for _, s := range p.suites {
		s.finish()
	}
	return p.suites
}

func (s *junitSet) gated() bool { return s.Dataset.Gate != nil || s.Gate != nil }

// forgiven: the gate let errors of the extractor pass.
func (s *junitSet) forgiven() bool {
	return s.judgement.Verdict == artifact.Passed && s.Dataset.Gate != nil && s.Dataset.Gate.MaxErrors > 0
}

// result is how JUnit counts a case.
func (s *junitSet) result(c *report.Case) string {
	switch {
	case c.Status == report.Skipped, c.Unjudged():
		return "skipped"
	case c.Status == report.Error && !s.forgiven():
		return "error"
	case c.Status == report.OK && !c.Passes() && !s.gated():
		return "failure"
	}
	return ""
}

// count counts everything but the gate, which follows the cases.
func (s *junitSuite) count(c *report.Case) {
	s.tests++
	s.set.trials = s.set.trials || c.Trial > 1
	switch {
	case c.Status == report.Skipped, c.Unjudged():
		s.skipped++
	case c.Status == report.Error:
		s.statuses[2]++
	case !c.Passes():
		s.statuses[1]++
	default:
		s.statuses[0]++
	}
}

func (s *junitSuite) finish() {
	if !s.set.forgiven() {
		s.errors += s.statuses[2]
	}
	if !s.set.gated() {
		s.failures += s.statuses[1]
	}
	if !s.judges() {
		return
	}
	s.tests++
	switch s.set.problem() {
	case "error":
		s.errors++
	case "failure":
		s.failures++
	}
}

// judges reports whether the suite has a test case for the verdict on the data set.
func (s *junitSuite) judges() bool {
	return s.set.last == s && s.set.judgement.Verdict != artifact.NoGate
}

// problem says how JUnit counts the verdict on the data set.
func (s *junitSet) problem() string {
	switch s.judgement.Verdict {
	case artifact.NotEvaluable:
		return "error"
	case artifact.Failed:
		return "failure"
	}
	return ""
}
