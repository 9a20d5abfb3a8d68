package assert

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	testify "github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/spelling"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// mismatch returns the text of a failure: the reason, both values and the rule.
func mismatch(reason string, got, want document.Value, rule compare.Comparator) string {
	shown := words.Excerpts(maxShown, utf8.RuneCountInString, words.Unescape(got.RawText()), words.Unescape(want.RawText()))
	return "got does not match want: " + reason +
		"\ngot:  " + display(shown[0].String()) +
		"\nwant: " + display(shown[1].String()) +
		"\nrule: " + describe(rule)
}

func describe(rule compare.Comparator) string {
	name, options, err := compare.Describe(rule)
	switch {
	case err != nil:
		return compare.Name(rule)
	case string(options) == "{}":
		return name
	}
	return name + " " + words.Unescape(string(options))
}

// maxShown is the number of characters of one text that a failure shows.
const maxShown = 500

// display shortens a text of a document for a failure, and replaces characters that are not printable, since they could
// control a terminal.
func display(text string) string {
	if text == "" {
		return "(missing)"
	}
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, words.Excerpt(text, maxShown))
}

// Field asserts that two documents agree on one field:
//
//	assert.Field(t, answer, truth, eval.Field{Path: "vendor.name", Match: compare.Fuzzy{}})
//
// The documents are evaluated by a spec with this one field. A value that is missing, null or blank on both sides
// agrees, and so does an optional value that got lacks. But Field fails if neither document has the path, nor the Go
// type of one: the path is probably mistyped. A document with a null there has the path. A rule that is Absent or
// Optional does not fail for this reason. So does such a path of the items of a list or map. A field may be a list, set
// or map. Field ignores rule.Unscored. Documents have the forms that [eval.Evaluator.Evaluate] accepts: JSON text
// (string, []byte, [json.RawMessage]), a [document.Value], or a Go value, which is marshalled.
func Field(t TestingT, got, want any, rule eval.Field, msgAndArgs ...any) bool {
	helper(t)()
	rule.Unscored = false // an unscored field would always pass
	g, w, result, ok := evaluate(t, got, want, eval.Spec{Fields: []eval.Field{rule}}, msgAndArgs)
	if !ok {
		return false
	}
	if wrong := spelling.Nowhere([]eval.Field{rule}, spelling.SideOf(got, g), spelling.SideOf(want, w)); len(wrong) > 0 {
		return testify.Fail(t, mistyped(wrong), msgAndArgs...)
	}
	if len(result.Misses) == 0 {
		return true
	}
	if rule.List == nil && rule.Set == nil && rule.Map == nil {
		wantPath := cmp.Or(rule.WantPath, rule.Path)
		miss := result.Misses[0].String()
		if note := result.Misses[0].Note; note != "" {
			miss += ": " + note
		}
		return testify.Fail(t, mismatch(miss, g.Get(rule.Path), w.Get(wantPath), rule.Match), msgAndArgs...)
	}
	return testify.Fail(t, fmt.Sprintf("got does not match want on %s\n%s", rule.Path, misses(result)), msgAndArgs...)
}

// mistyped returns the text of a failure over fields that lead nowhere.
func mistyped(sentences []string) string { return "assert: " + display(strings.Join(sentences, "\n")) }

// evaluate evaluates two documents. If that is impossible, it fails the test and
// returns false.
func evaluate(t TestingT, got, want any, spec eval.Spec, msgAndArgs []any) (g, w document.Value, result eval.Result, ok bool) {
	helper(t)()
	evaluator, err := spec.Compile()
	if err != nil {
		return g, w, result, testify.Fail(t, "assert: the rule is invalid: "+err.Error(), msgAndArgs...)
	}
	result, err = evaluator.Evaluate(context.Background(), got, want)
	if err != nil {
		return g, w, result, testify.Fail(t, "assert: "+err.Error(), msgAndArgs...)
	}
	w, err = document.Of(want)
	if err != nil {
		return g, w, result, testify.Fail(t, "assert: want cannot be read: "+err.Error(), msgAndArgs...)
	}
	g, err = document.Of(got)
	if err != nil && !spec.Lenient {
		return g, w, result, testify.Fail(t, "assert: got cannot be read: "+err.Error(), msgAndArgs...)
	}
	return g, w, result, true
}
