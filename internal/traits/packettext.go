package traits

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/sections"
)

// none is the index of no section.
const none = -1

// Name returns the class of a section for messages: "section" for a hidden class, "(no class)" for none.
func (s *Section) Name() string {
	switch {
	case s.Hidden:
		return "section"
	case s.Class == "":
		return "(no class)"
	}
	return s.Class
}

// String returns the section as people write it, "invoice 1–3,7".
func (s *Section) String() string {
	if len(s.Pages) == 0 {
		return s.Name() + " (no pages)"
	}
	return s.Name() + " " + ranges(s.Pages)
}

// Truth returns the sections of the truth in a line of at most cells cells, "invoice 1–3 | letter 4". If they do not
// fit, it counts neighbours that are right instead of naming them, and then the sections at the end. 0 cells means 500.
func (p *Packet) Truth(cells int) string { return formatLine(p.Want, cells) }

// Answer returns the sections of the answer, as Truth does.
func (p *Packet) Answer(cells int) string { return formatLine(p.Got, cells) }

func formatLine(sections []Section, cells int) string {
	if len(sections) == 0 {
		return "no sections"
	}
	sorted := slices.Clone(sections)
	slices.SortStableFunc(sorted, func(a, b Section) int { return cmp.Compare(first(a), first(b)) })
	var texts, short []string
	right := 0
	for i := range sorted {
		s := &sorted[i]
		texts = append(texts, s.String())
		right++
		if !s.Right {
			right = 0
		}
		if ends := i+1 == len(sorted) || !sorted[i+1].Right; ends && right > 1 {
			short = append(short, fmt.Sprintf("… %d right", right))
			right = 0
		} else if ends || right == 0 {
			short = append(short, s.String())
		}
	}
	cells = cmp.Or(cells, 500)
	if text := strings.Join(texts, between); words.Width(text) <= cells {
		return text
	}
	return joinMost(short, between, cells)
}

const between = " | " // sections in a line

// first returns the first page of a section; sections without pages come last.
func first(s Section) int {
	if len(s.Pages) == 0 {
		return sections.MaxPage + 1
	}
	return s.Pages[0]
}

// joinMost joins the texts that fit in cells, and counts the others.
func joinMost(texts []string, separator string, cells int) string {
	all := strings.Join(texts, separator)
	if words.Width(all) <= cells {
		return all
	}
	all = ""
	for i, text := range texts {
		joined := strings.TrimPrefix(all+separator+text, separator)
		more := ""
		if left := len(texts) - i - 1; left > 0 {
			more = fmt.Sprintf("%s… %d more", separator, left)
		}
		if words.Width(joined+more) > cells {
			if i == 0 {
				return words.Clip(joined, max(cells-words.Width(more), 1)) + more
			}
			return fmt.Sprintf("%s%s… %d more", all, separator, len(texts)-i)
		}
		all = joined
	}
	return all
}

// Mistakes says where the answer divides the packet in another way than the truth, and which sections have the wrong class.
// First come sections that are cut, then sections that are joined, pages in several sections of the answer, sections with
// pages that the other side has in no section, and sections with a wrong class. Each group is in the order of the pages. If
// sections are not kept, it does not report pages without a section.
func (p *Packet) Mistakes() []string {
	var claimed []sections.Page // each page once for each section of the answer that has it
	for _, page := range p.Pages {
		claimed = append(claimed, page)
		for _, page.Got = range page.Also {
			claimed = append(claimed, page)
		}
	}
	wants, gots := piecesOf(p.Pages, wantOf, gotOf), piecesOf(claimed, gotOf, wantOf)
	var cut, joined, alone, class []string
	for _, w := range wants {
		s := &p.Want[w.section]
		if len(w.others) > 1 {
			cut = append(cut, fmt.Sprintf("%s is cut in %s after %s", s, pageNumber(len(w.others)), after(w.cuts)))
		}
		switch {
		case len(w.unassigned) == 0 || p.Unkept > 0:
		case len(w.others) == 0:
			alone = append(alone, s.String()+" is missing")
		default:
			alone = append(alone, fmt.Sprintf("%s of %s: in no section of the answer", pagesText(w.unassigned), s))
		}
		switch other := p.partner(s); {
		case s.WrongClass && other.Hidden:
			class = append(class, s.String()+" has the wrong class")
		case s.WrongClass:
			class = append(class, fmt.Sprintf("%s is classed as %s", s, other.Name()))
		}
	}
	for _, g := range gots {
		s := &p.Got[g.section]
		if len(g.others) > 1 {
			names := arithmetic.Each(g.others, func(other int) string { return p.Want[other].String() })
			joined = append(joined, joinMost(names, " and ", 100)+" are joined")
		}
		switch {
		case len(g.unassigned) == 0 || p.Unkept > 0:
		case len(g.others) == 0:
			alone = append(alone, s.String()+" is invented")
		default:
			alone = append(alone, fmt.Sprintf("%s of %s in the answer: in no section of the truth", pagesText(g.unassigned), s))
		}
	}
	return slices.Concat(cut, joined, p.claims(), alone, class)
}

