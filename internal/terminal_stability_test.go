package internal_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

func TestStabilityText(t *testing.T) {
	s := reporttest.Tried(t)
	reporttest.Line(t, s)
	var b strings.Builder
	require.NoError(t, terminal.WriteText(&b, s, terminal.Options{WorstFields: -1, WorstCases: -1}))
	_, after, _ := strings.Cut(b.String(), "\nmetric ")
	assert.Equal(t, `              value  over trials
schemaValidRate      0.750  0.500–1.000
extractionCountMean  2.500
rqs                      -

stability, over 2 trials of 2 cases
agreement   0.750  of two trials, mean of fields
flip rate   0.250  of values not always the same
drift rate  0.500  of answers not always the same
pass@1      0.750  of trials pass, mean of cases
pass@2      1.000  of cases pass in some trial
pass^2      0.500  of cases pass in every trial

field  agreement  flip rate
total      0.500      0.500
Not listed: 1 field on which trials agree
Flaky: 1 of 2 cases, in some trials a pass and in others not
  b fails in 1 of 2 trials
`, after)
}

func TestStabilityTextBoundsFlakyCases(t *testing.T) {
	s := reporttest.Tried(t)
	s.Stability.FlakyCases = 300
	for range 20 {
		s.Stability.Flaky = append(s.Stability.Flaky, report.FlakyCase{ID: "c", Failed: 1, Trials: 2})
	}
	var b strings.Builder
	require.NoError(t, terminal.WriteText(&b, s, terminal.Options{}))
	assert.Equal(t, 9, strings.Count(b.String(), "  c fails in 1 of 2 trials\n"))
	assert.Contains(t, b.String(), "  and 290 more\n")
}

// A field that hardly ever flips is listed, though its rate is printed as 0.
func TestStabilityTextHasFieldsThatHardlyFlip(t *testing.T) {
	s := reporttest.Tried(t)
	for i, n := range s.Numbers {
		if n.Name == "flipRate of tags[]" {
			s.Numbers[i].Value = report.RatioOf(0.0004, true)
		}
	}
	var b strings.Builder
	require.NoError(t, terminal.WriteText(&b, s, terminal.Options{}))
	assert.Regexp(t, `\ntags\[\] +1.000 +0.000 `, b.String())
	assert.NotContains(t, b.String(), "on which trials agree")
}
