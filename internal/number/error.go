package number

import "fmt"

// Kind says why a text gave no number.
type Kind string

const (
	NotANumber Kind = "not a number" // junk, words, wrong grouping, two signs
	NaN        Kind = "NaN"          // the text says "NaN", in any case
	Infinite   Kind = "infinite"     // the text says "Inf", "Infinity" or "∞", in any case, with or without a sign
	TooLong    Kind = "too long"     // beyond MaxLength, MaxDigits or MaxExponent
)

// Error is the error of [Parse] and [ParseJSON], as a pointer.
type Error struct {
	Kind   Kind
	Text   string // the text that was read, cut at 40 bytes
	Reason string // the problem in one clause, as in: a group of 2 digits where 3 are needed
}

// Error returns one line: the text, the kind of the error, and the reason.
func (e *Error) Error() string {
	switch e.Kind {
	case NaN, Infinite:
		return fmt.Sprintf("number: %q is %s: %s", e.Text, e.Kind, e.Reason)
	case TooLong:
		return fmt.Sprintf("number: %q is too long to read: %s", e.Text, e.Reason)
	}
	return fmt.Sprintf("number: %q is not a number: %s", e.Text, e.Reason)
}

func newError(kind Kind, text, format string, args ...any) *Error {
	return &Error{Kind: kind, Text: clip(text), Reason: fmt.Sprintf(format, args...)}
}

// clip bounds the part of a hostile document that gets into a message. A rune cut in two
// is harmless: the text is printed with %q.
func clip(text string) string {
	const limit = 40
	if len(text) <= limit {
		return text
	}
	return text[:limit-3] + "..."
}
