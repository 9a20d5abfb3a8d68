// Package wholefile writes files that readers see as a whole or not at all.
package wholefile

import (
	"errors"
	"os"
	"path/filepath"
)

// Write gives a file its content, by a rename: whatever happens meanwhile, there is
// the old file or the new one. Folders that are missing are made.
func Write(path string, data []byte) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
