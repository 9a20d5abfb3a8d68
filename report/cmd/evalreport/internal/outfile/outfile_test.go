package outfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestADeviceIsNotReplaced(t *testing.T) {
	before, err := os.Stat(os.DevNull)
	require.NoError(t, err)
	if before.Mode()&os.ModeDevice == 0 {
		t.Skip("there is no device to write to")
	}
	require.NoError(t, Write(os.DevNull, func(w io.Writer) error {
		_, err := io.WriteString(w, "anything")
		return err
	}))
	after, err := os.Stat(os.DevNull)
	require.NoError(t, err)
	assert.Equal(t, before.Mode(), after.Mode())
}

// What a link leads to is there as a whole or as it was, and the link stays.
func TestALinkIsWrittenThrough(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	require.NoError(t, os.WriteFile(file, []byte("first"), 0o644))
	require.NoError(t, os.Symlink("file", link))
	broken := errors.New("broken")
	for _, tt := range []struct {
		err  error
		want string
	}{{broken, "first"}, {nil, "second"}} {
		err := Write(link, func(w io.Writer) error {
			_, err := io.WriteString(w, "second")
			return errors.Join(err, tt.err)
		})
		assert.ErrorIs(t, err, tt.err)
		got, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, tt.want, string(got))
	}
	info, err := os.Lstat(link)
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&os.ModeSymlink)
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, left, 2)
}
