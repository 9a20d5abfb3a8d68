package words

import "strings"

// Unreadable is the reason why an answer could not be read. It replaces an answer that was not
// kept, and is evaluated like that answer.
type Unreadable string

const unreadableWarning = "got could not be read: "

// Warning returns the reason as a result says it.
func (u Unreadable) Warning() string { return unreadableWarning + string(u) }

// UnreadableReason returns why the answer could not be read, of the warnings of its result; "" for
// an answer that could.
func UnreadableReason(warnings []string) string {
	for _, w := range warnings {
		if why, ok := strings.CutPrefix(w, unreadableWarning); ok {
			return why
		}
	}
	return ""
}
