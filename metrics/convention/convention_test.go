package convention_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/convention"
)

type ratio = func() (float64, bool)

func withFD(s convention.Stickler) metrics.Confusion {
	s.RecallWithFD = true
	return s.Confusion()
}

func value(r ratio) float64 {
	v, _ := r()
	return v
}

// The numbers of docs/docs/Advanced/classification-logic.md (07167c4) of stickler.
func TestSticklerAsItsDocumentationHasIt(t *testing.T) {
	t.Run("nested objects: name right, age wrong, address missing, phone too many", func(t *testing.T) {
		s := convention.SticklerOf(metrics.Counts{Match: 1, Wrong: 1, Missing: 1, Hallucinated: 1})
		assert.Equal(t, convention.Stickler{TP: 1, FA: 1, FD: 1, FN: 1}, s)
	})
	t.Run("mixed matching: recall does not see the FD", func(t *testing.T) {
		s := convention.SticklerOf(metrics.Counts{Match: 2, Wrong: 1, Invented: 1})
		assert.Equal(t, 2, s.FA+s.FD)
		assert.Equal(t, 1.0, value(s.Confusion().Recall))
		assert.InDelta(t, .667, value(withFD(s).Recall), 5e-4)
	})
	t.Run("below threshold", func(t *testing.T) {
		assert.Equal(t, convention.Stickler{FD: 3}, convention.SticklerOf(metrics.Counts{Wrong: 3}))
	})
}

// The numbers of docs/METRIC_SPEC.md (e04a980) of omni-extract-bench, in percent.
func TestOmniExtractBenchAsItsSpecificationHasIt(t *testing.T) {
	for _, test := range []struct {
		name         string
		counts       metrics.Counts
		accuracy, f1 float64
		precision    float64 // 0: not given
	}{
		{"found b, misread it", metrics.Counts{Match: 1, Wrong: 1}, 50, 50, 0},
		{"missed b, invented c", metrics.Counts{Match: 1, Missing: 1, Invented: 1}, 33.33, 50, 0},
		{"declines 5 fields with null", metrics.Counts{Match: 35, Missing: 5}, 87.50, 93.33, 100},
		{"guesses those 5 fields", metrics.Counts{Match: 35, Wrong: 5}, 87.50, 87.50, 87.50},
		{"last five of ten rows omitted", metrics.Counts{Match: 20, Missing: 20}, 50, 66.67, 0},
		{"last five rows all wrong, unpaired", metrics.Counts{Match: 20, Missing: 20, Invented: 20}, 33.33, 50, 0},
		{"last five rows with one of four right", metrics.Counts{Match: 25, Wrong: 15}, 62.5, 62.5, 0},
		{"absence earns nothing", metrics.Counts{Match: 1, Wrong: 1, CorrectAbsence: 50}, 50, 50, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := convention.OmniExtractBenchOf(test.counts)
			assert.InDelta(t, test.accuracy, 100*value(o.Accuracy), .005)
			c := test.counts.Confusion(metrics.WrongBoth)
			assert.InDelta(t, test.f1, 100*value(c.F1), .005)
			if test.precision > 0 {
				assert.InDelta(t, test.precision, 100*value(c.Precision), .005)
			}
		})
	}
}

func TestExtractBench(t *testing.T) {
	t.Run("a wrong value does not lower precision", func(t *testing.T) {
		e := convention.ExtractBenchOf(metrics.Counts{Match: 1, Wrong: 9})
		assert.Equal(t, 1.0, value(e.Precision))
		assert.Equal(t, .1, value(e.Recall))
	})
	t.Run("what failed to run has not passed", func(t *testing.T) {
		assert.Equal(t, metrics.Confusion{TP: 1, FN: 1}, convention.ExtractBenchOf(metrics.Counts{Match: 1, Errored: 1}))
	})
	t.Run("invented keys are not evaluated", func(t *testing.T) {
		assert.Equal(t, metrics.Confusion{TP: 1}, convention.ExtractBenchOf(metrics.Counts{Match: 1, Invented: 4}))
	})
}

func kieval(tp, fp, fn, wrongMatch, noMatch int) convention.KIEval {
	return convention.KIEval{Confusion: metrics.Confusion{TP: tp, FP: fp, FN: fn}, WrongMatch: wrongMatch, NoMatch: noMatch}
}

