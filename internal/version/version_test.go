package version_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/version"
)

func TestOf(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, tt := range []struct{ meta, version, err string }{
		{`{"version": "2026-11"}`, "2026-11", ""},
		{"{\"version\":\"größer\"}\n", "größer", ""},
		{`{}`, "", `inv.meta.json: it has no version; want {"version": "2026-11"}`},
		{`{"verison": "1"}`, "", `inv.meta.json: json: unknown field "verison"; want {"version": "2026-11"}`},
		{`{"version": "a\u001bb"}`, "", `inv.meta.json: its version is "a\x1bb", want at most 80 characters that can be seen; want {"version": "2026-11"}`},
		{`{"version": "1"} {}`, "", `inv.meta.json: there is something behind the JSON object; want {"version": "2026-11"}`},
		{``, "", `inv.meta.json: EOF; want {"version": "2026-11"}`},
	} {
		require.NoError(t, os.WriteFile("inv.meta.json", []byte(tt.meta), 0o666))
		got, err := version.Of("inv.jsonl")
		assert.Equal(t, tt.version, got)
		if tt.err == "" {
			assert.NoError(t, err)
		} else {
			assert.EqualError(t, err, tt.err)
		}
	}
	require.NoError(t, os.WriteFile("inv.meta.json", []byte(`{"version": "7"}`), 0o666))
	require.NoError(t, os.Mkdir("inv", 0o777))
	for data, want := range map[string]string{"inv.csv": "7", "inv.jsonl.gz": "7", "inv": "7", "inv" + string(filepath.Separator): "7", "other.jsonl": ""} {
		got, err := version.Of(data)
		assert.NoError(t, err)
		assert.Equal(t, want, got, data)
	}
}
