package figures

import (
	"cmp"
	_ "embed"
	"html/template"
	"strings"
	"unicode"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
)

//go:embed blocks.tmpl
var blocks string

// BlockTemplates returns the template "blocks", which prints blocks, and the template "text", which prints a text. Names and
// values are cut as in Markdown. A link leads to a place in the page, and nowhere if it does not begin with "#".
func BlockTemplates() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"address": address, "class": class, "heading": heading, "cell": blockCell, "shown": shown, "drawTable": drawTable, "drawBar": drawBar, "value": value,
	}).Parse(blocks))
}

func address(link string) template.URL {
	if !strings.HasPrefix(link, "#") {
		link = "#"
	}
	return template.URL(link)
}

// classes are the classes of tones in the style of the page, where these have other names.
var classes = map[view.Tone]string{view.Good: "ok", view.Warning: "warn"}

// class returns the class of a tone.
func class(tone view.Tone) string { return cmp.Or(classes[tone], string(tone)) }

func heading(c view.Column) string {
	if c.Unsorted {
		c.Class += " nosort"
	}
	return blockCell(c, view.Cell{})
}

func blockCell(c view.Column, cell view.Cell) string {
	text := c.Class + " " + cell.Class
	if c.Number && cell.Interval == nil {
		text = "n " + text
	}
	return strings.Join(strings.Fields(text), " ")
}

// shown returns the text of a span.
func shown(s view.Span) string {
	switch {
	case s.Code && strings.TrimSpace(s.Text) == "":
		return "(empty)"
	case s.Code:
		return view.Excerpt(s.Text, view.MaxName)
	case s.Quote:
		return view.Excerpt(s.Text, view.MaxCharacters)
	}
	return words.Visible(s.Text)
}

// value returns a value as markup, with marks on the segments that differ, or the words for a missing value. It does not
// use the template, since a page has a hundred thousand values.
func value(s view.Span) template.HTML {
	var b strings.Builder
	if len(s.Segments) == 0 {
		b.WriteString(`<span class="none">` + template.HTMLEscapeString(s.Text) + `</span>`)
		return template.HTML(b.String())
	}
	b.WriteString(openValue(s.Segments))
	for _, segment := range s.Segments {
		if segment.Differs {
			b.WriteString("<mark>")
		}
		b.WriteString(template.HTMLEscapeString(segment.Text))
		if segment.Differs {
			b.WriteString("</mark>")
		}
	}
	b.WriteString("</code>")
	return template.HTML(b.String())
}

// MaxWhole is the greatest length, in characters, of a word that is never broken.
const MaxWhole = 28

// openValue returns the tag of a value. Its class is whole if the value is one short word or number, which stays on one
// line, and long if a word of it is too long for that. Other values are broken only between words.
func openValue(segments []view.Segment) string {
	words, longest, length := 1, 0, 0
	for _, s := range segments {
		for _, r := range s.Text {
			if length++; unicode.IsSpace(r) {
				words, length = words+1, 0
			}
			longest = max(longest, length)
		}
	}
	switch {
	case longest > MaxWhole:
		return `<code class="long">`
	case words == 1:
		return `<code class="whole">`
	}
	return "<code>"
}
