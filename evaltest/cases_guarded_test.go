package evaltest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
)

func bomb() { panic("boom") }

func TestPanicTraceIsTheExtractors(t *testing.T) {
	err := cases.Guarded(func() error { bomb(); return nil })
	var panicked *cases.Panic
	require.ErrorAs(t, err, &panicked)
	assert.Equal(t, "panic: boom", err.Error())
	trace := panicked.Trace()
	assert.Regexp(t, `^github.com/extracteval/extracteval/evaltest_test\.bomb\(`, trace, "the frame that panicked comes first")
	assert.Contains(t, trace, "cases_guarded_test.go:")
	for _, machinery := range []string{"debug.Stack", "tRunner", "Guarded(", "TestPanicTraceIsTheExtractors", "goroutine "} {
		assert.NotContains(t, trace, machinery)
	}
}

func deepBomb(depth int) int {
	if depth == 0 {
		panic("boom")
	}
	return deepBomb(depth-1) + 1
}

// Of a stack that is too deep to be printed whole, the frames are not known: all of it is the trace.
func TestTraceOfADeepPanic(t *testing.T) {
	err := cases.Guarded(func() error { deepBomb(300); return nil })
	var panicked *cases.Panic
	require.ErrorAs(t, err, &panicked)
	assert.Regexp(t, `^goroutine \d+ \[running\]:\n`, panicked.Trace())
	assert.Contains(t, panicked.Trace(), "frames elided")
}
