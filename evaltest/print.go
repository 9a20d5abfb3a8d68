package evaltest

import (
	"fmt"
	"os"
	"strings"

	"github.com/extracteval/extracteval/evaltest/internal/gotest"
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
	if err := terminal.WriteText(&b, s, terminal.Options{Gate: d.head.Gate, Result: d.judged, Labels: terminal.SystemAndData(d.run, d.head), Width: columns()}); err == nil {
		gotest.Print(t, b.String())
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
	c := terminal.NewClosing(d.name, verdict.NoGate, &s)
	waits := d.gated() && d.gate.State == gotest.GateWaits
	switch {
	case nonsense != nil, d.lateCases > 0, d.judged == nil && (waits || d.gate.State == gotest.GateJudged):
		c.Verdict = verdict.NotEvaluable
	case d.judged != nil:
		c.Verdict = verdict.Of(*d.judged).Verdict
	}
	return c
}

// attributes sets the numbers of a data set as attributes of a test, for go
// test -json.
func attributes(t TB, s report.Summary) {
	gotest.Attr(t, "evaltest.dataset", s.Dataset)
	gotest.Attr(t, "evaltest.data_hash", s.DataHash)
	cases := s.Cases()
	gotest.Attr(t, "evaltest.cases", fmt.Sprint(cases.Scored()))
	gotest.Attr(t, "evaltest.errors", fmt.Sprint(s.Errors()))
	items := map[string]bool{}
	for _, a := range s.Attributes {
		items["F1 of "+a.Attribute] = a.Items
	}
	for _, n := range s.Numbers {
		key := strings.ToLower(strings.ReplaceAll(n.Name, " ", "_"))
		switch n.Kind {
		case report.KindAverage:
		case report.KindField:
			key = "f1." + strings.TrimPrefix(n.Name, "F1 of ")
		case report.KindInvariant:
			key = "rule." + strings.TrimPrefix(n.Name, report.RuleMetric(""))
		case report.KindStability:
			key = "metric." + n.Name
		case report.KindClass, report.KindTruths, report.KindUsage:
			continue
		default:
			key = "measure." + terminal.Title(n)
		}
		if n.Secondary && n.Kind != report.KindAverage && strings.Contains(n.Name, " of ") || items[n.Name] {
			continue // the table shows it
		}
		if v, ok := n.Value.Value, n.Value.Defined; ok {
			gotest.Attr(t, "evaltest."+key, fmt.Sprintf("%.6f", v))
		}
	}
}
