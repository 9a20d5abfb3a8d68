package shell

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/internal/accept"
)

// Labels is a file of the data set, with its contents when it was read.
type Labels struct {
	*accept.Labels
	path string
	read []byte
}

// wantFile is the ending of a pair's truth file.
const wantFile = ".want.json"

// LabelsOf returns the file that has the truth of a case.
func (a *Acceptance) LabelsOf(id string) (*Labels, error) {
	if a.Data == "" {
		var err error
		if a.Data, err = DataSet(a.section); err != nil {
			return nil, err
		}
	}
	info, err := os.Stat(a.Data)
	if err != nil {
		return nil, fmt.Errorf("the data set %s: %w", a.Data, files.Cause(err))
	}
	path := a.Data
	if info.IsDir() {
		if path = filepath.Join(a.Data, id+wantFile); filepath.Dir(path) != filepath.Clean(a.Data) {
			return nil, fmt.Errorf("case %q: that is not the name of a pair in %s", id, a.Data)
		}
	}
	if l := a.labels[path]; l != nil {
		return l, nil
	}
	data, err := Text(path)
	if err != nil {
		return nil, err
	}
	l := &Labels{path: path, read: data}
	name := filepath.ToSlash(path)
	if info.IsDir() {
		l.Labels, err = accept.Pair(name, id, data)
	} else {
		l.Labels, err = accept.Lines(name, data, a.Key)
	}
	if err != nil {
		return nil, err
	}
	a.labels[path] = l
	return l, nil
}

// changed returns the files that have changes, by name.
func (a *Acceptance) changed() (all []*Labels) {
	for _, path := range slices.Sorted(maps.Keys(a.labels)) {
		if l := a.labels[path]; l.Changed() {
			all = append(all, l)
		}
	}
	return all
}

// FileNames returns the names of the changed files.
func (a *Acceptance) FileNames() string {
	all := a.changed()
	if len(all) == 1 {
		return terminal.Visible(all[0].path)
	}
	return words.Plural(len(all), "file") + " in " + terminal.Visible(a.Data)
}

// Write writes the files that have changes, each as a whole. A file that has been
// modified meanwhile is not written.
func (a *Acceptance) Write() error {
	for i, l := range a.changed() {
		now, err := os.ReadFile(l.path)
		if err == nil && !bytes.Equal(now, l.read) {
			err = fmt.Errorf("%s was changed by somebody else meanwhile; nothing was written to it", l.path)
		}
		if err == nil {
			err = files.Write(l.path, l.Bytes())
		}
		if err != nil {
			if i > 0 {
				err = fmt.Errorf("%w; before it %s written", err, written(i))
			}
			return err
		}
	}
	return nil
}

func written(files int) string {
	if files == 1 {
		return "1 file was"
	}
	return fmt.Sprintf("%d files were", files)
}
