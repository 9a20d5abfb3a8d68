package traits

import (
	"cmp"
	"encoding/binary"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/metrics/stats"
)

// Leaders has the name that decides the weights of each unit, by the Key of the unit: the least Name of its cases.
type Leaders map[uint64]uint64

// Add adds a case of the unit with the key.
func (l Leaders) Add(key, name uint64) {
	if least, found := l[key]; !found || name < least {
		l[key] = name
	}
}

// Of returns the name of a unit. A unit without cases is its own name.
func (l Leaders) Of(key uint64) uint64 {
	if name, found := l[key]; found {
		return name
	}
	return key
}

// MostHeld bounds the records whose counts [Sums] hold until all cases are known. Beyond it the hashes decide the weights of
// the units that they identify.
const MostHeld = 1 << 16

// Sums are the sums of a bootstrap over units. Names decide the weights, see [Leaders], so that the hashes of a record
// change nothing but which cases are one unit. Which name is the least, and whether equal truths are copies, is known
// only when all cases are. So Sums hold the counts of the cases that a hash may join. Order and grouping of the added
// cases and sums make no difference. Make Sums with [NewSums].
type Sums struct {
	known  *stats.Accumulator // the cases that are not held
	sure   []held             // the cases whose Key is their unit
	open   []held             // the cases that only equal truths may join
	full   bool               // there were more than MostHeld sure cases
	chance bool               // equal truths are no copies
	texts  map[string]string  // the texts of counts: many cases have the same
	counts []int              // of the case that is read
}

// held is a case with its counts, which are not 0, as pairs of varints: how many columns were left out, and the count.
type held struct {
	unit   Unit
	counts string
}

const mostTexts = 1 << 12

// NewSums returns sums without cases, of counts in a number of columns. It returns an error if the settings are invalid.
func NewSums(b stats.Bootstrap, columns int) (*Sums, error) {
	known, err := b.Accumulator(columns)
	return &Sums{known: known, counts: make([]int, columns)}, err
}

// Add adds the counts of a case, one for each column.
func (s *Sums) Add(u Unit, counts []int) {
	switch {
	case u.Name == u.Key:
		_ = s.known.Add(u.Key, counts) // as many counts as columns: no error
	case u.Open() && s.chance:
		_ = s.known.Add(u.Alone, counts)
	case !u.Open() && s.full:
		_ = s.known.Add(u.Key, counts)
	default:
		s.hold(held{u, s.textOf(counts)})
	}
}

// hold holds a case, or no case any more if there are too many.
func (s *Sums) hold(h held) {
	if h.unit.Open() {
		s.open = append(s.open, h)
		return
	}
	if s.sure = append(s.sure, h); len(s.sure) > MostHeld {
		s.fill()
	}
}

// fill notes that there are too many sure cases to hold any.
func (s *Sums) fill() {
	s.addAll(s.known, s.sure, func(u Unit) uint64 { return u.Key })
	s.sure, s.full = nil, true
}

// Apart notes that equal truths are no copies, whatever else is added.
func (s *Sums) Apart() {
	s.addAll(s.known, s.open, func(u Unit) uint64 { return u.Alone })
	s.open, s.chance = nil, true
}

// addAll adds held cases to sums; nameOf has the names that decide their weights.
func (s *Sums) addAll(sums *stats.Accumulator, all []held, nameOf func(Unit) uint64) {
	for _, h := range all {
		_ = sums.Add(nameOf(h.unit), s.countsOf(h.counts)) // as many counts as columns: no error
	}
}

// Joined returns the sums of all cases. If copies is set, cases with equal truths are one unit. They must not be changed.
func (s *Sums) Joined(copies bool) *stats.Accumulator {
	all := slices.Concat(s.sure, s.open)
	if len(all) == 0 {
		return s.known
	}
	leaders := Leaders{}
	for _, h := range all {
		leaders.Add(h.unit.Decided(copies), h.unit.Name)
	}
	sums := s.known.Select(arithmetic.Indices(len(s.counts)))
	s.addAll(sums, all, func(u Unit) uint64 { return leaders.Of(u.Decided(copies)) })
	return sums
}

// Select replaces the columns. Column i is the former column columns[i], and 0 if there is none, as for -1.
func (s *Sums) Select(columns []int) {
	places := make([]int, len(s.counts)) // by the former column: the new one + 1
	for i, column := range columns {
		if column >= 0 && column < len(places) {
			places[column] = i + 1
		}
	}
	moved := make([]int, len(columns))
	move := func(all []held) (kept []held) {
		for _, h := range all {
			clear(moved)
			for column, n := range s.countsOf(h.counts) {
				if n != 0 && places[column] > 0 {
					moved[places[column]-1] = n
				}
			}
			kept = append(kept, held{h.unit, s.textOf(moved)})
		}
		return kept
	}
	s.known, s.sure, s.open, s.counts = s.known.Select(columns), move(s.sure), move(s.open), make([]int, len(columns))
}

