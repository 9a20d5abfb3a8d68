package stats

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

const (
	encodingVersion = "stats/1\n"
	headerWords     = 5 // seed, resamples, level, columns, documents
)

// MarshalBinary writes the settings and all sums, for a merge on another machine. The bytes depend on the settings and
// on the documents that were added, not on the order of additions and merges. They take 8 bytes for each column and
// resample.
func (a *Accumulator) MarshalBinary() ([]byte, error) {
	b := a.bootstrap
	data := []byte(encodingVersion)
	add := func(v uint64) { data = binary.LittleEndian.AppendUint64(data, v) }
	add(b.Seed)
	add(uint64(b.Resamples))
	add(math.Float64bits(b.Level))
	add(uint64(len(a.columns)))
	add(uint64(a.documents))
	weights := a.unpack()
	for _, w := range weights {
		add(uint64(w))
	}
	for j := range a.columns {
		c := &a.columns[j]
		add(uint64(c.total))
		for i, w := range weights {
			add(uint64(c.weighted(i, w)))
		}
	}
	return data, nil
}

// UnmarshalBinary replaces the contents of a with the data of MarshalBinary. The error names the defect in data; a is
// then unchanged.
func (a *Accumulator) UnmarshalBinary(data []byte) error {
	if len(data) < len(encodingVersion)+8*headerWords || string(data[:len(encodingVersion)]) != encodingVersion {
		return errors.New("stats: not a bootstrap accumulator, or of another version")
	}
	data = data[len(encodingVersion):]
	next := func() uint64 {
		v := binary.LittleEndian.Uint64(data)
		data = data[8:]
		return v
	}
	seed, resamples, level, columns, documents := next(), next(), next(), next(), next()
	if resamples < 1 || resamples > maxResamples || columns < 1 || columns > maxColumns || documents > math.MaxInt64 {
		return fmt.Errorf("stats: bootstrap accumulator with %d resamples, %d columns, %d documents", resamples, columns, documents)
	}
	if want := 8 * (resamples + columns*(1+resamples)); uint64(len(data)) != want {
		return fmt.Errorf("stats: bootstrap accumulator with %d bytes of sums: must be %d", len(data), want)
	}
	b := Bootstrap{Seed: seed, Resamples: int(resamples), Level: math.Float64frombits(level)}
	if b.Level == 0 { // the default has its own value
		return errors.New("stats: bootstrap accumulator with level 0")
	}
	read, err := b.Accumulator(int(columns))
	if err != nil {
		return err
	}
	read.documents = int(documents)
	for i := range b.Resamples {
		read.weights.all[i] = int64(next())
	}
	for j := range read.columns {
		c := &read.columns[j]
		c.total = int64(next())
		c.allocate(b.Resamples)
		for i := range b.Resamples {
			c.excess.all[i] = int64(next())
		}
	}
	*a = *read
	return nil
}
