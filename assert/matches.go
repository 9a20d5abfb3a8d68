package assert

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/go-cmp/cmp"
	testify "github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/spelling"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Matches asserts that a document passes under a spec: its verdict is Pass. The
// documents have the same forms as in [Field].
//
//	assert.Matches(t, answer, truth, eval.Spec{Fields: []eval.Field{
//		{Path: "number"},
//		{Path: "total", Match: compare.Numeric{Tolerance: 0.01}},
//	}})
//
// A field that both documents lack agrees. But Matches fails if the paths are probably mistyped: a document, or its Go
// type, has a similar name in place of a field, or the documents lack all fields of the spec. Fields that are Absent or
// Optional may be lacking.
//
// A failure lists the misses, and a diff of the two documents (-want +got) at the paths of the spec. The diff omits
// differences between values that agree by the spec's rule.
func Matches(t TestingT, got, want any, rule eval.Spec, msgAndArgs ...any) bool {
	helper(t)()
	g, w, result, ok := evaluate(t, got, want, rule, msgAndArgs)
	if !ok {
		return false
	}
	if !rule.OfType {
		if wrong := spelling.Mistyped(rule.Fields, spelling.SideOf(got, g), spelling.SideOf(want, w), false); len(wrong) > 0 {
			return testify.Fail(t, mistyped(wrong), msgAndArgs...)
		}
	}
	if result.Verdict == eval.Pass {
		return true
	}
	return testify.Fail(t, fmt.Sprintf("got does not match want: %s, score %.3f\n%s\ndiff (-want +got) of what the spec compares:\n%s",
		result.Reasoning, result.Score, misses(result), writeDiff(result)), msgAndArgs...)
}

// misses lists the fields that missed, each with its note.
func misses(result eval.Result) string {
	const most = 20
	var b strings.Builder
	b.WriteString("misses:")
	for i, miss := range result.Misses {
		if i == most {
			fmt.Fprintf(&b, "\n  … and %d more", len(result.Misses)-most)
			break
		}
		b.WriteString("\n  " + display(miss.String()))
		if miss.Note != "" {
			b.WriteString(": " + display(miss.Note))
		}
	}
	return b.String()
}

// writeDiff compares the leaves that the spec compares, by path.
func writeDiff(result eval.Result) string {
	got, want := map[string]any{}, map[string]any{}
	for _, f := range result.Fields {
		w, hasWant := scalar(f.Want)
		g, hasGot := scalar(f.Got)
		if f.Outcome == metrics.Match || f.Outcome == metrics.CorrectAbsence {
			g, hasGot = w, hasWant // they agree, even if their texts differ
		}
		if hasWant {
			want[f.Path] = w
		}
		if hasGot {
			got[f.Path] = g
		}
	}
	// go-cmp mixes two kinds of space, to keep programs from parsing its
	// output.
	return strings.ReplaceAll(cmp.Diff(want, got), "\u00a0", " ")
}

// scalar decodes a JSON text for the diff. Numbers stay exact.
func scalar(text json.RawMessage) (v any, ok bool) {
	if text == nil {
		return nil, false
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&v); err != nil {
		return string(text), true
	}
	return v, true
}
