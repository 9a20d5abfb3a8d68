package dataset

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/document"
)

// File is a data set as JSON Lines, which can be read at any place, and more than once.
type File struct {
	name   string
	file   *os.File
	temp   bool
	pairs  []Pair  // the cases of a folder, one for each line
	places []place // of the lines, nil if they stand in the file as they are
	suite  []byte  // the text of a file of YAML
}

// Open opens a data set, or a file of answers; messages call it name. If it is not a file of JSON Lines that can be read
// at any offset, Open writes one, which Close removes:
//
//   - a file that is compressed by gzip, or a pipe, is copied;
//   - of a file of CSV or TSV each row becomes an object, on the line on which the row begins; see fromCSV;
//   - of a folder each pair becomes a line, see fromPairs; without pairs each document NAME.json, see fromDocuments;
//   - of a file of YAML each test becomes a line, see [File.tests];
//   - of a JSON array each item becomes a line, and of one object with a document for each id each document;
//   - an object that continues on further lines becomes a line.
//
// Open returns an error for an artifact.
func Open(name, path string) (*File, error) { return OpenForm(name, path, Form{}) }

// OpenForm is [Open] for a file of a form.
func OpenForm(name, path string, form Form) (*File, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, files.Cause(err))
	}
	f := &File{name: name, file: file}
	if info, err := file.Stat(); err == nil && info.IsDir() {
		f.pairs, err = documents(path)
		write := func(w io.Writer) error { return fromDocuments(f.pairs, form.Answers, w) }
		if err == nil && len(f.pairs) == 0 {
			f.pairs, err = usable(path)
			write = func(w io.Writer) error { return fromPairs(f.pairs, w) }
		}
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		if err := f.replace(write); err != nil {
			return nil, err
		}
		return f, nil
	}
	head := make([]byte, 2)
	if n, err := file.ReadAt(head, 0); err != nil && err != io.EOF || n == 2 && head[0] == 0x1f && head[1] == 0x8b {
		err = f.replace(func(w io.Writer) error {
			source, err := files.Decompress(file)
			if err == nil {
				_, err = io.Copy(w, source)
			}
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, files.Cause(err))
		}
	}
	if IsYAML(path) {
		tests, err := f.tests()
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		return f, f.fromTests(tests)
	}
	if comma := separator(f.Reader()); comma != 0 {
		err := f.replace(func(w io.Writer) error {
			_, err := fromCSV(name, f.Reader(), comma, w, nil)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if err := f.reshape(form); err != nil {
		return nil, err
	}
	if f.isArtifact() {
		return nil, errors.Join(fmt.Errorf("%s %w", name, ErrArtifact), f.Close())
	}
	return f, nil
}

// ErrArtifact is wrapped by the error of [Open] for an artifact.
var ErrArtifact = errors.New("is an artifact, not a file of truths or answers: evalreport show prints it, and evalreport rescore judges its answers by another spec")

// isArtifact reports whether the first line is the record of a run.
func (f *File) isArtifact() bool {
	line, _, _ := bufio.NewReaderSize(f.Reader(), 64<<10).ReadLine() // an error will come back when the file is read
	return gjson.GetBytes(line, "type").Str == "run" && strings.HasPrefix(gjson.GetBytes(line, "schema").Str, "extracteval/")
}

// replace replaces the contents by a temporary file, which write writes. After an error the file is closed.
func (f *File) replace(write func(w io.Writer) error) error {
	target, err := os.CreateTemp("", "evalreport-*")
	if err != nil {
		return errors.Join(err, f.Close())
	}
	next := &File{file: target, temp: true}
	if err := write(target); err != nil {
		next.Close()
		f.Close()
		return err
	}
	err = f.Close()
	f.file, f.temp = target, true
	return err
}

// Close closes the file.
func (f *File) Close() error {
	err := f.file.Close()
	if f.temp {
		err = errors.Join(err, os.Remove(f.file.Name()))
	}
	return err
}

// Keep keeps only the lines for which keep reports true, and makes the others blank, so that line numbers stay the
// same.
func (f *File) Keep(keep func(line []byte) bool) error {
	err := f.replace(func(w io.Writer) error {
		lines := files.NewLines(f.Reader())
		for {
			line, err := lines.Next()
			if err == io.EOF {
				return nil
			}
			if err == nil && !keep(bytes.TrimSpace(line)) {
				line = []byte("\n")
			}
			if err == nil {
				_, err = w.Write(line)
			}
			if err != nil {
				return err
			}
		}
	})
	if err != nil {
		return fmt.Errorf("%s: %w", f.name, files.Cause(err))
	}
	return nil
}

// Name returns the name of the data set in messages.
func (f *File) Name() string { return f.name }

// Folder reports whether the data set is a folder.
func (f *File) Folder() bool { return f.pairs != nil }

// Reader returns a reader of the whole contents of the file. Several readers can be used at the same time.
func (f *File) Reader() io.Reader { return io.NewSectionReader(f.file, 0, math.MaxInt64) }

// Lines returns a reader of the lines.
func (f *File) Lines() *Reader {
	r := NewReader(f.name, f.Reader())
	r.file = f
	return r
}

// IsYAML reports whether [Open] reads a file as YAML, by its name.
func IsYAML(name string) bool {
	return slices.Contains([]string{".yaml", ".yml"}, strings.ToLower(filepath.Ext(name)))
}

// Suite returns the text of a file of YAML, nil for any other file.
func (f *File) Suite() []byte { return f.suite }

// tests returns the tests of a file of YAML. The file is a list of tests or, as a suite of AgentV, has such a list.
func (f *File) tests() ([]spectext.Value, error) {
	data, err := io.ReadAll(io.LimitReader(f.Reader(), spectext.MaxSize+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.name, err)
	}
	switch {
	case len(bytes.TrimSpace(data)) == 0:
		return nil, fmt.Errorf("%s is empty; %s", f.name, Want)
	case len(data) > spectext.MaxSize:
		return nil, fmt.Errorf("%s: YAML is read up to %d bytes; %s", f.name, spectext.MaxSize, Want)
	}
	f.suite = data
	var problems spectext.Problems
	list, err := spectext.Read(data, &problems)
	if err := errors.Join(err, problems.Err()); err != nil {
		lines := strings.Split(err.Error(), "\n")
		for i, line := range lines {
			lines[i] = f.name + ":" + strings.TrimPrefix(line, "eval: ")
		}
		return nil, errors.New(strings.Join(lines, "\n"))
	}
	for _, key := range spectext.AgentVTests {
		if m := list.Member(key); m != nil {
			list = m.Value
		}
	}
	if list.Kind != document.Array || len(list.Items) == 0 {
		return nil, fmt.Errorf("%s: the file is YAML without a list of tests (%s); %s", f.name, strings.Join(spectext.AgentVTests, ", "), Want)
	}
	return list.Items, nil
}

// fromTests makes each test a line.
func (f *File) fromTests(tests []spectext.Value) error {
	return f.relay(func(add func(text string, p place)) error {
		for _, test := range tests {
			add(string(test.AppendJSON(nil)), place{line: test.At.Line})
		}
		return nil
	})
}
