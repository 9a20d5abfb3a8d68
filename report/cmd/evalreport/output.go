package main

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/extracteval/extracteval/report/internal/filename"
)

// isFolder reports whether a path is that of a directory, or ends as one.
func isFolder(path string) bool {
	if strings.HasSuffix(filepath.ToSlash(path), "/") {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// output calls write with a file, or the standard output for "-". A file is there
// when all of it is; it is compressed when its name ends in .gz.
func (c *cli) output(path string, write func(io.Writer) error) error {
	if path != "-" {
		return writeFile(path, write)
	}
	w := bufio.NewWriterSize(c.stdout, 256<<10)
	return errors.Join(write(w), w.Flush())
}

// writeFile writes a file under another name and renames it when it is whole.
func writeFile(path string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return fmt.Errorf("creating %s: %w", path, filename.Cause(err))
	}
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
		err = write(b)
	}
	if err != nil {
		return err
	}
	// A temporary file is its owner's alone; an artifact is as other files are.
	if err := errors.Join(b.Flush(), f.Chmod(0o644), f.Close()); err != nil {
		return fmt.Errorf("writing %s: %w", path, filename.Cause(err))
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return fmt.Errorf("renaming %s to %s: %w", f.Name(), path, err)
	}
	return nil
}

// writeJSON writes a value as JSON for people, too.
func writeJSON(w io.Writer, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", text)
	return err
}
