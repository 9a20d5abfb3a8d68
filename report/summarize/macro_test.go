package summarize_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/effort"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// seldomFields is a data set of four fields that every document has, 1 % wrong, and seldom ones that 3 % of them
// have, 5 % wrong.
type seldomFields struct {
	documents, seldom int
	together          bool // the seldom fields stand in the same documents, and are wrong together
	clusters          bool // of the frequent fields' mistakes half are in documents in which all four are wrong
}

// draw returns a summary, and the macro F1 that very many documents have of the fields that these have.
func (w seldomFields) draw(t *testing.T, r *rand.Rand) (s report.Summary, want float64) {
	t.Helper()
	sums := summarize.New(summarize.Options{WorstCases: -1, Distinct: true, Resamples: 200})
	outcome := func(wrong bool) metrics.Counts {
		if wrong {
			return metrics.Counts{Wrong: 1}
		}
		return metrics.Counts{Match: 1}
	}
	has := make([]bool, w.seldom)
	for i := range w.documents {
		alone, all := 0.01, false
		if w.clusters {
			alone, all = 0.005, r.Float64() < 0.005
		}
		var rows []metrics.Row
		for k := range 4 {
			rows = append(rows, reporttest.Row(fmt.Sprint("often", k), outcome(all || r.Float64() < alone)))
		}
		there, wrong := r.Float64() < 0.03, r.Float64() < 0.05
		for k := range has {
			if !w.together {
				there, wrong = r.Float64() < 0.03, r.Float64() < 0.05
			}
			if there {
				has[k] = true
				rows = append(rows, reporttest.Row(fmt.Sprint("seldom", k), outcome(wrong)))
			}
		}
		require.NoError(t, sums.Add(reporttest.Counted(fmt.Sprint(r.Uint32(), i), 1, 1, rows...)))
	}
	want, n := 4*0.99, 4.0
	for _, there := range has {
		if there {
			want, n = want+0.95, n+1
		}
	}
	return sums.Summary(), want / n
}

// A field that nine documents have is as uncertain in the macro average as by itself. The bootstrap over documents alone
// holds .59 of the time for one such field in 300 documents, and .73 in 1,000.
func TestIntervalOfMacroF1HoldsWithSeldomFields(t *testing.T) {
	runs := effort.Draws(t, 60)
	for _, documents := range effort.Some(1, []int{30, 100, 300, 1000}) {
		for _, w := range effort.Some(3, []seldomFields{
			{documents: documents, seldom: 1},
			{documents: documents, seldom: 2},
			{documents: documents, seldom: 4},
			{documents: documents, seldom: 4, together: true},
			{documents: documents, seldom: 2, clusters: true},
		}) {
			if w.documents == 1000 && w.seldom > 1 && runs < 100 {
				continue // a second each
			}
			t.Run(fmt.Sprintf("%+v", w), func(t *testing.T) {
				held, width, approximate := 0, 0.0, 0
				for i := range runs {
					s, want := w.draw(t, rand.New(rand.NewPCG(13, uint64(i))))
					f1 := s.Number("macro F1")
					if f1.Low.Value <= want && want <= f1.High.Value {
						held++
					}
					if f1.Approximate {
						approximate++
					}
					width += 100 * (f1.High.Value - f1.Low.Value)
				}
				n := float64(runs)
				t.Logf("held %.3f, %.1f points wide, %.2f approximate", float64(held)/n, width/n, float64(approximate)/n)
				noise, _ := stats.Wilson(0.92, n, 0.99)
				assert.GreaterOrEqual(t, float64(held)/n, noise.Low)
			})
		}
	}
}

// By hand. A field absent from all truths and answers is in no average; a field that is nowhere right counts 0: Wilson's
// interval of 0 of 2 documents ends at z²/(2+z²) = 0.658, and the one of 100 of 100 starts at 100/(100+z²) = 0.963.
func TestPartsOfMacroF1(t *testing.T) {
	draw := func(trials int, note func(trial, document int) metrics.Counts) report.Summary {
		var cases []*report.Case
		for trial := 1; trial <= trials; trial++ {
			for i := range 100 {
				cases = append(cases, reporttest.Counted(fmt.Sprint(i), trial, 1,
					reporttest.Row("total", metrics.Counts{Match: 1}), reporttest.Row("note", note(trial, i))))
			}
		}
		return reporttest.Summarize(t, summarize.Options{}, cases...)
	}
	absent := metrics.Counts{CorrectAbsence: 1}
	invented := func(i int) metrics.Counts {
		if i < 2 {
			return metrics.Counts{Hallucinated: 1}
		}
		return absent
	}
	s := draw(1, func(int, int) metrics.Counts { return absent })
	assert.Equal(t, s.Number("F1 of "+s.Attributes[0].Attribute).Estimate, s.Number("macro F1").Estimate, "one field is left")
	assert.False(t, s.Number("macro F1").Approximate)

	s = draw(1, func(_, i int) metrics.Counts { return invented(i) })
	assert.False(t, s.Number("F1 of "+s.Attributes[1].Attribute).Value.Defined)
	assert.InDelta(t, 0.5, s.Number("macro F1").Value.Value, 1e-9)
	assert.InDelta(t, 0.5+0.658/2, s.Number("macro F1").High.Value, 0.02)
	assert.True(t, s.Number("macro F1").Approximate)

	// In the second trial alone the note counts: nothing is known of how far it would vary.
	s = draw(2, func(trial, i int) metrics.Counts {
		if trial == 1 {
			return absent
		}
		return invented(i)
	})
	assert.InDelta(t, 0.75, s.Number("macro F1").Value.Value, 1e-9)
	assert.True(t, s.Number("macro F1").Approximate)
	assert.Less(t, s.Number("macro F1").Low.Value, 0.75)
	assert.InDelta(t, 1, s.Number("macro F1").High.Value, 1e-9)
}
