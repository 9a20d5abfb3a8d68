package redact_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/redact"
)

// A redacted record keeps the tags of package eval and of all comparators, and no other.
func TestKnownTagsStay(t *testing.T) {
	count := 0
	for _, file := range []string{"../../metrics/compare/compare.go", "../../metrics/eval/internal/reading/tags.go"} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, tag := range regexp.MustCompile(`(?m)^\t[tT]ag\w+ += "(.*?)"`).FindAllStringSubmatch(string(text), -1) {
			count++
			assert.Equal(t, tag[1], keptTag(tag[1]), file)
		}
	}
	assert.Greater(t, count, 20)
	assert.Empty(t, keptTag("a tag of yours"))
}

// keptTag returns the tag of a redacted leaf as a record keeps it.
func keptTag(tag string) string {
	r := redact.Redaction{Paths: map[string]redact.Mode{"iban": redact.Omit}}
	fields, _ := r.Leaves(&eval.Result{Fields: []eval.FieldResult{{Path: "iban", Attribute: "iban", Outcome: metrics.Wrong, Tag: tag}}}, nil)
	return fields[0].Tag
}
