package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report"
)

// The judgement on a data set fits the screen; a command to copy stays on one line. The most likely cause stands below a
// judgement that does not end well.
func TestVerdictText(t *testing.T) {
	number := func(v float64) report.Ratio { return report.RatioOf(v, true) }
	result := report.GateResult{Dataset: "PASS", Cases: 60, Checks: []report.Check{{Metric: "macro F1", Value: number(0.8), Limit: 0.9}}}
	result.Add(&report.Baseline{File: "b.jsonl", Cases: 60, Worse: []report.Fall{{Name: "total", Old: number(1), New: number(0.5)}}, Next: "evalreport diff b.jsonl a_long_name_of_a_folder/invoices.jsonl"})
	s := report.Summary{Warnings: []report.Warning{{Text: "got could not be read", Cases: 9}}}
	page := view.Page{Blocks: terminal.Verdict(verdict.Of(result), &s, "[data 2026]")}
	assert.Equal(t, `"PASS: macro F1 0.800 is below 0.900, over 60
  ↳ cases; worse than the baseline b.jsonl over
  ↳ 60 cases  [data 2026]"
    total 1.000 → 0.500 (-0.500), a fall of
      ↳ more than 0 and of more than noise
    next: evalreport diff b.jsonl a_long_name_of_a_folder/invoices.jsonl
see: got could not be read (9 cases)
`, page.Text(view.Screen{Width: 48}))
	assert.Contains(t, page.Text(view.Screen{Colour: true}), "\n\x1b[31m    next: evalreport diff ")

	missing := report.GateResult{Dataset: "d", Cases: 30}
	missing.Add(&report.Baseline{File: "b.jsonl", NotEvaluable: "30 cases of the baseline are missing", Next: "go test makes it anew"})
	assert.Equal(t, "d: gate not evaluable: 30 cases of the baseline are missing; next: go test makes it anew", verdict.Of(missing).String(), "the command stands once")

	passed := view.Page{Blocks: terminal.Verdict(verdict.Of(report.GateResult{Dataset: "d", Passed: true, Cases: 60}), &s)}
	assert.Equal(t, "\x1b[32md: gate passed over 60 cases\x1b[0m\n", passed.Text(view.Screen{Colour: true}))
}
