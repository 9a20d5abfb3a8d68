package terminal

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// Misses lists the leaves that missed, one per line, with both values and the origin of the
// mistake, as in the record.
func Misses(c *report.Case, r *eval.Result, o report.CaseOptions) string {
	var b strings.Builder
	private := o.Redaction.Active()
	most := o.MaxExamples
	if most <= 0 {
		most = 10
	}
	listed := 0
	for i := range c.Fields {
		f := &c.Fields[i]
		if f.Outcome.Hit() {
			continue
		}
		if listed == most {
			break
		}
		listed++
		noGot, noWant := f.Withheld()
		fmt.Fprintf(&b, "%s: %s", LineStart(Brief(f.Path, PathRunes)), f.Outcome)
		if f.Got != nil || f.Want != nil || noGot || noWant { // otherwise the answer cannot be read
			got, want := shownValues(lineWidth, string(f.Got), string(f.Want), noGot || private && words.IsHash(f.Got), noWant || private && words.IsHash(f.Want))
			fmt.Fprintf(&b, ": got %s, want %s", got, want)
		}
		if f.Origin != "" {
			fmt.Fprintf(&b, " (%s)", source.Origin(f.Origin))
		}
		if f.Note != "" {
			fmt.Fprintf(&b, " (%s)", Brief(f.Note, TextRunes))
		}
		b.WriteByte('\n')
	}
	if more := count(r) - listed; more > 0 {
		fmt.Fprintf(&b, "and %d more\n", more)
	}
	if private {
		return b.String() // a warning may quote a value
	}
	for _, w := range r.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", Brief(w, TextRunes))
	}
	return b.String()
}

// count returns the number of leaves that missed.
func count(r *eval.Result) (n int) {
	for i := range r.Fields {
		if !r.Fields[i].Outcome.Hit() {
			n++
		}
	}
	return n
}

// shownValues returns got and want in at most cells cells each, cut around their first difference, with words for
// values that are withheld or missing.
func shownValues(cells int, got, want string, noGot, noWant bool) (string, string) {
	if noGot {
		got = ""
	}
	if noWant {
		want = ""
	}
	texts := words.Values(cells, got, want)
	return cmp.Or(texts[0], NoValue(noGot)), cmp.Or(texts[1], NoValue(noWant))
}

// DescribeCase returns one line on a result, from its record.
func DescribeCase(r *eval.Result, c *report.Case) string {
	if r.Unreadable != "" {
		return DescribeUnreadable(r) + ": " + Brief(r.Unreadable, TextRunes)
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

// DescribeUnreadable says of an answer with an Unreadable what it is, without the reason, which may quote the answer.
func DescribeUnreadable(r *eval.Result) string {
	if r.Answer.Exists() {
		return "the answer is of another kind"
	}
	return "the answer cannot be read"
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

// cause returns the error of the comparator for a miss, "" without one.
func cause(c *report.Case, miss string) string {
	for i := range c.Fields {
		f := &c.Fields[i]
		if f.Outcome == metrics.Errored && f.Note != "" && strings.HasPrefix(miss, f.Path+" (") {
			return ": " + Brief(f.Note, PathRunes)
		}
	}
	return ""
}
