package review

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/extracteval/extracteval/report/internal/labels/accept"
)

// truths are the files of the data set. They are never written.
type truths struct {
	accept.Data
	files map[string]*truthFile
}

type truthFile struct {
	stamp  stamp
	labels *accept.Labels
	err    error
}

// refresh reads the file with the truth of a case again if it has changed, and reports whether it did.
func (t *truths) refresh(id string) (changed bool) {
	path := t.TruthOf(id)
	now, err := stampOf(path)
	f := t.files[path]
	if f != nil && err == nil && f.stamp == now {
		return false
	}
	f = &truthFile{stamp: now, err: err}
	t.files[path] = f
	if err == nil {
		f.labels, f.err = t.Read(id)
	}
	return true
}

// problem says why nothing can be decided on the truth of a case, "" if the truth is the evaluated one. The error says
// why the truth cannot be read, nil if it can.
func (t *truths) problem(id, hash string) (string, error) {
	f := t.files[t.TruthOf(id)]
	switch {
	case f == nil:
		return "its truth was not read", errors.New("it was not read")
	case f.err != nil:
		return fmt.Sprintf("its truth cannot be read: %v", f.err), f.err
	}
	current, err := f.labels.Current(id, hash)
	switch {
	case err != nil:
		return fmt.Sprintf("its truth cannot be read: %v", err), err
	case !current:
		return fmt.Sprintf("its truth in %s is not the one that was evaluated", filepath.ToSlash(t.Path)), nil
	}
	return "", nil
}
