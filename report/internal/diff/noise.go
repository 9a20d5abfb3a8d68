package diff

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// Noise is how much of a difference between two runs comes from the model's own noise: how far trials over the same
// cases differ, if a run has several.
type Noise struct {
	// Trials is the standard deviation of micro F1 between trials of one run, pooled over
	// both runs.
	Trials float64 `json:"trials"`
	// Runs is the standard deviation of the difference of the two means if the extractor is the same: Trials·√(1/old
	// trials + 1/new trials).
	Runs float64 `json:"runs"`
	// Share is Runs² as a share of the squared difference of micro F1, at most 1; undefined if there is no difference.
	Share report.Ratio `json:"share,omitzero"`
}

// setNoise compares the variance between trials with the difference between runs.
func (p *pair) setNoise() {
	block := p.sample.MicroBlock()
	sum, free, ok := p.sample.Layout.Variance(block)
	if !ok || free < 1 {
		return
	}
	factor := 1/float64(p.sample.Layout.Trials[0]) + 1/float64(p.sample.Layout.Trials[1])
	n := &Noise{Trials: math.Sqrt(sum / float64(free))}
	n.Runs = n.Trials * math.Sqrt(factor)
	if d := p.set.Micro.Delta; d.Value != 0 {
		n.Share = report.RatioOf(min(1, n.Runs*n.Runs/(d.Value*d.Value)), d.Defined)
	}
	p.set.Noise = n
}

// noise returns the Noise as one sentence, "" if no run has several trials.
func (s *Set) noise() string {
	n := s.Noise
	if n == nil {
		return ""
	}
	text := fmt.Sprintf("between trials of a run micro F1 varies by %s points, so runs of %d and %s differ by %s points without any change",
		points(n.Trials), s.Trials[0], words.Plural(s.Trials[1], "trial"), points(n.Runs))
	if n.Share.Defined {
		text += fmt.Sprintf("; these differ by %s", points(math.Abs(s.Micro.Delta.Value)))
	}
	return text
}

const maxFlaky = 5 // fields that are named

// flaky names the fields that are right in some trials of a case and not in others, the fields with the highest flip
// rate first; "" for none.
func (s *Set) flaky() string {
	var fields []*Row
	for i := range s.Fields {
		if f := &s.Fields[i]; f.Flips.highest() > 0 {
			fields = append(fields, f)
		}
	}
	slices.SortStableFunc(fields, func(a, b *Row) int { return cmp.Compare(b.Flips.highest(), a.Flips.highest()) })
	var parts []string
	for _, f := range fields[:min(len(fields), maxFlaky)] {
		var rates []string
		for side, rate := range []Rate{f.Flips.Old, f.Flips.New} {
			if rate.Of > 0 {
				rates = append(rates, fmt.Sprintf("%.0f of %d %s", rate.Count, rate.Of, [...]string{"before", "now"}[side]))
			}
		}
		parts = append(parts, fmt.Sprintf("%s (%s)", words.Fit(terminal.LineStart(f.Name), nameWidth), strings.Join(rates, ", ")))
	}
	if more := len(fields) - len(parts); more > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", more))
	}
	if len(parts) == 0 {
		return ""
	}
	return "flaky fields, right in some trials of a case and not in others: " + strings.Join(parts, ", ")
}

// highest is the higher of both rates.
func (r Rates) highest() float64 {
	return max(r.Old.Count/float64(max(r.Old.Of, 1)), r.New.Count/float64(max(r.New.Of, 1)))
}

// setDetectable sets the least drop that each row finds, at the level of its part of the family.
func (p *pair) setDetectable() {
	alpha := 1 - p.o.Level
	var tests []estimate.Possible
	for _, f := range p.fields {
		for k := range f.Tests {
			tests = append(tests, f.Tests[k].Possible)
		}
	}
	for _, t := range p.set.PassRate.Tests {
		tests = append(tests, t.Possible)
	}
	level := estimate.Level((1-estimate.AveragesShare)*alpha, len(p.fields)+1, tests)
	for _, f := range p.fields {
		f.Row.Detectable = report.RatioOf(f.influence.Detectable(level))
	}
	p.set.PassRate.Detectable = report.RatioOf(p.pass.Detectable(level))
	p.set.Micro.Detectable = report.RatioOf(p.sample.Micro.Detectable(estimate.AveragesShare * alpha))
	p.set.Macro.Detectable = report.RatioOf(p.sample.Macro.Detectable(estimate.AveragesShare * alpha))
}

// detectableText returns the least drop that is found, "none" if not even the loss of everything is found.
func (r *Row) detectableText() string {
	if r.Detectable.Defined && r.Detectable.Value >= 1 {
		return "none"
	}
	return r.Detectable.String()
}

// points prints a difference of F1 in points.
func points(v float64) string { return fmt.Sprintf("%.1f", 100*v) }
