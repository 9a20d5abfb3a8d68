package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A number in the summary of a run, of a name that no code knows, stands in every output, and limits can be on it: nothing
// has to be written for it.
func TestANumberAppearsEverywhere(t *testing.T) {
	type number = map[string]any
	dir := t.TempDir()
	// with copies a run of testdata, whose summary gets two more numbers.
	with := func(from, to string, added ...number) string {
		text, err := os.ReadFile(filepath.Join("testdata", from, "example.com__service.invoices.jsonl"))
		require.NoError(t, err)
		var lines []byte
		for line := range bytes.Lines(text) {
			var record map[string]any
			require.NoError(t, json.Unmarshal(line, &record))
			if record["type"] == "summary" {
				for _, n := range added {
					record["numbers"] = append(record["numbers"].([]any), n)
				}
			}
			changed, err := json.Marshal(record)
			require.NoError(t, err)
			lines = append(append(lines, changed...), '\n')
		}
		name := filepath.Join(dir, to)
		require.NoError(t, os.MkdirAll(name, 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(name, "example.com__service.invoices.jsonl"), lines, 0o644))
		return name
	}
	numbers := func(zeal, cer float64) []number {
		return []number{
			{"name": "zeal", "value": zeal, "min": zeal - 0.0625, "max": zeal + 0.0625, "over_trials": true},
			{"name": "CER of total", "kind": "field", "value": cer, "over_trials": true, "better": "less"},
		}
	}
	old, now := with("old", "old", numbers(0.875, 0.125)...), with("new", "new", numbers(0.6875, 0.3125)...)
	call := func(code int, args ...string) string {
		t.Helper()
		var stdout, stderr bytes.Buffer
		require.Equal(t, code, run(t.Context(), strings.NewReader(""), &stdout, &stderr, args), "%s\n%s", stdout.String(), stderr.String())
		return stdout.String()
	}
	merged := filepath.Join(dir, "merged.jsonl")
	call(0, "export", "-merged", "-o", merged, now)
	joined, err := os.ReadFile(merged)
	require.NoError(t, err)

	limits := filepath.Join(dir, "limits.yaml")
	require.NoError(t, os.WriteFile(limits, []byte("invoices:\n  limits:\n    - {metric: zeal, is: at_least, value: 0.75}\n    - {metric: CER of total, is: at_most, value: 0.25}\n"), 0o644))
	kept := call(0, "check", "-gate", limits, old)
	broken := call(1, "check", "-gate", limits, now)
	assert.Contains(t, broken, "zeal 0.688 is below 0.750")
	assert.Contains(t, broken, "CER of total 0.312 is above 0.250")
	assert.NotContains(t, kept, "is below")

	for name, output := range map[string]string{
		"show":     call(0, "show", now),
		"markdown": call(0, "export", "-format", "markdown", now),
		"html":     call(0, "html", now),
		"csv":      call(0, "export", "-format", "csv", now),
		"junit":    call(0, "export", "-format", "junit", now),
		"bench":    call(0, "export", "-format", "bench", now),
		"merge":    string(joined),
		"diff":     call(0, "diff", old, now),
		"compare":  call(0, "compare", old, now),
		"history":  call(0, "history", old, now),
	} {
		assert.Regexp(t, `0\.68(75|8)`, output, "zeal in %s", name)
		assert.Regexp(t, `0\.31(25|2)`, output, "CER of total in %s", name)
		assert.Contains(t, output, "zeal", name)
		assert.Contains(t, output, "CER", name)
	}
	assert.Contains(t, call(0, "show", now), "0.625–0.750")
	assert.Contains(t, call(0, "diff", "-json", old, now), `"measure": "zeal"`)
}
