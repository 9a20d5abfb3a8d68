// Package guard calls functions of the user and turns their panics into errors of one case,
// so that other tests go on.
package guard

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/extracteval/extracteval/report/terminal"
)

// Call calls f. If f panics, the error is a [*Panic].
func Call[In, Out any](ctx context.Context, f func(context.Context, In) (Out, error), in In) (out Out, err error) {
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
// panic and [Call].
func (e *Panic) Trace() string {
	lines := strings.Split(strings.TrimSpace(string(e.stack)), "\n")
	const own = "github.com/extracteval/extracteval/evaltest/internal/guard."
	var kept []string
	panicked := false
	for i := 1; i+1 < len(lines); i += 2 { // after "goroutine 7 [running]:", two lines a frame
		call := lines[i]
		switch {
		case strings.HasPrefix(call, "panic("):
			kept, panicked = nil, true // the frames above belong to recover
			continue
		case panicked && strings.HasPrefix(call, own+"Call["):
			return terminal.VisibleLines(strings.Join(kept, "\n")) + "\n"
		}
		kept = append(kept, call, lines[i+1])
	}
	return terminal.VisibleLines(string(e.stack)) // unknown form: return the whole stack
}
