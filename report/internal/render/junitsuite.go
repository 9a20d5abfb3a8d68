package render

import (
	"cmp"
	"encoding/xml"
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

// junitSuites is the document.
type junitSuites struct {
	XMLName xml.Name
	junitTotals
	Suites []*junitSuite `xml:"testsuite"`
}

// junitSuite is one section, or a data set without any.
type junitSuite struct {
	Name string `xml:"name,attr"`
	junitTotals
	Skipped    int             `xml:"skipped,attr"`
	Package    string          `xml:"package,attr,omitempty"`
	Timestamp  string          `xml:"timestamp,attr,omitempty"`
	Properties []junitProperty `xml:"properties>property"`
	Cases      []junitCase     `xml:"testcase"`

	key    artifact.Key
	set    *Set
	run    report.Run
	trials bool // cases of the data set have further trials
	judges bool // the suite has the test case for the verdict on the data set
}

// junitTotals has no skipped tests: Jenkins' xUnit plugin refuses a file whose element testsuites counts them.
type junitTotals struct {
	Tests    int       `xml:"tests,attr"`
	Failures int       `xml:"failures,attr"`
	Errors   int       `xml:"errors,attr"`
	Time     junitTime `xml:"time,attr"`
}

func (t *junitTotals) add(u junitTotals) {
	t.Tests += u.Tests
	t.Failures += u.Failures
	t.Errors += u.Errors
	t.Time += u.Time
}

// junitTime is written in seconds, with three decimals: the schemas of Surefire and of Jenkins' older xUnit plugins allow no more.
type junitTime time.Duration

func (d junitTime) MarshalText() ([]byte, error) {
	return strconv.AppendFloat(nil, time.Duration(d).Seconds(), 'f', 3, 64), nil
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

// junitCase is the test case of a case, or of the verdict. Its result depends on the gate.
type junitCase struct {
	Class  string       `xml:"classname,attr"`
	Name   string       `xml:"name,attr"`
	Time   junitTime    `xml:"time,attr"`
	Result *junitResult // nil for none

	trial int
}

// junitResult is an element "skipped", "error", "failure" or "system-out".
type junitResult struct {
	XMLName    xml.Name
	Attributes []xml.Attr `xml:",any,attr"`
	Text       string     `xml:",innerxml"`
}

// newResult returns a result with attributes, their names and values, or nil for "system-out" without a text.
func newResult(name, text string, attributes ...string) *junitResult {
	if name == "system-out" && text == "" {
		return nil
	}
	var b strings.Builder
	xml.EscapeText(&b, []byte(text)) // a Builder does not fail
	r := &junitResult{XMLName: xml.Name{Local: name}, Text: strings.ReplaceAll(b.String(), "&#xA;", "\n")}
	for i := 0; i < len(attributes); i += 2 {
		r.Attributes = append(r.Attributes, xml.Attr{Name: xml.Name{Local: attributes[i]}, Value: strings.Clone(attributes[i+1])}) // else the whole line stays in memory
	}
	return r
}

func (s *junitSuite) add(c *report.Case) {
	item := junitCase{Name: junitName(strings.Clone(c.ID)), Time: junitTime(c.Duration), trial: c.Trial}
	text := missesText(c)
	switch {
	case c.Status == report.Skipped, c.Unjudged():
		item.Result = newResult("skipped", "", "message", junitText(cmp.Or(c.Error, "nothing judged it: it has no truth, and no invariant applies")))
	case c.Status == report.Error:
		item.Result = newResult("error", text, "message", junitText(c.Error), "type", "error")
	case !c.Passes():
		kind := string(c.Verdict)
		if c.Verdict == eval.Pass {
			kind = Status(c) // broken
		}
		item.Result = newResult("failure", text, "message", junitText(firstLine(c)), "type", kind)
	default:
		item.Result = newResult("system-out", text)
	}
	s.trials = s.trials || c.Trial > 1
	s.Cases = append(s.Cases, item)
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
		s.complete()
	}
	return suites
}

// complete decides the results of the cases, counts them, and says what is known of the data set.
func (s *junitSuite) complete() {
	name := NameIn(s.set.Dataset.Name, "", s.run.Repetition) // servers take test cases of one class and name for one
	s.Name, s.Package, s.Properties = junitName(name), junitName(s.run.Package), s.properties()
	if !s.run.Start.IsZero() {
		s.Timestamp = s.run.Start.UTC().Format("2006-01-02T15:04:05")
	}
	class := s.Name // with the package: packages may have data sets of the same name
	if s.set.Package != "" {
		class = junitName(s.set.Package + "." + name)
	}
	forgiven := s.set.Judgement.Verdict == verdict.Passed && s.set.Dataset.Gate != nil && s.set.Dataset.Gate.MaxErrors > 0
	for i := range s.Cases {
		c := &s.Cases[i]
		if s.trials {
			c.Name += " (trial " + strconv.Itoa(c.trial) + ")"
		}
		if result := c.result(); result == "error" && forgiven || result == "failure" && s.gated() {
			c.Result.XMLName.Local, c.Result.Attributes = "system-out", nil
			if c.Result.Text == "" {
				c.Result = nil
			}
		}
	}
	if s.judges {
		s.Cases = append(s.Cases, s.verdict())
	}
	s.Tests = len(s.Cases)
	for i := range s.Cases {
		s.Cases[i].Class = class
		switch s.Cases[i].result() {
		case "failure":
			s.Failures++
		case "error":
			s.Errors++
		case "skipped":
			s.Skipped++
		}
	}
}

func (c *junitCase) result() string {
	if c.Result == nil {
		return ""
	}
	return c.Result.XMLName.Local
}

func (s *junitSuite) gated() bool { return s.set.Dataset.Gate != nil || s.set.Gate != nil }

func firstLine(c *report.Case) string {
	text := cmp.Or(c.Reasoning, Score(c))
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
		fmt.Fprintf(&b, "%s: %s", junitText(f.Path), f.Outcome)
		if f.Got != nil || f.Want != nil || noGot || noWant { // otherwise the answer cannot be read
			shown := terminal.ShowValues(terminal.MaxCharacters, f.Got, f.Want)
			fmt.Fprintf(&b, ": got %s, want %s", shown[0].Span(noGot).Text, shown[1].Span(noWant).Text)
		}
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
