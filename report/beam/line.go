package beam

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"unicode/utf8"

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

// ReadLines returns the [Line] of each line of the files that a pattern names, on any file system of Beam, and a
// [DeadLetter] for each part that cannot be read. It detects gzip by a file's first bytes, not by its name. Blank lines
// are skipped. A file with damaged compressed data gives a dead letter after its readable lines; so does a line longer
// than 64 MiB. A pattern that matches no file is an error.
//
// One worker reads a file from beginning to end, so that line numbers are known and compressed files are whole: textio
// of Beam 2.77 stops reading the text of a compressed file at its compressed size. Split large inputs into many files.
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
			return fmt.Errorf("beam: reading %s after line %d: %w", name, number, wrong.error)
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

func init() { beam.RegisterType(reflect.TypeFor[DeadLetter]()) }

// Kinds of dead letters, by their names in the files.
const (
	// malformedWant and malformedGot are lines that are not a JSON object with an id, or
	// truths that cannot be used in a comparison.
	malformedWant = "malformed_want"
	malformedGot  = "malformed_got"
	// duplicateWant and duplicateGot are lines whose id an earlier line has, in the order of file names and line
	// numbers. The first line counts.
	duplicateWant = "duplicate_want"
	duplicateGot  = "duplicate_got"
	// missingAnswer is a truth without an answer. It also has a record, with status
	// error.
	missingAnswer = "missing_answer"
	// malformedUsage is an answer whose line has an unreadable usage. It also has a record, without usage.
	malformedUsage = "malformed_usage"
	// missingTruth is an answer without a truth.
	missingTruth = "missing_truth"
	// unreadable is a line that is too long, or a file that is damaged from here on.
	unreadable = "unreadable"
)

// DeadLetter is a line that could not be used, with the data needed to repair it
// and score it again.
type DeadLetter struct {
	Kind   string // "malformed_want", "malformed_got", "duplicate_want", "duplicate_got", "missing_answer", "malformed_usage", "missing_truth", "unreadable"
	File   string
	Line   int
	ID     string
	Reason string // empty for a malformed line when values are redacted, since it may quote the line
	Text   []byte // text of the line; empty when values are redacted
}

// MarshalJSON returns kind, file, line, id, reason and text; a text that is not UTF-8
// is base64 under "base64".
func (d DeadLetter) MarshalJSON() ([]byte, error) {
	line := struct {
		Kind   string `json:"kind"`
		File   string `json:"file"`
		Line   int    `json:"line"`
		ID     string `json:"id,omitempty"`
		Reason string `json:"reason,omitempty"`
		Text   string `json:"text,omitempty"`
		Base64 []byte `json:"base64,omitempty"`
	}{d.Kind, d.File, d.Line, d.ID, d.Reason, "", nil}
	if utf8.Valid(d.Text) {
		line.Text = string(d.Text)
	} else {
		line.Base64 = d.Text
	}
	return json.Marshal(line)
}

func (l Line) deadLetter(kind, id, reason string) DeadLetter {
	return DeadLetter{Kind: kind, File: l.File, Line: l.Number, ID: id, Reason: reason, Text: l.Text}
}

// Stalled reports whether err, from running a pipeline, is a known failure of the runner prism on
// a busy machine. When a tenth of a second passes between two statements of stage.Execute (Beam
// 2.77.0), prism asks for the progress of a transform that no worker has, panics, and returns the
// panic as an error of the job. The pipeline can then be built and run again.
func Stalled(err error) bool {
	return err != nil && strings.Contains(err.Error(), "panic in stage.Execute") && strings.Contains(err.Error(), "worker.(*B).Progress")
}
