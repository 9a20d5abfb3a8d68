package report_test

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// schema compiles schema.json with its formats asserted.
func schema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile("schema.json")
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	require.NoError(t, c.AddResource("schema.json", doc))
	compiled, err := c.Compile("schema.json")
	require.NoError(t, err)
	return compiled
}

// requireValid checks every line of an artifact.
func requireValid(t testing.TB, artifact []byte) {
	t.Helper()
	s := schema(t)
	for i, line := range bytes.Split(bytes.TrimSuffix(artifact, []byte("\n")), []byte("\n")) {
		record, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
		require.NoError(t, err, "line %d: %s", i+1, line)
		require.NoError(t, s.Validate(record), "line %d: %s", i+1, line)
	}
}

func TestSchemaRefusesWhatIsNoRecord(t *testing.T) {
	s := schema(t)
	for name, line := range map[string]string{
		"unknown type":              `{"type":"unicorn"}`,
		"case without status":       `{"type":"case","id":"a","trial":1}`,
		"trial 0":                   `{"type":"case","id":"a","trial":0,"status":"ok"}`,
		"score above 1":             `{"type":"case","id":"a","trial":1,"status":"ok","score":1.5}`,
		"undefined ratio as null":   `{"type":"case","id":"a","trial":1,"status":"ok","score":null}`,
		"skipped case with a score": `{"type":"case","id":"a","trial":1,"status":"skipped","score":0}`,
		"unknown key":               `{"type":"end","cases":1,"total":1}`,
		"another schema":            `{"type":"run","schema":"extracteval/v2","repetition":1,"start":"2026-11-21T10:00:00Z","versions":{}}`,
		"start is no time":          `{"type":"run","schema":"extracteval/v1","repetition":1,"start":"today","versions":{}}`,
	} {
		var record any
		require.NoError(t, json.Unmarshal([]byte(line), &record), name)
		assert.Error(t, s.Validate(record), name)
	}
}
