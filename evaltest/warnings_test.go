package evaltest

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/redact"
)

// A key that the spec leaves out is said beside the numbers, which look well.
func TestTruthThatNoFieldComparesIsSaidOnce(t *testing.T) {
	suite := Suite[string, string]{
		Extract: echo,
		Cases:   []Case[string]{{ID: "a", Input: `{"n":1}`, Want: `{"n":1,"total":2}`}, {ID: "b", Input: `{"n":1}`, Want: `{"n":1,"total":3}`}},
		Spec:    eval.Spec{Fields: []eval.Field{{Path: "n"}}},
		Gate:    Gate{MacroF1: 0.9},
	}
	ok, printed := inner(t, "TestX", suite.Run)
	assert.True(t, ok)
	assert.Contains(t, printed, `warning: the truth has "total", which no field of the spec compares (2 cases)`+"\n")

	suite.Redaction.Mode = redact.Hash
	_, printed = inner(t, "TestX", suite.Run)
	assert.NotContains(t, printed, "warning:")
}

func TestRedactWithholdsWhatIsWrongWithTruths(t *testing.T) {
	type invoice struct {
		Total float64 `json:"total"`
	}
	write(t, map[string]string{"set.jsonl": `{"id":"a","input":"x","want":{"total":"SECRET"}}`})
	_, printed := inner(t, "TestX", Suite[string, invoice]{File: "set.jsonl", Extract: func(context.Context, string) (invoice, error) { return invoice{}, nil }, Redaction: Redaction{Mode: redact.Omit}}.Run)
	assert.Contains(t, printed, `set.jsonl:1: id "a": want: it does not fit evaltest.invoice; the mistake is withheld, since values are redacted`)
	assert.NotContains(t, printed, "SECRET")
}

// So it is beside the numbers that Main prints.
func TestMainSaysWarnings(t *testing.T) {
	withMain(t)
	f := &fake{name: "TestX"}
	f.run(func() {
		FieldAccuracy(f, `{"n":1}`, `{"n":1,"total":2}`, Config{Spec: eval.Spec{Fields: []eval.Field{{Path: "n"}}}})
	})
	var out strings.Builder
	process.report(1, &out)
	assert.Contains(t, out.String(), "\n"+`warning: the truth has "total", which no field of the spec compares`+"\n")
}

// unreadable cannot be marshalled, and quotes why.
type unreadable struct{}

func (unreadable) MarshalJSON() ([]byte, error) { return nil, errors.New("SECRET") }

// The error of an answer that cannot be marshalled may quote the answer.
func TestRedactWithholdsWhyAnAnswerCannotBeRead(t *testing.T) {
	dir := withMain(t)
	suite := Suite[string, unreadable]{
		Extract:   func(context.Context, string) (unreadable, error) { return unreadable{}, nil },
		Cases:     []Case[string]{{ID: "a", Want: `{"total":4711,"iban":"x"}`}},
		Redaction: Redaction{Paths: map[string]redact.Mode{"iban": redact.Omit}}, Spec: eval.Spec{Fields: []eval.Field{{Path: "total"}, {Path: "iban"}}},
	}
	_, printed := inner(t, "TestX", suite.Run)
	assert.Contains(t, printed, "the answer cannot be read\n")
	assert.Contains(t, printed, "total: missing: got nothing, want 4711\n")
	assert.Contains(t, printed, "iban: missing: got nothing, want (redacted)\n")
	_, written := readArtifact(t, dir)
	assert.NotContains(t, printed+written, "SECRET")
	// The kind of an answer quotes nothing of it.
	_, printed = inner(t, "TestX", Suite[string, any]{
		Extract:   func(context.Context, string) (any, error) { return []string{"SECRET"}, nil },
		Cases:     suite.Cases,
		Redaction: suite.Redaction, Spec: suite.Spec,
	}.Run)
	assert.Contains(t, printed, "the answer is of another kind\n")
	assert.NotContains(t, printed, "SECRET")
}
