package evaltest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/redact"
)

// A suite without a spec knows its fields at its end. A redaction rule that matched none of
// them then fails the suite.
func TestRedactRuleThatHidNothing(t *testing.T) {
	suite := Suite[string, string]{
		Cases: []Case[string]{
			{ID: "a", Input: `{"iban":"DE1"}`, Want: `{"iban":"DE1"}`},
			{ID: "b", Input: `{"total":1}`, Want: `{"total":1}`},
		},
		Extract:   func(_ context.Context, in string) (string, error) { return in, nil },
		Redaction: Redaction{Paths: map[string]redact.Mode{"ibn": redact.Omit, "total": redact.Hash}},
	}
	passed, printed := inner(t, "TestX", suite.Run)
	assert.False(t, passed)
	assert.Contains(t, printed, `evaltest: data set "TestX": redaction rule "ibn": it matches no truth, answer or field of the spec, so it has hidden nothing; attributes are "iban", "total"`)

	suite.Redaction.Paths = map[string]redact.Mode{"iban": redact.Omit, "total": redact.Hash}
	passed, printed = inner(t, "TestX", suite.Run)
	assert.True(t, passed, printed)
}

// A rule for a key that the truths lack is not a mistake: an extractor may return that key.
func TestARedactionRuleForWhatOnlyAnswersHaveIsRefused(t *testing.T) {
	suite := Suite[string, string]{
		Cases: []Case[string]{
			{ID: "a", Input: `{"total":1,"lines":[{"sku":"x"},{"iban":"SECRET-1"}],"ssn":null}`, Want: `{"total":1}`},
			{ID: "b", Input: `{"total":2}`, Want: `{"total":2,"vendor":{}}`},
		},
		Extract:   func(_ context.Context, in string) (string, error) { return in, nil },
		Gate:      Gate{MacroF1: 0.9},
		Redaction: Redaction{Paths: map[string]redact.Mode{"lines[].iban": redact.Omit, "ssn": redact.Hash, "vendor": redact.Omit}},
	}
	passed, printed := inner(t, "TestX", suite.Run)
	assert.True(t, passed, printed)
	for _, slip := range []string{"lines[].ibn", "lines.iban", "Ssn", "vendr"} {
		suite.Redaction.Paths = map[string]redact.Mode{slip: redact.Omit}
		passed, printed = inner(t, "TestX", suite.Run)
		assert.False(t, passed, slip)
		assert.Contains(t, printed, `redaction rule "`+slip+`": it matches no truth, answer or field of the spec, so it has hidden nothing`)
	}
}

// With a key, equal values have equal hashes in every run.
func TestRedactKey(t *testing.T) {
	hashes := func(key string) string {
		dir := t.TempDir()
		t.Setenv("EVALTEST_DIR", dir)
		t.Setenv("EVALTEST_REDACT_KEY", key)
		inner(t, "TestX", Suite[string, string]{
			Cases:     []Case[string]{{ID: "a", Input: `{"iban":"DE1"}`, Want: `{"iban":"DE1"}`}},
			Extract:   func(_ context.Context, in string) (string, error) { return in, nil },
			Redaction: Redaction{Mode: redact.Hash},
		}.Run)
		files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
		require.NoError(t, err)
		require.Len(t, files, 1)
		text, err := os.ReadFile(files[0])
		require.NoError(t, err)
		return regexp.MustCompile(`"got":"hmac:[0-9a-f]{16}"`).FindString(string(text))
	}
	// printf '"DE1"' | openssl dgst -sha256 -hmac secret
	assert.Equal(t, `"got":"hmac:877e4d09432b3731"`, hashes("secret"))
	assert.NotEqual(t, hashes("secret"), hashes("another"))
}

func TestRedactRuleOfAssertionsThatHidNothing(t *testing.T) {
	withMain(t)
	f := &fake{name: "TestAlone"}
	f.run(func() {
		FieldAccuracy(f, `{"iban":"DE1"}`, `{"iban":"DE1"}`, Config{Redaction: Redaction{Paths: map[string]redact.Mode{"ibn": redact.Omit}}})
	})
	var out strings.Builder
	assert.Equal(t, 1, process.report(0, &out))
	assert.Contains(t, out.String(), `evaltest: data set "TestAlone": redaction rule "ibn": it matches no truth, answer or field of the spec`)
}

// A rule may match nothing in one shard: only all shards together show whether it is a mistake.
// In a shard that has the value, the value stays hidden.
func TestRedactionRulesOnShards(t *testing.T) {
	suite := Suite[string, string]{
		Extract:   func(_ context.Context, in string) (string, error) { return in, nil },
		Redaction: Redaction{Paths: map[string]redact.Mode{"iban": redact.Omit}},
	}
	for i := range 8 { // one has an IBAN
		answer := `{"total":1}`
		if i == 3 {
			answer = `{"iban":"SECRET-1"}`
		}
		suite.Cases = append(suite.Cases, Case[string]{ID: fmt.Sprint("c", i), Input: answer, Want: answer})
	}
	run := func(shard string) (dir string, ok bool, printed string) {
		dir = withMain(t)
		t.Setenv("EVALTEST_SHARD", shard)
		ok, printed = inner(t, "TestX", suite.Run)
		return dir, ok, printed
	}
	with := 0
	for i := range 4 {
		dir, ok, printed := run(fmt.Sprintf("%d/4", i+1))
		assert.True(t, ok, printed)
		_, text := readArtifact(t, dir)
		assert.NotContains(t, text, "SECRET")
		with += strings.Count(text, `"attribute":"iban"`)
	}
	assert.Positive(t, with, "a shard has it")
	suite.Redaction.Paths = map[string]redact.Mode{"ibn": redact.Omit}
	_, ok, printed := run("1/4")
	assert.True(t, ok, printed)
	_, ok, printed = run("")
	assert.False(t, ok)
	assert.Contains(t, printed, `redaction rule "ibn": it matches no truth, answer or field of the spec`)
}
