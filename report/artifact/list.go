package artifact

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/report"
)

// List returns the artifacts of a directory, by name: the files with names as [Dir] writes them, compressed or not
// (.jsonl.gz), whatever they hold. It skips directories and files that are not regular.
//
//   - Of the files of one data set, STEM.jsonl, STEM.partial.jsonl, STEM.crashed.jsonl and STEM.HOST-PID.running, List
//     takes the file of the newest run, by the start in its run record, with a warning unless it is a whole run. A
//     newer run decides even if it is partial or broke off. If the file of a run that broke off has no data set, List
//     takes the next file, and the data set is Broken.
//   - List takes STEM.rep2.jsonl with a warning: it is a data set of its own, and summarize.Merge does not pool it.
//   - Of a file and its compressed copy List takes the file, with a warning.
//
// The markers in the directory (see [Dir.Begin]) apply to the sources. A run that was not closed, or that failed
// without a data set that explains it, is itself a source, with a Broken data set "(run)". So is a run of all tests
// that recorded no data set, if the directory has no data set of its package. Each suite that skipped itself before its
// first case and has not run since is also a source: its Broken data set has the name of its test. List ignores files
// with other names. The error is an error of the directory; a directory without artifacts is no error.
func List(dir string) (sources []Source, warnings []error, err error) {
	found, err := artifactsIn(dir)
	if err != nil {
		return nil, nil, err
	}
	stems := map[string][]*listed{}
	var order []string
	for _, l := range found {
		if stems[l.stem] == nil {
			order = append(order, l.stem)
		}
		stems[l.stem] = append(stems[l.stem], l)
	}
	markers := readMarkers(dir)
	warn := func(l *listed, text string) {
		warnings = append(warnings, fmt.Errorf("report: %s %s", l.path, text))
	}
	for _, stem := range order {
		all := withoutCopies(stems[stem], warn)
		if len(all) > 1 || all[0].evident() {
			for _, l := range all {
				l.readHead()
			}
			slices.SortStableFunc(all, func(a, b *listed) int { return b.start.Compare(a.start) })
		}
		sources = append(sources, newSource(all, markers, warn))
	}
	sources = append(sources, brokenRuns(markers, found)...)
	slices.SortFunc(sources, func(a, b Source) int { return cmp.Compare(a.Name, b.Name) })
	return sources, warnings, nil
}

// Marked returns the packages whose runs have left a marker in a directory, by import path. The value is true if a run
// wrote its marker itself, as evaltest.Main does, and false if [Dir.Fail] wrote them all.
func Marked(dir string) map[string]bool {
	packages := map[string]bool{}
	for _, m := range readMarkers(dir) {
		packages[m.Package] = packages[m.Package] || m.Bad == nil && m.Why == ""
	}
	return packages
}

// newSource returns the source of the newest of the files of one data set.
func newSource(all []*listed, markers []runMarker, warn func(*listed, string)) Source {
	taken := 0
	for taken < len(all)-1 && all[taken].evident() && !all[taken].dataset {
		taken++
	}
	l := all[taken]
	source := File(l.path)
	source.markers = func() []runMarker { return markers }
	if l.evident() {
		source.evidence = &Key{Dataset: l.stem, Repetition: 1}
	}
	for i, other := range all {
		switch {
		case i < taken:
			source.doubt = fmt.Errorf("%s: a newer run of it was begun at %s UTC and did not come to its first case (%s): it broke off, or goes on; if it broke off, run it again",
				l.path, other.start.UTC().Format(time.DateTime), filepath.Base(other.path))
			warn(other, "is left out: it holds no data set")
		case i > taken:
			warn(other, "is left out: "+filepath.Base(l.path)+" is of a newer run")
		}
	}
	switch {
	case l.ending == endRunning:
		warn(l, "is of a run that is not over, or that broke off")
	case l.ending == endCrashed:
		warn(l, "is an incomplete file of a run that broke off")
	case l.ending == endPartial:
		warn(l, "is of a partial run: not all cases were scored")
	case l.repetition != "":
		warn(l, "is repetition "+l.repetition+" of a run (-count, -cpu)")
	}
	return source
}

// withoutCopies leaves out compressed copies of files.
func withoutCopies(all []*listed, warn func(*listed, string)) []*listed {
	slices.SortStableFunc(all, func(a, b *listed) int {
		return cmp.Or(cmp.Compare(slices.Index(endings, a.ending), slices.Index(endings, b.ending)), cmp.Compare(a.gz, b.gz))
	})
	return slices.CompactFunc(all, func(b, a *listed) bool {
		if a.ending != b.ending || a.gz == b.gz {
			return false
		}
		warn(b, "is left out: the uncompressed file exists, too")
		return true
	})
}

