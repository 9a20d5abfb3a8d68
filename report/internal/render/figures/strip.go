package figures

import (
	"fmt"
	"hash/fnv"
	"html/template"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/report"
)

const (
	colours   = 8  // of classes
	maxLeaves = 50 // values of a section that light up with it
	maxWords  = 600
)

// Strip returns a strip for each packet of a case. A section links to its values: href is the address of the case. A
// class has the colour of its place among the classes of the data set or, if lists has none for the packet, a colour by
// its name.
func Strip(c *report.Case, lists []report.ClassList, href template.URL) template.HTML {
	var b strings.Builder
	for _, p := range traits.PacketsOf(c) {
		w := writer{Builder: &b, p: &p, href: string(href)}
		if i := slices.IndexFunc(lists, func(l report.ClassList) bool { return l.Attribute == p.Class }); i >= 0 {
			w.classes = lists[i].Names
		}
		w.packet()
	}
	return template.HTML(b.String())
}

type writer struct {
	*strings.Builder
	p       *traits.Packet
	classes []string
	href    string
	linked  map[*traits.Section]bool // sections that have their link for the keyboard already
	legend  []legend
}

// legend explains a mark.
type legend struct{ class, text string }

func (w *writer) write(format string, args ...any) {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = template.HTMLEscapeString(text)
		}
	}
	fmt.Fprintf(w, format, args...)
}

func (w *writer) packet() {
	p, name := w.p, terminal.Excerpt(w.p.Path, terminal.MaxName)
	columns, left := columnsOf(p)
	w.linked = map[*traits.Section]bool{}
	pages := words.Plural(p.All, "page")
	if len(p.Pages) < p.All {
		pages = fmt.Sprintf("%d of %s", len(p.Pages), pages)
	}
	w.write(`<figure class="packet"><figcaption><b>Pages of <code>%s</code></b> %s; the truth above, %s; the answer below, %s`,
		name, pages, words.Plural(len(p.Want), "section"), words.Plural(len(p.Got), "section"))
	if mistakes := p.MistakesText(maxWords); mistakes != "" {
		w.write(`<span class="remark">%s</span>`, mistakes)
	}
	w.write(`<span class="sr">Truth: %s. Answer: %s.</span></figcaption>`, p.Truth(maxWords), p.Answer(maxWords))
	if len(columns) > 0 {
		w.write(`<div class="strip%s" role="group" aria-label="%s"><table role="presentation" aria-hidden="true"><tr><td class="side">truth</td></tr><tr><td class="side">answer</td></tr><tr class="no"><td class="side">page</td></tr></table>`, width(columns), "Sections of "+name)
		for _, chunk := range chunks(columns) {
			w.chunk(chunk)
		}
		w.write(`</div>`)
	}
	var notes []string
	if left > 0 {
		notes = append(notes, fmt.Sprintf("pages from %d on are not drawn", left))
	}
	if note := p.Note(); note != "" {
		notes = append(notes, note)
	}
	if len(w.legend)+len(notes) > 0 {
		w.write(`<p class="legend">`)
		for _, l := range w.legend {
			w.write(`<span><i class="%s"></i> %s</span> `, l.class, l.text)
		}
		w.write("%s</p>", strings.Join(notes, "; "))
	}
	w.write("</figure>\n")
}

// chunk writes columns as a table of three rows.
func (w *writer) chunk(columns []column) {
	w.write(`<table role="presentation"><tr>`)
	w.writeRow(columns, "truth", w.p.Want, func(c *column) *cell { return &c.want })
	w.write(`</tr><tr>`)
	w.writeRow(columns, "answer", w.p.Got, func(c *column) *cell { return &c.got })
	w.write(`</tr><tr class="no" aria-hidden="true">`)
	for _, c := range columns {
		class := c.got.mark
		switch {
		case c.gap:
			w.explain("gap", "pages in no section of either side")
		case c.first < c.last:
			w.explain("more", "more pages of the same")
		}
		w.write(`<td class="%s">%s</td>`, class, c.label)
	}
	w.write(`</tr></table>`)
}

