package internal_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

func terminalText(t *testing.T, s report.Summary, o terminal.Options) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, terminal.WriteText(&b, s, o))
	return b.String()
}

// A narrow page has every line within its width, and names that still differ; columns that
// others tell go before any of mistakes does.
func TestTablesFitTheWidth(t *testing.T) {
	s := reporttest.Summarize(t, summarize.Options{Dataset: "d"}, reporttest.Counted("a", 1, 0.5,
		reporttest.Row("contract.parties.seller.address.street", metrics.Counts{Match: 1}),
		reporttest.Row("contract.parties.buyer.address.street", metrics.Counts{Wrong: 1, Hallucinated: 1}),
		reporttest.Row("total", metrics.Counts{Missing: 1, Invented: 1}),
	))
	wide := terminalText(t, s, terminal.Options{})
	assert.Contains(t, wide, "\nfield                   support  match  wrong  missing  halluc.  invented      P      R     F1  95% interval\n…seller.address.street ", "within 32 cells they would be the same")
	for _, width := range []int{60, 80, 100, 120} {
		page := terminalText(t, s, terminal.Options{Width: width})
		for line := range strings.Lines(page) {
			assert.LessOrEqual(t, words.Width(strings.TrimSuffix(line, "\n")), width, "%q", line)
		}
		assert.Regexp(t, `\n\S*sel\S* `, page, width)
		assert.Regexp(t, `\n\S*buy\S* `, page, width)
		assert.Contains(t, page, "wrong  missing  halluc.  invented")
		assert.Equal(t, width == 60 || width == 80, strings.Contains(page, " columns are too few for P, R, match"), page)
	}
	assert.Contains(t, terminalText(t, s, terminal.Options{Width: 80}), "80 columns are too few for P, R, match, support\n")
	assert.NotContains(t, terminalText(t, s, terminal.Options{Width: 120}), "too few for")
}

func TestColours(t *testing.T) {
	s := reporttest.Summarize(t, summarize.Options{Dataset: "d"}, reporttest.Counted("a", 1, 1, reporttest.Row("x", metrics.Counts{Match: 1})))
	assert.True(t, strings.HasPrefix(terminalText(t, s, terminal.Options{Colour: true}), "\x1b[1md: 1 case: 1 partial\x1b[0m\n"))
	assert.NotContains(t, terminalText(t, s, terminal.Options{Width: 80}), "\x1b")
}

func TestWriteClosing(t *testing.T) {
	number := func(v float64) report.Ratio { return report.RatioOf(v, true) }
	all := []terminal.Closing{
		{Name: "invoices", Verdict: verdict.Passed, Macro: number(0.9), Micro: number(0.8), Cases: report.CaseCount{OK: 3, Pass: 3}},
		{Name: "orders", Verdict: verdict.Failed, Macro: number(0.5), Micro: number(0.25), Cases: report.CaseCount{OK: 2, Fail: 2}, Trials: true},
		{Name: "empty", Verdict: verdict.NotEvaluable},
		{Name: "PASS\x1b", Verdict: verdict.NoGate, Cases: report.CaseCount{OK: 1, Pass: 1}},
	}
	two := report.Summary{}
	two.Trials = make([]report.Trial, 2)
	assert.True(t, terminal.NewClosing("d", verdict.Passed, &two).Trials)
	assert.False(t, terminal.NewClosing("d", verdict.Passed, &report.Summary{}).Trials)
	var b strings.Builder
	require.NoError(t, terminal.WriteClosing(&b, all, terminal.Options{}))
	assert.Equal(t, `4 data sets: 1 failed, 1 not evaluable, 1 no gate, 1 passed
  data set  verdict        macro F1  micro F1  pass  cases
  orders    failed            0.500     0.250    0%  2 trials: 2 fail
  empty     not evaluable         -         -     -  0 cases
  PASS␛     no gate               -         -  100%  1 case: 1 pass
  invoices  passed            0.900     0.800  100%  3 cases: 3 pass
`, b.String())
	b.Reset()
	require.NoError(t, terminal.WriteClosing(&b, all, terminal.Options{Colour: true}))
	assert.Contains(t, b.String(), "4 data sets: \x1b[31m1 failed\x1b[0m, ")
	assert.Contains(t, b.String(), "\n  invoices  \x1b[32mpassed\x1b[0m ")
	b.Reset()
	require.NoError(t, terminal.WriteClosing(&b, all[:1], terminal.Options{}))
	assert.Empty(t, b.String(), "one data set has said so")
	many := make([]terminal.Closing, 60)
	for i := range many {
		many[i] = all[0]
	}
	require.NoError(t, terminal.WriteClosing(&b, many, terminal.Options{Width: 60}))
	assert.Equal(t, 2+50+2, strings.Count(b.String(), "\n"))
	assert.Contains(t, b.String(), "  and 10 more\n60 columns are too few for cases\n")
	for line := range strings.Lines(b.String()) {
		assert.LessOrEqual(t, words.Width(line), 60)
	}
}
