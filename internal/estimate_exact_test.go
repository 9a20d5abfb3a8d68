package internal_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/internal/estimate"
)

func TestExactSum(t *testing.T) {
	var s estimate.ExactSum
	assert.True(t, s.IsZero())
	for range 10 {
		require.NoError(t, s.Add(0.1)) // added as floats 0.1 ten times is 0.9999999999999999
	}
	assert.InDelta(t, 1, s.Float(), 1e-11) // ten roundings to 2^-40
	require.NoError(t, s.Add(1<<40))
	require.NoError(t, s.Add(0.75))
	assert.InDelta(t, 1<<40+1.75, s.Float(), 1e-3)
	assert.False(t, s.IsZero())
	for _, v := range []float64{-1, math.NaN(), math.Inf(1), 1<<40 + 1} {
		before := s
		assert.Error(t, s.Add(v))
		assert.Equal(t, before, s)
	}
}

func TestExactSumInAnyOrderAndGrouping(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfN(rapid.Float64Range(0, 1<<40), 1, 10).Draw(t, "numbers")
		at := rapid.IntRange(0, len(numbers)).Draw(t, "cut")
		var forwards, left, right estimate.ExactSum
		for _, v := range numbers {
			require.NoError(t, forwards.Add(v))
		}
		for i := len(numbers) - 1; i >= at; i-- {
			require.NoError(t, right.Add(numbers[i]))
		}
		for i := at - 1; i >= 0; i-- {
			require.NoError(t, left.Add(numbers[i]))
		}
		require.Equal(t, forwards, right.Plus(left))
		text, err := forwards.MarshalText()
		require.NoError(t, err)
		var read estimate.ExactSum
		require.NoError(t, read.UnmarshalText(text))
		require.Equal(t, forwards, read)
	})
	var s estimate.ExactSum
	assert.EqualError(t, s.UnmarshalText([]byte("12")), `sum "12", want 26 hex digits`)
	assert.Error(t, s.UnmarshalText([]byte("zz000000000000000000000000")))
	assert.Error(t, s.UnmarshalText([]byte("0000000000000000zz00000000")))
}
