package kind

// This file compiles regular expressions that users write, in bounded size. Matching takes time in proportion to
// the text and to the instructions that the pattern compiles to; see [regexp].

import (
	"fmt"
	"regexp"
	"regexp/syntax"
)

const (
	// maxLength is the length of a pattern in bytes.
	maxLength = 1_000
	// maxInstructions keep a pattern such as (a{100}){10} small.
	maxInstructions = 5_000
	// maxSteps bounds the length of a text times the instructions of the pattern.
	maxSteps = 1 << 26
)

// Pattern matches texts from their first to their last character.
type Pattern struct {
	*regexp.Regexp
	size int // in instructions
}

// CompilePattern compiles a pattern that is not empty.
func CompilePattern(pattern string) (p Pattern, err error) {
	if len(pattern) > maxLength {
		return p, fmt.Errorf("it has %d bytes, want at most %d", len(pattern), maxLength)
	}
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil { // before it is framed, so that the error quotes the user's pattern
		return p, err
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return p, err
	}
	p.size = len(program.Inst)
	if p.size > maxInstructions {
		return p, fmt.Errorf("it compiles to %d instructions, want at most %d; repeat less", p.size, maxInstructions)
	}
	p.Regexp, err = regexp.Compile(`\A(?:` + pattern + `)\z`)
	return p, err
}

// TooLong reports whether a text takes too much time.
func (p Pattern) TooLong(text string) bool { return len(text)*p.size > maxSteps }