// Copy returns a copy of s with the columns that [Sums.Select] makes of columns.
func (s *Sums) Copy(columns []int) *Sums {
	selected := *s
	selected.texts = maps.Clone(s.texts)
	selected.Select(columns)
	return &selected
}

// Merge adds the cases of o, which has the same settings and columns.
func (s *Sums) Merge(o *Sums) error {
	if err := s.known.Merge(o.known); err != nil {
		return err
	}
	if o.full && !s.full {
		s.fill()
	}
	if o.chance && !s.chance {
		s.Apart()
	}
	for _, h := range slices.Concat(o.sure, o.open) {
		s.Add(h.unit, s.countsOf(h.counts))
	}
	return nil
}

// textOf returns the text of the counts of a case.
func (s *Sums) textOf(counts []int) string {
	var text []byte
	skipped := uint64(0)
	for _, n := range counts {
		if n == 0 {
			skipped++
			continue
		}
		text = binary.AppendVarint(binary.AppendUvarint(text, skipped), int64(n))
		skipped = 0
	}
	known, found := s.texts[string(text)]
	if !found {
		known = string(text)
		if len(s.texts) < mostTexts {
			arithmetic.Map(&s.texts)[known] = known
		}
	}
	return known
}

// countsOf returns the counts of a text, which are valid until the next call.
func (s *Sums) countsOf(text string) []int {
	clear(s.counts)
	_ = readCounts(text, s.counts) // texts were made by textOf, or checked
	return s.counts
}

// errCounts is the error of held cases that cannot be read.
var errCounts = errors.New("the held cases cannot be read")

// readCounts adds the counts of a text to counts.
func readCounts(text string, counts []int) error {
	column := uint64(0)
	for rest := []byte(text); len(rest) > 0; column++ {
		skipped, n := binary.Uvarint(rest)
		if n <= 0 || skipped >= uint64(len(counts))-min(column, uint64(len(counts))) {
			return errCounts
		}
		count, more := binary.Varint(rest[n:])
		if more <= 0 {
			return errCounts
		}
		column += skipped
		counts[column] = int(count)
		rest = rest[n+more:]
	}
	return nil
}

// Encode returns the sums of the cases that are not held, as [stats.Accumulator] writes them, and the held cases. The bytes are
// the same for the same cases in any order: for each kind of unit a byte, which is 1 if no case is held any more, the
// number of cases, and for each case its key, its name, and the length and text of its counts.
func (s *Sums) Encode() (known, cases []byte, err error) {
	known, err = s.known.MarshalBinary()
	for _, all := range []struct {
		held  []held
		ended bool
	}{{s.sure, s.full}, {s.open, false}} {
		sorted := slices.Clone(all.held)
		slices.SortFunc(sorted, func(a, b held) int {
			return cmp.Or(cmp.Compare(a.unit.Key, b.unit.Key), cmp.Compare(a.unit.Name, b.unit.Name), strings.Compare(a.counts, b.counts))
		})
		ended := byte(0)
		if all.ended {
			ended = 1
		}
		cases = binary.AppendUvarint(append(cases, ended), uint64(len(sorted)))
		for _, h := range sorted {
			cases = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(cases, h.unit.Key), h.unit.Name)
			cases = append(binary.AppendUvarint(cases, uint64(len(h.counts))), h.counts...)
		}
	}
	return known, cases, err
}

// Decode reads the bytes of [Sums.Encode], of sums with the columns of s, and adds their cases.
func (s *Sums) Decode(known, cases []byte) error {
	read := &Sums{known: new(stats.Accumulator), counts: make([]int, len(s.counts))}
	if err := read.known.UnmarshalBinary(known); err != nil {
		return err
	}
	rest := cases
	for _, kind := range []UnitKind{ByInput, ByTruth} {
		if len(rest) == 0 || rest[0] > 1 {
			return errCounts
		}
		ended := rest[0] == 1
		n, size := binary.Uvarint(rest[1:])
		if size <= 0 || ended && (n > 0 || kind == ByTruth) {
			return errCounts
		}
		read.full = read.full || ended
		rest = rest[1+size:]
		for range n {
			if len(rest) < 16 {
				return errCounts
			}
			u := Unit{Kind: kind, Key: binary.BigEndian.Uint64(rest), Name: binary.BigEndian.Uint64(rest[8:])}
			u.Alone = u.Key
			if u.Open() {
				u.Alone = u.Name
			}
			length, size := binary.Uvarint(rest[16:])
			if size <= 0 || length > uint64(len(rest)-16-size) || u.Key == u.Name {
				return errCounts
			}
			rest = rest[16+size:]
			text := string(rest[:length])
			rest = rest[length:]
			if err := readCounts(text, read.counts); err != nil {
				return err
			}
			read.hold(held{u, text})
		}
	}
	if len(rest) > 0 {
		return errCounts
	}
	return s.Merge(read)
}
