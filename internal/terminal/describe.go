package terminal

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// DescribeCase returns one line on a result, from its record.
func DescribeCase(r *eval.Result, c *report.Case) string {
	if r.Unreadable != "" {
		return "the answer cannot be read: " + Brief(r.Unreadable, TextRunes)
	}
	line := fmt.Sprintf("%s, score %.3f (%s)", r.Reasoning, r.Score, r.Verdict)
	if len(c.Misses) > 0 {
		shown := make([]string, len(c.Misses))
		for i, miss := range c.Misses {
			shown[i] = Brief(miss, PathRunes) + cause(c, miss)
		}
		line += ": " + strings.Join(shown, ", ")
	}
	if c.MoreMisses > 0 {
		line += fmt.Sprintf(" and %d more", c.MoreMisses)
	}
	return line
}

// DescribeInvariants returns the names of the broken invariants, with their
// operands.
func DescribeInvariants(c *report.Case) string {
	var shown []string
	for _, r := range c.Broken() {
		shown = append(shown, Brief(Invariant(r), TextRunes))
	}
	const most = 10
	if more := len(shown) - most; more > 0 {
		shown = append(shown[:most], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(shown, ", ")
}

// cause returns the error of a miss's comparison, "" without one.
func cause(c *report.Case, miss string) string {
	for i := range c.Fields {
		f := &c.Fields[i]
		if f.Outcome == metrics.Errored && f.Note != "" && strings.HasPrefix(miss, f.Path+" (") {
			return ": " + Brief(f.Note, PathRunes)
		}
	}
	return ""
}
