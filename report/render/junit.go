package render

import (
	"bufio"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/report/terminal"
)

// JUnit writes the results as JUnit XML: a test suite for each data set of each
// artifact, with scores as properties; a test case for each case; and the gate as
// the test case "gate", where there is one.
//
// What fails is what fails in go test. With a gate, cases that do not pass are left
// to it: what they missed is in system-out. Without one, each is a failure. A case
// whose extractor failed is an error, unless the gate lets it pass (MaxErrors). A
// gate that could not judge, and a run that broke off before its gate, are errors;
// that of a shard is skipped.
//
// Characters that XML does not have become U+FFFD, and so do those in names that
// are not seen; in texts these are shown by name. A text is cut at 64 KiB.
//
// Records are streamed; each source is opened twice, as a suite begins with its
// totals. Damaged lines are passed over. The error is one of a source or of w.
func JUnit(w io.Writer, sources ...artifact.Source) error {
	var suites [][]*junitSuite
	total := junitTotals{}
	for _, source := range sources {
		found, err := countSuites(source)
		if err != nil {
			return fmt.Errorf("render: %s: %w", source.Name, err)
		}
		suites = append(suites, found)
		for _, s := range found {
			total.add(s.junitTotals)
		}
	}
	b := bufio.NewWriter(w)
	x := &junitWriter{Encoder: xml.NewEncoder(b)}
	x.Indent("", "  ")
	io.WriteString(b, xml.Header)
	x.open("testsuites", total.attributes()...)
	for i, source := range sources {
		if err := x.writeSuites(source, suites[i]); err != nil {
			return fmt.Errorf("render: %s: %w", source.Name, err)
		}
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

// junitSuite is what the first reading of an artifact finds of a data set.
type junitSuite struct {
	junitTotals
	run     report.Run
	dataset report.Dataset
	summary report.Summary
	gate    *report.GateResult
	trials  bool
	ended   bool

	summarizer *summarize.Summarizer
	statuses   [3]int // passed, not passed, failed with an error
}

func (s *junitSuite) gated() bool { return s.gate != nil || s.dataset.Gate != nil }

// forgiven: the gate let errors of the extractor pass.
func (s *junitSuite) forgiven() bool {
	return s.gate != nil && s.gate.Passed && s.dataset.Gate != nil && s.dataset.Gate.MaxErrors > 0
}

// result is what a case is to JUnit.
func (s *junitSuite) result(c *report.Case) string {
	switch {
	case c.Status == report.Skipped:
		return "skipped"
	case c.Status == report.Error && !s.forgiven():
		return "error"
	case c.Status == report.OK && c.Verdict != eval.Pass && !s.gated():
		return "failure"
	}
	return ""
}

func countSuites(source artifact.Source) ([]*junitSuite, error) {
	from, err := source.Open()
	if err != nil {
		return nil, err
	}
	defer from.Close()
	var run report.Run
	var suites []*junitSuite
	var suite *junitSuite
	r := artifact.NewReader(from, source.Name)
	r.Brief = true
	for r.Scan() {
		switch rec := r.Record().(type) {
		case *report.Run:
			run, suite = *rec, nil
		case *report.Dataset:
			suite = &junitSuite{run: run, dataset: *rec, summarizer: summarize.New(summarize.OptionsOf(rec))}
			suites = append(suites, suite)
		case *report.Case:
			if suite == nil {
				continue
			}
			suite.summarizer.Add(rec) // a case that is there twice is in the totals of tests, not in scores
			suite.count(rec)
		case *report.GateResult:
			if suite != nil {
				gate := *rec
				suite.gate = &gate
			}
		case *report.End:
			if suite != nil {
				suite.duration, suite.ended = rec.Duration, true
			}
		}
	}
	for _, s := range suites {
		s.finish()
	}
	return suites, r.Err()
}

// count is of what does not depend on the gate, which comes behind the cases.
func (s *junitSuite) count(c *report.Case) {
	s.tests++
	s.trials = s.trials || c.Trial > 1
	switch {
	case c.Status == report.Skipped:
		s.skipped++
	case c.Status == report.Error:
		s.statuses[2]++
	case c.Verdict != eval.Pass:
		s.statuses[1]++
	default:
		s.statuses[0]++
	}
}

func (s *junitSuite) finish() {
	s.summary = s.summarizer.Summary()
	s.summarizer = nil
	if !s.forgiven() {
		s.errors += s.statuses[2]
	}
	if !s.gated() {
		s.failures += s.statuses[1]
		return
	}
	s.tests++
	switch s.gateProblem() {
	case "error":
		s.errors++
	case "failure":
		s.failures++
	case "skipped":
		s.skipped++
	}
}

func (s *junitSuite) gateProblem() string {
	switch {
	case s.gate == nil && s.dataset.Shards > 0 && s.ended:
		return "skipped"
	case s.gate == nil || s.gate.NotEvaluable != "":
		return "error"
	case !s.gate.Passed:
		return "failure"
	}
	return ""
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

func (x *junitWriter) writeSuites(source artifact.Source, suites []*junitSuite) error {
	from, err := source.Open()
	if err != nil {
		return err
	}
	defer from.Close()
	at := -1 // the suite that is open
	end := func() {
		if at >= 0 {
			x.gate(suites[at])
			x.close("testsuite")
		}
	}
	inside := false
	r := artifact.NewReader(from, source.Name)
	for r.Scan() && x.err == nil {
		switch rec := r.Record().(type) {
		case *report.Run:
			inside = false
		case *report.Dataset:
			end()
			if at++; at >= len(suites) {
				return fmt.Errorf("the artifact changed while it was read")
			}
			inside = true
			x.suite(suites[at])
		case *report.Case:
			if inside {
				x.testcase(suites[at], rec)
			}
		}
	}
	end()
	return r.Err()
}

func (x *junitWriter) suite(s *junitSuite) {
	attributes := append([]string{"name", junitName(s.dataset.Name)}, s.attributes()...)
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
		if value, ok := e.Value.Get(); ok {
			property(name, strconv.FormatFloat(value, 'f', 6, 64))
		}
	}
	ratio("micro F1", s.summary.MicroF1)
	ratio("macro F1", s.summary.MacroF1)
	ratio("accuracy", s.summary.Accuracy)
	ratio("mean score", s.summary.MeanScore)
	for _, a := range s.summary.Attributes {
		if !a.Items {
			ratio("F1 of "+a.Attribute, a.F1)
		}
	}
	if s.run.VCS.Revision != "" {
		property("revision", junitName(s.run.VCS.Revision))
	}
	x.close("properties")
}

func (x *junitWriter) testcase(s *junitSuite, c *report.Case) {
	name := junitName(c.ID)
	if s.trials {
		name += " (trial " + strconv.Itoa(c.Trial) + ")"
	}
	x.open("testcase", "classname", junitName(s.dataset.Name), "name", name, "time", seconds(c.Duration))
	text := missesText(c)
	switch s.result(c) {
	case "skipped":
		x.element("skipped", "", "message", junitText(c.Error))
	case "error":
		x.element("error", text, "message", junitText(c.Error), "type", "error")
	case "failure":
		x.element("failure", text, "message", junitText(firstLine(c)), "type", string(c.Verdict))
	default:
		if text != "" {
			x.element("system-out", text)
		}
	}
	x.close("testcase")
}

func firstLine(c *report.Case) string {
	if c.Reasoning != "" {
		return c.Reasoning
	}
	return "score " + c.Score.String()
}

const maxJUnitText = 64 << 10

// missesText has one line for each field that is not as expected.
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
		fmt.Fprintf(&b, "%s: %s: got %s, want %s", junitText(f.Path), f.Outcome, orNone(f.Got, noGot), orNone(f.Want, noWant))
		if f.Note != "" {
			b.WriteString(" (" + junitText(f.Note) + ")")
		}
		b.WriteByte('\n')
		if b.Len() > maxJUnitText {
			b.WriteString("…\n")
			break
		}
	}
	return b.String()
}

func orNone(value json.RawMessage, withheld bool) string {
	if len(value) == 0 {
		return none(withheld)
	}
	return show(value, maxCharacters)
}

// gate ends a suite with the test case of its gate.
func (x *junitWriter) gate(s *junitSuite) {
	if !s.gated() {
		return
	}
	x.open("testcase", "classname", junitName(s.dataset.Name), "name", "gate", "time", seconds(0))
	var text strings.Builder
	message := "the run broke off before its gate"
	if s.gate != nil {
		message = s.gate.String()
		for _, check := range s.gate.Checks {
			text.WriteString(check.String() + "\n")
		}
	}
	switch s.gateProblem() {
	case "error":
		x.element("error", text.String(), "message", junitText(message), "type", "not evaluable")
	case "failure":
		x.element("failure", text.String(), "message", junitText(message), "type", "gate")
	case "skipped":
		x.element("skipped", "", "message", "one shard has no gate: evalreport check judges all of them")
	default:
		x.element("system-out", text.String())
	}
	x.close("testcase")
}

func junitText(text string) string { return cut(text, 4*maxCharacters) }

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
