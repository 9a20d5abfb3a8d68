package invariant_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/invariant"
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
			got := set.Check(t.Context(), document.Value{}, "")
			assert.Equal(t, []invariant.Result{{Name: "one", State: tt.want, Note: tt.note}}, got)
		})
	}
}

func TestUnreadableAnswersBreakEveryInvariant(t *testing.T) {
	set, err := invariant.Compile([]invariant.Invariant{{Name: "one", Func: says(invariant.Holds, "", nil)}}, nil)
	require.NoError(t, err)
	got := set.Check(t.Context(), document.Value{}, "unexpected end of JSON")
	assert.Equal(t, []invariant.Result{{Name: "one", State: invariant.Broken, Note: "the answer could not be read: unexpected end of JSON"}}, got)
}

func TestCompileNamesAllMistakes(t *testing.T) {
	f := says(invariant.Holds, "", nil)
	_, err := invariant.Compile([]invariant.Invariant{{Name: "a", Func: f}, {Name: " ", Func: f}, {Name: "a", Func: f}, {Name: "b"}}, nil)
	assert.EqualError(t, err, `invariant 2 has no name; give it one, such as adds_up, for tables and gates
invariant "a": invariant 1 has this name, too; give each one of its own
invariant "b": it says nothing; give it a rule, a schema or, in Go, a Func`)
}
