package evaltest_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"golang.org/x/time/rate"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
)

var errBusy = errors.New("busy")

func always(error) bool { return true }

// hang waits for the end of its context.
func hang(ctx context.Context) (any, error) {
	<-ctx.Done()
	return "late", ctx.Err()
}

func TestTimeoutIsKeptByWhoHeedsTheContext(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		// Retries are not for a call beyond its time, whatever is said of its error.
		a := cases.Call(t.Context(), &cases.Policy{Timeout: time.Minute, Retries: 3, Temporary: always}, "c", hang)
		assert.Equal(t, time.Minute, time.Since(begin))
		assert.Equal(t, cases.Answer{Err: &cases.TimeoutError{Timeout: time.Minute}, Took: time.Minute, TimedOut: true}, a)
		assert.EqualError(t, a.Err, "no answer within 1m0s, the Timeout")
		assert.ErrorIs(t, a.Err, context.DeadlineExceeded)
	})
}

func TestTimeoutLeavesBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wake := make(chan struct{})
		begin := time.Now()
		a := cases.Call(t.Context(), &cases.Policy{Timeout: time.Minute}, "inv-7", func(context.Context) (any, error) {
			<-wake
			return "late", nil
		})
		assert.Equal(t, time.Minute+cases.Grace, time.Since(begin))
		assert.Empty(t, a.Out)
		assert.EqualError(t, a.Err, "no answer within 1m0s, the Timeout; it ignored its context, still ran 1s later, and was abandoned")
		require.NotNil(t, a.Left)
		assert.Equal(t, "inv-7", a.Left.Name)
		assert.Regexp(t, `^goroutine \d+$`, a.Left.Goroutine)
		assert.Contains(t, a.Left.Stack, "evaltest_test.TestTimeoutLeavesBehind.func1.1(", "where it waits")
		assert.True(t, a.Left.Runs())
		close(wake)
		synctest.Wait()
		assert.False(t, a.Left.Runs())
	})
}

func TestTimeoutJudgesByTheTimeOfTheCall(t *testing.T) {
	for _, tt := range []struct {
		name  string
		takes time.Duration
		in    bool
	}{
		{"before", time.Minute - 1, true},
		{"at", time.Minute, false},
		{"within the grace", time.Minute + cases.Grace/2, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := cases.Call(t.Context(), &cases.Policy{Timeout: time.Minute}, "c", func(context.Context) (any, error) {
					time.Sleep(tt.takes)
					return "answer", nil
				})
				assert.Equal(t, !tt.in, a.TimedOut)
				assert.Nil(t, a.Left)
				if tt.in {
					assert.Equal(t, cases.Answer{Out: "answer", Took: tt.takes}, a)
				} else {
					assert.Empty(t, a.Out)
				}
			})
		})
	}
}

func TestGoexitUnderTimeout(t *testing.T) {
	a := cases.Call(t.Context(), &cases.Policy{Timeout: time.Minute}, "c", func(context.Context) (any, error) {
		(&testing.T{}).SkipNow()
		return "", nil
	})
	assert.Equal(t, cases.ErrGoexit, a.Err)
}

func TestRetries(t *testing.T) {
	for _, tt := range []struct {
		name     string
		retries  int
		failures int
		passes   func(error) bool
		calls    int
		err      error
	}{
		{"success at once", 3, 0, always, 1, nil},
		{"the last one succeeds", 3, 3, always, 4, nil},
		{"one too few", 3, 4, always, 4, errBusy},
		{"not asked for", 0, 1, always, 1, errBusy},
		{"an error that stays", 3, 1, func(error) bool { return false }, 1, errBusy},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				calls := 0
				a := cases.Call(t.Context(), &cases.Policy{Retries: tt.retries, Temporary: tt.passes}, "c", func(context.Context) (any, error) {
					time.Sleep(time.Second)
					if calls++; calls <= tt.failures {
						return 0, errBusy
					}
					return 42, nil
				})
				assert.Equal(t, tt.calls, calls)
				assert.Equal(t, tt.calls-1, a.Retries)
				assert.Equal(t, tt.err, a.Err)
				assert.Equal(t, time.Second, a.Took, "of the last call, without pauses")
			})
		})
	}
}

// The pauses follow exponential back-off with full jitter: below 0.5, 1, 2, 4, 8,
// 16, 30, 30 s, and spread over all of that.
func TestPauses(t *testing.T) {
	const s = time.Second
	bounds := []time.Duration{s / 2, s, 2 * s, 4 * s, 8 * s, 16 * s, 30 * s, 30 * s}
	pauses := func(ctx context.Context, retries int) (all []time.Duration) {
		previous := time.Now()
		a := cases.Call(ctx, &cases.Policy{Retries: retries, Temporary: always}, "c", func(context.Context) (any, error) {
			all, previous = append(all, time.Since(previous)), time.Now()
			return 0, errBusy
		})
		assert.Equal(t, errBusy, a.Err)
		return all[1:]
	}
	synctest.Test(t, func(t *testing.T) {
		lowest, highest := slices.Clone(bounds), make([]time.Duration, len(bounds))
		for range 1000 {
			for n, p := range pauses(t.Context(), len(bounds)) {
				lowest[n], highest[n] = min(lowest[n], p), max(highest[n], p)
			}
		}
		for n, want := range bounds {
			assert.LessOrEqual(t, highest[n], want)
			assert.Less(t, lowest[n], want/10, "missed by chance once in 10^45 runs")
			assert.Greater(t, highest[n], want*9/10)
		}
		late := slices.Max(pauses(t.Context(), 100)[60:]) // where a doubled bound would overflow
		assert.LessOrEqual(t, late, 30*s)
		assert.Greater(t, late, 15*s, "missed by chance once in 10^12 runs")
	})
}

func TestRateSpacesCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &cases.Policy{Limiter: rate.NewLimiter(4, 1), Timeout: time.Millisecond} // waiting is not in the Timeout
		begin := time.Now()
		var at []time.Duration
		for range 4 {
			a := cases.Call(t.Context(), p, "c", func(context.Context) (any, error) {
				at = append(at, time.Since(begin))
				return 0, nil
			})
			assert.NoError(t, a.Err)
		}
		assert.Equal(t, []time.Duration{0, 250 * time.Millisecond, 500 * time.Millisecond, 750 * time.Millisecond}, at)
	})
}

// A pause ends with the test.
func TestRetriesEndWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		calls := 0
		a := cases.Call(ctx, &cases.Policy{Retries: 1 << 30, Temporary: always}, "c", func(context.Context) (any, error) {
			if calls++; calls == 5 {
				cancel()
			}
			return 0, errBusy
		})
		assert.Equal(t, errBusy, a.Err)
		assert.Equal(t, 5, calls)
	})
}
