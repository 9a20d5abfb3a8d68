package review

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/report/internal/accept"
)

// truths are the data file, or a folder of pairs. They are read, and never written.
type truths struct {
	path, key string
	folder    bool
	files     map[string]*truthFile
}

type truthFile struct {
	stamp  stamp
	labels *accept.Labels
	err    error
}

func newTruths(path, key string) (*truths, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("the data set %s: %w", path, files.Cause(err))
	}
	return &truths{path: path, key: key, folder: info.IsDir(), files: map[string]*truthFile{}}, nil
}

// refresh reads the file again that has the truth of a case, if it has changed, and reports
// whether it did.
func (t *truths) refresh(id string) (changed bool) {
	path := t.fileOf(id)
	now, err := stampOf(path)
	f := t.files[path]
	if f != nil && err == nil && f.stamp == now {
		return false
	}
	f = &truthFile{stamp: now, err: err}
	t.files[path] = f
	if err == nil {
		f.labels, f.err = t.read(path, id)
	}
	return true
}

// fileOf returns the file that has the truth of a case.
func (t *truths) fileOf(id string) string {
	if t.folder {
		return filepath.Join(t.path, id+".want.json")
	}
	return t.path
}

func (t *truths) read(path, id string) (*accept.Labels, error) {
	if t.folder && filepath.Dir(path) != filepath.Clean(t.path) {
		return nil, fmt.Errorf("%q is not the name of a pair in %s", id, t.path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, files.Cause(err))
	}
	if t.folder {
		return accept.Pair(filepath.ToSlash(path), id, data)
	}
	return accept.Lines(filepath.ToSlash(path), data, t.key)
}

// problem says why the truth of a case cannot be decided on, "" when it is the one that was
// evaluated.
func (t *truths) problem(id, hash string) string {
	f := t.files[t.fileOf(id)]
	switch {
	case f == nil:
		return "its truth was not read"
	case f.err != nil:
		return fmt.Sprintf("its truth cannot be read: %v", f.err)
	case !f.labels.Current(id, hash):
		return fmt.Sprintf("its truth in %s is not the one that was evaluated", filepath.ToSlash(t.path))
	}
	return ""
}
