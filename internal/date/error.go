package date

import "fmt"

// Error is the error of [Parser.Parse], as a pointer.
type Error struct {
	Text   string // the text that was read, cut at 40 bytes
	Reason string // the problem in one clause, as in: June has 30 days
	Advice string // the option that would read it, as in: precision: month; "" for none
}

// Error gives one line: the text, why it is not a date and which option reads it.
func (e *Error) Error() string {
	s := fmt.Sprintf("date: %q is not a date: %s", e.Text, e.Reason)
	if e.Advice != "" {
		s += "; " + e.Advice + " reads it"
	}
	return s
}

func newError(text string, p problem) *Error {
	const limit = 40 // bounds the text of a hostile document in a message
	if len(text) > limit {
		text = text[:limit-3] + "..."
	}
	return &Error{Text: text, Reason: p.reason, Advice: p.advice}
}
