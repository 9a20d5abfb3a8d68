package copies

import (
	"strconv"

	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// Kind says how a unit is known.
type Kind uint8

const (
	ByID Kind = iota // a case that nothing joins with others
	ByInput
	ByText
	ByTruth
	ByTag
	kinds
)

// String returns the kind as findings name it.
func (k Kind) String() string {
	return [...]string{"ids", "inputs", "texts", "truths", "tags", ""}[min(k, kinds)]
}

// Unit is the unit of evidence that a case belongs to.
type Unit struct {
	Kind Kind
	// Key is equal for the cases of one unit alone. The weights of a bootstrap are drawn by it.
	Key uint64
	// Alone is the Key of the case by itself, which holds in the place of Key where equal truths are chance. It is
	// Key but for a unit that is known ByTruth.
	Alone uint64
}

// Open reports whether only the whole data set can tell if Key or Alone holds.
func (u Unit) Open() bool { return u.Kind == ByTruth }

// Of returns the document of a case.
func Of(c *report.Case) Unit {
	if c.Unit != 0 {
		return Unit{ByID, c.Unit, c.Unit}
	}
	alone := stats.DocumentHash(c.ID)
	for _, known := range []struct {
		kind Kind
		hash string
	}{{ByText, c.TextHash}, {ByTruth, c.TruthHash}, {ByInput, c.InputHash}} {
		if known.hash == "" || known.kind == ByTruth && tellsLittle(c) {
			continue
		}
		if known.kind != ByTruth && c.DocumentHash != "" {
			known.hash = c.DocumentHash
		}
		u := Unit{Kind: known.kind, Key: keyOf(known.kind, number(known.hash)), Alone: alone}
		if !u.Open() {
			u.Alone = u.Key
		}
		return u
	}
	return Unit{ByID, alone, alone}
}

// UnitOf returns the unit of a case where the value of a tag, or of a key of the truths, joins cases: its document where it
// has neither. With tag "" it is Of.
func UnitOf(c *report.Case, tag string) Unit {
	value, tagged := c.Tags[tag]
	if tag == "" || !tagged && c.ClusterHash == "" {
		return Of(c)
	}
	if !tagged {
		value = "truth " + c.ClusterHash
	}
	key := keyOf(ByTag, stats.DocumentHash(value))
	return Unit{ByTag, key, key}
}

// number reads 16 hex digits. Of anything else it takes a hash.
func number(hash string) uint64 {
	n, err := strconv.ParseUint(hash, 16, 64)
	if err != nil {
		return stats.DocumentHash(hash)
	}
	return n
}

// keyOf keeps apart keys of different kinds that have the same hash.
func keyOf(kind Kind, hash uint64) uint64 { return mix(hash + uint64(kind)*0x9e3779b97f4a7c15) }

// mix is the finalizer of SplitMix64 (Steele, Lea and Flood 2014).
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
