package render

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/compare"
	"github.com/extracteval/extracteval/report/internal/diff"
)

// changes returns the table of a compared data set: the averages, the fields that changed or disappeared, and those
// below their limit. [unchanged] has the others.
func changes(s Sections, compared *diff.Set) []view.Block {
	set, cards := s.Set, s.Cards()
	cards.Rows = cards.Rows[2:] // the table has the averages
	head := view.Plain(words.Plural(compared.Cases, "case") + " in both runs")
	if text := compared.LabelText(); text != "" {
		head[0].Tail = ","
		head = head.With(view.Code(text)...)
	}
	shown := shownRows(set, compared)
	rows := append([]*diff.Row{&compared.Micro, &compared.Macro}, shown[:min(len(shown), maxFields)]...)
	t := changedRows(s, rows)
	if more := len(shown) - maxFields; more > 0 {
		t.Rows = append(t.Rows, view.Row{Cells: view.Cells("", fmt.Sprintf("and %d more", more))})
	}
	return slices.Concat([]view.Block{view.Heading{Level: 3, Text: view.Code(s.Report.NameOf(set))}, view.Sentence{Text: head}, t, cards},
		terminal.Footnotes(terminal.HasPeople(set.Summary), compared.Approximate() || terminal.Approximate(set.Summary)))
}

// isShown reports whether a row has changed, or is below its limit.
func isShown(set *Set, row *diff.Row) bool {
	if row.Changed() {
		return true
	}
	i := attributeOf(set, row)
	return i >= 0 && set.BelowLimit(set.Summary.Attributes[i].Attribute)
}

// shownRows returns the rows of fields, regressed and disappeared ones first.
func shownRows(set *Set, compared *diff.Set) (rows []*diff.Row) {
	for i := range compared.Fields {
		if row := &compared.Fields[i]; isShown(set, row) {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b *diff.Row) int {
		rank := func(r *diff.Row) int { return slices.Index([]view.Tone{view.Bad, view.Good, ""}, r.Verdict.Tone()) }
		return rank(a) - rank(b)
	})
	return rows
}

// attributeOf returns the index of a row in the attributes of the summary, -1 if it is not there.
func attributeOf(set *Set, row *diff.Row) int {
	return slices.IndexFunc(set.Summary.Attributes, func(a report.Attribute) bool {
		return a.Attribute == row.Name && a.Items == row.Items && row.Kind == report.KindField
	})
}

// changeMarks stand before rows. A change within chance has a mark of its own.
var changeMarks = map[diff.Verdict]string{
	diff.Regressed: "⬇", diff.Improved: "⬆", diff.Disappeared: "gone", diff.Appeared: "new",
}

// changedRows returns the table of averages and fields, with the marks of their changes and the mistakes of this run.
func changedRows(s Sections, rows []*diff.Row) view.Table {
	t, fields, set := diff.RowTable(rows, PointsOf, " … "), s.table(), s.Set
	t.Columns = append([]view.Column{{}}, t.Columns...) // the mark
	t.AddColumn(view.Column{Name: "people", Number: true, Optional: true}, func(int) view.Cell { return view.Cell{} })
	t.AddColumn(view.Column{Name: "mistakes"}, func(int) view.Cell { return view.Cell{} })
	for i, row := range rows {
		mark := changeMarks[row.Verdict]
		t.Rows[i].Remark, t.Rows[i].Cells = "", append(view.Cells(mark), t.Rows[i].Cells...)
		change, p := &t.Cell(i, "delta").Text[0], &t.Cell(i, "p").Text[0]
		change.Tone = ""
		if !row.Delta.Defined || !row.Changed() {
			change.Text = ""
		}
		switch {
		case mark != "":
			change.Tone = view.Strong
		case row.Changed():
			t.Cell(i, "").Text[0].Text = "~"
			if row.Reason != "" {
				p.Text += ", " + row.Reason
			}
		}
		if a := attributeOf(set, row); a >= 0 {
			*t.Cell(i, "people"), *t.Cell(i, "mistakes") = *fields.Cell(a, "people"), *fields.Cell(a, "of which")
			if f1 := t.Cell(i, "new"); set.BelowLimit(set.Summary.Attributes[a].Attribute) {
				f1.Text = append(view.Text{{Text: f1.Text[0].Text, Tone: view.Missed}}, fields.Cell(a, "F1").Text[1:]...)
			}
		}
	}
	return t.Pick("", "name=field", "new=F1", "people", "old=before", "delta=change", "interval", "p", "mistakes", "broken", "fixed").Left("p")
}

