package evaltest

import (
	"fmt"
	"os"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/report"
)

// printSummary prints the table of a data set under a test, with the limits of its gate, if
// any.
func (d *dataset) printSummary(t TB, s report.Summary) {
	if tablesOff() {
		return
	}
	var b strings.Builder
	if err := terminal.WriteText(&b, s, terminal.Options{Gate: d.head.Gate, Labels: terminal.SystemAndData(d.run, d.head), Width: columns()}); err == nil {
		output(t, b.String())
	}
}

// tablesOff reports whether tests print no tables. evalreport test sets the variable, and prints the tables itself.
func tablesOff() bool { return os.Getenv("EVALTEST_TABLES") == "off" }

// columns returns the width that COLUMNS leaves for the output of a subtest, 0 for no
// limit.
func columns() int {
	const indent = 8
	if n := terminal.Columns(); n > 0 {
		return max(n-indent, 20)
	}
	return 0
}

// closing returns the result of a data set for the closing summary. nonsense is the reason
// why it cannot be judged, nil if its gate decides that.
func (d *dataset) closing(s report.Summary, nonsense error) terminal.Closing {
	c := terminal.Closing{Name: d.name, Verdict: verdict.NoGate, Macro: s.MacroF1.Value, Micro: s.MicroF1.Value, Cases: s.Cases()}
	switch {
	case nonsense != nil, d.judged != nil && d.judged.NotEvaluable != "", d.gate.state == gateJudged && d.judged == nil, d.lateCases > 0:
		c.Verdict = verdict.NotEvaluable
	case d.judged != nil && d.judged.Passed:
		c.Verdict = verdict.Passed
	case d.judged != nil:
		c.Verdict = verdict.Failed
	case d.gated() && d.gate.state == gateWaits:
		c.Verdict = verdict.NotEvaluable
	}
	return c
}

// attributes sets the numbers of a data set as attributes of a test, for go
// test -json.
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
			if !strings.Contains(m.Name, " of ") { // the table shows the numbers of fields
				number(t, "evaltest.metric."+m.Name, report.Estimate{Value: m.Value})
			}
		}
	}
}

// number adds an attribute with six decimals, but omits an undefined number.
func number(t TB, key string, e report.Estimate) {
	if v, ok := e.Value.Value, e.Value.Defined; ok {
		attr(t, key, fmt.Sprintf("%.6f", v))
	}
}
