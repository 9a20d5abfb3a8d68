package artifact

// This file notes beside the artifacts of a package whether its runs came to their end, and says which data sets
// are not evaluable because of that.

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/report"
)

// runMarker says that the tests of a package run, or how they ended. It is a file of one JSON object beside the artifacts:
// PACKAGE.run.HOST-PID-TIME.open.json while the run goes on, then PACKAGE.run.json. If -run, -skip or a shard made it a
// run of a part, the name has a hash of the selection before the ending: a run of a part does not replace a run of the
// whole.
type runMarker struct {
	Schema  string `json:"schema"`
	ID      string `json:"run_id,omitzero"`
	Package string `json:"package,omitzero"`
	extent
	PID  int    `json:"pid"`
	Host string `json:"host"`
	// Overlaps are the runs of the package that went on at the same time. If both runs include a data set, nobody can
	// say whose records the folder has.
	Overlaps []extent  `json:"overlaps,omitzero"`
	Ended    time.Time `json:"ended,omitzero"`
	Exit     int       `json:"exit"`
	// Outside says that no data set of the run explains an exit status other than 0.
	Outside bool `json:"outside,omitzero"`
	// Empty says that the run was of all tests and recorded no data set, and that no suite said why.
	Empty bool `json:"empty,omitzero"`
	// Skipped are the suites that skipped themselves before their first case.
	Skipped []skippedTest `json:"skipped,omitzero"`
	// Why says why the run failed, if not the run but the program that started the tests wrote the marker: "its tests
	// did not compile".
	Why string `json:"why,omitzero"`

	Path string `json:"-"`
	Bad  error  `json:"-"` // why the marker cannot be read
}

// skippedTest is a suite that skipped itself before its first case.
type skippedTest struct {
	Test string `json:"test"`
	Why  string `json:"why"`
}

// Closed reports whether the run came to its end.
func (m *runMarker) Closed() bool { return !m.Ended.IsZero() }

// Doubt returns why a data set of a run is not evaluable, "" if this marker gives no reason. Reasons are that the
// marker cannot be read; that the run was not closed, or ran at the same time as another run with the data set; and
// that a newer run with the data set was not closed, or did not record it anew.
func (m *runMarker) Doubt(run *report.Run, ds *report.Dataset) string {
	switch {
	case m.Bad != nil:
		return fmt.Sprintf("the run marker %s cannot be used: %v; remove the file, and run the tests of its package again", filepath.Base(m.Path), m.Bad)
	case m.Package != run.Package || run.Start.IsZero():
		return ""
	case m.Start.Equal(run.Start) && (run.PID == 0 || run.PID == m.PID):
		if m.Closed() {
			return m.overlap(ds)
		}
		return m.String() + " that made it was not closed: " + m.remedy(filepath.Base(m.Path))
	case m.ranBeside(run.Start):
		return m.overlap(ds)
	case !run.Start.Before(m.Start) || !m.includes(ds):
		return ""
	case m.Why != "":
		return "it is stale: of " + m.String() + " " + m.Why
	case m.Closed():
		part := ""
		if ds.Part != "" {
			part = fmt.Sprintf("it was not of the part %s (give each part a folder of its own, EVALTEST_DIR), or ", ds.Part)
		}
		return "it is stale: " + m.String() + " included it and did not make it anew: " + part + "its test was skipped or did not come that far, or is gone (then remove the file)"
	}
	return "it is stale: " + m.String() + " included it and was not closed: " + m.remedy(filepath.Base(m.Path))
}

// overlap says that the run and a run at the same time both include a data set, "" if no such run does.
func (m *runMarker) overlap(ds *report.Dataset) string {
	if !m.includes(ds) {
		return ""
	}
	for i := range m.Overlaps {
		if other := &m.Overlaps[i]; other.includes(ds) {
			return fmt.Sprintf("%s and %s went on at the same time in this folder, and only one of them can be seen here: run the tests again alone, with -count=1, or give each run a folder of its own (EVALTEST_DIR)", m, other)
		}
	}
	return ""
}

// ranBeside reports whether a run that began at a time went on beside this one.
func (m *runMarker) ranBeside(start time.Time) bool {
	return slices.ContainsFunc(m.Overlaps, func(e extent) bool { return e.Start.Equal(start) })
}

// Failure says why the run as a whole is not evaluable: it was not closed, it failed and no data set explains that, or
// it was of all tests and recorded no data set. It is "" without a reason, and for a marker that cannot be read.
func (m *runMarker) Failure() string {
	switch {
	case m.Bad != nil:
		return ""
	case !m.Closed():
		return m.String() + " was not closed: " + m.remedy("this file")
	case m.Why != "":
		return "of " + m.String() + " " + m.Why
	case m.Outside:
		return fmt.Sprintf("go test failed for another reason than a data set (exit status %d): a test failed outside of data sets or before its first case, or a case could not be measured", m.Exit)
	case m.Empty:
		return m.String() + " recorded no data set: its suites were skipped or are gone (then take evaltest.Main out of the package, and remove this file)"
	}
	return ""
}

// remedy says how a run that was not closed may have ended, and which file to remove. It names the host of the run if
// that is another host: nobody can see from here whether the run goes on there.
func (m *runMarker) remedy(file string) string {
	place := ""
	if m.Host != host() {
		place = " on host " + m.Host
	}
	return fmt.Sprintf("it broke off, or goes on%s; if it broke off, run the tests again with -count=1, or remove %s", place, file)
}

