package page

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/diff"
	"github.com/extracteval/extracteval/report/render"
)

// F1 fell from 0.924 to 0.883, which a test tells from chance.
func TestHeadlineDeltas(t *testing.T) {
	ratio := func(v float64) report.Ratio { return report.RatioOf(v, true) }
	r := loaded(t, render.Options{}, report.Run{Package: "p"}, report.Dataset{Name: "d"})
	set := diff.Set{Package: "p", Dataset: "d", Repetition: 1, Macro: diff.Row{Old: ratio(0.924), New: ratio(0.883), Delta: ratio(-0.041), Verdict: diff.Regressed}}
	against := &diff.Report{Sets: []diff.Set{set}}
	assert.Equal(t, []string{"macro F1 0.924 → 0.883, −4.1 (regressed)"}, headlineDeltas(r, against))
	against.Sets[0].Macro.Verdict, against.Sets[0].Macro.Reason = diff.Same, "within chance"
	assert.Equal(t, []string{"macro F1 0.924 → 0.883, −4.1 (not significant)"}, headlineDeltas(r, against))
	against.Sets[0].Dataset = "another"
	assert.Empty(t, headlineDeltas(r, against))
	assert.Empty(t, headlineDeltas(r, nil))
}
