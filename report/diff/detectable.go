package diff

import (
	"fmt"
	"math"

	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/words"
)

// power is the chance with which a drop of [Row.Detectable] is found.
const power = 0.8

// detectable is the least drop of F1 that a test at a level alpha finds with a chance of
// power, given how much the runs differ in both directions.
//
// The sum that is tested has the variance Σ change² by chance. A drop of d is made of d/w
// values that broke, each of which adds w to it, and w² to the variance. Where z is the
// sum of the normal quantiles of alpha and of power, that is d = z·√(Σ change² + d·w). And it takes
// as many broken cases as can be significant at all.
func (e *evidence) detectable(alpha float64) report.Ratio {
	if e.weight.b == 0 {
		return report.Ratio{}
	}
	w := e.weight.of(2, 0)
	noise := 0.0
	for _, c := range e.changes.all() {
		noise += c.Size * c.Size * float64(c.Up+c.Down)
	}
	for _, t := range e.trials {
		noise += t.Change() * t.Change()
	}
	z := stats.Normal(1-alpha) + stats.Normal(2*power-1)
	drop := (z*z*w + math.Sqrt(z*z*w*z*z*w+4*z*z*noise)) / 2
	least := w * math.Ceil(1-math.Log2(alpha))
	return report.RatioOf(min(max(drop, least), 1), true)
}

// setDetectable sets the drops that are found, at the level of each row's family.
func (p *paired) setDetectable() {
	alpha := 1 - p.o.Level
	level := p.fieldLevel((1 - averagesShare) * alpha)
	for _, f := range p.fields {
		f.Detectable = f.detectable(level)
	}
	p.set.Micro.Detectable = p.micro.detectable(averagesShare * alpha)
}

// fieldLevel is the greatest p-value of one field that is significant beside the others, as far as they
// can have one as small by chance: see [stepDown].
func (p *paired) fieldLevel(alpha float64) float64 {
	low, high := alpha/float64(len(p.fields)+1), alpha
	for range 40 {
		middle := (low + high) / 2
		sum := middle
		for _, f := range p.fields {
			for k := range f.Tests {
				sum += f.Tests[k].chance(middle)
			}
		}
		if sum <= alpha {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// unseen says which drops the comparison is too small for, "" where there are no cases.
func (s *Set) unseen() string {
	if s.Cases == 0 || !s.Micro.Detectable.Defined {
		return ""
	}
	low, high := math.Inf(1), 0.0
	for i := range s.Fields {
		if s.Fields[i].Rule {
			continue
		}
		if v, ok := s.Fields[i].Detectable.Get(); ok {
			low, high = min(low, v), max(high, v)
		}
	}
	switch {
	case high == 0:
		return ""
	case low >= 1:
		return fmt.Sprintf("with %s no drop of a field can be told from chance", words.Plural(s.Cases, "case"))
	}
	fields := points(high)
	if points(low) != fields {
		fields = points(low) + " to " + fields
	}
	return fmt.Sprintf("with %s, drops below %s points of micro F1, and below %s points of a single field, are missed more than once in five times",
		words.Plural(s.Cases, "case"), points(s.Micro.Detectable.Value), fields)
}

// points prints a difference of F1 in points.
func points(v float64) string { return fmt.Sprintf("%.1f", 100*v) }
