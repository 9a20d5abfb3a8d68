package artifact

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/report"
)

// Endings of artifacts, after the stem of [files.Stem]. Between stem and ending, the second repetition within one
// process (-count=2) has ".rep2", and the second of seven shards ".shard2of7".
const (
	endFull    = ".jsonl"         // a whole run
	endPartial = ".partial.jsonl" // a run whose end says that it was partial
	endCrashed = ".crashed.jsonl" // a run that broke off
	endRunning = ".running"       // a run that has not ended, or that broke off and was not renamed yet
)

// Dir creates the artifacts of one process in one directory.
//
// A file is written as STEM.HOST-PID.running and gets the name STEM.jsonl, or STEM.partial.jsonl, when it ends; until
// then the file of the last run stays as it was. Two processes that run the same package at the same time write two
// files; the one that ends last gets the name.
//
// The next Create for a data set looks for the .running file of a process that is gone. A process on another host
// counts as gone if it has not written to the file for a day. Create renames the file to STEM.crashed.jsonl, in place
// of an older file of that name. It stays until somebody removes it, and is never a result: as long as there is no
// newer run of the data set, [List] takes it, and the data set is Broken.
//
// The same test may create a data set again in one process, once the data set has ended: this is the next repetition,
// in a file of its own. The end of the first repetition removes the repetitions that an earlier run left behind. With
// KeepCrashed it keeps as many of them as this run has by Run.Selection.Count and CPU, since this run has yet to resume
// and replace them. The end of a run of the whole data set removes the shards of the same repetitions, since their
// cases would appear twice.
type Dir struct {
	// Path is the directory. It is created when it is first needed. Make it
	// absolute: tests may change the working directory.
	Path string
	// Run is written at the head of every file.
	Run report.Run
	// Variant, if not empty, follows the name of the data set in the name of each file. It distinguishes several runs
	// over one data set in one directory.
	Variant string
	// KeepCrashed leaves the files of crashed processes as they are, so that a run can be resumed.
	KeepCrashed bool

	mu      sync.Mutex
	sets    map[string]*datasetState // by the name of the file, folded
	skipped []skippedTest
}

type datasetState struct {
	name, test string
	repetition int
	open       bool
}

// Create opens the artifact of a data set and writes its run and dataset records. It is an error to create a data set
// twice before it has ended, from two tests, or under two names that differ only in letter case.
func (d *Dir) Create(ds report.Dataset) (*Writer, error) {
	w, err := d.Announce(d.Run, ds)
	if err == nil && w.Write(ds) != nil {
		return nil, w.End(true)
	}
	return w, err
}

// Announce opens the artifact of a data set and writes run, which may have other labels than d.Run; the package stays
// d.Run.Package. Of ds it needs what the name of the file has: Name, Test, Shard and Shards. The caller writes the record of the
// data set when it knows the rest. If the process ends before, List sees that a newer run of the data set was begun. If
// End comes before, it removes the file, and the directory if that is empty.
func (d *Dir) Announce(run report.Run, ds report.Dataset) (*Writer, error) {
	w, repetition, err := d.openWriter(ds)
	if err != nil {
		return nil, err
	}
	run.Package = d.Run.Package
	run.Schema = report.Schema
	run.Repetition = repetition
	if err := w.Write(run); err != nil {
		w.err = err // nobody else has w yet
		return nil, w.End(true)
	}
	return w, nil
}

func (d *Dir) openWriter(ds report.Dataset) (w *Writer, repetition int, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	stem := d.fileStem(ds)
	state, err := d.begin(stem, ds)
	if err != nil {
		return nil, 0, err
	}
	w, err = d.create(stem, state, ds.Shards == 0)
	if err != nil {
		state.repetition--
		state.open = false
	}
	return w, state.repetition, err
}

// File returns the path of the first repetition of a whole run of a data set.
func (d *Dir) File(ds report.Dataset) string {
	return filepath.Join(d.Path, d.fileStem(ds)+endFull)
}

func (d *Dir) fileStem(ds report.Dataset) string {
	stem := files.Stem(d.Run.Package, ds.Name)
	if d.Variant != "" {
		stem += "." + files.Name(d.Variant)
	}
	return stem + shardName(ds)
}

func (d *Dir) begin(stem string, ds report.Dataset) (*datasetState, error) {
	if ds.Name == "" {
		return nil, errors.New("report: a data set without a name has no file")
	}
	key := strings.ToLower(stem)
	state := d.sets[key]
	switch {
	case state == nil:
		if d.sets == nil {
			d.sets = map[string]*datasetState{}
		}
		state = &datasetState{name: ds.Name, test: ds.Test}
		d.sets[key] = state
	case state.name != ds.Name:
		return nil, fmt.Errorf("report: data sets %q and %q differ only in case, which not every file system tells apart: rename one", state.name, ds.Name)
	case state.test != ds.Test:
		const sharing = "single assertions" // they have no test of their own
		return nil, fmt.Errorf("report: data set %q belongs to %s already: give the data set of %s another name: Name of a Suite, Dataset of a Config", ds.Name,
			cmp.Or(state.test, sharing), cmp.Or(ds.Test, sharing))
	case state.open:
		return nil, fmt.Errorf("report: data set %q is still being written: end it before it is created again", ds.Name)
	}
	state.repetition++
	state.open = true
	return state, nil
}

