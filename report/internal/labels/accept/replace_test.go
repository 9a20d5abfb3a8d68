package accept_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/internal/labels/accept"
)

// Of several that replace a file at the same time one writes it, and the others are told.
func TestReplace(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there a file that is open cannot be replaced")
	}
	path := filepath.Join(t.TempDir(), "labels")
	for range 50 {
		require.NoError(t, os.WriteFile(path, []byte("first"), 0o644))
		var written atomic.Int32
		var group sync.WaitGroup
		for i := range 8 {
			group.Go(func() {
				err := accept.Replace(path, []byte("first"), fmt.Append(nil, "by ", i))
				if err == nil {
					written.Add(1)
				} else {
					assert.EqualError(t, err, path+" was changed by somebody else meanwhile; nothing was written to it")
				}
			})
		}
		group.Wait()
		require.EqualValues(t, 1, written.Load())
	}
	missing := filepath.Join(filepath.Dir(path), "missing")
	assert.ErrorIs(t, accept.Replace(missing, []byte("first"), nil), fs.ErrNotExist)
	assert.NoError(t, accept.Replace(missing, nil, []byte("first")), "it is new")
	assert.ErrorContains(t, accept.Replace(missing, nil, []byte("second")), "was changed by somebody else")
}
