package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Write gives a file its content, by a rename: whatever happens meanwhile, there is
// the old file or the new one. A file that is there keeps its permissions; where it is a
// symbolic link, the file that the link leads to is written. Folders that are missing are
// made. What [Device] returns is written to.
func Write(path string, data []byte) error {
	path, device, err := Device(path)
	if err != nil {
		return err
	}
	if device != nil {
		_, err := device.Write(data)
		return errors.Join(err, device.Close())
	}
	mode := fs.FileMode(0o644)
	switch info, err := os.Stat(path); {
	case err == nil:
		mode = info.Mode().Perm()
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(mode), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// Device returns the file that a path leads to by symbolic links, the path itself where there
// is none. A device or a pipe, such as /dev/null and /dev/stdout, which a rename would
// replace, is open to be written to; for all else it is nil.
func Device(path string) (target string, device *os.File, err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		device, err := os.OpenFile(path, os.O_WRONLY, 0)
		return path, device, err
	}
	target, err = filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return path, nil, nil
	}
	return target, nil, err
}
