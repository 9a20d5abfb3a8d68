package page

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSpool(t *testing.T) {
	for _, tt := range []struct {
		name   string
		parts  int // of 1 MiB
		filed  bool
		absent bool // there is no place for a temporary file
	}{
		{"nothing", 0, false, false},
		{"little is held", 7, false, false},
		{"much is in a file", 20, true, false},
		{"without a place for it all is held", 20, false, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			place := dir
			if tt.absent {
				place = filepath.Join(dir, "none")
			}
			for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
				t.Setenv(name, place)
			}
			var s spool
			var want strings.Builder
			for i := range tt.parts {
				part := strings.Repeat(string(rune('a'+i)), 1<<20)
				want.WriteString(part)
				n, err := s.Write([]byte(part))
				require.NoError(t, err)
				assert.Equal(t, len(part), n)
				if !tt.absent {
					assert.LessOrEqual(t, s.held.Len(), spoolHeld)
				}
			}
			assert.Equal(t, tt.filed, s.file != nil)
			var got bytes.Buffer
			n, err := s.WriteTo(&got)
			require.NoError(t, err)
			assert.EqualValues(t, want.Len(), n)
			assert.True(t, want.String() == got.String(), "all of it in its order")
			require.NoError(t, s.Close())
			left, err := os.ReadDir(dir)
			require.NoError(t, err)
			assert.Empty(t, left)
		})
	}
}
