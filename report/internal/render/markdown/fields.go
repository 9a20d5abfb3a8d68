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
		return fmt.Sprintf("\n### %s\n%s", code(m.r.NameOf(set)), preflightMarkdown(set))
	}
	value := func(name string) string { return set.Number(name).Value.String() }
	titles, further := []string{"field", ">F1", "interval", ">people", ">precision", ">recall", ">support", "mistakes"}, terminal.FurtherMeasures(*s)
	for _, measure := range further {
		titles = append(titles, ">"+measure)
	}
	rows := first(s.Attributes, func(i int, a report.Attribute) []string {
		f1 := set.F1(a.Attribute)
		row := []string{fieldName(a), limitedF1(set, a, f1.Value.String()), f1.Interval(), set.People(a.Attribute),
			value("precision of " + a.Attribute), value("recall of " + a.Attribute), support(a), set.MistakesIn(s.CountsOf(i))}
		for _, measure := range further {
			row = append(row, value(measure+" of "+a.Attribute))
		}
		return row
	})
	rows = append(rows,
		[]string{"**micro average**", "**" + value("micro F1") + "**", set.Number("micro F1").Interval(), "", value("micro precision"), value("micro recall")},
		[]string{"**macro average**", "**" + value("macro F1") + "**", set.Number("macro F1").Interval()})
	rows = terminal.Filled(append([][]string{titles}, rows...), ">people")
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
	if limit, _ := set.LimitOn(a.Attribute); set.BelowLimit(a.Attribute) {
		return fmt.Sprintf("❌ **%s** < %s", f1, render.Decimals(limit))
	}
	return f1
}

// otherNumbers returns the numbers below the table of fields.
func (m markdown) otherNumbers(set *render.Set) string {
	s, accuracy, score := &set.Summary, set.Number("accuracy"), set.Number("mean score")
	var b strings.Builder
	fmt.Fprintf(&b, "\nAccuracy %s (an empty answer: %s), mean score %s (%s).\n", accuracy.Value, accuracy.Null, score.Value, score.Null)
	b.WriteString(preflightMarkdown(set))
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
	fmt.Fprintf(&b, "Agreement %s, flip rate %s (means over fields), drift rate %s (whole answers)", set.Number("agreement").Value, set.Number("flipRate").Value, set.Number("driftRate").Value)
	if every := set.Number(fmt.Sprintf("pass^%d", s.Trials)); every.Name != "" {
		fmt.Fprintf(&b, ", %s %s", every.Name, every.Value)
	}
	b.WriteString(".\n")
	if fields := terminal.Stabilities(set.Summary); len(fields) > 0 {
		b.WriteString("\n" + table([]string{"field", ">agreement", ">flip rate"}, first(fields, func(_ int, f terminal.FieldStability) []string {
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
func preflightMarkdown(set *render.Set) string {
	s := &set.Summary
	var b strings.Builder
	if accuracy := set.Number("accuracy").Attainable; accuracy.Defined {
		fmt.Fprintf(&b, "\nA perfect answer would have an accuracy of %s and a mean score of %s.\n", accuracy, set.Number("mean score").Attainable)
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
