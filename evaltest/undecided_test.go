package evaltest

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// A misspelt name in a rule of a Go spec, wherever answers come from: before the first case where
// the truths or the type of the answers say it, at the end where only the answers do. A
// name that only answers have is not a mistake once they are known.
func TestMisspeltRules(t *testing.T) {
	type invoice struct {
		Total float64 `json:"total"`
		Net   float64 `json:"net"`
		Sure  float64 `json:"sure"`
	}
	const answer, truth = `{"total":2,"net":1,"sure":1}`, `{"total":2,"net":1}`
	spec := func(rule string) eval.Spec {
		return eval.Spec{Fields: []eval.Field{{Path: "total"}, {Path: "net"}}, Invariants: []eval.Invariant{{Name: "r", Rule: rule}}}
	}
	asked := false
	typed := func(context.Context, string) (invoice, error) { asked = true; return invoice{2, 1, 1}, nil }
	text := func(context.Context, string) (string, error) { asked = true; return answer, nil }
	cases := []Case[string]{{ID: "a", Want: truth}}
	stream := func(yield func(Case[string], error) bool) { yield(cases[0], nil) }
	for _, tt := range []struct {
		name   string
		test   func(rule string) func(t *testing.T)
		rule   string
		before bool // it is told before the extractor is asked
		want   string
	}{
		{"truths", func(rule string) func(t *testing.T) {
			return Suite[string, string]{Cases: cases, Extract: text, Spec: spec(rule)}.Run
		}, "totl == 2", true, `evaltest: TestX: the invariant "r" names "totl", which neither the spec nor any truth has; did you mean "total"? (mark the invariant Optional: true if only answers have it)`},
		{"truths, and nothing similar", func(rule string) func(t *testing.T) {
			return Suite[string, string]{Cases: cases, Extract: text, Spec: spec(rule)}.Run
		}, "sure == 1", true, `evaltest: TestX: the invariant "r" names "sure", which neither the spec nor any truth has (mark the invariant Optional: true if only answers have it)`},
		{"a key of answers alone, of an optional invariant", func(rule string) func(t *testing.T) {
			s := spec(rule)
			s.Invariants[0].Optional = true
			return Suite[string, string]{Cases: cases, Extract: text, Spec: s}.Run
		}, "sure == 1", false, ""},
		{"the type of the answers", func(rule string) func(t *testing.T) {
			return Suite[string, invoice]{Cases: cases, Extract: typed, Spec: spec(rule)}.Run
		}, "gross == 2", true, `evaltest: TestX: the invariant "r" names "gross", which the type of the answers does not have`},
		{"a key of the type alone", func(rule string) func(t *testing.T) {
			return Suite[string, invoice]{Cases: cases, Extract: typed, Spec: spec(rule)}.Run
		}, "sure == 1", false, ""},
		{"tags", func(rule string) func(t *testing.T) {
			return Suite[string, invoice]{Cases: cases, Extract: typed, Spec: eval.Spec{Invariants: spec(rule).Invariants}}.Run
		}, "totl == 2", true, `the invariant "r" names "totl", which the type of the answers does not have; did you mean "total"?`},
		{"an iterator", func(rule string) func(t *testing.T) {
			return Suite[string, string]{Source: stream, Extract: text, Spec: spec(rule)}.Run
		}, "totl == 2", false, `the numbers mean nothing: the invariant "r" names "totl", which neither the spec nor any truth has; did you mean "total"? (mark the invariant Optional: true if only answers have it)`},
		{"an iterator with a gate", func(rule string) func(t *testing.T) {
			return Suite[string, string]{Source: stream, Extract: text, Spec: spec(rule), Gate: gate90}.Run
		}, "totl == 2", false, `gate not evaluable: the invariant "r" names "totl", which neither the spec nor any truth has; did you mean "total"? (mark the invariant Optional: true if only answers have it)`},
		{"a key of answers alone, in an iterator", func(rule string) func(t *testing.T) {
			return Suite[string, string]{Source: stream, Extract: text, Spec: spec(rule)}.Run
		}, "sure == 1", false, `the invariant "r" names "sure", which neither the spec nor any truth has (mark the invariant Optional: true if only answers have it)`},
		{"a table", func(rule string) func(t *testing.T) {
			return func(t *testing.T) {
				asked = true
				c := Collect(t, Config{Spec: spec(rule), Gate: gate90, Cases: 1})
				t.Run("case", func(t *testing.T) { t.Run("a", func(t *testing.T) { c.FieldAccuracy(t, answer, truth) }) })
				t.Run("gate", c.Gate)
			}
		}, "totl == 2", false, `gate not evaluable: the invariant "r" names "totl", which neither the spec nor any truth has; did you mean "total"? (mark the invariant Optional: true if only answers have it)`},
		{"a key of answers alone, in a table", func(rule string) func(t *testing.T) {
			return func(t *testing.T) {
				asked = true
				c := Collect(t, Config{Spec: spec(rule), Gate: gate90, Cases: 1})
				t.Run("case", func(t *testing.T) { t.Run("a", func(t *testing.T) { c.FieldAccuracy(t, answer, truth) }) })
				t.Run("gate", c.Gate)
			}
		}, "sure == 1", false, `the invariant "r" names "sure", which neither the spec nor any truth has (mark the invariant Optional: true if only answers have it)`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			withMain(t)
			asked = false
			ok, printed := inner(t, "TestX", tt.test(tt.rule))
			assert.Equal(t, tt.want == "", ok, printed)
			assert.Contains(t, printed, tt.want)
			assert.Equal(t, !tt.before, asked)
		})
	}
}