// newMarker returns the marker of a run that begins.
func newMarker(run report.Run) runMarker {
	return runMarker{
		Schema: report.Schema, ID: run.ID, Package: run.Package, extent: extent{Start: run.Start, Selection: run.Selection}, PID: os.Getpid(), Host: host(),
	}
}

// markerEnding is how a run ended.
type markerEnding struct {
	Exit     int
	Outside  bool // it failed, and no data set of it explains that
	Recorded bool // it made a data set
	Others   bool // the directory has artifacts of any run
	Skipped  []skippedTest
}

// beginMarker writes the marker of a run into a directory, which it makes. end closes the marker. end removes it if the run
// has nothing to say: the run was of a part of the tests, did not fail, skipped no suite and recorded nothing, in a
// directory without artifacts.
func beginMarker(dir string, run report.Run, shard, shards int) (end func(markerEnding) error, err error) {
	m := newMarker(run)
	m.Shard, m.Shards = shard, shards
	m.lookBeside(dir)
	base := filepath.Join(dir, files.PackageStem(m.Package)+"run")
	m.Path = base + "." + processName() + "-" + strconv.FormatInt(m.Start.UnixNano(), 36) + openEnding
	for range 3 { // a run that ends may remove the directory while it is empty
		if err = makeDir(dir); err != nil {
			return nil, err
		}
		if err = m.write(m.Path); !errors.Is(err, os.ErrNotExist) {
			break
		}
	}
	if err != nil {
		return nil, err
	}
	return func(e markerEnding) error {
		m.Outside, m.Skipped = e.Outside, e.Skipped
		m.Empty = e.Exit == 0 && !e.Recorded && len(e.Skipped) == 0 && m.whole()
		if e.Exit == 0 && !m.Empty && !e.Recorded && !e.Others && len(m.Skipped) == 0 {
			m.supersede()
			err := os.Remove(m.Path)
			os.Remove(dir) // when it is empty
			return err
		}
		return m.close(base, e.Exit)
	}, nil
}

// markFailed writes the marker of a run that failed and wrote none, with the reason. It does not replace a marker that the
// run has closed.
func markFailed(dir string, run report.Run, exit int, reason string) error {
	if err := makeDir(dir); err != nil {
		return err
	}
	m := newMarker(run)
	m.Ended, m.Exit, m.Why = now().UTC(), exit, reason
	sum := sha256.Sum256([]byte(reason))
	return m.write(filepath.Join(dir, files.PackageStem(m.Package)+"run."+hex.EncodeToString(sum[:4])+".json"))
}

// lookBeside notes the runs of the package that go on, or went on when this one began.
func (m *runMarker) lookBeside(dir string) {
	for _, other := range readMarkers(dir) {
		if other.Bad != nil || other.Package != m.Package || other.Start.Equal(m.Start) || m.ranBeside(other.Start) {
			continue
		}
		if other.Closed() && other.Ended.After(m.Start) || !other.Closed() && !other.abandoned() {
			m.Overlaps = append(m.Overlaps, other.extent)
		}
	}
}

// abandoned reports whether the process of a run is gone. A process of another host or container counts as gone: a dead
// container writes no more, and the newest run decides.
func (m *runMarker) abandoned() bool {
	return m.Host != host() || isAbandoned(m.Host+"-"+strconv.Itoa(m.PID), m.Start)
}

// write writes the file whole or not at all: nobody reads a part of it.
func (m *runMarker) write(path string) error {
	temporary := path + "." + processName() + ".tmp"
	text, err := json.Marshal(m)
	if err == nil {
		err = os.WriteFile(temporary, append(text, '\n'), 0o666)
	}
	if err == nil {
		err = renameFile(temporary, path)
	}
	if err != nil {
		os.Remove(temporary)
		return fmt.Errorf("report: writing the run marker %s: %w", path, files.Cause(err))
	}
	return nil
}

func (m *runMarker) close(base string, exit int) error {
	open, target := m.Path, base+m.shardPart()+".json"
	m.lookBeside(filepath.Dir(open)) // a run may have begun at the same moment
	m.Ended, m.Exit = now().UTC(), exit
	if err := m.write(target); err != nil {
		return err
	}
	if err := os.Remove(open); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("report: removing the run marker %s: %w", open, files.Cause(err))
	}
	m.Path = target
	m.supersede()
	return nil
}

// shardPart returns the part of the name that tells runs of different parts apart, "" for a run of all tests.
func (m *runMarker) shardPart() string {
	if m.whole() {
		return ""
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %d %d", m.Selection.Run, m.Selection.Skip, m.Shard, m.Shards))
	return "." + hex.EncodeToString(sum[:4])
}

// supersede removes the markers of older runs that this run replaces: it included all that they did.
func (m *runMarker) supersede() {
	for _, other := range readMarkers(filepath.Dir(m.Path)) {
		switch {
		case other.Bad != nil || other.Package != m.Package || !other.Start.Before(m.Start) || other.Path == m.Path:
		case m.ranBeside(other.Start):
		case !m.whole() && other.shardPart() != m.shardPart():
		case other.Closed() || other.abandoned():
			os.Remove(other.Path)
		}
	}
}

// start is the earliest time at which this process can have created a file.
var start = time.Now()

// now returns the time. Inside a bubble of testing/synctest, whose clock stands in the year 2000, it returns the start of
// the process, since records are of the real world.
func now() time.Time {
	t := time.Now()
	if t.Round(0).Before(start.Round(0)) { // by the wall clock: the bubble has a monotonic clock of its own
		return start
	}
	return t
}
