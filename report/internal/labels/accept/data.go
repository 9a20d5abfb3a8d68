package accept

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/report/internal/score"
)

// Data is the data set whose labels change.
type Data struct {
	dataset.Place
	Key string // of ids in a file; default "id"
}

// Read reads the file that has the truth of a case.
func (d Data) Read(id string) (*Labels, error) {
	path := d.TruthOf(id)
	if d.Folder && filepath.Dir(path) != filepath.Clean(d.Path) {
		return nil, fmt.Errorf("case %q: that is not the name of a pair in %s", id, d.Path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, files.Cause(err))
	}
	if d.Folder {
		return Pair(filepath.ToSlash(path), id, data)
	}
	l, err := Lines(filepath.ToSlash(path), data, d.Key)
	if err == nil && !l.named {
		if key := keyOf(path); key != "" {
			return Lines(filepath.ToSlash(path), data, key)
		}
	}
	return l, err
}

// keyOf returns the key of the ids in a file of truths as score finds it, "" for none.
func keyOf(path string) string {
	f, err := dataset.Open(path, path)
	if err != nil {
		return ""
	}
	defer f.Close()
	var format score.Lines
	_, _ = format.FindTruths(f, nil) // several keys are as good as none
	return format.Key
}

// Beside reads the file with the labels of a folder of pairs. It returns nil if there is no such file.
func (d Data) Beside() (*Labels, error) {
	if !d.Folder {
		return nil, nil
	}
	path := filepath.Join(d.Path, dataset.LabelsFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, files.Cause(err))
	}
	return Pair(filepath.ToSlash(path), "", data)
}

// Write writes the whole file with the accepted changes. It is an error if somebody has changed the file since it was
// read.
func (l *Labels) Write() error {
	path := filepath.FromSlash(l.name)
	now, err := os.ReadFile(path)
	if err == nil && !bytes.Equal(now, l.read) {
		err = fmt.Errorf("%s was changed by somebody else meanwhile; nothing was written to it", path)
	}
	if err != nil {
		return err
	}
	return files.Write(path, l.Bytes())
}
