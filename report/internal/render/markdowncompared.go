package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/internal/compare"
)

// WriteComparedMarkdown writes a comparison of several runs: first its [compare.Report.Decisions], then for each data set a
// table with a column for each run. The best run of a row is bold if it is better than every other beyond chance. The
// usage of the cases, the dominated runs, and the cases on which runs disagree, folded, come after the fields. Text of
// documents and names stand in code spans, as in [WriteMarkdown].
func WriteComparedMarkdown(w io.Writer, r compare.Report) error {
	names := r.Names()
	table := func(s *compare.Set) []view.Block { return []view.Block{s.Table("F1", names)} }
	cases := func(s *compare.Set) []view.Block { return comparedCases(s, names) }
	blocks := r.Body(names, table, cases)
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

// comparedCases folds the cases on which runs disagree.
func comparedCases(s *compare.Set, names []string) []view.Block {
	if len(s.Disagreements) == 0 {
		return nil
	}
	t := s.Disputed(names, func(f *compare.CaseField, _ int) view.Text { return view.Code(f.Field) })
	fold := view.Fold{Summary: view.Plain(words.Plural(len(s.Disagreements)+s.More, "case") + " on which the runs disagree"), Blocks: []view.Block{t}}
	if s.More > 0 {
		fold.Blocks = append(fold.Blocks, say("… and %d more", s.More))
	}
	return []view.Block{fold}
}
