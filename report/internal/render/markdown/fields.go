package markdown

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render"
)

const maxFields = 60

// fields returns the table of a data set.
func (m markdown) fields(set *render.Set) string {
	if against := render.Compared(m.o.Comparison, set); against != nil {
		return m.changes(set, against)
	}
	s := &set.Summary
	switch {
	case len(s.Attributes) == 0 && len(s.Findings()) == 0:
		return ""
	case len(s.Attributes) == 0: // the verdict names errors alone
		return fmt.Sprintf("\n### %s\n%s", code(m.r.NameOf(set)), preflightMarkdown(s))
	}
	rows := first(s.Attributes, func(i int, a report.Attribute) []string {
		return []string{fieldName(a), limitedF1(set, a, a.F1.Value.String()), a.F1.Interval(), terminal.People(a),
			a.Precision.Value.String(), a.Recall.Value.String(), support(a), set.MistakesIn(s.CountsOf(i))}
	})
	rows = append(rows,
		[]string{"**micro average**", "**" + s.MicroF1.Value.String() + "**", s.MicroF1.Interval(), "", s.MicroPrecision.Value.String(), s.MicroRecall.Value.String()},
		[]string{"**macro average**", "**" + s.MacroF1.Value.String() + "**", s.MacroF1.Interval()})
	rows = terminal.Filled(append([][]string{{"field", ">F1", "interval", ">people", ">precision", ">recall", ">support", "mistakes"}}, rows...), ">people")
	text := fmt.Sprintf("\n### %s\n\n%s%s", code(m.r.NameOf(set)), table(rows[0], rows[1:]), m.otherNumbers(set))
	if terminal.HasPeople(*s) {
		text += "\n" + terminal.PeopleNote + ".\n"
	}
	if terminal.Approximate(*s) {
		text += "\n" + terminal.ApproximateNote + ".\n"
	}
	return text
}

func fieldName(a report.Attribute) string {
	if a.Items {
		return code(a.Attribute) + " items"
	}
	return code(a.Attribute)
}

func support(a report.Attribute) string { return strconv.FormatFloat(a.Support, 'f', -1, 64) }

// limitedF1 returns the text of the F1 of a field, with the limit that it misses.
func limitedF1(set *render.Set, a report.Attribute, f1 string) string {
	if limit, _ := set.LimitOn(a.Attribute); set.BelowLimit(a) {
		return fmt.Sprintf("❌ **%s** < %s", f1, render.Decimals(limit))
	}
	return f1
}

// otherNumbers returns the numbers below the table of fields.
func (m markdown) otherNumbers(set *render.Set) string {
	s := &set.Summary
	var b strings.Builder
	fmt.Fprintf(&b, "\nAccuracy %s (an empty answer: %s), mean score %s (%s).\n", s.Accuracy.Value, s.NullAccuracy.Value, s.MeanScore.Value, s.MeanNullScore.Value)
	b.WriteString(preflightMarkdown(s))
	if names := terminal.WithoutValues(*s); len(names) > 0 {
		fmt.Fprintf(&b, "\nNo value in any truth or answer: %s.\n", terminal.FirstNames(names, code))
	}
	return b.String()
}

func (m markdown) stability(set *render.Set) string {
	s := set.Summary.Stability
	if s == nil || s.Trials < 2 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n**Stability of %s** over %s\n\n", code(m.r.NameOf(set)), render.StabilityOver(s))
	fmt.Fprintf(&b, "Agreement %s, flip rate %s (means over fields), drift rate %s (whole answers)", s.Agreement, s.FlipRate, s.DriftRate)
	if n := len(s.PassHatK); n > 0 {
		fmt.Fprintf(&b, ", pass^%d %s", n, s.PassHatK[n-1])
	}
	b.WriteString(".\n")
	if len(s.Fields) > 0 {
		b.WriteString("\n" + table([]string{"field", ">agreement", ">flip rate"}, first(s.Fields, func(_ int, f report.FieldStability) []string {
			return []string{code(f.Attribute), f.Agreement.String(), f.FlipRate.String()}
		})))
	}
	if s.FlakyCases == 0 {
		return b.String()
	}
	fmt.Fprintf(&b, "\nFlaky: %s\n\n", render.FlakyText(s))
	shown := s.Flaky[:min(len(s.Flaky), maxFlaky)]
	for _, c := range shown {
		fmt.Fprintf(&b, "- %s %s\n", code(c.ID), render.FailsIn(c))
	}
	if more := s.FlakyCases - len(shown); more > 0 {
		fmt.Fprintf(&b, "- and %d more\n", more)
	}
	return b.String()
}

// preflightMarkdown returns the ceiling, the findings about the truths and the spec, and the oddities of cases, "" for
// none.
func preflightMarkdown(s *report.Summary) string {
	var b strings.Builder
	if c := s.Ceiling; c != nil {
		fmt.Fprintf(&b, "\nA perfect answer would have an accuracy of %s and a mean score of %s.\n", c.Accuracy, c.MeanScore)
	}
	first, more := terminal.Findings(s)
	if len(first) > 0 {
		b.WriteString("\nAbout the truths and the spec:\n\n")
	}
	for _, f := range first {
		mark := ""
		if f.Error {
			mark = "❌ "
		}
		fmt.Fprintf(&b, "- %s%s\n", mark, sentence(f.Text))
	}
	if more > 0 {
		fmt.Fprintf(&b, "- and %d more\n", more)
	}
	warnings, others := terminal.Warnings(s)
	if len(warnings) > 0 {
		b.WriteString("\nWhat was odd about cases:\n\n")
	}
	for _, w := range warnings {
		fmt.Fprintf(&b, "- %s\n", sentence(w))
	}
	if others != "" {
		fmt.Fprintf(&b, "- %s\n", others)
	}
	return b.String()
}
