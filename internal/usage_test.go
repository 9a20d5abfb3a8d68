package internal_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/usage"
)

func TestQuantityText(t *testing.T) {
	for _, tt := range []struct {
		q    usage.Quantity
		v    float64
		want string
	}{
		{usage.Cost, 0, "$0"},
		{usage.Cost, 0.0021, "$0.0021"},
		{usage.Cost, 0.00123456, "$0.00123"},
		{usage.Cost, 1234.567, "$1235"},
		{usage.Cost, -0.0002, "-$0.0002"},
		{usage.Cost, 1e-15, "$0"},
		{usage.Tokens, 1830, "1830"},
		{usage.Tokens, 12.345, "12.3"},
		{usage.Tokens, 1e15, "1000000000000000"},
		{usage.Latency, 1.25678, "1.26s"},
		{usage.Latency, 0.0000123, "12.3µs"},
		{usage.Latency, 75, "1m15s"},
		{usage.Latency, 0, "0s"},
		{usage.Latency, 1e15, "1e+15s"},
	} {
		assert.Equal(t, tt.want, tt.q.Text(tt.v), "%s %v", tt.q, tt.v)
	}
}

func TestCosts(t *testing.T) {
	assert.Nil(t, usage.Usage{}.Costs())
	assert.Nil(t, usage.Usage{InputTokens: -1, Cost: math.NaN()}.Costs())
	assert.Equal(t, map[string]float64{"usd": 0.5, "output_tokens": 2}, usage.Usage{OutputTokens: 2, Cost: 0.5}.Costs())
	assert.Equal(t, map[string]float64{"usd": 0, "input_tokens": 7, "output_tokens": 0, "cached_tokens": 0, "calls": 1},
		usage.Usage{InputTokens: 7, Calls: 1, Free: true}.Costs())
	assert.NotContains(t, usage.Usage{Cost: math.NaN(), Free: true}.Costs(), "usd")
}

// Units are those that costs have, each of one quantity.
func TestUnits(t *testing.T) {
	costs := usage.Usage{InputTokens: 5, OutputTokens: 4, CachedTokens: 3, Calls: 2, Cost: 1}.Costs()
	for q, want := range map[usage.Quantity]float64{usage.Cost: 1, usage.InputTokens: 5, usage.OutputTokens: 4, usage.CachedTokens: 3, usage.Calls: 2} {
		assert.Equal(t, want, costs[q.Unit()], "%s", q)
	}
	assert.Empty(t, usage.Tokens.Unit())
	assert.Empty(t, usage.Latency.Unit())
}
