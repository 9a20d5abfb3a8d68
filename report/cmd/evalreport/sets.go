package main

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
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
