package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/eval/propose"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/filename"
	"github.com/extracteval/extracteval/report/internal/words"
	"github.com/extracteval/extracteval/report/score"
	"github.com/extracteval/extracteval/report/terminal"
)

var initCommand = command{
	name:  "init",
	args:  "[-schema schema.json] [-o DIR] data.jsonl",
	short: "propose a spec and a test to start from, by what truths look like",
	long: `Init reads the truths of a data set and writes two files, and overwrites none:

  NAME.yaml          a spec; each line has a comment that says what it was guessed from
  NAME_eval_test.go  a Go test that runs an extractor, yours to write, over the data

The types of values, the order of dates and the format of numbers are what the data
tell; codes are texts with digits, with the check that they pass (IBAN, VAT, EAN, Luhn).
Rows are told apart by the text that differs most. Weights, tolerances and what is
optional or unscored are not guessed. With -schema, a JSON Schema says how the fields
that it has are compared. The lines of the data are those of a suite, or of lint. With
-o - the spec alone is printed.

What no option would read is listed as by evalreport lint: a mistyped label, mostly.

examples:
  evalreport init testdata/invoices.jsonl
  evalreport init -schema invoice.schema.json -o ./invoices testdata/invoices.jsonl
  zcat truths.jsonl.gz | evalreport init -o - - > spec.yaml

exit codes: 0 the files were written; 1 they were, and lint would find something, or a
line cannot be used; 2 misuse, a mistake in the schema, a file that is there already, or
one that cannot be read or written.`,
	run: (*cli).init,
}

func (c *cli) init(args []string) (int, error) {
	flags := c.flags()
	schemaFile := flags.String("schema", "", "a JSON Schema of the documents, a `FILE`")
	dir := flags.String("o", ".", "the `DIR` to write to, - for the standard output")
	key := flags.String("id", "id", "the `KEY` of the id")
	args, err := c.parse(flags, args)
	switch {
	case err != nil:
		return 0, err
	case len(args) != 1:
		return 0, misusef("init takes one file of truths")
	case args[0] == "-" && *dir != "-":
		return 0, misusef("a test needs a file of data; name one, or print the spec alone with -o -")
	}
	name := datasetName(args[0])
	start := starter{dir: *dir, spec: filepath.Join(*dir, name+".yaml"), test: filepath.Join(*dir, name+"_eval_test.go")}
	if *dir != "-" {
		for _, file := range []string{start.spec, start.test} {
			if _, err := os.Lstat(file); err == nil {
				return 0, alreadyThere(file)
			}
		}
	}
	var schema *eval.Spec
	if *schemaFile != "" {
		if schema, err = readSchema(*schemaFile); err != nil {
			return 0, err
		}
	}
	p, bad, inputs, err := c.propose(args[0], artifact.ScoreLines{Key: *key}, schema)
	if err != nil {
		return 0, err
	}
	exit := c.account(bad)
	if *dir == "-" {
		source := filepath.ToSlash(args[0])
		if source == "-" {
			source = "the standard input"
		}
		err = p.Write(c.stdout, source)
	} else {
		err = c.start(start, p, args[0], inputs)
	}
	if err != nil {
		return 0, err
	}
	if findings := p.Evidence.Findings(); len(findings) > 0 {
		exit = exitFound
		w := c.stdout
		if *dir == "-" {
			w = c.stderr
		}
		terminal.WriteFindings(w, findings, len(findings))
	}
	return exit, nil
}

func readSchema(file string) (*eval.Spec, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, filename.Cause(err))
	}
	spec, err := eval.SpecFromSchema(text)
	if err != nil {
		return nil, fmt.Errorf("%s:\n%w", file, err)
	}
	return &spec, nil
}

// inputs says what the lines of a data set have beside their truths: whether an input is
// there, as a suite needs it, with the truth under want; and whether it is a text.
type inputs struct{ all, text bool }

// propose proposes a spec of the truths of a file.
func (c *cli) propose(file string, format artifact.ScoreLines, schema *eval.Spec) (p propose.Proposal, bad score.Problem, in inputs, err error) {
	f, err := c.file(file)
	if err != nil {
		return p, bad, in, err
	}
	var failed error
	p, err = propose.From(func(yield func(string, document.Value) bool) {
		in = inputs{all: true, text: true}
		more := true
		bad, failed = score.Truths([]*score.File{f}, format, func(where string, line, truth document.Value) error {
			input := line.Member("input")
			in.all = in.all && input.Exists() && line.Member("want").Exists()
			in.text = in.text && input.Kind() == document.String
			if err := document.CheckUTF8(truth.Raw()); err != nil {
				return err
			}
			more = more && yield(where, truth)
			return nil
		})
	}, schema)
	if failed != nil {
		err = failed
	}
	if err != nil {
		c.account(bad)
	}
	return p, bad, in, err
}

// starter names the files that init writes.
type starter struct{ dir, spec, test string }

// start writes the spec and the test, both or none.
func (c *cli) start(s starter, p propose.Proposal, data string, in inputs) error {
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return fmt.Errorf("%s: %w", s.dir, filename.Cause(err))
	}
	test := propose.Test{Dataset: datasetName(data), Spec: filepath.Base(s.spec), Text: in.text}
	var err error
	if test.File, err = pathFrom(s.dir, data); err != nil {
		return err
	}
	if test.Package, test.Main, err = packageIn(s.dir); err != nil {
		return err
	}
	if err := writeNew(s.spec, func(w io.Writer) error { return p.Write(w, filepath.ToSlash(data)) }); err != nil {
		return err
	}
	if err := writeNew(s.test, test.Write); err != nil {
		return errors.Join(err, os.Remove(s.spec))
	}
	fmt.Fprintf(c.stdout, "%s: %s from %s\n", terminal.Visible(s.spec), words.Plural(len(p.Spec.Fields), "field"), words.Plural(p.Evidence.Truths, "truth"))
	next := "call your extractor in it, then run go test"
	if !in.all {
		next = `give each line of the data an "input", and its truth as "want"; then ` + next
	}
	fmt.Fprintf(c.stdout, "%s: %s\n", terminal.Visible(s.test), next)
	return nil
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

// packageIn returns the name of a package of tests in a folder, and whether it has no
// TestMain yet.
func packageIn(dir string) (name string, noMain bool, err error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", false, err
	}
	name = propose.PackageName(filepath.Base(abs))
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return "", false, err
	}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if f == nil || f.Name == nil {
			return "", false, fmt.Errorf("%s: %w", file, filename.Cause(err))
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

// writeNew writes a file that must not be there.
func writeNew(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	switch {
	case errors.Is(err, fs.ErrExist):
		return alreadyThere(path)
	case err != nil:
		return fmt.Errorf("creating %s: %w", path, filename.Cause(err))
	}
	if err := errors.Join(write(f), f.Close()); err != nil {
		return errors.Join(fmt.Errorf("writing %s: %w", path, filename.Cause(err)), os.Remove(path))
	}
	return nil
}

func alreadyThere(path string) error {
	return fmt.Errorf("%s is there already, and nothing is overwritten; move it away, or choose another folder with -o", path)
}
