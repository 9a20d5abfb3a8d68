package ledger

import (
	"hash/maphash"
	"strings"
)

// caseIDs numbers the cases of one data set in all runs. The zero value is empty.
//
// It is an index by open addressing, of 4 bytes a slot, and at most three quarters of the slots are taken. With a
// million cases a map[string]int32 would be the largest part of a comparison's memory.
type caseIDs struct {
	names []string
	slots []int32 // number of the case plus 1, 0: free; their number is a power of 2
}

// number returns the number of a case, which is new where the case is.
func (c *caseIDs) number(id string) int32 {
	if 4*(len(c.names)+1) > 3*len(c.slots) {
		c.grow()
	}
	at := c.slot(id)
	if c.slots[at] == 0 {
		c.names = append(c.names, strings.Clone(id)) // not the line it is in
		c.slots[at] = int32(len(c.names))
	}
	return c.slots[at] - 1
}

// find returns the number of a case, false where there is no such case.
func (c *caseIDs) find(id string) (int32, bool) {
	if len(c.slots) == 0 {
		return 0, false
	}
	n := c.slots[c.slot(id)]
	return n - 1, n > 0
}

func (c *caseIDs) grow() {
	old := c.slots
	c.slots = make([]int32, max(16, 2*len(old)))
	for _, n := range old {
		if n > 0 {
			c.slots[c.slot(c.names[n-1])] = n
		}
	}
}

var idSeed = maphash.MakeSeed()

// slot is where the number of a case is, or would be.
func (c *caseIDs) slot(id string) int {
	last := uint64(len(c.slots) - 1)
	at := maphash.String(idSeed, id) & last
	for c.slots[at] != 0 && c.names[c.slots[at]-1] != id {
		at = (at + 1) & last
	}
	return int(at)
}

// book is the entries of a data set in pages, so that none is copied when one more comes.
type book [][]Entry

const pageSize = 1 << 12 // entries

// add adds an entry and returns its number.
func (b *book) add(e Entry) int32 {
	pages := *b
	if n := len(pages); n == 0 || len(pages[n-1]) == pageSize {
		var page []Entry // the first one grows: most data sets are small
		if n > 0 {
			page = make([]Entry, 0, pageSize)
		}
		pages = append(pages, page)
		*b = pages
	}
	last := len(pages) - 1
	pages[last] = append(pages[last], e)
	return int32(last*pageSize + len(pages[last]) - 1)
}

func (b book) at(number int32) *Entry { return &b[number/pageSize][number%pageSize] }
