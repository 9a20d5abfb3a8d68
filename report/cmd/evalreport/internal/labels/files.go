package labels

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
)

// LabelsOf returns the file that has the truth of a case.
func (a *Acceptance) LabelsOf(id string) (_ *accept.Labels, err error) {
	if a.Data == "" {
		if a.Data, err = shell.DataSet(a.section); err != nil {
			return nil, err
		}
	}
	set, err := dataset.Find(a.Data)
	if err != nil {
		return nil, err
	}
	path := set.TruthOf(id)
	if l := a.labels[path]; l != nil {
		return l, nil
	}
	l, err := accept.Data{Place: set, Key: a.Key}.Read(id)
	if err == nil {
		arithmetic.Map(&a.labels)[path] = l
	}
	return l, err
}

// labelsBeside returns the file with the labels of a folder of pairs, nil if there is none.
func (a *Acceptance) labelsBeside() (*accept.Labels, error) {
	path := filepath.Join(a.Data, dataset.LabelsFile)
	if l := a.labels[path]; l != nil {
		return l, nil
	}
	set, err := dataset.Find(a.Data)
	if err != nil {
		return nil, err
	}
	l, err := accept.Data{Place: set}.Beside()
	if err == nil && l != nil {
		arithmetic.Map(&a.labels)[path] = l
	}
	return l, err
}

// changed returns the names of the files that have changes, in order.
func (a *Acceptance) changed() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(a.labels)), func(path string) bool { return !a.labels[path].Changed() })
}

// FileNames returns the name of the changed file, or the number of changed files and their folder.
func (a *Acceptance) FileNames() string {
	all := a.changed()
	if len(all) == 1 {
		return terminal.Visible(all[0])
	}
	return words.Plural(len(all), "file") + " in " + terminal.Visible(a.Data)
}

// Write writes the changed files, each as a whole. It does not write a file that somebody has modified meanwhile.
func (a *Acceptance) Write() error {
	for i, path := range a.changed() {
		err := a.labels[path].Write()
		switch {
		case err == nil:
		case i == 1:
			return fmt.Errorf("%w; before it 1 file was written", err)
		case i > 1:
			return fmt.Errorf("%w; written before it: %s", err, words.Plural(i, "file"))
		default:
			return err
		}
	}
	return nil
}
