package evaltest

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/report/terminal"
)

// printSummary prints the table of a data set under a test, with the limits of its gate, if
// it has one.
func printSummary(t TB, s report.Summary, gate *Gate, run report.Run) {
	var b strings.Builder
	if err := terminal.WriteText(&b, s, terminal.Options{Gate: gate, Labels: run.LabelText()}); err == nil {
		output(t, b.String())
	}
}

// attributes puts the numbers of a data set on a test, for go test -json.
func attributes(t TB, s report.Summary) {
	attr(t, "evaltest.dataset", s.Dataset)
	attr(t, "evaltest.data_hash", s.DataHash)
	cases := s.Cases()
	attr(t, "evaltest.cases", fmt.Sprint(cases.Scored()))
	attr(t, "evaltest.errors", fmt.Sprint(s.Errors()))
	for _, m := range []struct {
		name string
		of   report.Estimate
	}{
		{"micro_precision", s.MicroPrecision}, {"micro_recall", s.MicroRecall}, {"micro_f1", s.MicroF1},
		{"macro_f1", s.MacroF1}, {"accuracy", s.Accuracy}, {"mean_score", s.MeanScore},
	} {
		number(t, "evaltest."+m.name, m.of)
	}
	for _, a := range s.Attributes {
		if !a.Items {
			number(t, "evaltest.f1."+a.Attribute, a.F1)
		}
	}
	for _, i := range s.Invariants {
		number(t, "evaltest.rule."+i.Name, i.Estimate())
	}
	for _, m := range s.Metrics {
		number(t, "evaltest.measure."+m.Name, report.Estimate{Value: m.Value})
	}
	if s.Stability != nil {
		for _, m := range s.Stability.Metrics() {
			if !strings.Contains(m.Name, " of ") { // those of fields are in the table
				number(t, "evaltest.metric."+m.Name, report.Estimate{Value: m.Value})
			}
		}
	}
}

// number adds an attribute with six decimals, and none for what is undefined.
func number(t TB, key string, e report.Estimate) {
	if v, ok := e.Value.Get(); ok {
		attr(t, key, fmt.Sprintf("%.6f", v))
	}
}

// missTable lists the leaves that missed with both values, one a line, as the record
// has them.
func missTable(c *report.Case, r eval.Result, o report.CaseOptions) string {
	var b strings.Builder
	private := o.Redaction.Active()
	most := o.MaxExamples
	if most <= 0 {
		most = 10
	}
	listed := 0
	for i := range c.Fields {
		f := &c.Fields[i]
		if f.Outcome.Hit() {
			continue
		}
		if listed == most {
			break
		}
		listed++
		noGot, noWant := f.Withheld()
		fmt.Fprintf(&b, "%s: %s", terminal.LineStart(brief(f.Path, pathRunes)), f.Outcome)
		if f.Got != nil || f.Want != nil || noGot || noWant { // else it is an answer that cannot be read
			texts := document.Excerpts(valueRunes, utf8.RuneCountInString, visible(f.Got), visible(f.Want))
			fmt.Fprintf(&b, ": got %s, want %s",
				shown(texts[0], noGot || private && redact.IsHash(f.Got)), shown(texts[1], noWant || private && redact.IsHash(f.Want)))
		}
		if f.Note != "" {
			fmt.Fprintf(&b, " (%s)", brief(f.Note, textRunes))
		}
		b.WriteByte('\n')
	}
	if more := misses(r) - listed; more > 0 {
		fmt.Fprintf(&b, "and %d more\n", more)
	}
	if private {
		return b.String() // a warning may quote a value
	}
	for _, w := range r.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", brief(w, textRunes))
	}
	return b.String()
}

// misses returns the number of leaves that missed.
func misses(r eval.Result) (n int) {
	for i := range r.Fields {
		if !r.Fields[i].Outcome.Hit() {
			n++
		}
	}
	return n
}

// visible returns a JSON text as people read it, in one line.
func visible(value []byte) string { return terminal.Visible(document.Unescape(string(value))) }

// shown returns what a line says of a value of which text is shown.
func shown(text document.Part, withheld bool) string {
	if withheld {
		return "(redacted)"
	}
	return cmp.Or(text.String(), "nothing")
}

// What a line shows of a text that a document, a model or an error wrote.
const (
	valueRunes = 80
	pathRunes  = 200
	textRunes  = 1000
)

// brief returns text made visible and not longer than so many characters.
func brief(text string, most int) string {
	return document.Excerpt(terminal.Visible(text[:min(len(text), utf8.UTFMax*(most+1))]), most)
}
