package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
)

// A new version reads something where the old one left a field empty, and is wrong each time: F1 of the field is 0 before and after, and
// so it changes neither itself nor the macro average, which falls with the total alone, as 8 of 60 cases broke and 3 were fixed. Micro F1
// falls, by 60 values that should not be there.
func TestAFieldThatIsNeverRightDoesNotChange(t *testing.T) {
	run := func(never metrics.Outcome, from, to int) artifact.Source {
		iban := "null"
		if never == metrics.Wrong {
			iban = `"b"`
		}
		return artifactOf(t, invoiceSet, cases(60, func(i int) []diffLeaf {
			total := diffRight("total")
			if from <= i && i < to {
				total = wrong("total")
			}
			return []diffLeaf{diffRight("net"), total, {"iban", never, iban, `"a"`}}
		})...)
	}
	r := compareRuns(t, run(metrics.Missing, 0, 3), run(metrics.Wrong, 3, 11), diff.Options{MaxCases: -1})
	set, total, iban := r.Sets[0], field(t, r, "total"), field(t, r, "iban")
	assert.Empty(t, iban.Tests)
	assert.False(t, iban.Old().Defined)
	assert.False(t, iban.New().Defined)
	assert.InDelta(t, total.Delta.Value/3, set.Macro.Delta.Value, 1e-12)
	assert.InDelta(t, total.Tests[0].P, set.Macro.Tests[0].P, 1e-12)
	assert.False(t, set.Macro.Tests[0].Significant)
	assert.Negative(t, set.Macro.Low.Value)
	assert.Positive(t, set.Macro.High.Value, "the interval says what the p-value says")
	assert.True(t, set.Micro.Tests[0].Significant)
}

// A field that is rightly empty, and is then made up in half of the cases, has got worse, by itself and in the macro average, which it
// was no part of.
func TestAFieldThatIsMadeUpFromNowOnGotWorse(t *testing.T) {
	run := func(made metrics.Outcome) artifact.Source {
		return artifactOf(t, invoiceSet, cases(60, func(i int) []diffLeaf {
			iban := diffLeaf{"iban", metrics.CorrectAbsence, "null", "null"}
			if i%2 == 0 && made == metrics.Hallucinated {
				iban = diffLeaf{"iban", made, `"b"`, "null"}
			}
			return []diffLeaf{diffRight("total"), iban}
		})...)
	}
	r := compareRuns(t, run(metrics.CorrectAbsence), run(metrics.Hallucinated), diff.Options{MaxCases: -1})
	set, iban := r.Sets[0], field(t, r, "iban")
	assert.True(t, iban.Tests[0].Significant)
	assert.Negative(t, iban.Tests[0].Delta)
	assert.True(t, set.Macro.Tests[0].Significant)
	assert.InDelta(t, -0.5, set.Macro.Delta.Value, 1e-12)
}
