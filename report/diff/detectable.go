package diff

import (
	"fmt"
	"math"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/diff/internal/paired"
	"github.com/extracteval/extracteval/report/internal/words"
)

// setDetectable sets the drops that are found, at the level of each row's family.
func (p *pair) setDetectable() {
	alpha := 1 - p.o.Level
	var tests []paired.Possible
	for _, f := range p.fields {
		for k := range f.Tests {
			tests = append(tests, f.Tests[k].possible)
		}
	}
	level := paired.Level((1-averagesShare)*alpha, len(p.fields), tests)
	for _, f := range p.fields {
		f.Row.Detectable = report.RatioOf(f.Evidence.Detectable(level))
	}
	p.set.Micro.Detectable = report.RatioOf(p.micro.Detectable(averagesShare * alpha))
}

// unseen says which drops the comparison is too small for, "" where there are no cases.
func (s *Set) unseen() string {
	if s.Cases == 0 || !s.Micro.Detectable.Defined {
		return ""
	}
	low, high := math.Inf(1), 0.0
	for i := range s.Fields {
		if v, ok := s.Fields[i].Detectable.Get(); ok && !s.Fields[i].Rule {
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
