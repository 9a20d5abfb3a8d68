package internal_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/metrics/document"
)

func says(state invariant.State, note string, err error) func(context.Context, document.Value) (invariant.State, string, error) {
	return func(context.Context, document.Value) (invariant.State, string, error) { return state, note, err }
}

func TestFunc(t *testing.T) {
	for _, tt := range []struct {
		name string
		f    func(context.Context, document.Value) (invariant.State, string, error)
		want invariant.State
		note string
	}{
		{"holds", says(invariant.Holds, "", nil), invariant.Holds, ""},
		{"broken", says(invariant.Broken, "total 3, want 4", nil), invariant.Broken, "total 3, want 4"},
		{"not applicable", says(invariant.NotApplicable, "no total", nil), invariant.NotApplicable, "no total"},
		{"an error", says(invariant.Holds, "", errors.New("no route to host")), invariant.Errored, "no route to host"},
		{"an unknown state", says("yes", "", nil), invariant.Errored, `the function returned the state "yes"; want "holds", "broken" or "not_applicable"`},
		{"a panic", func(context.Context, document.Value) (invariant.State, string, error) { panic("index 3 of 2") }, invariant.Errored, "the function panicked: index 3 of 2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			set, err := invariant.Compile([]invariant.Invariant{{Name: "one", Func: tt.f}}, nil)
			require.NoError(t, err)
			got := set.Check(t.Context(), document.Value{}, "", nil)
			assert.Equal(t, []invariant.Result{{Name: "one", State: tt.want, Note: tt.note}}, got)
		})
	}
}

func TestUnreadableAnswersBreakEveryInvariant(t *testing.T) {
	set, err := invariant.Compile([]invariant.Invariant{{Name: "one", Func: says(invariant.Holds, "", nil)}}, nil)
	require.NoError(t, err)
	got := set.Check(t.Context(), document.Value{}, "unexpected end of JSON", nil)
	assert.Equal(t, []invariant.Result{{Name: "one", State: invariant.Broken, Note: "the answer could not be read: unexpected end of JSON"}}, got)
}

func TestCompileNamesAllMistakes(t *testing.T) {
	f := says(invariant.Holds, "", nil)
	_, err := invariant.Compile([]invariant.Invariant{{Name: "a", Func: f}, {Name: " ", Func: f}, {Name: "a", Func: f}, {Name: "b"}}, nil)
	assert.EqualError(t, err, `invariant 2 has no name; give it one, such as adds_up, for tables and gates
invariant "a": invariant 1 has this name, too; give each one of its own
invariant "b": it says nothing; give it a rule, a schema, in_source or, in Go, a Func`)
}

func TestSchema(t *testing.T) {
	set, err := invariant.Compile([]invariant.Invariant{{Name: "shape", Schema: json.RawMessage(
		`{"type":"object","required":["total"],"properties":{"lines":{"items":{"type":"object","properties":{"amount":{"type":"number"}}}}},"additionalProperties":{"type":"boolean"}}`)}}, nil)
	require.NoError(t, err)
	long := strings.Repeat("k", 300)
	for _, tt := range []struct {
		name, answer string
		want         invariant.Result
	}{
		{"holds", `{"total":true}`, invariant.Result{State: invariant.Holds}},
		{"missing is as null", ``, invariant.Result{State: invariant.Broken, Note: "got null, want object"}},
		{"the three nearest to the root", `{"lines":[{"amount":"x"},{"amount":"y"},3,{"amount":"z"}]}`, invariant.Result{State: invariant.Broken,
			Note:  "missing property 'total'; lines[2]: got number, want object; lines[0].amount: got string, want number; and 2 more",
			Paths: []string{"lines[2]", "lines[0].amount"}}},
		{"a long key is cut", `{"total":true,"` + long + `":1}`, invariant.Result{State: invariant.Broken, Note: long[:200] + "…: got number, want boolean"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var v document.Value
			if tt.answer != "" {
				v, err = document.Parse([]byte(tt.answer))
				require.NoError(t, err)
			}
			tt.want.Name = "shape"
			assert.Equal(t, []invariant.Result{tt.want}, set.Check(t.Context(), v, "", nil))
		})
	}
}

func TestValidate(t *testing.T) {
	f := says(invariant.Holds, "", nil)
	for _, tt := range []struct {
		why  string
		one  invariant.Invariant
		want string
	}{
		{"a rule", invariant.Invariant{Name: "a", Rule: "x == 1", Tolerance: 0.1}, ""},
		{"no name", invariant.Invariant{Rule: "x == 1"}, "it has no name; give it one, such as adds_up, for tables and gates"},
		{"two kinds", invariant.Invariant{Name: "a", Rule: "x == 1", Func: f}, "it has more than one of rule, schema, in_source and Func; make it several invariants"},
		{"a rule that cannot be read", invariant.Invariant{Name: "a", Rule: "x = 1"}, "rule: column 3: = is not an operator; write == to compare"},
		{"a schema that is none", invariant.Invariant{Name: "a", Schema: json.RawMessage(`3`)}, "schema: at the top: got number, want boolean or object"},
		{"an empty schema", invariant.Invariant{Name: "a", Schema: json.RawMessage{}}, "schema: EOF"},
		{"not a number", invariant.Invariant{Name: "a", Rule: "x == 1", Tolerance: math.NaN()}, "tolerance: got NaN, want a number that is finite and not negative"},
		{"infinite", invariant.Invariant{Name: "a", Rule: "x == 1", Tolerance: math.Inf(1)}, "tolerance: got +Inf, want a number that is finite and not negative"},
		{"a tolerance of a schema", invariant.Invariant{Name: "a", Schema: json.RawMessage(`true`), Tolerance: 1}, "tolerance: only a rule uses it; leave it out"},
		{"paths of a rule", invariant.Invariant{Name: "a", Rule: "x < 1", Paths: []string{"x"}}, "paths: only in_source uses them; leave them out"},
		{"paths that cannot be read", invariant.Invariant{Name: "a", InSource: true, Paths: []string{"x", "y[", "x"}}, `paths: document: path "y[", at offset 1: the bracket is not closed; write lines[0]
paths: "x" appears twice`},
		{"a tolerance for nothing", invariant.Invariant{Name: "a", Rule: "x < 1", Tolerance: 1}, "tolerance: the rule has no ==, !=, <= or >= that it could be for; leave it out"},
	} {
		err := tt.one.Validate()
		if tt.want == "" {
			assert.NoError(t, err, tt.why)
		} else {
			assert.EqualError(t, err, tt.want, tt.why)
		}
	}
}

func TestPlaces(t *testing.T) {
	set, err := invariant.Compile([]invariant.Invariant{{Name: "a", Rule: "x == y.z"}, {Name: "b", Schema: json.RawMessage(`true`)}, {Name: "c", Rule: "all(l, .x == x)"}, {Name: "d", InSource: true, Paths: []string{"l[].y"}}}, nil)
	require.NoError(t, err)
	assert.Equal(t, []invariant.Place{{Invariant: "a", Attribute: "x"}, {Invariant: "a", Attribute: "y.z"}, {Invariant: "c", Attribute: "l"}, {Invariant: "c", Attribute: "l[].x"}, {Invariant: "c", Attribute: "x"}, {Invariant: "d", Attribute: "l[].y"}}, set.Places())
	assert.Equal(t, []string{"a", "b", "c", "d"}, set.Names())
}
