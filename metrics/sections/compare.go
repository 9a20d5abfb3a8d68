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
	// Claimed reports whether another section of the answer also has a page of the truth's section.
	Claimed bool
	// Inversions counts the pairs of shared pages whose order in the answer's section is not their order in the
	// truth's. If a section has a page twice, the first place counts.
	Inversions int
}

// Right reports whether both sections have the same pages, in whatever order, and no other section of the answer has one
// of these.
func (p Pair) Right() bool { return len(p.Lacks) == 0 && len(p.Extra) == 0 && !p.Claimed }

// Page is a page that either side has in a section.
type Page struct {
	Number    int
	Got, Want int   // index of the first section of the side that has the page, -1 for "no section"
	Also      []int // indices of the other sections of the answer that have the page, ascending
	// GotStart and WantStart report whether a section of the side starts here: it has the page, and not the page before
	// it among the pages of that side. A section that goes on after pages of another section starts again. The first page
	// of the truth is not a start on either side: no answer can miss it. The first page of the answer is a start if the
	// truth has a page before it. So the starts of the truth are the same for every answer.
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
	Absent     int // sections of the truth without a page in any section of the answer
	Right      int // sections of the truth whose pair is right: see [Pair.Right]
	Orderable  int // right sections of two or more pages
	InOrder    int // orderable sections whose partner has the pages in the order of the truth
}

// Check returns an error for sections that no truth can have: a section without pages, a page in two sections, a page twice in
// a section. It names sections by their index, as paths do. An answer may have all of these.
func Check(want []Section) error {
	owner := map[int]int{}
	for i, s := range want {
		if len(s.Pages) == 0 {
			return fmt.Errorf("section [%d] has no pages, want at least one", i)
		}
		for _, page := range s.Pages {
			first, ok := owner[page]
			switch {
			case ok && first == i:
				return fmt.Errorf("section [%d] has page %d twice, want it once", i, page)
			case ok:
				return fmt.Errorf("page %d is in sections [%d] and [%d], want it in one", page, first, i)
			}
			owner[page] = i
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
// A page in two sections of the answer is a mistake. It counts for both sections: in the pairing, in over-splitting and
// under-splitting, and as a page on which each section may start. So the section of the truth that has the page is over-split, and
// is not right. V-measure and Rand index count the page twice, once in each section. A page in two sections of the truth is an
// error that [Check] finds; Compare counts it for the first section alone.
func Compare(got, want []Section) Comparison {
	truth := disjoint(want)
	c := Comparison{Sections: len(want), Pages: pagesOf(got, truth)}
	g := newGraph(got, truth)
	g.pairSections()
	for j, i := range g.gotOf {
		if i == none {
			c.UnpairedWant = append(c.UnpairedWant, j)
			continue
		}
		p := newPair(i, j, got[i].Pages, truth[j].Pages)
		p.Claimed = len(g.gots[j]) > 1
		c.addPair(p)
	}
	for i, j := range g.wantOf {
		if j == none {
			c.UnpairedGot = append(c.UnpairedGot, i)
		}
	}
	c.countSplits(g)
	return c
}

func (c *Comparison) addPair(p Pair) {
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
	byNumber := map[int]*Page{}
	find := func(number int) *Page {
		if byNumber[number] == nil {
			byNumber[number] = &Page{Number: number, Got: none, Want: none}
		}
		return byNumber[number]
	}
	for i, s := range got {
		for _, number := range s.Pages {
			p := find(number)
			switch {
			case p.Got == none:
				p.Got = i
			case p.Got != i && (len(p.Also) == 0 || p.Also[len(p.Also)-1] != i): // not a page that the section has twice
				p.Also = append(p.Also, i)
			}
		}
	}
	for i, s := range want {
		for _, number := range s.Pages {
			find(number).Want = i
		}
	}
	pages := make([]Page, 0, len(byNumber))
	for _, p := range byNumber {
		pages = append(pages, *p)
	}
	slices.SortFunc(pages, func(a, b Page) int { return a.Number - b.Number })
	markStarts(pages)
	return pages
}

// markStarts finds the pages on which sections start, see [Page].
func markStarts(pages []Page) {
	var lastGot, lastWant *Page // the page before, of each side
	for i := range pages {
		p := &pages[i]
		first := p.Want != none && lastWant == nil
		if p.Got != none {
			p.GotStart = !first && (lastGot == nil && i > 0 || lastGot != nil && p.starts(lastGot))
			lastGot = p
		}
		if p.Want != none {
			p.WantStart = !first && p.Want != lastWant.Want
			lastWant = p
		}
	}
}

// gotPages returns the sections of the answer that have the page, -1 for "no section".
func (p *Page) gotPages() []int { return append([]int{p.Got}, p.Also...) }

// starts reports whether a section of the answer has the page and not the page before it.
func (p *Page) starts(previous *Page) bool {
	return slices.ContainsFunc(p.gotPages(), func(i int) bool { return i != previous.Got && !slices.Contains(previous.Also, i) })
}

// countSplits counts the sections of the truth that are over-split, under-split and absent.
func (c *Comparison) countSplits(g *graph) {
	for _, gots := range g.gots {
		if len(gots) == 0 {
			c.Absent++
		}
		if len(gots) >= 2 {
			c.OverSplit++
		}
		if slices.ContainsFunc(gots, func(a joint) bool { return len(g.wants[a.target]) >= 2 }) {
			c.UnderSplit++
		}
	}
}

// distinct returns the pages in ascending order, each once.
func distinct(pages []int) []int {
	pages = slices.Clone(pages)
	slices.Sort(pages)
	return slices.Compact(pages)
}
