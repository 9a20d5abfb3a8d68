// Package call asks an extractor so that a run survives what extractors do: calls that
// hang end with their time, errors that pass are tried again, and no service is asked
// faster than it allows.
package call

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/pprof"
	"strings"
	"time"

	"golang.org/x/time/rate"
)

// Grace is how long a call whose time is over may take to notice it. One that takes
// longer is left behind.
const Grace = time.Second

// ErrGoexit is the failure of a call that ended its goroutine.
var ErrGoexit = errors.New("it ended its goroutine (runtime.Goexit, or FailNow on another test)")

// Policy says how to ask. The zero value asks once and waits as long as it takes.
type Policy struct {
	// Timeout is for one call, 0 for none.
	Timeout time.Duration
	// Retries is how often a call that failed with a temporary error is repeated.
	Retries int
	// Limiter lets each call wait for its turn; nil lets it go at once.
	Limiter *rate.Limiter
	// Temporary reports whether an error may pass. It is needed where there are Retries.
	Temporary func(error) bool
}

// Answer is what came of asking.
type Answer struct {
	Out any
	Err error
	// Took is the time of the last call, without what was waited before it.
	Took time.Duration
	// Retries is how many calls there were before the last one.
	Retries int
	// TimedOut: the last call had no answer in time, and Err is a [*TimeoutError].
	TimedOut bool
	// Left is the call where it still ran after its time and Grace, nil when it ended.
	Left *Left
}

// TimeoutError says that a call had no answer in time.
type TimeoutError struct {
	Timeout time.Duration
	Left    bool // the call still ran after Grace
}

// Error returns one line, the same for every call.
func (e *TimeoutError) Error() string {
	text := fmt.Sprintf("no answer within %v, the Timeout", e.Timeout)
	if e.Left {
		text += fmt.Sprintf("; it still ran %v later, as it does not heed its context, and was left behind", Grace)
	}
	return text
}

// Unwrap makes it a [context.DeadlineExceeded].
func (e *TimeoutError) Unwrap() error { return context.DeadlineExceeded }

// Left is a call that was left behind.
type Left struct {
	Name      string // of the case
	Goroutine string // "goroutine 34"
	// Stack is where it was when it was left, "" when that was not found.
	Stack string
	done  <-chan struct{}
}

// Runs reports whether the call has not ended since.
func (l *Left) Runs() bool {
	select {
	case <-l.done:
		return false
	default:
		return true
	}
}

// Do asks f for the case of that name, and again as p has it. Without a Timeout f runs in
// the goroutine of the caller; with one, in a goroutine that has the label evaltest=name
// in profiles, and its context ends with its time. What a call that is over says after
// its time is dropped: a late answer is none, however short the delay.
func Do(ctx context.Context, p *Policy, name string, f func(context.Context) (any, error)) Answer {
	for n := 0; ; n++ {
		if p.Limiter != nil {
			if err := p.Limiter.Wait(ctx); err != nil {
				return Answer{Err: err, Retries: n}
			}
		}
		a := once(ctx, p.Timeout, name, f)
		a.Retries = n
		if a.Err == nil || a.TimedOut || n >= p.Retries || !p.Temporary(a.Err) || !sleep(ctx, pause(n)) {
			return a
		}
	}
}

func once(ctx context.Context, timeout time.Duration, name string, f func(context.Context) (any, error)) (a Answer) {
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
	who := make(chan string, 1)
	go pprof.Do(deadline, pprof.Labels("evaltest", name), func(ctx context.Context) {
		who <- goroutine()
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
	left := &Left{Name: name, Goroutine: <-who, done: done}
	left.Stack = stackOf(left.Goroutine)
	return Answer{Err: &TimeoutError{timeout, true}, Took: timeout, TimedOut: true, Left: left}
}

// judged drops what came after the time.
func (a Answer) judged(timeout time.Duration) Answer {
	if a.Took < timeout {
		return a
	}
	return Answer{Err: &TimeoutError{Timeout: timeout}, Took: timeout, TimedOut: true}
}

// goroutine returns the name of the running goroutine, as stacks have it.
func goroutine() string {
	var text [64]byte
	head := string(text[:runtime.Stack(text[:], false)])
	name, _, _ := strings.Cut(head, " [")
	return name
}

// stackOf returns the stack of a goroutine, "" when it is not among the first of all
// stacks.
func stackOf(goroutine string) string {
	all := make([]byte, 1<<20)
	for stack := range strings.SplitSeq(string(all[:runtime.Stack(all, true)]), "\n\n") {
		if strings.HasPrefix(stack, goroutine+" [") {
			return strings.TrimSpace(stack)
		}
	}
	return ""
}
