package markdown

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/internal/compare"
)

// WriteCompared writes a comparison of several runs: first its [compare.Report.Decisions], then for each data set a
// table with a column for each run. The best run of a row is bold if it is better than every other beyond chance. The
// usage of the cases, the dominated runs, and the cases on which runs disagree, folded, come after the fields. Text of
// documents and names stand in code spans, as in [Write].
func WriteCompared(w io.Writer, r compare.Report) error {
	var blocks []view.Block
	var columns view.List
	for _, c := range r.Columns {
		if len(r.By) > 0 {
			continue
		}
		item := view.Code(c.Name)
		item[0].Tail = ":"
		item = item.With(view.Code(c.Source)...)
		if labels := words.Labels(c.Labels); labels != "" {
			item[1].Tail = ","
			item = item.With(view.Code(labels)...)
		}
		if c.Unreadable != "" {
			item = item[:2]
			item[1].Tail = ": not evaluable:"
			item = item.With(view.Code(c.Unreadable)...)
		}
		columns.Items = append(columns.Items, item)
	}
	blocks = append(blocks, view.Filled(columns)...)
	for i := range r.Sets {
		blocks = append(blocks, comparedSet(&r, &r.Sets[i])...)
	}
	blocks = append(blocks, notes(r.Warnings)...)
	if _, err := io.WriteString(w, comparedDecisions(&r)+view.Markdown(blocks...)); err != nil {
		return fmt.Errorf("markdown: %w", err)
	}
	return nil
}

// comparedDecisions returns the decisions: one sentence as the heading, several as a list.
func comparedDecisions(r *compare.Report) string {
	lines := r.Decisions(func(i int) string { return code(r.Columns[i].Name) }, sentence)
	if len(lines) == 1 {
		return "## " + lines[0] + "\n"
	}
	return "- " + strings.Join(lines, "\n- ") + "\n"
}

func comparedSet(r *compare.Report, s *compare.Set) []view.Block {
	name, heading := view.Code(s.Name()), view.Plain(s.Heading())
	name[0].Tail, heading[0].Quote = ":", s.Why != "" // it may name fields
	var output view.List
	for i, run := range s.Runs {
		text := view.Code(r.Columns[i].Name)
		switch {
		case r.Columns[i].Unreadable != "":
			continue
		case !run.Here:
			text = text.With(view.Span{Text: "does not have it"})
		case run.NotEvaluable != "":
			text = text.With(view.Span{Text: "is not evaluable and not compared:"}, view.Span{Text: run.NotEvaluable, Code: true})
		case run.Relabelled != nil:
			text = text.With(view.Quote(run.LabelChange())...)
		default:
			continue
		}
		output.Items = append(output.Items, text)
	}
	blocks := append([]view.Block{view.Heading{Level: 3, Text: name.With(heading...)}}, view.Filled(output)...)
	if len(s.Compared) == 0 {
		return blocks
	}
	var names []string
	for _, c := range r.Columns {
		names = append(names, c.Name)
	}
	t := s.Table("F1", names)
	for k := range s.Rows {
		for n := range s.Compared {
			cell := &t.Rows[k].Cells[1+n]
			switch text := cell.Text; text[1].Text {
			case "*":
				cell.Text = view.Text{{Text: text[0].Text, Tone: view.Strong}, text[2]}
			case "~":
				cell.Text = view.Text{text[1], text[0], text[2]}
			}
		}
	}
	legend := view.Plain("Bold: better than every other run beyond chance;").With(view.Span{Text: "~", Code: true, Tail: ": not told apart from the highest."})
	blocks = append(append(blocks, t, view.Sentence{Text: legend}), fieldNotes(s.People() != nil, s.Approximate())...)
	var front view.List
	for _, line := range r.FrontLines(s) {
		front.Items = append(front.Items, view.Code(line))
	}
	return slices.Concat(blocks, view.Filled(front), comparedCases(s, t.Columns[1:1+len(s.Compared)]), notes(s.Warnings))
}

// comparedCases folds the cases on which runs disagree.
func comparedCases(s *compare.Set, runs []view.Column) []view.Block {
	if len(s.Disagreements) == 0 {
		return nil
	}
	t := view.Table{Columns: append([]view.Column{{Name: "case"}}, runs...)}
	for k := range s.Disagreements {
		c := &s.Disagreements[k]
		cells := []view.Cell{view.Name(c.ID)}
		for _, i := range s.Compared {
			text := view.Plain(c.Answers[i].Text())
			var wrong []view.Text
			for _, name := range c.Wrong(i) {
				wrong = append(wrong, view.Code(name))
			}
			if len(wrong) > 0 {
				text[0].Tail = ":"
				text = text.With(view.Join(wrong, len(wrong), "")...)
			}
			cells = append(cells, view.Cell{Text: text})
		}
		t.Rows = append(t.Rows, view.Row{Cells: cells})
	}
	fold := view.Fold{Summary: view.Plain(words.Plural(len(s.Disagreements)+s.More, "case") + " on which the runs disagree"), Blocks: []view.Block{t}}
	if s.More > 0 {
		fold.Blocks = append(fold.Blocks, say("… and %d more", s.More))
	}
	return []view.Block{fold}
}
