package cases

import (
	"context"
	"math"
	"strconv"
	"sync"

	"github.com/extracteval/extracteval/internal/dataset"
)

// Meter adds up the usage of one case. It is safe for concurrent use.
type Meter struct {
	mu       sync.Mutex
	closed   bool
	costs    map[string]float64
	replayed bool
	stop     string
}

type key struct{}

// Metered returns a context with a meter for the usage reported through it.
func Metered(ctx context.Context) (context.Context, *Meter) {
	m := new(Meter)
	return context.WithValue(ctx, key{}, m), m
}

// MeterOf returns the meter of a context, nil if it has none. Add, Stop and Replay do nothing on a nil Meter.
func MeterOf(ctx context.Context) *Meter {
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

// Stop records why a model stopped, "" for unknown. The last reason counts, unless an earlier one means that the answer
// was cut off.
func (m *Meter) Stop(reason string) {
	if m == nil || reason == "" {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.closed && (dataset.CutOff(reason) || !dataset.CutOff(m.stop)) {
		m.stop = reason
	}
}

// Stopped returns why the model stopped, "" for unknown.
func (m *Meter) Stopped() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.stop
}

// Again forgets the stop reason of the last call, since the extractor is called again.
func (m *Meter) Again() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.closed {
		m.stop = ""
	}
}

// Replay records that an answer came from a recording.
func (m *Meter) Replay() {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.replayed = m.replayed || !m.closed
}

// Close ends the measuring: later additions are dropped. Sums are rounded to 12
// significant digits, so that they do not depend on the order of adding.
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

// SumUsage adds two usages, rounded as by Close.
func SumUsage(a, b map[string]float64) map[string]float64 {
	var m Meter
	m.Add(a)
	m.Add(b)
	costs, _ := m.Close()
	return costs
}
