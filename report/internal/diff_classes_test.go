package internal_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
)

// typed has 100 documents: 80 invoices that are right, and 20 receipts, of which some are taken for invoices.
func typed(wrongs int) []report.Case {
	return cases100(func(i int) (diffLeaf, report.ClassPair) {
		p := report.ClassPair{Attribute: "type", Want: "invoice", Got: "invoice", Values: 1}
		if i >= 80 {
			p.Want, p.Got = "receipt", "receipt"
		}
		if i >= 100-wrongs {
			p.Got = "invoice"
			return wrong("type"), p
		}
		return diffRight("type"), p
	})
}

func cases100(of func(i int) (diffLeaf, report.ClassPair)) (all []report.Case) {
	for i := range 100 {
		l, p := of(i)
		c := case1(fmt.Sprintf("d%02d", i), l, diffRight("total"))
		c.Classes = []report.ClassPair{p}
		all = append(all, c)
	}
	return all
}

func declaring(name string, declared bool, classes ...string) report.Dataset {
	return report.Dataset{Name: name, Classes: []report.ClassList{{Attribute: "type", Names: classes, Declared: declared}}}
}

// A class that fell is told beside its field: six more receipts are taken for invoices. Both lose: invoices in precision.
func TestAClassThatRegressed(t *testing.T) {
	ds := declaring("letters", true, "invoice", "receipt")
	r := compareRuns(t, artifactOf(t, ds, typed(2)...), artifactOf(t, ds, typed(14)...), diff.Options{})
	row := field(t, r, "type=receipt")
	// 18 of 20 found, then 6; no other document is taken for a receipt: F1 2·18/(2·18+2), 2·6/(2·6+14).
	assert.InDelta(t, 36.0/38, row.Old().Value, 1e-12)
	assert.InDelta(t, 12.0/26, row.New().Value, 1e-12)
	assert.True(t, row.Kind == report.KindClass)
	assert.Equal(t, diff.Regressed, row.Verdict)
	assert.Equal(t, 12, row.Broken)
	require.Len(t, r.Sets, 1)
	// The family: two averages; type, total, which did not change, invoice, receipt, and the pass rate.
	field := field(t, r, "type")
	assert.InDelta(t, field.Old().Value, 0.98, 1e-12)
	assert.InDelta(t, r.Sets[0].Macro.Delta.Value, (field.New().Value-field.Old().Value)/2, 1e-12, "a class is in no average")
	require.NotEmpty(t, r.Sets[0].Broken.Cases)
	for _, c := range r.Sets[0].Broken.Cases {
		require.Len(t, c.Fields, 1, "a class is no change of its own")
		assert.Equal(t, "type", c.Fields[0].Field)
	}
}

func TestClassesThatAreNotCompared(t *testing.T) {
	both := declaring("letters", true, "invoice", "receipt")
	for name, old := range map[string]report.Dataset{
		"recognised":           declaring("letters", false, "invoice", "receipt"),
		"in one run only":      {Name: "letters"},
		"one class of the two": declaring("letters", true, "invoice"),
	} {
		t.Run(name, func(t *testing.T) {
			r := compareRuns(t, artifactOf(t, old, typed(2)...), artifactOf(t, both, typed(14)...), diff.Options{})
			for _, f := range r.Sets[0].Fields {
				assert.NotEqual(t, "type=receipt", f.Name)
				assert.NotEqual(t, diff.Disappeared, f.Verdict)
			}
		})
	}
}
