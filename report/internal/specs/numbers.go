package specs

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/metrics/document"
)

// numberLists says whether the arrays of numbers of a key look like sets.
type numberLists struct {
	shortest, longest          int  // their lengths
	repeated                   bool // an array has a number twice
	unordered, climbs, falling bool // some array has another order than up or down; goes up; goes down
}

func (l *numberLists) addList(v document.Value) {
	if l.longest == 0 || v.Len() < l.shortest {
		l.shortest = v.Len()
	}
	l.longest = max(l.longest, v.Len())
	var values []float64
	for _, item := range v.Items() {
		value, err := strconv.ParseFloat(item.RawText(), 64)
		if err != nil {
			return // nor do such arrays become sets
		}
		values = append(values, value)
	}
	if len(values) > 1 {
		up := slices.IsSorted(values)
		down := slices.IsSortedFunc(values, func(a, b float64) int { return cmp.Compare(b, a) })
		l.unordered = l.unordered || !up && !down
		l.climbs, l.falling = l.climbs || up, l.falling || down
	}
	slices.Sort(values)
	l.repeated = l.repeated || len(slices.Compact(values)) < v.Len()
}

// isSet reports whether arrays of numbers look like sets, such as rates of tax, and not like coordinates or series: they have
// different lengths and no number twice, and are all sorted in one direction, or half of the numbers recur.
func (l *numberLists) isSet(items *node, key string) bool {
	sorted := !l.unordered && !(l.climbs && l.falling)
	recurring := !items.many && 2*len(items.distinct) <= items.filled
	return l.shortest < l.longest && !l.repeated && (sorted || recurring) && !isBoxName(key) &&
		!hasWord(key, "coordinates", "coords", "point", "points", "polygon", "vector", "embedding", "series")
}
