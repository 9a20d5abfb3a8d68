package markdown

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
)

// changes returns the table of a compared data set: the averages, the fields that changed or disappeared, and those
// below their limit. [markdown.unchanged] has the others.
func (m markdown) changes(set *render.Set, against *diff.Set) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n### %s\n\n%s in both runs", code(m.r.NameOf(set)), words.Plural(against.Cases, "case"))
	if text := against.LabelText(); text != "" {
		fmt.Fprintf(&b, ", %s", code(text))
	}
	rows := [][]string{changedRow(set, &against.Micro, ""), changedRow(set, &against.Macro, "")}
	shown := shownRows(set, against)
	for _, row := range shown[:min(len(shown), maxFields)] {
		rows = append(rows, changedRow(set, row, mistakesOf(set, row)))
	}
	if more := len(shown) - maxFields; more > 0 {
		rows = append(rows, []string{"", fmt.Sprintf("and %d more", more)})
	}
	titles := []string{"", "field", ">F1", ">people", ">before", ">change", "interval", "p", "mistakes", ">broken", ">fixed"}
	rows = terminal.Filled(append([][]string{titles}, rows...), ">people")
	b.WriteString("\n\n" + table(rows[0], rows[1:]))
	b.WriteString(view.Markdown(m.otherNumbers(set)...))
	if terminal.HasPeople(set.Summary) {
		b.WriteString("\n" + terminal.PeopleNote + ".\n")
	}
	if against.Approximate() || terminal.Approximate(set.Summary) {
		b.WriteString("\n" + terminal.ApproximateNote + ".\n")
	}
	return b.String()
}

// isShown reports whether a row has changed, or is below its limit.
func isShown(set *render.Set, row *diff.Row) bool {
	if row.Changed() {
		return true
	}
	i := attributeOf(set, row)
	return i >= 0 && set.BelowLimit(set.Summary.Attributes[i].Attribute)
}

// shownRows returns the rows of fields, regressed and disappeared ones first.
func shownRows(set *render.Set, against *diff.Set) (rows []*diff.Row) {
	for i := range against.Fields {
		if row := &against.Fields[i]; isShown(set, row) {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b *diff.Row) int {
		rank := func(r *diff.Row) int { return len(render.ComparedTone(r.Verdict)) } // bad, ok, nothing
		return rank(b) - rank(a)
	})
	return rows
}

