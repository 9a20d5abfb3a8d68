package evaltest

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/redact"
)

// The reasons of mistakes stand beside the numbers: why a judge gave no answer, which values
// an item without partner has, which page a box is on.
func TestWhatWentWrongIsSaidBesideTheNumbers(t *testing.T) {
	judge := compare.Semantic{Similarity: func(context.Context, string, string) (float64, error) {
		return 0, errors.New("the judge is overloaded")
	}}
	suite := Suite[string, string]{
		Cases: []Case[string]{{
			ID:    "a",
			Input: `{"menu":[{"name":"Soap","price":2},{"name":"Cake","price":3}],"stamp":{"bbox":[0,0,10,10],"page":2},"sign":[0,0,10,10],"summary":"x y"}`,
			Want:  `{"menu":[{"name":"Soup","price":4},{"name":"Cake","price":3}],"stamp":{"bbox":[0,0,10,10],"page":1},"sign":[5,0,15,10],"summary":"z"}`,
		}},
		Extract: echo,
		Spec: eval.Spec{Fields: []eval.Field{
			{Path: "summary", Match: judge},
			{Path: "menu", List: &eval.List{By: []string{"name"}}},
			{Path: "stamp", Match: compare.Box{}},
			{Path: "sign", Match: compare.Box{}},
		}},
		Gate: Gate{MicroF1: 0.9},
	}
	ok, printed := inner(t, "TestX", suite.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, `(partial): summary (errored): compare: semantic "": the judge is overloaded, menu[0] (missing), menu[0] (unexpected item), stamp, sign`+"\n")
	for _, line := range []string{
		`\n +summary \(errored\) +got "x y" +want "z"  \(compare: semantic "": the judge is overloaded\)\n`,
		`\n +menu\[0\] \(missing\) +got nothing +want {"name":"Soup","price":4}  \(got has no such item; nearest is item 0 of got, `,
		`\n +menu\[0\] \(unexpected item\) +got {"name":"Soap","price":2} +want nothing  \(the truth has no such item; nearest is item 0 of the truth, `,
		`\n +stamp .*  \(got on page 2, want on page 1\)\n`,
		`\n +sign +got \[0,0,10,10\] +want \[5,0,15,10\]  \(IoU 0\.333333, want at least 0\.5\)\n`,
	} {
		assert.Regexp(t, line, printed)
	}

	// Redacted values are not shown.
	suite.Redaction = Redaction{Mode: redact.Omit}
	_, printed = inner(t, "TestX", suite.Run)
	for _, text := range []string{"Soup", "Soap", "overloaded", "IoU", "nearest"} {
		assert.NotContains(t, printed, text)
	}
	assert.Regexp(t, `\n +menu\[0\] \(missing\) +got nothing +want \(redacted\)\n`, printed)
}
