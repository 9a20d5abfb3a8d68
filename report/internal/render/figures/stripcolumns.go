package figures

import (
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/metrics/compare"
)

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
			if next.first, next.last, next.label = begin, last, strconv.Itoa(begin); begin < last {
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
