package evaltest

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/redact"
)

// An assertion that names the data set of a collector, and nothing else, has its rules: each of
// them alone, as a rule that were not handed on would be another one.
func TestAnAssertionInheritsTheRulesOfItsCollector(t *testing.T) {
	const one = `{"a":1,"b":"x"}`
	for name, cfg := range map[string]Config{
		"policy":         {Policy: metrics.WrongFP},
		"skip undefined": {SkipUndefined: true},
		"mode":           {Redaction: Redaction{Mode: redact.Omit}},
		"paths":          {Redaction: Redaction{Paths: map[string]redact.Mode{"a": redact.Omit}}},
		"key":            {Redaction: Redaction{Mode: redact.Hash, Key: []byte("secret")}},
		"gate":           {Gate: Gate{MicroF1: 0.5}, Cases: 1},
		"spec":           {Spec: eval.Spec{Fields: []eval.Field{{Path: "a"}}}},
	} {
		t.Run(name, func(t *testing.T) {
			withMain(t)
			cfg.Dataset = "set"
			ok, printed := inner(t, "TestX", func(t *testing.T) {
				c := Collect(t, cfg)
				t.Run("case", func(t *testing.T) { FieldAccuracy(t, one, one, Config{Dataset: "set"}) })
				if !cfg.Gate.IsZero() {
					t.Run("gate", c.Gate)
				}
			})
			assert.True(t, ok, printed)
		})
	}
	for name, cfg := range map[string]Config{
		"SkipUndefined": {Dataset: "set", SkipUndefined: true},
		"Redaction":     {Dataset: "set", Redaction: Redaction{Key: []byte("another")}},
	} {
		withMain(t)
		f := &fake{name: "TestX"}
		assert.Contains(t, f.run(func() {
			Collect(f, Config{Dataset: "set", Redaction: Redaction{Key: []byte("secret")}})
			FieldAccuracy(f, one, one, cfg)
		}), `data set "set" has another `+name+` already; one data set has one`)
	}
}

// The hashes of an assertion are by the key of its collector, also where the environment has
// another one.
func TestAnAssertionHashesByTheKeyOfItsCollector(t *testing.T) {
	dir := withMain(t)
	t.Setenv("EVALTEST_REDACT_KEY", "another")
	ok, printed := inner(t, "TestX", func(t *testing.T) {
		Collect(t, Config{Dataset: "set", Redaction: Redaction{Mode: redact.Hash, Key: []byte("secret")}})
		t.Run("case", func(t *testing.T) { FieldAccuracy(t, `{"iban":"DE1"}`, `{"iban":"DE1"}`, Config{Dataset: "set"}) })
	})
	require.True(t, ok, printed)
	_, text := readArtifact(t, dir)
	// printf '"DE1"' | openssl dgst -sha256 -hmac secret
	assert.Equal(t, `"got":"hmac:877e4d09432b3731"`, regexp.MustCompile(`"got":"hmac:[0-9a-f]{16}"`).FindString(text))
}

// Of two fields one is always right and one never: the macro average is 1/2, and 1 without those
// that are undefined. A suite, a table and an assertion record by which rule it was made.
func TestSkipUndefinedIsOfTheDataset(t *testing.T) {
	const got, want = `{"a":1,"b":"x"}`, `{"a":1,"b":"y"}`
	for _, skip := range []bool{false, true} {
		macro := 0.5
		if skip {
			macro = 1
		}
		gate := Gate{MacroF1: 0.9}
		for name, test := range map[string]func(*testing.T){
			"suite": Suite[string, string]{Cases: []Case[string]{{ID: "a", Input: got, Want: want}}, Extract: echo, Gate: gate, SkipUndefined: skip}.Run,
			"table": func(t *testing.T) {
				c := Collect(t, Config{Gate: gate, Cases: 1, SkipUndefined: skip})
				t.Run("case", func(t *testing.T) { c.FieldAccuracy(t, got, want) })
				t.Run("gate", c.Gate)
			},
		} {
			dir := withMain(t)
			ok, printed := inner(t, "TestX", test)
			assert.Equal(t, skip, ok, "%s: %s", name, printed)
			for _, r := range recordsOf(t, dir) {
				switch r := r.(type) {
				case *report.Dataset:
					assert.Equal(t, skip, r.SkipUndefined, name)
				case *report.Summary:
					assert.Equal(t, skip, r.SkipUndefined, name)
					assert.Equal(t, report.RatioOf(macro, true), r.Number("macro F1").Value, name)
				}
			}
		}
	}
}
