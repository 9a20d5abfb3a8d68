package internal_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/sidecar"
)

func TestVersion(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, tt := range []struct{ meta, version, err string }{
		{`{"version": "2026-11"}`, "2026-11", ""},
		{"{\"version\":\"größer\"}\n", "größer", ""},
		{`{}`, "", `inv.meta.json: it has no version; want {"version": "2026-11"}`},
		{"{\n \"verison\": \"1\"}", "", `inv.meta.json:2: unknown key "verison"; want {"version": "2026-11"}`},
		{"\n{\n\"version\": \"a\\u001bb\"}", "", `inv.meta.json:3: its version is "a\x1bb", want at most 80 visible characters; want {"version": "2026-11"}`},
		{"{\"version\": \"1\"}\n\n{}", "", `inv.meta.json:3: there is more after the JSON object; want {"version": "2026-11"}`},
		{"{\n\"version\": 2026\n}", "", `inv.meta.json:2: version is of type number; want {"version": "2026-11"}`},
		{"{\"version\": \"1\",\n}", "", `inv.meta.json:2: invalid character '}' looking for beginning of object key string; want {"version": "2026-11"}`},
		{"{\"version\": \"1\n\"}", "", `inv.meta.json:1: invalid character '\n' in string literal; want {"version": "2026-11"}`},
		{"{\n\"version\": \"1\"\n", "", `inv.meta.json:2: the JSON object has no end; want {"version": "2026-11"}`},
		{"\n[\"1\"]", "", `inv.meta.json:2: the text is of type array; want {"version": "2026-11"}`},
		{"\n\n{", "", `inv.meta.json:3: the JSON object has no end; want {"version": "2026-11"}`},
		{``, "", `inv.meta.json:1: there is no JSON object; want {"version": "2026-11"}`},
	} {
		require.NoError(t, os.WriteFile("inv.meta.json", []byte(tt.meta), 0o666))
		got, err := sidecar.Version("inv.jsonl")
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
		got, err := sidecar.Version(data)
		assert.NoError(t, err)
		assert.Equal(t, want, got, data)
	}
}
