package outfile

import (
	"io"
	"os"
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
