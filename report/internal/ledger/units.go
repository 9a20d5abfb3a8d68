package ledger

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/stats"
)

// Units are the units of evidence that some cases are, see package copies: the cases of one unit, such as copies of a
// document, are evidence once.
type Units struct {
	tag   string // that joins cases
	keys  map[int32]uint64
	sizes map[uint64]int
}

// Units returns the units of some cases, by the facts that the data set has of all of its cases.
func (c *Cases) Units(numbers []int32) *Units {
	u := &Units{c.Dataset.Cluster, make(map[int32]uint64, len(numbers)), make(map[uint64]int, len(numbers))}
	copied := c.census.Decide()
	for _, n := range numbers {
		key := stats.DocumentHash(c.Name(n))
		if c.HasAsked(n) {
			if key = c.cases[n].unit.Key; !copied {
				key = c.cases[n].unit.Alone
			}
		}
		u.keys[n] = key
		u.sizes[key]++
	}
	return u
}

// Of returns the unit of a case.
func (u *Units) Of(number int32) uint64 { return u.keys[number] }

// Cluster returns the unit of a case that it shares with others, 0 where it is alone.
func (u *Units) Cluster(number int32) uint64 {
	if key := u.Of(number); u.sizes[key] > 1 {
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

// Each is how many cases a unit has, on average.
func (u *Units) Each() float64 { return float64(len(u.keys)) / float64(max(u.Count(), 1)) }

// Several reports whether a unit has several cases.
func (u *Units) Several() bool { return u.Count() < len(u.keys) }

// Tagged reports whether a tag joins the cases.
func (u *Units) Tagged() bool { return u.tag != "" }

// Note says that several cases are one document, or one cluster by a tag, "" where each is one: "12 distinct documents: each
// counts once in every interval and test".
func (u *Units) Note() string {
	of := words.Plural(u.Count(), "distinct document")
	switch {
	case !u.Several():
		return ""
	case u.Tagged():
		of = fmt.Sprintf("%s by the tag %q", words.Plural(u.Count(), "cluster"), u.tag)
	}
	return of + ": each counts once in every interval and test"
}
