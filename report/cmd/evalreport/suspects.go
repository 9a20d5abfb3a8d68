package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/labels"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/labels/suspect"
)

// hear adds the answers of runs to f.
func (c *cli) hear(f *suspect.Finder, runs []string) error {
	if len(runs) == 0 {
		return nil
	}
	inputs, err := c.Artifacts(runs...)
	if err != nil {
		return err
	}
	return labels.Hear(&c.Inputs, f, inputs, "", func(*report.Case) {})
}

// printSuspects prints the suspect labels and returns their number.
func (c *cli) printSuspects(f *suspect.Finder) int {
	const most = 100
	labels := f.Labels()
	if len(labels) > 0 {
		fmt.Fprintf(c.stdout, "\n%s, most suspicious first\n", words.Plural(len(labels), "suspect label"))
	}
	for _, l := range labels[:min(len(labels), most)] {
		value := l.Value
		if value != "" {
			value = " " + words.Fit(terminal.Visible(words.Unescape(value)), 60)
		}
		fmt.Fprintf(c.stdout, "  %s  %s%s\n", terminal.Visible(l.Where), terminal.Visible(l.Path), value)
		for _, e := range l.Evidence {
			fmt.Fprintf(c.stdout, "    %s\n", terminal.Visible(words.Unescape(e.Text)))
		}
	}
	if more := len(labels) - most; more > 0 {
		fmt.Fprintf(c.stdout, "  … and %d more\n", more)
	}
	if derived := f.Derived(); len(derived) > 0 {
		fmt.Fprintf(c.stdout, "\nmostly not in the texts, and no evidence: %s\n", terminal.Visible(strings.Join(derived, ", ")))
	}
	return len(labels)
}

// sayContradicted prints the command that accepts the answers for labels that all answers contradict with the same
// value.
func (c *cli) sayContradicted(f *suspect.Finder, files, runs []string) {
	if len(files) > 1 || files[0] == "-" || !slices.ContainsFunc(f.Labels(), func(l suspect.Label) bool { return l.Evidence[0].Kind == suspect.Contradicted }) {
		return
	}
	line := "evalreport accept -suspects -data " + shell.Quote(files[0])
	for _, run := range runs {
		line += " " + shell.Quote(run)
	}
	fmt.Fprintf(c.stdout, "\nto take what all answers say, after a look at the changes: %s\n", line)
}
