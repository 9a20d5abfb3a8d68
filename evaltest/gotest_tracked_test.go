package evaltest_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest/internal/gotest"
)

func TestTracked(t *testing.T) {
	root := t.TempDir()
	inside, outside := filepath.Join(root, "module"), filepath.Join(root, "module-data")
	for _, dir := range []string{inside, outside} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, "pkg"), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "pkg", "set.jsonl"), nil, 0o666))
	}
	require.NoError(t, os.MkdirAll(filepath.Join(inside, "..data"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(inside, "..data", "set.jsonl"), nil, 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(inside, "go.mod"), nil, 0o666))

	start, log := gotest.StartDir, flag.Lookup("test.testlogfile").Value
	gotest.StartDir = filepath.Join(inside, "pkg")
	defer func(value string) { gotest.StartDir = start; log.Set(value) }(log.String())
	require.NoError(t, log.Set("testlog.txt")) // as go test sets it, which may cache the result
	tracked := func(file string) bool {
		then := time.Now().Add(-time.Hour)
		require.NoError(t, os.Chtimes(file, then, then)) // another than this run has written it
		err := gotest.Tracked(file)
		if err != nil {
			assert.ErrorContains(t, err, " is outside of the module in "+filepath.ToSlash(inside)+": ")
		}
		return err == nil
	}
	for _, tt := range []struct {
		file string
		want bool
	}{
		{filepath.Join(inside, "pkg", "set.jsonl"), true},
		{filepath.Join(inside, "..data", "set.jsonl"), true},
		{inside, true},
		{filepath.Join(outside, "pkg", "set.jsonl"), false},
		{root, false},
	} {
		assert.Equal(t, tt.want, tracked(tt.file), tt.file)
	}
	assert.Equal(t, "cd pkg && evalreport show x", gotest.FromRoot("evalreport show x"))
	gotest.StartDir = inside
	assert.Equal(t, "evalreport show x", gotest.FromRoot("evalreport show x"))
	gotest.StartDir = filepath.Join(inside, "pkg")
	if err := os.Symlink(filepath.Join(outside, "pkg"), filepath.Join(inside, "link")); err != nil {
		t.Skip(err)
	}
	assert.True(t, tracked(filepath.Join(inside, "link", "set.jsonl")), "go test follows a link")
	require.NoError(t, os.Symlink(inside, filepath.Join(root, "other name")))
	assert.True(t, tracked(filepath.Join(root, "other name", "pkg", "set.jsonl")))
}
