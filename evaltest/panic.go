package evaltest

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/report/terminal"
)

// panicError is the failure of an extractor that panicked. Its text is one line;
// the stack is printed under the test.
type panicError struct {
	value any
	stack []byte // as debug.Stack has it
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

// trace returns the part of the stack that is the extractor's: the frames
// between the panic and the call of Extract.
func (e *panicError) trace() string {
	lines := strings.Split(strings.TrimSpace(string(e.stack)), "\n")
	const own = "github.com/extracteval/extracteval/evaltest."
	var kept []string
	panicked := false
	for i := 1; i+1 < len(lines); i += 2 { // after "goroutine 7 [running]:", two lines a frame
		call := lines[i]
		switch {
		case strings.HasPrefix(call, "panic("):
			kept, panicked = nil, true // what is above is the machinery of recovering
			continue
		case panicked && strings.HasPrefix(call, own+"extract["):
			return terminal.VisibleLines(strings.Join(kept, "\n")) + "\n"
		}
		kept = append(kept, call, lines[i+1])
	}
	return terminal.VisibleLines(string(e.stack)) // not as expected: all of it
}
