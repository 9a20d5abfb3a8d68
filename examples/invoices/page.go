package invoices

import (
	"iter"
	"regexp"
	"strings"
	"unicode/utf8"
)

// A page is a document cut into rows of cells.
type page struct {
	text string
	rows []row
}

type row []cell

// A cell remembers the columns that it covers, so that a value below its
// label can be found.
type cell struct {
	text       string
	start, end int // columns, in runes
}

// gap separates two cells.
var gap = regexp.MustCompile(` {2,}|\t| *[|;] *|[-_=+]{4,}`)

func newPage(doc string) page {
	p := page{text: strings.ReplaceAll(doc, "\u00a0", " ")}
	for line := range strings.Lines(p.text) {
		p.rows = append(p.rows, cut(strings.TrimRight(line, "\r\n")))
	}
	return p
}

func cut(line string) row {
	var r row
	add := func(from, to int) {
		if text := line[from:to]; strings.TrimSpace(text) != "" {
			start := utf8.RuneCountInString(line[:from])
			r = append(r, cell{strings.TrimSpace(text), start, start + utf8.RuneCountInString(text)})
		}
	}
	from := 0
	for _, g := range gap.FindAllStringIndex(line, -1) {
		add(from, g[0])
		from = g[1]
	}
	add(from, len(line))
	return r
}

// text joins the texts of the cells from index i on.
func (r row) text(i int) string {
	var parts []string
	for _, c := range r[min(i, len(r)):] {
		parts = append(parts, c.text)
	}
	return strings.Join(parts, "  ")
}

// beside yields the candidates for the value of a label, nearest first, for
// each occurrence of the label: the rest of its cell, or else the next cell of
// the row and the cell below.
func (p page) beside(l label) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i, r := range p.rows {
			for j, c := range r {
				rest, found := l.cutFrom(c.text)
				if !found {
					continue
				}
				if rest != "" {
					if !yield(rest) {
						return
					}
					continue
				}
				if j+1 < len(r) && !yield(r[j+1].text) {
					return
				}
				if under, ok := p.inColumn(i+1, c); ok && !yield(under.text) {
					return
				}
			}
		}
	}
}

// inColumn returns the cell of row i that shares columns with c.
func (p page) inColumn(i int, c cell) (cell, bool) {
	if i >= 0 && i < len(p.rows) {
		for _, other := range p.rows[i] {
			if other.start < c.end && c.start < other.end {
				return other, true
			}
		}
	}
	return cell{}, false
}

// lookup returns the value of the first label with a readable value.
func lookup(p page, labels []label, read func(string) (string, bool)) (string, bool) {
	for _, l := range labels {
		for text := range p.beside(l) {
			if value, ok := read(text); ok {
				return value, true
			}
		}
	}
	return "", false
}
