package markdown

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/internal/compare"
)

// WriteCompared writes a comparison of several runs: first its [compare.Report.Decisions], then for each data set a
// table with a column for each run. The best run of a row is bold if it is better than every other beyond chance. The
// usage of the cases, the dominated runs, and the cases on which runs disagree, folded, come after the fields. Text of
// documents and names stand in code spans, as in [Write].
func WriteCompared(w io.Writer, r compare.Report) error {
	var b strings.Builder
	comparedDecisions(&b, &r)
	if len(r.By) == 0 {
		b.WriteByte('\n')
	}
	for _, c := range r.Columns {
		if len(r.By) > 0 {
			continue
		}
		text := ""
		if labels := words.Labels(c.Labels); labels != "" {
			text = ", " + code(labels)
		}
		if c.Unreadable != "" {
			text = ": not evaluable: " + code(c.Unreadable)
		}
		fmt.Fprintf(&b, "- %s: %s%s\n", code(c.Name), code(c.Source), text)
	}
	for i := range r.Sets {
		comparedSet(&b, &r, &r.Sets[i])
	}
	notes(&b, r.Warnings)
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("markdown: %w", err)
	}
	return nil
}

// comparedDecisions writes the decisions: one sentence as the heading, several as a list.
func comparedDecisions(b *strings.Builder, r *compare.Report) {
	lines := r.Decisions(func(i int) string { return code(r.Columns[i].Name) }, sentence)
	start := "- "
	if len(lines) == 1 {
		start = "## "
	}
	for _, line := range lines {
		b.WriteString(start + line + "\n")
	}
}

func comparedSet(b *strings.Builder, r *compare.Report, s *compare.Set) {
	heading := s.Heading()
	if s.Why != "" { // it may name fields
		heading = sentence(heading)
	}
	fmt.Fprintf(b, "\n### %s: %s\n", code(s.Name()), heading)
	apart := false
	for i, run := range s.Runs {
		text := ""
		switch {
		case r.Columns[i].Unreadable != "":
		case !run.Here:
			text = "does not have it"
		case run.NotEvaluable != "":
			text = "is not evaluable and not compared: " + code(run.NotEvaluable)
		case run.Relabelled != nil:
			text = sentence(run.LabelChange())
		}
		if text != "" {
			if !apart {
				b.WriteByte('\n')
			}
			apart = true
			fmt.Fprintf(b, "- %s %s\n", code(r.Columns[i].Name), text)
		}
	}
	if len(s.Compared) == 0 {
		return
	}
	var names []string
	for _, i := range s.Compared {
		names = append(names, code(r.Columns[i].Name))
	}
	var rows [][]string
	people := s.People()
	for k := range s.Rows {
		row := &s.Rows[k]
		cells := []string{code(row.Name)}
		if row.Items {
			cells[0] += " items"
		}
		for _, i := range s.Compared {
			cells = append(cells, comparedCell(row, i))
		}
		if people != nil {
			cells = append(cells, people[k])
		}
		rows = append(rows, cells)
	}
	for _, row := range s.UsageRows() {
		cells := []string{row.Name}
		for _, i := range s.Compared {
			cells = append(cells, row.Cells[i])
		}
		rows = append(rows, cells)
	}
	titles := slices.Concat([]string{"F1"}, names)
	if people != nil {
		titles = append(titles, "people")
	}
	fmt.Fprintf(b, "\n%s\n%s\n", table(titles, rows), comparedLegend)
	if people != nil {
		fmt.Fprintf(b, "\n%s.\n", terminal.PeopleNote)
	}
	if s.Approximate() {
		fmt.Fprintf(b, "\n%s.\n", terminal.ApproximateNote)
	}
	comparedFront(b, r, s)
	comparedCases(b, s, names)
	notes(b, s.Warnings)
}

const comparedLegend = "Bold: better than every other run beyond chance; `~`: not told apart from the highest."

func comparedCell(row *compare.Row, i int) string {
	v := row.Values[i]
	text := row.Text(i)
	switch row.Mark(i) {
	case "*":
		text = "**" + text + "**"
	case "~":
		text = "~ " + text
	}
	return strings.TrimSpace(text + " " + v.Interval())
}

func comparedFront(b *strings.Builder, r *compare.Report, s *compare.Set) {
	lines := r.FrontLines(s)
	if len(lines) == 0 {
		return
	}
	b.WriteByte('\n')
	for _, line := range lines {
		fmt.Fprintf(b, "- %s\n", code(line))
	}
}

func comparedCases(b *strings.Builder, s *compare.Set, names []string) {
	if len(s.Disagreements) == 0 {
		return
	}
	var rows [][]string
	for k := range s.Disagreements {
		c := &s.Disagreements[k]
		cells := []string{code(c.ID)}
		for _, i := range s.Compared {
			text := c.Answers[i].Text()
			var wrong []string
			for _, name := range c.Wrong(i) {
				wrong = append(wrong, code(name))
			}
			if len(wrong) > 0 {
				text += ": " + strings.Join(wrong, ", ")
			}
			cells = append(cells, text)
		}
		rows = append(rows, cells)
	}
	fmt.Fprintf(b, "\n<details><summary>%s on which the runs disagree</summary>\n\n%s",
		words.Plural(len(s.Disagreements)+s.More, "case"), table(slices.Concat([]string{"case"}, names), rows))
	if s.More > 0 {
		fmt.Fprintf(b, "\n… and %d more\n", s.More)
	}
	b.WriteString("\n</details>\n")
}

func notes(b *strings.Builder, warnings []string) {
	if len(warnings) > 0 {
		b.WriteByte('\n')
	}
	for _, w := range warnings {
		fmt.Fprintf(b, "- note: %s\n", code(w))
	}
}
