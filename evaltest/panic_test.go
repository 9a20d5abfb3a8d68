package evaltest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func bomb() { panic("boom") }

func TestPanicTraceIsTheExtractors(t *testing.T) {
	_, err := extract(context.Background(), func(context.Context, int) (int, error) { bomb(); return 0, nil }, 1)
	var panicked *panicError
	require.ErrorAs(t, err, &panicked)
	assert.Equal(t, "panic: boom", err.Error())
	trace := panicked.trace()
	assert.Regexp(t, `^github.com/extracteval/extracteval/evaltest\.bomb\(`, trace, "the frame that panicked comes first")
	assert.Contains(t, trace, "panic_test.go:")
	for _, machinery := range []string{"debug.Stack", "tRunner", "extract[", "goroutine "} {
		assert.NotContains(t, trace, machinery)
	}
	assert.Equal(t, "goroutine 1 [running]:\nsomething else", (&panicError{stack: []byte("goroutine 1 [running]:\nsomething else")}).trace())
}
