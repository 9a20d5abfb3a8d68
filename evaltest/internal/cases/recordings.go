package cases

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

// records holds the places of the cases that earlier runs of one data set have recorded in a folder: whole, partial,
// crashed and running runs, and shards. find reads the records at these places.
type records struct {
	files  []*os.File
	places map[recordKey][]recordPlace
}

type recordKey struct {
	repetition, trial int
	id                string
}

type recordPlace struct {
	*artifact.Section
	artifact.Place
	file  *os.File
	start time.Time // the start of the run, or else the time at which the file was written
}

// openRecords finds the recorded cases of a data set in a folder. use reports whether the cases of a section are
// wanted.
func openRecords(dir, pkg, dataset string, use func(*artifact.Section) bool) (*records, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("report: listing %s: %w", dir, files.Cause(err))
	}
	r := &records{places: map[recordKey][]recordPlace{}}
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
			err = r.readFile(path, info.ModTime(), func(s *artifact.Section) bool {
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

// readFile notes the places of the cases in a file. written is the time at which the file was written. A file without a
// data set has no cases.
func (r *records) readFile(path string, written time.Time, use func(*artifact.Section) bool) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("report: opening %s: %w", path, files.Cause(err))
	}
	r.files = append(r.files, f)
	used := false // use accepted the current section
	sections, err := artifact.Walk(artifact.Source{Name: path, Open: func() (io.ReadCloser, error) { return io.NopCloser(f), nil }}, artifact.Visitor{
		Brief: true,
		Begin: func(s *artifact.Section) { used = use(s) },
		Case: func(s *artifact.Section, c *report.Case, place artifact.Place) error {
			if used {
				start := s.Run.Start
				if start.IsZero() {
					start = written
				}
				key := recordKey{s.Run.Repetition, c.Trial, strings.Clone(c.ID)}
				r.places[key] = append(r.places[key], recordPlace{s, place, f, start})
			}
			return nil
		},
	})
	if len(sections) == 0 {
		return nil
	}
	return err
}

// findRecord calls accept for each record of a case in one trial of one repetition, the newest run first, until accept
// returns true. It leaves out records that can no longer be read.
func (r *records) findRecord(repetition, trial int, id string, accept func(s *artifact.Section, file string, c *report.Case) bool) {
	places := slices.SortedStableFunc(slices.Values(r.places[recordKey{repetition, trial, id}]), func(a, b recordPlace) int { return b.start.Compare(a.start) })
	for _, p := range places {
		line, err := files.LineAgain(p.file, p.Start, int(p.Place.End-p.Start))
		var c report.Case
		if err == nil && artifact.DecodeCase(line, &c) == nil && c.ID == id && c.Trial == trial && accept(p.Section, filepath.Base(p.file.Name()), &c) {
			return
		}
	}
}

// close closes the files. It ignores errors, since nothing was written. It may be called more than once.
func (r *records) close() {
	for _, f := range r.files {
		f.Close()
	}
}
