package assert

import (
	"context"
	"encoding/json"
	"fmt"

	testify "github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// TestingT is the part of a test that assertions need: testify's interface,
// which [*testing.T] implements.
type TestingT = testify.TestingT

// Fuzzy asserts that two texts are similar enough under rule:
//
//	assert.Fuzzy(t, got.Vendor, "Acme Corp", compare.Fuzzy{Threshold: 0.9})
//
// A string is compared as text. A [json.RawMessage], a []byte and a [document.Value] are JSON. Every other value is
// marshalled with encoding/json. An empty value equals only another empty value: nil, a nil pointer, null, a text without
// visible characters, N/A, n/a, #N/A and, in [Numeric] and [Date], a single dash. An invalid rule also fails the test.
func Fuzzy(t TestingT, got, want any, rule compare.Fuzzy, msgAndArgs ...any) bool {
	helper(t)()
	return value(t, got, want, rule, msgAndArgs)
}

// Numeric asserts that two numbers are close enough under rule. Values are read
// as by [Fuzzy], so that a float64 can be compared with the text of a document:
//
//	assert.Numeric(t, "1.889,00 €", 1889, compare.Numeric{Tolerance: 0.01})
func Numeric(t TestingT, got, want any, rule compare.Numeric, msgAndArgs ...any) bool {
	helper(t)()
	return value(t, got, want, rule, msgAndArgs)
}

// Date asserts that two dates are the same day, or agree as rule says. Values are
// read as by [Fuzzy], and a [time.Time] is its RFC 3339 text:
//
//	assert.Date(t, "01.03.2024", "2024-03-01", compare.Date{})
func Date(t TestingT, got, want any, rule compare.Date, msgAndArgs ...any) bool {
	helper(t)()
	return value(t, got, want, rule, msgAndArgs)
}

// helper returns t.Helper, or a function that does nothing. Each function calls the result itself, since testing marks
// the function that calls Helper.
func helper(t TestingT) func() {
	if h, ok := t.(interface{ Helper() }); ok {
		return h.Helper
	}
	return func() {}
}

func value(t TestingT, got, want any, rule compare.Comparator, msgAndArgs []any) bool {
	helper(t)()
	prepared, err := compare.Prepare(rule)
	if err != nil {
		return testify.Fail(t, "assert: the rule is invalid: "+err.Error(), msgAndArgs...)
	}
	w, err := readValue(want)
	if err != nil {
		return testify.Fail(t, "assert: want cannot be read: "+err.Error(), msgAndArgs...)
	}
	g, err := readValue(got)
	if err != nil {
		return testify.Fail(t, "assert: got cannot be read: "+err.Error(), msgAndArgs...)
	}
	absent := paths.AbsentWordsOf(rule, nil)
	switch noGot, noWant := absent.Empty(g), absent.Empty(w); {
	case noGot && noWant:
		return true
	case noGot:
		return testify.Fail(t, mismatch("got has no value", g, w, rule), msgAndArgs...)
	case noWant:
		return testify.Fail(t, mismatch("want has no value", g, w, rule), msgAndArgs...)
	}
	c, err := prepared.Compare(context.Background(), g, w)
	switch {
	case err != nil:
		return testify.Fail(t, "assert: the rule could not judge: "+err.Error(), msgAndArgs...)
	case c.Match:
		return true
	case c.Note == "" && c.Similarity > 0:
		c.Note = fmt.Sprintf("similarity %.3f", c.Similarity)
	case c.Note == "":
		c.Note = "it is another value"
	}
	return testify.Fail(t, mismatch(c.Note, g, w, rule), msgAndArgs...)
}

// readValue converts got or want. A string is plain text here; in [Field] and [Matches] it is JSON.
func readValue(v any) (document.Value, error) {
	if s, ok := v.(string); ok {
		text, err := json.Marshal(s)
		if err != nil {
			return document.Value{}, err
		}
		v = json.RawMessage(text)
	}
	return document.Of(v)
}
