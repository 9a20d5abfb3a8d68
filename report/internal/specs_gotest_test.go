package internal_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/internal/specs"
)

func TestWriteTest(t *testing.T) {
	var b strings.Builder
	require.NoError(t, specs.Test{Package: "invoices_test", Dataset: "line-items.2024", File: "testdata/a\"b.jsonl", Spec: "a.yaml", Text: true}.Write(&b))
	assert.Equal(t, `package invoices_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
)

func TestLineItems2024(t *testing.T) {
	evaltest.Suite[string, json.RawMessage]{
		File:    "testdata/a\"b.jsonl",
		Spec:    evaltest.SpecFile(t, "a.yaml"),
		Extract: extractLineItems2024,
		// The gate fails if the extractor is worse than when this file was written, which
		// EVALTEST_UPDATE=baseline go test does.
		Gate: evaltest.Gate{NoWorseThan: "testdata/line-items_2024-580625cc.baseline.jsonl"},
	}.Run(t)
}

// extractLineItems2024 hands the input of one document to your extractor, and returns its
// answer as JSON.
func extractLineItems2024(ctx context.Context, input string) (json.RawMessage, error) {
	return nil, errors.New("extractLineItems2024 does not call an extractor yet")
}
`, b.String())
}

// A suite over data of which some have no truth would not run without PartlyLabelled.
func TestWriteTestPartlyLabelled(t *testing.T) {
	var b strings.Builder
	require.NoError(t, specs.Test{Package: "a_test", Dataset: "a", File: "a.jsonl", Spec: "a.yaml", PartlyLabelled: true}.Write(&b))
	assert.Contains(t, b.String(), `
		File:           "a.jsonl",
		Spec:           evaltest.SpecFile(t, "a.yaml"),
		Extract:        extractA,
		PartlyLabelled: true, // cases without a truth run on the invariants alone
		// The gate fails`)
}

func TestPackageName(t *testing.T) {
	for folder, want := range map[string]string{
		"invoices": "invoices", "Line-Items 2": "lineitems2", "2024": "documents", "go": "documents", "発票": "documents", "main": "documents", "func": "documents", "_x": "x",
	} {
		assert.Equal(t, want, specs.PackageName(folder), folder)
	}
}
