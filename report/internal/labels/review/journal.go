package review

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
)

// stamp tells by the file system whether a file has changed.
type stamp struct {
	present bool
	size    int64
	mod     time.Time
}

func stampOf(path string) (stamp, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return stamp{}, nil
	case err != nil:
		return stamp{}, files.Cause(err)
	case !info.Mode().IsRegular() && !info.IsDir():
		return stamp{}, errors.New("it is not a file")
	}
	return stamp{true, info.Size(), info.ModTime()}, nil
}

// journal is the review file to which decisions are appended. Several processes may append to it: a writer has the file
// alone, and a reader never reads half a line.
type journal struct {
	path  string
	perm  fs.FileMode // of a new file
	text  []byte      // the text of the file when it was last read or written
	stamp stamp
	read  bool // it was read at least once
}

// file is an open file that is locked until it is closed.
type file interface {
	io.ReadWriteCloser
	Stat() (fs.FileInfo, error)
	Sync() error
	Truncate(size int64) error
}

// newJournal returns the review file of a path. A symbolic link is an error, since it could lead to any file. A new
// file has the read and write permissions of the data, which it quotes; its owner may always read and write it.
func newJournal(path, data string) (*journal, error) {
	j := &journal{path: path, perm: 0o600}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("the review file %s: there is no folder %s", path, filepath.Dir(path))
	}
	if info, err := os.Stat(data); err == nil {
		j.perm |= info.Mode().Perm() & 0o666
	}
	if err := j.check(); err != nil {
		return nil, err
	}
	return j, j.tryWriting()
}

// tryWriting returns an error if no decision can be written, so that nobody looks at a case in vain. It leaves nothing
// behind.
func (j *journal) tryWriting() error {
	f, err := os.OpenFile(j.path, os.O_WRONLY|os.O_APPEND, 0)
	if errors.Is(err, fs.ErrNotExist) {
		if f, err = os.CreateTemp(filepath.Dir(j.path), ".review-*"); err == nil {
			defer os.Remove(f.Name())
		}
	}
	if err != nil {
		return fmt.Errorf("the review file %s cannot be written: %w", j.path, files.Cause(err))
	}
	return f.Close()
}

// open opens the file and locks it. To read, it waits until no other process writes the file; to write, until no other
// process reads or writes it. On a file system without locks it does not wait.
func (j *journal) open(flag int) (file, error) {
	f, err := lockedfile.OpenFile(j.path, flag, j.perm)
	if errors.Is(err, errors.ErrUnsupported) {
		return os.OpenFile(j.path, flag, j.perm)
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

func (j *journal) readAll() ([]byte, error) {
	f, err := j.open(os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(f)
	return text, errors.Join(err, f.Close())
}

// check returns an error if the path is a symbolic link or not a file. A missing file is no error.
func (j *journal) check() error {
	info, err := os.Lstat(j.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("%s: %w", j.path, files.Cause(err))
	case info.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%s is a link; name the file that it leads to", j.path)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a file", j.path)
	}
	return nil
}

// changed reports whether the file has changed since it was last read or written.
func (j *journal) changed() bool {
	now, err := stampOf(j.path)
	return err != nil || !j.read || now != j.stamp
}

// load reads the file, and returns its decisions. If the file is missing, it returns the decisions that it had when it
// was last read or written; append then writes them again.
func (j *journal) load() ([]accept.Decision, error) {
	current, err := stampOf(j.path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", j.path, err)
	}
	text := j.text
	if current.present {
		if text, err = j.readAll(); err != nil {
			return nil, fmt.Errorf("%s: %w", j.path, files.Cause(err))
		}
	}
	all, err := accept.Read(filepath.ToSlash(j.path), text)
	if err != nil {
		return nil, err
	}
	j.text, j.stamp, j.read = text, current, true
	return all, nil
}

// repair cuts off and returns the rest of a killed write at the end of the file: a line that has no end and is not
// JSON.
func (j *journal) repair() (cut string, err error) {
	text, err := j.readAll()
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", j.path, files.Cause(err))
	}
	if torn(text) == "" {
		return "", nil
	}
	f, err := j.open(os.O_RDWR)
	if err == nil {
		if text, err = io.ReadAll(f); err == nil {
			if cut = torn(text); cut != "" {
				err = errors.Join(f.Truncate(int64(len(text)-len(cut))), f.Sync())
			}
		}
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return "", fmt.Errorf("%s: its last line is not whole, and cannot be cut off: %w", j.path, files.Cause(err))
	}
	return cut, nil
}

// torn returns the rest of a killed write at the end of a text, "" for none.
func torn(text []byte) string {
	rest := text[bytes.LastIndexByte(text, '\n')+1:]
	if _, err := document.Parse(rest); err == nil || !begun(string(rest)) {
		return "" // the text ends with a line, or somebody has edited it
	}
	return string(rest)
}

// begun reports whether a text may be the beginning of a line of [accept.Write].
func begun(text string) bool {
	return slices.ContainsFunc([]string{`{"dataset":"`, `{"case":"`}, func(start string) bool { return strings.HasPrefix(text, start) || strings.HasPrefix(start, text) })
}

// errMoved says that the file is not as it was last read.
var errMoved = errors.New("another process writes to it all the time")

// append writes a decision at the end of the file. If it returns no error, the decision is on the disk. If it returns
// an error, the file is unchanged. After errMoved the file has to be read again.
func (j *journal) append(d accept.Decision) error {
	var line bytes.Buffer
	if err := accept.Write(&line, d); err != nil {
		return err
	}
	text := line.Bytes()
	if len(j.text) > 0 && j.text[len(j.text)-1] != '\n' {
		text = append([]byte("\n"), text...)
	}
	whole := append(bytes.Clone(j.text), text...)
	if !j.stamp.present {
		text = whole
	}
	if err := j.check(); err != nil {
		return err
	}
	flag := os.O_RDWR | os.O_APPEND
	if !j.stamp.present {
		flag |= os.O_CREATE
	}
	f, err := j.open(flag)
	switch {
	case err == nil:
		err = errors.Join(j.write(f, text), f.Close())
	case j.stamp.present && errors.Is(err, fs.ErrNotExist):
		err = errMoved
	}
	if errors.Is(err, errMoved) {
		j.read = false
	}
	if err != nil {
		return fmt.Errorf("%s: %w", j.path, files.Cause(err))
	}
	if !j.stamp.present {
		syncFolder(filepath.Dir(j.path))
	}
	j.text = whole
	if j.stamp, err = stampOf(j.path); err != nil || j.stamp.size != int64(len(whole)) {
		j.read = false // somebody else wrote meanwhile
	}
	return nil
}

// write writes a text at the end of the open file, if it is as it was last read.
func (j *journal) write(f file, text []byte) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if current, err := os.Stat(j.path); err != nil || !os.SameFile(info, current) {
		return errMoved // another file stands there now
	}
	previous := stamp{true, info.Size(), info.ModTime()}
	if j.stamp.present && previous != j.stamp || !j.stamp.present && previous.size > 0 {
		return errMoved
	}
	if _, err = f.Write(text); err == nil {
		err = f.Sync()
	}
	if err != nil {
		return errors.Join(err, f.Truncate(previous.size))
	}
	return nil
}

// syncFolder writes the name of a new file to the disk, if the system can.
func syncFolder(path string) {
	if d, err := os.Open(path); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}