// writeRow writes the cells of one side. Neighbours that look the same are one cell.
func (w *writer) writeRow(columns []column, side string, sections []traits.Section, cellOf func(*column) *cell) {
	for i := 0; i < len(columns); {
		cell, n := *cellOf(&columns[i]), 1
		for i+n < len(columns) && !columns[i].gap && !columns[i+n].gap {
			next := *cellOf(&columns[i+n])
			if next.section != cell.section || next.wrong != cell.wrong || next.begins || next.mark != "" {
				break
			}
			n++
		}
		cell.ends = cellOf(&columns[i+n-1]).ends
		w.writeRun(columns[i:i+n], cell, side, sections)
		i += n
	}
}

// writeRun writes columns of one section as one cell.
func (w *writer) writeRun(columns []column, shown cell, side string, sections []traits.Section) {
	first := &columns[0]
	class, title := "none", "in no section of the "+side
	switch {
	case first.gap:
		w.write(`<td class="gap" title="%s"></td>`, pagesText(first.first, first.last)+": in no section")
		return
	case shown.section < 0 && w.p.Unkept > 0:
		class, title = "unkept", "not in the record, or in no section of the "+side
		w.explain("unkept", "not in the record, or in no section")
	case shown.section < 0:
		w.explain("none", "in no section")
	}
	var s *traits.Section
	if shown.section >= 0 {
		s = &sections[shown.section]
		class, title = w.colour(s), s.String()
	}
	if shown.begins {
		class += " begins"
	}
	if shown.ends {
		class += " ends"
	}
	if shown.wrong {
		class += " wrong"
		title += ", not the class of the truth"
		w.explain("wrong", "wrong class")
	}
	switch shown.mark {
	case "cut":
		class += " cut"
		title += ", starts where the truth has no start"
		w.explain("cut", "start too many")
	case "joined":
		class += " joined"
		title += ", goes on where the truth has a start"
		w.explain("joined", "start missing")
	}
	w.write(`<td colspan="%d" class="%s"`, len(columns), class)
	if s == nil {
		w.write(` title="%s">–</td>`, pagesText(first.first, columns[len(columns)-1].last)+" "+title)
		return
	}
	leaves := s.Leaves[:min(len(s.Leaves), maxLeaves)]
	w.write(` data-leaf="%s" title="%s">`, strings.Trim(fmt.Sprint(leaves), "[]"), side+": "+title)
	label := s.Name()
	if shown.wrong {
		label = "≠ " + label
	}
	if w.linked[s] {
		w.write(`<a class="to" href="%s" tabindex="-1" aria-hidden="true">%s</a></td>`, w.address(s, side), label)
		return
	}
	w.linked[s] = true
	w.write(`<a class="to" href="%s" aria-label="%s">%s</a></td>`, w.address(s, side), side+": "+title, label)
}

// address returns the address of the values of a section. A section of the answer has the address of its partner in the
// truth, or an address of its own if it has no partner.
func (w *writer) address(s *traits.Section, side string) string {
	index, alone := s.Index, ""
	if side == "answer" {
		if index = s.Partner; index < 0 {
			index, alone = s.Index, "got "
		}
	}
	return w.href + "&at=" + url.QueryEscape(alone+strings.TrimPrefix(w.p.Path, paths.Document)+"["+strconv.Itoa(index)+"]")
}

// colour returns the class of the style for the class of a section.
func (w *writer) colour(s *traits.Section) string {
	if s.Hidden || s.Class == "" {
		return "plain"
	}
	name := compare.Fold(s.Class)
	index := slices.IndexFunc(w.classes, func(class string) bool { return compare.Fold(class) == name })
	switch {
	case index < 0 && len(w.classes) > 0:
		return "plain"
	case index < 0:
		h := fnv.New32a()
		h.Write([]byte(name))
		index = int(h.Sum32() % colours)
	}
	return "k" + strconv.Itoa(index%colours)
}

func (w *writer) explain(class, text string) {
	if !slices.Contains(w.legend, legend{class, text}) {
		w.legend = append(w.legend, legend{class, text})
	}
}

