package view

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/words"
)

// Markdown returns blocks in GitHub's Markdown, which GitLab reads as well: an empty line, then a block. Names, values and
// quotes stand in code spans, in which "`" and "|" are written \u0060 and \u007c: no value ends a span or a cell, mentions
// anybody or links to anything. In our own words, characters that would be markup are escaped.
func Markdown(blocks ...Block) string {
	var b strings.Builder
	for _, block := range blocks {
		if sentence, ok := block.(Sentence); ok && sentence.Empty() {
			continue
		}
		b.WriteByte('\n')
		switch block := block.(type) {
		case Heading:
			b.WriteString(block.markdown() + "\n")
		case Sentence:
			b.WriteString(block.Markdown() + "\n")
		case List:
			for _, item := range block.Items {
				b.WriteString("- " + Plain(strings.TrimSpace(block.Mark)).With(item...).Markdown() + "\n")
			}
		case Table:
			if block.Cards {
				b.WriteString(block.items())
			} else {
				b.WriteString(block.markdown())
			}
		case Part:
			b.WriteString(strings.TrimPrefix(Markdown(append([]Block{block.Heading}, block.Blocks...)...), "\n"))
		case Fold:
			if len(block.Blocks) == 0 {
				b.WriteString(block.Line().Markdown() + "\n")
				continue
			}
			open := ""
			if block.Open {
				open = " open"
			}
			fmt.Fprintf(&b, "<details%s><summary>%s</summary>\n%s\n</details>\n", open, block.Line().Summary(), Markdown(block.Blocks...))
		}
	}
	return b.String()
}

func (h Heading) markdown() string {
	if h.Level > 0 && h.Level <= 3 {
		return strings.Repeat("#", h.Level) + " " + h.Text.Markdown()
	}
	text := h.Text.Markdown()
	if h.Of != "" {
		text += " " + h.Join + " " + Code(h.Of).Markdown()
	}
	text = "**" + text + "**"
	if note := h.Note.Markdown(); note != "" {
		text += ", " + note
	}
	return text
}

