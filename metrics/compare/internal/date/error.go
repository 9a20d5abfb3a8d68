package date

import "fmt"

// Error is the error of [Parser.Parse], as a pointer.
type Error struct {
	Text   string // the text that was read, cut at 40 bytes
	Reason string // one clause that says what is wrong, as in: there is no 2024-02-30 (YYYY-MM-DD)
}

// Error gives one line: the text and why it is no date.
func (e *Error) Error() string {
	return fmt.Sprintf("date: %q is not a date: %s", e.Text, e.Reason)
}

func newError(text, format string, args ...any) *Error {
	const limit = 40 // bounds what a hostile document can put into a message
	if len(text) > limit {
		text = text[:limit-3] + "..."
	}
	return &Error{Text: text, Reason: fmt.Sprintf(format, args...)}
}
