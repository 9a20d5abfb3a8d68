package sections_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/extracteval/extracteval/metrics/sections"
)

// The shapes of a packet of 10,000 pages in which a comparison could take long.
func BenchmarkCompare(b *testing.B) {
	const n = 10_000
	r := rand.New(rand.NewPCG(1, 2))
	for _, shape := range []struct {
		name      string
		got, want []sections.Section
	}{
		{"sections of one page", cut(n, 1, 0), cut(n, 1, 0)},
		{"sections of one page against one section", cut(n, 1, 0), cut(n, n, 0)},
		{"one section against sections of one page", cut(n, n, 0), cut(n, 1, 0)},
		{"sections of ten pages", cut(n, 10, 0), cut(n, 10, 0)},
		{"a chain of sections of two pages", cut(n, 2, 1), cut(n, 2, 0)},
		{"a chain of sections of ten pages", cut(n, 10, 5), cut(n, 10, 0)},
		{"each section shares a page with each", turns(n, 100), cut(n, 100, 0)},
		{"a hundred sections at random", random(r, n, 100), random(r, n, 100)},
		{"5,000 sections at random", random(r, n, 5000), random(r, n, 5000)},
		{"pages in two sections each", slices.Concat(cut(n, 2, 0), cut(n, 2, 1)), cut(n, 2, 0)},
		{"a chain that begins at its end", cut(n, 2, 1)[1:], cut(n, 2, 0)},
		{"a hundred times all pages against sections of one page", slices.Repeat(cut(n, n, 0), 100), cut(n, 1, 0)},
		{"ten times sections of two pages", slices.Concat(slices.Repeat(cut(n, 2, 1), 10)), cut(n, 2, 0)},
		{"pages backwards", backwards(n), cut(n, n, 0)},
	} {
		b.Run(shape.name, func(b *testing.B) {
			for b.Loop() {
				c := sections.Compare(shape.got, shape.want)
				c.VMeasure()
				c.AdjustedRand()
				c.PageOrder()
			}
		})
	}
}

// cut returns sections of size pages, of two classes in turn; the first section has fewer pages by off.
func cut(pages, size, off int) []sections.Section {
	var all []sections.Section
	for page := 1; page <= pages; page++ {
		if page == 1 || (page-1+off)%size == 0 {
			all = append(all, sections.Section{Class: string(rune('a' + len(all)%2))})
		}
		last := &all[len(all)-1]
		last.Pages = append(last.Pages, page)
	}
	return all
}

// turns deals the pages to sections in turn.
func turns(pages, parts int) []sections.Section {
	all := make([]sections.Section, parts)
	for page := range pages {
		s := &all[page%parts]
		s.Pages = append(s.Pages, page+1)
	}
	return all
}

// random gives each page to a section at random.
func random(r *rand.Rand, pages, parts int) []sections.Section {
	all := make([]sections.Section, parts)
	for page := range pages {
		s := &all[r.IntN(parts)]
		s.Pages = append(s.Pages, page+1)
	}
	return all
}

func backwards(pages int) []sections.Section {
	all := cut(pages, pages, 0)
	slices.Reverse(all[0].Pages)
	return all
}
