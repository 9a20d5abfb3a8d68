package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/summarize"
)

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
	for _, s := range sets {
		if s.Sections > 0 {
			c.sayState(s.Set)
		}
	}
	return sets, nil
}

// tooFew returns the error of a command that takes several runs, by a format with their number. If the runs of one data set lie in one
// folder, the error names the command that compares them, as the problem of a [summarize.Set] with several runs does.
func (c *cli) tooFew(args []string, format string) error {
	problem := fmt.Sprintf(format, len(args))
	var m summarize.Merge
	if sources, err := c.Artifacts(args...); err == nil && len(args) < 2 {
		for _, source := range sources {
			_ = m.Read(source) // the number of arguments is the problem that counts
		}
	}
	for _, s := range m.Sets() {
		if files := slices.Compact(s.Files); s.Several && len(files) > 1 {
			problem += fmt.Sprintf("; %s has several runs of data set %q: evalreport compare %s", cmp.Or(strings.Join(args, ""), shell.DefaultDir), s.Dataset.Name, strings.Join(files, " "))
		}
	}
	return shell.Errorf("%s", problem)
}

// sayState prints the reasons why a data set is not whole.
func (c *cli) sayState(s *artifact.Set) {
	c.sayAll(s.Problems.First, s.Problems.More)
	switch lacking := s.Lacking(); {
	case lacking != nil:
		c.say("%s", lacking)
	case s.State() == artifact.Broken:
		c.say("data set %q is not evaluable", s.Dataset.Name)
	case s.State() == artifact.Partial:
		c.say("data set %q is partial: not all of its cases were scored", s.Dataset.Name)
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
