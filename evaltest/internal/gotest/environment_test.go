package gotest

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestStatusFileOfBazel(t *testing.T) {
	var c claim
	status := filepath.Join(t.TempDir(), "status")
	for range 2 { // every suite of the process asks
		ours, err := c.touch(status)
		require.NoError(t, err)
		assert.True(t, ours)
		assert.FileExists(t, status)
	}
	var other claim
	ours, err := other.touch(status)
	require.NoError(t, err)
	assert.False(t, ours, "the generated main of rules_go has split the test functions")

	_, err = other.touch(filepath.Join(status, "below"))
	assert.ErrorContains(t, err, "TEST_SHARD_STATUS_FILE: ")
	ours, err = other.touch("")
	require.NoError(t, err)
	assert.True(t, ours)
}
