// Package outfile writes the output files of commands.
package outfile

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"github.com/extracteval/extracteval/report/artifact/wholefile"
	"github.com/extracteval/extracteval/report/internal/filename"
)

// Write writes a temporary file and renames it when it is whole. If path is a symbolic link, it
// replaces the link's target. The file is compressed if its name ends in .gz. A device, see
// [wholefile.Device], is written directly. If the file is neither a device nor compressed, its
// writer has a method Restart, by which write can start again. An interrupt ends the process,
// as it does elsewhere, and removes the temporary file.
func Write(path string, write func(io.Writer) error) (err error) {
	target, device, err := wholefile.Device(path)
	if err != nil {
		return fmt.Errorf("creating %s: %w", path, filename.Cause(err))
	}
	if device != nil {
		b := bufio.NewWriterSize(device, 256<<10)
		return errors.Join(write(b), b.Flush(), device.Close())
	}
	signals, done := make(chan os.Signal, 1), make(chan struct{})
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	defer signal.Stop(signals)
	f, err := os.CreateTemp(filepath.Dir(target), "."+filepath.Base(target)+"-*")
	if err != nil {
		return fmt.Errorf("creating %s: %w", path, filename.Cause(err))
	}
	var renaming sync.Mutex
	go removeAtSignal(f.Name(), &renaming, signals, done)
	defer close(done)
	defer func() {
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
		err = write(file{b, f})
	}
	if err != nil {
		return err
	}
	// A temporary file is private to its owner; an artifact has the usual
	// permissions.
	if err := errors.Join(b.Flush(), f.Chmod(0o644), f.Close()); err != nil {
		return fmt.Errorf("writing %s: %w", path, filename.Cause(err))
	}
	renaming.Lock()
	defer renaming.Unlock()
	if err := os.Rename(f.Name(), target); err != nil {
		return fmt.Errorf("renaming %s to %s: %w", f.Name(), path, err)
	}
	return nil
}

// file is an output file without compression.
type file struct {
	*bufio.Writer
	f *os.File
}

// Restart truncates the file.
func (f file) Restart() error {
	f.Reset(f.f)
	_, err := f.f.Seek(0, io.SeekStart)
	return errors.Join(err, f.f.Truncate(0))
}

// removeAtSignal removes a file and ends the process if a signal comes before done. The file is
// then not renamed.
func removeAtSignal(name string, renaming *sync.Mutex, signals chan os.Signal, done <-chan struct{}) {
	select {
	case <-done:
	case s := <-signals:
		renaming.Lock()
		os.Remove(name)
		signal.Reset(s) // so that a parent process sees the signal
		if p, err := os.FindProcess(os.Getpid()); err != nil || p.Signal(s) != nil {
			os.Exit(2)
		}
	}
}
