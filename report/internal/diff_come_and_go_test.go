package internal_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
)

func TestCasesThatComeAndGo(t *testing.T) {
	skipped := report.Case{ID: "skipped", Trial: 1, Status: report.Skipped}
	x, y, z := case1("x", diffRight("number")), case1("y", diffRight("number")), case1("z", diffRight("number"))
	asked := case1("skipped", diffRight("number"))
	r := compareRuns(t, artifactOf(t, invoiceSet, x, y, asked), artifactOf(t, invoiceSet, z, y, skipped), diff.Options{MaxCases: 1})
	s := r.Sets[0]
	assert.Equal(t, 1, s.Cases)
	assert.Equal(t, diff.Names{Names: []string{"skipped"}, More: 1}, s.Disappeared, "a skipped case was not asked for")
	assert.Equal(t, diff.Names{Names: []string{"z"}}, s.Appeared)
	assert.Equal(t, diff.Regressed, s.Verdict)
	assert.True(t, r.Regressed())

	back := compareRuns(t, artifactOf(t, invoiceSet, y, skipped), artifactOf(t, invoiceSet, y, asked), diff.Options{})
	assert.False(t, back.Regressed(), "a case that appeared is not a regression")
	assert.Equal(t, diff.Names{Names: []string{"skipped"}}, back.Sets[0].Appeared)
}

func TestFieldsThatComeAndGo(t *testing.T) {
	both := []diffLeaf{diffRight("number"), wrong("total")}
	for _, tt := range []struct {
		name      string
		old, new  []diffLeaf
		verdict   diff.Verdict
		regressed bool
	}{
		{"a field disappeared", both, both[:1], diff.Disappeared, true},
		{"every comparison of a field errors", both, []diffLeaf{diffRight("number"), {"total", metrics.Errored, "", ""}}, diff.Disappeared, true},
		{"a field appeared", both[:1], both, diff.Appeared, false},
		{"a hallucination went away", []diffLeaf{diffRight("number"), {"total", metrics.Hallucinated, "1", ""}}, both[:1], diff.Same, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := compareRuns(t, artifactOf(t, invoiceSet, case1("x", tt.old...)), artifactOf(t, invoiceSet, case1("x", tt.new...)), diff.Options{})
			total := field(t, r, "total")
			assert.Equal(t, tt.verdict, total.Verdict)
			assert.Equal(t, tt.regressed, r.Regressed())
			if tt.verdict != diff.Same {
				assert.Zero(t, total.Broken+total.Fixed, "nothing is compared")
				assert.Equal(t, 1.0, r.Sets[0].Macro.New().Value, "of the number alone, in both runs")
				assert.Equal(t, 1.0, r.Sets[0].Macro.Old().Value)
			}
		})
	}
}

func TestSetsThatComeAndGo(t *testing.T) {
	x := case1("x", diffRight("number"))
	a, b := report.Dataset{Name: "a"}, report.Dataset{Name: "b"}
	r := compareRuns(t, artifactOf(t, a, x), artifactOf(t, b, x), diff.Options{})
	require.Len(t, r.Sets, 2)
	assert.Equal(t, []diff.Verdict{diff.Disappeared, diff.Appeared}, []diff.Verdict{r.Sets[0].Verdict, r.Sets[1].Verdict})
	assert.True(t, r.Regressed())
}

// One case that disappeared is as much a regression as many: no count is let pass.
func TestOneCaseThatDisappeared(t *testing.T) {
	x, y := case1("x", diffRight("number")), case1("y", diffRight("number"))
	r := compareRuns(t, artifactOf(t, invoiceSet, x, y), artifactOf(t, invoiceSet, x), diff.Options{MaxDrop: 1})
	assert.Equal(t, diff.Names{Names: []string{"y"}}, r.Sets[0].Disappeared)
	assert.Equal(t, diff.Regressed, r.Sets[0].Verdict)
	assert.True(t, r.Regressed())
	var text bytes.Buffer
	require.NoError(t, diff.WriteText(&text, r, view.Screen{}))
	assert.Contains(t, text.String(), "regressed: 1 case disappeared\n")
	assert.Contains(t, text.String(), "invoices: 1 case in both runs, 1 disappeared")
	assert.Contains(t, text.String(), "disappeared: 1 case\n  y\n")
}
