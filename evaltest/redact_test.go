package evaltest

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/report"
)

// A suite without a spec knows what it compares when it has: then a rule that was
// for nothing fails it.
func TestRedactRuleThatHidNothing(t *testing.T) {
	suite := Suite[string, string]{
		Cases: []Case[string]{
			{ID: "a", Input: `{"iban":"DE1"}`, Want: `{"iban":"DE1"}`},
			{ID: "b", Input: `{"total":1}`, Want: `{"total":1}`},
		},
		Extract:     func(_ context.Context, in string) (string, error) { return in, nil },
		RedactPaths: map[string]report.Redact{"ibn": report.RedactOmit, "total": report.RedactHash},
	}
	passed, printed := inner(t, "TestX", suite.Run)
	assert.False(t, passed)
	assert.Contains(t, printed, `evaltest: data set "TestX": report: redaction rule "ibn": nothing that was compared is called that, so it has hidden nothing; attributes are "iban", "total"`)

	suite.RedactPaths = map[string]report.Redact{"iban": report.RedactOmit, "total": report.RedactHash}
	passed, printed = inner(t, "TestX", suite.Run)
	assert.True(t, passed, printed)
}

func TestRedactRuleOfAssertionsThatHidNothing(t *testing.T) {
	withMain(t)
	f := &fake{name: "TestAlone"}
	f.run(func() {
		FieldAccuracy(f, `{"iban":"DE1"}`, `{"iban":"DE1"}`, Config{RedactPaths: map[string]report.Redact{"ibn": report.RedactOmit}})
	})
	var out strings.Builder
	assert.Equal(t, 1, process.report(0, &out))
	assert.Contains(t, out.String(), `evaltest: data set "TestAlone": report: redaction rule "ibn": nothing that was compared is called that`)
}
