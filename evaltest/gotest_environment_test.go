package evaltest_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest/internal/gotest"
)

func TestStatusFileOfBazel(t *testing.T) {
	t.Setenv("TEST_TOTAL_SHARDS", "7")
	t.Setenv("TEST_SHARD_INDEX", "1")
	shard := func(status string) gotest.Shard {
		t.Setenv("TEST_SHARD_STATUS_FILE", status)
		s, err := gotest.Environment()
		require.NoError(t, err)
		return s.Shard
	}
	ours := gotest.Shard{N: 2, Of: 7}
	status, touched := filepath.Join(t.TempDir(), "status"), filepath.Join(t.TempDir(), "touched")
	require.NoError(t, os.WriteFile(touched, nil, 0o666))
	for range 2 { // every suite of the process asks
		assert.Equal(t, ours, shard(status))
		assert.FileExists(t, status)
	}
	assert.Zero(t, shard(touched), "the generated main of rules_go has split the test functions")
	assert.Equal(t, ours, shard(""))

	t.Setenv("TEST_SHARD_STATUS_FILE", filepath.Join(status, "below"))
	_, err := gotest.Environment()
	assert.ErrorContains(t, err, "TEST_SHARD_STATUS_FILE: ")
}
