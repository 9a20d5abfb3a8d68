package shell

import (
	"bufio"
	"compress/gzip"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/report/artifact"
)

// WriteFile writes a temporary file and renames it to path when it is whole. If path is a symbolic link, it replaces
// the file to which the link leads. The file is compressed if path ends in .gz. WriteFile writes directly to a device
// ([files.Device]). An interrupt during the write removes the temporary file and ends the process.
func WriteFile(path string, write func(io.Writer) error) (err error) {
	target, device, err := files.Device(path)
	if err != nil {
		return fmt.Errorf("creating %s: %w", path, files.Cause(err))
	}
	if device != nil {
		b := bufio.NewWriterSize(device, 256<<10)
		return errors.Join(write(b), b.Flush(), device.Close())
	}
	if info, err := os.Stat(target); err == nil && info.IsDir() {
		return Errorf("%s is a folder; name a file in it", path)
	}
	signals := make(chan os.Signal, 1)
	defer signal.Stop(signals)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	f, err := os.CreateTemp(filepath.Dir(target), "."+filepath.Base(target)+"-*")
	if err != nil {
		return fmt.Errorf("creating %s: %w", path, files.Cause(err))
	}
	go removeAtSignal(f.Name(), signals)
	defer func() {
		signal.Stop(signals) // no signal is sent from here on
		close(signals)
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	b := bufio.NewWriterSize(f, 256<<10)
	if strings.HasSuffix(path, ".gz") {
		z := gzip.NewWriter(b)
		err = errors.Join(write(z), z.Close())
	} else {
		err = write(b)
	}
	if err != nil {
		return err
	}
	// A temporary file is private to its owner; an artifact has the usual
	// permissions.
	if err := errors.Join(b.Flush(), f.Chmod(0o644), f.Close()); err != nil {
		return fmt.Errorf("writing %s: %w", path, files.Cause(err))
	}
	return os.Rename(f.Name(), target) // both names are in the error
}

// removeAtSignal removes a file when a signal comes, and ends the process. A file that was renamed just before is
// whole, and stays.
func removeAtSignal(name string, signals chan os.Signal) {
	s, ok := <-signals
	if !ok {
		return
	}
	os.Remove(name)
	signal.Reset(s) // so that a parent process sees the signal
	if p, err := os.FindProcess(os.Getpid()); err != nil || p.Signal(s) != nil {
		os.Exit(2)
	}
}

// Format is the name of a format that a command writes, and the ending of the files that select it.
type Format [2]string

// ChooseFormat returns the name of a format: the name that is given or, without one, the name for the ending of a file. For the standard
// output it is initial, unless that is "".
func ChooseFormat(formats []Format, name, file, initial string) (string, error) {
	if name == "" && file == "-" {
		name = initial
	}
	var names, endings []string
	for _, f := range formats {
		if name == f[0] || name == "" && endingOf(file) == f[1] {
			return f[0], nil
		}
		names, endings = append(names, f[0]), append(endings, f[1])
		if f[1] != "."+f[0] {
			endings[len(endings)-1] += " (" + f[0] + ")"
		}
	}
	switch {
	case name != "":
		return "", Errorf("-format is %q, want %s", name, alternatives(names))
	case file == "-":
		return "", Errorf("there is no format: want -format %s, or -o FILE", alternatives(names))
	}
	return "", Errorf("-o %s: its ending selects no format, want %s, or -format", file, alternatives(endings))
}

// CheckEnding returns an error if the file of a flag ends as one of a format that the command does not write. Without endings the command
// writes a folder.
func CheckEnding(flag, file string, endings ...string) error {
	known := []string{".csv", ".html", ".json", ".jsonl", ".md", ".tsv", ".txt", ".xml", ".yaml", ".yml"}
	switch e := endingOf(file); {
	case !slices.Contains(known, e) || slices.Contains(endings, e):
		return nil
	case len(endings) == 0:
		return Errorf("-%s %s: want the name of a folder", flag, file)
	}
	return Errorf("-%s %s: the command writes %s", flag, file, alternatives(endings))
}

// endingOf returns the ending of a file, compressed or not.
func endingOf(file string) string {
	return strings.ToLower(filepath.Ext(strings.TrimSuffix(file, ".gz")))
}

// alternatives returns "csv, junit or bench".
func alternatives(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// WriteJSON writes a value as indented JSON.
func WriteJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// NewID returns the id of a run that begins now: the time, and three random bytes.
// Sorting ids by name sorts them by time.
func NewID() string {
	random := make([]byte, 3)
	rand.Read(random)
	return fmt.Sprintf("%s-%x", time.Now().UTC().Format("20060102T150405Z"), random)
}

// isID matches an id of NewID.
var isID = regexp.MustCompile(`^[0-9]{8}T[0-9]{6}Z-[0-9a-f]{6}$`)

// Newest returns the newest folder in dir that has the id of a run as its name and holds an artifact.
func Newest(dir string) (path string, ok bool) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", false
	}
	for _, e := range slices.Backward(entries) {
		if !e.IsDir() || !isID.MatchString(e.Name()) {
			continue
		}
		path := filepath.Join(dir, e.Name())
		if sources, _, err := artifact.List(path); err == nil && len(sources) > 0 {
			return path, true
		}
	}
	return "", false
}

// RemoveEmpty removes the directory of a run if it is empty, and then the default folder around it.
func RemoveEmpty(dir string) {
	if err := os.Remove(dir); err == nil && filepath.Base(filepath.Dir(dir)) == DefaultDir {
		os.Remove(filepath.Dir(dir))
	}
}

// FreshDir creates the directory of a run, which must be new or empty. It returns the absolute path, since tests run in
// other working directories.
func FreshDir(dir string) (string, error) {
	path, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(path, 0o777); err != nil {
		return "", fmt.Errorf("creating %s: %w", dir, files.Cause(err))
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return "", fmt.Errorf("%s: %w", dir, files.Cause(err))
	}
	if len(entries) > 0 {
		return "", Errorf("-dir: %s is not empty: artifacts of another run would mix with the artifacts of this one; remove it, or name another", dir)
	}
	return path, nil
}
