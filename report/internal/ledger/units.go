package ledger

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/copies"
)

// units are the units of evidence that the cases of a data set are, see package copies.
type units struct {
	all    []copies.Unit // by the numbers of the cases
	census copies.Census // of the cases without the tag that joins them
	tag    string
}

func (u *units) add(number int32, c *report.Case) {
	for int(number) >= len(u.all) {
		u.all = append(u.all, copies.Unit{})
	}
	if u.all[number].Key == 0 {
		u.all[number] = copies.UnitOf(c, u.tag)
		u.census.Add(c, copies.Of(c))
	}
}

// Units are the units of evidence of some cases.
type Units struct {
	keys  map[int32]uint64
	sizes map[uint64]int
}

// Units returns the units of some cases, by the facts that the data set has of all of its cases.
func (c *Cases) Units(numbers []int32) *Units {
	u := &Units{make(map[int32]uint64, len(numbers)), make(map[uint64]int, len(numbers))}
	copied := c.units.census.Decide()
	for _, n := range numbers {
		key := stats.DocumentHash(c.Name(n))
		if int(n) < len(c.units.all) && c.units.all[n].Key != 0 {
			key = c.units.all[n].Key
			if !copied {
				key = c.units.all[n].Alone
			}
		}
		u.keys[n] = key
		u.sizes[key]++
	}
	return u
}

// Of returns the unit of a case, and whether it has several of the cases.
func (u *Units) Of(number int32) (key uint64, several bool) {
	key = u.keys[number]
	return key, u.sizes[key] > 1
}

// Cluster returns the unit of a case that it shares with others, 0 where it is alone.
func (u *Units) Cluster(number int32) uint64 {
	if key, several := u.Of(number); several {
		return max(key, 1)
	}
	return 0
}

// Effective is the share of the cases that is evidence where the cases of a unit are all alike (Kish 1965).
func (u *Units) Effective() float64 {
	squares := 0
	for _, n := range u.sizes {
		squares += n * n
	}
	return float64(max(len(u.keys), 1)) / float64(max(squares, 1))
}

// Count is how many units there are.
func (u *Units) Count() int { return len(u.sizes) }

// Note says that several cases are one document, or one cluster by a tag, "" where each is one: "12 distinct documents: each
// counts once in every interval and test".
func (u *Units) Note(tag string) string {
	of := words.Plural(u.Count(), "distinct document")
	switch {
	case u.Count() == len(u.keys):
		return ""
	case tag != "":
		of = fmt.Sprintf("%s by the tag %q", words.Plural(u.Count(), "cluster"), tag)
	}
	return of + ": each counts once in every interval and test"
}

// Tag is the tag that joins the cases, "" for none.
func (c *Cases) Tag() string { return c.units.tag }