// endings are the endings of Dir, the preferred one first.
var endings = []string{endFull, endPartial, endCrashed, endRunning}

// listed is the name of an artifact, taken apart.
type listed struct {
	path       string
	stem       string // with the repetition
	owner      string // the process that has it as endRunning
	ending     string
	repetition string // "" for the first
	gz         string // ".gz" of a compressed one

	start     time.Time // the start of its run, or else when it was written
	pkg, test string
	dataset   bool // it has a data set
}

// evident reports whether the run of the file goes on or broke off.
func (l *listed) evident() bool { return l.ending == endCrashed || l.ending == endRunning }

// statFile sets the start to the time at which the file was written, and reports whether the time is known.
func (l *listed) statFile() bool {
	info, err := os.Stat(l.path)
	if err == nil {
		l.start = info.ModTime()
	}
	return err == nil
}

// readHead reads the head of a file.
func (l *listed) readHead() {
	l.statFile()
	f, err := Open(l.path)
	if err != nil {
		return // the reader of the file will report the error
	}
	defer f.Close()
	for r := NewReader(f, l.path); r.Scan(); {
		switch rec := r.Record().(type) {
		case *report.Run:
			l.pkg = rec.Package
			if !rec.Start.IsZero() {
				l.start = rec.Start
			}
		case *report.Dataset:
			l.dataset, l.test = true, rec.Test
			return
		default:
			return
		}
	}
}

// artifactsIn returns the artifacts in a directory, by name.
func artifactsIn(dir string) (all []*listed, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("report: listing %s: %w", dir, files.Cause(err))
	}
	for _, e := range entries {
		if l, ok := parseName(dir, e); ok {
			all = append(all, l)
		}
	}
	return all, nil
}

func parseName(dir string, e fs.DirEntry) (*listed, bool) {
	l := &listed{path: filepath.Join(dir, e.Name())}
	name, packed := strings.CutSuffix(e.Name(), ".gz")
	if packed {
		l.gz = ".gz"
	}
	for _, l.ending = range []string{endRunning, endCrashed, endPartial, endFull} {
		var ok bool
		if l.stem, ok = strings.CutSuffix(name, l.ending); ok {
			break
		}
	}
	if l.ending == endRunning {
		l.owner = strings.TrimPrefix(filepath.Ext(l.stem), ".")
		l.stem = strings.TrimSuffix(l.stem, filepath.Ext(l.stem))
	}
	if l.stem == name || l.stem == "" || !isRegular(dir, e) {
		return l, false
	}
	if i := strings.LastIndex(l.stem, ".rep"); i >= 0 {
		l.repetition = l.stem[i+len(".rep"):]
	}
	return l, true
}

// isRegular reports whether a file, or the file that a link leads to, is regular: reading a pipe or a device may not end.
func isRegular(dir string, e fs.DirEntry) bool {
	if e.Type()&fs.ModeSymlink == 0 {
		return e.Type().IsRegular()
	}
	info, err := os.Stat(filepath.Join(dir, e.Name()))
	return err == nil && info.Mode().IsRegular()
}

// brokenRuns returns a source for each run that only its marker records: the run was not closed, failed outside of its
// data sets, or recorded none. It also returns a source for each suite that skipped itself. The data set of each source
// is Broken.
func brokenRuns(markers []runMarker, found []*listed) (sources []Source) {
	for i := range markers {
		m := &markers[i]
		if reason := m.Failure(); reason != "" && !(m.Empty && holds(found, func(l *listed) bool { return l.pkg == m.Package })) {
			sources = append(sources, broken(m, "(run)", reason))
		}
		for _, s := range m.Skipped {
			later := func(l *listed) bool {
				return l.pkg == m.Package && l.test == s.Test && !l.start.Before(m.Start)
			}
			if !holds(found, later) {
				sources = append(sources, broken(m, s.Test, fmt.Sprintf("%s skipped itself before its first case in %s: %s", s.Test, m, s.Why)))
			}
		}
	}
	return sources
}

// holds reports whether is returns true for one of the artifacts. It reads the head of each artifact first.
func holds(found []*listed, match func(*listed) bool) bool {
	return slices.ContainsFunc(found, func(l *listed) bool {
		if l.pkg == "" {
			l.readHead()
		}
		return match(l)
	})
}

// broken returns a source that holds one data set, which is Broken for the reason why.
func broken(m *runMarker, dataset, reason string) Source {
	return Source{
		Name: m.Path, Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("")), nil },
		evidence: &Key{Package: m.Package, Dataset: dataset, Repetition: 1},
		doubt:    fmt.Errorf("%s: %s", m.Path, reason),
	}
}
