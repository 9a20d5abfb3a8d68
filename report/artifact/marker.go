package artifact

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/selection"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/filename"
)

// A marker says that the tests of a package run, or how they ended. It is a file of one
// JSON object beside the artifacts: PACKAGE.run.HOST-PID-TIME.open.json as long as the
// run goes on, then PACKAGE.run.json, with a hash of the selection before the ending
// when -run, -skip or a shard made the run one of a part: a run of a part does not
// take the place of a whole one.
type marker struct {
	Schema    string           `json:"schema"`
	ID        string           `json:"run_id,omitzero"`
	Package   string           `json:"package,omitzero"`
	Start     time.Time        `json:"start"`
	PID       int              `json:"pid"`
	Host      string           `json:"host"`
	Selection report.Selection `json:"selection,omitzero"`
	Shard     int              `json:"shard,omitzero"`
	Shards    int              `json:"shards,omitzero"`
	// Beside are the starts of runs of the package at the same time: what they write is
	// not older than this run.
	Beside []time.Time `json:"beside,omitzero"`
	Ended  time.Time   `json:"ended,omitzero"`
	Exit   int         `json:"exit"`

	path string
	bad  error // it cannot be read
}

func (m *marker) closed() bool { return !m.Ended.IsZero() }

// whole: the run was of all tests of the package.
func (m *marker) whole() bool {
	return m.Selection.Run == "" && m.Selection.Skip == "" && m.Shards == 0
}

// includes reports whether a run of this selection makes the data set.
func (m *marker) includes(ds *report.Dataset) bool {
	switch {
	case m.Shards > 0 && ds.Shards > 0 && (m.Shard != ds.Shard || m.Shards != ds.Shards):
		return false
	case m.Shards > 0 && ds.Shards == 0 && m.Shard != 1: // the first one makes what is not split
		return false
	case m.Selection.Run == "" && m.Selection.Skip == "":
		return true
	case ds.Test == "": // filled by assertions of any test
		return false
	}
	return selection.Includes(m.Selection.Run, m.Selection.Skip, ds.Test)
}

// String says which run it is.
func (m *marker) String() string {
	text := "the run of " + m.Start.UTC().Format(time.DateTime) + " UTC"
	var flags []string
	if m.Selection.Run != "" {
		flags = append(flags, "-run "+m.Selection.Run)
	}
	if m.Selection.Skip != "" {
		flags = append(flags, "-skip "+m.Selection.Skip)
	}
	if m.Shards > 0 {
		flags = append(flags, fmt.Sprintf("shard %d of %d", m.Shard, m.Shards))
	}
	if len(flags) > 0 {
		text += " (" + strings.Join(flags, " ") + ")"
	}
	return text
}

// doubt says why a data set of a run decides nothing, "" when nothing speaks against
// it: its run was not closed; a newer one that included it was not, or has not made it
// anew.
func (m *marker) doubt(run *report.Run, ds *report.Dataset) string {
	switch {
	case m.bad != nil:
		return fmt.Sprintf("the run marker %s cannot be read: %v", filepath.Base(m.path), m.bad)
	case m.Package != run.Package || run.Start.IsZero():
		return ""
	case m.Start.Equal(run.Start) && (run.PID == 0 || run.PID == m.PID):
		if m.closed() {
			return ""
		}
		return m.String() + " that made it was not closed: it broke off, or goes on"
	case !run.Start.Before(m.Start) || !m.includes(ds) || slices.ContainsFunc(m.Beside, run.Start.Equal):
		return ""
	case m.closed():
		return "it is stale: " + m.String() + " included it and did not make it anew: its test was skipped or did not come that far, or is gone (then remove the file)"
	}
	return "it is stale: " + m.String() + " included it and was not closed: it broke off, or goes on"
}

// markerFile matches the names of markers: the package, and what of a run it is.
var markerFile = regexp.MustCompile(`^(?:(.+)\.)?run(\.[0-9a-f]{8}|\.[^.]+\.open)?\.json$`)

const maxMarkerBytes = 1 << 20

// readMarkers returns the markers of a directory, the newest first. What is not ours is
// left out.
func readMarkers(dir string) []marker {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // whoever reads artifacts there says so
	}
	var all []marker
	for _, e := range entries {
		if !markerFile.MatchString(e.Name()) || !isRegular(dir, e) {
			continue
		}
		m, ok := readMarker(filepath.Join(dir, e.Name()))
		if ok {
			all = append(all, m)
		}
	}
	slices.SortStableFunc(all, func(a, b marker) int { return b.Start.Compare(a.Start) })
	return all
}

// readMarker reads a marker. It reports false for a file that was removed or is another's.
func readMarker(path string) (m marker, ok bool) {
	info, err := os.Stat(path)
	if err == nil && info.Size() > maxMarkerBytes {
		return marker{}, false
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return marker{}, false
	}
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		return marker{path: path, bad: cause(err)}, true
	}
	m.path = path
	return m, m.Schema == report.Schema && !m.Start.IsZero()
}

