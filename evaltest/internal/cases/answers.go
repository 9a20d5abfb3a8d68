package cases

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/extracteval/extracteval/evaltest/internal/gotest"
	"github.com/extracteval/extracteval/internal/rescore"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/similarity"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// From describes the run whose answers are wanted.
type From struct {
	// Dir is the folder of the earlier run, as EVALTEST_RESUME names it.
	Dir              string
	Package, Dataset string
	Repetition       int
	// Run has the labels and the provider of this run. The earlier run must have the same.
	Run report.Run
	// Recorded says that confidences are taken from the records, because a function of the user computed them, or
	// because they may be at paths that the spec ignores. The earlier run must then have the same spec.
	Recorded bool
}

// Folder returns the path of Dir, and whether the folder exists.
func (f From) Folder() (path string, present bool, err error) {
	path = f.Dir
	if !filepath.IsAbs(path) {
		if gotest.StartDirErr != nil {
			return "", false, gotest.StartDirErr
		}
		path = filepath.Join(gotest.StartDir, path)
	}
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return path, false, nil
	case err != nil:
		return "", false, err
	case !info.IsDir():
		return "", false, errors.New("it is not a folder: name the one with the artifacts")
	}
	return path, true, nil
}

// Answers are the answers of an earlier run. A nil Answers is empty.
type Answers struct {
	source  From
	records *records
	ignores map[*artifact.Section]bool // whether the spec of an earlier run ignores paths
	// Spec is the hash of the present spec, and Attributes are its fields.
	Spec       string
	Attributes []string

	mu                                                sync.Mutex
	taken, failed, unkept, otherInput, unknown, specs int
	earlier                                           int    // number of taken answers from another revision
	revision                                          string // that revision, of the first such answer
	narrower                                          int    // number of taken answers to a spec without a field of the present one
	field                                             string // that field, of the first such answer
}

// OpenAnswers opens the answers in a folder, nil if it has no record of the data set. Answers of
// other labels or of another provider are an error.
func OpenAnswers(path string, source From) (*Answers, error) {
	a := &Answers{source: source, ignores: map[*artifact.Section]bool{}}
	var other report.Run
	same, differ := 0, 0
	var err error
	a.records, err = openRecords(path, source.Package, source.Dataset, func(section *artifact.Section) bool {
		if sameSystem(section.Run, source.Run) {
			same++
			a.ignores[section] = len(rescore.IgnoredFields(section.Dataset)) > 0
			return true
		}
		other = section.Run
		differ++
		return false
	})
	switch {
	case err != nil:
		return nil, err
	case same > 0:
		return a, nil
	}
	a.Close()
	if differ > 0 {
		return nil, fmt.Errorf("its answers are of another system: labels are %q there and %q here; set EVALTEST_LABELS and EVALTEST_PROVIDER as they were, or run without EVALTEST_RESUME", cmp.Or(terminal.System(other), "none"), cmp.Or(terminal.System(source.Run), "none"))
	}
	return nil, nil
}

// Taken is an answer that a resumed run reuses.
type Taken struct {
	// Answer has a form that Evaluate of package eval accepts.
	Answer any

	record   *report.Case
	file     string
	recorded bool
}

// Take returns the answer to a case in one trial, nil if the extractor must be called.
func (a *Answers) Take(id string, trial int, input []byte) *Taken {
	if a == nil {
		return nil
	}
	var found *Taken
	var reason *int
	revision, field := "", ""
	a.records.findRecord(a.source.Repetition, trial, id, func(s *artifact.Section, file string, c *report.Case) bool {
		answer, ok := rescore.KeptAnswer(c)
		_, unreadable := answer.(words.Unreadable) // another spec may read it
		count := &a.taken
		switch {
		case c.Status != report.OK:
			count = &a.failed
		case !ok || s.Dataset.Redaction().Active():
			count = &a.unkept
		case input == nil || c.InputHash == "":
			count = &a.unknown
		case report.Hash(input) != c.InputHash:
			count = &a.otherInput
		case (a.source.Recorded || a.ignores[s] || unreadable) && s.Dataset.SpecHash != a.Spec, a.source.Recorded && c.MoreFields > 0:
			count = &a.specs
		default:
			found = &Taken{answer, c, file, a.source.Recorded}
			if older, newer := s.Run.VCS.Revision, a.source.Run.VCS.Revision; older != newer && newer != "" {
				revision = older
			}
			field = a.newField(&s.Dataset)
		}
		if reason == nil || found != nil {
			reason = count
		}
		return found != nil
	})
	a.mu.Lock()
	defer a.mu.Unlock()
	if reason != nil {
		*reason++
	}
	if revision != "" {
		a.earlier++
		a.revision = cmp.Or(a.revision, revision)
	}
	if field != "" {
		a.narrower++
		a.field = cmp.Or(a.field, field)
	}
	return found
}

