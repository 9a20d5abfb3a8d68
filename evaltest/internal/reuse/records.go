package reuse

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// records are the cases that earlier runs of one data set have recorded in a folder, whatever became of these runs: whole,
// partial, crashed and running ones, shards among them. It holds where they stand, and reads them again when they are
// asked for.
type records struct {
	files []*os.File
	at    map[recordKey][]recordPlace
}

type recordKey struct {
	repetition, trial int
	id                string
}

type recordPlace struct {
	*artifact.Section
	artifact.Place
	file  *os.File
	start time.Time // of the run, or else when the file was written
}

// openRecords looks for the cases of a data set. use says of each section whether its cases are wanted.
func openRecords(dir, pkg, dataset string, use func(*artifact.Section) bool) (*records, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("report: listing %s: %w", dir, files.Cause(err))
	}
	r := &records{at: map[recordKey][]recordPlace{}}
	for _, e := range entries {
		name, packed := strings.CutSuffix(e.Name(), ".gz")
		path := filepath.Join(dir, e.Name())
		if !strings.HasPrefix(name, files.Stem(pkg, dataset)+".") || !strings.HasSuffix(name, ".jsonl") && !strings.HasSuffix(name, ".running") {
			continue
		}
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		if packed {
			err = fmt.Errorf("report: %s is compressed: unpack it, so that its answers can be found", path)
		} else {
			err = r.read(path, info.ModTime(), func(s *artifact.Section) bool {
				return s.Run.Package == pkg && s.Dataset.Name == dataset && use(s)
			})
		}
		if err != nil {
			r.close()
			return nil, err
		}
	}
	return r, nil
}

// read notes the cases of a file that was written at a time. A file without a data set has none.
func (r *records) read(path string, written time.Time, use func(*artifact.Section) bool) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("report: opening %s: %w", path, files.Cause(err))
	}
	r.files = append(r.files, f)
	used := false // the section that is read
	sections, err := artifact.Walk(artifact.Source{Name: path, Open: func() (io.ReadCloser, error) { return io.NopCloser(f), nil }}, artifact.Visitor{
		Brief: true,
		Begin: func(s *artifact.Section) { used = use(s) },
		Case: func(s *artifact.Section, c *report.Case, at artifact.Place) error {
			if used {
				start := s.Run.Start
				if start.IsZero() {
					start = written
				}
				key := recordKey{s.Run.Repetition, c.Trial, strings.Clone(c.ID)}
				r.at[key] = append(r.at[key], recordPlace{s, at, f, start})
			}
			return nil
		},
	})
	if len(sections) == 0 {
		return nil
	}
	return err
}

// find calls accept for each record of a case in one trial of one repetition, those of the newest run first, until it
// returns true. Records that cannot be read any more are left out.
func (r *records) find(repetition, trial int, id string, accept func(s *artifact.Section, file string, c *report.Case) bool) {
	places := slices.SortedStableFunc(slices.Values(r.at[recordKey{repetition, trial, id}]), func(a, b recordPlace) int { return b.start.Compare(a.start) })
	for _, p := range places {
		line, err := files.LineAgain(p.file, p.Start, int(p.Place.End-p.Start))
		var c report.Case
		if err == nil && artifact.DecodeCase(line, &c) == nil && c.ID == id && c.Trial == trial && accept(p.Section, filepath.Base(p.file.Name()), &c) {
			return
		}
	}
}

// close closes the files, which were read alone: nothing can be lost. It may be called more than once.
func (r *records) close() {
	for _, f := range r.files {
		f.Close()
	}
}