// unchanged returns the rows that changes leaves out, folded: a table of the fields with mistakes, and the
// names of the fields without any.
func unchanged(s Sections, compared *diff.Set) []view.Block {
	set := s.Set
	shown := map[int]bool{}
	for i := range compared.Fields {
		if row := &compared.Fields[i]; isShown(set, row) {
			shown[attributeOf(set, row)] = true
		}
	}
	t := s.table()
	var wrong []int
	var right []view.Text
	for i := range set.Summary.Attributes {
		switch {
		case shown[i]:
		case t.Cell(i, "of which").Empty():
			right = append(right, t.Cell(i, "field").Text)
		default:
			wrong = append(wrong, i)
		}
	}
	if len(wrong)+len(right) == 0 {
		return nil
	}
	fold := view.Fold{Summary: view.Plain(words.Plural(len(wrong)+len(right), "field") + " of").With(view.Code(s.Report.NameOf(set))...).With(view.Span{Text: "without a change"})}
	fold.Blocks = view.Filled(t.Choose(wrong).Pick("field", "F1", "interval", "people", "support", "of which=mistakes").First(maxFields))
	if len(right) > 0 {
		fold.Blocks = append(fold.Blocks, view.Sentence{Text: view.Plain("Without any mistake:").With(view.Join(right, maxFields, ".")...)})
	}
	return []view.Block{fold}
}

// MacroF1 returns the macro F1 of a data set, before and now: "macro F1 0.924 → 0.883, −4.1 (regressed)". If the runs do not
// have the same cases, the change is over the cases of both runs.
func MacroF1(set *Set, compared *diff.Set) view.Text {
	text, now := view.Plain("macro F1"), set.Number("macro F1")
	if compared == nil || !compared.Macro.Old().Defined || !compared.Macro.New().Defined {
		interval := view.Span{}
		if level := now.Interval(); level != "" {
			interval.Text = "(" + level + ")"
		}
		return text.With(view.Span{Text: now.Value.String(), Tone: view.Strong}, interval)
	}
	row, mark := &compared.Macro, ""
	switch {
	case row.Verdict != diff.Same:
		mark = "(" + string(row.Verdict) + ")"
	case row.Changed():
		mark = "(not significant)"
	}
	change := view.Span{Text: fmt.Sprintf("%s → %s, %s", row.Old(), row.New(), Change(row)), Tone: view.Strong}
	if row.New().String() != now.Value.String() {
		change.Tone = ""
		text = text.With(view.Span{Text: now.Value.String(), Tone: view.Strong, Tail: ","})
		mark = strings.TrimSpace(mark + " in " + words.Plural(compared.Cases, "case") + " of both runs")
	}
	return text.With(change, view.Span{Text: mark})
}

// comparison returns the changes of cases and the warnings; the tables of fields have the rest of the comparison.
func (m markdown) comparison() (blocks []view.Block) {
	if m.o.Comparison == nil {
		return nil
	}
	for i := range m.o.Comparison.Sets {
		set := &m.o.Comparison.Sets[i]
		none := func(string) string { return "" }
		changed := ChangedCases{set, maxBroken, true, changedFields, none, none}
		if changes := append(Notes(set.Warnings), changed.Blocks()...); len(changes) > 0 {
			name := view.Code(set.Dataset)
			name[0].Tail = fmt.Sprintf(", %s in both runs", words.Plural(set.Cases, "case"))
			blocks = append(append(blocks, view.Sentence{Text: name}), changes...)
		}
	}
	return view.Section(view.Heading{Level: 3, Text: view.Plain("Against the last run")}, append(blocks, Notes(m.o.Comparison.Warnings)...)...)
}

// changedFields names the first fields of a case that changed.
func changedFields(c *diff.CaseChange) (text view.Text) {
	var names []view.Text
	for _, f := range c.Fields[:min(len(c.Fields), 3)] {
		names = append(names, view.Code(f.Field))
	}
	text = view.Join(names, len(names), "")
	if len(names) == 0 {
		return nil
	}
	if more := len(c.Fields) + c.MoreFields - len(names); more > 0 {
		text = text.With(view.Span{Text: fmt.Sprintf("and %d more", more)})
	}
	return text
}

// WriteComparedMarkdown writes a comparison of several runs: first its [compare.Report.Decisions], then for each data set a
// table with a column for each run. The best run of a row is bold if it is better than every other beyond chance. The
// usage of the cases, the dominated runs, and the cases on which runs disagree, folded, come after the fields. Text of
// documents and names stand in code spans, as in [WriteMarkdown].
func WriteComparedMarkdown(w io.Writer, r compare.Report) error {
	blocks := r.Body(r.Names(), compare.Surface{})
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
