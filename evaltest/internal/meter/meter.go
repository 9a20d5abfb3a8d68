// Package meter measures what the extractor of one case uses up, by its context.
package meter

import (
	"context"
	"math"
	"strconv"
	"sync"
)

// Meter adds up what one case uses. It is safe for concurrent use.
type Meter struct {
	mu       sync.Mutex
	closed   bool
	costs    map[string]float64
	replayed bool
}

type key struct{}

// With returns a context whose users are measured.
func With(ctx context.Context) (context.Context, *Meter) {
	m := new(Meter)
	return context.WithValue(ctx, key{}, m), m
}

// From returns the meter of a context, nil where nobody measures. Its methods are for nil,
// too.
func From(ctx context.Context) *Meter {
	m, _ := ctx.Value(key{}).(*Meter)
	return m
}

// Add adds amounts by unit.
func (m *Meter) Add(costs map[string]float64) {
	if m == nil || len(costs) == 0 {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return
	}
	if m.costs == nil {
		m.costs = map[string]float64{}
	}
	for unit, v := range costs {
		m.costs[unit] += v
	}
}

// Replay notes that an answer was from a recording.
func (m *Meter) Replay() {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.replayed = m.replayed || !m.closed
}

// Close ends the measuring: what is added later is dropped. Sums have 12 significant
// digits, which do not depend on the order of adding.
func (m *Meter) Close() (costs map[string]float64, replayed bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	for unit, v := range m.costs {
		v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 12, 64), 64)
		m.costs[unit] = min(v, math.MaxFloat64)
	}
	return m.costs, m.replayed
}

// Sum returns what two have used, rounded as by Close.
func Sum(a, b map[string]float64) map[string]float64 {
	var m Meter
	m.Add(a)
	m.Add(b)
	costs, _ := m.Close()
	return costs
}
