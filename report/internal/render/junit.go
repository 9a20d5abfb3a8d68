package render

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// JUnit writes the results as JUnit XML: a test suite for each data set of each artifact, with scores and the state of
// the data set ("whole", "partial", "broken") as properties; a test case for each case; and the test case "gate" in the
// last suite of a data set with a gate. If a data set without a gate is not evaluable, its last suite has the test case
// "data set" instead.
//
// The same tests fail as in go test. With a gate, cases that do not pass are not failures: the gate judges them, and
// system-out lists their misses. Without a gate, each case that does not pass or breaks an invariant is a failure, as in
// go test, though the verdict on the data set is "no gate". A case whose extractor failed is an error, unless the gate
// allows it (MaxErrors). A data set that is not evaluable has an error, so every broken data set has one.
//
// Characters that XML does not have become U+FFFD, and so do invisible characters in names; texts show invisible
// characters by name. A text is cut at 64 KiB. The second of two # or : is a character reference: the file may go to a
// log, where a CI server would take "##[error]" or "::error::" for a command.
//
// limits, if given, replace the limits of the tests; see [artifact.Joiner].
//
// JUnit keeps the texts of the cases until all sources are read, as a suite begins with its totals. The error is an
// error of a source or of w.
func JUnit(w io.Writer, limits *verdict.GateFile, sources ...artifact.Source) error {
	var suites []*junitSuite
	r, err := loadSections(sources, Options{MaxCases: -1, Limits: limits}, artifact.Visitor{
		Begin: func(s *artifact.Section) { suites = append(suites, &junitSuite{key: s.Key, run: s.Run}) },
		Case: func(_ *artifact.Section, c *report.Case, _ artifact.Place) error {
			suites[len(suites)-1].add(c)
			return nil
		},
		End: func(s *artifact.Section) {
			if s.End != nil {
				suites[len(suites)-1].Time = junitTime(s.End.Duration)
			}
		},
	})
	if err != nil {
		return err
	}
	all := junitSuites{XMLName: xml.Name{Local: "testsuites"}, Suites: inSets(suites, r)}
	for _, s := range all.Suites {
		all.add(s.junitTotals)
	}
	b := bufio.NewWriter(w)
	io.WriteString(b, xml.Header)
	x := xml.NewEncoder(&harmless{target: b})
	x.Indent("", "  ")
	if err = x.Encode(all); err == nil {
		io.WriteString(b, "\n")
		err = b.Flush()
	}
	if err != nil {
		return fmt.Errorf("render: JUnit: %w", err)
	}
	return nil
}

// harmless writes XML with a character reference for the second of two # or :. No markup has two of them.
type harmless struct {
	target *bufio.Writer // its Flush returns the first error
	last   byte
}

func (h *harmless) Write(data []byte) (int, error) {
	for _, c := range data {
		if c == h.last && (c == '#' || c == ':') {
			fmt.Fprintf(h.target, "&#%d;", c)
		} else {
			h.target.WriteByte(c)
		}
		h.last = c
	}
	return len(data), nil
}

// properties returns the scores of the data set, and what else is known of it.
func (s *junitSuite) properties() (all []junitProperty) {
	set := s.set
	add := func(name, value string) {
		if value != "" {
			all = append(all, junitProperty{junitName(name), value})
		}
	}
	add("state", set.State().String())
	add("verdict", string(set.Judgement.Verdict))
	add("data version", set.Dataset.Version)
	ratio := func(name string, value report.Ratio) {
		if value.Defined {
			add(name, strconv.FormatFloat(value.Value, 'f', 6, 64))
		}
	}
	for _, n := range set.Summary.Numbers {
		ratio(n.Name, n.Value)
		ratio(n.Name+" of a perfect answer", n.Attainable)
	}
	findings, _ := terminal.Findings(&set.Summary)
	for i, f := range findings {
		add(fmt.Sprintf("preflight %d", i+1), terminal.Excerpt(f.Text, terminal.MaxCharacters))
	}
	warnings, _ := terminal.Warnings(&set.Summary, terminal.MaxListed)
	for i, text := range warnings {
		add(fmt.Sprintf("warning %d", i+1), text)
	}
	for _, a := range set.Summary.Attributes {
		add("mistakes of "+a.Attribute, terminal.Origins(a.Origins, nil))
	}
	add("labelled", terminal.Labelled(set.Summary.Cases()))
	add("answers", set.Summary.Usage.Earlier())
	add("revision", junitName(s.run.VCS.Revision))
	return all
}

// verdict returns the test case for the verdict, the last one of a data set.
func (s *junitSuite) verdict() junitCase {
	lines := s.set.Judgement.Checked()
	for _, err := range s.set.Problems.First {
		lines = append(lines, junitText(err.Error()))
	}
	if more := s.set.Problems.More; more > 0 {
		lines = append(lines, fmt.Sprintf("… and %d more", more))
	}
	text := strings.Join(append(lines, ""), "\n")
	c := junitCase{Name: "data set", Result: newResult("system-out", text)}
	if s.gated() {
		c.Name = "gate"
	}
	switch message := junitText(s.set.Judgement.String()); s.set.Judgement.Verdict {
	case verdict.NotEvaluable:
		c.Result = newResult("error", text, "message", message, "type", "not evaluable")
	case verdict.Failed:
		c.Result = newResult("failure", text, "message", message, "type", "gate")
	}
	return c
}

func junitText(text string) string { return terminal.Excerpt(text, 4*terminal.MaxCharacters) }

// junitName returns a name whose invisible characters are shown as on a terminal, each by itself: names that differ stay different.
func junitName(name string) string {
	if terminal.Visible(name) == name {
		return name
	}
	var b strings.Builder
	for _, r := range name {
		b.WriteString(terminal.Visible(string(r)))
	}
	return b.String()
}
