package markdown

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/internal/diff"
)

// comparison says how else the cases changed; the tables of fields have the rest of it.
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

// caseChanges says the usage of cases, and which of them broke or are gone, "" for nothing.
func caseChanges(set *diff.Set) string {
	var b strings.Builder
	b.WriteString(comparedMeasures(set))
	b.WriteString(comparedUsage(set))
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

// cautions warn the reader of the comparison: spec, truths or documents are not the same as they
// were. Which changes are too few to tell is in their rows.
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
