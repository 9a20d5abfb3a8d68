package ledger

import (
	"slices"

	"github.com/extracteval/extracteval/report/artifact"
)

// ByName is the key by which cases of several runs are numbered together, for [Runs.Read]: a package may have been
// renamed.
func ByName(s *artifact.Section) artifact.Key { return WithoutPackage(s.Key) }

// WithoutPackage returns a key without its package, of the first repetition.
func WithoutPackage(k artifact.Key) artifact.Key {
	return artifact.Key{Dataset: k.Dataset, Repetition: 1}
}

// Match is a data set of two runs, or of one of them.
type Match struct {
	Key   artifact.Key
	Sides [2]*Cases
}

// MatchTwo pairs the data sets of two runs by package and name, and the others by name where the name is unique: a
// package may have been renamed. They come in the order of their keys.
func MatchTwo(sets [][]*Cases) (all []Match) {
	var byKey [2]map[artifact.Key]*Cases
	for side, all := range sets {
		byKey[side] = map[artifact.Key]*Cases{}
		for _, of := range all {
			byKey[side][of.Key()] = of
		}
	}
	left := map[artifact.Key]*[2][]*Cases{} // by name alone: of each run the data sets that the other one lacks
	for side, some := range sets {
		for _, of := range some {
			key := of.Key()
			switch other := byKey[1-side][key]; {
			case other == nil:
				key = WithoutPackage(key)
				if left[key] == nil {
					left[key] = new([2][]*Cases)
				}
				left[key][side] = append(left[key][side], of)
			case side == 0:
				all = append(all, Match{Key: key, Sides: [2]*Cases{of, other}})
			}
		}
	}
	for side, some := range sets {
		for _, of := range some {
			key := of.Key()
			if byKey[1-side][key] != nil {
				continue
			}
			m := Match{Key: key}
			m.Sides[side] = of
			if both := left[WithoutPackage(key)]; len(both[0]) == 1 && len(both[1]) == 1 {
				if side == 1 { // it is paired with the old run's
					continue
				}
				m.Sides[1], m.Key = both[1][0], both[1][0].Key()
			}
			all = append(all, m)
		}
	}
	slices.SortFunc(all, func(a, b Match) int { return a.Key.Compare(b.Key) })
	return all
}
