package diff

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/report"
)

// setDetectable sets the drops that are found, at the level of each row's family.
func (p *pair) setDetectable() {
	alpha := 1 - p.o.Level
	var tests []estimate.Possible
	for _, f := range p.fields {
		for k := range f.Tests {
			tests = append(tests, f.Tests[k].possible)
		}
	}
	for _, t := range p.set.PassRate.Tests {
		tests = append(tests, t.possible)
	}
	level := estimate.Level((1-estimate.AveragesShare)*alpha, len(p.fields)+1, tests)
	for _, f := range p.fields {
		f.Row.Detectable = report.RatioOf(f.Evidence.Detectable(level))
	}
	p.set.PassRate.Detectable = report.RatioOf(p.pass.Detectable(level))
	p.set.Micro.Detectable = report.RatioOf(p.micro.Detectable(estimate.AveragesShare * alpha))
	p.set.Macro.Detectable = report.RatioOf(p.macro.Detectable(estimate.AveragesShare * alpha))
}

// detectableText is the least drop that is found, "none" where even the loss of all is not.
func (r *Row) detectableText() string {
	if r.Detectable.Defined && r.Detectable.Value >= 1 {
		return "none"
	}
	return r.Detectable.String()
}

// points prints a difference of F1 in points.
func points(v float64) string { return fmt.Sprintf("%.1f", 100*v) }