// attributeOf returns the index of a row in the attributes of the summary, -1 if it is not there.
func attributeOf(set *render.Set, row *diff.Row) int {
	return slices.IndexFunc(set.Summary.Attributes, func(a report.Attribute) bool {
		return a.Attribute == row.Name && a.Items == row.Items && row.Kind == report.KindField
	})
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

func mistakesOf(set *render.Set, row *diff.Row) string {
	if i := attributeOf(set, row); i >= 0 {
		return set.MistakesIn(set.Summary.CountsOf(i))
	}
	return ""
}

// changeMarks stand before rows. A change within chance has a mark of its own.
var changeMarks = map[diff.Verdict]string{
	diff.Regressed: "⬇", diff.Improved: "⬆", diff.Disappeared: "gone", diff.Appeared: "new",
}

func changedRow(set *render.Set, row *diff.Row, mistakes string) []string {
	v := render.Row(row)
	mark, change, interval, chance := changeMarks[row.Verdict], "", "", v.P
	if row.Changed() {
		if row.Delta.Defined {
			change = render.Points(row.Delta.Value)
		}
		interval = render.Interval(row)
		switch {
		case mark == "":
			mark = "~"
			if v.Reason != "" {
				chance += ", " + v.Reason
			}
		case change != "":
			change = "**" + change + "**"
		}
	}
	f1, people, broken, fixed := v.New, "", "", ""
	if i := attributeOf(set, row); i >= 0 {
		f1, people = limitedF1(set, set.Summary.Attributes[i], v.New), set.People(set.Summary.Attributes[i].Attribute)
		broken, fixed = fmt.Sprint(row.Broken), fmt.Sprint(row.Fixed) // counts of cases on one field
	}
	return []string{mark, code(v.Name), f1, people, v.Old, change, interval, chance, mistakes, broken, fixed}
}

// unchanged returns the rows that [markdown.changes] leaves out, folded: a table of the fields with mistakes, and the
// names of the fields without any.
func (m markdown) unchanged(set *render.Set, against *diff.Set) string {
	shown := map[int]bool{}
	for i := range against.Fields {
		if row := &against.Fields[i]; isShown(set, row) {
			shown[attributeOf(set, row)] = true
		}
	}
	var rows []int
	for i := range set.Summary.Attributes {
		if !shown[i] {
			rows = append(rows, i)
		}
	}
	if len(rows) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n<details><summary>%s of %s without a change</summary>\n", words.Plural(len(rows), "field"), summaryText(m.r.NameOf(set)))
	var right []string
	var wrong [][]string
	for _, i := range rows {
		a, mistakes := set.Summary.Attributes[i], set.MistakesIn(set.Summary.CountsOf(i))
		if mistakes == "" {
			right = append(right, fieldName(a))
			continue
		}
		f1 := set.F1(a.Attribute)
		wrong = append(wrong, []string{fieldName(a), f1.Value.String(), f1.Interval(), set.People(a.Attribute), support(a), mistakes})
	}
	if len(wrong) > 0 {
		shown := append([][]string{{"field", ">F1", "interval", ">people", ">support", "mistakes"}}, first(wrong, func(_ int, row []string) []string { return row })...)
		shown = terminal.Filled(shown, ">people")
		b.WriteString("\n" + table(shown[0], shown[1:]))
	}
	if len(right) > 0 {
		more := ""
		if len(right) > maxFields {
			more = fmt.Sprintf(" and %d more", len(right)-maxFields)
		}
		fmt.Fprintf(&b, "\nWithout any mistake: %s%s.\n", strings.Join(right[:min(len(right), maxFields)], ", "), more)
	}
	b.WriteString("\n</details>\n")
	return b.String()
}

// headlineF1 returns the macro F1 of a data set, before and now: "macro F1 **0.924 → 0.883, −4.1**". If the runs do not
// have the same cases, the change is over the cases of both runs.
func headlineF1(set *render.Set, against *diff.Set) string {
	now := set.Number("macro F1").Value.String()
	if against == nil || !against.Macro.Old().Defined || !against.Macro.New().Defined {
		return fmt.Sprintf("macro F1 **%s**%s", now, parenthesis(set.Number("macro F1").Estimate))
	}
	row := &against.Macro
	text := fmt.Sprintf("%s → %s, %s", row.Old(), row.New(), render.Change(row))
	mark := changeMarks[row.Verdict]
	switch {
	case mark != "":
		mark = " " + mark
	case row.Changed():
		mark = " (not significant)"
	}
	if row.New().String() != now {
		return fmt.Sprintf("macro F1 **%s**, %s%s in %s of both runs", now, text, mark, words.Plural(against.Cases, "case"))
	}
	return fmt.Sprintf("macro F1 **%s**%s", text, mark)
}

// comparison returns the changes of cases and the cautions; the tables of fields have the rest of the comparison.
func (m markdown) comparison() string {
	if m.o.Comparison == nil {
		return ""
	}
	var all strings.Builder
	for i := range m.o.Comparison.Sets {
		set := &m.o.Comparison.Sets[i]
		if text := caseChanges(set); text != "" {
			fmt.Fprintf(&all, "\n%s, %s in both runs\n%s", code(set.Dataset), words.Plural(set.Cases, "case"), text)
		}
	}
	all.WriteString(cautions(m.o.Comparison.Warnings))
	if all.Len() == 0 {
		return ""
	}
	return "\n### Against the last run\n" + all.String()
}

// caseChanges returns the measures and the usage of cases, and the cases that broke or are gone, "" for nothing.
func caseChanges(set *diff.Set) string {
	var b strings.Builder
	if len(set.Measures) > 0 {
		b.WriteString("\n" + table(comparedTitles("measure"), first(set.Measures, comparedRow)))
	}
	if len(set.Usage) > 0 {
		b.WriteString("\n" + table(comparedTitles("per case"), first(set.Usage, comparedRow)))
	}
	if set.LatencyNote != "" {
		b.WriteString("\n" + set.LatencyNote + ".\n")
	}
	for _, group := range []struct {
		title string
		of    diff.Changes
	}{{"Newly broken", set.Broken}, {"Regressed", set.Regressed}} {
		if group.of.Total() == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n%s: %s\n\n", group.title, words.Plural(group.of.Total(), "case"))
		for _, c := range group.of.Cases[:min(len(group.of.Cases), maxBroken)] {
			fmt.Fprintf(&b, "- %s%s\n", code(c.ID), changedFields(c))
		}
	}
	if n := set.Disappeared.Total(); n > 0 {
		fmt.Fprintf(&b, "\n%s disappeared.\n", words.Plural(n, "case"))
	}
	b.WriteString(cautions(set.Warnings))
	return b.String()
}

// cautions returns the warnings of a comparison, such as a changed spec, changed truths or changed documents. It leaves
// out the warnings that a change has too few cases: the rows of the changes say so.
func cautions(warnings []diff.Warning) string {
	var b strings.Builder
	var texts []string
	for _, w := range warnings {
		if w.Kind != diff.FewCases {
			texts = append(texts, w.Message)
		}
	}
	if more := len(texts) - maxFields; more > 0 {
		texts = append(texts[:maxFields], fmt.Sprintf("… and %d more", more))
	}
	notes(&b, texts)
	return b.String()
}

func changedFields(c diff.CaseChange) string {
	var names []string
	for _, f := range c.Fields[:min(len(c.Fields), 3)] {
		names = append(names, code(f.Field))
	}
	if len(names) == 0 {
		return ""
	}
	text := ": " + strings.Join(names, ", ")
	if more := len(c.Fields) + c.MoreFields - len(names); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
