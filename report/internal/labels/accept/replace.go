package accept

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/rogpeppe/go-internal/lockedfile"

	"github.com/extracteval/extracteval/internal/files"
)

// Replace writes a file as files.Write does if its contents are previous, nil for no file. It is an error if somebody has
// changed the file since it was read. Of several processes that replace one file at the same time, the first one writes
// it, and the others get the error. On Windows, which does not rename a file onto one that is open, and on file systems
// without locks a process sees changes only up to the moment before it writes.
func Replace(path string, previous, data []byte) error {
	if previous != nil && runtime.GOOS != "windows" {
		// A process that waits for the lock finds another file under the path, the one that was renamed to it.
		switch f, err := lockedfile.OpenFile(path, os.O_RDWR, 0); {
		case err == nil:
			defer f.Close()
		case !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, fs.ErrPermission):
			return err
		}
	}
	now, err := os.ReadFile(path)
	if err != nil && (previous != nil || !errors.Is(err, fs.ErrNotExist)) {
		return err
	}
	if (err == nil) != (previous != nil) || !bytes.Equal(now, previous) {
		return fmt.Errorf("%s was changed by somebody else meanwhile; nothing was written to it", filepath.FromSlash(path))
	}
	return files.Write(path, data)
}
