package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
)

// Twelve of 40 totals break, or are fixed: the sign of the change, of its test, of its interval and of its verdict are one, and the
// change of the pass rate has the same sign.
func TestSignOfAChange(t *testing.T) {
	twelve := func(is func(string) diffLeaf) func(int) []diffLeaf {
		return func(i int) []diffLeaf {
			if i < 12 {
				return []diffLeaf{is("total"), diffRight("number")}
			}
			return []diffLeaf{diffRight("total"), diffRight("number")}
		}
	}
	broken, whole := cases(40, twelve(wrong)), cases(40, twelve(diffRight))
	worse := compareRuns(t, artifactOf(t, invoiceSet, whole...), artifactOf(t, invoiceSet, broken...), diff.Options{})
	better := compareRuns(t, artifactOf(t, invoiceSet, broken...), artifactOf(t, invoiceSet, whole...), diff.Options{})
	for _, tt := range []struct {
		r       diff.Report
		verdict diff.Verdict
		sign    float64
	}{{worse, diff.Regressed, -1}, {better, diff.Improved, 1}} {
		s := tt.r.Sets[0]
		for _, row := range []diff.Row{field(t, tt.r, "total"), s.Micro, s.Macro} {
			assert.Equal(t, tt.verdict, row.Verdict, row.Name)
			assert.Positive(t, tt.sign*row.Delta.Value, row.Name)
			assert.Positive(t, tt.sign*row.Tests[0].Delta, row.Name)
			assert.Positive(t, tt.sign*row.Low.Value, row.Name)
			assert.Positive(t, tt.sign*row.High.Value, row.Name)
		}
		assert.InDelta(t, tt.sign*0.3, field(t, tt.r, "total").Delta.Value, 1e-12)
		assert.Equal(t, tt.verdict, s.Verdict)
		assert.Equal(t, tt.sign < 0, tt.r.Regressed())
	}
	assert.Equal(t, 12, field(t, worse, "total").Broken)
	assert.Equal(t, 12, field(t, better, "total").Fixed)
	assert.InDelta(t, 0.3, field(t, worse, "total").Drop(), 1e-12)
	assert.Zero(t, field(t, better, "total").Drop())
}

// The pass rate is paired: eight cases break of 100, and none is fixed. By McNemar p is 2^-7, and there is no other row that says so.
func TestPassRateIsPaired(t *testing.T) {
	right := func(int) []diffLeaf { return []diffLeaf{diffRight("total"), diffRight("number")} }
	old, new := cases(100, right), cases(100, right)
	for i := range 8 {
		new[i].Verdict = eval.Fail
	}
	for _, all := range [][]report.Case{old, new} {
		for i := range all {
			if all[i].Verdict != eval.Fail {
				all[i].Verdict = eval.Pass
			}
		}
	}
	r := compareRuns(t, artifactOf(t, invoiceSet, old...), artifactOf(t, invoiceSet, new...), diff.Options{})
	pass := r.Sets[0].PassRate
	assert.Equal(t, diff.McNemar, pass.Tests[0].Method)
	assert.InDelta(t, 1./128, pass.Tests[0].P, 1e-12)
	assert.InDelta(t, 1./128, pass.Tests[0].Adjusted, 1e-12, "nothing else changed: all of alpha")
	assert.InDelta(t, 1./128, r.Sets[0].P.Value, 1e-12)
	assert.Equal(t, diff.Regressed, pass.Verdict)
	assert.Equal(t, [2]int{8, 0}, [2]int{pass.Broken, pass.Fixed})
	assert.Equal(t, []string{"regressed: pass rate 1.000 → 0.920 (-0.080)"}, r.Headline())
	want, _ := estimate.ChangeOfShare(0, 8, 100, 0.95)
	assert.InDelta(t, want.Low, pass.Low.Value, 1e-9)
	assert.InDelta(t, want.High, pass.High.Value, 1e-9)
}
