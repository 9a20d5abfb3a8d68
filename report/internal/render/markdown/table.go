package markdown

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
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
func code(text string) string { return span(text, 2*maxCharacters) }

// sentence returns a sentence about a data set as a code span. Its limit is higher than the limit of code, so that the
// reason of a failure is whole.
func sentence(text string) string { return span(text, 2*terminal.MaxCharacters) }

func span(text string, limit int) string {
	text = terminal.Excerpt(text, limit)
	if strings.TrimSpace(text) == "" {
		return "(empty)"
	}
	return "`" + spanEscapes.Replace(text) + "`"
}

// summaryText returns a text for an HTML element in Markdown, where code spans do not work. Every ASCII character but
// letters, digits, blanks and hyphens becomes a numeric entity, so that the text is neither HTML nor Markdown, nor a
// mention or a link.
func summaryText(text string) string {
	var b strings.Builder
	for _, r := range terminal.Excerpt(text, maxCharacters) {
		if r == '-' || r == ' ' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r > 0x7f {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "&#%d;", r)
		}
	}
	return b.String()
}

var spanEscapes = strings.NewReplacer("`", `\u0060`, "|", `\u007c`)

func codeValue(value terminal.ShownValue, withheld bool) string {
	if value == (terminal.ShownValue{}) {
		return terminal.NoValue(withheld)
	}
	return code(value.String())
}
