package eval

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/metrics/internal/nearest"
)

// SpecError is one mistake in a text that [ParseSpec] reads.
type SpecError struct {
	// Line and Column say where, from 1; columns count code points. 0 where it
	// concerns the file as a whole.
	Line, Column int
	// Problem says what is wrong, with what, and what would be right.
	Problem string
}

// Error gives "eval: line:column: problem".
func (e *SpecError) Error() string {
	if e.Line == 0 {
		return "eval: " + e.Problem
	}
	return fmt.Sprintf("eval: %d:%d: %s", e.Line, e.Column, e.Problem)
}

func specErrorf(at position, format string, args ...any) *SpecError {
	return &SpecError{Line: at.line, Column: at.column, Problem: fmt.Sprintf(format, args...)}
}

// maxProblems is how many mistakes one error lists.
const maxProblems = 50

// problems collects what is wrong with a spec file, with tags, or with a truth.
type problems struct {
	found []problem
	more  int // beyond maxProblems
}

type problem struct {
	at          position
	where, text string
}

// errorf notes a problem. In a file, where is the field; without a position it
// is all that says where.
func (p *problems) errorf(at position, where, format string, args ...any) {
	if p.full() {
		p.more++
		return
	}
	p.found = append(p.found, problem{at, where, fmt.Sprintf(format, args...)})
}

// full reports whether further problems are only counted.
func (p *problems) full() bool { return len(p.found) == maxProblems }

// unknown notes a name that is none of valid, with what to write in its place.
func (p *problems) unknown(at position, where, what, name string, valid []string) {
	hint := ""
	if !p.full() { // it takes its time to find
		hint = unknownName(name, valid)
	}
	p.errorf(at, where, "unknown %s; %s", what, hint)
}

// didYouMean is what an error that lists valid names ends with, "" when none is
// similar.
func (p *problems) didYouMean(name string, valid []string) string {
	if p.full() { // it takes its time to find
		return ""
	}
	return nearest.Hint(name, valid)
}

// err joins the problems in the order of the file, nil when there are none.
func (p *problems) err() error {
	slices.SortStableFunc(p.found, func(a, b problem) int {
		return cmp.Or(cmp.Compare(a.at.line, b.at.line), cmp.Compare(a.at.column, b.at.column))
	})
	var errs []error
	for _, one := range p.found {
		text := one.text
		if one.where != "" {
			text = one.where + ": " + text
		}
		errs = append(errs, specErrorf(one.at, "%s", text))
	}
	if p.more > 0 {
		errs = append(errs, fmt.Errorf("eval: and %d more", p.more))
	}
	return errors.Join(errs...)
}

// unknownName says what to write in place of a name that is none of valid: the
// most similar one, or, if none is similar, one of them all.
func unknownName(name string, valid []string) string {
	if len(valid) == 0 {
		return "there are none"
	}
	if near, ok := nearest.Name(name, valid); ok {
		return fmt.Sprintf("did you mean %q?", near)
	}
	const most = 25
	if len(valid) > most {
		valid = append(slices.Clone(valid[:most]), "…")
	}
	return "valid are " + strings.Join(valid, ", ")
}
