package artifact

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/report"
)

// Answers are the cases that earlier runs of one data set have recorded in a directory,
// whatever became of these runs: [Dir] files that are whole, partial, crashed or running,
// shards among them. It keeps where they stand, and reads them again when they are asked
// for. It is safe for concurrent use.
type Answers struct {
	files []*os.File
	at    map[answerKey][]answerPlace // the newest first
}

type answerKey struct {
	repetition, trial int
	id                string
}

type answerPlace struct {
	*Section
	file int
	Place
}

// OpenAnswers looks for the cases of a data set. Of each section that a file holds use says
// whether its answers are wanted. The error is one of the directory or of a file, or that
// of use.
func OpenAnswers(dir, pkg, dataset string, use func(*Section) (bool, error)) (*Answers, error) {
	all, err := artifactsIn(dir)
	if err != nil {
		return nil, err
	}
	a := &Answers{at: map[answerKey][]answerPlace{}}
	all = slices.DeleteFunc(all, func(l *listed) bool {
		return !strings.HasPrefix(filepath.Base(l.path), files.Stem(pkg, dataset)+".")
	})
	for _, l := range all {
		if l.gz != "" {
			return nil, fmt.Errorf("report: %s is compressed: unpack it, so that its answers can be found", l.path)
		}
		l.look()
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].start.After(all[j].start) })
	for _, l := range all {
		if err := a.read(l.path, pkg, dataset, use); err != nil {
			a.Close()
			return nil, err
		}
	}
	return a, nil
}

func (a *Answers) read(path, pkg, dataset string, use func(*Section) (bool, error)) error {
	wanted := map[*Section]bool{}
	var refused error
	cases := 0
	_, err := Walk(File(path), Visitor{
		Brief: true,
		Begin: func(s *Section) {
			if s.Run.Package == pkg && s.Dataset.Name == dataset && refused == nil {
				wanted[s], refused = use(s)
			}
		},
		Case: func(s *Section, c *report.Case, at Place) error {
			if wanted[s] {
				key := answerKey{s.Run.Repetition, c.Trial, strings.Clone(c.ID)}
				a.at[key] = append(a.at[key], answerPlace{s, len(a.files), at})
				cases++
			}
			return nil
		},
	})
	if none := (*noDataSet)(nil); err != nil && !errors.As(err, &none) {
		return err
	}
	if refused != nil || cases == 0 {
		return refused
	}
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("report: opening %s: %w", path, files.Cause(err))
	}
	a.files = append(a.files, f)
	return nil
}

// Find calls accept for each record of a case in one trial of one repetition, the newest
// first, until it returns true. Records that cannot be read any more are left out.
func (a *Answers) Find(repetition, trial int, id string, accept func(s *Section, file string, c *report.Case) bool) {
	for _, p := range a.at[answerKey{repetition, trial, id}] {
		f := a.files[p.file]
		line, err := files.LineAgain(f, p.Start, int(p.Place.End-p.Start))
		var c report.Case
		if err == nil && DecodeCase(line, &c) == nil && c.ID == id && c.Trial == trial && accept(p.Section, filepath.Base(f.Name()), &c) {
			return
		}
	}
}

// Close closes the files, which were read alone: nothing can be lost. It may be called more
// than once.
func (a *Answers) Close() {
	for _, f := range a.files {
		f.Close()
	}
}
