package markdown

import (
	"fmt"
	"strings"
)

// table returns rows below titles. A title that begins with > is of a column that ends at the
// right, as numbers do. Rows may be shorter than the titles.
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

// first returns the rows of the first maxFields of all, and one that says how many more there are.
func first[T any](all []T, row func(i int, one T) []string) (rows [][]string) {
	for i, one := range all {
		if i == maxFields {
			return append(rows, []string{fmt.Sprintf("and %d more", len(all)-i)})
		}
		rows = append(rows, row(i, one))
	}
	return rows
}
