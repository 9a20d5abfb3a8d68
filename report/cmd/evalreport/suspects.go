package main

import (
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/labels"
	"github.com/extracteval/extracteval/report/internal/labels/audit"
)

// readRuns adds the answers of runs to f.
func (c *cli) readRuns(f *audit.Finder, runs []string) error {
	if len(runs) == 0 {
		return nil
	}
	inputs, err := c.Artifacts(runs...)
	if err != nil {
		return err
	}
	return labels.Hear(&c.Inputs, f, inputs, "", func(*report.Case) {})
}

// addSuspects adds the suspect labels, and the command that takes what all answers say in their place, to a page, and
// returns their number.
func addSuspects(p *view.Page, f *audit.Finder, files, runs []string) int {
	const most = 100
	labels := f.Labels()
	if len(labels) > 0 {
		p.Lines(words.Plural(len(labels), "suspect label") + ", most suspicious first")
	}
	for _, l := range labels[:min(len(labels), most)] {
		p.Line("  %s  %s %s", terminal.Visible(l.Where), terminal.Visible(l.Path), words.Fit(terminal.Visible(words.Unescape(l.Value)), 60))
		for _, e := range l.Evidence {
			p.Line("    %s", terminal.Visible(words.Unescape(e.Text)))
		}
	}
	if more := len(labels) - most; more > 0 {
		p.Line("  … and %d more", more)
	}
	if derived := f.Derived(); len(derived) > 0 {
		p.Lines("mostly not in the texts, and no evidence: " + terminal.Visible(strings.Join(derived, ", ")))
	}
	if len(files) == 1 && files[0] != "-" && slices.ContainsFunc(labels, func(l audit.SuspectLabel) bool { return l.Evidence[0].Kind == audit.Contradicted }) {
		p.Lines("to take what all answers say, after a look at the changes: evalreport accept -suspects -data " + words.Command(slices.Concat(files, runs)...))
	}
	return len(labels)
}
