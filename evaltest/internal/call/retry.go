package call

import (
	"context"
	"math/rand/v2"
	"time"
)

// Pauses between calls are drawn from 0 to a bound that doubles with every call, up to
// the longest: exponential back-off with full jitter, so that workers that failed
// together do not retry together. See Marc Brooker, "Exponential Backoff And Jitter",
// AWS Architecture Blog, 2015.
const (
	firstPause   = 500 * time.Millisecond
	longestPause = 30 * time.Second
)

// bound returns the longest pause after the n-th failure, from 0.
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
