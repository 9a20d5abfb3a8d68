package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/runs"
	"github.com/extracteval/extracteval/report/summarize"
)

// isFolder reports whether a path is a directory or ends in a slash.
func isFolder(path string) bool {
	if strings.HasSuffix(filepath.ToSlash(path), "/") {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// output calls write with a file, or the standard output for "-". A file appears
// when it is whole, and is compressed if its name ends in .gz.
func (c *cli) output(path string, write func(io.Writer) error) error {
	if path != "-" {
		return shell.WriteFile(path, write)
	}
	w := bufio.NewWriterSize(c.stdout, 256<<10)
	return errors.Join(write(w), w.Flush())
}

// checkPage returns an error if a page would go to a terminal, unless -o says so.
func (c *cli) checkPage(fs *flag.FlagSet) error {
	if !shell.IsSet(fs, "o") && shell.IsTerminal(c.stdout) {
		return shell.Errorf("a page is for a browser: name its file, -o report.html, or pipe it to a command")
	}
	return nil
}

// page writes a page as output does. It prints the name of the file.
func (c *cli) page(path string, write func(io.Writer) error) error {
	err := c.output(path, write)
	if err == nil && path != "-" {
		fmt.Fprintf(c.stdout, "page: %s\n", terminal.Visible(path))
	}
	return err
}

// sets reads artifacts and returns their data sets: shards joined, packages side
// by side. It prints the problems of their records.
func (c *cli) sets(inputs []artifact.Source, limits *verdict.GateFile) ([]*summarize.Set, error) {
	m := summarize.Merge{Limits: limits}
	for _, source := range inputs {
		if err := m.Read(source); err != nil {
			return nil, err
		}
	}
	sets := m.Sets()
	shell.NameRuns(sets)
	for _, s := range sets {
		if s.Sections > 0 {
			c.sayState(s.Set)
		}
	}
	return sets, nil
}

// sayState prints the reasons why a data set is not whole.
func (c *cli) sayState(s *artifact.Set) {
	c.sayProblems(s)
	switch lacking := s.Lacking(); {
	case lacking != nil:
		c.say("%s", lacking)
	case s.State() == artifact.Broken:
		c.say("data set %q is not evaluable", s.Dataset.Name)
	case s.State() == artifact.Partial:
		c.say("data set %q is partial: not all of its cases were scored", s.Dataset.Name)
	}
}

// sayProblems prints the problems of a data set, and that its parts were redacted with different keys.
func (c *cli) sayProblems(s *artifact.Set) {
	c.sayAll(s.Problems.First, s.Problems.More)
	if runs.SeveralKeys(&s.Dataset) {
		c.say("data set %q: values are redacted with different keys: it cannot be told which truths and documents of its parts are equal to each other, or to those of other runs; give the parts one EVALTEST_REDACT_KEY", s.Dataset.Name)
	}
}

// heading returns package and repetition, which distinguish data sets of the
// same name: "" for a first run without a package, such as one of evalreport score.
func heading(run report.Run) string {
	var parts []string
	if run.Package != "" {
		parts = append(parts, "package "+terminal.Visible(run.Package))
	}
	if run.Repetition > 1 {
		parts = append(parts, fmt.Sprintf("repetition %d", run.Repetition))
	}
	return strings.Join(parts, ", ")
}
