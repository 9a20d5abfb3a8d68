package report_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/testdata/reporttest"
)

func TestSchemaRefusesWhatIsNoRecord(t *testing.T) {
	s := reporttest.Schema(t)
	for name, line := range map[string]string{
		"unknown type":              `{"type":"unicorn"}`,
		"case without status":       `{"type":"case","id":"a","trial":1}`,
		"trial 0":                   `{"type":"case","id":"a","trial":0,"status":"ok"}`,
		"score above 1":             `{"type":"case","id":"a","trial":1,"status":"ok","score":1.5}`,
		"undefined ratio as null":   `{"type":"case","id":"a","trial":1,"status":"ok","score":null}`,
		"skipped case with a score": `{"type":"case","id":"a","trial":1,"status":"skipped","score":0}`,
		"unknown key":               `{"type":"end","cases":1,"total":1}`,
		"another schema":            `{"type":"run","schema":"extracteval/v2","repetition":1,"start":"2026-11-21T10:00:00Z","versions":{}}`,
		"start is not a time":       `{"type":"run","schema":"extracteval/v1","repetition":1,"start":"today","versions":{}}`,
	} {
		var record any
		require.NoError(t, json.Unmarshal([]byte(line), &record), name)
		assert.Error(t, s.Validate(record), name)
	}
}