// The data set that assertions share is judged with the package: one whose rule applied nowhere is
// not ok, unless somebody chose a part of the tests.
func TestRulesOfAssertionsThatApplyToNothing(t *testing.T) {
	cfg := Config{Dataset: "set", Spec: eval.Spec{Fields: []eval.Field{{Path: "a"}}, Invariants: []eval.Invariant{{Name: "r", Rule: "gross == net"}}}}
	for _, optional := range []bool{false, true} {
		dir := withMain(t)
		cfg.Spec.Invariants[0].Optional = optional
		code, told := 0, ""
		inner(t, "TestX", func(t *testing.T) { // with the flags of the inner test
			FieldAccuracy(t, `{"a":1}`, `{"a":1}`, cfg)
			var out strings.Builder
			code = process.report(0, &out)
			told = out.String()
		})
		assert.Equal(t, !optional, code == 1)
		assert.Equal(t, !optional, strings.Contains(told, `evaltest: data set "set": not evaluable: the invariant "r" applied to none of 1 case; `), told)
		for _, r := range recordsOf(t, dir) {
			if d, ok := r.(*report.Dataset); ok {
				assert.Equal(t, optional, len(d.OptionalInvariants) == 1)
			}
		}
	}
}

// An invariant of a struct's tags may be optional, too.
func TestOptionalRuleOfATag(t *testing.T) {
	type invoice struct {
		_      struct{} `invariant:"refund" rule:"credit < 0" optional:"true"`
		_      struct{} `invariant:"sum" rule:"total > 0"`
		Total  float64  `json:"total"`
		Credit *float64 `json:"credit"`
	}
	spec, err := eval.SpecOf[invoice]()
	require.NoError(t, err)
	assert.True(t, spec.Invariants[0].Optional)
	assert.False(t, spec.Invariants[1].Optional)
	type wrong struct {
		_     struct{} `invariant:"refund" rule:"total < 0" optional:"yes"`
		Total float64  `json:"total"`
	}
	_, err = eval.SpecOf[wrong]()
	assert.EqualError(t, err, `eval: wrong: invariant "refund": optional: got "yes", want "true", or leave it out`)
}
