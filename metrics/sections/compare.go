package sections

import (
	"fmt"
	"slices"
)

// Section is one document of a packet.
type Section struct {
	Class string
	Pages []int // in the order of the section
}

// Pair is a section of the answer and the section of the truth that it was paired with.
type Pair struct {
	Got, Want  int     // indices of the sections
	Shared     int     // pages that both have, at least 1
	Similarity float64 // the Jaccard index of their pages, in (0,1]: Shared / pages that either has
	Lacks      []int   // pages of the truth's section alone, ascending
	Extra      []int   // pages of the answer's section alone, ascending
	// Inversions counts the pairs of shared pages whose order in the answer's section is not their order in the
	// truth's. If a section has a page twice, the first place counts.
	Inversions int
}

// Right reports whether both sections have the same pages, in whatever order.
func (p Pair) Right() bool { return len(p.Lacks) == 0 && len(p.Extra) == 0 }

// Page is a page that either side has in a section.
type Page struct {
	Number    int
	Got, Want int // index of the first section of the side that has the page, -1 for "no section"
	// GotStart and WantStart report whether a section of the side starts here: the page before it in Comparison.Pages
	// is in another section. "No section" counts as a section. A section that goes on after pages of another section
	// starts again. The first page of a packet is not a start: no answer can miss it.
	GotStart, WantStart bool
}

// Comparison is the result of [Compare]. Its counts are sums: add them up over packets before you divide.
type Comparison struct {
	Pairs                     []Pair // by the index of the truth's section
	UnpairedGot, UnpairedWant []int  // indices of the sections without a partner, ascending
	Pages                     []Page // ascending

	Sections   int // sections of the truth
	OverSplit  int // sections of the truth with pages in two or more sections of the answer
	UnderSplit int // sections of the truth that share a section of the answer with another section of the truth
	Right      int // sections of the truth with a partner that has the same pages
	Orderable  int // right sections of two or more pages
	InOrder    int // orderable sections whose partner has the pages in the order of the truth
}

// Check returns an error for sections that no truth can have: a section without pages, a page in two sections, a page twice in
// a section. It names sections by their index, as paths do. An answer may have all of these.
func Check(want []Section) error {
	in := map[int]int{}
	for i, s := range want {
		if len(s.Pages) == 0 {
			return fmt.Errorf("section [%d] has no pages, want at least one", i)
		}
		for _, page := range s.Pages {
			first, ok := in[page]
			switch {
			case ok && first == i:
				return fmt.Errorf("section [%d] has page %d twice, want it once", i, page)
			case ok:
				return fmt.Errorf("page %d is in sections [%d] and [%d], want it in one", page, first, i)
			}
			in[page] = i
		}
	}
	return nil
}

// Compare compares the sections of an answer with the sections of the truth.
//
// Sections are paired by shared pages. A section is in one pair at most, and a pair shares at least one page: sections
// without a common page stay apart even if their classes are equal. Compare chooses the pairs that share the most pages
// in sum. Among several such ways to pair, it takes one with the most pairs of equal class. Among several of these, it
// takes the one in which the first section of the truth has the partner of least index, then the second, and so on;
// having no partner comes last. In a packet of thousands of sections, Compare may give up the last rule after some
// tenths of a second. The result is then the best by the rules before it, and is the same each time.
//
// A page in two sections of the answer counts for both when sections are paired. It belongs to the first of them in all
// measures of single pages: Pages, over-splitting and under-splitting, starts, V-measure and Rand index. A page in two
// sections of the truth is an error that [Check] finds; Compare counts it for the first section alone.
func Compare(got, want []Section) Comparison {
	truth := disjoint(want)
	c := Comparison{Sections: len(want), Pages: pagesOf(got, truth)}
	g := newGraph(got, truth)
	g.pair()
	for j, i := range g.gotOf {
		if i == none {
			c.UnpairedWant = append(c.UnpairedWant, j)
			continue
		}
		c.add(newPair(i, j, got[i].Pages, truth[j].Pages))
	}
	for i, j := range g.wantOf {
		if j == none {
			c.UnpairedGot = append(c.UnpairedGot, i)
		}
	}
	c.countSplits()
	return c
}

func (c *Comparison) add(p Pair) {
	c.Pairs = append(c.Pairs, p)
	if !p.Right() {
		return
	}
	c.Right++
	if p.Shared >= 2 {
		c.Orderable++
		if p.Inversions == 0 {
			c.InOrder++
		}
	}
}

// disjoint returns the sections without repeated pages: it keeps the first place of each page.
func disjoint(sections []Section) []Section {
	seen := map[int]bool{}
	clean := make([]Section, len(sections))
	for i, s := range sections {
		clean[i].Class = s.Class
		for _, page := range s.Pages {
			if !seen[page] {
				seen[page] = true
				clean[i].Pages = append(clean[i].Pages, page)
			}
		}
	}
	return clean
}

// pagesOf returns the pages of a packet with their groups and starts.
func pagesOf(got, want []Section) []Page {
	at := map[int]*Page{}
	find := func(number int) *Page {
		if at[number] == nil {
			at[number] = &Page{Number: number, Got: none, Want: none}
		}
		return at[number]
	}
	for i, s := range slices.Backward(got) { // backward, so that the first section of a page wins
		for _, number := range s.Pages {
			find(number).Got = i
		}
	}
	for i, s := range slices.Backward(want) {
		for _, number := range s.Pages {
			find(number).Want = i
		}
	}
	pages := make([]Page, 0, len(at))
	for _, p := range at {
		pages = append(pages, *p)
	}
	slices.SortFunc(pages, func(a, b Page) int { return a.Number - b.Number })
	for i := 1; i < len(pages); i++ {
		pages[i].GotStart = pages[i].Got != pages[i-1].Got
		pages[i].WantStart = pages[i].Want != pages[i-1].Want
	}
	return pages
}

// countSplits counts the sections of the truth that are over-split and under-split.
func (c *Comparison) countSplits() {
	// gots and wants map a section to the sections of the other side that share a page with it.
	gots, wants := map[int]map[int]bool{}, map[int]map[int]bool{}
	add := func(m map[int]map[int]bool, from, to int) {
		if m[from] == nil {
			m[from] = map[int]bool{}
		}
		m[from][to] = true
	}
	for _, p := range c.Pages {
		if p.Got >= 0 && p.Want >= 0 {
			add(gots, p.Want, p.Got)
			add(wants, p.Got, p.Want)
		}
	}
	for _, in := range gots {
		if len(in) >= 2 {
			c.OverSplit++
		}
		for got := range in {
			if len(wants[got]) >= 2 {
				c.UnderSplit++
				break
			}
		}
	}
}

// set returns the pages in ascending order, each once.
func set(pages []int) []int {
	pages = slices.Clone(pages)
	slices.Sort(pages)
	return slices.Compact(pages)
}
