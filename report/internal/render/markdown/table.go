package markdown

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/view"
)

// table returns rows below titles. A title that begins with > aligns its column to the right, for numbers. Rows may be
// shorter than the titles.
func table(titles []string, rows [][]string) string {
	var b strings.Builder
	b.WriteByte('|')
	for _, title := range titles {
		if title = strings.TrimPrefix(title, ">"); title != "" {
			title = " " + title
		}
		b.WriteString(title + " |")
	}
	b.WriteString("\n|")
	for _, title := range titles {
		if strings.HasPrefix(title, ">") {
			b.WriteString("--:|")
		} else {
			b.WriteString("---|")
		}
	}
	for _, row := range rows {
		b.WriteString("\n| " + strings.Join(row, " | ") + " |" + strings.Repeat(" |", len(titles)-len(row)))
	}
	b.WriteByte('\n')
	return b.String()
}

// first returns the rows of the first maxFields elements, and a row that says how many more there are.
func first[T any](all []T, row func(i int, one T) []string) (rows [][]string) {
	for i, one := range all {
		if i == maxFields {
			return append(rows, []string{fmt.Sprintf("and %d more", len(all)-i)})
		}
		rows = append(rows, row(i, one))
	}
	return rows
}

// code returns a name or a value as a code span that nothing in it can end.
func code(text string) string { return view.Code(text).Markdown() }

// sentence returns a sentence about a data set as a code span, with a higher limit than code, so that the reason of a failure is whole.
func sentence(text string) string { return view.Quote(text).Markdown() }

// summaryText returns a text for an HTML element in Markdown.
func summaryText(text string) string { return view.Code(text).Summary() }
