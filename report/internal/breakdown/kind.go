package breakdown

import (
	"slices"

	"github.com/extracteval/extracteval/internal/source"
)

// Kind is one kind of mistake over all attributes.
type Kind struct {
	Class             source.Class
	Count, Attributes int
	Attribute         string // the attribute with the most such mistakes
}

// MostFrequent returns the kind with the most mistakes over all attributes. Of kinds with the same number, it returns
// the first in all, which is sorted by count. It reports false without mistakes.
func MostFrequent(all []Mistake) (most Kind, ok bool) {
	var kinds []Kind
	for _, m := range all {
		i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Class == m.Class })
		if i < 0 {
			i = len(kinds)
			kinds = append(kinds, Kind{Class: m.Class, Attribute: m.Attribute})
		}
		kinds[i].Count += m.Count
		kinds[i].Attributes++
	}
	for _, k := range kinds {
		if k.Count > most.Count {
			most = k
		}
	}
	return most, len(kinds) > 0
}
