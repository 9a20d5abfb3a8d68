package markdown

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/metrics/compare/errorclass"
	"github.com/extracteval/extracteval/report/breakdown"
	"github.com/extracteval/extracteval/report/render"
	"github.com/extracteval/extracteval/report/render/internal/plain"
	"github.com/extracteval/extracteval/report/render/internal/say"
)

func (m markdown) slices(set *render.Set) string {
	rows := set.Slices.Slices
	if len(rows) == 0 {
		return ""
	}
	var b strings.Builder
	columns, took := set.Slices.Usage(maxSlices)
	head := strings.Join(append([]string{"slice", "cases", "micro F1", "interval", "pass rate"}, columns...), " | ")
	fmt.Fprintf(&b, "\n**Worst slices of %s**\n\n| %s |\n|---|--:|--:|---|--:|%s\n", code(say.NameOf(m.r, set)), head, strings.Repeat("--:|", len(columns)))
	for i, s := range rows[:min(len(rows), maxSlices)] {
		below := ""
		if s.Below {
			below = " ⬇"
		}
		fmt.Fprintf(&b, "| %s%s | %d | %s | %s | %s |", code(say.TagText(s.Tag, s.Value)), below, s.Cases, s.F1.Value, s.F1.Interval(), say.Percent(s.PassRate.Value.Value))
		for _, text := range took[i] {
			fmt.Fprintf(&b, " %s |", text)
		}
		b.WriteByte('\n')
	}
	b.WriteString("\n" + say.SlicesNote(&set.Slices, min(len(rows), maxSlices)) + "\n")
	return b.String()
}

func (m markdown) mistakes(set *render.Set) string {
	if len(set.Mistakes) == 0 {
		return ""
	}
	var b strings.Builder
	origins := breakdown.HasOrigins(set.Mistakes)
	column := func(text string) string {
		if !origins {
			return ""
		}
		return text + "|"
	}
	fmt.Fprintf(&b, "\n**Kinds of mistakes in %s**\n\n| field | kind | count |%s for example |\n|---|---|--:|%s---|\n",
		code(say.NameOf(m.r, set)), column(" origin "), column("---"))
	for _, mistake := range set.Mistakes[:min(len(set.Mistakes), maxMistakes)] {
		example := ""
		if len(mistake.Examples) > 0 {
			if e := mistake.Examples[0]; len(e.Got)+len(e.Want) > 0 {
				shown := plain.All(maxCharacters, e.Got, e.Want)
				example = codeValue(shown[0], false) + " for " + codeValue(shown[1], false)
			}
		}
		fmt.Fprintf(&b, "| %s | %s | %d |%s %s |\n", code(mistake.Attribute), kindWords(mistake.Class), mistake.Count, column(" "+mistake.OriginText()+" "), example)
	}
	if more := len(set.Mistakes) - maxMistakes; more > 0 {
		fmt.Fprintf(&b, "\n%d less frequent ones not shown.\n", more)
	}
	return b.String()
}

func (m markdown) confidence(set *render.Set) string {
	v := say.NewConfidence(set.Calibrations)
	if v == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n**Confidence of %s**\n\n| field | values | right | ECE | Brier | AUROC |", code(say.NameOf(m.r, set)))
	for _, level := range v.Levels {
		fmt.Fprintf(&b, " no review: %s |", level)
	}
	b.WriteString("\n|---|--:|--:|--:|--:|--:|" + strings.Repeat("---|", len(v.Levels)) + "\n")
	for _, row := range v.Rows {
		name := "**all fields**"
		if row.Name != "" {
			name = code(row.Name)
		}
		fmt.Fprintf(&b, "| %s | %d | %s | %s | %s | %s |", name, row.Values, row.Right, row.ECE, row.Brier, row.AUROC)
		for _, level := range row.Levels {
			b.WriteString(" " + level + " |")
		}
		b.WriteByte('\n')
	}
	if v.More > 0 {
		fmt.Fprintf(&b, "| and %d more |%s\n", v.More, strings.Repeat(" |", 5+len(v.Levels)))
	}
	b.WriteString("\n" + v.Note + "\n")
	return b.String()
}

// kindWords keeps a class that a record brought along from being Markdown.
func kindWords(c errorclass.Class) string {
	if slices.Contains(errorclass.Classes(), c) {
		return c.String()
	}
	return code(string(c))
}
