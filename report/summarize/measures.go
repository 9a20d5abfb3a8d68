package summarize

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
)

// measureSums adds up the contributions of the cases of one trial to a measure.
type measureSums struct {
	Sum    estimate.ExactSum `json:"sum"`
	Weight estimate.ExactSum `json:"weight"`
	Cases  int               `json:"cases"` // with a weight above 0
	// Scores says that a case contributed a part of a unit, so that the measure has scores, not hits.
	Scores bool `json:"scores,omitzero"`
	// Unbounded says that a case contributed less than 0, more than its weight, or a weight above measureUnits.
	Unbounded bool `json:"unbounded,omitzero"`
	slot      int  // in the resamples: right and wrong, in measureUnits
}

// measureUnits is the weight in the resamples of a case of weight 1.
const measureUnits = 1 << 20

// addMeasured adds the contribution of a case, which is valid.
func (m *measureSums) addMeasured(c report.Measured, r *resamples) {
	_, _ = m.Sum.AddSigned(c.Sum), m.Weight.Add(c.Weight)
	if c.Weight > 0 {
		m.Cases++
	}
	whole := func(v float64) bool { return v == math.Trunc(v) }
	m.Scores = m.Scores || !whole(c.Sum) || !whole(c.Weight)
	if c.Sum < 0 || c.Sum > c.Weight || c.Weight > measureUnits {
		m.Unbounded = true
		return
	}
	all, right := int(math.Round(c.Weight*measureUnits)), int(math.Round(c.Sum*measureUnits))
	r.count(m.slot, metrics.Confusion{TP: right, FP: all - right})
}

func (m *measureSums) merge(o *measureSums) {
	m.Sum, m.Weight = m.Sum.Plus(o.Sum), m.Weight.Plus(o.Weight)
	m.Cases += o.Cases
	m.Scores, m.Unbounded = m.Scores || o.Scores, m.Unbounded || o.Unbounded
}

// addMeasures adds the measures of a case. It must be called before resamples.addUnit.
func (s *Summarizer) addMeasures(t *trialSums, c *report.Case) {
	for _, m := range c.Measures {
		if m.Validate() == nil {
			s.measure(t, m.Name).addMeasured(m, &s.resamples)
		}
	}
}

// mergeMeasures adds the measures of another trial.
func (s *Summarizer) mergeMeasures(t, source *trialSums, slots map[int]int) {
	for _, name := range slices.Sorted(maps.Keys(source.measures)) {
		sums := s.measure(t, name)
		sums.merge(source.measures[name])
		slots[source.measures[name].slot] = sums.slot
	}
}

// measure returns the sums of a measure.
func (s *Summarizer) measure(t *trialSums, name string) *measureSums {
	m := t.measures[name]
	if m == nil {
		name = strings.Clone(name) // else the whole line stays in memory
		m = &measureSums{slot: s.resamples.newSlot()}
		arithmetic.Map(&t.measures)[name] = m
		s.measures[name] = struct{}{}
	}
	return m
}

// putMeasures adds the values of the measures: the declared ones in their order, then others. It does not have the values of
// those over trials.
func (s *Summarizer) putMeasures(sum *report.Summary, e estimator) {
	declared := map[string]bool{}
	for _, m := range s.o.Measures {
		declared[m.Name] = true
		sum.Numbers = append(sum.Numbers, s.measured(m, e))
	}
	for _, name := range slices.Sorted(maps.Keys(s.measures)) {
		if !declared[name] {
			sum.Numbers = append(sum.Numbers, s.measured(report.Measure{Name: name}, e))
		}
	}
}

func (s *Summarizer) measured(m report.Measure, e estimator) report.Number {
	r := m.Number()
	if len(e.trials) == 0 || m.OverTrials {
		return r
	}
	sums := make([]*measureSums, len(e.trials))
	mean, defined := 0.0, true
	for i, t := range e.trials {
		if sums[i] = t.sums.measures[m.Name]; sums[i] == nil {
			sums[i] = &measureSums{slot: -1}
		}
		v := m.Empty
		if !sums[i].Weight.IsZero() {
			v = report.RatioOf(sums[i].Sum.Float()/sums[i].Weight.Float(), true)
		}
		defined = defined && v.Defined
		mean += v.Value / float64(len(e.trials))
		r.Support += float64(sums[i].Cases) / float64(len(e.trials))
		if i == 0 || v.Value < r.Min.Value {
			r.Min = v
		}
		if i == 0 || v.Value > r.Max.Value {
			r.Max = v
		}
	}
	r.Value = report.RatioOf(mean, defined)
	if len(e.trials) == 1 || !defined {
		r.Min, r.Max = report.Ratio{}, report.Ratio{}
	}
	if !m.Count && defined {
		e.evidence.measureInterval(&r, sums)
	}
	return r
}

// measureInterval adds the interval of the mean over trials.
func (e *sample) measureInterval(r *report.Number, trials []*measureSums) {
	var slots []int
	scores := false
	for _, t := range trials {
		if t.Unbounded || t.Cases < 2 {
			return
		}
		slots = append(slots, t.slot)
		scores = scores || t.Scores
	}
	sums := e.sumsOf(slots)
	if sums == nil {
		return
	}
	unit := int64(measureUnits)
	if scores { // scores may be counted in any unit: see estimate.Ratio
		unit = 1
	}
	value := func(t int, sums []int64) (float64, bool) { return confusion(sums, t).Precision() }
	fraction := ratio{value: value, counts: inSlot, wrong: falsePositives}.ratioOver(len(trials), unit)
	fraction.Scores, fraction.Units = scores, e.units
	interval, documents, ok := fraction.Interval(sums)
	if !ok {
		return
	}
	if most, some := r.Attainable.Value, r.Attainable.Defined; some {
		interval.High = min(interval.High, max(most, r.Value.Value))
	}
	r.Low = report.RatioOf(min(interval.Low, r.Value.Value), true)
	r.High = report.RatioOf(max(interval.High, r.Value.Value), true)
	r.Approximate = documents < estimate.FewDocuments
}