// width returns the class of the style that gives columns room for their numbers and, if there are few, for the names
// of classes.
func width(columns []column) string {
	switch last := columns[len(columns)-1].last; {
	case last >= 100_000:
		return " w6"
	case last >= 1000:
		return " w4"
	case len(columns) <= perChunk:
		return " few"
	}
	return ""
}

func pagesText(first, last int) string {
	if first == last {
		return "page " + strconv.Itoa(first)
	}
	return fmt.Sprintf("pages %d–%d", first, last)
}

const (
	maxColumns = 1000 // of a strip
	perChunk   = 10   // columns that no line break separates
	foldPages  = 60   // long runs of pages are folded in packets with more pages
	foldRun    = 8    // pages of the longest run that is not folded
)

// column is one page, several folded pages of one run, or a gap of pages that are in no section of either side.
type column struct {
	label     string
	first     int // page
	last      int
	gap       bool
	want, got cell
}

// cell is one side of a column.
type cell struct {
	section int  // -1 for no section
	begins  bool // a run of pages of the section, or of no section, begins here
	ends    bool
	wrong   bool   // the class is not that of the truth
	mark    string // "cut": only the answer has a start here; "joined": only the truth has one
}

// columnsOf returns the columns of a packet, and the first page that is not drawn, 0 for none.
func columnsOf(p *traits.Packet) (all []column, left int) {
	all, left = begun(p)
	for i := range all {
		last := i+1 == len(all) || all[i+1].gap
		all[i].want.ends = last || all[i+1].want.begins
		all[i].got.ends = last || all[i+1].got.begins
	}
	return all, left
}

// begun returns the columns, in which ends is not set yet.
func begun(p *traits.Packet) (all []column, left int) {
	for i := 0; i < len(p.Pages); {
		if len(all) >= maxColumns {
			return all, p.Pages[i].Number
		}
		page, run := p.Pages[i], 1
		if i > 0 && page.Number > p.Pages[i-1].Number+1 {
			all = append(all, column{label: "⋯", first: p.Pages[i-1].Number + 1, last: page.Number - 1, gap: true, want: cell{section: -1}, got: cell{section: -1}})
		}
		for i+run < len(p.Pages) {
			next := p.Pages[i+run]
			if next.Number != page.Number+run || next.Want != page.Want || next.Got != page.Got || !slices.Equal(next.Also, page.Also) {
				break
			}
			run++
		}
		wrong := wrongClass(p, page.Want, page.Got)
		first := column{want: cell{section: page.Want, begins: i == 0 || page.Want != p.Pages[i-1].Want}, got: cell{section: page.Got, wrong: wrong, begins: i == 0 || page.Got != p.Pages[i-1].Got}}
		switch {
		case page.GotStart && !page.WantStart && page.Want >= 0:
			first.got.mark = "cut"
		case page.WantStart && !page.GotStart && page.Got >= 0:
			first.got.mark = "joined"
		}
		add := func(begin, last int) {
			next := first
			next.first, next.last, next.label = begin, last, strconv.Itoa(begin)
			if begin < last {
				next.label = "⋯"
			}
			all = append(all, next)
			first.want.begins, first.got.begins, first.got.mark = false, false, ""
		}
		begin, last := page.Number, page.Number+run-1
		if len(p.Pages) > foldPages && run > foldRun {
			add(begin, begin)
			add(begin+1, begin+1)
			add(begin+2, last-1)
			begin = last
		}
		for ; begin <= last; begin++ {
			add(begin, begin)
		}
		i += run
	}
	return all, 0
}

// wrongClass reports whether a page has another class in the answer than in the truth. It reports false if either class
// is hidden.
func wrongClass(p *traits.Packet, want, got int) bool {
	if want < 0 || got < 0 || p.Want[want].Hidden || p.Got[got].Hidden {
		return false
	}
	return compare.Fold(p.Want[want].Class) != compare.Fold(p.Got[got].Class)
}

// chunks splits columns into parts of perChunk.
func chunks(all []column) [][]column { return slices.Collect(slices.Chunk(all, perChunk)) }
