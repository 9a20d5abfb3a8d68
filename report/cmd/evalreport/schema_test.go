package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
)

// TestArtifactsAreOfTheSchema checks the output of score and merge against schema.json.
func TestArtifactsAreOfTheSchema(t *testing.T) {
	text, err := os.ReadFile("../../schema.json")
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	require.NoError(t, compiler.AddResource("schema.json", doc))
	schema, err := compiler.Compile("schema.json")
	require.NoError(t, err)

	dir := t.TempDir()
	merged := filepath.Join(dir, "merged.jsonl")
	for _, args := range [][]string{
		{"score", "-macro-f1", ".5", "-dir", dir, "-spec", "testdata/spec.yaml", "testdata/want.jsonl", "testdata/got.jsonl"},
		{"merge", "-o", merged, filepath.Join(dir, "want.got.jsonl"), "testdata/new"},
	} {
		var errs bytes.Buffer
		require.Equal(t, exitOK, run(t.Context(), nil, io.Discard, &errs, args), "%s", &errs)
	}
	artifact, err := os.ReadFile(merged)
	require.NoError(t, err)
	lines := bytes.Split(bytes.TrimSpace(artifact), []byte("\n"))
	require.Len(t, lines, 2*(8+5), "two data sets of 8 cases, each with a gate")
	for _, line := range lines {
		record, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
		require.NoError(t, err)
		require.NoError(t, schema.Validate(record), "%s", line)
	}
}
