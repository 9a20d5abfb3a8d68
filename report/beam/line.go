package beam

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/extracteval/extracteval/internal/files"
)

func init() {
	beam.RegisterType(reflect.TypeFor[Line]())
	beam.RegisterDoFn(&readFn{})
	register.Emitter1[Line]()
	register.Emitter1[DeadLetter]()
}

// Line is one line of a file of JSON Lines.
type Line struct {
	File   string
	Number int // from 1
	Text   []byte
}

// ReadLines returns the [Line] of each line, and a [DeadLetter] for each part that cannot be read. It reads all files
// that a pattern names, on any file system of Beam. It detects
// gzip by a file's first bytes, not by its name. Blank lines are skipped. A file with
// damaged compressed data gives a dead letter after its readable lines; so does a line
// longer than 64 MiB. A pattern that matches no file is an error.
//
// A file is read by one worker, from begin to end, so that line numbers are known
// and compressed files are whole: textio of Beam 2.77 stops reading the text of a
// compressed file at its compressed size. Split large inputs into many files.
func ReadLines(s beam.Scope, pattern string) (lines, dead beam.PCollection) {
	s = s.Scope("ReadLines")
	files := fileio.MatchFiles(s, pattern, fileio.MatchEmptyDisallow())
	return beam.ParDo2(s, &readFn{}, beam.Reshuffle(s, files))
}

type readFn struct{}

func (*readFn) ProcessElement(ctx context.Context, file fileio.FileMetadata, emit func(Line), dead func(DeadLetter)) error {
	fs, err := filesystem.New(ctx, file.Path)
	if err != nil {
		return err
	}
	defer fs.Close()
	f, err := fs.OpenRead(ctx, file.Path)
	if err != nil {
		return err
	}
	defer f.Close()
	return readLines(file.Path, f, emit, dead)
}

// sourceError is an error of the file system, not of the contents of a file, so
// that reading may be retried.
type sourceError struct{ error }

func (e sourceError) Unwrap() error { return e.error }

// marked wraps the errors of a reader as sourceError.
type marked struct{ io.Reader }

func (s marked) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if err != nil && err != io.EOF {
		err = sourceError{err}
	}
	return n, err
}

func readLines(name string, from io.Reader, emit func(Line), dead func(DeadLetter)) error {
	number := 0
	damaged := func(err error) error {
		if wrong := (sourceError{}); errors.As(err, &wrong) {
			return fmt.Errorf("beam: reading %s behind line %d: %w", name, number, wrong.error)
		}
		dead(DeadLetter{Kind: unreadable, File: name, Line: number + 1, Reason: fmt.Sprintf("the file is damaged from here on: %v", err)})
		return nil
	}
	text, err := files.Decompress(marked{from})
	if err != nil {
		return damaged(err)
	}
	in := files.NewLines(text)
	for {
		line, err := in.Next()
		if err == io.EOF {
			return nil
		}
		number = in.Number()
		if err != nil {
			return damaged(err)
		}
		line = bytes.TrimSpace(line)
		switch {
		case in.Size() > files.MaxLine:
			dead(DeadLetter{Kind: unreadable, File: name, Line: number, Reason: fmt.Sprintf("the line is longer than %d MiB", files.MaxLine>>20)})
		case len(line) > 0:
			emit(Line{File: name, Number: number, Text: bytes.Clone(line)})
		}
	}
}
