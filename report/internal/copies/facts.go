package copies

import (
	"encoding/json"
	"fmt"
)

// UnmarshalJSON replaces the counts of n with those of another, for merging on another machine: the JSON form is the same for
// the same cases, in whatever order they came. On an error, which says why data is invalid, n is unchanged.
func (n *Census) UnmarshalJSON(data []byte) error {
	type plain Census // without this method
	var read plain
	if err := json.Unmarshal(data, &read); err != nil {
		return err
	}
	if err := read.Sure.check(); err != nil {
		return fmt.Errorf("units: %w", err)
	}
	if err := read.Open.check(); err != nil {
		return fmt.Errorf("units by truths: %w", err)
	}
	*n = Census(read)
	return nil
}

func (s *sample) check() error {
	if s.Cases < 0 || len(s.Units) > Most {
		return fmt.Errorf("%d units of %d cases", len(s.Units), s.Cases)
	}
	left := s.Cases
	for i, k := range s.Units {
		if i > 0 && k.Rank <= s.Units[i-1].Rank {
			return fmt.Errorf("unit %d is not behind the one before", i)
		}
		if left -= k.Cases; k.Cases < 1 || left < 0 || k.Kind >= kinds {
			return fmt.Errorf("unit %d is of kind %d and %d cases", i, k.Kind, k.Cases)
		}
	}
	if left > 0 && len(s.Units) < Most {
		return fmt.Errorf("%d cases are of no unit", left)
	}
	return nil
}