// newField returns the first field of the present spec that the spec of an earlier run lacks, "" for none.
func (a *Answers) newField(earlier *report.Dataset) string {
	if earlier.SpecHash == a.Spec || len(earlier.Attributes) == 0 {
		return ""
	}
	for _, name := range a.Attributes {
		if !slices.Contains(earlier.Attributes, name) {
			return name
		}
	}
	return ""
}

// End closes the files of the earlier run, so that this run may replace them. It returns a message that says how many
// of the wanted answers were reused, "" if a is nil.
func (a *Answers) End(wanted int) string {
	if a == nil {
		return ""
	}
	a.Close()
	var unused []string
	for _, n := range []struct {
		n     int
		cause string
	}{
		{a.failed, "failed or not asked there"}, {a.unkept, "without an answer in the record (EVALTEST_ANSWERS=off, redacted, or longer than 64 KiB)"},
		{a.otherInput, "with another input now"}, {a.unknown, "whose input cannot be told from another"},
		{a.specs, "of another Spec, whose records lack what this one needs"},
	} {
		if n.n > 0 {
			unused = append(unused, fmt.Sprintf("%d %s", n.n, n.cause))
		}
	}
	text := fmt.Sprintf("%d of %d answers were taken from %s", a.taken, wanted, a.source.Dir)
	if a.earlier > 0 {
		text += fmt.Sprintf(", %d of them from code of another revision: %.12s, and this is %.12s", a.earlier, a.revision, a.source.Run.VCS.Revision)
	}
	if a.narrower > 0 {
		text += fmt.Sprintf(", %d of them from before the spec had the field %s, which they may lack", a.narrower, words.Visible(a.field))
	}
	if len(unused) > 0 {
		text += "; asked again: " + strings.Join(unused, ", ")
	}
	return text
}

// Close closes the files. It may be called more than once.
func (a *Answers) Close() { a.records.close() }

// Observe copies duration, retries, usage and recorded confidences of the
// answer into seen.
func (t *Taken) Observe(seen *report.Observation) {
	c := t.record
	seen.Taken, seen.Duration, seen.Retries, seen.Replayed, seen.Cost, seen.Stop = t.file, c.Duration, c.Retries, c.Replayed, c.Cost, c.Shape.Stop
	if t.recorded {
		confidences := rescore.KeptConfidences(t.record)
		seen.Confidence = func(path string) (confidence float64, ok bool) {
			confidence, ok = confidences[path]
			return confidence, ok
		}
	}
}

// sameSystem reports whether two runs evaluated the same system, by terminal.System.
// Whether their answers were rescored does not matter.
func sameSystem(a, b report.Run) bool {
	a.Rescored, b.Rescored = "", ""
	return terminal.System(a) == terminal.System(b)
}

// The search for the nearest recording is bounded, since a test that lacks one
// recording often lacks all.
const (
	maxCompared      = 1000
	maxComparedBytes = 1 << 20
)

// Nearest finds the recording in a folder whose request is most similar to wanted. It reads files with the given
// extension in the order of their names, up to 1,000 with requests of about 1 MiB together. request returns the
// canonical JSON of the request in a recording; files for which it returns an error are left out. Nearest returns the
// name of the first file with the most similar request, "" for none. alike is the similarity of the two requests in
// [0,1], the Dice coefficient of their pairs of letters. differ has the sorted names of the members in which they
// differ.
func Nearest(wanted []byte, dir, extension string, request func(file string) ([]byte, error)) (name string, alike float64, differ []string) {
	entries, _ := os.ReadDir(dir)
	var nearest []byte
	n, size := 0, 0
	for _, entry := range entries {
		if filepath.Ext(entry.Name()) != extension || n == maxCompared || size > maxComparedBytes {
			continue
		}
		canonical, err := request(filepath.Join(dir, entry.Name()))
		if err != nil {
			continue
		}
		n++
		size += len(canonical)
		if s := similarity.Dice(string(wanted), string(canonical)); name == "" || s > alike {
			name, alike, nearest = entry.Name(), s, canonical
		}
	}
	return name, alike, differences(wanted, nearest)
}

// differences names the members in which two objects differ, sorted.
func differences(a, b []byte) (names []string) {
	x, errX := document.Parse(a)
	y, errY := document.Parse(b)
	if errX != nil || errY != nil {
		return nil
	}
	differ := func(v, w document.Value) {
		for name, member := range v.Members() {
			if !bytes.Equal(member.AppendCanonical(nil), w.Member(name).AppendCanonical(nil)) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	differ(x, y)
	differ(y, x)
	slices.Sort(names)
	return names
}
