package call

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
)

// Guarded calls a function and makes a [*Panic] of its panic.
func Guarded[In, Out any](ctx context.Context, f func(context.Context, In) (Out, error), in In) (out Out, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &Panic{value: r, stack: debug.Stack()}
		}
	}()
	return f(ctx, in)
}

// Panic is the failure of a function that panicked. Its text is one line; the stack is
// printed under the test.
type Panic struct {
	value any
	stack []byte // from debug.Stack
}

func (e *Panic) Error() string { return fmt.Sprintf("panic: %v", e.value) }

// Trace returns the part of the stack that is the function's: the frames between the
// panic and [Guarded].
func (e *Panic) Trace() string {
	lines := strings.Split(strings.TrimSpace(string(e.stack)), "\n")
	const own = "github.com/extracteval/extracteval/evaltest/internal/call."
	var kept []string
	panicked := false
	for i := 1; i+1 < len(lines); i += 2 { // after "goroutine 7 [running]:", two lines a frame
		call := lines[i]
		switch {
		case strings.HasPrefix(call, "panic("):
			kept, panicked = nil, true // the frames above belong to recover
			continue
		case panicked && strings.HasPrefix(call, own+"Guarded["):
			return terminal.VisibleLines(strings.Join(kept, "\n")) + "\n"
		}
		kept = append(kept, call, lines[i+1])
	}
	return terminal.VisibleLines(string(e.stack)) // unknown form: return the whole stack
}
