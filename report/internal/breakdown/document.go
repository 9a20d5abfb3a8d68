package breakdown

import (
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/copies"
)

// documents tells which cases are of one document, or of one cluster by a tag: they are one unit of every interval, threshold and
// comparison of slices. That equal truths are one document is known at the end.
type documents struct {
	census copies.Census
	joined map[uint64]uint64 // the units of cases that only their truth tells apart, by their unit alone
}

// of returns the unit of a case, by the tag of a data set.
func (d *documents) of(c *report.Case, tag string) copies.Unit {
	u := copies.UnitOf(c, tag)
	d.census.Add(c, u)
	if u.Open() && !d.census.Decided() {
		if d.joined == nil {
			d.joined = map[uint64]uint64{}
		}
		d.joined[u.Alone] = u.Key
	}
	return u
}

// unit returns the function from the unit of a case alone to its unit among all cases, when all cases were added.
func (d *documents) unit() func(alone uint64) uint64 {
	copied := d.census.Decide()
	return func(alone uint64) uint64 {
		if key, ok := d.joined[alone]; ok && copied {
			return key
		}
		return alone
	}
}
