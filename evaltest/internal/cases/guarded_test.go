package cases

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func bomb() { panic("boom") }

func TestPanicTraceIsTheExtractors(t *testing.T) {
	_, err := Guarded(context.Background(), func(context.Context, int) (int, error) { bomb(); return 0, nil }, 1)
	var panicked *Panic
	require.ErrorAs(t, err, &panicked)
	assert.Equal(t, "panic: boom", err.Error())
	trace := panicked.Trace()
	assert.Regexp(t, `^github.com/extracteval/extracteval/evaltest/internal/cases\.bomb\(`, trace, "the frame that panicked comes first")
	assert.Contains(t, trace, "guarded_test.go:")
	for _, machinery := range []string{"debug.Stack", "tRunner", "Guarded[", "goroutine "} {
		assert.NotContains(t, trace, machinery)
	}
	assert.Equal(t, "goroutine 1 [running]:\nsomething else", (&Panic{stack: []byte("goroutine 1 [running]:\nsomething else")}).Trace())
}