// claims says which pages are in several sections of the answer, and names these.
func (p *Packet) claims() (all []string) {
	for i := 0; i < len(p.Pages); {
		first := p.Pages[i]
		var pages []int
		for ; i < len(p.Pages) && p.Pages[i].Got == first.Got && slices.Equal(p.Pages[i].Also, first.Also); i++ {
			pages = append(pages, p.Pages[i].Number)
		}
		if len(first.Also) == 0 {
			continue
		}
		names := arithmetic.Each(append([]int{first.Got}, first.Also...), func(i int) string { return p.Got[i].String() })
		verb := "are"
		if len(pages) == 1 {
			verb = "is"
		}
		all = append(all, fmt.Sprintf("%s %s in %s sections of the answer: %s", pagesText(pages), verb, pageNumber(len(names)), joinMost(names, " and ", 100)))
	}
	return all
}

// MistakesText joins the first mistakes that fit in cells; it is "" without mistakes. 0 cells means 500.
func (p *Packet) MistakesText(cells int) string {
	return joinMost(p.Mistakes(), "; ", cmp.Or(cells, 500))
}

// Lines returns a line for the sections of the truth and a line for the sections of the answer. A line for the mistakes
// and a line for the note follow if there are any. No line has more than cells cells; 0 means 500.
func (p *Packet) Lines(cells int) []string {
	if p.Withheld && len(p.Pages) == 0 {
		return []string{p.Note()}
	}
	const names = 8 // cells
	room := max(cmp.Or(cells, 500)-names, 1)
	lines := []string{"truth   " + p.Truth(room), "answer  " + p.Answer(room)}
	return append(lines, slices.DeleteFunc([]string{p.MistakesText(room + names), p.Note()}, func(text string) bool { return text == "" })...)
}

// Note says that the record withholds pages, or does not keep all pages. It is "" if the record has all pages.
func (p *Packet) Note() string {
	switch {
	case p.Withheld:
		return "the record withholds pages"
	case p.Unkept > 0:
		return words.Plural(p.Unkept, "more section") + " not shown: the record does not keep all pages"
	}
	return ""
}

// partner returns the section of the answer that is paired with a section of the truth, a hidden one for none.
func (p *Packet) partner(s *Section) *Section {
	i := slices.IndexFunc(p.Got, func(g Section) bool { return g.Index == s.Partner })
	if i < 0 {
		return &Section{Hidden: true}
	}
	return &p.Got[i]
}

// pieces says how the other side divides the pages of a section.
type pieces struct {
	section    int
	others     []int // the sections of the other side that have pages of the section, in the order of their pages
	cuts       []int // the pages after which the other side continues in another section
	unassigned []int // the pages that are in no section of the other side
}

func gotOf(p sections.Page) int  { return p.Got }
func wantOf(p sections.Page) int { return p.Want }

// piecesOf returns the sections of one side that have pages, by their first page.
func piecesOf(pages []sections.Page, own, other func(sections.Page) int) (all []pieces) {
	// numbers maps a section to its index in all, pages has for each index the last page that the other side has in a section.
	numbers, previous := map[int]int{}, []sections.Page{}
	for _, page := range pages {
		i := own(page)
		if i == none {
			continue
		}
		n, found := numbers[i]
		if !found {
			n = len(all)
			numbers[i] = n
			all, previous = append(all, pieces{section: i}), append(previous, page)
		}
		piece, partner := &all[n], other(page)
		if page := previous[n]; partner != none && other(page) != none && other(page) != partner {
			piece.cuts = append(piece.cuts, page.Number)
		}
		if partner == none {
			piece.unassigned = append(piece.unassigned, page.Number)
			continue
		}
		previous[n] = page
		if !slices.Contains(piece.others, partner) {
			piece.others = append(piece.others, partner)
		}
	}
	return all
}

// pagesText names pages: "page 2", "pages 2,5–7".
func pagesText(pages []int) string {
	return named(len(pages), ranges(pages))
}

// ranges writes pages as people do, "2,5–7".
func ranges(pages []int) string {
	return words.Cut(strings.ReplaceAll(sections.FormatPages(pages), "-", "–"), 60)
}

// named puts "page" or "pages" before the text of n pages.
func named(n int, text string) string {
	if n == 1 {
		return "page " + text
	}
	return "pages " + text
}

// after names the pages after which a section is cut: "page 2", "pages 5, 6 and 3 more".
func after(pages []int) string {
	const shown = 4
	texts := arithmetic.Each(pages[:min(len(pages), shown)], strconv.Itoa)
	text := strings.Join(texts, ", ")
	if more := len(pages) - shown; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return named(len(pages), text)
}

func pageNumber(n int) string {
	if n == 2 {
		return "two"
	}
	return strconv.Itoa(n)
}
