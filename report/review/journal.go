package review

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report/accept"
	"github.com/extracteval/extracteval/report/internal/filename"
)

// stamp tells by the file system whether a file has changed.
type stamp struct {
	there bool
	size  int64
	mod   time.Time
}

func stampOf(path string) (stamp, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return stamp{}, nil
	case err != nil:
		return stamp{}, filename.Cause(err)
	case !info.Mode().IsRegular() && !info.IsDir():
		return stamp{}, errors.New("it is not a file")
	}
	return stamp{true, info.Size(), info.ModTime()}, nil
}

// journal is the review file that decisions are appended to.
type journal struct {
	path  string
	text  []byte // what it has, as it was last read or written
	stamp stamp
	read  bool // it was read at least once
}

// changed reports whether the file has changed since it was last read or written.
func (j *journal) changed() bool {
	now, err := stampOf(j.path)
	return err != nil || !j.read || now != j.stamp
}

// load reads the file; one that is not there has no decisions, but what was read from it
// before is kept, for append.
func (j *journal) load() ([]accept.Decision, error) {
	at, err := stampOf(j.path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", j.path, err)
	}
	text := j.text
	if at.there {
		if text, err = os.ReadFile(j.path); err != nil {
			return nil, fmt.Errorf("%s: %w", j.path, filename.Cause(err))
		}
	}
	all, err := accept.Read(filepath.ToSlash(j.path), text)
	if err != nil {
		return nil, err
	}
	j.text, j.stamp, j.read = text, at, true
	return all, nil
}

// repair cuts off what a write that was killed has left at the end of the file: a line that
// has no end and is not JSON. It returns that.
func (j *journal) repair() (cut string, err error) {
	text, err := os.ReadFile(j.path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", j.path, filename.Cause(err))
	}
	end := bytes.LastIndexByte(text, '\n') + 1
	rest := text[end:]
	if len(rest) == 0 || !begun(string(rest)) {
		return "", nil
	}
	if _, err := document.Parse(rest); err == nil {
		return "", nil // somebody has edited it
	}
	f, err := os.OpenFile(j.path, os.O_WRONLY, 0)
	if err == nil {
		err = errors.Join(f.Truncate(int64(end)), f.Sync(), f.Close())
	}
	if err != nil {
		return "", fmt.Errorf("%s: its last line is not whole, and cannot be cut off: %w", j.path, filename.Cause(err))
	}
	return string(rest), nil
}

// begun reports whether a text may be the beginning of a line of [accept.Write].
func begun(text string) bool {
	for _, start := range []string{`{"dataset":"`, `{"case":"`} {
		if strings.HasPrefix(text, start) || strings.HasPrefix(start, text) {
			return true
		}
	}
	return false
}

// append writes a decision at the end of the file. When it returns no error, the decision is
// on the disk; else the file is as it was.
func (j *journal) append(d accept.Decision) error {
	var line bytes.Buffer
	if err := accept.Write(&line, d); err != nil {
		return err
	}
	before, err := stampOf(j.path)
	if err != nil {
		return fmt.Errorf("%s: %w", j.path, err)
	}
	text := line.Bytes()
	if len(j.text) > 0 && j.text[len(j.text)-1] != '\n' {
		text = append([]byte("\n"), text...)
	}
	whole := append(bytes.Clone(j.text), text...)
	if !before.there {
		text = whole
	}
	f, err := os.OpenFile(j.path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return fmt.Errorf("%s: %w", j.path, filename.Cause(err))
	}
	n, err := f.Write(text)
	if err == nil {
		err = f.Sync()
	}
	if err != nil {
		if info, e := f.Stat(); e == nil && info.Size() == before.size+int64(n) {
			err = errors.Join(err, f.Truncate(before.size))
		}
		return errors.Join(fmt.Errorf("%s: %w", j.path, filename.Cause(err)), f.Close())
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("%s: %w", j.path, filename.Cause(err))
	}
	if !before.there {
		syncFolder(filepath.Dir(j.path))
	}
	j.text = whole
	if j.stamp, err = stampOf(j.path); err != nil || j.stamp.size != int64(len(whole)) {
		j.read = false // somebody else wrote at the same time
	}
	return nil
}

// syncFolder makes the name of a new file last. Not every system can.
func syncFolder(path string) {
	if d, err := os.Open(path); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}
