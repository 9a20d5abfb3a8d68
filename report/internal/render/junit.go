package render

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/gates"
)

// JUnitOptions are the options of [JUnit].
type JUnitOptions struct {
	// Limits replace the limits of the tests; see [artifact.Joiner].
	Limits *gates.File
}

// JUnit writes the results as JUnit XML: a test suite for each data set of each
// artifact, with scores and the state of the data set ("whole", "partial", "broken") as
// properties; a test case for each case; and the test case "gate" in the last suite of
// a data set, where it has a gate. A data set without a gate that is not evaluable has
// the test case "data set" in its place.
//
// The same tests fail as in go test. With a gate, cases that do not pass are left
// to it: system-out lists their misses. Without one, each is a failure, as go test
// fails each, and each that breaks an invariant, though the verdict on the data set is "no gate". A case whose extractor
// failed is an error, unless the gate lets it pass (MaxErrors). A data set that is not
// evaluable has an error: nothing that is broken is without one.
//
// Characters that XML does not have become U+FFFD, and so do those in names that
// are not seen; in texts these are shown by name. A text is cut at 64 KiB.
//
// Records are streamed; each source is opened twice, as a suite begins with its
// totals. The error is one of a source or of w.
func JUnit(w io.Writer, o JUnitOptions, sources ...artifact.Source) error {
	plan := junitPlan{joiner: artifact.Joiner{Limits: o.Limits}, sets: map[*artifact.Set]*junitSet{}}
	for _, source := range sources {
		if err := plan.read(source); err != nil {
			return fmt.Errorf("render: %s: %w", source.Name, err)
		}
	}
	b := bufio.NewWriter(w)
	x := &junitWriter{Encoder: xml.NewEncoder(b), suites: plan.finish()}
	x.Indent("", "  ")
	io.WriteString(b, xml.Header)
	total := junitTotals{}
	for _, s := range x.suites {
		total.add(s.junitTotals)
	}
	x.open("testsuites", total.attributes()...)
	for _, source := range sources {
		if err := x.writeSuites(source); err != nil {
			return fmt.Errorf("render: %s: %w", source.Name, err)
		}
	}
	for _, absent := range x.suites {
		x.suite(absent)
		x.verdict(absent)
		x.close("testsuite")
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

// junitWriter writes elements until the first error.
type junitWriter struct {
	*xml.Encoder
	joiner artifact.Joiner
	suites []*junitSuite // that are still to be written
	err    error
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

func (x *junitWriter) writeSuites(source artifact.Source) error {
	var at *junitSuite
	return x.joiner.Read(source, artifact.Visitor{
		Begin: func(*artifact.Section) {
			if at = nil; len(x.suites) > 0 {
				at, x.suites = x.suites[0], x.suites[1:]
				x.suite(at)
			} else if x.err == nil {
				x.err = errors.New("the artifact changed while it was read")
			}
		},
		Case: func(_ *artifact.Section, c *report.Case, _ artifact.Place) error {
			if at != nil && x.err == nil {
				x.testcase(at.set, c)
			}
			return nil
		},
		End: func(*artifact.Section) {
			if at != nil {
				x.verdict(at)
				x.close("testsuite")
			}
		},
	})
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
	ratio := func(name string, e report.Estimate) {
		if value, ok := e.Value.Value, e.Value.Defined; ok {
			property(name, strconv.FormatFloat(value, 'f', 6, 64))
		}
	}
	property("state", set.State().String())
	property("verdict", string(set.judgement.Verdict))
	ratio("micro F1", set.summary.MicroF1)
	ratio("macro F1", set.summary.MacroF1)
	ratio("accuracy", set.summary.Accuracy)
	ratio("mean score", set.summary.MeanScore)
	if c := set.summary.Ceiling; c != nil {
		ratio("ceiling of accuracy", report.Estimate{Value: c.Accuracy})
		ratio("ceiling of mean score", report.Estimate{Value: c.MeanScore})
	}
	findings, _ := terminal.Findings(&set.summary)
	for i, f := range findings {
		property(fmt.Sprintf("preflight %d", i+1), terminal.Excerpt(f.Text, terminal.MaxCharacters))
	}
	warnings, _ := terminal.Warnings(&set.summary)
	for i, text := range warnings {
		property(fmt.Sprintf("warning %d", i+1), text)
	}
	for _, a := range set.summary.Attributes {
		if !a.Items {
			ratio("F1 of "+a.Attribute, a.F1)
		}
		if origins := terminal.Origins(a.Origins, nil); origins != "" {
			property("mistakes of "+a.Attribute, origins)
		}
	}
	for _, i := range set.summary.Invariants {
		ratio(report.RuleMetric(i.Name), i.Estimate())
	}
	if words := terminal.Labelled(set.summary.Cases()); words != "" {
		property("labelled", words)
	}
	if earlier := set.summary.Usage.Earlier(); earlier != "" {
		property("answers", earlier)
	}
	if s.run.VCS.Revision != "" {
		property("revision", junitName(s.run.VCS.Revision))
	}
	x.close("properties")
}

func (x *junitWriter) testcase(s *junitSet, c *report.Case) {
	name := junitName(c.ID)
	if s.trials {
		name += " (trial " + strconv.Itoa(c.Trial) + ")"
	}
	x.open("testcase", "classname", s.className(), "name", name, "time", seconds(c.Duration))
	text := missesText(c)
	switch s.result(c) {
	case "skipped":
		x.element("skipped", "", "message", junitText(cmp.Or(c.Error, "nothing judged it: it has no truth, and no invariant applies")))
	case "error":
		x.element("error", text, "message", junitText(c.Error), "type", "error")
	case "failure":
		kind := string(c.Verdict)
		if c.Verdict == eval.Pass {
			kind = terminal.Status(c) // broken
		}
		x.element("failure", text, "message", junitText(firstLine(c)), "type", kind)
	default:
		if text != "" {
			x.element("system-out", text)
		}
	}
	x.close("testcase")
}

func firstLine(c *report.Case) string {
	text := cmp.Or(c.Reasoning, terminal.Score(c))
	if broken := c.Broken(); len(broken) > 0 {
		text += "; " + terminal.Invariant(broken[0])
	}
	return text
}

const maxJUnitText = 64 << 10

// missesText has one line for each field that is not as expected, and for each invariant
// that is not kept.
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
		fmt.Fprintf(&b, "%s: %s: got %s, want %s", junitText(f.Path), f.Outcome, orNone(shown[0], noGot), orNone(shown[1], noWant))
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

func orNone(value terminal.ShownValue, withheld bool) string {
	return cmp.Or(value.String(), terminal.NoValue(withheld))
}

// className has the package: packages may have data sets of the same name.
func (s *junitSet) className() string {
	if s.Package == "" {
		return junitName(s.Dataset.Name)
	}
	return junitName(s.Package + "." + s.Dataset.Name)
}

// verdict ends the last suite of a data set.
func (x *junitWriter) verdict(s *junitSuite) {
	if !s.judges() {
		return
	}
	name := "data set"
	if s.set.gated() {
		name = "gate"
	}
	var text strings.Builder
	if gate := s.set.judgement.Gate; gate != nil {
		for _, check := range gate.Checks {
			text.WriteString(check.String() + "\n")
		}
	}
	for _, err := range s.set.Problems.First {
		text.WriteString(junitText(err.Error()) + "\n")
	}
	if more := s.set.Problems.More; more > 0 {
		fmt.Fprintf(&text, "… and %d more\n", more)
	}
	message := s.set.judgement.String()
	x.open("testcase", "classname", s.set.className(), "name", name, "time", seconds(0))
	switch s.set.problem() {
	case "error":
		x.element("error", text.String(), "message", junitText(message), "type", "not evaluable")
	case "failure":
		x.element("failure", text.String(), "message", junitText(message), "type", "gate")
	default:
		x.element("system-out", text.String())
	}
	x.close("testcase")
}

func junitText(text string) string { return terminal.Excerpt(text, 4*terminal.MaxCharacters) }

// junitName keeps a name as it is, but for characters that are not seen.
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
