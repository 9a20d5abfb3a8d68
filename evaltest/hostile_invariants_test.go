package evaltest

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/testdata/effort"
)

// doubledSchema would evaluate a value 2^30 times, in 2 KB.
func doubledSchema() json.RawMessage {
	var b strings.Builder
	b.WriteString(`{"$ref":"#/$defs/d0","$defs":{`)
	for i := range 30 {
		fmt.Fprintf(&b, `"d%d":{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]},`, i, i+1, i+1)
	}
	b.WriteString(`"d30":{"type":"object"}}}`)
	return json.RawMessage(b.String())
}

// A document of 8 KB (10 MB in long tests) with an answer of 1,100 wrong rows (100,000), against rules, a schema and a
// pattern that would never end: the case ends, each invariant has a result, and the other
// case is judged as always.
func TestHostileInvariants(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	rows := effort.Size(1_100, 100_000)
	row := func(amount string) string {
		return `{"city":"Atlantis","total":1,"note":"` + strings.Repeat("x", effort.Size(1<<17, 1<<20)) + `","lines":[` + strings.Repeat(`{"amount":`+amount+`},`, rows-1) + `{"amount":` + amount + `}]}`
	}
	spec := eval.Spec{
		Fields: []eval.Field{{Path: "city", Match: compare.Exact{}}, {Path: "total"}, {Path: "lines", List: &eval.List{Assign: eval.InOrder, Fields: []eval.Field{{Path: "amount", Match: compare.Numeric{}}}}}},
		Invariants: []eval.Invariant{
			{Name: "sum", Rule: "total == sum(lines, .amount)"},
			{Name: "each", Rule: "all(lines, count(lines, .amount > 1) > 0)"},
			{Name: "shape", Schema: doubledSchema()},
			{Name: "found", InSource: true},
			{Name: "pattern", Rule: `note matches "` + strings.Repeat("(x?){99}", 8) + `$"`},
		},
	}
	dir := withMain(t)
	_, printed := inner(t, "TestX", Suite[string, string]{
		Cases: []Case[string]{
			{ID: "hostile", Input: strings.Repeat("paper 12.50\n", effort.Size(1<<13, 10<<20)/12), Want: row("2.5")},
			{ID: "harmless", Input: "Total 3", Want: `{"total":3,"lines":[]}`},
		},
		Spec: spec, Gate: Gate{MaxErrors: 100, MicroF1: 0.01},
		Text: func(in string) string { return in },
		Extract: func(_ context.Context, in string) (string, error) {
			if len(in) > 100 {
				return row("7.25"), nil
			}
			return `{"total":3,"lines":[]}`, nil
		},
	}.Run)
	safe(t, printed)
	all := caseRecords(t, dir)
	require.Len(t, all, 2)
	states := func(id string) map[string]invariant.State {
		of := map[string]invariant.State{}
		for _, c := range all {
			for _, r := range c.Invariants {
				if c.ID == id {
					of[r.Name] = r.State
					assert.Less(t, len(r.Note), 5000)
				}
			}
		}
		return of
	}
	assert.Equal(t, map[string]invariant.State{"sum": invariant.Broken, "each": invariant.Errored, "shape": invariant.Errored, "found": invariant.Broken, "pattern": invariant.Errored}, states("hostile"))
	assert.Equal(t, map[string]invariant.State{
		"sum": invariant.NotApplicable, "each": invariant.NotApplicable, "shape": invariant.Errored, "found": invariant.Holds, "pattern": invariant.NotApplicable,
	}, states("harmless"))
}
