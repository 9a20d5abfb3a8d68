package trials

import (
	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/report"
)

// Measured is one measure over all trials of the cases so far: Σ sum / Σ weight.
type Measured struct {
	of    report.Measure
	total weighted
}

// NewMeasured returns a measure without cases.
func NewMeasured(of report.Measure) Measured { return Measured{of: of} }

// Add adds the contribution of a case, from 0.
func (m *Measured) Add(sum, weight float64) error {
	if err := (report.Measured{Name: m.of.Name, Sum: sum, Weight: weight}).Validate(); err != nil {
		return err
	}
	m.total.add(sum, weight)
	return nil
}

func (m *Measured) plus(o *Measured) {
	m.total.sum, m.total.weight = m.total.sum.Plus(o.total.sum), m.total.weight.Plus(o.total.weight)
}

func (m *Measured) result() report.Metric {
	r := m.of.Metric()
	if r.Value = m.total.mean(); !r.Value.Defined {
		r.Value = m.of.Empty
	}
	return r
}

// weighted is a mean in the making.
type weighted struct{ sum, weight estimate.ExactSum }

// add adds numbers from 0 to 2^40.
func (w *weighted) add(sum, weight float64) { _, _ = w.sum.Add(sum), w.weight.Add(weight) }

func (w weighted) mean() report.Ratio {
	if w.weight.IsZero() {
		return report.Ratio{}
	}
	return report.RatioOf(w.sum.Float()/w.weight.Float(), true)
}
