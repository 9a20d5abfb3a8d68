package traits

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// UnitKind says how a unit is identified.
type UnitKind uint8

const (
	ByID UnitKind = iota // a case that is joined with no other
	ByInput
	ByText
	ByTruth
	ByTag
	kinds
)

// String returns the kind as findings name it.
func (k UnitKind) String() string {
	return [...]string{"ids", "inputs", "texts", "truths", "tags", ""}[min(k, kinds)]
}

// Unit is the unit of evidence that a case belongs to.
type Unit struct {
	Kind UnitKind
	// Key is equal for exactly the cases of one unit. It may be a hash that differs in the next run, where values are
	// redacted: only whether two keys are equal may decide a number.
	Key uint64
	// Alone is the Key of the case by itself, which replaces Key if equal truths are chance. It equals Key except in a
	// unit that is identified ByTruth.
	Alone uint64
	// Name is the hash of the id of the case, and Key if ids or the value of a tag identify the unit. Names decide the
	// weights of a bootstrap, see [Leaders].
	Name uint64
}

// Open reports whether only the whole data set can tell if Key or Alone holds.
func (u Unit) Open() bool { return u.Kind == ByTruth }

// Decided returns Key if [Census.Decide] takes equal truths for copies, else Alone.
func (u Unit) Decided(copies bool) uint64 {
	if copies {
		return u.Key
	}
	return u.Alone
}

// DocumentOf returns the document of a case.
func DocumentOf(c *report.Case) Unit {
	if c.Unit != 0 {
		return Unit{ByID, c.Unit, c.Unit, c.Unit}
	}
	alone := stats.DocumentHash(c.ID)
	for _, identity := range []struct {
		kind UnitKind
		hash string
	}{{ByText, c.TextHash}, {ByTruth, c.TruthHash}, {ByInput, c.InputHash}} {
		empty := identity.kind == ByInput && c.TruthHash != "" // a TruthHash means no input, or an empty one
		if identity.hash == "" || identity.kind == ByTruth && tellsLittle(c) || empty {
			continue
		}
		if identity.kind != ByTruth && c.DocumentHash != "" {
			identity.hash = c.DocumentHash
		}
		u := Unit{Kind: identity.kind, Key: keyOf(identity.kind, HashNumber(identity.hash)), Alone: alone, Name: alone}
		if !u.Open() {
			u.Alone = u.Key
		}
		return u
	}
	return Unit{ByID, alone, alone, alone}
}

// UnitOf returns the unit of a case if the value of a tag, or of a key of the truths, joins cases; a case with neither
// is in the unit of its document. With tag "" UnitOf is DocumentOf.
func UnitOf(c *report.Case, tag string) Unit {
	if u, joined := clusterOf(c, tag); joined {
		return u
	}
	return DocumentOf(c)
}

// Units returns [UnitOf] and [DocumentOf] of a case.
func Units(c *report.Case, tag string) (unit, document Unit) {
	document = DocumentOf(c)
	if u, joined := clusterOf(c, tag); joined {
		return u, document
	}
	return document, document
}

// clusterOf returns the unit of the cases that a tag, or a key of the truths, joins.
func clusterOf(c *report.Case, tag string) (u Unit, joined bool) {
	value, tagged := c.Tags[tag]
	if tag == "" || !tagged && c.ClusterHash == "" {
		return Unit{}, false
	}
	if !tagged {
		value = "truth " + c.ClusterHash
	}
	key := keyOf(ByTag, stats.DocumentHash(value))
	u = Unit{ByTag, key, key, key}
	if !tagged {
		u.Name = stats.DocumentHash(c.ID)
	}
	return u, true
}

// HashNumber reads 16 hex digits. It returns a hash of any other text.
func HashNumber(hash string) uint64 {
	n, err := strconv.ParseUint(hash, 16, 64)
	if err != nil {
		return stats.DocumentHash(hash)
	}
	return n
}

// keyOf returns the key of a hash. Kinds with the same hash have different keys.
func keyOf(kind UnitKind, hash uint64) uint64 {
	return arithmetic.Mix(hash + uint64(kind)*arithmetic.Golden)
}

// UnmarshalJSON replaces the counts of n with those in data, for merging on another machine: the JSON form is the same
// for the same cases in any order. The error says why data is invalid; n is then unchanged.
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
			return fmt.Errorf("unit %d is out of order", i)
		}
		if left -= k.Cases; k.Cases < 1 || left < 0 || k.Kind >= kinds {
			return fmt.Errorf("unit %d is of kind %d and %d cases", i, k.Kind, k.Cases)
		}
	}
	if left > 0 && len(s.Units) < Most {
		return fmt.Errorf("%d cases belong to no unit", left)
	}
	return nil
}
