package specs

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"
	"unicode"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/words"
)

// Starter holds the names of the new files. Test is "" outside of a Go module.
type Starter struct {
	Spec, Test string

	dir, dataset string
}

// NewStarter names the files for a data set in a folder, which may be in a Go module. An existing file is an error.
func NewStarter(dir, dataset string, inModule bool) (*Starter, error) {
	s := &Starter{Spec: filepath.Join(dir, dataset+".yaml"), dir: dir, dataset: dataset}
	if inModule {
		s.Test = filepath.Join(dir, dataset+"_eval_test.go")
	}
	for _, file := range []string{s.Spec, s.Test} {
		if _, err := os.Lstat(file); file != "" && err == nil {
			return nil, alreadyThere(file)
		}
	}
	return s, nil
}

// Write writes the spec and the test, both or none. data is the file of the data set. text
// says that its inputs are texts, partly that some of its lines lack a truth.
func (s *Starter) Write(p Proposal, data string, text, partly bool) error {
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return fmt.Errorf("%s: %w", s.dir, files.Cause(err))
	}
	writeSpec := func(w io.Writer) error { return p.Write(w, filepath.ToSlash(data)) }
	if s.Test == "" {
		return writeNew(s.Spec, writeSpec)
	}
	test := Test{Dataset: s.dataset, Spec: filepath.Base(s.Spec), Text: text, PartlyLabelled: partly}
	var err error
	if test.File, err = pathFrom(s.dir, data); err != nil {
		return err
	}
	if test.Package, test.Main, err = packageIn(s.dir); err != nil {
		return err
	}
	if err := writeNew(s.Spec, writeSpec); err != nil {
		return err
	}
	if err := writeNew(s.Test, test.Write); err != nil {
		return errors.Join(err, os.Remove(s.Spec))
	}
	return nil
}

// Next says what is to be done. id is the key of the ids, "" for the default. asked reports whether the lines of the data have an input
// beside the truth, bare whether nothing is asked of some of its cases.
func (s *Starter) Next(data, id string, asked, bare bool) string {
	if s.Test == "" {
		command := []string{"evalreport", "score", "-id", id, "-spec", s.Spec, data, "answers.jsonl"}
		if id == "" {
			command = slices.Delete(command, 2, 4)
		}
		return "next: " + words.Command(command...)
	}
	next := "call your extractor in it, then run EVALTEST_UPDATE=baseline go test -v"
	if !asked {
		next = `give each line of the data an "input", and its truth as "want"; then ` + next
	}
	if bare {
		next = "write invariants into the spec, all that is asked of a case without a truth; then " + next
	}
	return words.Visible(s.Test) + ": " + next
}

// pathFrom returns the path of a file from a folder, with slashes.
func pathFrom(dir, file string) (string, error) {
	dir, dirErr := filepath.Abs(dir)
	file, fileErr := filepath.Abs(file)
	if err := errors.Join(dirErr, fileErr); err != nil {
		return "", err
	}
	path, err := filepath.Rel(dir, file)
	if err != nil { // on another drive
		path = file
	}
	return filepath.ToSlash(path), nil
}

// packageIn returns the name of the test package in a folder, and whether it lacks a
// TestMain.
func packageIn(dir string) (name string, noMain bool, err error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", false, err
	}
	name = PackageName(filepath.Base(abs))
	sources, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return "", false, err
	}
	for _, file := range sources {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if f == nil || f.Name == nil || f.Name.Name == "" {
			return "", false, fmt.Errorf("%s: %w", file, files.Cause(err))
		}
		name = strings.TrimSuffix(f.Name.Name, "_test")
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "TestMain" {
				return name + "_test", false, nil
			}
		}
	}
	return name + "_test", true, nil
}

// writeNew writes a file that must not exist.
func writeNew(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	switch {
	case errors.Is(err, fs.ErrExist):
		return alreadyThere(path)
	case err != nil:
		return fmt.Errorf("creating %s: %w", path, files.Cause(err))
	}
	if err := errors.Join(write(f), f.Close()); err != nil {
		return errors.Join(fmt.Errorf("writing %s: %w", path, files.Cause(err)), os.Remove(path))
	}
	return nil
}

func alreadyThere(path string) error {
	return fmt.Errorf("%s already exists, and nothing is overwritten; move it away, or choose another folder with -o", path)
}

// Test is a Go test to start from: a suite that runs an extractor over a data set. The user has to write the extractor.
type Test struct {
	Package string // of the file: "invoices_test"
	Dataset string // "invoices"
	File    string // of the data, from the folder of the test, with slashes
	Spec    string // likewise
	// Text says that inputs are texts; they are JSON otherwise.
	Text bool
	// PartlyLabelled says that some lines of the data have no truth.
	PartlyLabelled bool
	// Main says that the package needs a TestMain.
	Main bool
}

// Write writes the file, formatted by gofmt.
func (t Test) Write(w io.Writer) error {
	input := "json.RawMessage"
	if t.Text {
		input = "string"
	}
	var b strings.Builder
	err := file.Execute(&b, struct {
		Test
		Name, Input, Baseline string
	}{t, exported(t.Dataset), input, "testdata/" + files.Name(t.Dataset) + ".baseline.jsonl"})
	if err != nil {
		return err
	}
	text, err := format.Source([]byte(b.String()))
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

var notOfNames = regexp.MustCompile(`[^a-z0-9_]`)

// PackageName makes a package name from the name of a folder.
func PackageName(folder string) string {
	name := strings.TrimLeft(notOfNames.ReplaceAllString(strings.ToLower(folder), ""), "0123456789_")
	if name == "" || token.IsKeyword(name) || name == "main" {
		return "documents"
	}
	return name
}

// exported turns the name of a data set, "line-items 2", into an exported name of Go, "LineItems2".
func exported(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, word := range words {
		first, size := utf8.DecodeRuneInString(word)
		words[i] = string(unicode.ToUpper(first)) + word[size:]
	}
	return cmp.Or(strings.Join(words, ""), "Documents")
}

var file = template.Must(template.New("test").Parse(`package {{.Package}}

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
)
{{if .Main}}
// TestMain leaves the results of all data sets of the package in _evaltest, for
// go tool evalreport.
func TestMain(m *testing.M) { evaltest.Main(m) }
{{end}}
func Test{{.Name}}(t *testing.T) {
	evaltest.Suite[{{.Input}}, json.RawMessage]{
		File:    {{printf "%q" .File}},
		Spec:    evaltest.SpecFile(t, {{printf "%q" .Spec}}),
		Extract: extract{{.Name}},
{{- if .PartlyLabelled}}
		PartlyLabelled: true, // cases without a truth run on the invariants alone
{{- end}}
		// The gate fails if the extractor is worse than when this file was written, which
		// EVALTEST_UPDATE=baseline go test does.
		Gate: evaltest.Gate{NoWorseThan: {{printf "%q" .Baseline}}},
	}.Run(t)
}

// extract{{.Name}} hands the input of one document to your extractor, and returns its
// answer as JSON.
func extract{{.Name}}(ctx context.Context, input {{.Input}}) (json.RawMessage, error) {
	return nil, errors.New("extract{{.Name}} does not call an extractor yet")
}
`))
