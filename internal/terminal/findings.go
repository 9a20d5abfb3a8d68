package terminal

import (
	"fmt"
	"io"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/words"
)

const (
	maxFindings  = 10
	findingWidth = 300 // cells
)

// findings prints the findings of preflight, which checks the spec against the truths.
func (p *textPage) findings() { WriteFindings(p, p.s.Findings(), maxFindings) }

// warnings prints the warnings of all cases.
func (p *textPage) warnings() {
	all := p.s.Warnings
	if len(all) == 0 {
		return
	}
	p.line("")
	more := p.s.MoreWarnings
	for i, w := range all {
		if i >= maxFindings {
			more += w.Cases
			continue
		}
		text := words.Clip(Visible(w.Text), findingWidth)
		if w.Cases > 1 {
			text += fmt.Sprintf(" (%d cases)", w.Cases)
		}
		p.line("warning: %s", text)
	}
	if more > 0 {
		p.line("… and %s", words.Plural(more, "other warning"))
	}
}

// WriteFindings prints an empty line and then findings, errors first: at most most of them,
// and how many more there are. It prints nothing for an empty list.
func WriteFindings(w io.Writer, all []preflight.Finding, most int) {
	if len(all) == 0 {
		return
	}
	fmt.Fprintf(w, "\npreflight: %s\n", words.Plural(len(all), "finding"))
	left := most
	for _, errors := range []bool{true, false} {
		for _, f := range all {
			if f.Error != errors || left == 0 {
				continue
			}
			left--
			mark := ""
			if f.Error {
				mark = "error: "
			}
			fmt.Fprintf(w, "  %s%s\n", mark, words.Clip(Visible(f.Text), findingWidth))
		}
	}
	if more := len(all) - most; more > 0 {
		fmt.Fprintf(w, "  … and %d more\n", more)
	}
}