func TestKIEval(t *testing.T) {
	row := func(attribute string, c metrics.Counts) metrics.Row {
		return metrics.Row{Attribute: attribute, Counts: c}
	}
	t.Run("by key, not by document", func(t *testing.T) {
		k := convention.KIEvalOf([]metrics.Row{row("a", metrics.Counts{Missing: 1}), row("b", metrics.Counts{Hallucinated: 1})})
		assert.Equal(t, kieval(0, 1, 1, 0, 2), k)
	})
	t.Run("by document, not over all", func(t *testing.T) {
		one := convention.KIEvalOf([]metrics.Row{row("a", metrics.Counts{Missing: 1})})
		other := convention.KIEvalOf([]metrics.Row{row("a", metrics.Counts{Hallucinated: 1})})
		pooled := convention.KIEvalOf([]metrics.Row{row("a", metrics.Counts{Missing: 1, Hallucinated: 1})})
		assert.Equal(t, kieval(0, 1, 1, 0, 2), one.Plus(other))
		assert.Equal(t, kieval(0, 1, 1, 1, 0), pooled)
	})
	t.Run("two of three names wrong, one missing", func(t *testing.T) {
		k := convention.KIEvalOf([]metrics.Row{row("lines[].name", metrics.Counts{Wrong: 2, Missing: 1})})
		assert.Equal(t, kieval(0, 2, 3, 2, 1), k)
	})
	t.Run("items and unknown keys are not keys", func(t *testing.T) {
		k := convention.KIEvalOf([]metrics.Row{
			{Attribute: "lines[]", Items: true, Counts: metrics.Counts{Match: 1, Missing: 1}},
			row(metrics.InventedAttribute, metrics.Counts{Invented: 3}),
		})
		assert.Zero(t, k)
	})
}

func TestFieldBench(t *testing.T) {
	c := convention.FieldBenchOf(metrics.Counts{Match: 1, CorrectAbsence: 1, Hallucinated: 1, Invented: 4, Errored: 2})
	assert.Equal(t, metrics.Counts{Match: 1, CorrectAbsence: 1, Hallucinated: 1}, c)
	assert.InDelta(t, 2.0/3, value(c.NullFloor), 1e-12)
}

func TestRatiosWithoutDenominatorAreUndefined(t *testing.T) {
	s, k, o := convention.Stickler{}, convention.KIEval{}, convention.OmniExtractBench{}
	for i, r := range []ratio{s.Accuracy, k.Aligned, k.Accuracy, o.Accuracy, o.Found, o.ReadRight} {
		v, ok := r()
		assert.Zero(t, v, "ratio %d", i)
		assert.False(t, ok, "ratio %d", i)
	}
}

func drawCounts(t *rapid.T) metrics.Counts {
	n := rapid.IntRange(0, 5)
	return metrics.Counts{
		Match: n.Draw(t, "match"), CorrectAbsence: n.Draw(t, "absence"), Wrong: n.Draw(t, "wrong"), Missing: n.Draw(t, "missing"),
		Hallucinated: n.Draw(t, "hallucinated"), Invented: n.Draw(t, "invented"), Errored: n.Draw(t, "errored"),
	}
}

func TestRelations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCounts(t)
		s, o := convention.SticklerOf(c), convention.OmniExtractBenchOf(c)
		k := convention.KIEvalOf([]metrics.Row{{Attribute: "a", Counts: c}})
		for i, r := range []ratio{s.Accuracy, k.Aligned, k.Accuracy, o.Accuracy, o.Found, o.ReadRight} {
			if v := value(r); !(v >= 0 && v <= 1) {
				t.Fatalf("ratio %d is %v of %+v", i, v, c)
			}
		}
		same := func(what string, a, b float64) {
			if math.Abs(a-b) > 1e-12 {
				t.Fatalf("%s: %v and %v of %+v", what, a, b, c)
			}
		}
		same("omni-extract-bench: found times read right is accuracy", value(o.Found)*value(o.ReadRight), value(o.Accuracy))
		both, fp := c.Confusion(metrics.WrongBoth), c.Confusion(metrics.WrongFP)
		if s.Confusion() != fp || withFD(s) != both {
			t.Fatalf("%+v: stickler has %+v, with FD %+v", c, s.Confusion(), withFD(s))
		}
		both.TN = 0
		if k.Confusion != both {
			t.Fatalf("%+v: KIEval has %+v", c, k.Confusion)
		}
		if k.WrongMatch*2+k.NoMatch != k.FP+k.FN {
			t.Fatalf("%+v: a wrong match is a FP and a FN", k)
		}
	})
}