// Begin writes the marker of the run, before the first test. end closes it, with the
// exit status, when all data sets have ended; where there is none in the directory, it
// removes it. As long as it is not closed, whatever
// ends the process, no data set of the run is evaluable, nor an older one that the run
// included; and when it is, those that it included and did not make anew are stale.
// shard and shards are those of the run, 0 for the whole.
func (d *Dir) Begin(shard, shards int) (end func(exit int) error, err error) {
	m := marker{
		Schema: report.Schema, ID: d.Run.ID, Package: d.Run.Package, Start: d.Run.Start, PID: os.Getpid(), Host: hostName(),
		Selection: d.Run.Selection, Shard: shard, Shards: shards,
	}
	m.lookBeside(d.Path)
	if err := os.MkdirAll(d.Path, 0o777); err != nil {
		return nil, fmt.Errorf("report: creating directory %s for artifacts: %w", d.Path, cause(err))
	}
	base := filepath.Join(d.Path, filename.Package(m.Package)+"run")
	m.path = base + "." + processName() + "-" + strconv.FormatInt(m.Start.UnixNano(), 36) + ".open.json"
	if err := m.write(m.path); err != nil {
		return nil, err
	}
	return func(exit int) error { return m.close(base, exit) }, nil
}

// lookBeside notes the runs of the package that go on, or went on when this one began.
func (m *marker) lookBeside(dir string) {
	for _, other := range readMarkers(dir) {
		if other.bad != nil || other.Package != m.Package || other.Start.Equal(m.Start) || slices.ContainsFunc(m.Beside, other.Start.Equal) {
			continue
		}
		if other.closed() && other.Ended.After(m.Start) || !other.closed() && !other.abandoned() {
			m.Beside = append(m.Beside, other.Start)
		}
	}
}

// abandoned reports whether the process of a run is gone.
func (m *marker) abandoned() bool {
	return abandoned(m.Host+"-"+strconv.Itoa(m.PID), m.Start)
}

// write writes the file. One that cannot be written whole is not there.
func (m *marker) write(path string) error {
	text, err := json.Marshal(m)
	if err == nil {
		err = os.WriteFile(path, append(text, '\n'), 0o666)
	}
	if err != nil {
		os.Remove(path)
		return fmt.Errorf("report: writing the run marker %s: %w", path, cause(err))
	}
	return nil
}

func (m *marker) close(base string, exit int) error {
	open, to := m.path, base+m.part()+".json"
	if !holdsArtifacts(filepath.Dir(open)) { // of nothing there is nothing to say
		err := os.Remove(open)
		os.Remove(filepath.Dir(open)) // when it is empty
		return err
	}
	m.lookBeside(filepath.Dir(open)) // one may have begun in the same moment
	m.Ended, m.Exit = now().UTC(), exit
	temporary := strings.TrimSuffix(open, ".open.json") + ".tmp"
	if err := m.write(temporary); err != nil {
		return err
	}
	if err := os.Rename(temporary, to); err != nil {
		os.Remove(temporary)
		return fmt.Errorf("report: the run marker could not be renamed to %s: %w", to, linkCause(err))
	}
	if err := os.Remove(open); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("report: removing the run marker %s: %w", open, cause(err))
	}
	m.path = to
	m.supersede()
	return nil
}

// holdsArtifacts reports whether there is an artifact in a directory.
func holdsArtifacts(dir string) bool {
	entries, err := os.ReadDir(dir)
	return err != nil || slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		_, ok := parseName(dir, e)
		return ok
	})
}

// source is the source of a run that was not closed: a data set that is Broken, so that
// a package is seen that died before it recorded anything.
func (m *marker) source() Source {
	return Source{
		Name: m.path, Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("")), nil },
		evidence: &Key{Package: m.Package, Dataset: "(run)", Repetition: 1}, doubt: fmt.Errorf("%s: %s was not closed: it broke off, or goes on", m.path, m),
	}
}

// part is what tells the marker of a run of a part from others, "" for the whole.
func (m *marker) part() string {
	if m.whole() {
		return ""
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %d %d", m.Selection.Run, m.Selection.Skip, m.Shard, m.Shards))
	return "." + hex.EncodeToString(sum[:4])
}

// supersede removes markers of older runs whose every word this one has taken back:
// it included all that they did.
func (m *marker) supersede() {
	for _, other := range readMarkers(filepath.Dir(m.path)) {
		switch {
		case other.bad != nil || other.Package != m.Package || !other.Start.Before(m.Start) || other.path == m.path:
		case slices.ContainsFunc(m.Beside, other.Start.Equal):
		case !m.whole() && other.part() != m.part():
		case other.closed() || other.abandoned():
			os.Remove(other.path)
		}
	}
}
