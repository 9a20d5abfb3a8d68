package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/extracteval/extracteval/report/accept"
	"github.com/extracteval/extracteval/report/artifact/wholefile"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/input"
	"github.com/extracteval/extracteval/report/internal/filename"
	"github.com/extracteval/extracteval/report/internal/words"
	"github.com/extracteval/extracteval/report/terminal"
)

// labels is a file of the data set, and what it held when it was read.
type labels struct {
	*accept.Labels
	path string
	read []byte
}

// wantFile is the end of the name of the truth of a pair.
const wantFile = ".want.json"

// labelsOf returns the file that has the truth of a case.
func (a *acceptance) labelsOf(id string) (*labels, error) {
	if a.data == "" {
		var err error
		if a.data, err = input.DataSet(a.section); err != nil {
			return nil, err
		}
	}
	info, err := os.Stat(a.data)
	if err != nil {
		return nil, fmt.Errorf("the data set %s: %w", a.data, filename.Cause(err))
	}
	path := a.data
	if info.IsDir() {
		if path = filepath.Join(a.data, id+wantFile); filepath.Dir(path) != filepath.Clean(a.data) {
			return nil, fmt.Errorf("case %q: that is no name of a pair in %s", id, a.data)
		}
	}
	if l := a.labels[path]; l != nil {
		return l, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, filename.Cause(err))
	}
	l := &labels{path: path, read: data}
	name := filepath.ToSlash(path)
	if info.IsDir() {
		l.Labels, err = accept.Pair(name, id, data)
	} else {
		l.Labels, err = accept.Lines(name, data, a.key)
	}
	if err != nil {
		return nil, err
	}
	a.labels[path] = l
	return l, nil
}

// changed returns the files that have changes, by name.
func (a *acceptance) changed() (all []*labels) {
	for _, path := range slices.Sorted(maps.Keys(a.labels)) {
		if l := a.labels[path]; l.Changed() {
			all = append(all, l)
		}
	}
	return all
}

// fileNames names them.
func (a *acceptance) fileNames() string {
	all := a.changed()
	if len(all) == 1 {
		return terminal.Visible(all[0].path)
	}
	return words.Plural(len(all), "file") + " in " + terminal.Visible(a.data)
}

// writeLabels writes the files that have changes, each as a whole. One that has changed
// meanwhile stays as it is.
func (a *acceptance) writeLabels(what string) error {
	for i, l := range a.changed() {
		now, err := os.ReadFile(l.path)
		if err == nil && !bytes.Equal(now, l.read) {
			err = fmt.Errorf("%s was changed by somebody else meanwhile; nothing was written to it", l.path)
		}
		if err == nil {
			err = wholefile.Write(l.path, l.Bytes())
		}
		if err != nil {
			if i > 0 {
				err = fmt.Errorf("%w; before it %s written", err, written(i))
			}
			return err
		}
	}
	fmt.Fprintf(a.stdout, "\n%s written to %s\n", what, a.fileNames())
	return nil
}

func written(files int) string {
	if files == 1 {
		return "1 file was"
	}
	return fmt.Sprintf("%d files were", files)
}
