package render

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// junitSuite is one section, or a data set without any.
type junitSuite struct {
	junitTotals
	key    artifact.Key
	set    *Set
	run    report.Run
	cases  []junitCase
	trials bool // cases of the data set have further trials
	judges bool // the suite has the test case for the verdict on the data set
}

// junitCase is the test case of a case. Its result depends on the gate.
type junitCase struct {
	id, text, message, kind string
	trial                   int
	duration                time.Duration
	result                  string // "skipped", "error", "failure" or ""
}

func (s *junitSuite) add(c *report.Case) {
	item := junitCase{id: strings.Clone(c.ID), trial: c.Trial, duration: c.Duration, text: missesText(c)}
	switch {
	case c.Status == report.Skipped, c.Unjudged():
		item.result, item.message = "skipped", junitText(cmp.Or(c.Error, "nothing judged it: it has no truth, and no invariant applies"))
	case c.Status == report.Error:
		item.result, item.message, item.kind = "error", junitText(c.Error), "error"
	case !c.Passes():
		item.result, item.message, item.kind = "failure", junitText(firstLine(c)), string(c.Verdict)
		if c.Verdict == eval.Pass {
			item.kind = terminal.Status(c) // broken
		}
	}
	item.message, item.kind = strings.Clone(item.message), strings.Clone(item.kind) // else the whole line stays in memory
	s.trials = s.trials || c.Trial > 1
	s.cases = append(s.cases, item)
}

// inSets sets the data sets and totals of suites, and appends a suite for each data set that only a gate names and that
// therefore has no section.
func inSets(suites []*junitSuite, r *Report) []*junitSuite {
	for _, set := range r.Sets {
		var own []*junitSuite
		trials := false
		for _, s := range suites {
			if s.key == set.Key {
				own, trials = append(own, s), trials || s.trials
			}
		}
		if own == nil {
			own = []*junitSuite{{}}
			suites = append(suites, own[0])
		}
		for _, s := range own {
			s.set, s.trials = set, trials
		}
		own[len(own)-1].judges = set.Judgement.Verdict != verdict.NoGate
	}
	for _, s := range suites {
		s.count()
	}
	return suites
}

// count decides the results of the cases, and counts them.
func (s *junitSuite) count() {
	forgiven := s.set.Judgement.Verdict == verdict.Passed && s.set.Dataset.Gate != nil && s.set.Dataset.Gate.MaxErrors > 0
	results := []string{}
	for i := range s.cases {
		c := &s.cases[i]
		if c.result == "error" && forgiven || c.result == "failure" && s.gated() {
			c.result = ""
		}
		results = append(results, c.result)
	}
	if s.judges {
		results = append(results, s.problem())
	}
	s.tests = len(results)
	for _, result := range results {
		switch result {
		case "failure":
			s.failures++
		case "error":
			s.errors++
		case "skipped":
			s.skipped++
		}
	}
}

func (s *junitSuite) gated() bool { return s.set.Dataset.Gate != nil || s.set.Gate != nil }

// problem returns how JUnit counts the verdict on the data set.
func (s *junitSuite) problem() string {
	switch s.set.Judgement.Verdict {
	case verdict.NotEvaluable:
		return "error"
	case verdict.Failed:
		return "failure"
	}
	return ""
}

type junitTotals struct {
	tests, failures, errors, skipped int
	duration                         time.Duration
}

func (t *junitTotals) add(u junitTotals) {
	t.tests += u.tests
	t.failures += u.failures
	t.errors += u.errors
	t.skipped += u.skipped
	t.duration += u.duration
}

func (t junitTotals) attributes() []string {
	return []string{
		"tests", strconv.Itoa(t.tests), "failures", strconv.Itoa(t.failures), "errors", strconv.Itoa(t.errors),
		"skipped", strconv.Itoa(t.skipped), "time", seconds(t.duration),
	}
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 6, 64) }

func firstLine(c *report.Case) string {
	text := cmp.Or(c.Reasoning, terminal.Score(c))
	if broken := c.Broken(); len(broken) > 0 {
		text += "; " + terminal.Invariant(broken[0])
	}
	return text
}

const maxJUnitText = 64 << 10

// missesText returns one line for each field that is not as expected, and for each broken invariant.
func missesText(c *report.Case) string {
	var b strings.Builder
	if c.Status == report.Error && c.Error != "" {
		b.WriteString("error: " + junitText(c.Error) + "\n")
	}
	for i := range c.Fields {
		f := &c.Fields[i]
		if f.Outcome == metrics.Match || f.Outcome == metrics.CorrectAbsence {
			continue
		}
		noGot, noWant := f.Withheld()
		shown := terminal.ShowValues(terminal.MaxCharacters, f.Got, f.Want)
		fmt.Fprintf(&b, "%s: %s: got %s, want %s", junitText(f.Path), f.Outcome, shown[0].Span(noGot).Text, shown[1].Span(noWant).Text)
		if origin := source.Origin(f.Origin); slices.Contains(source.Origins(), origin) {
			b.WriteString(" (" + origin.String() + ")")
		}
		if f.Note != "" {
			b.WriteString(" (" + junitText(f.Note) + ")")
		}
		b.WriteByte('\n')
		if b.Len() > maxJUnitText {
			b.WriteString("…\n")
			return b.String()
		}
	}
	for _, r := range c.Broken() {
		b.WriteString(junitText(terminal.Invariant(r)) + "\n")
		if b.Len() > maxJUnitText {
			b.WriteString("…\n")
			break
		}
	}
	return b.String()
}
