package baseline

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
)

// about is the text of the first line of every file.
const about = "how a run of this data set ended, which later runs are compared with: evaltest.Gate.NoWorseThan. Written by EVALTEST_UPDATE=baseline, never by hand"

// head is the first line of a file.
type head struct {
	Type  string `json:"type"`
	About string `json:"about"`
	Sum   string `json:"sum"` // of the lines after it
}

// headType is the type of the first line.
const headType = "baseline"

// number is the line of a number.
type number struct {
	Type  string      `json:"type"`
	Name  string      `json:"name"`
	Value json.Number `json:"value"`
	Of    float64     `json:"of,omitzero"`
	Unit  string      `json:"unit,omitzero"`
}

func numberLine(n report.Number) []byte {
	line, _ := json.Marshal(number{"number", n.Name, json.Number(n.Value.String()), n.Support, string(n.Unit)})
	return append(line, '\n')
}

// sum hashes lines, whatever ends them: git may change that.
type sum struct{ hash.Hash }

func newSum() sum { return sum{sha256.New()} }

func (s sum) addLine(line []byte) {
	s.Write(bytes.TrimRight(line, "\r\n"))
	s.Write([]byte{'\n'})
}

func (s sum) text() string { return hex.EncodeToString(s.Sum(nil)[:16]) }

// What may be wrong with a file.
var (
	errNone     = errors.New("no baseline yet")
	errConflict = errors.New("it has the marks of a merge conflict: take the file of one side")
	errEdited   = errors.New("it was edited or cut off, as its lines do not fit the hash in its first line: git restores it")
	errForeign  = errors.New("it is no baseline: its first line is of another kind; remove it, or name another file")
	errPipe     = errors.New("it is a pipe or a device, and a baseline is read several times: copy it to a file")
	errAnother  = errors.New("each data set has a file of its own")
)

// check reads a file to its end, and returns what is wrong with it.
func check(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return errPipe // it would be waited for
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return errNone
	}
	if err != nil {
		return files.Cause(err)
	}
	defer f.Close()
	var first head
	lines, total, conflict := files.NewLines(f), newSum(), false
	for number := 1; ; number++ {
		line, err := lines.Slice()
		if err != nil && err != io.EOF {
			return files.Cause(err)
		}
		conflict = conflict || bytes.HasPrefix(line, []byte("<<<<<<< ")) || bytes.HasPrefix(line, []byte(">>>>>>> "))
		switch {
		case number == 1 && (json.Unmarshal(line, &first) != nil || first.Type != headType) && !conflict:
			return errForeign
		case number > 1 && len(line) > 0:
			total.addLine(line)
		}
		if err != nil {
			break
		}
	}
	switch {
	case conflict:
		return errConflict
	case total.text() != first.Sum:
		return errEdited
	}
	return nil
}

// readHead returns the run and the data set of a file that passed check.
func readHead(path string) (run report.Run, ds report.Dataset, err error) {
	f, err := os.Open(path)
	if err != nil {
		return run, ds, files.Cause(err)
	}
	defer f.Close()
	for r := artifact.NewReader(f, path); r.Scan(); {
		switch record := r.Record().(type) {
		case *report.Run:
			run = *record
		case *report.Dataset:
			return run, *record, nil
		case *artifact.SyntaxError:
			return run, ds, errors.New(record.Message)
		}
	}
	return run, ds, errForeign
}

// Update writes the file, and compares the run with it. It does not write if refuse says why the run may not be a
// baseline, or if CI is set; b is then not evaluable. written are lines for people: what was written, and what falls and
// rises.
func (r *Run) Update(path, refuse string, s report.Summary) (b *report.Baseline, written []string) {
	if r.Keyless {
		refuse = "the hashes of redacted values have a random key: set EVALTEST_REDACT_KEY, here and in CI"
	}
	if ci := os.Getenv("CI"); ci != "" && ci != "false" && ci != "0" {
		refuse = fmt.Sprintf("CI=%s is set, and a baseline is made where somebody looks at it", ci)
	}
	if refuse == "" && s.Cases().OK == 0 {
		refuse = "the extractor failed in every case"
	}
	if refuse != "" {
		return &report.Baseline{File: path, NotEvaluable: fmt.Sprintf("%s is not written: %s", path, refuse)}, nil
	}
	changes, err := r.Write(path, s)
	if err != nil {
		return &report.Baseline{File: path, NotEvaluable: err.Error()}, nil
	}
	written = []string{path + " is written: look at it, and commit it"}
	for _, change := range changes {
		written = append(written, "    "+change)
	}
	if note := r.sensitivity(s); note != "" {
		written = append(written, "    "+note)
	}
	return r.Judge(path), written
}

// sensitivity says which falls are found in a run with few values, "" with many.
func (r *Run) sensitivity(s report.Summary) string {
	right, values := 0, 0
	for i, a := range s.Attributes {
		if !a.Items {
			c := s.CountsOf(i)
			right, values = right+c.Match, values+c.Support()
		}
	}
	switch per := max(len(s.Trials), 1); {
	case values >= diff.LeastValues*per || r.gate.MaxFall < 0:
		return ""
	case right <= diff.MostFlips*per:
		return "no later run is worse than this, as one or two values are noise: add documents, or limits such as Gate{MacroF1: 0.90}"
	default:
		return fmt.Sprintf("few values: a later run is worse once %d of the %d right values are no longer right", diff.MostFlips+1, right/per)
	}
}

// Write writes the file of a baseline, with the numbers of a summary, and returns what falls and what rises against the file
// that was there, a line for each number. It replaces the file by a rename: the old file or the new one is there. The error
// says why nothing was written, such as that the file is of another data set.
func (r *Run) Write(path string, summary report.Summary) (changes []string, err error) {
	switch err := check(path); {
	case errors.Is(err, errNone):
	case errors.Is(err, errConflict), errors.Is(err, errEdited):
		if _, own := r.readOwn(path); errors.Is(own, errAnother) {
			return nil, fmt.Errorf("%s is not written: %w", path, own)
		}
		changes = []string{"the file that was there could not be compared: " + err.Error()}
	case err == nil:
		var former report.Run
		if former, err = r.readOwn(path); err == nil && former.Package != r.run.Package && former.Package != "" && r.run.Package != "" {
			err = fmt.Errorf("it is of package %s: remove it if the package has another name now, or name another file", former.Package)
		}
		if err == nil {
			changes = r.changes(path)
			break
		}
		fallthrough
	default:
		return nil, fmt.Errorf("%s is not written: %w", path, err)
	}
	r.sort()
	total := newSum() // the lines of a Run end in "\n" as those of the sum do
	if err := r.write(total, summary.Numbers, false); err != nil {
		return nil, err
	}
	first, err := json.Marshal(head{headType, about, total.text()})
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	text.Write(append(first, '\n'))
	if err := r.write(&text, summary.Numbers, false); err != nil {
		return nil, err
	}
	if err := files.Write(path, text.Bytes()); err != nil {
		return nil, fmt.Errorf("%s is not written: %w", path, files.Cause(err))
	}
	return changes, nil
}

// readOwn returns the run of a file that passed check. The error says that it is the baseline of another data set.
func (r *Run) readOwn(path string) (report.Run, error) {
	run, ds, err := readHead(path)
	if err == nil && ds.Name != r.dataset.Name {
		err = fmt.Errorf("it is the baseline of data set %q, and this is %q: %w", ds.Name, r.dataset.Name, errAnother)
	}
	return run, err
}