// items returns cards as a list.
func (t Table) items() string {
	var b strings.Builder
	for _, row := range t.Rows {
		for i, c := range row.Cells {
			switch i {
			case 0:
				b.WriteString("- " + c.Markdown())
			case 1:
				number := slices.Clone(c.Text)
				number[0].Tone = cmp.Or(number[0].Tone, Strong)
				b.WriteString(": " + number.Markdown())
				if c.Delta != nil {
					b.WriteString(", was " + c.Delta.Was.Markdown() + ", " + c.Delta.Change.Markdown())
				}
			default:
				b.WriteString(", " + c.Markdown())
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// markdown returns a table with all cells of a row in one line.
func (t Table) markdown() string {
	var b, rule strings.Builder
	t = t.Remarked().Filled(false)
	b.WriteByte('|')
	for _, c := range t.Columns {
		if title := c.Heading().Markdown(); title != "" {
			b.WriteString(" " + title)
		}
		b.WriteString(" |")
		if c.Number {
			rule.WriteString("--:|")
		} else {
			rule.WriteString("---|")
		}
	}
	b.WriteString("\n|" + rule.String() + "\n")
	for _, row := range t.Rows {
		if len(row.Cells) == 0 {
			continue
		}
		cells := make([]string, len(row.Cells))
		for i, c := range row.Cells {
			cells[i] = c.Markdown()
		}
		b.WriteString("| " + strings.Join(cells, " | ") + " |" + strings.Repeat(" |", len(t.Columns)-len(row.Cells)) + "\n")
	}
	return b.String()
}

// Markdown returns a text in Markdown.
func (t Text) Markdown() string {
	var parts []string
	for _, s := range t {
		text := escapeMarkdown(s.Text)
		switch {
		case s.Code:
			text = codeSpan(s.Text, MaxName)
		case s.Quote:
			text = codeSpan(s.Text, 2*MaxCharacters)
		}
		switch {
		case text == "":
			continue
		case s.Tone == Strong:
			text = "**" + text + "**"
		case s.Tone == Missed:
			text = "❌ **" + text + "**"
		}
		parts = append(parts, text+escapeMarkdown(s.Tail))
	}
	return strings.Join(parts, " ")
}

func codeSpan(text string, limit int) string {
	text = Excerpt(text, limit)
	if strings.TrimSpace(text) == "" {
		return "(empty)"
	}
	return "`" + strings.NewReplacer("`", `\u0060`, "|", `\u007c`).Replace(text) + "`"
}

// isMarkup reports whether a character is markup before the rest of a text, such as "<" before a letter. The rest begins after
// the first byte of the character.
func isMarkup(r rune, rest string) bool {
	if strings.ContainsRune("\\`*_[]|", r) {
		return true
	}
	if rest == "" {
		return false
	}
	letter := rest[0]|0x20 >= 'a' && rest[0]|0x20 <= 'z' // of ASCII
	switch r {
	case '<':
		return letter || strings.IndexByte("/!?", rest[0]) >= 0
	case '&':
		return letter || rest[0] == '#'
	}
	return (r == '~' || r == '@') && rest[0] != ' '
}

// escapeMarkdown escapes what would be markup in our own words.
func escapeMarkdown(text string) string {
	text = words.Visible(text)
	var b strings.Builder
	for i, r := range text {
		if isMarkup(r, text[i+1:]) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Summary returns a text for an HTML element in Markdown, where code spans do not work. Every ASCII character of a name but
// letters, digits, blanks and hyphens becomes a numeric entity, so that the text is neither HTML nor Markdown, nor a mention
// or a link.
func (t Text) Summary() string {
	var b strings.Builder
	for i, s := range t {
		if i > 0 {
			b.WriteByte(' ')
		}
		if !s.Code {
			b.WriteString(escapeMarkdown(s.Text))
			continue
		}
		b.WriteString("<code>")
		for _, r := range Excerpt(s.Text, MaxName/2) {
			if r > unicode.MaxASCII || r == '-' || r == ' ' || unicode.IsLetter(r) || unicode.IsDigit(r) {
				b.WriteRune(r)
			} else {
				fmt.Fprintf(&b, "&#%d;", r)
			}
		}
		b.WriteString("</code>")
	}
	return b.String()
}

// CSV writes a table as data, row by row: cells are given by the names of their columns. No cell is a formula to a
// spreadsheet: a text that begins with a character that starts one has an apostrophe in front.
type CSV struct {
	*csv.Writer
	columns []string
	data    []string // columns of numbers and JSON texts, in which a minus starts no formula
}

// NewCSV writes the first row, the names of the columns.
func NewCSV(w io.Writer, columns string, data ...string) *CSV {
	c := &CSV{csv.NewWriter(w), strings.Split(columns, ","), data}
	c.Write(c.columns)
	return c
}

// Row writes a row. A cell has the first value for its column that is not empty; other cells are empty. An error appears
// when the table is ended.
func (c *CSV) Row(values ...map[string]string) {
	row := make([]string, len(c.columns))
	for i, name := range c.columns {
		for _, some := range values {
			row[i] = cmp.Or(row[i], some[name])
		}
		if !slices.Contains(c.data, name) {
			row[i] = harmless(row[i])
		}
	}
	c.Write(row)
}

// End writes the rows that are still in memory.
func (c *CSV) End() error {
	c.Flush()
	if err := c.Error(); err != nil {
		return fmt.Errorf("render: CSV: %w", err)
	}
	return nil
}

// harmless returns a text that a spreadsheet does not take for a formula.
func harmless(text string) string {
	text = words.Visible(text)
	switch first, _ := utf8.DecodeRuneInString(text); first {
	case '=', '+', '-', '@', '＝', '＋', '－', '＠':
		return "'" + text
	}
	return text
}
