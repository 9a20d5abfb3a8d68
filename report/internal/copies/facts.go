package copies

import (
	"encoding/json"
	"fmt"
)

// The JSON form of a [Census] is an object with "sure" and "open", the units that are known without their truths and those by
// their truths. Each has the number of all "cases", and the "units" that are kept, by the rank of their keys: "rank", "kind", the number of their
// "cases", the smallest ids, "first" and "second", and of the first of an open one the "truth": pairs of hashes, of
// an attribute and of its values, by attribute.
type (
	facts struct {
		Sure sampleFacts `json:"sure,omitzero"`
		Open sampleFacts `json:"open,omitzero"`
	}
	sampleFacts struct {
		Cases int         `json:"cases"`
		Units []unitFacts `json:"units,omitempty"`
	}
	unitFacts struct {
		Rank   uint64      `json:"rank"`
		Kind   Kind        `json:"kind"`
		Cases  int         `json:"cases"`
		First  string      `json:"first"`
		Second string      `json:"second,omitzero"`
		Truth  [][2]uint64 `json:"truth,omitempty"`
	}
)

// IsZero makes JSON leave out facts without cases.
func (f sampleFacts) IsZero() bool { return f.Cases == 0 }

// MarshalJSON returns the counts of n, for merging on another machine: the same bytes for the same cases, in whatever
// order they came.
func (n *Census) MarshalJSON() ([]byte, error) {
	return json.Marshal(facts{n.sure.facts(), n.open.facts()})
}

func (s *sample) facts() sampleFacts {
	f := sampleFacts{Cases: s.cases}
	for i := range s.kept {
		k := &s.kept[i]
		of := unitFacts{Rank: k.rank, Kind: k.kind, Cases: k.cases, First: k.first, Second: k.second}
		for _, v := range k.truth {
			of.Truth = append(of.Truth, [2]uint64{v.attribute, v.hash})
		}
		f.Units = append(f.Units, of)
	}
	return f
}

// UnmarshalJSON replaces the counts of n with those that MarshalJSON wrote. On an error, which says why data is
// invalid, n is unchanged.
func (n *Census) UnmarshalJSON(data []byte) error {
	var f facts
	if err := json.Unmarshal(data, &f); err != nil {
		return err
	}
	sure, err := f.Sure.sample()
	if err != nil {
		return fmt.Errorf("units: %w", err)
	}
	open, err := f.Open.sample()
	if err != nil {
		return fmt.Errorf("units by truths: %w", err)
	}
	*n = Census{sure, open}
	return nil
}

func (f *sampleFacts) sample() (s sample, err error) {
	if f.Cases < 0 || len(f.Units) > Most {
		return s, fmt.Errorf("%d units of %d cases", len(f.Units), f.Cases)
	}
	s.cases = f.Cases
	left := f.Cases
	for i, of := range f.Units {
		if i > 0 && of.Rank <= f.Units[i-1].Rank {
			return s, fmt.Errorf("unit %d is not behind the one before", i)
		}
		if left -= of.Cases; of.Cases < 1 || left < 0 || of.Kind >= kinds {
			return s, fmt.Errorf("unit %d is of kind %d and %d cases", i, of.Kind, of.Cases)
		}
		k := unit{rank: of.Rank, kind: of.Kind, cases: of.Cases, first: of.First, second: of.Second}
		for _, v := range of.Truth {
			k.truth = append(k.truth, value{v[0], v[1]})
		}
		s.kept = append(s.kept, k)
	}
	if left > 0 && len(s.kept) < Most {
		return s, fmt.Errorf("%d cases are of no unit", left)
	}
	return s, nil
}
