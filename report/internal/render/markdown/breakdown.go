package markdown

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report/internal/breakdown"
	"github.com/extracteval/extracteval/report/internal/render"
)

func (m markdown) patterns(set *render.Set) string {
	if len(set.Patterns) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n**What mistakes have in common in %s**, most mistakes first\n\n", code(m.r.NameOf(set)))
	for _, p := range set.Patterns[:min(len(set.Patterns), breakdown.ShownPatterns)] {
		fmt.Fprintf(&b, "- %s\n", sentence(p.String()))
	}
	if more := len(set.Patterns) - breakdown.ShownPatterns; more > 0 {
		fmt.Fprintf(&b, "- and %d more\n", more)
	}
	return b.String()
}

func (m markdown) slices(set *render.Set) string {
	rows := set.Slices.Slices
	if len(rows) == 0 {
		return ""
	}
	columns, took := set.Slices.Usage(maxSlices)
	titles := []string{"slice", ">cases", ">micro F1", "interval", ">pass rate"}
	for _, column := range columns {
		titles = append(titles, ">"+column)
	}
	var shown [][]string
	for i, s := range rows[:min(len(rows), maxSlices)] {
		name := code(s.Name())
		if s.Below {
			name += " ⬇ below all cases"
		}
		shown = append(shown, append([]string{name, strconv.Itoa(s.Cases), s.F1.Value.String(), s.F1.Interval(), render.Percent(s.PassRate.Value.Value)}, took[i]...))
	}
	return fmt.Sprintf("\n**Worst slices of %s**\n\n%s\n%s\n", code(m.r.NameOf(set)), table(titles, shown), render.SlicesNote(&set.Slices, len(shown)))
}

func (m markdown) mistakes(set *render.Set) string {
	if len(set.Mistakes) == 0 {
		return ""
	}
	titles := []string{"field", "kind", ">count", "origin", "for example"}
	origins := breakdown.HasOrigins(set.Mistakes)
	if !origins {
		titles = slices.Delete(titles, 3, 4)
	}
	var rows [][]string
	for _, mistake := range set.Mistakes[:min(len(set.Mistakes), maxMistakes)] {
		example := ""
		if before, e, after := mistake.Shown(); e != nil {
			shown := terminal.ShowValues(maxCharacters, e.Got, e.Want)
			example = before + codeValue(shown[0], false) + " for " + codeValue(shown[1], false) + after
		}
		row := []string{code(mistake.Attribute), kindWords(mistake.Class), strconv.Itoa(mistake.Count)}
		if origins {
			row = append(row, mistake.OriginText())
		}
		rows = append(rows, append(row, example))
	}
	text := fmt.Sprintf("\n**Kinds of mistakes in %s**\n\n%s", code(m.r.NameOf(set)), table(titles, rows))
	if note := set.MistakesNote(len(rows)); note != "" {
		text += "\n" + note + "\n"
	}
	return text
}

func (m markdown) confidence(set *render.Set) string {
	v := render.NewConfidence(set.Calibrations)
	if v == nil {
		return ""
	}
	titles := []string{"field", ">documents", ">values", ">right"}
	for _, title := range v.Titles {
		titles = append(titles, ">"+title)
	}
	for _, level := range v.Levels {
		titles = append(titles, "no review: "+level)
	}
	var rows [][]string
	for _, row := range v.Rows {
		name := "**all fields**"
		if row.Name != "" {
			name = code(row.Name)
		}
		rows = append(rows, slices.Concat([]string{name, strconv.Itoa(row.Documents), strconv.Itoa(row.Values), row.Right}, row.Worth, row.Levels))
	}
	if v.More > 0 {
		rows = append(rows, []string{fmt.Sprintf("and %d more", v.More)})
	}
	return fmt.Sprintf("\n**Confidence of %s**\n\n%s\n%s\n", code(m.r.NameOf(set)), table(titles, rows), v.Note)
}

// kindWords returns the name of a class. It puts an unknown class, which a record may have, into a code span.
func kindWords(c source.Class) string {
	if slices.Contains(source.Classes(), c) {
		return c.String()
	}
	return code(string(c))
}
