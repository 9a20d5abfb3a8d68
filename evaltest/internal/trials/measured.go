package trials

import (
	"fmt"
	"math"

	"github.com/extracteval/extracteval/report"
)

// Measured is one measure over the cases so far: Σ sum / Σ weight in each trial.
type Measured struct {
	metric report.Metric // without a value
	empty  report.Ratio
	trials []weighted // one for each trial; one alone for a measure of runs
}

// NewMeasured returns a measure without cases. metric has no value, empty is the value
// when all weights are 0, and trials is 1 for a measure of all trials together.
func NewMeasured(metric report.Metric, empty report.Ratio, trials int) Measured {
	return Measured{metric: metric, empty: empty, trials: make([]weighted, trials)}
}

// Add adds what a case contributes in a trial, from 0.
func (m *Measured) Add(trial int, sum, weight float64) error {
	if !(inRange(sum) && inRange(weight)) {
		return fmt.Errorf("it returned %v of weight %v, want numbers from 0 to %d", sum, weight, int64(exactMax))
	}
	m.trials[trial].sum.add(sum)
	m.trials[trial].weight.add(weight)
	return nil
}

func inRange(v float64) bool { return v >= 0 && v <= exactMax }

func (m *Measured) plus(o *Measured) {
	for i := range m.trials {
		m.trials[i].sum.plus(o.trials[i].sum)
		m.trials[i].weight.plus(o.trials[i].weight)
	}
}

func (m *Measured) result() report.Metric {
	r := m.metric
	sum, defined := 0.0, true
	for i, t := range m.trials {
		v := t.mean()
		if !v.Defined {
			v = m.empty
		}
		defined = defined && v.Defined
		sum += v.Value
		if i == 0 || v.Value < r.Min.Value {
			r.Min = v
		}
		if i == 0 || v.Value > r.Max.Value {
			r.Max = v
		}
	}
	r.Value = report.RatioOf(sum/float64(len(m.trials)), defined)
	if len(m.trials) == 1 || !defined {
		r.Min, r.Max = report.Ratio{}, report.Ratio{}
	}
	return r
}

// weighted is a mean in the making.
type weighted struct{ sum, weight exactSum }

func (w weighted) mean() report.Ratio {
	if w.weight.isZero() {
		return report.Ratio{}
	}
	return report.RatioOf(w.sum.float()/w.weight.float(), true)
}

// exactSum is a sum of numbers from 0, each rounded to a multiple of 2^-40: an
// integer, so that the order in which cases end does not matter.
type exactSum struct{ whole, parts uint64 }

const (
	exactMax   = 1 << 40
	exactParts = 40
)

func (s *exactSum) add(v float64) {
	whole, part := math.Modf(v)
	s.plus(exactSum{uint64(whole), uint64(math.RoundToEven(math.Ldexp(part, exactParts)))})
}

func (s *exactSum) plus(o exactSum) {
	s.parts += o.parts
	s.whole += o.whole + s.parts>>exactParts
	s.parts &= 1<<exactParts - 1
}

func (s exactSum) isZero() bool { return s == exactSum{} }

func (s exactSum) float() float64 {
	return float64(s.whole) + math.Ldexp(float64(s.parts), -exactParts)
}