func (d *Dir) create(stem string, state *datasetState, whole bool) (*Writer, error) {
	name := stem
	if state.repetition > 1 {
		name += ".rep" + strconv.Itoa(state.repetition)
	}
	path := filepath.Join(d.Path, name)
	running := path + "." + processName() + endRunning
	var f *os.File
	var err error
	for range 3 { // a run that ends may remove the directory while it is empty
		if err := makeDir(d.Path); err != nil {
			return nil, err
		}
		if !d.KeepCrashed {
			d.rescueCrashed(name)
		}
		if f, err = os.OpenFile(running, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666); !errors.Is(err, os.ErrNotExist) {
			break
		}
	}
	if err != nil {
		return nil, fmt.Errorf("report: creating artifact %s: %w", running, files.Cause(err))
	}
	w := NewWriter(f, running)
	finish := func(target string) error {
		d.mu.Lock()
		state.open = false
		d.mu.Unlock()
		if err := f.Close(); err != nil {
			return fmt.Errorf("report: closing %s: %w", running, files.Cause(err))
		}
		if err := renameFile(running, path+target); err != nil {
			return fmt.Errorf("report: %s is complete but could not be renamed to %s: %w", running, path+target, files.Cause(err))
		}
		w.name = path + target
		return nil
	}
	w.commit = func(partial bool) error {
		if partial {
			return finish(endPartial)
		}
		if state.repetition == 1 {
			d.removeRepetitions(stem, d.repetitions()+1)
		}
		if whole {
			d.removeShards(stem, state.repetition)
		}
		return finish(endFull)
	}
	w.abandon = func() { _ = finish(endCrashed) } // the first error counts
	w.withdraw = func() error {
		d.mu.Lock()
		state.repetition--
		state.open = false
		d.mu.Unlock()
		err := errors.Join(f.Close(), os.Remove(running))
		os.Remove(d.Path) // when it is empty
		return err
	}
	return w, nil
}

// rescueCrashed renames the files of a data set whose processes are gone. The newest comes last and stays.
func (d *Dir) rescueCrashed(stem string) {
	all, _ := artifactsIn(d.Path) // without a list there is nothing to rescue; the error of creating the file says more
	all = slices.DeleteFunc(all, func(l *listed) bool {
		return l.stem != stem || l.ending != endRunning || l.gz != "" || !l.statFile() || !isAbandoned(l.owner, l.start)
	})
	slices.SortStableFunc(all, func(a, b *listed) int { return a.start.Compare(b.start) })
	for _, l := range all {
		_ = renameFile(l.path, filepath.Join(d.Path, stem+endCrashed))
	}
}

// repetitions returns how many files of repetitions this run may still read or will replace.
func (d *Dir) repetitions() int {
	if !d.KeepCrashed {
		return 1
	}
	return max(d.Run.Selection.Count, 1) * (1 + strings.Count(d.Run.Selection.CPU, ","))
}

// removeRepetitions removes the files of repetitions of an earlier run, from the nth.
func (d *Dir) removeRepetitions(stem string, n int) {
	for ; ; n++ {
		path := filepath.Join(d.Path, stem+".rep"+strconv.Itoa(n))
		full, partial := os.Remove(path+endFull), os.Remove(path+endPartial)
		if full != nil && partial != nil {
			return
		}
	}
}

// shardFile matches the rest of the name of the file of a shard that has ended, after its [files.Stem].
var shardFile = regexp.MustCompile(`^\.shard[0-9]+of[0-9]+(?:\.rep([0-9]+))?(?:\.partial)?\.jsonl$`)

// removeShards removes the files of shards of an earlier run. It keeps other repetitions that this run may still read.
func (d *Dir) removeShards(stem string, repetition int) {
	entries, err := os.ReadDir(d.Path)
	if err != nil {
		return // what is left is found by the next check
	}
	for _, e := range entries {
		rest, ok := strings.CutPrefix(e.Name(), stem)
		found := shardFile.FindStringSubmatch(rest)
		if !ok || found == nil {
			continue
		}
		if part, _ := strconv.Atoi(cmp.Or(found[1], "1")); part == repetition || part > d.repetitions() {
			_ = os.Remove(filepath.Join(d.Path, e.Name()))
		}
	}
}
