package render

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
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
				suites[len(suites)-1].duration = s.End.Duration
			}
		},
	})
	if err != nil {
		return err
	}
	suites = inSets(suites, r)
	b := bufio.NewWriter(w)
	x := &junitWriter{Encoder: xml.NewEncoder(&harmless{target: b})}
	x.Indent("", "  ")
	io.WriteString(b, xml.Header)
	total := junitTotals{}
	for _, s := range suites {
		total.add(s.junitTotals)
	}
	x.open("testsuites", total.attributes()...)
	for _, s := range suites {
		x.suite(s)
	}
	x.close("testsuites")
	if x.err == nil {
		x.err = x.Close()
	}
	if x.err == nil {
		io.WriteString(b, "\n")
		x.err = b.Flush()
	}
	if x.err != nil {
		return fmt.Errorf("render: JUnit: %w", x.err)
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

// junitWriter writes elements until the first error.
type junitWriter struct {
	*xml.Encoder
	err error
}

func (x *junitWriter) token(t xml.Token) {
	if x.err == nil {
		x.err = x.EncodeToken(t)
	}
}

func (x *junitWriter) open(name string, attributes ...string) {
	start := xml.StartElement{Name: xml.Name{Local: name}}
	for i := 0; i+1 < len(attributes); i += 2 {
		start.Attr = append(start.Attr, xml.Attr{Name: xml.Name{Local: attributes[i]}, Value: attributes[i+1]})
	}
	x.token(start)
}

func (x *junitWriter) close(name string) { x.token(xml.EndElement{Name: xml.Name{Local: name}}) }

func (x *junitWriter) element(name, text string, attributes ...string) {
	x.open(name, attributes...)
	if text != "" {
		x.token(xml.CharData(text))
	}
	x.close(name)
}

func (x *junitWriter) suite(s *junitSuite) {
	set := s.set
	attributes := append([]string{"name", junitName(set.Dataset.Name)}, s.attributes()...)
	if s.run.Package != "" {
		attributes = append(attributes, "package", junitName(s.run.Package))
	}
	if !s.run.Start.IsZero() {
		attributes = append(attributes, "timestamp", s.run.Start.UTC().Format("2006-01-02T15:04:05"))
	}
	x.open("testsuite", attributes...)
	x.open("properties")
	property := func(name, value string) { x.element("property", "", "name", junitName(name), "value", value) }
	property("state", set.State().String())
	property("verdict", string(set.Judgement.Verdict))
	if v := set.Dataset.Version; v != "" {
		property("data version", v)
	}
	ratio := func(name string, value report.Ratio) {
		if value.Defined {
			property(name, strconv.FormatFloat(value.Value, 'f', 6, 64))
		}
	}
	for _, n := range set.Summary.Numbers {
		ratio(n.Name, n.Value)
		ratio(n.Name+" of a perfect answer", n.Attainable)
	}
	findings, _ := terminal.Findings(&set.Summary)
	for i, f := range findings {
		property(fmt.Sprintf("preflight %d", i+1), terminal.Excerpt(f.Text, terminal.MaxCharacters))
	}
	warnings, _ := terminal.Warnings(&set.Summary)
	for i, text := range warnings {
		property(fmt.Sprintf("warning %d", i+1), text)
	}
	for _, a := range set.Summary.Attributes {
		if origins := terminal.Origins(a.Origins, nil); origins != "" {
			property("mistakes of "+a.Attribute, origins)
		}
	}
	if words := terminal.Labelled(set.Summary.Cases()); words != "" {
		property("labelled", words)
	}
	if earlier := set.Summary.Usage.Earlier(); earlier != "" {
		property("answers", earlier)
	}
	if s.run.VCS.Revision != "" {
		property("revision", junitName(s.run.VCS.Revision))
	}
	x.close("properties")
	for i := range s.cases {
		x.testcase(s, &s.cases[i])
	}
	if s.judges {
		x.verdict(s)
	}
	x.close("testsuite")
}

func (x *junitWriter) testcase(s *junitSuite, c *junitCase) {
	name := junitName(c.id)
	if s.trials {
		name += " (trial " + strconv.Itoa(c.trial) + ")"
	}
	x.open("testcase", "classname", s.className(), "name", name, "time", seconds(c.duration))
	switch {
	case c.result == "skipped":
		x.element("skipped", "", "message", c.message)
	case c.result != "":
		x.element(c.result, c.text, "message", c.message, "type", c.kind)
	case c.text != "":
		x.element("system-out", c.text)
	}
	x.close("testcase")
}

// className returns a name with the package: packages may have data sets of the same name.
func (s *junitSuite) className() string {
	if s.set.Package == "" {
		return junitName(s.set.Dataset.Name)
	}
	return junitName(s.set.Package + "." + s.set.Dataset.Name)
}

// verdict writes the test case for the verdict, the last one of a data set.
func (x *junitWriter) verdict(s *junitSuite) {
	name := "data set"
	if s.gated() {
		name = "gate"
	}
	var text strings.Builder
	if gate := s.set.Judgement.Gate; gate != nil {
		for _, check := range gate.Checks {
			text.WriteString(check.String() + "\n")
		}
		for _, line := range slices.Concat(s.set.Baseline(), s.set.differs(), unread(gate)) {
			text.WriteString(line + "\n")
		}
	}
	for _, err := range s.set.Problems.First {
		text.WriteString(junitText(err.Error()) + "\n")
	}
	if more := s.set.Problems.More; more > 0 {
		fmt.Fprintf(&text, "… and %d more\n", more)
	}
	message := s.set.Judgement.String()
	x.open("testcase", "classname", s.className(), "name", name, "time", seconds(0))
	switch problem := s.problem(); problem {
	case "":
		x.element("system-out", text.String())
	default:
		x.element(problem, text.String(), "message", junitText(message), "type", map[string]string{"error": "not evaluable", "failure": "gate"}[problem])
	}
	x.close("testcase")
}

func junitText(text string) string { return terminal.Excerpt(text, 4*terminal.MaxCharacters) }

// junitName returns a name with U+FFFD in place of each invisible character.
func junitName(name string) string {
	if terminal.Visible(name) == name {
		return name
	}
	return strings.Map(func(r rune) rune {
		if terminal.Visible(string(r)) != string(r) {
			return '\uFFFD'
		}
		return r
	}, name)
}
