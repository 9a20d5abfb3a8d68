package markdown

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/diff"
	"github.com/extracteval/extracteval/report/internal/words"
	"github.com/extracteval/extracteval/report/render/internal/say"
)

func (m markdown) comparison() string {
	if m.o.Comparison == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n### Against the last run: %s\n", code(say.ComparisonVerdict(m.o.Comparison)))
	for _, set := range m.o.Comparison.Sets {
		fmt.Fprintf(&b, "\n%s, %s in both runs\n", code(set.Dataset), words.Plural(set.Cases, "case"))
		if text := set.LabelText(); text != "" {
			fmt.Fprintf(&b, "\n%s\n", code(text))
		}
		shown := say.NewComparedFields(&set)
		if len(shown.Rows) > 0 {
			b.WriteString("\n| field | old F1 | new F1 | change | interval | p | broken | fixed |\n|---|--:|--:|--:|---|--:|--:|--:|\n")
		}
		for _, row := range shown.Rows {
			broken, fixed := strconv.Itoa(row.Broken), strconv.Itoa(row.Fixed)
			if row.Average {
				broken, fixed = "", "" // those are counts of cases on one field
			}
			delta, chance := "**"+row.Delta+"**", row.P
			if row.Reason != "" {
				delta, chance = "~ "+row.Delta, row.P+", "+row.Reason
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s | %s |\n", code(row.Name), row.Old, row.New, delta, row.Interval, chance, broken, fixed)
		}
		if set.Approximate() {
			b.WriteString("\n" + report.ApproximateNote + ".\n")
		}
		b.WriteString(comparedMeasures(&set))
		b.WriteString(comparedUsage(&set))
		if shown.More != "" {
			b.WriteString("\n" + shown.More + "\n")
		}
		if shown.Unchanged != "" {
			b.WriteString("\n" + shown.Unchanged + "\n")
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
	}
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
