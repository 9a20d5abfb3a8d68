// Package html prints the blocks of package view as HTML. It is a package of its own because html/template adds 3 MB to a
// binary.
package html

import (
	"cmp"
	_ "embed"
	"html/template"
	"strings"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
)

//go:embed blocks.tmpl
var blocks string

// Templates returns the template "blocks", which prints blocks, and the template "text", which prints a text. Names and
// values are cut as in Markdown. A link leads to a place in the page, and nowhere if it does not begin with "#".
func Templates() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"address": address, "class": class, "heading": heading, "cell": cell, "shown": shown,
	}).Parse(blocks))
}

func address(link string) template.URL {
	if !strings.HasPrefix(link, "#") {
		link = "#"
	}
	return template.URL(link)
}

// classes are the classes of tones in the style of the page, where these have other names.
var classes = map[view.Tone]string{view.Good: "ok", view.Badge: "badge bad", view.Warning: "warn"}

// class returns the class of a tone.
func class(tone view.Tone) string { return cmp.Or(classes[tone], string(tone)) }

func heading(c view.Column) string {
	if c.Unsorted {
		c.Class += " nosort"
	}
	return cell(c, view.Cell{})
}

func cell(c view.Column, cell view.Cell) string {
	text := c.Class + " " + cell.Class
	if c.Number {
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
