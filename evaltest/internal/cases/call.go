package cases

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"github.com/extracteval/extracteval/internal/terminal"
)

// Grace is the time that a call has to end after its timeout. A call that takes
// longer is abandoned.
const Grace = time.Second

// ErrGoexit is the failure of a call that ended its goroutine.
var ErrGoexit = errors.New("it ended its goroutine (runtime.Goexit, or FailNow on another test)")

// Policy says how to call. The zero value calls once, without a timeout.
type Policy struct {
	// Timeout limits one call; 0 sets no limit.
	Timeout time.Duration
	// Retries limits how often a call is repeated after a temporary error.
	Retries int
	// Limiter delays each call until its turn; nil means no delay.
	Limiter *rate.Limiter
	// Temporary reports whether an error is temporary. It is required if Retries is not
	// 0.
	Temporary func(error) bool
}

// Answer is the result of a call and its retries.
type Answer struct {
	Out any
	Err error
	// Took is the time of the last call, without the pauses before it.
	Took time.Duration
	// Retries is the number of calls before the last one.
	Retries int
	// TimedOut says that the last call had no answer in time. Err is then a
	// [*TimeoutError].
	TimedOut bool
	// Left is the call if it still ran after its timeout and Grace, nil if it ended.
	Left *Left
}

// TimeoutError says that a call had no answer in time.
type TimeoutError struct {
	Timeout time.Duration
	Left    bool // the call still ran after Grace
}

// Error returns one line, the same for every call with this timeout.
func (e *TimeoutError) Error() string {
	text := fmt.Sprintf("no answer within %v, the Timeout", e.Timeout)
	if e.Left {
		text += fmt.Sprintf("; it ignored its context, still ran %v later, and was abandoned", Grace)
	}
	return text
}

// Unwrap returns [context.DeadlineExceeded].
func (e *TimeoutError) Unwrap() error { return context.DeadlineExceeded }

// Left is a call that was abandoned.
type Left struct {
	Name      string // name of the case
	Goroutine string // "goroutine 34"
	// Stack is the stack of the call when it was abandoned, "" if it was not
	// found.
	Stack string
	done  <-chan struct{}
}

// Runs reports whether the call still runs.
func (l *Left) Runs() bool {
	select {
	case <-l.done:
		return false
	default:
		return true
	}
}

// Call calls f for the named case, and retries as p says. Without a Timeout f runs in the
// goroutine of the caller. With one, f runs in a goroutine with the label evaltest=name
// in profiles, and its context ends with the timeout. An answer after the timeout is
// dropped, however short the delay.
func Call(ctx context.Context, p *Policy, name string, f func(context.Context) (any, error)) Answer {
	for n := 0; ; n++ {
		if p.Limiter != nil {
			if err := p.Limiter.Wait(ctx); err != nil {
				return Answer{Err: err, Retries: n}
			}
		}
		a := callOnce(ctx, p.Timeout, name, f)
		a.Retries = n
		if a.Err == nil || a.TimedOut || n >= p.Retries || !p.Temporary(a.Err) || !sleep(ctx, pause(n)) {
			return a
		}
	}
}

func callOnce(ctx context.Context, timeout time.Duration, name string, f func(context.Context) (any, error)) (a Answer) {
	begin := time.Now()
	if timeout <= 0 {
		a.Out, a.Err = f(ctx)
		a.Took = time.Since(begin)
		return a
	}
	return timed(ctx, begin, timeout, name, f)
}

func timed(ctx context.Context, begin time.Time, timeout time.Duration, name string, f func(context.Context) (any, error)) (a Answer) {
	deadline, cancel := context.WithDeadline(ctx, begin.Add(timeout))
	defer cancel()
	ended := make(chan Answer, 1)
	done := make(chan struct{})
	finisher := make(chan string, 1)
	go pprof.Do(deadline, pprof.Labels("evaltest", name), func(ctx context.Context) {
		finisher <- goroutine()
		a := Answer{Err: ErrGoexit}
		defer func() {
			a.Took = time.Since(begin)
			close(done)
			ended <- a
		}()
		a.Out, a.Err = f(ctx)
	})
	select {
	case a = <-ended:
		return a.judged(timeout)
	case <-deadline.Done():
	}
	grace := time.NewTimer(Grace)
	defer grace.Stop()
	select {
	case a = <-ended:
		return a.judged(timeout)
	case <-grace.C:
	}
	left := &Left{Name: name, Goroutine: <-finisher, done: done}
	left.Stack = stackOf(left.Goroutine)
	return Answer{Err: &TimeoutError{timeout, true}, Took: timeout, TimedOut: true, Left: left}
}

// judged drops an answer that came after the timeout.
func (a Answer) judged(timeout time.Duration) Answer {
	if a.Took < timeout {
		return a
	}
	return Answer{Err: &TimeoutError{Timeout: timeout}, Took: timeout, TimedOut: true}
}

// goroutine returns the name of the running goroutine, as stacks print it.
func goroutine() string {
	var text [64]byte
	head := string(text[:runtime.Stack(text[:], false)])
	name, _, _ := strings.Cut(head, " [")
	return name
}

// stackOf returns the stack of a goroutine, "" if it is not within the first part of
// the dump of all stacks.
func stackOf(goroutine string) string {
	all := make([]byte, 1<<20)
	for stack := range strings.SplitSeq(string(all[:runtime.Stack(all, true)]), "\n\n") {
		if strings.HasPrefix(stack, goroutine+" [") {
			return strings.TrimSpace(stack)
		}
	}
	return ""
}

// Pauses between calls are drawn from 0 to a bound that doubles with every call, up to
// the longest: exponential back-off with full jitter, so that workers that failed
// together do not retry together. See Marc Brooker, "Exponential Backoff And Jitter",
// AWS Architecture Blog, 2015.
const (
	firstPause   = 500 * time.Millisecond
	longestPause = 30 * time.Second
)

// bound returns the longest pause after failure n, counted from 0.
func bound(n int) time.Duration {
	if n >= 6 { // 32 s
		return longestPause
	}
	return firstPause << n
}

func pause(n int) time.Duration { return rand.N(bound(n) + 1) }

// sleep waits, and reports whether ctx is still active.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// Guarded calls f. If f panics, it returns a [*Panic].
func Guarded(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &Panic{value: r, stack: debug.Stack()}
		}
	}()
	return f()
}

// Panic is the failure of a function that panicked. Its text is one line; the stack is
// printed under the test.
type Panic struct {
	value any
	stack []byte // from debug.Stack
}

func (e *Panic) Error() string { return fmt.Sprintf("panic: %v", e.value) }

// Trace returns the frames between the panic and the function that [Guarded] called, whose frame is ours.
func (e *Panic) Trace() string {
	lines := strings.Split(strings.TrimSpace(string(e.stack)), "\n")
	const own = "github.com/extracteval/extracteval/evaltest/internal/cases."
	var kept []string
	panicked := false
	for i := 1; i+1 < len(lines); i += 2 { // after "goroutine 7 [running]:", two lines a frame
		call := lines[i]
		switch {
		case strings.HasPrefix(call, "panic("):
			kept, panicked = nil, true // the frames above belong to recover
			continue
		case panicked && strings.HasPrefix(call, own+"Guarded("):
			return terminal.VisibleLines(strings.Join(kept[:max(len(kept)-2, 0)], "\n")) + "\n"
		}
		kept = append(kept, call, lines[i+1])
	}
	return terminal.VisibleLines(string(e.stack)) // unknown form: return the whole stack
}
